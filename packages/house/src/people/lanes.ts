import { widePlaceOf } from './address.js';

/** Those of neighbouring places, place by place, whose turn it is first. */
export type Crowd<T> = Map<string, T[]>;

/** Whoever had a turn goes to the end; where nobody is left, away. */
export function goBehind<T>(others: Map<string, T>, key: string, mine: T, left: number): void {
  others.delete(key);
  if (left > 0) others.set(key, mine);
}

export const firstOf = <T>(all: Map<string, T>): [string, T] | undefined => all.entries().next().value;

/** Who waits: neighbourhoods take turns, and in each of them its places, so that a line with many places gains nothing. */
export class Lanes<T> {
  readonly #crowds = new Map<string, Crowd<T>>();

  get isEmpty(): boolean {
    return this.#crowds.size === 0;
  }

  push(place: string, one: T): void {
    const wide = widePlaceOf(place);
    const crowd: Crowd<T> = this.#crowds.get(wide) ?? new Map();
    const lane = crowd.get(place) ?? [];
    lane.push(one);
    crowd.set(place, lane);
    this.#crowds.set(wide, crowd);
  }

  /** The next of the next place of the next neighbourhood. */
  next(): T | undefined {
    const [wide, crowd] = firstOf(this.#crowds) ?? [];
    const [place, lane] = (crowd && firstOf(crowd)) ?? [];
    if (wide === undefined || crowd === undefined || place === undefined || lane === undefined)
      return undefined;
    const one = lane.shift();
    goBehind(crowd, place, lane, lane.length);
    goBehind(this.#crowds, wide, crowd, crowd.size);
    return one;
  }

  /** Somebody has gone. */
  remove(place: string, one: T): void {
    const wide = widePlaceOf(place);
    const crowd = this.#crowds.get(wide);
    const left = (crowd?.get(place) ?? []).filter((other) => other !== one);
    if (left.length > 0) crowd?.set(place, left);
    else crowd?.delete(place);
    if (crowd?.size === 0) this.#crowds.delete(wide);
  }
}
