import { describe, expect, test } from 'vitest';
import {
  exactLongRun,
  LIBRARY,
  longRun,
  makeRational,
  moneyChain,
  type Rational,
  toNumber,
} from '../src/index.js';
import { machineOf } from './machines.js';

const mean = (name: string): string =>
  makeRational((exactLongRun(machineOf(name)) as { meanPerRoll: Rational }).meanPerRoll);

describe('the long run', () => {
  test('of the pass line is its edge a roll, on ten dollars', () => {
    // 7/495 on each wager, decided in 557/165 rolls.
    expect(mean('pass-flat')).toBe('-7000/1671');
    // 3/220 in 557/165 rolls: void wagers are put up again.
    expect(mean('dont-flat')).toBe('-2250/557');
  });

  test('odds change the spread and not the mean', () => {
    expect(mean('pass-odds')).toBe(mean('pass-flat'));
    expect(longRun(machineOf('pass-odds')).sdLongRun).toBeGreaterThan(
      2 * longRun(machineOf('pass-flat')).sdLongRun,
    );
  });

  test('of lay 4 and 10, with fair odds, is the commission alone', () => {
    // $40 wins $20, of which $1 is commission; each is decided by 9 throws of 36.
    expect(mean('lay-4-10')).toBe('-50');
    // $5 on each hardway, always working: at 15 to 2, $37.50 becomes $38, so 1 pair wins $38 and 8 throws lose $5.
    // Hard 6: $47.50 becomes $48, against 10. In cents a roll: 2·(3800 - 8·500)/36 + 2·(4800 - 10·500)/36.
    expect(mean('hardways-working')).toBe('-200/9');
  });

  test('of place wagers is their edge for each roll with the point on', () => {
    // Inside: $10 on 5 and 9 at 1/25 in 18/5 rolls, $12 on 6 and 8 at 1/66 in 36/11.
    // The point is on in 392/557 of all rolls: 2 come outs of 3 set one, and it takes 196/55 rolls to decide.
    const perRollOn = 2 * (1000 / 25 / 3.6) + 2 * (1200 / 66 / (36 / 11));
    const { meanPerRoll } = longRun(machineOf('inside'));
    expect(meanPerRoll).toBeCloseTo((-perRollOn * 392) / 557, 9);
    // After the first win a fifth of the amount: a quarter of the rolls with the point on come before it.
    expect(mean('inside-regress')).toBe(mean('inside'));
  });

  test.each(LIBRARY.map(({ name }) => name))('%s: fractions and floating point agree', (name) => {
    const machine = machineOf(name);
    const found = longRun(machine);
    const exact = exactLongRun(machine);
    expect(exact).not.toBeNull();
    if (!exact) return;
    expect(toNumber(exact.meanPerRoll)).toBeCloseTo(found.meanPerRoll, 8);
    expect(Math.sqrt(toNumber(exact.variance)) / found.sdLongRun).toBeCloseTo(1, 9);
    expect(found.shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
    expect(found.lines.reduce((sum, { net }) => sum + net, 0)).toBeCloseTo(found.meanPerRoll, 9);
    expect(found.rollsPerHand).toBeCloseTo(1671 / 196, 9);
  });

  test('the spread counts what one roll does to the next', () => {
    // A pass wager decided every 557/165 rolls with variance 1 - (7/495)², and rolls that are not independent of it:
    // by the ratio of a renewal process, E[(X - mean·L)²]/E[L] over wagers.
    const { sdLongRun, sdPerRoll } = longRun(machineOf('pass-flat'));
    expect(sdLongRun).toBeLessThan(sdPerRoll);
  });

  test('of states with the same chances makes one', () => {
    const machine = machineOf('pass-flat');
    // Come out, 4 and 10, 5 and 9, 6 and 8.
    expect(moneyChain(machine, 'by-money').states).toBe(4);
    for (const arcs of moneyChain(machine, 'by-layout').arcs)
      expect(arcs.reduce((sum, { weight }) => sum + weight, 0)).toBe(36);
  });
});
