import type { AnyOffice, LeadFact, OfficeEvent, TableConfig, TableStep } from '@boxperson/offices';
import {
  type Command,
  decide,
  due,
  evolve,
  openTable,
  type Result,
  type Table,
  type TableEvent,
} from '@boxperson/rules';
import type fc from 'fast-check';
import { asKept, freeze, type Listed } from './world.js';

// The table that an office goes along with: played by the rules, followed by the office as the house has it follow.

/** A command, or whatever the clock must do next, when it must. */
export type Play = Command | 'clock';

export interface Beside {
  readonly config: TableConfig;
  /** Before anything else: who comes to work there, and who sits down. */
  readonly first: readonly Play[];
  /** What happens at the table by itself, in one go. */
  readonly plays: fc.Arbitrary<readonly Play[]>;
}

/** The books, with the table beside which they stand; without a table for an office that stands alone. */
export interface Standing {
  readonly books: unknown;
  readonly table: Table | null;
  readonly n: number;
}

/** An event as it went into the books. */
export interface Written {
  readonly event: OfficeEvent;
  readonly before: unknown;
  readonly after: unknown;
}

/** What happened in one go, at the table and in the books. */
export interface Moved {
  readonly before: Standing;
  readonly after: Standing;
  readonly played: readonly TableEvent[];
  readonly steps: readonly TableStep[];
  readonly said: readonly OfficeEvent[];
  readonly remarks: readonly OfficeEvent[];
  readonly written: readonly Written[];
}

export function leadOf({ beside }: Listed, { table, n }: Standing): LeadFact | null {
  return beside && table ? { id: beside.config.id, config: beside.config, table, n, stopped: false } : null;
}

/** One event of the table; the first of all opens it, and nothing stands beside it yet. */
export function followed({ accompanies }: AnyOffice, standing: Standing, event: TableEvent) {
  const { books, table: before } = standing;
  const n = standing.n + 1;
  const after = freeze(evolve(before, event));
  const step = before && { before, event, after, n };
  const next = step && accompanies ? accompanies.follow(books, step) : books;
  return { step, standing: { books: next, table: after, n } };
}

/** First the table's events, then what was said, then what follows from the table's: whatever the place in the log. */
export function move(
  { office }: Listed,
  before: Standing,
  played: readonly TableEvent[],
  decided: readonly OfficeEvent[],
  at: number,
): Moved {
  let standing = before;
  const steps: TableStep[] = [];
  for (const event of played) {
    const next = followed(office, standing, event);
    standing = { ...next.standing, books: freeze(next.standing.books) };
    if (next.step) steps.push(next.step);
  }
  const placed = (event: OfficeEvent) => (office.accompanies ? { ...event, n: standing.n } : event);
  const said = decided.map(placed);
  const remarks = steps
    .flatMap((step) => office.accompanies?.remarks(step) ?? [])
    .map((remark) => placed({ v: office.version, ...remark, at } as OfficeEvent));
  const written = [...said, ...remarks].map((event): Written => {
    const { books } = standing;
    standing = { ...standing, books: freeze(office.evolve(books, asKept(office, event))) };
    return { event, before: books, after: standing.books };
  });
  return { before, after: standing, played, steps, said, remarks, written };
}

/** Several commands as one, each with the table as the one before leaves it: all of them, or none. */
export function decideAll(
  { table }: Standing,
  commands: readonly Command[],
  now: number,
): Result<readonly TableEvent[]> {
  let [state, events]: [Table | null, readonly TableEvent[]] = [table, []];
  for (const command of commands) {
    if (!state) throw new Error('a command for a table, and there is none');
    const decided = decide(state, { ...command, at: Math.max(now, state.at) });
    if (!decided.ok) return decided;
    events = [...events, ...decided.value];
    state = decided.value.reduce<Table>(evolve, state);
  }
  return { ok: true, value: events };
}

/** The time at which something is played, and the command; null when the clock has nothing to do. */
export function playAt(table: Table, play: Play, now: number): { command: Command; at: number } | null {
  if (play !== 'clock') return { command: play, at: now };
  const next = due(table, now);
  return next && { command: next.command, at: Math.max(now, next.at) };
}

/** The events with which the table is opened; none for an office that stands alone. */
export function openingOf({ beside }: Listed, at: number): readonly TableEvent[] {
  if (!beside) return [];
  const opened = openTable(beside.config.settings, at);
  if (!opened.ok) throw new Error(opened.refused.message);
  return opened.value;
}
