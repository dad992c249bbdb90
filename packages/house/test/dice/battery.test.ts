import { describe, expect, test } from 'vitest';
import { Battery, type BatteryTest, isFair } from '../../src/dice/battery.js';

// Places among the 36 throws: 1-1 is low, 6-6 high, 1-6 a seven.
const [LOW, HIGH, SEVEN] = [0, 35, 5];

const statisticOf = (name: BatteryTest, throws: readonly number[]): number => {
  const battery = new Battery();
  for (const index of throws) battery.add(index);
  return battery.results().find(({ test: each }) => each === name)?.statistic ?? Number.NaN;
};

describe('the battery, by hand', () => {
  test('faces: four throws of 1-1 and two of 6-6 against one of each face', () => {
    const throws = [LOW, LOW, LOW, LOW, HIGH, HIGH];
    // (4-1)² + (2-1)² + four times (0-1)², each over 1.
    expect(statisticOf('first die', throws)).toBeCloseTo(14, 9);
    expect(statisticOf('second die', throws)).toBeCloseTo(14, 9);
    // (16 + 4) / (6/36) - 6.
    expect(statisticOf('throws', throws)).toBeCloseTo(114, 9);
  });

  test('pairs do not overlap, and an odd throw at the end waits for its partner', () => {
    // Two pairs in one cell of 1,296: 4 / (2/1296) - 2.
    expect(statisticOf('pairs of throws', [0, 1, 0, 1, 7])).toBeCloseTo(2_590, 9);
    // One pair in each of two cells: 2 / (2/1296) - 2.
    expect(statisticOf('pairs of throws', [0, 1, 1, 0])).toBeCloseTo(1_294, 9);
  });

  test('runs leave sevens out', () => {
    // Three lows and two highs in three runs; 1 + 12/5 are expected, with a variance of 12/5 * 7/5 / 4.
    expect(statisticOf('runs', [LOW, LOW, HIGH, SEVEN, HIGH, LOW])).toBeCloseTo(-0.4 / Math.sqrt(0.84), 9);
  });

  test('gaps lie between sevens; what comes before the first and after the last is none', () => {
    // One of two gaps is 2 long, one 0: 1 / (2 * 25/216) + 1 / (2 * 1/6) - 2.
    expect(statisticOf('gaps', [LOW, SEVEN, LOW, HIGH, SEVEN, SEVEN, LOW])).toBeCloseTo(5.32, 9);
    // Longer than thirty is as good as thirty: 1 / (5/6)^30 - 1.
    const long = [SEVEN, ...Array.from({ length: 40 }, () => LOW), SEVEN];
    expect(statisticOf('gaps', long)).toBeCloseTo((6 / 5) ** 30 - 1, 6);
  });

  test('serial correlation: products of neighbours, over the variance of a total', () => {
    // Deviations -5, -5, 5, 0: 25 - 25 + 0, then 25 alone.
    expect(statisticOf('serial correlation', [LOW, LOW, HIGH, SEVEN])).toBeCloseTo(0, 9);
    expect(statisticOf('serial correlation', [LOW, LOW])).toBeCloseTo(25 / (35 / 6), 9);
  });

  test('a figure that is no number is not fair', () => {
    const results = new Battery().results();
    expect(results.some((result) => Number.isNaN(result.statistic) && !isFair(result))).toBe(true);
  });
});
