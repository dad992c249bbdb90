import './pit.css';
import type { PitTable } from '@boxperson/house';
import { FLOAT, TERMINAL } from '@boxperson/offices';
import { PHASE_WORDS, RULEBOOKS } from '@boxperson/rules';
import { wordsOf } from '../../ui/form/shape.js';
import { Link } from '../../ui/Link.js';
import { Lost } from '../../ui/Lost.js';
import { nearest } from '../../ui/nearest.js';
import { When } from '../../ui/staff/When.js';
import { Frame } from '../Frame.js';
import { OpenCase } from '../OpenCase.js';
import { rollsAddress } from '../open-case.js';
import { useStaff } from '../staff.js';
import { addressOf, mayReach, type Workplace } from '../workplace.js';
import { AlertList } from './AlertList.js';
import { standingOf } from './glance.js';
import { Closing, Personal, Players, Posted } from './Notices.js';
import { Crew, Figures, Sign } from './PitCard.js';
import { type Glance, pitAddress, useAlerts, usePit, useSeconds } from './pit.js';
import { sayEvent } from './record.js';
import { SignEditor } from './SignEditor.js';
import { type AtPit, useTable } from './table.js';

interface PitTablePageProps {
  readonly place: Workplace;
  readonly id: string;
  readonly part: string | undefined;
}

/** One table of the pit: how it stands and its record, or its sign. */
export function PitTablePage({ place, id, part }: PitTablePageProps) {
  const glance = usePit();
  const table = glance.pit?.tables.find((one) => one.id === id);
  if (glance.pit && !table) return <NoSuchTable place={place} id={id} glance={glance} />;
  const title = table?.name ?? id;
  return (
    <Frame title={part === 'sign' ? `Sign of ${title}` : title} place={place} here={pitAddress(place)}>
      {table && <Parts place={place} table={table} part={part} />}
      {table && part === 'sign' && <SignPart id={id} now={glance.now} />}
      {table && part !== 'sign' && <Overview place={place} table={table} glance={glance} />}
      {!table && <p className="quiet">Walking to the table…</p>}
    </Frame>
  );
}

const NEAR_MOST = 5;

function NoSuchTable({ place, id, glance }: { place: Workplace; id: string; glance: Glance }) {
  const tables = glance.pit?.tables ?? [];
  const near = nearest(
    id,
    tables.map((one) => one.id),
    NEAR_MOST,
  );
  return (
    <Frame title="Not here" place={place} here={pitAddress(place)}>
      <Lost
        what="table of your pit"
        typed={id}
        near={near.map((one) => [
          pitAddress(place, one),
          tables.find((table) => table.id === one)?.name ?? one,
        ])}
      />
    </Frame>
  );
}

function Parts({
  place,
  table: { id, name, run, float },
  part,
}: {
  place: Workplace;
  table: PitTable;
  part: string | undefined;
}) {
  return (
    <nav className="pit-parts" aria-label="Of this table">
      <Link href={pitAddress(place)}>All tables</Link>
      <Link href={pitAddress(place, id)} aria-current={part === undefined ? 'page' : undefined}>
        Record
      </Link>
      <Link href={pitAddress(place, id, 'sign')} aria-current={part === 'sign' ? 'page' : undefined}>
        Sign and limits
      </Link>
      {float && <Link href={addressOf(place, FLOAT, id)}>Float</Link>}
      {run === 'electronic' && mayReach(place, TERMINAL) && (
        <Link href={addressOf(place, TERMINAL, id)}>Terminals</Link>
      )}
      {run === 'staffed' && <Link href={`/crew/${encodeURIComponent(id)}/duty`}>Crew</Link>}
      <Link href={`/display/${encodeURIComponent(id)}`}>Display</Link>
      <Link href={rollsAddress(place, id)}>Rolls and cases</Link>
      <OpenCase
        place={place}
        className=""
        about={{ kind: 'complaint', table: id, says: `At ${name}.`, from: pitAddress(place, id) }}
      />
    </nav>
  );
}

function SignPart({ id, now }: { id: string; now: () => number }) {
  const { model, state } = useTable(id);
  const { online } = useStaff();
  const at = useSeconds(now);
  const { table } = state;
  if (!model || !table) return <p className="quiet">Reading the sign…</p>;
  const here: AtPit = { id, table, model, at: Math.max(at, table.at) };
  return (
    <div className="pit-sign-page" inert={!online}>
      <div>
        <Posted here={here} />
        <SignEditor here={here} />
      </div>
      <div>
        <Closing here={here} />
        <Personal here={here} />
        <Players here={here} />
      </div>
    </div>
  );
}

function Overview({ place, table, glance }: { place: Workplace; table: PitTable; glance: Glance }) {
  const alerts = useAlerts(place).filter((alert) => alert.table === table.id);
  const at = useSeconds(glance.now);
  const { reasons, level } = standingOf(table, alerts);
  return (
    <div className="pit">
      <div>
        <section className="panel pit-now" aria-label="How it stands" data-level={level}>
          {reasons.length > 0 && <p className="pit-why">{reasons.join(' · ')}</p>}
          <p>
            {table.title} · {table.point === null ? 'no point' : `the point is ${table.point}`} ·{' '}
            {PHASE_WORDS[table.phase]} · {table.taken.length} of {table.seats} seats
            {table.shooter && ` · ${table.shooter} has the dice`}
          </p>
          <Sign table={table} at={at} />
          <Crew table={table} />
          <Figures table={table} />
        </section>
        <Record table={table} nameOf={glance.nameOf} />
      </div>
      <AlertList alerts={alerts} tables={[table]} at={at} nameOf={glance.nameOf} place={place} />
    </div>
  );
}

const QUIET: readonly string[] = [
  'wagered',
  'took',
  'said-ready',
  'betting-ordered',
  'turns-opened',
  'turn-passed',
  'went-away',
  'came-back',
];
const SHOWN_MOST = 30;
type Fields = Parameters<typeof sayEvent>[0];

/** What happened last at the table: notices, people, rolls; who bet what stands in the whole record. */
function Record({ table: { id, rulebook }, nameOf }: { table: PitTable } & Pick<Glance, 'nameOf'>) {
  const { told } = useTable(id).state;
  const reader = { book: RULEBOOKS[rulebook], nameOf };
  const last = told.filter(({ event }) => !QUIET.includes(event.event)).slice(-SHOWN_MOST);
  return (
    <section className="panel pit-record" aria-labelledby="record">
      <h2 id="record">The record</h2>
      {last.length === 0 && <p className="quiet">Nothing since the table was last looked at.</p>}
      <ol>
        {[...last].reverse().map(({ n, event }) => (
          <li key={n}>
            <When at={event.at} /> <b>{wordsOf(event.event)}</b>{' '}
            <span className="quiet">{sayEvent(event as unknown as Fields, reader)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
