import { widePlaceOf } from '../people/address.js';

/** One line may have very many places: those of one neighbourhood have at most one part in so many of all there is. */
const NEIGHBOURS_SHARE = 4;

/** How many of something each place has at once, each neighbourhood, and all together. */
export class Tally {
  readonly #most: number;
  readonly #mostNear: number;
  readonly #mostInAll: number;
  readonly #places = new Map<string, number>();
  readonly #near = new Map<string, number>();
  #all = 0;

  constructor(most: number, mostInAll: number) {
    this.#most = most;
    this.#mostNear = Math.max(most, Math.floor(mostInAll / NEIGHBOURS_SHARE));
    this.#mostInAll = mostInAll;
  }

  /** One more for a place; false when that is too many. What was taken must be given back. */
  take(place: string): boolean {
    const wide = widePlaceOf(place);
    const isFull =
      (this.#places.get(place) ?? 0) >= this.#most ||
      (this.#near.get(wide) ?? 0) >= this.#mostNear ||
      this.#all >= this.#mostInAll;
    if (isFull) return false;
    add(this.#places, place, 1);
    add(this.#near, wide, 1);
    this.#all += 1;
    return true;
  }

  giveBack(place: string): void {
    if (!this.#places.has(place)) return;
    add(this.#places, place, -1);
    add(this.#near, widePlaceOf(place), -1);
    this.#all -= 1;
  }
}

function add(counts: Map<string, number>, whose: string, more: 1 | -1): void {
  const count = (counts.get(whose) ?? 0) + more;
  if (count > 0) counts.set(whose, count);
  else counts.delete(whose);
}
