import { describe, expect, test } from 'vitest';
import {
  type Dice,
  hasHardWay,
  isCraps,
  isDie,
  isHard,
  isPointNumber,
  makePair,
  NUMBERS,
  THROWS,
  TOTALS,
  throwIndex,
  totalOf,
} from './dice.js';

describe('the 36 throws', () => {
  test('are all there, once, and know their place', () => {
    expect(THROWS).toHaveLength(36);
    expect(new Set(THROWS.map(String)).size).toBe(36);
    expect(THROWS.map(throwIndex)).toEqual(THROWS.map((_, index) => index));
  });

  test('show every total as often as they should', () => {
    const ways = TOTALS.map((total) => THROWS.filter((dice) => totalOf(dice) === total).length);
    expect(ways).toEqual([1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]);
  });

  test('show craps four times, and a hard way only where there is an easy one', () => {
    expect(THROWS.filter((dice) => isCraps(totalOf(dice))).map(String)).toEqual(['1,1', '1,2', '2,1', '6,6']);
    const pairs = THROWS.filter(isHard).map(totalOf);
    expect(pairs.filter(hasHardWay)).toEqual([4, 6, 8, 10]);
    expect(TOTALS.filter(hasHardWay)).toEqual([4, 6, 8, 10]);
  });

  test('are hard six times', () => {
    expect(THROWS.filter(isHard).map(String)).toEqual(['1,1', '2,2', '3,3', '4,4', '5,5', '6,6']);
  });
});

test('a pair has its low die first', () => {
  const pairs: [Dice, Dice][] = [
    [
      [3, 5],
      [3, 5],
    ],
    [
      [5, 3],
      [3, 5],
    ],
    [
      [4, 4],
      [4, 4],
    ],
  ];
  for (const [dice, pair] of pairs) expect(makePair(dice)).toEqual(pair);
});

test('a die shows 1 to 6', () => {
  expect([1, 2, 3, 4, 5, 6].every(isDie)).toBe(true);
  expect([0, -0, 7, 1.5, Number.NaN, '3', null, undefined, [3], true].some(isDie)).toBe(false);
});

test('a point is one of six numbers', () => {
  expect([...TOTALS].filter(isPointNumber)).toEqual([...NUMBERS]);
  expect(['6', null, 6.5, [6]].some(isPointNumber)).toBe(false);
});
