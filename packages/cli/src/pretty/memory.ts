import type { Cents, Game } from '@boxperson/rules';

/** What an account remembers from line to line: as much for a million lines as for ten. */
export interface Memory {
  game: Game | null;
  rolls: number;
  accepted: number;
  refused: number;
  /** Commission paid and not given back. */
  commission: Cents;
  /** What everybody sat down with and bought since. */
  readonly brought: Map<string, Cents>;
  /** What people took away from the table. */
  readonly carried: Map<string, Cents>;
  /** The part of the commission that the last roll took or gave back, should it be undone. */
  rollCommission: Cents;
  /** Those of the staff who are at the table, and when it opened: conduct only. */
  crew: readonly string[];
  openedAt: number;
  /** Whose line was told last: a name is said once for several lines. Null after a block of another kind. */
  speaker: string | null;
}

export const blankMemory = (): Memory => ({
  game: null,
  rolls: 0,
  accepted: 0,
  refused: 0,
  commission: 0,
  brought: new Map(),
  carried: new Map(),
  rollCommission: 0,
  crew: [],
  openedAt: 0,
  speaker: null,
});
