import type { Store, StoredEntry } from '../store/store.js';

const PAGE = 2_000;
/** Whoever reads along is at most so many pages behind. */
const KEPT_MOST = 2;

type Page = Promise<readonly StoredEntry[]>;

/** What comes after a place, and whether that is all there was. */
export interface LogPart {
  readonly entries: readonly StoredEntry[];
  readonly isLast: boolean;
}

/**
 * The log in pages, for several who read all of it: whoever comes to a page that another is at gets the same one, so that
 * the log is read once for all who begin together.
 */
export class LogPages {
  readonly #store: Pick<Store, 'readLog'>;
  readonly #pages = new Map<number, Page>();

  constructor(store: Pick<Store, 'readLog'>) {
    this.#store = store;
  }

  /** From a place to the end of its page. */
  async after(seq: number): Promise<LogPart> {
    const nr = Math.floor(seq / PAGE);
    const page = this.#pages.get(nr) ?? this.#turnTo(nr);
    const entries = await page;
    return { entries: entries.filter((entry) => entry.seq > seq), isLast: entries.length < PAGE };
  }

  #turnTo(nr: number): Page {
    const page = this.#read(nr);
    this.#pages.set(nr, page);
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > KEPT_MOST && oldest !== undefined) this.#pages.delete(oldest);
    return page;
  }

  /** A page that is not full yet, or could not be read, is read again by whoever asks next. */
  async #read(nr: number): Page {
    let isFull = false;
    try {
      const entries = await this.#store.readLog(nr * PAGE, PAGE);
      isFull = entries.length === PAGE;
      return entries;
    } finally {
      if (!isFull) this.#pages.delete(nr);
    }
  }
}
