import type { HouseBooks, OfficeEvent } from '@boxperson/offices';
import type { Clock, Timer } from '../clock.js';
import type { House } from '../house.js';
import { tableIn } from '../tables/host.js';
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

const isStopping = ({ event }: OfficeEvent): boolean => event === 'streams-stopped';

const backIn = (event: OfficeEvent): readonly string[] =>
  event.event === 'streams-back' ? (event as unknown as { readonly streams: readonly string[] }).streams : [];

/**
 * Tells of tables and books that stand still, and of those that go on again: to whoever hears alarms, and on record. Of
 * several nodes each tells of what it keeps: what was stopped at one may go on at another, which knows it by the books.
 * What stood still before, and has not shown yet that it goes on, is told neither way.
 */
export class StandingWatch {
  readonly #options: StandingOptions;
  readonly #books: OfficeHost;
  readonly #unlisten: () => void;
  /** What stands still, or did and has not shown yet that it goes on. */
  #known: ReadonlySet<string>;
  /** Told of, and perhaps not on record yet. */
  #toldBack: ReadonlySet<string> = new Set();
  #timer: Timer | null = null;
  #closed = false;

  constructor(options: StandingOptions) {
    this.#options = options;
    this.#books = options.house.offices.host('house') as OfficeHost;
    this.#known = this.#onRecord();
    this.#unlisten = this.#books.listen(({ events }) => this.#hear(events));
    // After a start: what stood still before and goes on now, and what was found broken.
    this.#look();
  }

  /** Something has stopped, or goes on. */
  changed(): void {
    if (this.#timer || this.#closed) return;
    this.#timer = this.#options.clock.setTimeout(() => this.#look(), GATHER_MS);
  }

  close(): void {
    this.#closed = true;
    this.#unlisten();
    if (this.#timer) this.#options.clock.clearTimeout(this.#timer);
  }

  #onRecord(): ReadonlySet<string> {
    return new Set(Object.keys((this.#books.state as HouseBooks).stopped ?? {}));
  }

  /** Another node's word may come late, when what it tells of goes on here already. */
  #hear(events: readonly OfficeEvent[]): void {
    const isBack = new Set(events.flatMap(backIn));
    this.#toldBack = new Set([...this.#toldBack].filter((stream) => !isBack.has(stream)));
    if (events.some(isStopping)) this.changed();
  }

  #look(): void {
    this.#timer = null;
    const before = this.#known;
    const now = this.#options.house.standstill();
    const were = [...new Set([...before, ...this.#onRecord(), ...this.#toldBack])];
    const open = were.filter((stream) => !now.has(stream) && this.#options.house.isUnproven(stream));
    const isToldBack = (stream: string) => this.#toldBack.has(stream);
    this.#known = new Set([...now.keys(), ...open.filter((stream) => !isToldBack(stream))]);
    const stopped = [...now].filter(([stream]) => !before.has(stream));
    const running = were.filter((stream) => !open.includes(stream) && this.#runsHere(stream));
    const back = running.filter((stream) => !isToldBack(stream));
    this.#toldBack = new Set([...running, ...open.filter(isToldBack)]);
    if (stopped.length > 0) this.#tellStopped(stopped);
    if (back.length > 0) this.#tellBack(back);
  }

  /** What is kept elsewhere others tell of. What nobody has opened stands still nowhere, where there are no others. */
  #runsHere(stream: string): boolean {
    if (this.#known.has(stream)) return false;
    const { house } = this.#options;
    const table = tableIn(stream);
    const host = table === null ? house.offices.host(stream) : house.host(table);
    return host ? !host.isElsewhere : this.#books.forward === null;
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
