/** What keeps a clause: stated data, the game layer, the table layer, the house, a person, or nothing yet. */
export const CLAUSE_KINDS = ['data', 'game', 'table', 'house', 'person', 'open'] as const;

export type ClauseKind = (typeof CLAUSE_KINDS)[number];

export interface ClauseEntry {
  /** The rulebook's own number; a definition is its number and its term: `1.1 come out roll`. */
  readonly id: string;
  /** What the clause asks, in our words. */
  readonly summary: string;
  readonly kind: ClauseKind;
  /** Paths, from the project's root, of the conformance scripts and test files that keep the clause. */
  readonly tests: readonly string[];
}

/** One entry per numbered clause, in the order of the text. */
export type ClauseRegister = readonly ClauseEntry[];
