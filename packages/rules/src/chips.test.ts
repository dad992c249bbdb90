import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { breakDown, type ChipSet, cents, chipSet } from './chips.js';

const UP_TO = 400;

/** What chips make, by trying. */
function reference(chips: readonly number[]): readonly boolean[] {
  const can = [true];
  for (let amount = 1; amount <= UP_TO; amount++)
    can.push(chips.some((chip) => amount >= chip && can[amount - chip] === true));
  return can;
}

const kinds = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 });
const holds = (check: (set: ChipSet, can: readonly boolean[]) => void, chips = kinds): void =>
  fc.assert(
    fc.property(chips, (denominations) => check(chipSet(denominations), reference(denominations))),
    { numRuns: 200 },
  );

describe('what chips can make, against trying', () => {
  test('an amount can be made or not', () => {
    holds((set, can) => {
      expect(can.map((_, amount) => set.canMake(amount))).toEqual(can);
    });
  });

  test('the next amount up and down', () => {
    holds((set, can) => {
      const amounts = Array.from({ length: 200 }, (_, amount) => amount);
      expect(amounts.map(set.atLeast)).toEqual(amounts.map((amount) => can.indexOf(true, amount)));
      expect(amounts.map(set.atMost)).toEqual(amounts.map((amount) => can.lastIndexOf(true, amount)));
    });
  });

  test('from some amount on there are no gaps, and just below it there is one', () => {
    holds((set, can) => {
      const misses = can.flatMap((made, amount) => (made || amount % set.step !== 0 ? [] : [amount]));
      expect(set.regularFrom).toBe(misses.length === 0 ? 0 : (misses.at(-1) as number) + set.step);
    });
  });

  test('the least amount that is whole smallest chips away', () => {
    holds((set, can) => {
      const smallest = set.chips[0] as number;
      const amounts = Array.from({ length: 60 }, (_, amount) => amount);
      const leastLike = (amount: number): number => {
        const like = can.findIndex((made, other) => made && (amount - other) % smallest === 0);
        return like < 0 ? Number.POSITIVE_INFINITY : like;
      };
      expect(amounts.map(set.leastLike)).toEqual(amounts.map(leastLike));
    });
  });

  test('every amount that can be made is a multiple of the step, the largest such', () => {
    holds((set, can) => {
      const made = can.flatMap((yes, amount) => (yes ? [amount] : []));
      const divisors = made.filter((step) => step > 0 && made.every((amount) => amount % step === 0));
      expect(made.every((amount) => amount % set.step === 0)).toBe(true);
      expect(divisors.every((step) => step <= set.step)).toBe(true);
    });
  });
});

describe('an amount in chips', () => {
  test('adds up, with chips of the set, largest first', () => {
    holds((set, can) => {
      for (let amount = 0; amount <= 150; amount += 7) {
        const counts = breakDown(set, amount);
        expect(counts !== null).toBe(can[amount]);
        if (counts === null) continue;
        expect(counts.reduce((sum, [chip, count]) => sum + chip * count, 0)).toBe(amount);
        expect(counts.map(([chip]) => chip)).toEqual([...counts.map(([chip]) => chip)].sort((a, b) => b - a));
        expect(counts.every(([chip, count]) => set.chips.includes(chip) && count > 0)).toBe(true);
      }
    });
  });

  test('takes as many of the largest as it can', () => {
    expect(breakDown(chipSet([100, 500, 2500]), 8300)).toEqual([
      [2500, 3],
      [500, 1],
      [100, 3],
    ]);
    // $11 from $5 and $2: two fives leave $1, so it is one five and three twos.
    expect(breakDown(chipSet([200, 500]), 1100)).toEqual([
      [500, 1],
      [200, 3],
    ]);
    expect(breakDown(chipSet([200, 500]), 300)).toBeNull();
    expect(breakDown(chipSet([200, 500]), 0)).toEqual([]);
  });
});

describe('examples', () => {
  test('with chips of $5 and $2 an amount of $3 becomes $4', () => {
    const set = chipSet([500, 200]);
    expect(set.chips).toEqual([200, 500]);
    expect(set.canMake(300)).toBe(false);
    expect(set.atLeast(300)).toBe(400);
    expect(set.atMost(300)).toBe(200);
    expect(set.step).toBe(100);
    expect(set.regularFrom).toBe(400);
    expect(set.atLeast(301)).toBe(400);
  });

  test('chips named twice count once', () => {
    expect(chipSet([500, 100, 500]).chips).toEqual([100, 500]);
  });

  test('a meter makes every cent', () => {
    expect(
      [0, 1, 99].map((amount) => [cents.canMake(amount), cents.atLeast(amount), cents.atMost(amount)]),
    ).toEqual([
      [true, 0, 0],
      [true, 1, 1],
      [true, 99, 99],
    ]);
  });

  test('large amounts are exact', () => {
    const set = chipSet([300, 700]);
    expect(set.atLeast(1e12 + 1)).toBe(1e12 + 100);
    expect(set.atMost(1e12 + 99)).toBe(1e12);
  });

  test('large chips without a common divisor do not overflow the stack', () => {
    const set = chipSet([999_983, 1_000_000]);
    // Sylvester: the largest amount that two coprime chips cannot make is ab − a − b.
    expect(set.regularFrom).toBe(999_983 * 1_000_000 - 999_983 - 1_000_000 + 1);
  });
});
