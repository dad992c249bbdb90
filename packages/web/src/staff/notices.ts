import { type HouseBooks, printedNumber, seesAsCrew, seesBooks, type Tickets } from '@boxperson/offices';
import { houseNotices, type Notice } from './house-notices.js';
import { type Staff, useShelf, useStaff, useTableNames } from './staff.js';
import type { Workplace } from './workplace.js';

export type { Notice } from './house-notices.js';

const withheldIn = ({ withheld }: Tickets): readonly Notice[] =>
  Object.entries(withheld).map(([number, { reason, inspector }]) => ({
    id: `withheld-${number}`,
    says: `Ticket ${printedNumber(number)} is withheld`,
    more: `${reason} · inspector told: ${inspector}`,
    office: 'tickets',
    kind: 'waits',
  }));

/** As much of a terminal's books as tells who calls. */
interface Terminals {
  readonly seats?: readonly ({
    readonly attendant?: { readonly for: string; readonly reason: string } | null;
    readonly locked?: string | null;
  } | null)[];
}

const CALLS: Readonly<Record<string, string>> = {
  help: 'calls an attendant',
  fault: 'reports a fault',
  'hand-pay': 'waits for a payment by hand',
  held: 'is held',
};

const callsIn = ({ seats = [] }: Terminals, table: string, name: string): readonly Notice[] =>
  seats.flatMap((terminal, seat) => {
    const call = terminal?.attendant;
    if (!call) return [];
    return [
      {
        id: `call-${table}-${seat}`,
        says: `Terminal ${seat} of ${name} ${CALLS[call.for] ?? 'calls'}`,
        more: call.reason,
        office: 'terminal',
        matter: table,
        kind: 'waits' as const,
      },
    ];
  });

function useOpen<Books>(office: string, place: Workplace): Books | null {
  const shelf = useShelf(seesBooks(place.as, office) ? office : null);
  return shelf.kind === 'open' ? (shelf.books as Books) : null;
}

/** What the books that are open at a workplace say should be looked at. */
export function useNotices(place: Workplace): readonly Notice[] {
  const nameOf = useTableNames();
  const house = useOpen<HouseBooks>('house', place);
  const tickets = useOpen<Tickets>('tickets', place);
  return [...(house ? houseNotices(house, nameOf) : []), ...(tickets ? withheldIn(tickets) : [])];
}

/** Electronic tables whose terminals this workplace looks after. */
export function useElectronic(place: Workplace): Staff['tables'] {
  const { tables } = useStaff();
  return tables.filter(
    ({ id, rulebook, run }) =>
      run === 'electronic' && (seesBooks(place.as, 'terminal') || seesAsCrew(place.as, { id, rulebook })),
  );
}

/** Terminals of one table that call. */
export function useCalls(table: string): readonly Notice[] {
  const nameOf = useTableNames();
  const shelf = useShelf(`terminal/${table}`);
  return shelf.kind === 'open' && shelf.books ? callsIn(shelf.books as Terminals, table, nameOf(table)) : [];
}
