import type { Table, TableEvent } from '@boxperson/rules';
import type { Clock } from '../../src/clock.js';
import { afterShown, HouseClient, type Known, tableFrom, withOwn } from '../../src/wire/client.js';
import type { Line } from './network.js';
import { booksOf, type Sort } from './people.js';

/** A table as somebody at the other end knows it. */
interface Mirror {
  n: number;
  table: Table | null;
  own: Known;
}

export interface Dialling {
  readonly connect: (me: Somebody) => Line;
  readonly clock: Clock;
  readonly random: () => string;
}

export const tokenOf = (person: string): string => `token-${person}`;

/** Somebody of the world with the client that browsers and bots use. */
export class Somebody {
  readonly sort: Sort;
  readonly client: HouseClient;
  /** The line in use. */
  line: Line | null = null;
  /** Every command they gave, as they gave it. */
  readonly said: string[] = [];
  readonly mirrors = new Map<string, Mirror>();

  constructor(sort: Sort, { connect, clock, random }: Dialling) {
    this.sort = sort;
    const dial = () => {
      this.line = connect(this);
      return this.line;
    };
    const signedIn = sort.person ? { token: tokenOf(sort.person.id) } : {};
    this.client = new HouseClient({ connect: dial, clock, random, ...signedIn });
  }

  get name(): string {
    return this.sort.person?.id ?? 'a stranger';
  }

  watch(tables: readonly string[]): void {
    for (const id of tables) this.#follow(id);
    const beside = this.sort.person && tables.includes('aruze') ? ['terminal/aruze'] : [];
    for (const at of [...booksOf(this.sort.kind), ...beside])
      this.client.follow(at, { books: () => {}, events: () => {} });
  }

  /** Follows a table with the rules' own `evolve`, as a browser does. */
  #follow(id: string): void {
    const mirror: Mirror = { n: 0, table: null, own: [] };
    this.mirrors.set(id, mirror);
    this.client.watch(id, {
      table: ({ view, own, sees }) => {
        mirror.n = view.n;
        mirror.own = sees === 'all' ? 'all' : own;
        mirror.table = tableFrom(view, mirror.own);
      },
      events: (n, events) => {
        mirror.n = n + events.length - 1;
        for (const event of events)
          if (mirror.table) mirror.table = afterShown(mirror.table, event as TableEvent | null, mirror.own);
      },
      own: (own) => {
        if (mirror.own === 'all') return;
        mirror.own = own;
        if (mirror.table) mirror.table = withOwn(mirror.table, own);
      },
    });
  }
}
