import { evolve, restoreTable, type SavedTable, type Table, type TableEvent } from '@boxperson/rules';
import type { Store } from '../store/store.js';
import { streamOf } from '../tables/host.js';
import { MONEY_EVENTS, type TerminalEvent, terminalStream } from './events.js';
import { afterTerminalEvent, meterEvent, type SeatEntry, type Seats, seatsOf } from './state.js';

/** A reading of all meters of a table, with the table as it was then: it only spares reading everything again. */
export interface Reading {
  /** The place in the terminals' stream. */
  readonly position: number;
  readonly seats: readonly SeatEntry[];
  readonly table: SavedTable | null;
}

export interface Replayed {
  readonly position: number;
  readonly seats: Seats;
  /** How many events of the table had to be read. */
  readonly read: number;
}

export const readingStream = (table: string): string => `meters/${table}`;

const READ_AT_ONCE = 5_000;

/** Everything at the terminals as the record has it: from the last reading on, or from the very beginning. */
export async function replayTerminals(
  table: string,
  store: Store,
  from: 'reading' | 'record',
): Promise<Replayed> {
  const snapshot = from === 'record' ? null : await store.getSnapshot(readingStream(table));
  const reading = snapshot ? (JSON.parse(snapshot.body) as Reading) : NOTHING_READ;
  const own = await readAll<TerminalEvent>(store, terminalStream(table), reading.position);
  const sourced = new Set(own.filter(({ event }) => MONEY_EVENTS.includes(event)).map(({ n }) => n));
  let seats: Seats = seatsOf(reading.seats);
  let now = reading.table ? restoreTable(reading.table) : null;
  const start = snapshot?.position ?? 0;
  let n = start;
  for (const event of await readAll<TableEvent>(store, streamOf(table), n)) {
    n += 1;
    const after: Table = evolve(now, event);
    if (now) seats = meterEvent(seats, now, event, after, sourced.has(n) ? 'with-source' : 'by-account');
    now = after;
  }
  for (const event of own) seats = afterTerminalEvent(seats, table, event);
  return { seats, position: reading.position + own.length, read: n - start };
}

const NOTHING_READ: Reading = { position: 0, seats: [], table: null };

async function readAll<Event>(store: Store, stream: string, after: number): Promise<readonly Event[]> {
  const events: Event[] = [];
  for (;;) {
    const entries = await store.readStream(stream, after + events.length, READ_AT_ONCE);
    for (const { body } of entries) events.push(JSON.parse(body) as Event);
    if (entries.length < READ_AT_ONCE) return events;
  }
}
