import { OFFICES, streamOf as officeStream } from '@boxperson/offices';
import { CompanionHost } from '../office/companion-host.js';
import type { OfficeHost, Wanted } from '../office/office-host.js';
import type { Done, Once } from '../office/once.js';
import type { StoredEntry } from '../store/types.js';
import {
  type CommandKey,
  Elsewhere,
  type Forwarded,
  type StreamHost,
  type Submitted,
} from '../stream/host.js';
import { streamOf, type TableHost, tableIn } from '../tables/host.js';
import { PROJECTIONS, RECORD, unitOf } from './units.js';

/** The units that every house has, whatever its tables. */
export const HOUSE_UNITS: readonly string[] = [
  RECORD,
  PROJECTIONS,
  ...OFFICES.filter(({ streams }) => streams === 'one').map((office) => unitOf(officeStream(office))),
  // All matters of an office are one unit, whether or not one has begun.
  ...new Set(OFFICES.filter(({ begins }) => begins).map(({ name }) => unitOf(name))),
];

// biome-ignore lint/suspicious/noExplicitAny: what is in a stream is its own business
export type AnyHost = StreamHost<any, any>;

/** What the parts of a house have to do with its cluster. */
export interface Parts {
  table(id: string): { readonly host: TableHost; readonly companions: readonly CompanionHost[] } | null;
  offices(): readonly OfficeHost[];
  /** Opens the books of a matter, if the stream is one's. */
  open(stream: string): Promise<void>;
  /** Of a matter of which nothing came, nothing stays. */
  hold<T>(stream: string, act: () => Promise<T>): Promise<T>;
  /** A unit's streams are ours, and read. */
  taken(unit: string): Promise<void>;
  /** As whoever sits there plays it. */
  play(table: string, what: Forwarded): Promise<Submitted<unknown>>;
  readonly once: Pick<Once, 'once'>;
  /** What a command was answered that is on record. */
  found(key: CommandKey): Promise<(Done & { readonly ok: true }) | null>;
}

/** Books beside a table that another node keeps are read again at most so often. */
const READ_BESIDE_MS = 300;
const HEARD_WITHIN_MS = 1_500;
const LOOK_EVERY_MS = 10;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Entries of one stream that follow each other. */
interface Stretch {
  readonly stream: string;
  readonly first: number;
  readonly texts: string[];
}

function stretchesOf(entries: readonly StoredEntry[]): readonly Stretch[] {
  const all: Stretch[] = [];
  const last = new Map<string, Stretch>();
  for (const { stream, position, body } of entries) {
    const known = last.get(stream);
    if (known) known.texts.push(body);
    else {
      const stretch = { stream, first: position, texts: [body] };
      last.set(stream, stretch);
      all.push(stretch);
    }
  }
  return all;
}

/** The streams of a house as its node keeps or follows them. */
export class Streams {
  readonly #parts: Parts;
  readonly #onError: (error: unknown, stream: string) => void;
  /** Taking over and letting go of a unit, one after the other. */
  readonly #turns = new Map<string, Promise<void>>();
  readonly #beside = new Map<string, NodeJS.Timeout>();
  #closed = false;

  constructor(parts: Parts, onError: (error: unknown, stream: string) => void) {
    this.#parts = parts;
    this.#onError = onError;
  }

  /** Those that are decided by themselves: books beside a table go with it. */
  #hostsOf(unit: string): readonly AnyHost[] {
    const table = tableIn(unit);
    const lead = table === null ? null : (this.#parts.table(table)?.host ?? null);
    const books = this.#parts
      .offices()
      .filter((host) => !(host instanceof CompanionHost) && unitOf(host.stream) === unit);
    return lead ? [...books, lead] : books;
  }

  /**
   * Takes a unit over, behind whatever is under way with it. The table last: its books must be there. `only`: of books
   * that were opened later.
   */
  take(unit: string, isOurs: () => boolean, only?: AnyHost): Promise<void> {
    const before = this.#turns.get(unit) ?? Promise.resolve();
    const turn = before
      .then(() => this.#lead(unit, isOurs, only))
      .catch((error: unknown) => {
        this.#onError(error, unit);
        if (!this.#closed && isOurs()) setTimeout(() => void this.take(unit, isOurs, only), 200).unref();
      });
    this.#turns.set(unit, turn);
    return turn;
  }

  async #lead(unit: string, isOurs: () => boolean, only?: AnyHost): Promise<void> {
    if (this.#closed || !isOurs()) return;
    for (const host of only ? [only] : this.#hostsOf(unit)) {
      await host.lead();
      if (!isOurs()) return this.drop(unit);
      if (host.isElsewhere) throw new Elsewhere(host.stream);
      host.reachClock();
    }
    await this.#parts.taken(unit);
  }

  drop(unit: string): void {
    for (const host of this.#hostsOf(unit)) host.drop();
    this.#readBeside(unit);
  }

  /**
   * Gives a unit away, in its turn: whoever took it up again meanwhile would have a table whose books are let go of a
   * moment later, and draw no dice for it any more.
   */
  letGo(unit: string): Promise<void> {
    const before = this.#turns.get(unit) ?? Promise.resolve();
    const turn = before.then(() => this.#rest(unit));
    this.#turns.set(
      unit,
      turn.catch(() => {}),
    );
    return turn;
  }

  /** The table first: whatever its books write, it decides. */
  async #rest(unit: string): Promise<void> {
    for (const host of this.#hostsOf(unit).toReversed()) await host.rest();
  }

  #host(stream: string): AnyHost | null {
    const table = tableIn(stream);
    if (table !== null) return this.#parts.table(table)?.host ?? null;
    return this.#parts.offices().find((host) => host.stream === stream) ?? null;
  }

  /** The books of a matter that began at another node; null where it is none. */
  async #opened(stream: string): Promise<AnyHost | null> {
    await this.#parts.open(stream);
    return this.#host(stream);
  }

  hear(entries: readonly StoredEntry[]): void {
    for (const { stream, first, texts } of stretchesOf(entries)) {
      const host = this.#host(stream);
      if (!host && !this.#closed)
        void this.#opened(stream).catch((error: unknown) => this.#onError(error, stream));
      if (!host?.isElsewhere) continue;
      this.#readBeside(unitOf(stream));
      if (!(host instanceof CompanionHost)) host.hear(first, texts);
    }
  }

  /** They follow from two records, and are put together from both. */
  #readBeside(unit: string): void {
    const table = tableIn(unit);
    if (table === null || this.#closed || this.#beside.has(unit)) return;
    if (!this.#parts.table(table)?.companions.length) return;
    const timer = setTimeout(() => {
      this.#beside.delete(unit);
      void this.#readBooks(table).catch((error: unknown) => this.#onError(error, unit));
    }, READ_BESIDE_MS);
    timer.unref();
    this.#beside.set(unit, timer);
  }

  async #readBooks(table: string): Promise<void> {
    const running = this.#parts.table(table);
    for (const books of running?.companions ?? []) {
      const isWanted = () => running?.host.isElsewhere === true && !this.#closed;
      if (!isWanted()) return;
      const tell = await books.lookUp(isWanted);
      if (isWanted()) tell();
    }
  }

  /** For another node, which asks again when it hears nothing: under one id it is done once. */
  async submitTo(stream: string, what: Forwarded): Promise<Submitted<unknown>> {
    const { key } = what;
    if (key === null) return this.#submit(stream, what);
    const done = await this.#parts.once.once(key.id, key.hash, () => this.#submit(stream, what));
    return done.ok ? { events: [], ...done } : done;
  }

  /** For this node itself, where whoever asked is remembered already; another may have done it before. */
  async submitHere(stream: string, what: Forwarded): Promise<Submitted<unknown>> {
    const stored = what.key && (await this.#parts.found(what.key));
    return stored ? { events: [], ...stored } : this.#submit(stream, what);
  }

  #submit(stream: string, what: Forwarded): Promise<Submitted<unknown>> {
    return this.#parts.hold(stream, async () => {
      const host = this.#host(stream) ?? (await this.#opened(stream));
      if (!host || host.isElsewhere) throw new Elsewhere(stream);
      return this.#submitTo(host, what);
    });
  }

  async #submitTo(host: AnyHost, what: Forwarded): Promise<Submitted<unknown>> {
    const { stream } = host;
    const table = tableIn(stream);
    if (table !== null)
      return what.plays
        ? this.#parts.play(table, what)
        : (host as unknown as TableHost).submit(what.command as never, what.key, what.owner, what.roll);
    return (host as unknown as OfficeHost).submit(what.said as Wanted, what.key);
  }

  async heardUpTo(stream: string, n: number): Promise<void> {
    const host = this.#host(stream) ?? (await this.#opened(stream).catch(() => null));
    if (!host || host instanceof CompanionHost) return;
    for (const until = performance.now() + HEARD_WITHIN_MS; performance.now() < until; ) {
      if (host.told.n >= n || !host.isElsewhere) return;
      await pause(LOOK_EVERY_MS);
    }
    await host.catchUp().catch(() => {});
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#beside.values()) clearTimeout(timer);
  }
}

/** The stream of a table as a unit. */
export const unitOfTable = (id: string): string => unitOf(streamOf(id));
