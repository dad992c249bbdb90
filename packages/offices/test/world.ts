import {
  type AnyOffice,
  type Facts,
  type FloorFact,
  factsFrom,
  type HeldPost,
  type HeldRole,
  type Needs,
  type OfficeEvent,
  type Person,
  type PersonKind,
  type TableFact,
  type TablePlace,
} from '@boxperson/offices';
import { evolve, openTable, RULEBOOK_IDS, RULEBOOKS, type RulebookId, type Table } from '@boxperson/rules';
import fc from 'fast-check';
import type { Beside } from './beside.js';

/** A table of a book, as other offices come to know it. */
export function tableFact(rulebook: RulebookId, more: object = {}): TableFact {
  const opened = openTable({ rulebook, limits: { default: { min: 500, max: 100_000 } }, ...more }, 0);
  if (!opened.ok) throw new Error(opened.refused.message);
  const table = opened.value.reduce<Table | null>(evolve, null) as Table;
  return { id: rulebook, table, n: opened.value.length, stopped: false };
}
const TABLES = new Map([
  ...RULEBOOK_IDS.map((id) => [id as string, tableFact(id)] as const),
  ...['cup-1', 'cup-2'].map((id) => [id, { ...tableFact('crown', { tournament: true }), id }] as const),
]);

export const placeOf = (table: string): TablePlace | null => {
  const found = TABLES.get(table);
  return found ? { id: table, rulebook: found.table.settings.rulebook } : null;
};

const person = (id: string, kind: PersonKind, more: Partial<Person> = {}): Person => ({
  id,
  kind,
  name: id,
  createdAt: 0,
  ...more,
});

const topRole = (rulebook: RulebookId): HeldRole => ({
  rulebook,
  role: RULEBOOKS[rulebook].roles.at(-1)?.id as string,
});
const lowRole = (rulebook: RulebookId): HeldRole => ({
  rulebook,
  role: RULEBOOKS[rulebook].roles[0]?.id as string,
});
const post = (name: HeldPost['post'], tables: HeldPost['tables'] = '*'): HeldPost => ({ post: name, tables });

/** One of each kind, of each post, and of the lowest and highest role of each book. */
export const PEOPLE: readonly Person[] = [
  person('g-guest', 'guest'),
  person('g-bot', 'guest', { bot: true }),
  person('p-player', 'player', { card: 'C-1' }),
  person('d-device', 'device'),
  person('s-none', 'staff'),
  person('s-gone', 'staff', { inactive: true, roles: RULEBOOK_IDS.map(topRole) }),
  person('s-all', 'staff', { roles: RULEBOOK_IDS.map(topRole) }),
  person('s-all-2', 'staff', { roles: RULEBOOK_IDS.map(topRole) }),
  person('s-cashier', 'staff', { posts: [post('cashier')] }),
  person('s-runner', 'staff', { posts: [post('runner')] }),
  person('s-pit', 'staff', { posts: [post('pit-supervisor', ['star'])] }),
  person('s-eye', 'staff', { posts: [post('surveillance')] }),
  person('s-inspector', 'staff', { posts: [post('inspector')] }),
  person('s-director', 'staff', { posts: [post('tournament-director')] }),
  person('s-scrutineer', 'staff', { posts: [post('scrutineer')] }),
  person('s-trainer', 'staff', { posts: [post('trainer')] }),
  person('s-manager', 'staff', { posts: [post('manager')] }),
  ...RULEBOOK_IDS.flatMap((book) => [
    person(`s-top-${book}`, 'staff', { roles: [topRole(book)] }),
    person(`s-low-${book}`, 'staff', { roles: [lowRole(book)] }),
  ]),
];

export const personArb = fc.constantFrom(...PEOPLE);

/** An office as it is listed: what may be said to it, and what the world around it looks like. */
export interface Listed {
  readonly office: AnyOffice;
  /** What is said with each verb, sensible and not. */
  readonly bodies: Readonly<Record<string, fc.Arbitrary<unknown>>>;
  /** What accounts hold; null for one that has never been. */
  readonly balance?: (account: string, roll: number) => number | null;
  readonly books?: (stream: string, roll: number) => unknown;
  /** Puts what is in the books by now into what is said. */
  readonly fill?: (state: unknown, body: unknown, roll: number) => unknown;
  /** The table that it goes along with, for an office that does. */
  readonly beside?: Beside;
  /** The rulebooks that its books are of, where the verbs of a manager are for those who manage all of these. */
  readonly booksOf?: (books: unknown) => readonly string[];
  /** Who comes to this office more often than others, by id. */
  readonly regulars?: readonly string[];
  /** What every other life begins with: acts that take several people, one after another. */
  readonly rehearsed?: readonly {
    readonly verb: string;
    readonly body: object;
    readonly by: string;
    /** How long after the one before, in milliseconds; left out, a second. */
    readonly wait?: number;
  }[];
  /** People beyond those who are in every world. */
  readonly people?: readonly Person[];
}

const FLOOR: FloorFact = { open: 3, used: ['wharf'], tumblers: ['t1'], playMoney: 500_000 };

export const factsFor =
  ({ balance, books, people = [] }: Listed, roll: number) =>
  (needs: Needs): Facts =>
    factsFrom({
      balances: new Map((needs.balances ?? []).map((name) => [name, balance?.(name, roll) ?? null])),
      persons: new Map(
        (needs.persons ?? []).map((id) => [id, [...PEOPLE, ...people].find((one) => one.id === id) ?? null]),
      ),
      tables: new Map((needs.tables ?? []).map((id) => [id, TABLES.get(id) ?? null])),
      books: new Map(
        (needs.books ?? []).map((name) => [name, name === 'floor' ? FLOOR : books?.(name, roll)]),
      ),
    });

/** As the log keeps them. */
export const asKept = (office: AnyOffice, event: OfficeEvent): OfficeEvent => {
  const kept: unknown = JSON.parse(JSON.stringify(event));
  return office.read ? office.read(kept) : (kept as OfficeEvent);
};

export function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
  return value;
}
