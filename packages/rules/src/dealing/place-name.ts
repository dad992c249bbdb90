import { nameOf } from '../game/names.js';
import type { Rulebook } from '../rulebook.js';
import { PLACES, SPOTS } from '../wager.js';

/** `come-odds-6`, as the lines have it, by the book's own name. */
export function nameOfPlace(book: Rulebook, place: string): string {
  const spot = SPOTS[PLACES.indexOf(place)];
  return spot ? nameOf(book, spot) : place;
}
