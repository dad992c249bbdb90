/**
 * `@boxperson/rules/clauses`: what every clause of the books asks, in our words, and our rulings. The game does without:
 * whoever only plays never loads it.
 */
export { RULINGS, type Ruling, rulingsOf } from '../rulings.js';
export { loadRulebook } from './load.js';
export { CLAUSE_KINDS, type ClauseEntry, type ClauseKind, type ClauseRegister } from './register.js';
export { type Coverage, clauseOf, coverage, registerOf } from './registers.js';
