import type { Person } from '@boxperson/offices';
import {
  type Command,
  decide,
  evolve,
  must,
  openTable,
  RULEBOOKS,
  type RulebookId,
  type Table,
} from '@boxperson/rules';

export const guest: Person = { id: 'g-gus', kind: 'guest', name: 'Gus', createdAt: 0 };
export const player: Person = { id: 'p-pia', kind: 'player', name: 'Pia', card: 'C-1001', createdAt: 0 };
export const device: Person = { id: 'd-tumbler', kind: 'device', name: 'Tumbler', createdAt: 0 };

export const staffOf = (id: string, rulebook: RulebookId | '*', ...roles: readonly string[]): Person => ({
  id,
  kind: 'staff',
  name: id,
  roles: roles.map((role) => ({ rulebook, role })),
  createdAt: 0,
});

/** The lowest role of a book, one in the middle, and the highest. */
export function ranksOf(book: RulebookId) {
  const { roles } = RULEBOOKS[book];
  const at = (index: number) => roles[index]?.id as string;
  return { low: at(0), middle: at(Math.floor(roles.length / 2)), high: at(roles.length - 1) };
}

export const apply = (table: Table, ...commands: readonly Command[]): Table =>
  commands.reduce((before, command) => must(decide(before, command)).reduce(evolve, before), table);

/** A table of that book where Gus sits as `gus`, Pia as `pia`, and one of the staff per rank is on duty. */
export function tableOf(book: RulebookId): Table {
  const opened = must(openTable({ rulebook: book, limits: { default: { min: 500, max: 100_000 } } }));
  const { low, middle, high } = ranksOf(book);
  const by = { role: high, id: 's-manager' };
  return apply(
    opened.reduce<Table | null>(evolve, null) as Table,
    { do: 'staff', person: 's-manager', role: high },
    { do: 'staff', person: 's-dealer', role: low, by },
    ...(middle === high ? [] : [{ do: 'staff', person: 's-boxperson', role: middle, by }]),
    { do: 'sit', player: 'gus', seat: 1, bankroll: 100_000, person: guest.id },
    { do: 'sit', player: 'pia', seat: 2, bankroll: 100_000, person: player.id },
  );
}
