import type { RulebookId } from '../rulebook.js';
import { adelaideClauses } from './adelaide.js';
import { aruzeClauses } from './aruze.js';
import { crownClauses } from './crown.js';
import { CLAUSE_KINDS, type ClauseEntry, type ClauseKind, type ClauseRegister } from './register.js';
import { starClauses } from './star.js';
import { star2024Clauses } from './star-2024.js';

// crown-mini is rule 7 of crown's text, over its other rules: one text, one register.
const REGISTERS: Readonly<Record<RulebookId, ClauseRegister>> = {
  star: starClauses,
  'star-2024': star2024Clauses,
  crown: crownClauses,
  'crown-mini': crownClauses,
  adelaide: adelaideClauses,
  aruze: aruzeClauses,
};

export const registerOf = (book: RulebookId): ClauseRegister => REGISTERS[book];

/** The entry of a clause; undefined when the rulebook has no such clause. */
export const clauseOf = (book: RulebookId, id: string): ClauseEntry | undefined =>
  registerOf(book).find((entry) => entry.id === id);

export type Coverage = Readonly<Record<ClauseKind, number>>;

/** How many clauses of each kind a register has. */
export const coverage = (register: ClauseRegister): Coverage => {
  const counts = Object.fromEntries(CLAUSE_KINDS.map((kind) => [kind, 0])) as Record<ClauseKind, number>;
  for (const { kind } of register) counts[kind] += 1;
  return counts;
};
