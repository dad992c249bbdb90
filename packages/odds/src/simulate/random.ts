/**
 * The generator of the simulator: sfc32, three words of state and a counter. Small, fast in vectors and seeded: every
 * chunk of work has streams of its own, so that the result does not depend on who works on it.
 */
export interface Stream {
  a: number;
  b: number;
  c: number;
  /** Counts up by one at every draw. */
  k: number;
}

/** The next 32 bits, as a signed number. */
export function draw(stream: Stream): number {
  const { a, b, c, k } = stream;
  const word = (((a + b) | 0) + k) | 0;
  stream.k = (k + 1) | 0;
  stream.a = b ^ (b >>> 9);
  stream.b = (c + (c << 3)) | 0;
  stream.c = (((c << 21) | (c >>> 11)) + word) | 0;
  return word;
}

/** A finaliser that turns every bit of its input into a half of the bits of its output. */
function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

const WARM_UP = 16;

/** The stream with this number under a seed. Seed and number are whole numbers from 0 to 2^53 - 1. */
export function openStream(seed: number, number: number): Stream {
  const words = [seed % 2 ** 32, Math.floor(seed / 2 ** 32), number % 2 ** 32, Math.floor(number / 2 ** 32)];
  let hash = 0x9e3779b9;
  const absorb = (word: number): number => {
    hash = mix(hash ^ word) + Math.imul(hash, 5) + 0x6d2b79f5;
    return hash | 0;
  };
  for (const word of words) absorb(word);
  const stream: Stream = { a: absorb(1), b: absorb(2), c: absorb(3), k: 1 };
  for (let i = 0; i < WARM_UP; i++) draw(stream);
  return stream;
}

/** Draws below a bound that divides by rejection: of 2^16 values only a whole number of rounds counts. */
export interface Mapping {
  /** How many outcomes there are, each as likely. */
  readonly outcomes: number;
  /** So many of the 2^16 values are drawn again. */
  readonly rejected: number;
}
export const mappingFor = (outcomes: number): Mapping => ({ outcomes, rejected: 2 ** 16 % outcomes });

/**
 * 16 bits times the outcomes: the upper half of the product is the outcome, and when the lower half is among the
 * rejected, another 16 bits are drawn. What is left falls on every outcome equally often.
 */
export function drawBelow(stream: Stream, { outcomes, rejected }: Mapping): number {
  for (;;) {
    const product = (draw(stream) >>> 16) * outcomes;
    if ((product & 0xffff) >= rejected) return product >>> 16;
  }
}
