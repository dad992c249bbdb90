import type { Cents, Table } from '@boxperson/rules';
import type { TableConfig } from './house/config.js';
import type { Person } from './person.js';

/** Facts from elsewhere that a decision asks for, by name: the runner fetches them. */
export interface Needs {
  /** What accounts hold. */
  readonly balances?: readonly string[];
  /** Accounts of which it matters whether there has ever been one. */
  readonly persons?: readonly string[];
  /** Tables as they stand. */
  readonly tables?: readonly string[];
  /** The books of other offices, by stream. */
  readonly books?: readonly string[];
}

/** The books of all matters of an office that has many, under one name. */
export const mattersOf = (office: string): string => `matters/${office}`;
export const mattersIn = (name: string): string | null => /^matters\/([^/]+)$/.exec(name)?.[1] ?? null;

/** A table as other offices need to know it. */
export interface TableFact {
  readonly id: string;
  readonly table: Table;
  readonly n: number;
  readonly stopped: boolean;
  /** Tournaments that are not over and have it designated (crown 8.2.4). */
  readonly keptFor?: readonly string[];
}

/** A table as the offices that accompany it know it. */
export interface LeadFact extends TableFact {
  /** How it is run, beside its settings under the rules. */
  readonly config: TableConfig;
}

/** What was asked for with `Needs`, and nothing else: asking for more is a mistake of ours and throws. */
export interface Facts {
  /** What an account holds; null when there has never been one. */
  balance(account: string): Cents | null;
  person(id: string): Person | null;
  table(id: string): TableFact | null;
  books<State>(stream: string): State | null;
}

export interface FoundFacts {
  readonly balances: ReadonlyMap<string, Cents | null>;
  readonly persons: ReadonlyMap<string, Person | null>;
  readonly tables: ReadonlyMap<string, TableFact | null>;
  readonly books: ReadonlyMap<string, unknown>;
}

export const NO_FACTS: FoundFacts = {
  balances: new Map(),
  persons: new Map(),
  tables: new Map(),
  books: new Map(),
};

const of = <T>(found: ReadonlyMap<string, T>, what: string, key: string): T => {
  if (!found.has(key)) throw new Error(`broken invariant: ${what} ${key} was not asked for`);
  return found.get(key) as T;
};

export const factsFrom = ({ balances, persons, tables, books }: FoundFacts): Facts => ({
  balance: (account) => of(balances, 'the balance', account),
  person: (id) => of(persons, 'the person', id),
  table: (id) => of(tables, 'the table', id),
  books: <State>(stream: string) => of(books, 'the books', stream) as State | null,
});
