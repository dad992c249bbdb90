import type { Cents, Game } from '@boxperson/rules';

/** What an account remembers from line to line: as much for a million lines as for ten. */
export interface Memory {
  game: Game | null;
  rolls: number;
  accepted: number;
  refused: number;
  /** Commission paid and not given back. */
  commission: Cents;
  /** What everybody sat down with. */
  readonly brought: Map<string, Cents>;
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
  speaker: null,
});
