import { RULEBOOK_IDS, rulebook } from '@boxperson/rules';
import { describe, expect, test } from 'vitest';
import {
  differentPoints,
  equals,
  exactLengths,
  handChain,
  handMoments,
  longestOf,
  makeRational,
  ONE,
  pointsMade,
  repeaters,
  sum,
  survival,
  toNumber,
} from '../src/index.js';

const usual = handChain(rulebook('star'));
const aruze = handChain(rulebook('aruze'));

describe('a hand', () => {
  test.each(RULEBOOK_IDS.filter((id) => id !== 'aruze'))('%s: 1671/196 throws on average', (id) => {
    // A come out is repeated until a point is set, 3/2 throws; it takes 196/55 to decide; 98/165 of points are lost.
    // Together a decision takes 557/165 from every come out, naturals and craps counted, and 196/495 of them end it.
    expect(makeRational(handMoments(handChain(rulebook(id))).mean)).toBe('1671/196');
  });

  test('aruze: a lost come out ends it too, so that every lost pass wager does', () => {
    // A wager takes 557/165 rolls and is lost 251 times in 495: 557/165 × 495/251.
    expect(makeRational(handMoments(aruze).mean)).toBe('1671/251');
    // On don't pass, won 949 times in 1925 after 6684/1925 rolls.
    expect(makeRational(handMoments(handChain(rulebook('aruze'), 'dont-pass')).mean)).toBe('6684/949');
    expect(aruze.rule).toEqual({ givesUpOn: 'line-wager-lost', clause: '3.11' });
  });

  test('of 154 throws or more comes once in 5,590,264,072', () => {
    expect(Math.round(1 / (survival(usual, 154)[154] as number))).toBe(5_590_264_072);
  });

  test('lengths as fractions and as numbers agree, and add up', () => {
    for (const chain of [usual, aruze]) {
      const exact = exactLengths(chain, 30).map(toNumber);
      const alive = survival(chain, 31);
      for (const [at, chance] of exact.entries())
        expect(chance).toBeCloseTo((alive[at + 1] as number) - (alive[at + 2] as number), 14);
    }
    // No hand ends with its first throw; with the second if a point is set and a seven follows: 24/36 × 6/36.
    expect(exactLengths(usual, 2).map(makeRational)).toEqual(['0', '1/9']);
    // At aruze 4 throws of 36 lose the come out.
    expect(makeRational(exactLengths(aruze, 1)[0] as never)).toBe('1/9');
    const { mean, variance } = handMoments(usual);
    const long = survival(usual, 2_000);
    expect(long.slice(1).reduce((all, each) => all + each, 0)).toBeCloseTo(toNumber(mean), 9);
    expect(Math.sqrt(toNumber(variance))).toBeCloseTo(6.785, 3);
  });

  test('the longest of many', () => {
    const { median, chanceOf } = longestOf(usual, 1_000_000);
    expect(chanceOf(median)).toBeGreaterThanOrEqual(0.5);
    expect(chanceOf(median + 1)).toBeLessThan(0.5);
    expect(longestOf(usual, 1).chanceOf(2)).toBeCloseTo(1, 12);
  });

  test('points made: each with the chance 67/165, and how many different ones', () => {
    expect(pointsMade(usual, 1).map(makeRational)).toEqual([
      '98/165',
      makeRational({ n: 98n * 67n, d: 165n * 165n }),
    ]);
    const different = differentPoints(usual);
    expect(equals(sum(different), ONE)).toBe(true);
    // All six in one hand: about 1 in 6,156.
    expect(1 / toNumber(different[6] as never)).toBeCloseTo(6_156, -1);
    expect(equals(different[0] as never, pointsMade(usual, 0)[0] as never)).toBe(true);
  });

  test('repeaters', () => {
    const [two] = repeaters(usual);
    // 1 way against 6: 1/7 for each time.
    expect(two).toMatchObject({ total: 2, times: 2 });
    expect(makeRational(two?.beforeSeven as never)).toBe('1/49');
    // In a hand come out sevens do no harm.
    for (const { inHand, beforeSeven } of repeaters(usual))
      expect(toNumber(inHand)).toBeGreaterThan(toNumber(beforeSeven));
    expect(repeaters(usual).find(({ total }) => total === 6)).toMatchObject({ times: 6 });
    // Once in a hand, by the other way round: not a single one in its whole length.
    const once = repeaters(usual, () => 1).find(({ total }) => total === 12);
    const dice = 1 - toNumber(once?.inHand as never);
    expect(dice).toBeGreaterThan(0.7);
    expect(dice).toBeLessThan(0.85);
  });

  test('at aruze a craps on the come out is thrown in the hand that it ends', () => {
    // A 12 on the first throw ends the hand at once, and has been thrown: at least 1/36.
    const once = repeaters(aruze, () => 1).find(({ total }) => total === 12);
    expect(toNumber(once?.inHand as never)).toBeGreaterThan(1 / 36);
  });
});
