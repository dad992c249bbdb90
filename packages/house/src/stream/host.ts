import { movedBy, type Refused } from '@boxperson/offices';
import type { Clock, Timer } from '../clock.js';
import { isDamage } from '../store/database.js';
import {
  type LedgerEntry,
  type LogEntry,
  NOTHING,
  type Store,
  StoreError,
  type Work,
} from '../store/store.js';

/** A command with the id that its sender made and a hash of what it says. */
export interface CommandKey {
  readonly id: string;
  readonly hash: string;
}

/** What became of a command. `n` is the place of its last event in its stream. */
export type Submitted<Event> =
  | { readonly ok: true; readonly n: number; readonly events: readonly Event[]; readonly answer?: object }
  | { readonly ok: false; readonly refused: Refused };

/** What was committed, numbered by its place in the stream; `texts` are the events as the record has them. */
export interface Committed<State, Event> {
  readonly first: number;
  readonly events: readonly Event[];
  readonly texts: readonly string[];
  readonly state: State;
}
export type Listener<State, Event> = (committed: Committed<State, Event>) => void;

/** How a stream stood after its `n`th event. */
export interface Standing<State> {
  readonly state: State;
  readonly n: number;
}

export type WorkPart = Pick<Work, 'events' | 'entries'>;

/** What goes into the record and the ledger with a stream's events: what must come before them, and after. */
export interface Beside {
  /** Left out where nothing is written down. */
  readonly ahead?: WorkPart;
  readonly behind?: WorkPart;
  /** All of it is durable. */
  tell(): void;
  /** Nothing of it happened. */
  undo(): void;
}

/** An event, with the state before and after it. */
export interface Step<State, Event> {
  readonly before: State;
  readonly event: Event;
  readonly after: State;
}

/** Somebody who keeps books of their own of what happens in a stream, committed with it. */
export interface Companion<State, Event> {
  /** `source` is what whoever gave the command said of it, and only they understand. */
  beside(steps: readonly Step<State, Event>[], n: number, source: unknown): Beside | null;
  /** Reads its books again beside a stream that comes back; the answer tells of what was found. */
  lookUp(): Promise<() => void>;
}

/** Events that a stream has taken in and that are not stored yet. */
export interface TakenIn<State, Event> {
  readonly part: WorkPart;
  readonly steps: readonly Step<State, Event>[];
  readonly committed: Committed<State, Event>;
}

/** What a stream is made of: tables and offices differ in nothing else. */
export interface Machine<State, Event> {
  readonly stream: string;
  /** The state before the first event; null where an event must make it. */
  readonly start: State | null;
  evolve(state: State | null, event: Event): State;
  read(body: string): Event;
  entries(before: State | null, event: Event, after: State): readonly LedgerEntry[];
  save(state: State): string;
  /** Null for what was saved in another form: then the record is read from its beginning. */
  restore(body: string): State | null;
}

/** Decides against the state as it stands. */
export type Decision<State, Event> = (
  state: State,
  at: number,
) =>
  | { readonly ok: true; readonly value: readonly Event[] }
  | { readonly ok: false; readonly refused: Refused };

export interface Performing<State, Event> {
  readonly key?: CommandKey | null;
  /** For companions. */
  readonly source?: unknown;
  /** Draws on money outside the stream: the next decision waits for this commit, and it may be taken back. */
  readonly drawsOnMoney?: boolean;
  /** What whoever asks again with the same id is told. */
  readonly answer?: (state: State, events: readonly Event[]) => object | undefined;
  /** Where it stands, for whoever asked elsewhere than here. */
  readonly place?: () => number;
}

/** Decides and commits, for whoever is alone with a stream. */
export type Perform<State, Event> = (
  decision: Decision<State, Event>,
  performing?: Performing<State, Event>,
) => Promise<Submitted<Event>>;

/** An account held less than was asked of it. */
export const SHORT_OF_MONEY: Refused = {
  code: 'insufficient',
  clause: null,
  message: 'That is more than your account holds.',
};

/** Broken invariants and lost stores stop one stream; the others go on. */
export class StreamStopped extends Error {
  constructor(stream: string, why: string) {
    super(`${stream.replace('/', ' ')} is stopped: ${why}`);
    this.name = 'StreamStopped';
  }
}

/** What is asked of a stream that another node keeps: `said` of an office, `command` of a table. */
export interface Forwarded {
  readonly said?: object;
  readonly command?: object;
  readonly key: CommandKey | null;
  /** As whoever sits there, and not as the house itself. */
  readonly plays?: true;
  /** Whose place it must be when it is decided. */
  readonly owner?: string | null;
  /** After which roll it was said, where it is no good once another has been. */
  readonly roll?: number | undefined;
}
export type Forward = (what: Forwarded) => Promise<Submitted<never>>;

/** Another node keeps the stream: nothing was decided here, and whoever asked may ask there. */
export class Elsewhere extends Error {
  constructor(stream: string) {
    super(`${stream.replace('/', ' ')} is kept by another node`);
    this.name = 'Elsewhere';
  }
}

/** Snapshots only spare a replay: losing one loses nothing. */
const SNAPSHOT_EVERY = 500;
const READ_AT_ONCE = 5_000;
/** Whoever has missed more than this is shown the whole instead. */
export const REPLAY_MOST = 2_000;

/** How long after a failure the store is asked again what became of a work: soon, and then less and less often. */
const ASK_FIRST_MS = 200;
const ASK_MOST_MS = 5_000;

/** Another node has taken the stream over, and nothing was done. */
const isElsewhere = (error: unknown): boolean =>
  error instanceof StoreError && error.fault.kind === 'elsewhere';

/** Nothing was done, for another node keeps the stream; said beforehand, or by the fence. */
export const saysElsewhere = (error: unknown): boolean => error instanceof Elsewhere || isElsewhere(error);

/** Somebody else wrote where we alone write: what we have in memory is worth nothing, and neither is theirs. */
const isForGood = (error: unknown): boolean => error instanceof StoreError && error.fault.kind === 'conflict';

/** What a stream has after a place, as the record has it. */
export async function readAll(store: Store, stream: string, after: number): Promise<readonly string[]> {
  const bodies: string[] = [];
  for (;;) {
    const entries = await store.readStream(stream, after + bodies.length, READ_AT_ONCE);
    for (const { body } of entries) bodies.push(body);
    if (entries.length < READ_AT_ONCE) return bodies;
  }
}

/** It only spares a replay: where its page is damaged, there is none. A store that is away is away for the record, too. */
export async function snapshotOf(store: Store, stream: string): ReturnType<Store['getSnapshot']> {
  try {
    return await store.getSnapshot(stream);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return null;
  }
}

/** A snapshot that cannot be read keeps no stream closed whose record is whole. */
function restoredBy<State, Event>(machine: Machine<State, Event>, body: string): State | null {
  try {
    return machine.restore(body);
  } catch {
    return null;
  }
}

/** How a stream stands by its record: the last snapshot and what came after. */
export async function loadStream<State, Event>(
  store: Store,
  machine: Machine<State, Event>,
  from = 0,
): Promise<{ readonly state: State | null; readonly n: number }> {
  const { stream } = machine;
  const snapshot = from > 0 ? null : await snapshotOf(store, stream);
  const restored = snapshot && restoredBy(machine, snapshot.body);
  let state = restored ?? machine.start;
  let n = restored ? (snapshot?.position ?? from) : from;
  for (;;) {
    const entries = await store.readStream(stream, n, READ_AT_ONCE);
    for (const { body, position } of entries) {
      if (position !== n + 1) throw new StreamStopped(stream, `its record jumps from ${n} to ${position}`);
      state = machine.evolve(state, machine.read(body));
      n = position;
    }
    if (entries.length < READ_AT_ONCE) return { state, n };
  }
}

/** One writer for one stream: decides, commits, then tells. */
export class StreamHost<State, Event extends { readonly at: number }> {
  readonly stream: string;
  protected readonly machine: Machine<State, Event>;
  protected readonly clock: Clock;
  readonly #store: Store;
  readonly #listeners = new Set<Listener<State, Event>>();
  readonly #companions: Companion<State, Event>[] = [];
  readonly #watchers = new Set<() => void>();
  #asking: Timer | null = null;
  #retired = false;
  #state: State;
  #n: number;
  /** What is durable: nobody outside is shown more. */
  #told: Standing<State>;
  #stopped: string | null = null;
  /** Does another node of the cluster keep it? Then it is followed here, and nothing is decided. */
  #elsewhere = false;
  /** How often it was another's: tells whoever takes it over that they were overtaken. */
  #dropped = 0;
  /** Brings what is asked here to whoever keeps the stream. */
  forward: Forward | null = null;
  /** Hears that the fence refused what was decided here. */
  onRefused: (() => void) | null = null;
  /** When the last that is on record happened. */
  #lastAt = 0;
  /** Set while something must be committed before the next decision. */
  #barrier: Promise<unknown> | null = null;
  /** The last commit under way: what is told keeps the order of decisions. */
  #tail: Promise<unknown> = Promise.resolve();

  constructor(machine: Machine<State, Event>, store: Store, clock: Clock, standing: Standing<State>) {
    this.stream = machine.stream;
    this.machine = machine;
    this.clock = clock;
    this.#store = store;
    this.#state = standing.state;
    this.#n = standing.n;
    this.#told = standing;
  }

  get state(): State {
    return this.#state;
  }
  get n(): number {
    return this.#n;
  }
  get told(): Standing<State> {
    return this.#told;
  }
  get stopped(): string | null {
    return this.#stopped;
  }
  get isElsewhere(): boolean {
    return this.#elsewhere;
  }

  /** Time goes on from the last event, whoever's clock it was. */
  reachClock(): void {
    this.clock.reach?.(this.#lastAt);
  }

  /** A stream that is stopped decides nothing: how it stands may never become durable. */
  mustRun(): void {
    if (this.stopped !== null) throw new StreamStopped(this.stream, this.stopped);
  }

  /** Tells of everything that is committed from now on. The answer takes the listener off again. */
  listen(listener: Listener<State, Event>): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Hears when the stream stops, and when it goes on again. */
  watch(watcher: () => void): void {
    this.#watchers.add(watcher);
  }

  /** The house closes: nobody asks the store any more. */
  retire(): void {
    this.#retired = true;
    if (this.#asking) this.clock.clearTimeout(this.#asking);
  }

  /** Events as the record has them, from after place `n` on. */
  async read(n: number, most: number): Promise<readonly { readonly event: Event; readonly n: number }[]> {
    const entries = await this.#store.readStream(this.stream, n, most);
    return entries.map(({ body, position }) => ({ event: this.machine.read(body), n: position }));
  }

  accompany(companion: Companion<State, Event>): void {
    this.#companions.push(companion);
  }

  /** Decides against the state as it stands and answers when it is durable. */
  async perform(
    decision: Decision<State, Event>,
    performing: Performing<State, Event> = {},
  ): Promise<Submitted<Event>> {
    while (this.#barrier) await this.#free(this.#barrier);
    return this.#decideAndCommit(decision, performing);
  }

  /** Nobody waits for a stream that stands still: they are told at once. */
  async #free(barrier: Promise<unknown>): Promise<void> {
    this.mustRun();
    await barrier.catch(() => {});
  }

  /** Does several things with nothing in between: no other command is decided until it is done. */
  protected async alone<T>(act: (perform: Perform<State, Event>) => Promise<T>): Promise<T> {
    while (this.#barrier) await this.#free(this.#barrier);
    this.mustRun();
    return this.#holding(act((decision, performing = {}) => this.#decideAndCommit(decision, performing)));
  }

  /** Nobody else decides meanwhile. */
  async #holding<T>(done: Promise<T>): Promise<T> {
    this.#barrier = done;
    try {
      return await done;
    } finally {
      if (this.#barrier === done) this.#barrier = null;
    }
  }

  async #decideAndCommit(
    decision: Decision<State, Event>,
    performing: Performing<State, Event>,
  ): Promise<Submitted<Event>> {
    if (this.isElsewhere) throw new Elsewhere(this.stream);
    this.mustRun();
    const decided = this.#guarded(() => decision(this.#state, this.clock.now()));
    if (!decided.ok) return decided;
    const before = { state: this.#state, n: this.#n };
    const { besides, committed } = this.#commit(decided.value, performing);
    if (!performing.drawsOnMoney) return committed;
    const barrier = committed.catch((error: unknown) => {
      const answer = this.#takeBack(before, error);
      for (const beside of besides.toReversed()) beside.undo();
      return answer;
    });
    // Whoever is alone here holds the others up already.
    if (this.#barrier) return barrier;
    this.#barrier = barrier;
    try {
      return await barrier;
    } finally {
      if (this.#barrier === barrier) this.#barrier = null;
    }
  }

  /** An account had less than was asked of it: nothing happened. Anything else stops the stream. */
  #takeBack(before: Standing<State>, error: unknown): Submitted<Event> {
    if (!isOverdrawn(error) || this.#elsewhere) throw error;
    this.moveTo(before);
    return { ok: false, refused: SHORT_OF_MONEY };
  }

  #commit(events: readonly Event[], performing: Performing<State, Event>) {
    const { key, source, answer, place, drawsOnMoney = false } = performing;
    const before = this.#n;
    const { part, steps, committed } = this.takeIn(events);
    const besides = this.#besides(steps, before, source);
    const n = place?.() ?? this.#n;
    const told = answer?.(this.#state, events);
    const said: Said = told === undefined ? { n } : { n, answer: told };
    const written = withBesides(part, besides);
    const work: Work = {
      command: key ? commandOf(key, said) : null,
      events: written.events,
      entries: written.entries,
    };
    const stored = this.#store.append(work);
    stored.catch((error: unknown) => {
      if (!drawsOnMoney || !isOverdrawn(error)) this.#fail(error);
    });
    return { besides, committed: this.#toldOf(stored, committed, besides, said) };
  }

  /** Takes events in: the state moves on, and what must be stored of them is the answer. */
  protected takeIn(events: readonly Event[]): TakenIn<State, Event> {
    const first = this.#n + 1;
    const entries: LedgerEntry[] = [];
    const steps: Step<State, Event>[] = [];
    let state = this.#state;
    for (let of = 0; of < events.length; of++) {
      const before = state;
      const event = events[of] as Event;
      const after = this.#guarded(() => this.machine.evolve(before, event));
      for (const entry of this.machine.entries(before, event, after)) entries.push({ ...entry, of });
      steps.push({ before, event, after });
      state = after;
    }
    const logged = logEntries(this.stream, this.#n, events);
    this.moveTo({ state, n: this.#n + events.length });
    const texts = logged.map(({ body }) => body);
    return { part: { events: logged, entries }, steps, committed: { first, events, texts, state } };
  }

  /** How much money would go from one account to another by these events, as things stand. */
  wouldBook(events: readonly Event[]): number {
    let [money, state] = [0, this.#state];
    for (const event of events) {
      const after = this.machine.evolve(state, event);
      money += movedBy(this.machine.entries(state, event, after));
      state = after;
    }
    return money;
  }

  /** How the stream stands, decided and perhaps not stored yet. */
  protected moveTo({ state, n }: Standing<State>): void {
    this.#state = state;
    this.#n = n;
  }

  #besides(steps: readonly Step<State, Event>[], n: number, source: unknown): readonly Beside[] {
    if (this.#companions.length === 0) return [];
    return this.#guarded(() => {
      const besides: Beside[] = [];
      for (const companion of this.#companions) {
        const beside = companion.beside(steps, n, source);
        if (beside) besides.push(beside);
      }
      return besides;
    });
  }

  /** Told in the order of the decisions, each when it is durable and those before it are told. */
  #toldOf(
    stored: Promise<unknown>,
    committed: Committed<State, Event>,
    besides: readonly Beside[],
    said: Said,
  ): Promise<Submitted<Event>> {
    const mine = () => stored;
    const told = this.#tail.then(mine, mine).then((): Submitted<Event> => {
      // Of what was stored after something that failed the record tells, when the stream comes back.
      if (this.#stopped === null && !this.#elsewhere) this.#tell(committed, besides);
      return { ok: true, events: committed.events, ...said };
    });
    this.#tail = told;
    return told;
  }

  #tell(committed: Committed<State, Event>, besides: readonly Beside[]): void {
    if (committed.events.length > 0) this.publish(committed);
    for (const beside of besides) beside.tell();
  }

  /** What was decided so far is stored, or never will be. */
  protected async settled(): Promise<void> {
    await this.#tail.catch(() => {});
  }

  /** Everything up to here is durable: whoever listens is told. */
  protected publish(committed: Committed<State, Event>): void {
    const { first, events, state } = committed;
    this.#told = { state, n: first + events.length - 1 };
    this.#lastAt = events.at(-1)?.at ?? this.#lastAt;
    for (const listener of this.#listeners) this.#tellOne(() => listener(committed));
    this.keep(committed);
  }

  /** What is committed is committed: a listener who stumbles over it makes nothing undone, and nobody wait. */
  #tellOne(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      queueMicrotask(() => {
        if (!this.clock.failed) throw error;
        this.clock.failed(error);
      });
    }
  }

  /** Now and then a snapshot. */
  protected keep({ first, events, state }: Committed<State, Event>): void {
    const last = first + events.length - 1;
    if (Math.floor(last / SNAPSHOT_EVERY) > Math.floor((first - 1) / SNAPSHOT_EVERY))
      void this.snapshot(last, this.machine.save(state));
  }

  protected async snapshot(position: number, body: string): Promise<void> {
    if (this.isElsewhere) return;
    try {
      await this.#store.putSnapshot(this.stream, position, body);
    } catch {
      // Disposable: the next one will do.
    }
  }

  /** Our own bug, not a refusal: the stream stops as it is and is kept for inspection. */
  #guarded<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      this.#stop(error);
      throw new StreamStopped(this.stream, String(this.#stopped));
    }
  }

  #stop(error: unknown): void {
    if (this.#stopped !== null) return;
    this.#stopped = error instanceof Error ? error.message : String(error);
    for (const watcher of this.#watchers) this.#tellOne(watcher);
  }

  /** The store failed a work, or refused it: what became of it, the record knows. */
  #fail(error: unknown): void {
    if (isElsewhere(error)) {
      this.drop();
      return this.onRefused?.();
    }
    // It was dropped before: the record tells what became of it.
    if (this.#elsewhere) return;
    const isFirst = this.#stopped === null;
    this.#stop(error);
    // Of several nodes the fence says who may write: what stands there is of a time when it was ours or another's.
    const mayComeBack = this.forward !== null || !isForGood(error);
    if (isFirst && mayComeBack) this.#comeBackIn(ASK_FIRST_MS);
  }

  #comeBackIn(ms: number): void {
    if (this.#retired) return;
    const again = () => this.#comeBackIn(Math.min(ASK_MOST_MS, ms * 2));
    this.#asking = this.clock.setTimeout(() => void this.#comeBack().catch(again), ms);
  }

  /** Whoever is alone with the stream has decided by what it was: they end first. */
  async #comeBack(): Promise<void> {
    while (this.#barrier) await this.#barrier.catch(() => {});
    if (!this.#elsewhere) await this.#holding(this.#lookUp());
  }

  /** Another node keeps it, or may: what was decided and is not on record never happened here. */
  drop(): void {
    const wasOurs = !this.#elsewhere;
    this.#elsewhere = true;
    this.#dropped += 1;
    this.#stopped = null;
    if (this.#asking) this.clock.clearTimeout(this.#asking);
    this.moveTo(this.#told);
    if (wasOurs) for (const watcher of this.#watchers) this.#tellOne(watcher);
  }

  /** Gives it away in good order: nothing is decided any more, and all that was is stored. */
  async rest(): Promise<void> {
    while (this.#barrier) await this.#barrier.catch(() => {});
    await this.#holding(this.settled().then(() => this.drop()));
  }

  /** It is ours, and nobody else can write to it any more: goes on from what is on record. */
  async lead(): Promise<void> {
    while (this.#barrier) await this.#barrier.catch(() => {});
    if (this.#elsewhere) await this.#holding(this.#takeOver());
  }

  async #takeOver(): Promise<void> {
    // What was decided in a time before is refused now, and drops the stream once more: that is no word about this one.
    await this.settled();
    const dropped = this.#dropped;
    await this.catchUp();
    const tells: (() => void)[] = [];
    for (const companion of this.#companions) tells.push(await companion.lookUp());
    if (dropped !== this.#dropped) return;
    this.#elsewhere = false;
    this.#stopped = null;
    // Nothing new, but ours: whoever waits for its turn looks again.
    this.publish({ first: this.#n + 1, events: [], texts: [], state: this.#state });
    for (const tell of tells) tell();
    for (const watcher of this.#watchers) this.#tellOne(watcher);
  }

  /** Reads what the record has after what was told last. */
  async catchUp(): Promise<void> {
    const { n } = this.#told;
    this.hear(n + 1, await readAll(this.#store, this.stream, n));
  }

  /** What whoever keeps the stream has committed from place `first` on; what was heard before is passed over. */
  hear(first: number, texts: readonly string[]): void {
    const fresh = texts.slice(Math.max(0, this.#told.n + 1 - first));
    if (!this.#elsewhere || fresh.length === 0) return;
    if (first > this.#told.n + 1) return void this.catchUp().catch(() => {});
    const { state: before, n } = this.#told;
    const events = fresh.map((text) => this.machine.read(text));
    const state = events.reduce<State>((one, event) => this.machine.evolve(one, event), before);
    this.moveTo({ state, n: n + events.length });
    this.publish({ first: n + 1, events, texts: fresh, state });
    this.found(events);
  }

  /** Goes on from what is on record after what was told last, whatever had been decided meanwhile. */
  async #lookUp(): Promise<void> {
    await this.settled();
    await this.#store.append(NOTHING);
    const { state: before, n } = this.#told;
    const texts = await readAll(this.#store, this.stream, n);
    if (this.#elsewhere) return this.catchUp();
    const events = texts.map((text) => this.machine.read(text));
    const state = events.reduce<State>((one, event) => this.machine.evolve(one, event), before);
    this.moveTo({ state, n: n + events.length });
    const tells: (() => void)[] = [];
    for (const companion of this.#companions) tells.push(await companion.lookUp());
    if (this.#elsewhere) return this.catchUp();
    this.#stopped = null;
    this.publish({ first: n + 1, events, texts, state });
    for (const tell of tells) tell();
    this.found(events);
    for (const watcher of this.#watchers) this.#tellOne(watcher);
  }

  /** Events that were stored, and nobody could be told of at the time. */
  protected found(_events: readonly Event[]): void {}
}

const isOverdrawn = (error: unknown): boolean =>
  error instanceof StoreError && error.fault.kind === 'overdrawn';

/** What whoever asked is told. */
interface Said {
  readonly n: number;
  readonly answer?: object;
}

/** What is kept under its id: whoever asks again is told this. */
const commandOf = ({ id, hash }: CommandKey, said: Said): NonNullable<Work['command']> => ({
  id,
  hash,
  answer: JSON.stringify({ ok: true, ...said }),
});

/** What companions write ahead of it, the part itself, and what they write behind it. */
function withBesides(part: WorkPart, besides: readonly Beside[]): WorkPart {
  if (besides.every(({ ahead, behind }) => !ahead && !behind)) return part;
  const written = (one: WorkPart | undefined): readonly WorkPart[] => (one ? [one] : []);
  const ahead = besides.flatMap((beside) => written(beside.ahead));
  return joined([...ahead, part, ...besides.flatMap((beside) => written(beside.behind))]);
}

/** Parts of a work as one: each entry still says which event it follows from. */
function joined(parts: readonly WorkPart[]): WorkPart {
  const events: LogEntry[] = [];
  const entries: LedgerEntry[] = [];
  for (const part of parts) {
    for (const entry of part.entries)
      entries.push({ ...entry, of: events.length + (entry.of ?? part.events.length - 1) });
    events.push(...part.events);
  }
  return { events, entries };
}

const logEntries = (
  stream: string,
  after: number,
  events: readonly { readonly at: number }[],
): readonly LogEntry[] =>
  events.map((event, index) => ({
    stream,
    position: after + index + 1,
    at: event.at,
    body: JSON.stringify(event),
  }));
