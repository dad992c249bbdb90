import type { HouseBooks } from '@boxperson/offices';
import type { Clock, Timer } from '../clock.js';
import type { House } from '../house.js';
import type { Notes } from './notes.js';
import type { OfficeHost } from './office-host.js';

export interface StandingOptions {
  readonly house: House;
  readonly notes: Notes;
  readonly clock: Clock;
  readonly alarm: (text: string) => void;
}

/** When a store fails, everything stops at once: it is told in one sentence. */
const GATHER_MS = 100;
const WHY_MOST = 500;

/** Text of an error as the books take it: a line without control characters. */
const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, WHY_MOST) || '?';

/** Tells of tables and books that stand still, and of those that go on again: to whoever hears alarms, and on record. */
export class StandingWatch {
  readonly #options: StandingOptions;
  #known: ReadonlyMap<string, string> = new Map();
  #timer: Timer | null = null;
  #closed = false;

  constructor(options: StandingOptions) {
    this.#options = options;
    this.#compareWithBooks();
  }

  /** Something has stopped, or goes on. */
  changed(): void {
    if (this.#timer || this.#closed) return;
    this.#timer = this.#options.clock.setTimeout(() => this.#look(), GATHER_MS);
  }

  close(): void {
    this.#closed = true;
    if (this.#timer) this.#options.clock.clearTimeout(this.#timer);
  }

  /** After a start: what stood still before and goes on now, and what was found broken. */
  #compareWithBooks(): void {
    const { stopped = {} } = (this.#options.house.offices.host('house') as OfficeHost).state as HouseBooks;
    this.#known = new Map(Object.entries(stopped));
    this.#look();
  }

  #look(): void {
    this.#timer = null;
    const before = this.#known;
    this.#known = this.#options.house.standstill();
    const stopped = [...this.#known].filter(([stream]) => !before.has(stream));
    const back = [...before.keys()].filter((stream) => !this.#known.has(stream));
    if (stopped.length > 0) this.#tellStopped(stopped);
    if (back.length > 0) this.#tellBack(back);
  }

  #tellStopped(stopped: readonly (readonly [string, string])[]): void {
    const { alarm, notes } = this.#options;
    const [, why = ''] = stopped[0] ?? [];
    alarm(`Stands still: ${stopped.map(([stream]) => stream).join(', ')}. ${plain(why)}`);
    notes.write('note-stopped', { streams: stopped.map(([stream, text]) => ({ stream, why: plain(text) })) });
  }

  #tellBack(streams: readonly string[]): void {
    const { alarm, notes } = this.#options;
    alarm(`Goes on again: ${streams.join(', ')}.`);
    notes.write('note-back', { streams });
  }
}
