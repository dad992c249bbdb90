import { takeOldest } from '../oldest.js';

/** A map that holds so much and no more: what was longest out of use goes first. */
export class Bounded<K, V> {
  readonly #most: number;
  readonly #map = new Map<K, V>();

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#map.size;
  }

  get(key: K): V | undefined {
    const value = this.#map.get(key);
    if (value === undefined) return undefined;
    this.#map.delete(key);
    this.#map.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    this.#map.delete(key);
    this.#map.set(key, value);
    takeOldest(this.#map, this.#most);
  }

  /** What was longest out of use goes as long as it is over; it is looked for from the beginning, so not at every step. */
  forgetWhile(isOver: (value: V) => boolean): void {
    for (const [key, value] of this.#map) {
      if (!isOver(value)) return;
      this.#map.delete(key);
    }
  }

  delete(key: K): void {
    this.#map.delete(key);
  }
}
