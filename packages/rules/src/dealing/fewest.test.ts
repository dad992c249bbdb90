import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  added,
  type ChipCount,
  colouredUp,
  counted,
  fewestChips,
  makeStock,
  type Stock,
  smallerChips,
  uncounted,
  without,
  worth,
} from './fewest.js';

const USUAL = [100, 500, 2_500, 10_000, 50_000];
const stock = (...chips: readonly (readonly [chip: number, count: number])[]): Stock =>
  makeStock(chips.map(([chip, count]) => ({ chip, count })));
const told = (chips: readonly ChipCount[] | null) =>
  chips?.map(({ chip, count }) => `${count}×${chip}`).join(' ') ?? null;

/** Every way there is, one by one. */
function fewestByTrying(amount: number, [first, ...rest]: Stock): number {
  if (amount === 0) return 0;
  if (!first) return Number.POSITIVE_INFINITY;
  const most = Math.min(first.count, Math.floor(amount / first.chip));
  const tried = Array.from({ length: most + 1 }, (_, n) => n + fewestByTrying(amount - n * first.chip, rest));
  return Math.min(...tried);
}

describe('the fewest chips', () => {
  test('the largest first where chips divide each other', () => {
    expect(told(fewestChips(4_800, uncounted(USUAL)))).toBe('1×2500 4×500 3×100');
    expect(told(fewestChips(0, uncounted(USUAL)))).toBe('');
    expect(told(fewestChips(4_850, uncounted(USUAL)))).toBeNull();
  });

  test('not the largest first where that takes more, or leads nowhere', () => {
    expect(told(fewestChips(800, uncounted([100, 400, 500])))).toBe('2×400');
    expect(told(fewestChips(600, uncounted([200, 500])))).toBe('3×200');
    expect(told(fewestChips(300, uncounted([200, 500])))).toBeNull();
    expect(told(fewestChips(1_300, uncounted([200, 500])))).toBe('1×500 4×200');
  });

  test('out of what is in the float', () => {
    expect(told(fewestChips(5_000, stock([2_500, 1], [500, 4], [100, 9])))).toBe('1×2500 4×500 5×100');
    expect(told(fewestChips(5_000, stock([2_500, 1], [500, 4], [100, 4])))).toBeNull();
    expect(told(fewestChips(800, stock([500, 1], [400, 1], [100, 9])))).toBe('1×500 3×100');
  });

  test('large sums too', () => {
    expect(told(fewestChips(330_000_000, uncounted(USUAL)))).toBe('6600×50000');
    const [first, ...rest] = fewestChips(330_000_100, uncounted([300, 700, 5_000])) ?? [];
    expect(first?.chip).toBe(5_000);
    expect(worth([first as ChipCount, ...rest])).toBe(330_000_100);
    // Too few of the largest, and too much to compare all ways: the largest first.
    expect(told(fewestChips(90_000_000, stock([5_000, 10], [700, 100_000], [300, 200_000])))).toBe(
      '10×5000 100000×700 66500×300',
    );
  });

  test.each([[[1, 5, 25]], [[2, 5]], [[3, 5, 7]], [[4, 6, 9]], [[1, 4, 5]], [[6, 10, 15]], [[2, 8]]])(
    'as few as can be of %j, by trying every way',
    (kinds) => {
      const floats = fc.tuple(
        ...kinds.map((chip) => fc.record({ chip: fc.constant(chip), count: fc.nat({ max: 6 }) })),
      );
      fc.assert(
        fc.property(floats, fc.nat({ max: 60 }), (chips, amount) => {
          const float = makeStock(chips);
          const made = fewestChips(amount, float);
          const least = fewestByTrying(amount, float);
          expect(made === null ? Number.POSITIVE_INFINITY : counted(made)).toBe(least);
          if (made) expect(worth(made)).toBe(amount);
          expect(without(float, made ?? []).every(({ count }) => count >= 0)).toBe(true);
        }),
        { numRuns: 60 },
      );
    },
  );
});

describe('other ways', () => {
  test('smaller: without the largest chip of the fewest', () => {
    expect(told(smallerChips(5_000, uncounted(USUAL)))).toBe('10×500');
    expect(told(smallerChips(300, uncounted(USUAL)))).toBeNull();
    expect(told(smallerChips(5_000, stock([2_500, 9], [500, 9])))).toBeNull();
  });

  test('colour up: a larger chip against change from what comes down', () => {
    const up = colouredUp(2_000, 2_000, uncounted(USUAL), USUAL);
    expect([told(up?.give ?? null), told(up?.take ?? null)]).toEqual(['1×2500', '1×500']);
    expect(colouredUp(2_000, 400, uncounted(USUAL), USUAL)).toBeNull();
    expect(colouredUp(60_000, 60_000, uncounted(USUAL), USUAL)).toBeNull();
    expect(colouredUp(2_000, 2_000, stock([2_500, 0], [500, 9]), USUAL)).toBeNull();
  });

  test('what goes into the float is there afterwards, a new kind too', () => {
    expect(
      told(
        added(stock([500, 1]), [
          { chip: 2_500, count: 2 },
          { chip: 500, count: 1 },
        ]),
      ),
    ).toBe('2×2500 2×500');
  });
});
