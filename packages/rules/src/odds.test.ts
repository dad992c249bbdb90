import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWhole, makePay, scaleDown, scaleUp } from './odds.js';

const factors = fc.tuple(
  fc.nat(1_000_000),
  fc.integer({ min: 1, max: 200 }),
  fc.integer({ min: 1, max: 200 }),
);
/** Far beyond what a number counts exactly once it is multiplied. */
const hugeFactors = fc.tuple(
  fc.integer({ min: 1e13, max: 9e15 }),
  fc.integer({ min: 1000, max: 5000 }),
  fc.integer({ min: 5000, max: 9000 }),
);

describe('stake × times / over', () => {
  test.each([
    ['small', factors],
    ['past 2^53', hugeFactors],
  ])('%s, against whole numbers of any size', (_name, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, ([stake, times, over]) => {
        const product = BigInt(stake) * BigInt(times);
        const down = product / BigInt(over);
        const isExact = product % BigInt(over) === 0n;
        expect(scaleDown(stake, times, over)).toBe(Number(down));
        expect(scaleUp(stake, times, over)).toBe(Number(isExact ? down : down + 1n));
        expect(isWhole(stake, times, over)).toBe(isExact);
      }),
      { numRuns: 2000 },
    );
  });

  test('exact quotients past 2^53 are exact', () => {
    expect(scaleUp(6e15, 5000, 6000)).toBe(5e15);
    expect(scaleDown(6e15, 5000, 6000)).toBe(5e15);
    expect(isWhole(6e15, 5000, 6000)).toBe(true);
    expect(isWhole(6e15 + 1, 5000, 6000)).toBe(false);
    expect(scaleUp(6e15 + 1, 5000, 6000)).toBe(5e15 + 1);
  });
});

test('odds are told with "to" (adelaide 6(a))', () => {
  expect(makePay([15, 2])).toBe('15 to 2');
});
