import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  add,
  compare,
  div,
  equals,
  gcdOf,
  makeRational,
  mul,
  negate,
  parseRational,
  type Rational,
  rational,
  sub,
  sum,
  toNumber,
  ZERO,
} from '../src/index.js';

const fraction = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.bigInt({ min: 1n, max: 10n ** 20n }))
  .map(([n, d]) => rational(n, d));

const isLowest = ({ n, d }: Rational): boolean => d > 0n && gcdOf(n, d) === 1n;

describe('rationals', () => {
  test('are kept in lowest terms with the sign above', () => {
    expect(makeRational(rational(6, -4))).toBe('-3/2');
    expect(makeRational(rational(0, 5))).toBe('0');
    expect(makeRational(rational(8, 4))).toBe('2');
    expect(() => rational(1, 0)).toThrow(RangeError);
  });

  test('obey the laws of a field', () => {
    fc.assert(
      fc.property(fraction, fraction, fraction, (a, b, c) => {
        expect(equals(add(a, b), add(b, a))).toBe(true);
        expect(equals(mul(a, add(b, c)), add(mul(a, b), mul(a, c)))).toBe(true);
        expect(equals(sub(a, b), add(a, negate(b)))).toBe(true);
        if (b.n !== 0n) expect(equals(mul(div(a, b), b), a)).toBe(true);
        expect([add(a, b), mul(a, b), sub(a, b)].every(isLowest)).toBe(true);
        expect(Math.sign(compare(a, b))).toBe(-Math.sign(compare(b, a)));
      }),
    );
  });

  test('what is written can be read', () => {
    fc.assert(
      fc.property(fraction, (a) => {
        expect(parseRational(makeRational(a))).toEqual(a);
      }),
    );
    for (const text of ['', '1/0', '1/', 'x', '1.5', '1/-2', ' 1']) expect(parseRational(text)).toBeNull();
  });

  test('become numbers however long they are', () => {
    expect(toNumber(rational(7, 495))).toBe(7 / 495);
    expect(toNumber(rational(-1, 3))).toBe(-1 / 3);
    const huge = 3n ** 2000n;
    expect(toNumber(rational(huge, 3n * huge + 1n))).toBeCloseTo(1 / 3, 15);
    expect(toNumber(rational(1n, 10n ** 200n))).toBeCloseTo(1e-200, 210);
    expect(toNumber(sum([]))).toBe(toNumber(ZERO));
  });
});
