import { isDeepStrictEqual } from 'node:util';
import { evolve, saveTable, type Table, type TableEvent } from '@boxperson/rules';
import { entriesFor } from '../ledger/entries.js';
import { type HouseEvent, houseEntriesFor } from '../ledger/house-entries.js';
import type { LedgerEntry, StoredEntry } from '../store/store.js';
import type { TerminalEvent } from '../terminals/events.js';
import { type PublicKey, parsePublicKey } from './note.js';
import { KEY_EVENT, RECORD_STREAM } from './record.js';
import { TerminalsRebuilt } from './terminals.js';

/** What one entry of the log comes to: the money that it moves, or why it cannot have happened. */
export type Taken =
  | { readonly ok: true; readonly entries: readonly LedgerEntry[] }
  | { readonly ok: false; readonly why: string };

const TABLE = 'table/';
const DICE = 'dice/';
const TERMINAL = 'terminal/';
const NOTHING: Taken = { ok: true, entries: [] };

const isObject = (value: unknown): value is HouseEvent =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isDie = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 6;

const no = (why: string): Taken => ({ ok: false, why });

interface Drawn {
  readonly roll: number;
  readonly dice: readonly number[];
}

/** Everything that follows from the log, built up again entry by entry: tables, money, keys. */
export class Rebuilder {
  readonly #positions = new Map<string, number>();
  readonly #tables = new Map<string, Table>();
  readonly #drawn = new Map<string, Drawn>();
  readonly #terminals = new Map<string, TerminalsRebuilt>();
  /** Streams with an entry that cannot have happened: what follows there is not read any more. */
  readonly #lost = new Set<string>();
  readonly keys: PublicKey[] = [];

  get streams(): number {
    return this.#positions.size;
  }
  /** Terminals whose meters were built up again. */
  get terminals(): number {
    return [...this.#terminals.values()].reduce((sum, { terminals }) => sum + terminals, 0);
  }
  get tables(): number {
    return this.#tables.size;
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

  #interpret({ stream, at }: StoredEntry, event: HouseEvent): Taken {
    if (stream.startsWith(DICE)) return this.#draw(stream.slice(DICE.length), event);
    if (event['at'] !== at) return no(`it is kept as of ${at} and says ${String(event['at'])}`);
    if (stream.startsWith(TABLE))
      return this.#play(stream.slice(TABLE.length), event as unknown as TableEvent);
    if (stream.startsWith(TERMINAL)) return this.#atTerminal(stream.slice(TERMINAL.length), event);
    if (stream === RECORD_STREAM && event['event'] === KEY_EVENT) return this.#nameKey(event);
    return { ok: true, entries: houseEntriesFor(event) };
  }

  #play(id: string, event: TableEvent): Taken {
    const before = this.#tables.get(id) ?? null;
    const after = evolve(before, event);
    const drawn = this.#drawn.get(id);
    // A draw is on record before its roll; whatever is called afterwards must be what was drawn.
    if (
      event.event === 'rolled' &&
      drawn?.roll === before?.throws &&
      !isDeepStrictEqual([...event.dice], drawn?.dice)
    )
      return no(`it shows ${event.dice.join('-')}, but ${drawn?.dice.join('-')} was drawn for this throw`);
    this.#tables.set(id, after);
    if (before?.game.rulebook.conduct.run.value === 'electronic')
      this.#terminalsOf(id).play(before, event, after, this.#positions.get(`${TABLE}${id}`) ?? 0);
    return { ok: true, entries: entriesFor(id, before, event, after) };
  }

  #terminalsOf(id: string): TerminalsRebuilt {
    const known = this.#terminals.get(id) ?? new TerminalsRebuilt(id);
    this.#terminals.set(id, known);
    return known;
  }

  #atTerminal(id: string, event: HouseEvent): Taken {
    // What stands at a table that cannot be rebuilt says nothing about its terminals.
    if (this.#lost.has(`${TABLE}${id}`)) return { ok: true, entries: houseEntriesFor(event) };
    const why = this.#terminalsOf(id).take(event as unknown as TerminalEvent);
    return why === null ? { ok: true, entries: houseEntriesFor(event) } : no(why);
  }

  #draw(id: string, { roll, dice }: HouseEvent): Taken {
    if (!Number.isSafeInteger(roll)) return no('the draw names no throw');
    if (!Array.isArray(dice) || dice.length !== 2 || !dice.every(isDie))
      return no('the draw does not show two dice');
    const last = this.#drawn.get(id);
    if (last && last.roll >= Number(roll))
      return no(`dice for throw ${roll} were drawn after those for ${last.roll}`);
    this.#drawn.set(id, { roll: Number(roll), dice: dice as number[] });
    return NOTHING;
  }

  #nameKey(event: HouseEvent): Taken {
    const key = parsePublicKey(String(event['key']));
    if (key === null) return no('the key that it names is none');
    this.keys.push(key);
    return NOTHING;
  }

  /** Is this how a stream's table stands just now? */
  matches(stream: string, saved: string): boolean {
    const table = this.#tables.get(stream.slice(TABLE.length));
    if (!stream.startsWith(TABLE) || table === undefined) return false;
    try {
      return isDeepStrictEqual(JSON.parse(saved), JSON.parse(JSON.stringify(saveTable(table))));
    } catch {
      return false;
    }
  }
}
