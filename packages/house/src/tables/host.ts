import { no } from '@boxperson/offices';
import {
  type Command,
  type Due,
  decide,
  due,
  evolve,
  guestOf,
  restoreTable,
  type SavedTable,
  saveTable,
  type Table,
  type TableEvent,
} from '@boxperson/rules';
import type { Clock } from '../clock.js';
import { entriesFor } from '../ledger/entries.js';
import { Bounded } from '../people/bounded.js';
import type { Store } from '../store/store.js';
import {
  type CommandKey,
  type Decision,
  loadStream,
  type Machine,
  REPLAY_MOST,
  StreamHost,
  StreamStopped,
  type Submitted,
} from '../stream/host.js';
import { whyRolledSince } from './second.js';

const TABLE_PREFIX = 'table/';

/** The stream of a table. */
export const streamOf = (table: string): string => `${TABLE_PREFIX}${table}`;

/** The table of a stream; null for any other stream. */
export const tableIn = (stream: string): string | null =>
  stream.startsWith(TABLE_PREFIX) ? stream.slice(TABLE_PREFIX.length) : null;

/** Verbs that draw on money outside the table: the next command waits for their commit. */
const WALLET_VERBS: readonly unknown[] = [
  'sit',
  'chips',
  'exchange',
  'collect',
  'leave',
  'vacate',
  'release',
];

/** A table as a stream: the rules decide and evolve, the ledger follows. */
export const tableMachine = (id: string): Machine<Table, TableEvent> => ({
  stream: streamOf(id),
  start: null,
  evolve,
  read: (body) => JSON.parse(body) as TableEvent,
  entries: (before, event, after) => entriesFor(id, before, event, after),
  save: (table) => JSON.stringify(saveTable(table)),
  restore: (body) => restoreTable(JSON.parse(body) as SavedTable),
});

const decisionOn =
  (command: Command): Decision<Table, TableEvent> =>
  (table, now) =>
    decide(table, { ...command, at: Math.max(now, table.at) });

/**
 * Decided as for the person whose place it is, when its turn has come: whoever held that name when they asked may have
 * been taken back since, and somebody else have sat down under it. Without an owner, for the crew or the house.
 */
const ownedBy =
  (owner: string | null, command: Command): Decision<Table, TableEvent> =>
  (table, now) => {
    const player = command['player'];
    const holder = owner !== null && typeof player === 'string' ? guestOf(table, player) : undefined;
    return holder && holder.person !== owner ? NOT_YOURS : decisionOn(command)(table, now);
  };

/** And after the roll that it was said after: while two people agree, and on the way here, others may be called. */
const saidAfter =
  (roll: number | undefined, owner: string | null, command: Command): Decision<Table, TableEvent> =>
  (table, now) => {
    const refused = whyRolledSince(table, command, { roll });
    return refused ? { ok: false, refused } : ownedBy(owner, command)(table, now);
  };

const NOT_YOURS = no('not-yours', 'That is not your place.');

interface HostAround {
  readonly store: Store;
  readonly clock: Clock;
}

/** The last events before the house opened, from after place `from` on: as many as anybody is told again. */
interface Past {
  readonly from: number;
  readonly bodies: readonly string[];
}
const NOTED = ['"event":"sat"', '"event":"rolled"'];

/** So many who sat there last are known after they have gone. */
const SAT_MOST = 2_000;

/** One writer for one table. */
export class TableHost extends StreamHost<Table, TableEvent> {
  readonly id: string;
  /** Where in the stream each name was last taken: of those who have gone as long as anybody may be told of it again. */
  readonly #heldSince = new Map<string, number>();
  /** People who sat there, the last ones. */
  readonly #sat = new Bounded<string, true>(SAT_MOST);
  /** Where in the stream the last roll was called. */
  #rolledAt: number | null = null;
  /** Nobody is told of anything before that: whoever sat there then is held to have sat since. */
  readonly #from: number;

  private constructor(id: string, around: HostAround, table: Table, n: number, past: Past) {
    super(tableMachine(id), around.store, around.clock, { state: table, n });
    this.id = id;
    this.#from = past.from;
    for (const [index, body] of past.bodies.entries())
      if (NOTED.some((one) => body.includes(one)))
        this.#note(JSON.parse(body) as TableEvent, past.from + index + 1);
    this.listen(({ first, events, state }) => {
      for (const [index, event] of events.entries()) this.#note(event, first + index);
      if (events.some(({ event }) => event === 'sat')) this.#forget(state, first);
    });
  }

  #note(event: TableEvent, n: number): void {
    if (event.event === 'rolled') this.#rolledAt = n;
    if (event.event !== 'sat') return;
    this.#sat.set(event.person, true);
    // Whoever sits down again to what they left held the name all along (R59).
    if (event.again) return;
    // Taken last, it stands last.
    this.#heldSince.delete(event.player);
    this.#heldSince.set(event.player, n);
  }

  /** Strangers choose names: who has gone, and was so long ago that nobody is told of it again, is forgotten. */
  #forget(table: Table, now: number): void {
    for (const [name, since] of this.#heldSince) {
      if (since > now - REPLAY_MOST) return;
      if (!guestOf(table, name)) this.#heldSince.delete(name);
    }
  }

  /** Does somebody sit there, or did they not long ago? */
  hasSat(person: string): boolean {
    return this.table.guests.some((guest) => guest.person === person) || this.#sat.get(person) === true;
  }

  /** Since which event a name at the table is held by whoever holds it now. */
  heldSince(player: string): number {
    return this.#heldSince.get(player) ?? this.#from;
  }

  /** The place of the last roll, or the earliest that counts. */
  get rolledAt(): number {
    return this.#rolledAt ?? this.#from;
  }

  /** A new table from the events of its opening. */
  static async open(
    id: string,
    store: Store,
    clock: Clock,
    opening: readonly TableEvent[],
  ): Promise<TableHost> {
    const table = opening.reduce<Table | null>(evolve, null) as Table;
    const events = opening.map((event, index) => ({
      stream: streamOf(id),
      position: index + 1,
      at: event.at,
      body: JSON.stringify(event),
    }));
    await store.append({ command: null, events, entries: [] });
    return new TableHost(id, { store, clock }, table, opening.length, { from: 0, bodies: [] });
  }

  /** A table as its stream has it. */
  static async load(id: string, store: Store, clock: Clock): Promise<TableHost> {
    const { state, n } = await loadStream(store, tableMachine(id));
    if (state === null) throw new StreamStopped(streamOf(id), 'its record is empty');
    const from = Math.max(0, n - REPLAY_MOST);
    const past = await store.readStream(streamOf(id), from, REPLAY_MOST);
    return new TableHost(id, { store, clock }, state, n, { from, bodies: past.map(({ body }) => body) });
  }

  get table(): Table {
    return this.state;
  }

  /** Now, as the table counts time: never before its last event. */
  at(): number {
    return Math.max(this.clock.now(), this.state.at);
  }

  /** What the clock must do next. */
  due(): Due | null {
    return this.stopped === null && !this.isElsewhere ? due(this.state, this.clock.now()) : null;
  }

  /** Decides a command against the table as it stands and answers when it is durable. */
  submit(
    command: Command,
    key: CommandKey | null = null,
    owner: string | null = null,
    roll?: number,
  ): Promise<Submitted<TableEvent>> {
    if (this.isElsewhere && this.forward) return this.forward({ command, key, owner, roll });
    const drawsOnMoney = WALLET_VERBS.includes(command['do']);
    return this.perform(saidAfter(roll, owner, command), { key, drawsOnMoney });
  }

  /** Decides several commands as one, each with the table as the one before leaves it. */
  decisionOn(commands: readonly Command[]): Decision<Table, TableEvent> {
    return (table, now) => {
      const events: TableEvent[] = [];
      let state = table;
      for (const command of commands) {
        const decided = decisionOn(command)(state, now);
        if (!decided.ok) return decided;
        events.push(...decided.value);
        state = decided.value.reduce<Table>(evolve, state);
      }
      return { ok: true, value: events };
    };
  }

  /** With nothing decided in between, and all that was decided before stored. */
  atRest<T>(act: () => Promise<T>): Promise<T> {
    return this.alone(async () => {
      await this.settled();
      return act();
    });
  }

  /** Does several things with nothing in between: no other command is decided until it is done. */
  exclusively<T>(
    act: (submit: (command: Command) => Promise<Submitted<TableEvent>>) => Promise<T>,
  ): Promise<T> {
    return this.alone((perform) => act((command) => perform(decisionOn(command))));
  }
}
