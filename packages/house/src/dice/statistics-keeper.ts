import type { Store } from '../store/store.js';
import { DRAWS_PREFIX, type Draw } from './draws.js';
import {
  type Alarm,
  type AlarmChange,
  DiceStatistics,
  type SavedStatistics,
  type Thresholds,
  type WindowReport,
} from './statistics.js';

/** What one source of dice looks like just now. */
export interface SourceReport {
  readonly source: string;
  readonly rolls: number;
  readonly windows: Readonly<Record<string, WindowReport>>;
  readonly alarm: Alarm | null;
}

export interface KeeperOptions {
  /** Writes a change of alarm into the log under an id; false when it is there already. */
  readonly note?: (change: DiceChange) => Promise<boolean>;
  /** Told of each change of alarm once. */
  readonly onAlarm?: (source: string, change: AlarmChange) => void;
  readonly onError?: (error: unknown) => void;
  readonly thresholds?: Partial<Thresholds>;
}

/** As it is stored: what was counted, and up to which place in each table's stream of draws. */
interface Kept {
  readonly places: Readonly<Record<string, number>>;
  readonly sources: Readonly<Record<string, SavedStatistics>>;
}

const KIND = 'dice-statistics';
const ID = 'all';
/** Saved so seldom that it costs nothing, so often that little is read again after a crash. */
const SAVE_EVERY = 1_000;
const READ_AT_ONCE = 2_000;

/** Every tumbler is judged by itself; the operating system's generator is one source, whatever table it serves. */
export const sourceOf = ({ source, device }: Draw): string =>
  source === 'random' ? source : `tumbler:${device ?? 'unknown'}`;

/**
 * Are the dice fair? Counts every roll of every source, and goes on after a restart: from what was saved, and from the
 * record of draws for what came after. The past is read in the background, so that tables do not wait for it.
 */
export class StatisticsKeeper {
  readonly #store: Store;
  readonly #options: KeeperOptions;
  /** What the record held when the house opened. */
  readonly #recorded: ReadonlyMap<string, number>;
  #sources = new Map<string, DiceStatistics>();
  readonly #places = new Map<string, number>();
  #unsaved = 0;
  #work: Promise<void>;
  #ready = false;
  #closed = false;

  private constructor(store: Store, recorded: ReadonlyMap<string, number>, options: KeeperOptions) {
    this.#store = store;
    this.#recorded = recorded;
    this.#options = options;
    this.#work = this.#catchUp().catch((error: unknown) => this.#options.onError?.(error));
  }

  /** Before any table rolls: what is on record now is the past, whatever comes through `add` is not. */
  static async open(store: Store, options: KeeperOptions = {}): Promise<StatisticsKeeper> {
    const streams = (await store.streams()).filter(({ stream }) => stream.startsWith(DRAWS_PREFIX));
    return new StatisticsKeeper(
      store,
      new Map(streams.map(({ stream, last }) => [stream.slice(DRAWS_PREFIX.length), last])),
      options,
    );
  }

  /** A roll that is on record. */
  add(table: string, draw: Draw, position: number): void {
    this.#places.set(table, position);
    const change = this.#of(sourceOf(draw)).add(draw.dice);
    this.#unsaved += 1;
    // What comes too late to be saved is read from the record the next time.
    if (!this.#ready || this.#closed) return;
    if (change) this.#then(() => this.#changed(sourceOf(draw), change));
    if (change || this.#unsaved >= SAVE_EVERY) this.#save();
  }

  reports(): readonly SourceReport[] {
    return [...this.#sources].map(([source, statistics]) => ({
      source,
      rolls: statistics.rolls,
      windows: statistics.report(),
      alarm: statistics.alarm,
    }));
  }

  /** Resolves when the past has been read and all that is under way is durable. */
  async settled(): Promise<void> {
    let seen: Promise<void>;
    do {
      seen = this.#work;
      await seen;
    } while (seen !== this.#work);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.settled();
    if (this.#ready && this.#unsaved > 0) this.#save();
    await this.settled();
  }

  #of(source: string): DiceStatistics {
    const known = this.#sources.get(source);
    if (known) return known;
    const fresh = new DiceStatistics(this.#options.thresholds);
    this.#sources.set(source, fresh);
    return fresh;
  }

  /** One after another; what fails is told and does not stop the dice. */
  #then(act: () => Promise<unknown>): void {
    this.#work = this.#work.then(act).then(
      () => {},
      (error: unknown) => this.#options.onError?.(error),
    );
  }

  async #catchUp(): Promise<void> {
    const body = await this.#store.getDocument(KIND, ID);
    const kept = body === null ? { places: {}, sources: {} } : (JSON.parse(body) as Kept);
    const past = new Map(
      Object.entries(kept.sources).map(([source, saved]) => [
        source,
        DiceStatistics.load(saved, this.#options.thresholds),
      ]),
    );
    const changes: [string, AlarmChange][] = [];
    for (const [table, last] of this.#recorded)
      await this.#replay(table, kept.places[table] ?? 0, last, past, changes);
    if (this.#closed) return;
    // From here to the end nothing is waited for: no roll falls in between.
    for (const [source, live] of this.#sources) {
      const before = past.get(source);
      const change = before?.merge(live);
      if (change) changes.push([source, change]);
      if (!before) past.set(source, live);
    }
    this.#sources = past;
    for (const [table, last] of this.#recorded) if (!this.#places.has(table)) this.#places.set(table, last);
    this.#ready = true;
    for (const [source, change] of changes) this.#then(() => this.#changed(source, change));
    if (changes.length > 0 || this.#unsaved >= SAVE_EVERY) this.#save();
  }

  async #replay(
    table: string,
    after: number,
    last: number,
    past: Map<string, DiceStatistics>,
    changes: [string, AlarmChange][],
  ): Promise<void> {
    for (let place = after; place < last && !this.#closed; ) {
      const entries = await this.#store.readStream(
        DRAWS_PREFIX + table,
        place,
        Math.min(READ_AT_ONCE, last - place),
      );
      if (entries.length === 0) return;
      for (const { body } of entries) {
        const draw = JSON.parse(body) as Draw;
        const source = sourceOf(draw);
        const statistics = past.get(source) ?? new DiceStatistics(this.#options.thresholds);
        past.set(source, statistics);
        const change = statistics.add(draw.dice);
        if (change) changes.push([source, change]);
      }
      place += entries.length;
      this.#unsaved += entries.length;
    }
  }

  /** The count of rolls names the change: read again from the record after a crash, it is the same one. */
  async #changed(source: string, change: AlarmChange): Promise<void> {
    const { note, onAlarm } = this.#options;
    const raised = change.change === 'raised';
    const figures = raised ? change.alarm : { roll: change.roll };
    const isNew = (await note?.({ change: change.change, source, ...figures })) ?? true;
    if (isNew) onAlarm?.(source, change);
  }

  #save(): void {
    this.#unsaved = 0;
    const kept: Kept = {
      places: Object.fromEntries(this.#places),
      sources: Object.fromEntries([...this.#sources].map(([source, one]) => [source, one.save()])),
    };
    const body = JSON.stringify(kept);
    this.#then(() => this.#store.putDocument(KIND, ID, body));
  }
}

/** A change of an alarm, with the figures behind it. */
export type DiceChange = {
  readonly change: AlarmChange['change'];
  readonly source: string;
  readonly roll: number;
};

/** An alarm in a sentence. */
export const alarmText = (source: string, change: AlarmChange): string =>
  change.change === 'raised'
    ? `The dice of ${source} are suspicious after ${change.alarm.roll} rolls: chi-square ${change.alarm.statistic.toFixed(1)} (${change.alarm.test}, ${change.alarm.window}), chance ${change.alarm.p.toExponential(1)} with fair dice.`
    : `The dice of ${source} look fair again after ${change.roll} rolls.`;
