import { type DraftTerms, missingIn, type Tournament } from '@boxperson/offices';
import { wordsOf } from '../../../ui/form/shape.js';
import { Money } from '../../../ui/staff/Money.js';
import { Table, type TableColumn } from '../../../ui/staff/Table.js';

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
}

const ENTRIES: readonly TableColumn<EntryRow>[] = [
  { id: 'entry', name: 'Entry', show: ({ entry }) => entry, by: ({ entry }) => Number(entry) },
  { id: 'name', name: 'Name', show: ({ name }) => name, by: ({ name }) => name },
  { id: 'stands', name: 'Standing', show: ({ stands }) => wordsOf(stands), by: ({ stands }) => stands },
  { id: 'briefed', name: 'Briefed', show: ({ briefed }) => (briefed ? 'yes' : 'no') },
  { id: 'signed', name: 'Signed', show: ({ signed }) => (signed ? 'yes' : 'no') },
];

/** Everybody who entered, however they stand. */
export function Entries({ state }: { state: Tournament }) {
  const rows = Object.entries(state.entries).map(([entry, { name, staff, stands, briefed, signature }]) => ({
    entry,
    name: staff ? `${name} (staff)` : name,
    stands,
    briefed,
    signed: typeof signature === 'string',
  }));
  return (
    <>
      <h3>Who entered</h3>
      <Table
        name="Who entered"
        rows={rows}
        columns={ENTRIES}
        keyOf={({ entry }) => entry}
        nothing="Nobody has entered yet."
      />
    </>
  );
}
