import { GROUND_LISTS, type Rulebook } from '@boxperson/rules';
import { wordsOf } from '../../ui/form/shape.js';
import { STATION_WORDS } from './glance.js';

// What the record says of an event, in words: its ids are for the log.

/** Who reads it: the book of the table, and the names that the pit is told. */
interface Reader {
  readonly book: Rulebook;
  readonly nameOf: (id: string) => string;
}
type Say = (said: string, reader: Reader) => string;

const itself: Say = (said) => said;
const inWords = (said: string): string => wordsOf(said).toLowerCase();

const SAID: Readonly<Record<string, Say>> = {
  player: itself,
  // Nobody is told by an id: who it is stands in the whole record.
  person: (id, { nameOf }) => (nameOf(id) === id ? '' : nameOf(id)),
  role: (role, { book }) => book.roles.find(({ id }) => id === role)?.title ?? inWords(role),
  station: (station) => STATION_WORDS[station] ?? station,
  total: itself,
  call: inWords,
  reason: itself,
  ground: (ground, { book }) =>
    GROUND_LISTS.flatMap(({ read }) => read(book)).find(({ id }) => id === ground)?.text ?? wordsOf(ground),
  notice: inWords,
  clause: (clause) => `§ ${clause}`,
};

/** `Ann · 7 · seven out · § 6.4`: what is told of an event beside its name. */
export function sayEvent(event: Readonly<Record<string, unknown>>, reader: Reader): string {
  const told = Object.entries(SAID).map(([field, say]) => {
    const value = event[field];
    return value === undefined || value === null ? '' : say(String(value), reader);
  });
  return [...new Set(told)].filter((one) => one !== '').join(' · ');
}
