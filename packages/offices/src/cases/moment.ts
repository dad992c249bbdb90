import type { Cents, Dice, RollOutcome, RulebookId, SavedTable, Unit } from '@boxperson/rules';

// What the record says of one moment at a table. The house reads it from the log when a case asks for it; nobody types it.

/** One wager as the roll decided it. */
export interface MomentLine {
  /** As on the dealing sheet: `12/pass/ann`. */
  readonly line: string;
  readonly player: string;
  /** Who played under that name; null for somebody with chips whom the house does not know. */
  readonly person: string | null;
  readonly wager: string;
  readonly stake: Cents;
  /** By the rules, besides the stake. */
  readonly owed: Cents;
  /** By the sheet: otherwise than owed only where the crew said so. */
  readonly paid: Cents;
  /** The clause that decided it; null where none did, and absent in records of earlier versions. */
  readonly clause?: string | null;
}

/** What somebody had on the layout. */
export interface Stood {
  readonly player: string;
  readonly seat: number;
  readonly wagers: readonly {
    readonly wager: string;
    readonly amount: Cents;
    readonly called: 'on' | 'off' | null;
  }[];
}

/** The layout at one moment: whose chips stood where, whose dice they were, and the point. */
export interface FeltThen {
  readonly point: number | null;
  readonly shooter: string | null;
  readonly players: readonly Stood[];
}

/** A member of the crew who was on duty. */
export interface OnDuty {
  readonly person: string;
  readonly name: string;
  readonly role: string;
}

/** A roll, or a moment without one, as it is on record. */
export interface Moment {
  readonly table: string;
  readonly rulebook: RulebookId;
  /** The place in the table's stream of what it is about, and of the last that belongs to it. */
  readonly n: number;
  readonly to: number;
  /** Its place in the whole log, and the digest of its leaf in the tree: what a proof of the record is about. */
  readonly seq: number;
  readonly digest: string;
  readonly at: number;
  /** The rules as they were in force, by their hash, and the sign as it stood. */
  readonly rules: string;
  readonly sign: string;
  readonly point: number | null;
  readonly dice: Dice | null;
  readonly call: string | null;
  readonly crew: readonly OnDuty[];
  readonly lines: readonly MomentLine[];
  /** The table before the roll and after it was dealt; our readings in force, by number. Absent in earlier records. */
  readonly before?: FeltThen;
  readonly after?: FeltThen;
  readonly rulings?: readonly string[];
  /** What the table was played with: money, or chips (crown 8.4.4(a)). Earlier records say nothing, or chips alone. */
  readonly unit?: Unit;
}

/** A roll with everything that it takes to play it again: the table before it, and what the engine made of the dice. */
export interface Replay {
  readonly moment: Moment;
  readonly before: SavedTable;
  readonly outcome: RollOutcome;
  /** Where the rolls before and after it stand in the table’s stream. */
  readonly previous: number | null;
  readonly next: number | null;
}

/** Under which name a moment is asked for among facts. */
export const momentOf = (table: string, n: number): string => `moment/${table}/${n}`;

/** The table and the place that such a name means; null for any other name. */
export function momentIn(name: string): { readonly table: string; readonly n: number } | null {
  const [, table, n] = /^moment\/([^/]+)\/(\d{1,15})$/.exec(name) ?? [];
  return table === undefined || n === undefined ? null : { table, n: Number(n) };
}

/** Under which name a roll is asked for among facts to be played again. */
export const replayOf = (table: string, n: number): string => `replay/${table}/${n}`;
export function replayIn(name: string): { readonly table: string; readonly n: number } | null {
  const [, table, n] = /^replay\/([^/]+)\/(\d{1,15})$/.exec(name) ?? [];
  return table === undefined || n === undefined ? null : { table, n: Number(n) };
}

/** Under which name it is asked what other cases are about the same table: their books, as far as they are open. */
export const casesAt = (table: string): string => `cases-at/${table}`;
export const casesAtIn = (name: string): string | null => /^cases-at\/([^/]+)$/.exec(name)?.[1] ?? null;

/** What of a moment is somebody's own business: their own lines, and no names of the crew. */
export const ownMoment = ({ before: _before, after: _after, ...moment }: Moment, person: string): Moment => ({
  ...moment,
  crew: [],
  lines: moment.lines.filter((line) => line.person === person),
});
