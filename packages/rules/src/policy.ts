import {
  all,
  type Check,
  type Fields,
  fields,
  listOf,
  oneOf,
  orNull,
  readField,
  text,
  unique,
} from './check.js';
import type { Cited, Clause, Stated } from './clause.js';
import type { OfferedWagers } from './rulebook.js';

// What a table of policies is made of. A policy stands there once: its type, its check and its words come from there.

/** The parts of a rulebook's policies, in the order they are told. */
export const POLICY_GROUPS = [
  'the layout',
  'placing',
  'after the point is set',
  'inactive wagers',
  'odds',
  'commission',
  'money',
  'limits',
  'wagers found after the throw',
  'the dice',
  'the shooter',
  'the throw',
  'taking wagers',
  'notices',
  'people',
  'invalidated outcomes',
  'the terminal',
] as const;
export type PolicyGroup = (typeof POLICY_GROUPS)[number];

/** Who knows what the wagers are called. */
export interface Naming {
  readonly wagers: OfferedWagers;
}

/** What a policy may be, how that is checked and said; `values` where it is one of a few. */
export interface Values<T> {
  readonly check: Check;
  readonly say: (value: T, book: Naming) => string;
  readonly values?: readonly T[];
}

/** A policy in the table: where it is told, and whether a clause must state it or a ruling may. */
export interface PolicyEntry<Source extends 'stated' | 'cited', T> extends Values<T> {
  readonly is: Source;
  readonly group: PolicyGroup;
  readonly label: string;
}
/** A list of grounds in the table; `of` is what a ground says beside its id, text and clause. */
export interface GroundsEntry<More extends object = object> {
  readonly is: 'grounds';
  readonly label: string;
  readonly more: { readonly [Key in keyof More]-?: Check };
}
/** A section that a book may lack. */
export interface MaybeEntry<Section> {
  readonly is: 'maybe';
  readonly section: Section;
}

/** A ground on which something may be done to a person or an outcome: an id for the record, our words for the screen. */
export interface Ground {
  readonly id: string;
  readonly text: string;
  readonly clause: Clause;
}

/** What a rulebook holds where the table has these entries. */
export type PoliciesOf<Entry> =
  Entry extends PolicyEntry<'stated', infer T>
    ? Stated<T>
    : Entry extends PolicyEntry<'cited', infer T>
      ? Cited<T>
      : Entry extends GroundsEntry<infer More>
        ? readonly (Ground & More)[]
        : Entry extends MaybeEntry<infer Section>
          ? PoliciesOf<Section> | null
          : { readonly [Key in keyof Entry]: PoliciesOf<Entry[Key]> };

/** One of a few names, each with its words. */
export const words = <const Name extends string>(said: Readonly<Record<Name, string>>): Values<Name> => {
  const values = Object.keys(said) as Name[];
  return { check: oneOf(values), say: (value) => said[value], values };
};

/** One of a few numbers, or none, which has words of its own. */
export const numbers = <const T extends number | null>(values: readonly T[], none = 'none'): Values<T> => ({
  check: oneOf(values),
  say: (value) => (value === null ? none : String(value)),
  values,
});

/** Whatever fits a check. */
export const fitting = <T>(check: Check, say: Values<T>['say']): Values<T> => ({ check, say });

/** Stated by a clause in every book. */
export const stated = <T>(group: PolicyGroup, label: string, of: Values<T>): PolicyEntry<'stated', T> => ({
  is: 'stated',
  group,
  label,
  ...of,
});
/** Stated by a clause, or decided by a ruling where the book is silent. */
export const cited = <T>(group: PolicyGroup, label: string, of: Values<T>): PolicyEntry<'cited', T> => ({
  is: 'cited',
  group,
  label,
  ...of,
});
export const grounds = (label: string): GroundsEntry => ({ is: 'grounds', label, more: {} });
export const groundsWith = <More extends object>(
  label: string,
  more: GroundsEntry<More>['more'],
): GroundsEntry<More> => ({ is: 'grounds', label, more });
export const maybe = <Section>(section: Section): MaybeEntry<Section> => ({ is: 'maybe', section });

/** A policy of whatever values. */
interface AnyPolicy extends Omit<PolicyEntry<'stated' | 'cited', never>, 'values'> {
  readonly values?: readonly unknown[];
}
interface AnyGrounds {
  readonly is: 'grounds';
  readonly label: string;
  readonly more: object;
}
type AnyEntry = AnyPolicy | AnyGrounds | MaybeEntry<PolicyTable>;
/** Entries by name, and sections of them. */
export interface PolicyTable {
  readonly [name: string]: AnyEntry | PolicyTable;
}
const isEntry = (found: AnyEntry | PolicyTable): found is AnyEntry => typeof found['is'] === 'string';

/** What checks a value with its source, by where it may come from, and a clause alone. */
export interface Wraps {
  readonly stated: (value: Check) => Check;
  readonly cited: (value: Check) => Check;
  readonly clause: Check;
}

/** The check of everything in a table. */
export const checkOfTable = (table: PolicyTable, wraps: Wraps): Readonly<Record<string, Check>> =>
  Object.fromEntries(Object.entries(table).map(([name, found]) => [name, checkOfEntry(found, wraps)]));

function checkOfEntry(found: AnyEntry | PolicyTable, wraps: Wraps): Check {
  if (!isEntry(found)) return fields(checkOfTable(found, wraps));
  switch (found.is) {
    case 'stated':
    case 'cited':
      return wraps[found.is](found.check);
    case 'maybe':
      return orNull(fields(checkOfTable(found.section, wraps)));
    case 'grounds':
      return all(
        listOf(fields({ id: text, text, clause: wraps.clause }, found.more as Fields)),
        unique((one) => readField(one, 'id')),
      );
  }
}

/** An entry with the names that lead to it. */
export interface Placed {
  readonly path: readonly string[];
  readonly entry: Exclude<AnyEntry, MaybeEntry<PolicyTable>>;
}

/** Every entry of a table, in its order. */
export const entriesOf = (table: PolicyTable, path: readonly string[] = []): readonly Placed[] =>
  Object.entries(table).flatMap(([name, found]): readonly Placed[] => {
    const here = [...path, name];
    if (!isEntry(found)) return entriesOf(found, here);
    return found.is === 'maybe' ? entriesOf(found.section, here) : [{ path: here, entry: found }];
  });
