import type { Clause } from '../clause.js';
import type { Rulebook } from '../rulebook.js';

/** Some of a rulebook: sections in part, a stated value and a list whole. */
type Some<Part> = Part extends readonly unknown[] | { readonly clause: Clause | null } | null
  ? Part
  : Part extends object
    ? { readonly [Key in keyof Part]?: Some<Part[Key]> }
    : Part;

/** What a text says otherwise than the rules it is written over, and where it says so. */
export interface Deviation {
  readonly clause: Clause;
  readonly says: Some<Rulebook>;
}

const isSection = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('clause' in value);

/** A section is taken apart; a value with its clause, and a list, is replaced whole. */
function over(rules: unknown, says: unknown): unknown {
  if (!isSection(rules) || !isSection(says)) return says;
  const changed = Object.entries(says).map(([key, value]) => [key, over(rules[key], value)]);
  return { ...rules, ...Object.fromEntries(changed) };
}

/** The rules of a book, and what another text over them says otherwise. */
export const deviating = (rules: Rulebook, deviations: readonly Deviation[]): Rulebook =>
  deviations.reduce((book, { says }) => over(book, says) as Rulebook, rules);
