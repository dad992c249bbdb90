import type { FloorReport, ReportFigure, ReportSection } from '@boxperson/house';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { useQuery } from '../../ui/address.js';
import { wordsOf } from '../../ui/form/shape.js';
import { Choice } from '../../ui/staff/Choice.js';
import { Money } from '../../ui/staff/Money.js';
import { Table, type TableColumn } from '../../ui/staff/Table.js';
import { When } from '../../ui/staff/When.js';
import { Frame } from '../Frame.js';
import { useTableNames } from '../staff.js';
import type { Workplace } from '../workplace.js';
import { Amount, Opens } from './Amount.js';
import { Behind } from './Behind.js';
import { download, type Span, useReport } from './reading.js';
import { UnclaimedTable } from './Unclaimed.js';
import './figures.css';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A shift ends when it is asked for; a day is over at midnight by the clock on this wall. */
const SPANS = [
  ['shift', 'The last 8 hours'],
  ['today', 'Today'],
  ['yesterday', 'Yesterday'],
  ['week', 'The last 7 days'],
] as const;

function midnight(at: number): number {
  const day = new Date(at);
  day.setHours(0, 0, 0, 0);
  return day.getTime();
}

function spanOf(name: string, now: number): Span {
  const today = midnight(now);
  switch (name) {
    case 'today':
      return { from: today, to: now };
    case 'yesterday':
      return { from: midnight(today - 1), to: today };
    case 'week':
      return { from: now - 7 * DAY, to: now };
    default:
      return { from: now - 8 * HOUR, to: now };
  }
}

const PARTS = [
  ['sum', 'Does it add up?'],
  ['tables', 'Tables'],
  ['players', 'Ratings'],
  ['cage', 'Cage'],
  ['duty', 'Who stood where'],
] as const;
/** What there is of the house alone, and not of certain tables. */
const OF_HOUSE: readonly string[] = ['players', 'cage'];

type Opened = { readonly figure: ReportFigure; readonly of: string } | null;

/** Shift and day reports, drawn from the log alone; what is asked for stands in the address. */
export function ReportsPage({ place }: { place: Workplace }) {
  const [query, change] = useQuery();
  const name = query.get('span') ?? 'shift';
  // The same whenever it is looked at again: the moment it was asked for stays until it is asked for anew.
  const [asked, setAsked] = useState(() => Date.now());
  const span = spanOf(name, asked);
  return (
    <Frame
      title="Reports"
      lead={<p>Drawn from the log alone. Every figure opens the events behind it.</p>}
      place={place}
      here={`/staff/${place.id}/reports`}
    >
      <div className="figure-asks">
        <Choice label="Period" value={name} options={SPANS} change={(next) => change({ span: next })} />
        <div className="figure-acts">
          <Button onPress={() => setAsked(Date.now())}>Read again</Button>
          <Files span={span} />
        </div>
      </div>
      <Read span={span} part={query.get('part') ?? 'sum'} choose={(part) => change({ part })} />
    </Frame>
  );
}

function Files({ span }: { span: Span }) {
  const [why, setWhy] = useState<string | null>(null);
  const get = (kind: 'csv' | 'pdf') => {
    setWhy(null);
    download(kind, span).catch((error: Error) => setWhy(error.message));
  };
  return (
    <>
      <Button onPress={() => window.print()}>Print</Button>
      <Button onPress={() => get('csv')}>CSV</Button>
      <Button onPress={() => get('pdf')}>PDF</Button>
      {why !== null && <span role="alert">{why}</span>}
    </>
  );
}

interface ReadProps {
  readonly span: Span;
  readonly part: string;
  readonly choose: (part: string) => void;
}

function Read({ span, part, choose }: ReadProps) {
  const [opened, setOpened] = useState<Opened>(null);
  const reading = useReport(span);
  if (reading.kind === 'reading') return <p className="quiet">Reading the log…</p>;
  if (reading.kind === 'failed') return <p role="alert">{reading.why}</p>;
  const report = reading.value;
  const parts = report.only ? PARTS.filter(([id]) => !OF_HOUSE.includes(id)) : PARTS;
  const open = (figure: ReportFigure, of: string) => setOpened({ figure, of });
  return (
    <>
      <p className="quiet">
        <When at={report.from} /> to <When at={report.to} />, the log up to entry {report.upTo}.
        {report.only && ' Of the tables that you hold your post for.'}
      </p>
      <Choice label="Part" value={part} options={parts} change={choose} />
      <div className="figure-part">
        {report.only && OF_HOUSE.includes(part) ? (
          <p>That part is of the whole house: it is for those whose post is for all its tables.</p>
        ) : (
          <Part report={report} part={part} open={open} />
        )}
      </div>
      {opened && <Behind {...opened} span={span} onClose={() => setOpened(null)} />}
    </>
  );
}

type Open = (figure: ReportFigure, of: string) => void;

function Part({ report, part, open }: { report: FloorReport; part: string; open: Open }) {
  switch (part) {
    case 'tables':
      return <Tables report={report} open={open} />;
    case 'players':
      return <Sections name="Ratings" first="Player" sections={report.players} open={open} />;
    case 'cage':
      return <Cage report={report} open={open} />;
    case 'duty':
      return <Duties report={report} />;
    default:
      return <Sums report={report} />;
  }
}

/** The log knows tables by their ids. */
function Tables({ report, open }: { report: FloorReport; open: Open }) {
  const tableName = useTableNames();
  const sections = report.tables.map((one) => ({ ...one, name: tableName(one.id) }));
  return <Sections name="Tables" first="Table" sections={sections} open={open} />;
}

/** Every figure that any of them has is a column. */
function Sections({
  name,
  first,
  sections,
  open,
}: {
  readonly name: string;
  readonly first: string;
  readonly sections: readonly ReportSection[];
  readonly open: Open;
}) {
  const titles = [...new Set(sections.flatMap(({ figures }) => figures.map(({ title }) => title)))];
  const find = ({ figures }: ReportSection, title: string) => figures.find((one) => one.title === title);
  const columns: readonly TableColumn<ReportSection>[] = [
    { id: 'name', name: first, show: (one) => one.name, by: (one) => one.name },
    ...titles.map(
      (title): TableColumn<ReportSection> => ({
        id: title,
        name: title,
        align: 'end',
        by: (one) => find(one, title)?.value ?? 0,
        show: (one) => {
          const figure = find(one, title);
          return figure ? <Opens figure={figure} of={one.name} onOpen={() => open(figure, one.name)} /> : '—';
        },
      }),
    ),
  ];
  return (
    <Table name={name} rows={sections} columns={columns} keyOf={({ id }) => id} nothing="Nothing happened." />
  );
}

function Cage({ report, open }: { report: FloorReport; open: Open }) {
  return (
    <>
      <h2>Cage</h2>
      <dl className="figure-list">
        {report.cage.map((figure) => (
          <div key={figure.key}>
            <dt>{figure.title}</dt>
            <dd>
              <Opens figure={figure} of="the cage" onOpen={() => open(figure, 'the cage')} />
            </dd>
          </div>
        ))}
      </dl>
      <h2>Drawers</h2>
      <Sections name="Drawers" first="Cashier" sections={report.drawers} open={open} />
      <h2>Unclaimed tickets</h2>
      <UnclaimedTable tickets={report.unclaimed} />
    </>
  );
}

type Duty = FloorReport['duties'][number];

const dutiesWith = (tableName: (id: string) => string): readonly TableColumn<Duty>[] => [
  { id: 'name', name: 'Who', show: ({ name }) => name, by: ({ name }) => name },
  { id: 'role', name: 'As', show: ({ role }) => wordsOf(role), by: ({ role }) => role },
  {
    id: 'table',
    name: 'Where',
    show: ({ table }) => tableName(table),
    by: ({ table }) => tableName(table),
  },
  { id: 'from', name: 'From', show: ({ from }) => <When at={from} />, by: ({ from }) => from },
  { id: 'to', name: 'To', show: ({ to }) => <When at={to} />, by: ({ to }) => to },
];

const Duties = ({ report }: { report: FloorReport }) => (
  <Table
    name="Who stood where"
    rows={report.duties}
    columns={dutiesWith(useTableNames())}
    keyOf={({ table, person, role, from }) => `${table}/${person}/${role}/${from}`}
    nothing="Nobody stood at a table."
  />
);

/** Two ways to every sum, and what was counted or paid otherwise. */
function Sums({ report }: { report: FloorReport }) {
  return (
    <>
      <ul className="figure-checks">
        {report.checks.map(({ says, ok, left, right }) => (
          <li key={says} className={ok ? 'is-right' : 'is-wrong'}>
            <b>{ok ? 'Agrees' : 'Differs'}</b>
            <span>{says}</span>
            <span>
              <Money cents={left} />
              {!ok && (
                <>
                  {' '}
                  against <Money cents={right} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      <h2>Differences</h2>
      <Differences report={report} />
    </>
  );
}

type Difference = FloorReport['differences'][number];

const differencesWith = (tableName: (id: string) => string): readonly TableColumn<Difference>[] => [
  {
    id: 'where',
    name: 'Where',
    show: ({ where, names, what }) => (what === 'drawer' ? (names[0] ?? where) : tableName(where)),
  },
  { id: 'what', name: 'What', show: ({ what }) => wordsOf(what), by: ({ what }) => what },
  { id: 'at', name: 'When', show: ({ at }) => <When at={at} />, by: ({ at }) => at },
  { id: 'by', name: 'By', show: ({ names }) => names.join(' and ') },
  {
    id: 'amount',
    name: 'Over or short',
    align: 'end',
    show: ({ amount }) => <Amount unit="money" value={amount} />,
    by: ({ amount }) => amount,
  },
];

const Differences = ({ report }: { report: FloorReport }) => (
  <Table
    name="Differences"
    rows={report.differences}
    columns={differencesWith(useTableNames())}
    keyOf={({ seq }) => String(seq)}
    nothing="Nothing was counted or paid otherwise."
  />
);
