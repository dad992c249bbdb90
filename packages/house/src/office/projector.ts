import { createHash } from 'node:crypto';
import type { Projection } from '@boxperson/offices';
import { type Clock, pause, SYSTEM_CLOCK } from '../clock.js';
import { AskElsewhere, NoAnswer } from '../cluster/questions.js';
import { type LogEntry, type Store, StoreError } from '../store/store.js';
import { StreamStopped, saysElsewhere } from '../stream/host.js';
import { LogPages } from './log-pages.js';

export interface ProjectorOptions<Notice> {
  /**
   * One after another. A notice that was told before a crash may come again after it; one for which nobody was there
   * comes again until somebody is, and `failed` says how often it has been tried.
   */
  readonly notice?: (notice: Notice, failed: number) => Promise<void>;
  /** The books that a notice goes to: while they are away, what goes elsewhere goes on. Left out: all to the same. */
  readonly where?: (notice: Notice) => string;
  /** Left out: the machine's own. */
  readonly clock?: Clock;
  readonly onError?: (error: unknown) => void;
  /** Where nodes share the work one of them tells and saves; the others fold along. Left out: it is ours. */
  readonly isOurs?: () => boolean;
  /** Shared by those that read the log side by side; left out: read for this one alone. */
  readonly pages?: LogPages;
}

/** As it is stored: what was folded, and up to which place in the log. */
interface Kept {
  readonly version: number;
  readonly seq: number;
  readonly state: unknown;
  /** Of all that; what was saved before there was one has none. */
  readonly sum?: string;
}

const sumOf = ({ version, seq, state }: Kept): string =>
  createHash('sha256')
    .update(`${version} ${seq} ${JSON.stringify(state)}`)
    .digest('hex');

export const PROJECTION_KIND = 'projection';
/** Saved so seldom that it costs nothing, so often that little is read again after a crash. */
const SAVE_AFTER_FOLDS = 1_000;
const SAVE_AFTER_LINES = 50_000;

/** How long after a failure the store is asked again for what was saved. */
const ASK_FIRST_MS = 200;
const ASK_MOST_MS = 2_000;

/** How long after nobody was there to hear a notice it is told again. */
const TELL_FIRST_MS = 200;
const TELL_MOST_MS = 10_000;

/** Nobody said no: the store is away, or the books, or whoever keeps them does not answer. */
const isAway = (error: unknown): boolean =>
  error instanceof StreamStopped ||
  error instanceof NoAnswer ||
  error instanceof AskElsewhere ||
  saysElsewhere(error) ||
  (error instanceof StoreError && error.fault.kind === 'unavailable');

/**
 * Keeps a projection up to date while the house runs, and goes on after a restart: from what was saved, and from the log
 * for what came after. The past is read in the background; whoever commits never waits for it.
 */
export class Projector<State, Notice = never> {
  readonly #store: Store;
  readonly #projection: Projection<State, Notice>;
  readonly #options: ProjectorOptions<Notice>;
  readonly #pages: LogPages;
  readonly #clock: Clock;
  readonly #unlisten: () => void;
  #state: State;
  /** The last place in the log that was looked at. */
  #seq = 0;
  /** The last place that we heard of. */
  #heard = 0;
  #savedAt = 0;
  #unsaved = 0;
  #isReading = false;
  #closed = false;
  #work: Promise<void> = Promise.resolve();
  /** Notices that wait for the books they go to, by these, in their order. While there are any, nothing is saved. */
  #aside = new Map<string, Notice[]>();

  constructor(store: Store, projection: Projection<State, Notice>, options: ProjectorOptions<Notice> = {}) {
    this.#store = store;
    this.#projection = projection;
    this.#options = options;
    this.#pages = options.pages ?? new LogPages(store);
    this.#clock = options.clock ?? SYSTEM_CLOCK;
    this.#state = projection.start();
    this.#unlisten = store.listen((events, seqs) => this.#hear(events, seqs));
    this.#isReading = true;
    this.#then(async () => {
      await this.#loadWhenThere();
      await this.#catchUp();
    });
  }

  /** It is ours now: from what was saved, so that what nobody was told of is told. */
  again(): void {
    this.#isReading = true;
    this.#then(async () => {
      // Another one, so that nothing is saved that was folded while somebody waited in the one before.
      this.#aside = new Map();
      this.#state = this.#projection.start();
      this.#seq = 0;
      await this.#loadWhenThere();
      await this.#catchUp();
    });
  }

  get #isOurs(): boolean {
    return this.#options.isOurs?.() ?? true;
  }

  /** What has been folded so far. */
  get state(): State {
    return this.#state;
  }

  /** Resolves when the past has been read and all that is under way is done, but for notices that stand aside. */
  async settled(): Promise<void> {
    let seen: Promise<void>;
    do {
      seen = this.#work;
      await seen;
    } while (seen !== this.#work);
  }

  /** Waits for nobody who is away: what was not told is not saved as told, and comes again after the next start. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#unlisten();
    await this.settled();
    if (this.#seq > this.#savedAt) this.#save();
    await this.settled();
  }

  /** One after another; what fails is told and does not stop what comes after. */
  #then(act: () => Promise<unknown>): void {
    this.#work = this.#work.then(act).then(
      () => {},
      (error: unknown) => this.#options.onError?.(error),
    );
  }

  /** Nothing is heard before it is known what was saved: a store that is away is asked until it is there. */
  async #loadWhenThere(): Promise<void> {
    for (let ms = ASK_FIRST_MS; !this.#closed; ms = Math.min(ASK_MOST_MS, ms * 2)) {
      try {
        return await this.#load();
      } catch (error) {
        this.#options.onError?.(error);
      }
      await pause(this.#clock, ms);
    }
  }

  async #load(): Promise<void> {
    const { name } = this.#projection;
    const body = await this.#store.getDocument(PROJECTION_KIND, name);
    const found = body === null ? null : this.#restore(body);
    if (!found) return;
    const { kept, state } = found;
    // A log that does not reach so far is another one.
    const [last] = kept.seq > 0 ? await this.#store.readLog(kept.seq - 1, 1) : [];
    if (last?.seq !== kept.seq) return;
    this.#state = state;
    this.#seq = kept.seq;
    this.#savedAt = kept.seq;
  }

  /** What is not as it was saved is told of and made anew from the log, which is sealed. */
  #restore(body: string): { readonly kept: Kept; readonly state: State } | null {
    const { name, version } = this.#projection;
    try {
      const kept = JSON.parse(body) as Kept;
      if (kept.version !== version) return null;
      if (kept.sum !== undefined && kept.sum !== sumOf(kept)) throw new Error('its sum is another');
      return { kept, state: this.#projection.restore(kept.state) };
    } catch (error) {
      const why = `What was saved of the projection ${name} is damaged: it is made anew from the log.`;
      this.#options.onError?.(new Error(why, { cause: error }));
      return null;
    }
  }

  #hear(events: readonly LogEntry[], seqs: readonly number[]): void {
    this.#heard = Math.max(this.#heard, seqs.at(-1) ?? 0);
    if (this.#isReading) return;
    // Every wager is heard here, by one projector after another: nothing is copied before somebody wants it.
    for (let n = 0; n < events.length; n++) {
      const seq = seqs[n] as number;
      // Whoever was not told of their commit did not tell us either: such entries come from the log.
      if (seq > this.#seq + 1) return this.#readAgain();
      if (seq === this.#seq + 1) this.#take(seq, events[n] as LogEntry);
    }
    this.#saveNowAndThen();
  }

  #readAgain(): void {
    this.#isReading = true;
    this.#then(() => this.#catchUp());
  }

  async #catchUp(): Promise<void> {
    try {
      do await this.#readOn();
      while (!this.#closed && this.#heard > this.#seq);
    } finally {
      // Nothing is waited for since the last look: no entry falls in between.
      this.#isReading = false;
    }
    this.#saveNowAndThen();
  }

  async #readOn(): Promise<void> {
    while (!this.#closed) {
      const { entries, isLast } = await this.#pages.after(this.#seq);
      for (const entry of entries) this.#take(entry.seq, entry);
      if (isLast) return;
      this.#saveNowAndThen();
    }
  }

  #take(seq: number, entry: LogEntry): void {
    this.#seq = seq;
    const { stream, body } = entry;
    if (this.#projection.reads(stream) && !this.#projection.skips?.(stream, body)) this.#fold(seq, entry);
  }

  #fold(seq: number, { stream, position, at, body }: LogEntry): void {
    const { notice } = this.#options;
    this.#unsaved += 1;
    const tell = (told: Notice) => {
      this.#unsaved = SAVE_AFTER_FOLDS;
      if (notice && this.#isOurs) this.#then(() => this.#tell(told));
    };
    try {
      const line = { seq, stream, position, at, event: JSON.parse(body) as unknown };
      this.#state = this.#projection.fold(this.#state, line, tell);
    } catch (error) {
      // What cannot be read is the verifier's matter; the others still count.
      this.#options.onError?.(error);
    }
  }

  /** In its turn, behind those that wait for the same books: what comes later may take back what came before. */
  async #tell(told: Notice): Promise<void> {
    const where = this.#options.where?.(told) ?? '';
    const waiting = this.#aside.get(where);
    if (waiting) return void waiting.push(told);
    if (!(await this.#isTold(told, 0))) void this.#tellAside(where, [told]);
  }

  /** Answers whether it is done with. What is refused, or fails by a fault of ours, comes to nothing later either. */
  async #isTold(told: Notice, failed: number): Promise<boolean> {
    try {
      await this.#options.notice?.(told, failed);
      return true;
    } catch (error) {
      // Once, however often it is tried.
      if (failed === 0 || !isAway(error)) this.#options.onError?.(error);
      return !isAway(error);
    }
  }

  /** Beside all else, until nobody waits there any more; or until it is another's, who begins where it was last saved. */
  async #tellAside(where: string, waiting: Notice[]): Promise<void> {
    const aside = this.#aside.set(where, waiting);
    const isOver = () => this.#closed || !this.#isOurs || this.#aside !== aside;
    for (let failed = 1; waiting.length > 0; ) {
      if (failed > 0) await pause(this.#clock, Math.min(TELL_MOST_MS, TELL_FIRST_MS * 2 ** (failed - 1)));
      if (isOver()) return;
      const isTold = await this.#isTold(waiting[0] as Notice, failed);
      if (isOver()) return;
      if (isTold) waiting.shift();
      failed = isTold ? 0 : failed + 1;
    }
    aside.delete(where);
    this.#unsaved = SAVE_AFTER_FOLDS;
    this.#saveNowAndThen();
  }

  #saveNowAndThen(): void {
    if (this.#unsaved >= SAVE_AFTER_FOLDS || this.#seq >= this.#savedAt + SAVE_AFTER_LINES) this.#save();
  }

  /** After the notices of what it holds: one that was not told is told again. */
  #save(): void {
    const aside = this.#aside;
    if (aside.size > 0) return;
    const { name, version } = this.#projection;
    this.#unsaved = 0;
    this.#savedAt = this.#seq;
    if (!this.#isOurs) return;
    // Written out at once: what is folded while it waits belongs to a later place, and may change the state where it is.
    const kept: Kept = { version, seq: this.#seq, state: this.#projection.save(this.#state) };
    const body = JSON.stringify({ ...kept, sum: sumOf(kept) });
    this.#then(async () => {
      // A notice before it may have been set aside since: it is saved when that one is told.
      if (aside.size === 0) await this.#store.putDocument(PROJECTION_KIND, name, body);
    });
  }
}
