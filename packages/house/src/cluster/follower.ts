import type { LogEntry, Store, StoredEntry } from '../store/types.js';

/** Hears of the log of the whole cluster, each entry once and in order. */
export type LogListener = (entries: readonly StoredEntry[]) => void;

export interface FollowerOptions {
  readonly store: Pick<Store, 'readLog'>;
  /** The last place that need not be told. */
  readonly from: number;
  readonly onError?: (error: unknown) => void;
}

const READ_AT_ONCE = 2_000;
/** So long something that is missing may still be on its way. */
const GAP_MS = 25;
/** With more than this out of order it is quicker to read. */
const WAITING_MOST = 5_000;

/**
 * Puts what this node and others have committed into the order of the log. Messages may be lost: what is missing is read
 * from the store. So the bus makes it quick, and nothing more.
 */
export class LogFollower {
  readonly #options: FollowerOptions;
  readonly #listeners = new Set<LogListener>();
  readonly #waiting = new Map<number, StoredEntry>();
  #seq: number;
  #gap: NodeJS.Timeout | null = null;
  #reading: Promise<void> | null = null;
  #closed = false;
  /** Entries that had to be read because nobody told of them. */
  filled = 0;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#seq = options.from;
  }

  /** The last place that was told. */
  get seq(): number {
    return this.#seq;
  }

  listen(listener: LogListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  hear(events: readonly LogEntry[], seqs: readonly number[]): void {
    for (const [n, event] of events.entries()) {
      const seq = seqs[n] as number;
      if (seq > this.#seq) this.#waiting.set(seq, { seq, ...event });
    }
    this.#tellWaiting();
    if (this.#waiting.size > WAITING_MOST) this.#waiting.clear();
    else if (this.#waiting.size > 0) this.#gap ??= setTimeout(() => this.#mindTheGap(), GAP_MS);
  }

  #mindTheGap(): void {
    this.#gap = null;
    if (this.#waiting.size > 0) void this.catchUp();
  }

  #tellWaiting(): void {
    const told: StoredEntry[] = [];
    for (let next = this.#waiting.get(this.#seq + 1); next; next = this.#waiting.get(this.#seq + 1)) {
      this.#waiting.delete(next.seq);
      this.#seq = next.seq;
      told.push(next);
    }
    if (told.length > 0) this.#tell(told);
  }

  #tell(entries: readonly StoredEntry[]): void {
    for (const listener of this.#listeners) {
      try {
        listener(entries);
      } catch (error) {
        this.#options.onError?.(error);
      }
    }
  }

  /** Reads what is in the log and was not told yet. */
  catchUp(): Promise<void> {
    this.#reading ??= this.#readOn().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #readOn(): Promise<void> {
    while (!this.#closed) {
      const entries = await this.#options.store.readLog(this.#seq, READ_AT_ONCE).catch((error: unknown) => {
        this.#options.onError?.(error);
        return [];
      });
      // Some may have been told while we read.
      const fresh = entries.filter(({ seq }) => seq > this.#seq);
      this.filled += fresh.length;
      for (const { seq } of fresh) this.#waiting.delete(seq);
      this.#seq = fresh.at(-1)?.seq ?? this.#seq;
      if (fresh.length > 0) this.#tell(fresh);
      this.#tellWaiting();
      if (entries.length < READ_AT_ONCE) return;
    }
  }

  close(): void {
    this.#closed = true;
    if (this.#gap) clearTimeout(this.#gap);
  }
}
