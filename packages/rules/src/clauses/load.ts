import { type LoadedRulebook, loadForm } from '../load.js';
import { RULINGS } from '../rulings.js';
import { registerOf } from './registers.js';

const CITABLE = {
  clauses: (id: Parameters<typeof registerOf>[0]) => new Set(registerOf(id).map((entry) => entry.id)),
  rulings: new Set<string>(RULINGS.map(({ id }) => id)),
};

/** Makes a rulebook of something from outside, or says everything that is wrong with it. */
export const loadRulebook = (candidate: unknown): LoadedRulebook => loadForm(candidate, CITABLE);
