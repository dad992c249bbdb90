import type { HouseClient } from '@boxperson/house/client';
import { type Command, decide, evolve, saveTable, type Table, type TableEvent } from '@boxperson/rules';
import type { TableClient } from '../../model.js';

type Watcher = Parameters<HouseClient['watch']>[1];
type Answer = Awaited<ReturnType<HouseClient['do']>>;

/**
 * A mock table in this browser, spoken to as a house's table is: what stands at it are the consoles of real crews. No
 * clock runs at it, and nothing of it reaches a house.
 */
export class SchoolTable implements TableClient {
  #table: Table;
  #n = 1;
  #watcher: Watcher | null = null;

  constructor(table: Table) {
    this.#table = table;
  }

  get table(): Table {
    return this.#table;
  }

  watch(id: string, watcher: Watcher): () => void {
    this.#watcher = watcher;
    // As over a wire: not before whoever asked is ready to hear.
    queueMicrotask(() => {
      const { excluded: _excluded, terminalsMost: _most, ...view } = saveTable(this.#table);
      this.#watcher?.table({ t: 'table', at: id, view: { ...view, n: this.#n }, own: [], sees: 'all' });
    });
    return () => {
      this.#watcher = null;
    };
  }

  async do(_id: string, command: Command): Promise<Answer> {
    const decided = decide(this.#table, { at: this.#table.at, ...command });
    if (!decided.ok) return { kind: 'refused', refused: decided.refused };
    this.#happened(decided.value);
    return { kind: 'done', n: this.#n };
  }

  #happened(events: readonly TableEvent[]): void {
    const first = this.#n + 1;
    this.#n += events.length;
    this.#table = events.reduce<Table>(evolve, this.#table);
    this.#watcher?.events(first, events);
  }
}
