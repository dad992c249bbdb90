import type { Rulebook } from '../rulebook.js';
import type { Spot } from '../wager.js';

/** The spot as people at this table call it: the rulebook's own name, and what it is about. */
export function nameOf(book: Rulebook, spot: Spot): string {
  const name = book.wagers[spot.wager]?.name ?? spot.wager;
  if (spot.number !== undefined) return `${ofOne(name)} ${spot.number}`;
  if (spot.high !== undefined) return `${name} ${spot.high}`;
  return spot.dice ? `${name} ${spot.dice.join('-')}` : name;
}

/** A name that lists its numbers (adelaide: Four/Six/Eight/Ten the Hardway) without the list: the spot says which. */
const ofOne = (name: string): string => name.replace(/^\S+\/\S+ the /, '');
