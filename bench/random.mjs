/** xoshiro128**: small, fast and seeded, so that every run throws the same dice. */
export function makeRandom(seed) {
  let [a, b, c, d] = [seed | 0, 0x9e3779b9 | 0, 0x243f6a88 | 0, 0xb7e15162 | 0];
  return () => {
    const times5 = Math.imul(b, 5);
    const result = Math.imul((times5 << 7) | (times5 >>> 25), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result;
  };
}

/** One of the 36 throws as a number from 0 to 35, each as likely: the few values at the top are thrown again. */
const FAIR = 2 ** 32 - (2 ** 32 % 36);
export function throwFrom(random) {
  let value = random();
  while (value >= FAIR) value = random();
  return value % 36;
}

/** All 36 throws, made once. */
export const THROWS = Array.from({ length: 36 }, (_, i) => [Math.floor(i / 6) + 1, (i % 6) + 1]);
