import { type Clock, pause } from '../clock.js';
import type { OfficeHost } from './office-host.js';

interface Note {
  readonly do: string;
  readonly body: object;
}

const AGAIN_MS = 1_000;

/** Of several nodes' machines, that of whoever keeps the books counts: each of them has a clock of its own. */
const OF_THE_MACHINE: readonly string[] = ['note-clock'];

/**
 * What the house notices about itself goes on record in the order in which it was noticed, wherever the books are kept.
 * While the store is away it waits here: somebody has been told already.
 */
export class Notes {
  readonly #books: OfficeHost;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  readonly #waiting: Note[] = [];
  #writing: Promise<void> | null = null;
  #closed = false;

  constructor(books: OfficeHost, clock: Clock, onError: (error: unknown) => void) {
    this.#books = books;
    this.#clock = clock;
    this.#onError = onError;
  }

  write(verb: string, body: object): void {
    if (this.#books.isElsewhere && OF_THE_MACHINE.includes(verb)) return;
    this.#waiting.push({ do: verb, body });
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null;
    });
  }

  async #writeAll(): Promise<void> {
    for (let next = this.#waiting[0]; next && !this.#closed; next = this.#waiting[0]) {
      if (await this.#isWritten(next)) this.#waiting.shift();
      else await pause(this.#clock, AGAIN_MS);
    }
  }

  /** What is refused is on record already, or can never be: it is told once, and does not hold up the next. */
  async #isWritten(note: Note): Promise<boolean> {
    try {
      const done = await this.#books.submit({ ...note, by: null });
      if (!done.ok && done.refused.code !== 'taken') this.#onError(new Error(done.refused.message));
      return true;
    } catch (error) {
      this.#onError(error);
      return false;
    }
  }

  close(): void {
    this.#closed = true;
  }
}
