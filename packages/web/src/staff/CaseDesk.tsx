import type { CaseSummary, Moment } from '@boxperson/offices';
import { type ReactNode, useEffect, useState } from 'react';
import { go } from '../ui/go.js';
import { Link } from '../ui/Link.js';
import { type Listed, useMatters } from '../ui/matters.js';
import { Older } from '../ui/Older.js';
import { Money } from '../ui/staff/Money.js';
import { Table, type TableColumn } from '../ui/staff/Table.js';
import { When } from '../ui/staff/When.js';
import { Moments, momentsAt } from './Moments.js';
import type { OfficeProps } from './OfficePage.js';
import { OpenCase } from './OpenCase.js';
import { hasPit, pitAddress } from './pit/pit.js';
import { ReplayView } from './replay/ReplayView.js';
import { api } from './session.js';
import { useStaff, useTableNames } from './staff.js';
import { RollBundle, TheRecord } from './TheRecord.js';
import { addressOf } from './workplace.js';

const POLL_MS = 10_000;
const MINUTE_MS = 60_000;

/** Cases that are for these eyes, and what happened at a table at a time. */
export const CaseDesk = (props: OfficeProps) => (
  <div className="staff-books-open">
    <TableAt {...props} />
    <TheRecord />
    <Cases {...props} />
  </div>
);

type Found = Listed<CaseSummary>;

const isLate = ({ owedBy }: CaseSummary): boolean => owedBy !== null && owedBy <= Date.now();

const columnsWith = (tableName: (id: string) => string): readonly TableColumn<Found>[] => [
  {
    id: 'case',
    name: 'Case',
    show: ({ books }) => <span className="case-name">{books.case}</span>,
    by: ({ books }) => books.case,
  },
  { id: 'title', name: 'Kind', show: ({ books }) => books.title, by: ({ books }) => books.title },
  {
    id: 'table',
    name: 'Table',
    show: ({ books }) => (books.table === null ? '' : tableName(books.table)),
    by: ({ books }) => (books.table === null ? '' : tableName(books.table)),
  },
  {
    id: 'difference',
    name: 'Differs by',
    align: 'end',
    show: ({ books }) =>
      books.difference ? <Money cents={Math.abs(books.difference)} unit={books.unit} /> : '',
    by: ({ books }) => Math.abs(books.difference ?? 0),
  },
  { id: 'at', name: 'Opened', show: ({ books }) => <When at={books.at} />, by: ({ books }) => books.at },
  { id: 'next', name: 'Waits for', show: ({ books }) => (books.waits ? books.next : '') },
  {
    id: 'owed',
    name: 'Next due',
    show: ({ books }) => <Due books={books} />,
    by: ({ books }) => books.owedBy ?? Number.MAX_SAFE_INTEGER,
  },
];

function Due({ books }: { books: CaseSummary }) {
  if (books.closed !== null) return 'closed';
  if (books.owedBy === null) return 'nothing';
  return isLate(books) ? (
    <strong className="overdue">
      ! <When at={books.owedBy} />
    </strong>
  ) : (
    <When at={books.owedBy} />
  );
}

function Cases({ place, office }: OfficeProps) {
  const { matters: found, more } = useMatters<CaseSummary>(api, office.name, POLL_MS);
  const tableName = useTableNames();
  const rows = [...(found ?? [])].sort(
    (one, other) => (one.books.closed ?? 0) - (other.books.closed ?? 0) || other.books.at - one.books.at,
  );
  return (
    <section aria-labelledby="cases">
      <div className="case-over">
        <h2 id="cases">Cases</h2>
        <OpenCase place={place} about={{}} />
      </div>
      <Table
        name="Cases"
        rows={rows}
        columns={columnsWith(tableName)}
        keyOf={({ matter }) => matter}
        onOpen={({ books }) => go(addressOf(place, office, books.case))}
        nothing={found === null ? 'Looking them up…' : 'There is no case for you to see.'}
      />
      <Older more={more} />
    </section>
  );
}

/** The time of day as it is typed: today, or the last time that it was so late. */
function instantOf(day: string, time: string): number {
  const at = new Date(`${day}T${time === '' ? '00:00' : time}`).getTime();
  return Number.isNaN(at) ? Date.now() : at;
}
const today = (): string => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString();

/** "Table 12 at 21:14": the rolls around it, as the record has them. */
export function TableAt({ show, place }: OfficeProps & { show?: (moments: readonly Moment[]) => ReactNode }) {
  const { tables } = useStaff();
  const [asked] = useState(() => new URLSearchParams(location.search).get('table') ?? '');
  const [table, setTable] = useState(asked);
  const [day, setDay] = useState(today().slice(0, 10));
  const [time, setTime] = useState(today().slice(11, 16));
  const [found, setFound] = useState<readonly Moment[] | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const chosen = table || (tables[0]?.id ?? '');
  const look = async (at: number): Promise<void> => {
    setFault(null);
    await momentsAt(chosen, at).then(setFound, (error: Error) => setFault(error.message));
  };
  // Whoever comes from a table sees its last rolls without asking.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on coming
  useEffect(() => {
    if (asked !== '') void look(Date.now());
  }, []);
  return (
    <section className="panel" aria-labelledby="table-at">
      <h2 id="table-at">A table at a time</h2>
      <form
        className="case-at"
        onSubmit={(event) => {
          event.preventDefault();
          void look(instantOf(day, time) + MINUTE_MS - 1);
        }}
      >
        <label>
          Table
          <select value={chosen} onChange={({ target }) => setTable(target.value)}>
            {tables.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Day
          <input type="date" value={day} onChange={({ target }) => setDay(target.value)} />
        </label>
        <label>
          Time
          <input type="time" value={time} onChange={({ target }) => setTime(target.value)} />
        </label>
        <button type="submit" className="button-main">
          Show the rolls
        </button>
        <Link
          className="button-link"
          href={hasPit(place) ? pitAddress(place, chosen) : `/display/${encodeURIComponent(chosen)}`}
        >
          Follow it live
        </Link>
      </form>
      {fault !== null && <p role="alert">{fault}</p>}
      {found?.length === 0 && <p className="quiet">Nothing was rolled there around that time.</p>}
      {found && found.length > 0 && (show?.(found) ?? <Rolls place={place} moments={found} />)}
    </section>
  );
}

const Rolls = (found: Pick<OfficeProps, 'place'> & { moments: readonly Moment[] }) => (
  <Moments
    {...found}
    beside={(moment) => <RollBundle moment={moment} />}
    below={(moment) => <OnFelt moment={moment} />}
  />
);

/** Drawn when it is asked for: as it was, as it was paid, as it should have been. */
function OnFelt({ moment }: { moment: Moment }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>On the felt</summary>
      {isOpen && <ReplayView table={moment.table} roll={moment.n} />}
    </details>
  );
}
