import { sha256 } from '@boxperson/rules';
import { uniformFrom } from '../uniform.js';

// Drawing lots that anybody can repeat (R76). First the list is published with its hash; only then comes a seed that
// nobody could choose. Everything that follows is this, and can be written again in any language in an afternoon:
//
//   commitment = sha256("purpose\nname\nname…")            in hexadecimal, names in the order of the list
//   seed       = sha256("commitment:faces:word")           faces: dice thrown in front of all; word: the house's own
//   number k   = the first 12 digits of sha256("seed:k")   as a whole number below 16^12, k = 0, 1, 2 …
//   below n    : numbers of 16^12 - (16^12 mod n) and above are passed over, the first other is taken modulo n
//   order      : Fisher–Yates from the end: for i = length-1 … 1 swap i with a number below i+1

const DIGITS = 12;

export const commitmentOf = (purpose: string, names: readonly string[]): string =>
  sha256([purpose, ...names].join('\n'));

export const seedOf = (commitment: string, faces: string, word: string): string =>
  sha256(`${commitment}:${faces}:${word}`);

/** Numbers that follow from a seed, one after another; none of them likelier than another. */
export const numbersFrom = (seed: string): ((below: number) => number) =>
  uniformFrom((place) => sha256(`${seed}:${place}`), DIGITS);

/** A list in the order that a seed gives it. */
export function shuffled<T>(list: readonly T[], seed: string): readonly T[] {
  const order = [...list];
  const below = numbersFrom(seed);
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = below(i + 1);
    [order[i], order[j]] = [order[j] as T, order[i] as T];
  }
  return order;
}

/** Faces of dice that were thrown in front of all: at least ten, or a chooser could try them all. */
export const FACES = /^[1-6]{10,60}$/;
