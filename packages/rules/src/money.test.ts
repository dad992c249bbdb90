import { describe, expect, test } from 'vitest';
import { CENTS_MAX, gcd, isCents, isStake, makeDollars } from './money.js';

describe('what counts as an amount', () => {
  test.each([0, 1, 500, 500.0, CENTS_MAX])('%d cents', (amount) => {
    expect(isCents(amount)).toBe(true);
    expect(isStake(amount)).toBe(amount > 0);
  });

  test.each([
    -1,
    0.5,
    CENTS_MAX + 1,
    2 ** 53,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '500',
    null,
    undefined,
    [500],
    5n,
  ])('not %s', (amount) => {
    expect(isCents(amount)).toBe(false);
    expect(isStake(amount)).toBe(false);
  });
});

test.each([
  [0, '$0'],
  [5, '$0.05'],
  [1250, '$12.50'],
  [1200, '$12'],
  [99_900, '$999'],
  [100_000, '$1,000'],
  [123_456_789, '$1,234,567.89'],
  [CENTS_MAX, '$10,000,000,000'],
  [-1205, '-$12.05'],
])('%d cents read %s', (amount, text) => {
  expect(makeDollars(amount)).toBe(text);
});

test.each([
  [12, 18, 6],
  [18, 12, 6],
  [7, 5, 1],
  [5, 0, 5],
])('the greatest common divisor of %d and %d is %d', (a, b, divisor) => {
  expect(gcd(a, b)).toBe(divisor);
});
