import type { HouseClient } from '@boxperson/house/client';
import { type OfficeEvent, officeOf, type Person, seesWhole } from '@boxperson/offices';

/** An entry of the books, with its place in their stream. */
export interface Entry {
  readonly n: number;
  readonly event: OfficeEvent;
}

/** The books of an office as this browser has them. */
export type Shelf =
  | { readonly kind: 'waiting' }
  /** There are none, or none for these eyes. */
  | { readonly kind: 'none' }
  | {
      readonly kind: 'open';
      readonly books: unknown;
      readonly n: number;
      /** The last entries, newest first. */
      readonly entries: readonly Entry[];
    };
type Open = Extract<Shelf, { kind: 'open' }>;

const WAITING: Shelf = { kind: 'waiting' };
const LAST = 40;

interface Kept {
  shelf: Shelf;
  stop: () => void;
  readonly readers: Set<() => void>;
}

/** The books that somebody has open: each followed once, however many screens look at it, and live. */
export class Library {
  readonly #client: HouseClient;
  readonly #person: Person;
  readonly #kept = new Map<string, Kept>();

  constructor(client: HouseClient, person: Person) {
    this.#client = client;
    this.#person = person;
  }

  read(at: string): Shelf {
    return this.#kept.get(at)?.shelf ?? WAITING;
  }

  subscribe(at: string, reader: () => void): () => void {
    const kept = this.#kept.get(at) ?? this.#open(at);
    kept.readers.add(reader);
    return () => {
      kept.readers.delete(reader);
      if (kept.readers.size > 0) return;
      kept.stop();
      this.#kept.delete(at);
    };
  }

  /** What the house says of a watch that cannot be: it names the stream. */
  missing(message: string): void {
    for (const [at, kept] of this.#kept)
      if (message === `There is no ${at}.`) this.#put(kept, { kind: 'none' });
  }

  #open(at: string): Kept {
    const kept: Kept = { shelf: WAITING, stop: () => {}, readers: new Set() };
    this.#kept.set(at, kept);
    this.#follow(at, kept);
    return kept;
  }

  #follow(at: string, kept: Kept): void {
    kept.stop = this.#client.follow(at, {
      last: LAST,
      books: ({ books, n }) => this.#put(kept, { kind: 'open', books, n, entries: [] }),
      events: (n, events) => this.#heard(at, kept, n, events),
    });
  }

  #put(kept: Kept, shelf: Shelf): void {
    kept.shelf = shelf;
    for (const reader of kept.readers) reader();
  }

  #heard(at: string, kept: Kept, n: number, events: readonly (OfficeEvent | null)[]): void {
    if (kept.shelf.kind !== 'open') return;
    const told = events.map((event, place) => ({ n: n + place, event }));
    const next = this.#after(at, kept.shelf, told);
    if (next) return this.#put(kept, next);
    // What cannot be followed from here is asked for as a whole.
    kept.stop();
    this.#follow(at, kept);
  }

  /** The books after some events, by the office's own `evolve`; null when that cannot be told from here. */
  #after(
    at: string,
    shelf: Open,
    told: readonly { readonly n: number; readonly event: OfficeEvent | null }[],
  ): Open | null {
    const office = officeOf(at);
    const fresh = told.filter(({ n }) => n > shelf.n);
    const seen = told.flatMap(({ n, event }) => (event ? [{ n, event }] : []));
    const entries = [...[...seen].reverse(), ...shelf.entries].slice(0, LAST);
    if (fresh.length === 0) return { ...shelf, entries };
    const isWhole =
      office &&
      // Of a matter that is not theirs any more somebody has nothing.
      shelf.books !== null &&
      seesWhole(office, shelf.books, this.#person) &&
      fresh.every(({ event }) => event !== null);
    if (!isWhole) return null;
    try {
      const books = fresh.reduce((state, { event }) => office.evolve(state, event), shelf.books);
      return { kind: 'open', books, n: fresh.at(-1)?.n ?? shelf.n, entries };
    } catch {
      return null; // The house is newer than this page.
    }
  }
}
