import { type DraftTerms, missingIn, type Tournament } from '@boxperson/offices';
import { wordsOf } from '../../../ui/form/shape.js';
import { Link } from '../../../ui/Link.js';
import { Money } from '../../../ui/staff/Money.js';
import { Table, type TableColumn } from '../../../ui/staff/Table.js';
import { addressOf } from '../../workplace.js';
import type { BooksProps } from '../index.js';

/** Items of rule 8.4 that the draft lacks. */
export function Missing({ draft }: { draft: DraftTerms }) {
  const missing = missingIn(draft);
  if (missing.length === 0) return null;
  return (
    <>
      <h3>What the terms do not say yet</h3>
      <ul>
        {missing.map(({ clause, title }) => (
          <li key={clause}>
            § {clause} {title}
          </li>
        ))}
      </ul>
    </>
  );
}

export const Prizes = ({ state }: { state: Tournament }) => (
  <>
    <h3>Prizes</h3>
    <ul>
      {state.prizes.map(({ player, place, amount }) => (
        <li key={player}>
          Place {place}: entry {player}, {state.entries[player]?.name}: <Money cents={amount} />
          {state.paid.includes(player) ? ', paid' : ''}
        </li>
      ))}
    </ul>
  </>
);

interface EntryRow {
  readonly entry: string;
  readonly name: string;
  readonly stands: string;
  readonly briefed: boolean;
  readonly signed: boolean;
  readonly substituteAt: string | null;
}

/** The form with whoever is in the entry on this screen: who took the place meanwhile was not meant here. */
export const substituteAddress =
  ({ place, office, matter = '' }: Pick<BooksProps, 'place' | 'office' | 'matter'>, state: Tournament) =>
  (entry: string): string | null => {
    const { stands, person } = state.entries[entry] ?? {};
    const isOpen = ['entries', 'closed'].includes(state.stage) && state.rounds.length === 0;
    if (!isOpen || stands !== 'in' || person === undefined) return null;
    return `${addressOf(place, office, matter, 'substitute')}?${new URLSearchParams({ entry, instead: person })}`;
  };

const ENTRIES: readonly TableColumn<EntryRow>[] = [
  { id: 'entry', name: 'Entry', show: ({ entry }) => entry, by: ({ entry }) => Number(entry) },
  { id: 'name', name: 'Name', show: ({ name }) => name, by: ({ name }) => name },
  { id: 'stands', name: 'Standing', show: ({ stands }) => wordsOf(stands), by: ({ stands }) => stands },
  { id: 'briefed', name: 'Briefed', show: ({ briefed }) => (briefed ? 'yes' : 'no') },
  { id: 'signed', name: 'Signed', show: ({ signed }) => (signed ? 'yes' : 'no') },
];

/** A director's alone, as long as anybody may still send another. */
const SUBSTITUTE: TableColumn<EntryRow> = {
  id: 'substitute',
  name: 'Substitute',
  show: ({ entry, substituteAt }) =>
    substituteAt && (
      <Link href={substituteAt} aria-label={`Put another in for entry ${entry}`}>
        Put another in
      </Link>
    ),
};

interface EntriesProps {
  readonly state: Tournament;
  readonly substituteAt: (entry: string) => string | null;
}

/** Everybody who entered, however they stand. */
export function Entries({ state, substituteAt }: EntriesProps) {
  const rows = Object.entries(state.entries).map(([entry, { name, staff, stands, briefed, signature }]) => ({
    entry,
    name: staff ? `${name} (staff)` : name,
    stands,
    briefed,
    signed: typeof signature === 'string',
    substituteAt: substituteAt(entry),
  }));
  const isOpen = rows.some((row) => row.substituteAt !== null);
  return (
    <>
      <h3>Who entered</h3>
      <Table
        name="Who entered"
        rows={rows}
        columns={isOpen ? [...ENTRIES, SUBSTITUTE] : ENTRIES}
        keyOf={({ entry }) => entry}
        nothing="Nobody has entered yet."
      />
    </>
  );
}
