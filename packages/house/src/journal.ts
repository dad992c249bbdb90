import { type LedgerEntry, type Store, StoreError } from './store/store.js';

/** What an entry of a journal brings with it: money that moves with it, and an id under which it happens once. */
export interface With {
  readonly entries?: readonly LedgerEntry[];
  readonly once?: string;
  /** Kept with `once`, for whoever asks again. */
  readonly answer?: string;
}

/** The version of what the house itself writes into the log. */
const VERSION = 1;
const TRIES_MOST = 5;

/**
 * A stream of the log that the house writes itself: who let whom in, who agreed to what. One entry after another, each
 * durable before it is answered. Secrets never go in here.
 */
export class Journal {
  readonly #store: Store;
  readonly #stream: string;
  readonly #now: () => number;
  /** The last place in use; null when it must be looked up. */
  #position: number | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: Store, stream: string, now: () => number = Date.now) {
    this.#store = store;
    this.#stream = stream;
    this.#now = now;
  }

  /** True when it was written, false when an entry of that `once` was there already. */
  write(event: string, body: object, by: With = {}): Promise<boolean> {
    const written = this.#last.then(() => this.#write(event, body, by, 1));
    // One that failed does not hold up the next.
    this.#last = written.catch(() => {});
    return written;
  }

  async #write(event: string, body: object, by: With, tries: number): Promise<boolean> {
    const at = this.#now();
    const position = (this.#position ?? (await this.#find())) + 1;
    const text = JSON.stringify({ v: VERSION, event, ...body, at });
    try {
      await this.#store.append({
        command: by.once === undefined ? null : { id: by.once, hash: event, answer: by.answer ?? '{}' },
        events: [{ stream: this.#stream, position, at, body: text }],
        entries: by.entries ?? [],
      });
      this.#position = position;
      return true;
    } catch (error) {
      this.#position = null;
      const fault = error instanceof StoreError ? error.fault : null;
      if (fault?.kind === 'duplicate') return false;
      // Somebody else wrote to this stream: nothing was done, and there is another place.
      if (fault?.kind === 'conflict' && tries < TRIES_MOST) return this.#write(event, body, by, tries + 1);
      throw error;
    }
  }

  async #find(): Promise<number> {
    const streams = await this.#store.streams();
    return streams.find(({ stream }) => stream === this.#stream)?.last ?? 0;
  }
}
