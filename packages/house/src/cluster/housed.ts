import { OFFICES, streamOf as officeStream } from '@boxperson/offices';
import { CompanionHost } from '../office/companion-host.js';
import type { OfficeHost, Wanted } from '../office/office-host.js';
import type { Done, Once } from '../office/once.js';
import { type StoredEntry, StoreError } from '../store/types.js';
import {
  type CommandKey,
  Elsewhere,
  type Forwarded,
  type StreamHost,
  type Submitted,
  saysElsewhere,
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

/** What is taken over and let go of as one. */
interface Part {
  readonly name: string;
  /** As they are when its turn has come. */
  readonly hosts: () => readonly AnyHost[];
}

/** How long after it could not be taken over it is tried again: soon, and then less often. */
const AGAIN_FIRST_MS = 200;
const AGAIN_MOST_MS = 2_000;

/** Of a house that has kept many cases so many are taken over at a time. */
const PARTS_AT_ONCE = 64;

const isAway = (error: unknown): boolean => error instanceof StoreError && error.fault.kind === 'unavailable';

async function sideBySide<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  const left = all.values();
  const worker = async () => {
    for (const one of left) await act(one);
  };
  await Promise.all(Array.from({ length: Math.min(PARTS_AT_ONCE, all.length) }, worker));
}

/** The streams of a house as its node keeps or follows them. */
export class Streams {
  readonly #parts: Parts;
  readonly #onError: (error: unknown, stream: string) => void;
  readonly #onStanding: () => void;
  /** Taking over and letting go of the same, one after the other. */
  readonly #turns = new Map<string, Promise<void>>();
  readonly #untaken = new Map<string, string>();
  /** Those of them for which no store need only come back. */
  readonly #damaged = new Set<string>();
  /** What takes it over after a failure, and after how long it is tried the next time. */
  readonly #again = new Map<string, NodeJS.Timeout>();
  readonly #waits = new Map<string, number>();
  readonly #beside = new Map<string, NodeJS.Timeout>();
  #closed = false;

  /** `onStanding` hears when something could not be taken over, and when it was. */
  constructor(
    parts: Parts,
    onError: (error: unknown, stream: string) => void,
    onStanding: () => void = () => {},
  ) {
    this.#parts = parts;
    this.#onError = onError;
    this.#onStanding = onStanding;
  }

  /**
   * What is taken over and let go of as one, each under a name of its own. A table goes with its books, and comes last:
   * they must be there. Everything else stands by itself: one matter that cannot be taken over holds up no other.
   */
  #partsOf(unit: string): readonly Part[] {
    const table = tableIn(unit);
    if (table === null)
      return this.#booksOf(unit).map((host) => ({ name: host.stream, hosts: () => [host] }));
    const lead = (): readonly AnyHost[] => {
      const host = this.#parts.table(table)?.host;
      return host ? [host] : [];
    };
    return [{ name: unit, hosts: () => [...this.#booksOf(unit), ...lead()] }];
  }

  /** Those that are decided by themselves: books beside a table go with it. */
  #booksOf(unit: string): readonly AnyHost[] {
    return this.#parts
      .offices()
      .filter((host) => !(host instanceof CompanionHost) && unitOf(host.stream) === unit);
  }

  #inTurn<T>(name: string, act: () => Promise<T>): Promise<T> {
    const mine = (this.#turns.get(name) ?? Promise.resolve()).then(act);
    const done = mine.then(
      () => {},
      () => {},
    );
    this.#turns.set(name, done);
    void done.then(() => this.#turns.get(name) === done && this.#turns.delete(name));
    return mine;
  }

  /**
   * Takes a unit over, behind whatever is under way with it. What cannot be taken over is tried again by itself, and
   * the rest is served meanwhile. `only`: of books that were opened later.
   */
  async take(unit: string, isOurs: () => boolean, only?: AnyHost): Promise<void> {
    const parts = only ? [{ name: only.stream, hosts: () => [only] }] : this.#partsOf(unit);
    await sideBySide(parts, (part) => this.#takePart(unit, part, isOurs));
  }

  async #takePart(unit: string, part: Part, isOurs: () => boolean): Promise<void> {
    this.#cancel(part.name);
    try {
      const isLed = await this.#inTurn(part.name, () => this.#lead(unit, part, isOurs));
      this.#isTaken(part.name);
      if (isLed) await this.#goOn(unit, part.name, isOurs);
    } catch (error) {
      if (this.#closed || !isOurs()) return this.#isTaken(part.name);
      this.#note(part.name, error);
      this.#takeLater(part.name, () => void this.#takePart(unit, part, isOurs));
    }
  }

  /** What comes with it is looked after. It is served whether or not that goes at once. */
  async #goOn(unit: string, name: string, isOurs: () => boolean): Promise<void> {
    try {
      await this.#parts.taken(unit);
      this.#waits.delete(name);
    } catch (error) {
      if (this.#closed || !isOurs()) return;
      this.#onError(error, name);
      this.#takeLater(name, () => void (isOurs() && this.#goOn(unit, name, isOurs)));
    }
  }

  /**
   * Told once, however often it is tried, and not of what goes the second time: a store that hiccups would have every
   * matter of a house named. That it is still on its way from another node is no fault.
   */
  #note(name: string, error: unknown): void {
    if (saysElsewhere(error)) return;
    if (isAway(error)) this.#damaged.delete(name);
    else this.#damaged.add(name);
    if (this.#untaken.has(name) || !this.#waits.has(name)) return;
    this.#untaken.set(name, error instanceof Error ? error.message : String(error));
    this.#onError(error, name);
    this.#onStanding();
  }

  #isTaken(name: string): void {
    this.#cancel(name);
    this.#waits.delete(name);
    this.#damaged.delete(name);
    if (this.#untaken.delete(name)) this.#onStanding();
  }

  /** One timer each, soon and then less often. */
  #takeLater(name: string, act: () => void): void {
    const ms = this.#waits.get(name) ?? AGAIN_FIRST_MS;
    this.#waits.set(name, Math.min(AGAIN_MOST_MS, ms * 2));
    this.#cancel(name);
    const timer = setTimeout(act, ms);
    timer.unref();
    this.#again.set(name, timer);
  }

  #cancel(name: string): void {
    clearTimeout(this.#again.get(name));
    this.#again.delete(name);
  }

  /** What is ours and could not be taken over so far, by its stream, and why: nobody else serves it. */
  untaken(): ReadonlyMap<string, string> {
    return this.#untaken;
  }

  /** Can it be expected that it is here soon? What is damaged stays so until somebody mends it. */
  comesSoon({ stream, isElsewhere }: Pick<AnyHost, 'stream' | 'isElsewhere'>): boolean {
    return isElsewhere && !this.#damaged.has(stream);
  }

  /** Answers whether it is led here from now on. */
  async #lead(unit: string, part: Part, isOurs: () => boolean): Promise<boolean> {
    if (this.#closed || !isOurs()) return false;
    for (const host of part.hosts()) {
      await host.lead();
      if (!isOurs()) {
        this.#dropPart(unit, part);
        return false;
      }
      if (host.isElsewhere) throw new Elsewhere(host.stream);
      host.reachClock();
    }
    return true;
  }

  drop(unit: string): void {
    for (const part of this.#partsOf(unit)) this.#dropPart(unit, part);
  }

  #dropPart(unit: string, { name, hosts }: Part): void {
    this.#isTaken(name);
    for (const host of hosts()) host.drop();
    this.#readBeside(unit);
  }

  /**
   * Gives a unit away, in its turn: whoever took it up again meanwhile would have a table whose books are let go of a
   * moment later, and draw no dice for it any more.
   */
  async letGo(unit: string): Promise<void> {
    await Promise.all(this.#partsOf(unit).map((part) => this.#inTurn(part.name, () => this.#rest(part))));
  }

  /** The table first: whatever its books write, it decides. */
  async #rest({ name, hosts }: Part): Promise<void> {
    this.#isTaken(name);
    for (const host of hosts().toReversed()) await host.rest();
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
      if (!(host instanceof CompanionHost)) this.#tell(host, first, texts);
    }
  }

  /** What one of them stumbles over the others of that batch are told all the same. */
  #tell(host: AnyHost, first: number, texts: readonly string[]): void {
    try {
      host.hear(first, texts);
    } catch (error) {
      this.#onError(error, host.stream);
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
    for (const timer of [...this.#beside.values(), ...this.#again.values()]) clearTimeout(timer);
  }
}

/** The stream of a table as a unit. */
export const unitOfTable = (id: string): string => unitOf(streamOf(id));
