/**
 * Takes the oldest of a map out, again and again. It goes on where it was: from its beginning a map passes by all that was
 * taken out of it since it was last made anew, which of half a million is most of a millisecond each time.
 */
export class Oldest<K, V> {
  readonly #map: Map<K, V>;
  #walk: IterableIterator<[K, V]>;

  constructor(map: Map<K, V>) {
    this.#map = map;
    this.#walk = map.entries();
  }

  take(): [K, V] | undefined {
    const next = this.#walk.next();
    if (!next.done) return this.#out(next.value);
    // It had come to the end once, and nothing that was put there since was seen.
    this.#walk = this.#map.entries();
    const again = this.#walk.next();
    return again.done ? undefined : this.#out(again.value);
  }

  #out(oldest: [K, V]): [K, V] {
    this.#map.delete(oldest[0]);
    return oldest;
  }
}
