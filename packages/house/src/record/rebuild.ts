import { isDeepStrictEqual } from 'node:util';
import {
  type AnyOffice,
  type CompanionEvent,
  DICE,
  type Drawn,
  OFFICES,
  type OfficeEvent,
  officeOf,
  parted,
  streamOf as streamIn,
  type TableStep,
} from '@boxperson/offices';
import { evolve, saveTable, type Table, type TableEvent } from '@boxperson/rules';
import { entriesFor } from '../ledger/entries.js';
import type { Reading } from '../office/companion-host.js';
import { booksIn } from '../office/saved.js';
import type { LedgerEntry, StoredEntry } from '../store/store.js';
import { streamOf, tableIn } from '../tables/host.js';
import { type PublicKey, parsePublicKey } from './note.js';
import { DAMAGE_EVENT, KEY_EVENT, RECORD_STREAM, SOUND_EVENT } from './record.js';

/** What one entry of the log comes to: the money that it moves, or why it cannot have happened. */
export type Taken =
  | { readonly ok: true; readonly entries: readonly LedgerEntry[] }
  | { readonly ok: false; readonly why: string };

const NOTHING: Taken = { ok: true, entries: [] };

/** An entry of the log as it was kept; nothing of it has been checked. */
type Kept = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const no = (why: string): Taken => ({ ok: false, why });

/** To the day, or what stands there when no clock ever said so. */
const dayOf = (at: number): string => {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString().slice(0, 10);
};

/** Is this what was kept? Mostly it is so to the letter; fields in another order mean the same. */
const isKeptAs = (value: unknown, kept: string): boolean => {
  const text = JSON.stringify(value);
  return text === kept || isDeepStrictEqual(JSON.parse(text), JSON.parse(kept));
};

/**
 * How long a table has stood so is in no snapshot from before there were clocks, and counts from there for a house that
 * opened on one: nothing but a wait depends on it.
 */
function withoutTimes(value: unknown): unknown {
  const { since: _since, wagersSince: _open, ...kept } = value as Kept;
  return 'table' in kept ? { ...kept, table: withoutTimes(kept['table']) } : kept;
}
const withoutTimesIn = (saved: string): string => JSON.stringify(withoutTimes(JSON.parse(saved)));

/** Everything that follows from the log, built up again entry by entry: tables, offices, money, keys. */
export class Rebuilder {
  readonly #positions = new Map<string, number>();
  readonly #tables = new Map<string, Table>();
  readonly #books = new Map<string, unknown>();
  /** What a table's last event led to in the books beside it, until these say so themselves. */
  readonly #remarks = new Map<string, object>();
  /** Streams with an entry that cannot have happened: what follows there is not read any more. */
  readonly #lost = new Set<string>();
  readonly keys: PublicKey[] = [];
  /** What the record says about itself that whoever reads it should know. */
  readonly toldOfItself: string[] = [];

  get streams(): number {
    return this.#positions.size;
  }
  get tables(): number {
    return this.#tables.size;
  }
  /** What offices count in their books, by name. */
  get counts(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    const add = ({ counts: count }: AnyOffice, state: unknown) => {
      for (const [name, n] of Object.entries(count?.(state) ?? {})) counts[name] = (counts[name] ?? 0) + n;
    };
    for (const office of OFFICES) add(office, office.start);
    for (const [stream, state] of this.#books) add(officeOf(stream) as AnyOffice, state);
    return counts;
  }
  /** Is there something in the stream that cannot have happened? */
  isLost(stream: string): boolean {
    return this.#lost.has(stream);
  }

  take(entry: StoredEntry): Taken {
    const { stream, position } = entry;
    const last = this.#positions.get(stream) ?? 0;
    this.#positions.set(stream, position);
    if (this.#lost.has(stream)) return NOTHING;
    const taken =
      position === last + 1 ? this.#read(entry) : no(`its stream jumps from ${last} to ${position}`);
    if (!taken.ok) this.#lost.add(stream);
    return taken;
  }

  #read(entry: StoredEntry): Taken {
    let event: unknown;
    try {
      event = JSON.parse(entry.body);
    } catch {
      return no('its body is not JSON');
    }
    if (!isObject(event)) return no('its body is not an event');
    try {
      return this.#interpret(entry, event);
    } catch (error) {
      return no(error instanceof Error ? error.message : String(error));
    }
  }

  #interpret({ stream, at }: StoredEntry, event: Kept): Taken {
    const office = officeOf(stream);
    // The first draws said nothing but what was drawn.
    const isTimed = 'at' in event || !office?.read;
    if (isTimed && event['at'] !== at) return no(`it is kept as of ${at} and says ${String(event['at'])}`);
    const table = tableIn(stream);
    if (table !== null) return this.#play(table, event as unknown as TableEvent);
    if (office) return this.#note(office, stream, office.read?.(event) ?? (event as unknown as OfficeEvent));
    return stream === RECORD_STREAM ? this.#ownWord(event, at) : NOTHING;
  }

  #play(id: string, event: TableEvent): Taken {
    const before = this.#tables.get(id) ?? null;
    const after = evolve(before, event);
    const { last: drawn } = (this.#books.get(streamIn(DICE, id)) ?? DICE.start) as Drawn;
    // A draw is on record before its roll; whatever is called afterwards must be what was drawn.
    if (
      event.event === 'rolled' &&
      drawn?.roll === before?.throws &&
      !isDeepStrictEqual([...event.dice], drawn?.dice)
    )
      return no(`it shows ${event.dice.join('-')}, but ${drawn?.dice.join('-')} was drawn for this throw`);
    this.#tables.set(id, after);
    if (before) this.#follow(id, { before, event, after, n: this.positionOf(streamOf(id)) });
    return { ok: true, entries: entriesFor(id, before, event, after) };
  }

  /** Books beside a table go along with it. */
  #follow(id: string, step: TableStep): void {
    for (const office of OFFICES) {
      if (!office.accompanies?.joins(step.before)) continue;
      const stream = streamIn(office, id);
      this.#books.set(stream, office.accompanies.follow(this.#booksOf(office, stream), step));
      const [remark] = office.accompanies.remarks(step);
      if (remark) this.#remarks.set(stream, remark);
    }
  }

  #booksOf(office: AnyOffice, stream: string): unknown {
    return this.#books.get(stream) ?? office.start;
  }

  #note(office: AnyOffice, stream: string, event: OfficeEvent): Taken {
    const before = this.#booksOf(office, stream);
    const after = office.evolve(before, event);
    this.#books.set(stream, after);
    const why = office.accompanies ? this.#whyNotBeside(office, stream, event as CompanionEvent) : null;
    return why === null ? { ok: true, entries: office.entries(before, event, after) } : no(why);
  }

  /** Why an entry cannot stand beside its table; null when it can. */
  #whyNotBeside(office: AnyOffice, stream: string, event: CompanionEvent): string | null {
    const id = parted(stream)[1] ?? '';
    const table = this.#tables.get(id);
    // What stands at a table that cannot be rebuilt says nothing about the books beside it.
    if (this.#lost.has(streamOf(id)) || !office.accompanies) return null;
    if (office.accompanies.isRemark(event)) return this.#whyNoRemark(id, stream, event);
    return table ? (office.accompanies.fault?.(this.#books.get(stream), event, table) ?? null) : null;
  }

  #whyNoRemark(id: string, stream: string, { v: _v, at: _at, n, ...shown }: CompanionEvent): string | null {
    const expected = this.#remarks.get(stream);
    this.#remarks.delete(stream);
    const place = this.positionOf(streamOf(id));
    if (n !== place) return `it says place ${n} of its table, which stands at ${place}`;
    const isSame = expected !== undefined && isKeptAs(expected, JSON.stringify(shown));
    return isSame ? null : 'it does not show the wagers as they stood';
  }

  #ownWord(event: Kept, at: number): Taken {
    if (event['event'] === DAMAGE_EVENT)
      this.toldOfItself.push(`On ${dayOf(at)} the house found damage: ${String(event['message'])}.`);
    if (event['event'] === SOUND_EVENT)
      this.toldOfItself.push(
        `On ${dayOf(at)} the house had looked at everything again, and found no damage.`,
      );
    return event['event'] === KEY_EVENT ? this.#nameKey(event, at) : NOTHING;
  }

  #nameKey(event: Kept, at: number): Taken {
    const key = parsePublicKey(String(event['key']));
    if (key === null) return no('the key that it names is none');
    const earlier = this.keys.at(-1);
    if (earlier && earlier.line !== key.line)
      this.toldOfItself.push(
        `On ${dayOf(at)} a new key began to sign, ${key.line}: the earlier one, ${earlier.line}, ${
          event['why'] === 'lost' ? 'was not there any more' : 'was given up'
        }.`,
      );
    this.keys.push(key);
    return NOTHING;
  }

  /** The last place of a stream so far. */
  positionOf(stream: string): number {
    return this.#positions.get(stream) ?? 0;
  }

  /** Streams whose snapshots may be of this moment: the one that went on, and those beside a table. */
  movedBy(stream: string): readonly string[] {
    const id = tableIn(stream) ?? parted(stream)[1];
    const beside = OFFICES.filter(({ accompanies }) => accompanies).map((office) =>
      streamIn(office, id ?? ''),
    );
    return tableIn(stream) === null ? [stream] : [stream, ...beside];
  }

  /** Is this moment that of a snapshot? One beside a table names the table's place as well as its own. */
  isAt(stream: string, position: number, saved: string): boolean {
    if (position !== this.positionOf(stream)) return false;
    const table = this.#besideTable(stream);
    return table === null || readingIn(saved)?.n === this.positionOf(streamOf(table));
  }

  /** The table that a stream's books stand beside; null for any other stream. */
  #besideTable(stream: string): string | null {
    return officeOf(stream)?.accompanies ? parted(stream)[1] : null;
  }

  /** A reading of what its table has not been through, as a backup amid play may hold one: the house passes it over. */
  isAhead(stream: string, saved: string): boolean {
    const table = this.#besideTable(stream);
    return table !== null && (readingIn(saved)?.n ?? 0) > this.positionOf(streamOf(table));
  }

  /** Is this how a stream stands just now? */
  matches(stream: string, saved: string): boolean {
    const standing = this.#standing(stream);
    if (standing === undefined) return false;
    try {
      const kept = savedIn(stream, saved);
      // Of an earlier form: the house passes it over.
      if (kept === null) return true;
      return isKeptAs(standing, kept) || isKeptAs(withoutTimes(standing), withoutTimesIn(kept));
    } catch {
      return false;
    }
  }

  #standing(stream: string): unknown {
    const beside = this.#besideTable(stream);
    const table = this.#tables.get(beside ?? tableIn(stream) ?? '');
    if (beside === null) return table ? saveTable(table) : this.#books.get(stream);
    const office = officeOf(stream) as AnyOffice;
    return (
      table && {
        n: this.positionOf(streamOf(beside)),
        table: saveTable(table),
        books: this.#booksOf(office, stream),
      }
    );
  }
}

/** What is saved of a stream, without the form it is saved in; null where that is not the one of today. */
function savedIn(stream: string, saved: string): string | null {
  const office = officeOf(stream);
  if (office?.shape === undefined) return saved;
  const books = booksIn(office, JSON.parse(saved));
  return books === null ? null : JSON.stringify(books);
}

function readingIn(saved: string): Reading | null {
  try {
    return JSON.parse(saved) as Reading;
  } catch {
    return null;
  }
}
