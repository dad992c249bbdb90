import { type FormFact, hasForm, holdsPost, type Person, parted } from '@boxperson/offices';
import type { House } from '../house.js';
import type { StoredEntry } from '../store/store.js';
import { seesStream } from '../wire/watching.js';

interface Said {
  readonly event: string;
  readonly by?: unknown;
}

/** The entry at a place in the log, if there is one. */
export async function entryAt({ store }: House, seq: number): Promise<StoredEntry | undefined> {
  if (!Number.isSafeInteger(seq) || seq <= 0) return undefined;
  return (await store.readLog(seq - 1, 1))[0];
}

/** A form tells of people and money: it is for cashiers, for those who see its books, and for whoever did what it tells. */
const mayRead = (house: House, person: Person, stream: string, { by }: Said): boolean =>
  holdsPost(person, 'cashier', null) || seesStream(house, person, stream) || by === person.id;

/** How the form of an entry stands for somebody, whether they want to read it or to have it printed. */
export function formFor(house: House, person: Person, entry: StoredEntry | undefined): FormFact {
  if (!entry) return 'none';
  const { stream, body } = entry;
  const said = JSON.parse(body) as Said;
  if (!hasForm(parted(stream)[0], said.event)) return 'none';
  return mayRead(house, person, stream, said) ? 'open' : 'closed';
}
