import { nameOf, type RulebookId, rulebook, SPOTS, type Spot } from '@boxperson/rules';

/** As the lines of a dealing sheet write it. */
const keyOf = ({ wager, number, high, dice }: Spot): string =>
  [wager, number ?? high ?? dice ?? []].flat().join('-');
const BY_KEY = new Map(SPOTS.map((spot) => [keyOf(spot), spot] as const));

/** `come-odds-6`, as the lines of the record have it, by the book's own name. */
export function spotName(book: RulebookId, key: string): string {
  const spot = BY_KEY.get(key);
  return spot ? nameOf(rulebook(book), spot) : key;
}
