/** A little chance of its own for every seed: the same seed always makes the same lesson. */
export interface Chance {
  /** A whole number from 0, below so many. */
  below(many: number): number;
  pick<T>(from: readonly T[]): T;
  shuffled<T>(from: readonly T[]): readonly T[];
}

/** The highest seed there is, plus one. */
export const SEEDS = 2 ** 32;

export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  // A lesson may favour one case by a hair: nobody stakes money on it.
  const below = (many: number): number => next() % many;
  return {
    below,
    pick: (from) => from[below(from.length)] as (typeof from)[number],
    shuffled: (from) => {
      const left = [...from];
      return from.map(() => left.splice(below(left.length), 1)[0] as (typeof from)[number]);
    },
  };
}

/** A seed from a text, for what must always be asked in the same way. */
export const seedOf = (text: string): number =>
  [...text].reduce(
    (hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x0100_0193) >>> 0,
    0x811c_9dc5,
  );
