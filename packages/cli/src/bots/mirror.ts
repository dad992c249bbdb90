import type { HouseClient, Own, ServerMessage } from '@boxperson/house';
import { afterShown, tableFrom, withOwn } from '@boxperson/house/client';
import type { Table, TableEvent } from '@boxperson/rules';

export interface Watching {
  /** Something happened: the table before it and after. */
  readonly event: (event: TableEvent, before: Table, after: Table) => void;
  /** The table came as a whole: whatever was in between is not known. */
  readonly whole: () => void;
  readonly changed: () => void;
}

/** A table as somebody at the other end of the wire knows it: the house's record, applied by the rules' own `evolve`. */
export class Mirror {
  readonly #client: HouseClient;
  readonly #id: string;
  readonly #watching: Watching;
  #unwatch: () => void = () => {};
  #table: Table | null = null;
  #own: readonly Own[] = [];
  #n = 0;
  /** How far this clock is ahead of the house's, at most. */
  #ahead = Number.POSITIVE_INFINITY;

  constructor(client: HouseClient, id: string, watching: Watching) {
    this.#client = client;
    this.#id = id;
    this.#watching = watching;
    this.#watch();
  }

  /** The table at this moment by the house's clock: a wagering period ends though nobody says so. */
  get table(): Table | null {
    if (!this.#table || !Number.isFinite(this.#ahead)) return this.#table;
    return { ...this.#table, at: Math.max(this.#table.at, Date.now() - this.#ahead) };
  }
  get n(): number {
    return this.#n;
  }

  close(): void {
    this.#unwatch();
  }

  #watch(): void {
    this.#unwatch();
    this.#unwatch = this.#client.watch(this.#id, {
      table: (message) => this.#whole(message),
      events: (n, events) => this.#events(n, events),
      own: (own) => this.#money(own),
    });
  }

  #whole({ view, own }: Extract<ServerMessage, { t: 'table' }>): void {
    this.#n = view.n;
    this.#own = own;
    this.#table = tableFrom(view, own);
    this.#watching.whole();
    this.#watching.changed();
  }

  #events(n: number, events: readonly (TableEvent | null)[]): void {
    try {
      for (const event of events) if (event) this.#apply(event);
      this.#n = n + events.length - 1;
    } catch {
      // Should something not fit after all, begin again from the whole table.
      this.#table = null;
      this.#watch();
      return;
    }
    this.#watching.changed();
  }

  #apply(event: TableEvent): void {
    const before = this.#table;
    if (!before) return;
    const after = afterShown(before, event, this.#own);
    this.#ahead = Math.min(this.#ahead, Date.now() - event.at);
    this.#table = after;
    this.#watching.event(event, before, after);
  }

  #money(own: readonly Own[]): void {
    this.#own = own;
    if (this.#table) this.#table = withOwn(this.#table, this.#own);
    this.#watching.changed();
  }
}
