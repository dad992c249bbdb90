import type { FloorReport } from '@boxperson/house';
import { useState } from 'react';
import { Money } from '../../ui/staff/Money.js';
import { Table, type TableColumn } from '../../ui/staff/Table.js';
import { When } from '../../ui/staff/When.js';
import { useTableNames } from '../staff.js';
import { useUnclaimed } from './reading.js';

type Tickets = FloorReport['unclaimed'];

const columnsWith = (tableName: (id: string) => string): readonly TableColumn<Tickets[number]>[] => [
  { id: 'ends', name: 'Ticket', show: ({ ends }) => `… ${ends}` },
  { id: 'table', name: 'From', show: ({ table }) => tableName(table), by: ({ table }) => tableName(table) },
  { id: 'at', name: 'Issued', show: ({ at }) => <When at={at} />, by: ({ at }) => at },
  {
    id: 'amount',
    name: 'Worth',
    align: 'end',
    show: ({ amount }) => <Money cents={amount} />,
    by: ({ amount }) => amount,
  },
];

export const UnclaimedTable = ({ tickets }: { tickets: Tickets }) => (
  <Table
    name="Unclaimed tickets"
    rows={tickets}
    columns={columnsWith(useTableNames())}
    keyOf={({ seq }) => String(seq)}
    nothing="Every ticket has come back."
  />
);

/** What is out and nobody has brought back, for the cage: read from the log when it is asked for. */
export function Unclaimed() {
  const [asked, setAsked] = useState(false);
  return (
    <section aria-label="Unclaimed">
      <h3>Unclaimed</h3>
      {asked ? (
        <Read />
      ) : (
        <button type="button" onClick={() => setAsked(true)}>
          List unclaimed tickets
        </button>
      )}
    </section>
  );
}

function Read() {
  const found = useUnclaimed();
  if (found.kind === 'reading') return <p className="quiet">Reading the log…</p>;
  if (found.kind === 'failed') return <p role="alert">{found.why}</p>;
  return <UnclaimedTable tickets={found.value.unclaimed} />;
}
