import { type Facts, factsFrom, type Needs, NO_FACTS, type Person, type TableFact } from '@boxperson/offices';
import type { Store } from '../store/store.js';
import type { FetchFacts } from './office-host.js';

/** Where facts come from. */
export interface FactSources {
  readonly store: Store;
  person(id: string): Promise<Person | null>;
  table(id: string): TableFact | null;
  /** The books of another office, or something that is made when it is asked for; null when there are none. */
  books(stream: string): Promise<unknown>;
}

const NOTHING: Facts = factsFrom(NO_FACTS);

async function gather<T>(
  names: readonly string[] | undefined,
  find: (name: string) => Promise<T> | T,
): Promise<ReadonlyMap<string, T>> {
  const found = new Map<string, T>();
  for (const name of new Set(names)) found.set(name, await find(name));
  return found;
}

/** Fetches what a decision asks for, and nothing else. */
export const makeFetch =
  ({ store, person, table, books }: FactSources): FetchFacts =>
  async (needs: Needs) => {
    if (Object.keys(needs).length === 0) return NOTHING;
    return factsFrom({
      balances: await holdingsIn(store, needs.balances),
      persons: await gather(needs.persons, person),
      tables: await gather(needs.tables, table),
      books: await gather(needs.books, books),
    });
  };

/** What accounts hold, each under its whole name; null for one that has never been. */
export async function holdingsIn(
  store: Pick<Store, 'holdings'>,
  names: readonly string[] = [],
): Promise<ReadonlyMap<string, number | null>> {
  if (names.length === 0) return new Map();
  const found = new Map((await store.holdings(names)).map(({ account, amount }) => [account, amount]));
  return new Map(names.map((name) => [name, found.get(name) ?? null]));
}
