import {
  type AnyOffice,
  type Asked,
  type CompanionEvent,
  decideIn,
  type Facts,
  type LeadFact,
  type OfficeEvent,
  type Refused,
  type TableStep,
  type Verb,
} from '@boxperson/offices';
import {
  type Command,
  evolve,
  restoreTable,
  type SavedTable,
  saveTable,
  type Table,
  type TableEvent,
} from '@boxperson/rules';
import type { Store } from '../store/store.js';
import {
  type Beside,
  type Committed,
  type Companion,
  type Decision,
  type Performing,
  readAll,
  type Standing,
  type Step,
  type Submitted,
  snapshotOf,
} from '../stream/host.js';
import {
  type OfficeAround,
  OfficeHost,
  officeMachine,
  type Under,
  type Wanted,
  whileShort,
} from './office-host.js';

/** The table that is accompanied, as far as its companions must know it. */
export interface Lead {
  readonly id: string;
  readonly stream: string;
  readonly state: Table;
  readonly n: number;
  readonly told: Standing<Table>;
  readonly stopped: string | null;
  readonly isElsewhere: boolean;
  accompany(companion: Companion<Table, TableEvent>): void;
  /** Decides several commands as one: all of them, or none. */
  decisionOn(commands: readonly Command[]): Decision<Table, TableEvent>;
  perform(
    decision: Decision<Table, TableEvent>,
    performing?: Performing<Table, TableEvent>,
  ): Promise<Submitted<TableEvent>>;
  /** With nothing decided in between, and all that was decided before stored. */
  atRest<T>(act: () => Promise<T>): Promise<T>;
}

export interface CompanionAround extends OfficeAround {
  readonly lead: Lead;
  /** The table as decisions are told of it. */
  readonly fact: () => LeadFact;
}

/**
 * The books with the table as it was then. It spares reading both streams from the beginning, and nothing else: losing
 * one loses nothing.
 */
export interface Reading {
  readonly n: number;
  readonly table: SavedTable;
  readonly books: unknown;
}

/** Books and table of one moment, as both records have them. */
interface Reached {
  /** The table's place, and the books' own. */
  readonly n: number;
  readonly position: number;
  readonly table: Table | null;
  readonly books: unknown;
}

interface Replayed extends Reached {
  /** How many events of the table had to be read. */
  readonly read: number;
}

const READING_EVERY = 1_000;

/** What was decided for the books with a command at the table: taken in when the table's events are. */
class Decided {
  readonly host: CompanionHost;
  readonly own: 'ahead' | 'behind';
  events: readonly OfficeEvent[] = [];
  asked: Asked | undefined;

  constructor(host: CompanionHost, own: 'ahead' | 'behind') {
    this.host = host;
    this.own = own;
  }
}

/** Between the facts and the decision the books came to ask for other facts. */
const OTHER_FACTS: Refused = {
  code: 'unavailable',
  clause: null,
  message: 'That changed just now: try again.',
  retryAfter: 1,
};
const TRIES_MOST = 5;

/**
 * One writer for an office's books beside a table. It has no clock and no queue of its own: everything is decided at
 * the table's turn and becomes durable with it, so that the two never differ.
 */
export class CompanionHost extends OfficeHost implements Companion<Table, TableEvent> {
  readonly #lead: Lead;
  readonly #fact: () => LeadFact;
  readonly #store: Store;
  /** The table's place in the last reading. */
  #kept = 0;
  /** Looks into the records, in the order in which they began, and the last of them that was taken in. */
  #looks = 0;
  #lookTaken = 0;
  /** Where the next look goes on from: it follows from what is on record alone, whoever kept the table since. */
  #reached: Reached;

  private constructor(office: AnyOffice, stream: string, around: CompanionAround, reached: Reached) {
    const { books, position } = reached;
    super(office, officeMachine(office, stream), around, { state: books, n: position });
    this.#reached = reached;
    this.#lead = around.lead;
    this.#fact = around.fact;
    this.#store = around.store;
  }

  /** From the last reading and what came after it; from the beginning where there is none. */
  static async beside(
    office: AnyOffice,
    around: CompanionAround,
    from: 'reading' | 'record' = 'reading',
  ): Promise<CompanionHost> {
    const { lead, store } = around;
    const stream = `${office.name}/${lead.id}`;
    const known = from === 'record' ? null : await readingOf(store, stream, lead);
    const replayed = await replay(store, office, lead, known ?? beginningOf(office));
    const host = new CompanionHost(office, stream, around, replayed);
    lead.accompany(host);
    // Whatever had to be read now need not be read again.
    if (replayed.read > READING_EVERY) await host.takeReading();
    return host;
  }

  /** Books beside a table that stands still stand still. */
  override get stopped(): string | null {
    return super.stopped ?? this.#lead.stopped;
  }

  /** Books go with their table. */
  override get isElsewhere(): boolean {
    return this.#lead.isElsewhere;
  }

  protected override asked(wanted: Wanted): Asked {
    return { ...super.asked(wanted), table: this.#fact() };
  }

  /** Facts are fetched first: nobody at the table waits while something is looked up. */
  protected override carryOut(
    verb: Verb<unknown, OfficeEvent>,
    wanted: Wanted,
    under: Under,
  ): Promise<Submitted<OfficeEvent>> {
    return whileShort(async () => {
      for (let tries = 1; ; tries++) {
        const done = await this.#attempt(verb, wanted, under);
        const isOther = !done.ok && done.refused === OTHER_FACTS;
        if (!isOther || tries === TRIES_MOST) return done;
      }
    });
  }

  async #attempt(
    verb: Verb<unknown, OfficeEvent>,
    wanted: Wanted,
    { key, prepared }: Under,
  ): Promise<Submitted<OfficeEvent>> {
    const needs = () => verb.needs?.(this.state, wanted.body, wanted.by) ?? {};
    const asksFor = JSON.stringify(needs());
    const facts = await this.fetch(needs());
    this.mustRun();
    const tried = decideIn(this.office, verb, this.state, this.asked(wanted), facts);
    if (!tried.ok) return tried;
    const why = await this.keeper.before?.(tried.value, wanted, prepared);
    if (why) return why;
    const decided = new Decided(this, verb.atTable?.own ?? 'behind');
    const done = await this.#lead.perform(
      (table, now) => {
        if (JSON.stringify(needs()) !== asksFor) return { ok: false, refused: OTHER_FACTS };
        decided.asked = this.asked(wanted);
        return this.#decide(verb, decided.asked, facts, decided)(table, now);
      },
      {
        key,
        source: decided,
        drawsOnMoney: verb.atTable !== undefined,
        place: () => this.n,
        answer: () => decided.asked && verb.answer?.(this.state, decided.events, decided.asked),
      },
    );
    return done.ok ? { ...done, events: decided.events } : done;
  }

  /** First the books, then the table; either may say no. */
  #decide(
    verb: Verb<unknown, OfficeEvent>,
    asked: Asked,
    facts: Facts,
    decided: Decided,
  ): Decision<Table, TableEvent> {
    return (table, now) => {
      const own = decideIn(this.office, verb, this.state, asked, facts);
      if (!own.ok) return own;
      decided.events = own.value;
      return this.#lead.decisionOn(verb.atTable?.commands(own.value, asked) ?? [])(table, now);
    };
  }

  /** What goes into the record and the ledger with the table's events, in the same commit. */
  beside(steps: readonly Step<Table, TableEvent>[], n: number, source: unknown): Beside {
    const before = { state: this.state, n: this.n };
    const place = n + steps.length;
    const follows = steps.map((step, index): TableStep => ({ ...step, n: n + 1 + index }));
    const state = follows.reduce((books, step) => followed(this.office, books, step), before.state);
    this.moveTo({ state, n: before.n });
    const decided = source instanceof Decided && source.host === this ? source : null;
    const said = (decided?.events ?? []).map((event): CompanionEvent => ({ ...event, n: place }));
    if (decided) decided.events = said;
    const remarks = this.#remarks(follows, place);
    if (said.length === 0 && remarks.length === 0) return this.#followedOnly(before, place);
    const isAhead = decided?.own === 'ahead';
    const ahead = this.takeIn(isAhead ? said : []);
    const behind = this.takeIn(isAhead ? remarks : [...said, ...remarks]);
    return {
      ahead: ahead.part,
      behind: behind.part,
      tell: () => this.#tell(together(ahead.committed, behind.committed), place),
      undo: () => this.moveTo(before),
    };
  }

  /** What most of the table's events come to: the books know of them, and nothing is written down. */
  #followedOnly(before: Standing<unknown>, place: number): Beside {
    const committed = { first: before.n + 1, events: [], texts: [], state: this.state };
    return { tell: () => this.#tell(committed, place), undo: () => this.moveTo(before) };
  }

  /** As both records have them: what was decided beside a table that stopped may have been stored, or not. */
  async lookUp(isWanted: () => boolean = () => true): Promise<() => void> {
    this.#looks += 1;
    const look = this.#looks;
    const { n } = this.told;
    const reached = await replay(this.#store, this.office, this.#lead, this.#reached);
    const { books: state, position } = reached;
    const texts = (await readAll(this.#store, this.stream, n)).slice(0, Math.max(0, position - n));
    const events = texts.map((text) => this.machine.read(text));
    // Meanwhile the table may have become ours and gone on, or been looked up later: then this is of the past.
    if (look < this.#lookTaken || !isWanted()) return () => {};
    this.#lookTaken = look;
    this.#reached = reached;
    this.moveTo({ state, n: position });
    return () => this.#tell({ first: n + 1, events, texts, state }, this.#lead.n);
  }

  #tell(committed: Committed<unknown, OfficeEvent>, place: number): void {
    this.publish(committed);
    this.#reached = (this.isElsewhere ? null : this.#atRest()) ?? this.#reached;
    if (place - this.#kept >= READING_EVERY) void this.takeReading();
  }

  /** Only when nothing is on its way: then books and table are of the same moment. */
  #atRest(): Reached | null {
    const { n, told, state } = this.#lead;
    const isAtRest = n === told.n && this.n === this.told.n;
    return isAtRest ? { n, position: this.n, table: state, books: this.state } : null;
  }

  #remarks(steps: readonly TableStep[], n: number): readonly CompanionEvent[] {
    const { accompanies, version } = this.office;
    return steps
      .flatMap((step) => accompanies?.remarks(step) ?? [])
      .map((remark) => ({ v: version, ...remark, at: this.clock.now(), n }) as CompanionEvent);
  }

  /** Readings take the place of snapshots. */
  protected override keep(): void {}

  async takeReading(): Promise<void> {
    const now = this.#atRest();
    if (!now?.table || now.n === this.#kept) return;
    this.#kept = now.n;
    const reading: Reading = { n: now.n, table: saveTable(now.table), books: now.books };
    await this.snapshot(now.position, JSON.stringify(reading));
  }

  /** Reads the books again from the whole record, whatever was in memory. */
  async readAgain(): Promise<void> {
    await this.#lead.atRest(async () => {
      const reached = await replay(this.#store, this.office, this.#lead, beginningOf(this.office));
      const { books: state } = reached;
      this.#reached = reached;
      this.moveTo({ state, n: this.n });
      this.publish({ first: this.n + 1, events: [], texts: [], state });
    });
  }
}

const together = <State, Event>(
  one: Committed<State, Event>,
  other: Committed<State, Event>,
): Committed<State, Event> => ({
  first: one.first,
  events: [...one.events, ...other.events],
  texts: [...one.texts, ...other.texts],
  state: other.state,
});

const followed = ({ accompanies }: AnyOffice, state: unknown, step: TableStep): unknown =>
  accompanies?.follow(state, step) ?? state;

/** Before the first event of either record. */
const beginningOf = ({ start }: AnyOffice): Reached => ({ n: 0, position: 0, table: null, books: start });

/** The last reading of these books; null when there is none, or none of what this table has been through. */
async function readingOf(store: Store, stream: string, { n }: Lead): Promise<Reached | null> {
  const snapshot = await snapshotOf(store, stream);
  if (!snapshot) return null;
  try {
    const reading = JSON.parse(snapshot.body) as Reading;
    const { table, books } = reading;
    const { position } = snapshot;
    return reading.n <= n ? { n: reading.n, position, table: restoreTable(table), books } : null;
  } catch {
    // It only spares a replay.
    return null;
  }
}

/** Puts two records together: what happened at a table, and what was written down beside it in between. */
class Replay {
  readonly #office: AnyOffice;
  readonly #own: readonly CompanionEvent[];
  readonly #from: Reached;
  #taken = 0;
  #state: unknown;
  #table: Table | null;
  #n: number;

  constructor(office: AnyOffice, from: Reached, own: readonly CompanionEvent[]) {
    this.#office = office;
    this.#own = own;
    this.#from = from;
    this.#state = from.books;
    this.#table = from.table;
    this.#n = from.n;
  }

  /** Each entry says at which place of the table it happened. */
  #takeOwn(): void {
    for (let next = this.#own[this.#taken]; next && next.n <= this.#n; next = this.#own[++this.#taken])
      this.#state = this.#office.evolve(this.#state, next);
  }

  follow(event: TableEvent): void {
    this.#takeOwn();
    const [before, after] = [this.#table, evolve(this.#table, event)];
    this.#n += 1;
    if (before) this.#state = followed(this.#office, this.#state, { before, event, after, n: this.#n });
    this.#table = after;
  }

  end(): Reached {
    this.#takeOwn();
    const left = this.#own[this.#taken];
    if (left) throw new Error(`an entry speaks of place ${left.n} of its table, which ends at ${this.#n}`);
    const position = this.#from.position + this.#own.length;
    return { n: this.#n, position, table: this.#table, books: this.#state };
  }
}

/**
 * The books as the two records have them, from a moment on. Another node may write meanwhile: what it put beside the
 * table is read after the table, and then the table as far as that speaks of it, so that nothing of a place is missing.
 */
async function replay(store: Store, office: AnyOffice, lead: Lead, from: Reached): Promise<Replayed> {
  const stream = `${office.name}/${lead.id}`;
  const { read } = officeMachine(office, stream);
  const played = [...(await readAll(store, lead.stream, from.n))];
  const own = (await readAll(store, stream, from.position)).map((body) => read(body) as CompanionEvent);
  const missing = (own.at(-1)?.n ?? 0) - from.n - played.length;
  if (missing > 0)
    for (const { body } of await store.readStream(lead.stream, from.n + played.length, missing))
      played.push(body);
  const replayed = new Replay(office, from, own);
  for (const body of played) replayed.follow(JSON.parse(body) as TableEvent);
  return { ...replayed.end(), read: played.length };
}
