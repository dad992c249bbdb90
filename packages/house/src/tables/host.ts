import {
  type Command,
  type Due,
  decide,
  due,
  evolve,
  type Refusal,
  restoreTable,
  type SavedTable,
  saveTable,
  type Table,
  type TableEvent,
} from '@boxperson/rules';
import { entriesFor } from '../ledger/entries.js';
import { type LedgerEntry, type LogEntry, type Store, StoreError, type Work } from '../store/store.js';

/** A command with the id that its sender made and a hash of what it says. */
export interface CommandKey {
  readonly id: string;
  readonly hash: string;
}

/** What became of a command. `n` is the place of its last event in the table's stream. */
export type Outcome =
  | { readonly ok: true; readonly n: number; readonly events: readonly TableEvent[] }
  | { readonly ok: false; readonly refused: Refusal };

/** What was committed, numbered by its place in the table's stream; `texts` are the events as the record has them. */
export interface Committed {
  readonly first: number;
  readonly events: readonly TableEvent[];
  readonly texts: readonly string[];
  readonly table: Table;
}

export type Listener = (committed: Committed) => void;

export const streamOf = (table: string): string => `table/${table}`;

/** Snapshots only spare a replay: losing one loses nothing. */
const SNAPSHOT_EVERY = 500;
const READ_AT_ONCE = 5_000;

/** Verbs that draw on money outside the table: the next command waits for their commit. */
const WALLET_VERBS: readonly unknown[] = ['sit', 'chips', 'collect', 'leave', 'vacate'];

/** Broken invariants and lost stores stop one table; the others go on. */
export class TableStopped extends Error {
  constructor(table: string, why: string) {
    super(`table ${table} is stopped: ${why}`);
    this.name = 'TableStopped';
  }
}

/** A table as it was after the `n`th event of its stream. */
export interface Standing {
  readonly table: Table;
  readonly n: number;
}

export type WorkPart = Pick<Work, 'events' | 'entries'>;

/** What goes into the record and the ledger with a table's events: what must come before them, and after. */
export interface Beside {
  readonly ahead: WorkPart;
  readonly behind: WorkPart;
  /** Nothing of it happened. */
  undo(): void;
}

/** An event, with the table before and after it. */
export interface Step {
  readonly before: Table;
  readonly event: TableEvent;
  readonly after: Table;
}

/** Somebody who keeps books of their own of what happens at a table, committed with it. */
export interface Companion {
  /** `source` is what whoever gave the command said of it, and only they understand. */
  beside(steps: readonly Step[], n: number, source: unknown): Beside;
  /** Everything up to place `n` is durable. */
  told(n: number): void;
}

/** One writer for one table: decides, commits, then tells. */
export class TableHost {
  readonly id: string;
  readonly #store: Store;
  readonly #now: () => number;
  readonly #listeners = new Set<Listener>();
  #table: Table;
  #n: number;
  /** What is durable: nobody outside is shown more. */
  #told: Standing;
  #companion: Companion | null = null;
  #stopped: string | null = null;
  /** Set while something must be committed before the next decision. */
  #barrier: Promise<unknown> | null = null;
  /** The last commit under way: broadcasts keep the order of decisions. */
  #tail: Promise<unknown> = Promise.resolve();

  private constructor(id: string, store: Store, now: () => number, table: Table, n: number) {
    this.id = id;
    this.#store = store;
    this.#now = now;
    this.#table = table;
    this.#n = n;
    this.#told = { table, n };
  }

  /** A new table from the events of its opening. */
  static async open(
    id: string,
    store: Store,
    now: () => number,
    opening: readonly TableEvent[],
  ): Promise<TableHost> {
    const table = opening.reduce<Table | null>(evolve, null) as Table;
    await store.append({ command: null, events: logEntries(id, 0, opening), entries: [] });
    return new TableHost(id, store, now, table, opening.length);
  }

  /** A table as its stream has it: the last snapshot and what came after. */
  static async load(id: string, store: Store, now: () => number): Promise<TableHost> {
    const snapshot = await store.getSnapshot(streamOf(id));
    let table = snapshot ? restoreTable(JSON.parse(snapshot.body) as SavedTable) : null;
    let n = snapshot?.position ?? 0;
    for (;;) {
      const entries = await store.readStream(streamOf(id), n, READ_AT_ONCE);
      for (const { body, position } of entries) {
        if (position !== n + 1) throw new TableStopped(id, `its record jumps from ${n} to ${position}`);
        table = evolve(table, JSON.parse(body) as TableEvent);
        n = position;
      }
      if (entries.length < READ_AT_ONCE) break;
    }
    if (table === null) throw new TableStopped(id, 'its record is empty');
    return new TableHost(id, store, now, table, n);
  }

  get table(): Table {
    return this.#table;
  }
  get n(): number {
    return this.#n;
  }
  get told(): Standing {
    return this.#told;
  }
  get stopped(): string | null {
    return this.#stopped;
  }

  /** Tells of everything that is committed from now on. The answer takes the listener off again. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  accompany(companion: Companion): void {
    this.#companion = companion;
  }

  /** What the clock must do next. */
  due(): Due | null {
    return this.#stopped === null ? due(this.#table, this.#now()) : null;
  }

  /** Decides a command against the table as it stands and answers when it is durable. */
  async submit(command: Command, key: CommandKey | null = null, source?: unknown): Promise<Outcome> {
    while (this.#barrier) await this.#barrier.catch(() => {});
    return this.#decideAndCommit(command, key, source);
  }

  /** Does several things with nothing in between: no other command is decided until it is done. */
  async exclusively<T>(act: (submit: (command: Command) => Promise<Outcome>) => Promise<T>): Promise<T> {
    while (this.#barrier) await this.#barrier.catch(() => {});
    const done = act((command) => this.#decideAndCommit(command, null));
    this.#barrier = done;
    try {
      return await done;
    } finally {
      if (this.#barrier === done) this.#barrier = null;
    }
  }

  async #decideAndCommit(command: Command, key: CommandKey | null, source?: unknown): Promise<Outcome> {
    if (this.#stopped !== null) throw new TableStopped(this.id, this.#stopped);
    const at = Math.max(this.#now(), this.#table.at);
    const decided = this.#guarded(() => decide(this.#table, { ...command, at }));
    if (!decided.ok) return { ok: false, refused: decided.refused };
    const before = { table: this.#table, n: this.#n };
    const { beside, committed } = this.#commit(decided.value, key, source);
    if (!WALLET_VERBS.includes(command['do']) || this.#barrier) return committed;
    const barrier = committed.catch((error: unknown) => {
      const answer = this.#takeBack(before, error);
      beside?.undo();
      return answer;
    });
    this.#barrier = barrier;
    try {
      return await barrier;
    } finally {
      if (this.#barrier === barrier) this.#barrier = null;
    }
  }

  /** An account had less than was asked of it: nothing happened. Anything else stops the table. */
  #takeBack(before: Standing, error: unknown): Outcome {
    const fault = error instanceof StoreError ? error.fault : null;
    if (fault?.kind !== 'overdrawn') throw error;
    this.#stopped = null;
    this.#table = before.table;
    this.#n = before.n;
    const message = 'That is more than your account holds.';
    return { ok: false, refused: { code: 'insufficient', clause: null, message } };
  }

  #commit(events: readonly TableEvent[], key: CommandKey | null, source: unknown) {
    const first = this.#n + 1;
    const entries: LedgerEntry[] = [];
    let table = this.#table;
    const steps: Step[] = [];
    for (const [of, event] of events.entries()) {
      const after = this.#guarded(() => evolve(table, event));
      for (const entry of entriesFor(this.id, table, event, after)) entries.push({ ...entry, of });
      steps.push({ before: table, event, after });
      table = after;
    }
    const n = this.#n + events.length;
    const beside = this.#guarded(() => this.#companion?.beside(steps, this.#n, source));
    const logged = logEntries(this.id, this.#n, events);
    const parts = [beside?.ahead, { events: logged, entries }, beside?.behind];
    const work: Work = {
      command: key && { ...key, answer: JSON.stringify({ ok: true, n }) },
      ...joined(parts),
    };
    this.#table = table;
    this.#n = n;
    const texts = logged.map(({ body }) => body);
    return { beside, committed: this.#commitWork(work, { first, events, texts, table }) };
  }

  /** Told in the order of the decisions, each when it is durable and those before it are told. */
  #commitWork(work: Work, committed: Committed): Promise<Outcome> {
    const { first, events } = committed;
    const stored = this.#store.append(work);
    stored.catch((error: unknown) => this.#stop(error));
    const mine = () => stored;
    const told = this.#tail.then(mine, mine).then((): Outcome => {
      this.#tell(committed);
      return { ok: true, n: first + events.length - 1, events };
    });
    this.#tail = told;
    return told;
  }

  #tell(committed: Committed): void {
    const { first, events, table } = committed;
    const last = first + events.length - 1;
    this.#told = { table, n: last };
    for (const listener of this.#listeners) listener(committed);
    this.#companion?.told(last);
    if (Math.floor(last / SNAPSHOT_EVERY) > Math.floor((first - 1) / SNAPSHOT_EVERY))
      void this.#snapshot(last, table);
  }

  async #snapshot(position: number, table: Table): Promise<void> {
    try {
      await this.#store.putSnapshot(streamOf(this.id), position, JSON.stringify(saveTable(table)));
    } catch {
      // Disposable: the next one will do.
    }
  }

  /** Our own bug, not a refusal: the table stops as it is and is kept for inspection. */
  #guarded<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      this.#stop(error);
      throw new TableStopped(this.id, String(this.#stopped));
    }
  }

  #stop(error: unknown): void {
    this.#stopped ??= error instanceof Error ? error.message : String(error);
  }
}

/** Parts of a work as one: each entry still says which event it follows from. */
function joined(parts: readonly (WorkPart | undefined)[]): WorkPart {
  const events: LogEntry[] = [];
  const entries: LedgerEntry[] = [];
  for (const part of parts) {
    if (!part) continue;
    for (const entry of part.entries)
      entries.push({ ...entry, of: events.length + (entry.of ?? part.events.length - 1) });
    events.push(...part.events);
  }
  return { events, entries };
}

const logEntries = (table: string, after: number, events: readonly TableEvent[]): readonly LogEntry[] =>
  events.map((event, index) => ({
    stream: streamOf(table),
    position: after + index + 1,
    at: event.at,
    body: JSON.stringify(event),
  }));
