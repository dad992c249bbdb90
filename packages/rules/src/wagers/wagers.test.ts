import { describe, expect, test } from 'vitest';
import { isPointNumber, type PointNumber, THROWS, totalOf } from '../dice.js';
import type { Pay } from '../odds.js';
import { type DontRule, type LineRule, RULEBOOK_IDS, type RulebookId } from '../rulebook.js';
import { RULEBOOKS } from '../rulebooks/index.js';
import { findSpot, SPOTS, type Spot, spotOf, type WagerId } from '../wager.js';
import { type Decision, decide } from './index.js';

// Exact chances, as fractions of whole numbers: [15n, 2n] is 15/2.
type Fraction = readonly [bigint, bigint];
const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));
const fraction = (top: bigint, bottom: bigint): Fraction => {
  const shared = gcd(top < 0n ? -top : top, bottom);
  return [top / shared, bottom / shared];
};
const add = ([a, b]: Fraction, [c, d]: Fraction): Fraction => fraction(a * d + c * b, b * d);
const over = ([a, b]: Fraction, n: bigint): Fraction => fraction(a, b * n);
const show = ([a, b]: Fraction): string => `${a}/${b}`;

interface Chances {
  readonly wins: Fraction;
  readonly loses: Fraction;
  readonly void: Fraction;
  /** What a stake of 1 brings on the average. */
  readonly mean: Fraction;
}
const NEVER: Chances = { wins: [0n, 1n], loses: [0n, 1n], void: [0n, 1n], mean: [0n, 1n] };

/** The part of the stake that is won less the part that is collected. */
function netOf(decision: Decision): Fraction {
  if (decision.verdict === 'loses') return [-1n, 1n];
  if (decision.verdict !== 'wins') return [0n, 1n];
  const { pay, parts, winning } = decision;
  const won = fraction(BigInt(pay[0] * winning), BigInt(pay[1] * parts));
  return add(won, fraction(BigInt(winning - parts), BigInt(parts)));
}

function chancesOf(decision: Decision): Chances {
  return {
    ...NEVER,
    ...(decision.verdict in NEVER && { [decision.verdict]: [1n, 1n] }),
    mean: netOf(decision),
  };
}

const both = (a: Chances, b: Chances): Chances => ({
  wins: add(a.wins, b.wins),
  loses: add(a.loses, b.loses),
  void: add(a.void, b.void),
  mean: add(a.mean, b.mean),
});

/**
 * The chances of a wager that stands until it is decided. Of the 36 throws some leave everything as it is: they only
 * take time, so the chances are those of the others, each as likely.
 */
function chances(book: RulebookId, spot: Spot, point: PointNumber | null): Chances {
  const rules = RULEBOOKS[book];
  let idle = 0;
  let sum = NEVER;
  for (const dice of THROWS) {
    const decision = decide(rules, spot, dice, point) as Decision;
    const [nextSpot, nextPoint] = after(spot, point, decision, totalOf(dice));
    if (decision.verdict !== 'stands' && decision.verdict !== 'travels') sum = both(sum, chancesOf(decision));
    else if (nextSpot === spot && nextPoint === point) idle++;
    else sum = both(sum, chances(book, nextSpot, nextPoint));
  }
  const busy = BigInt(36 - idle);
  return {
    wins: over(sum.wins, busy),
    loses: over(sum.loses, busy),
    void: over(sum.void, busy),
    mean: over(sum.mean, busy),
  };
}

/** Only line wagers follow the come out point; it stays on for them until they are decided. */
function after(
  spot: Spot,
  point: PointNumber | null,
  decision: Decision,
  total: number,
): [Spot, PointNumber | null] {
  if (decision.verdict === 'travels') return [spotOf(spot.wager, decision.to), point];
  const isLine = spot.wager === 'pass' || spot.wager === 'dont-pass';
  return [spot, isLine && point === null && isPointNumber(total) ? total : point];
}

const offered = (book: RulebookId, wager: WagerId): boolean => RULEBOOKS[book].wagers[wager] !== null;
const star: readonly RulebookId[] = ['star', 'star-2024'];
const isStar = (book: RulebookId): boolean => star.includes(book);

describe.each(RULEBOOK_IDS)('chances at %s', (book) => {
  const winning = (wager: WagerId, number?: PointNumber): string =>
    show(chances(book, spotOf(wager, number), null).wins);

  test('pass and come win 244 of 495', () => {
    // Naturals 8/36; a point of 4 or 10: 2 · 3/36 · 3/9; of 5 or 9: 2 · 4/36 · 4/10; of 6 or 8: 2 · 5/36 · 5/11.
    // 2/9 + 1/18 + 4/45 + 25/198 = 244/495.
    expect(winning('pass')).toBe('244/495');
    expect(winning('come')).toBe('244/495');
    expect(show(chances(book, spotOf('pass'), null).loses)).toBe('251/495');
  });

  test("don't pass and don't come win 949 of 1980, or of 1925 where the barred total is no result", () => {
    // Losing passes 251/495 = 1004/1980 less the barred total 1/36 = 55/1980 is 949/1980; 976/1980 lose.
    // Where the barred total leaves the wager standing the 55 drop out: 949 and 976 of 1925.
    const all = isStar(book) ? 1980n : 1925n;
    for (const wager of ['dont-pass', 'dont-come'] as const) {
      const { wins, loses, void: barred } = chances(book, spotOf(wager), null);
      expect(show(wins)).toBe(show(fraction(949n, all)));
      expect(show(loses)).toBe(show(fraction(976n, all)));
      expect(show(barred)).toBe(isStar(book) ? '1/36' : '0/1');
    }
  });

  test.each([
    [4, '1/3', '2/3'], // 3 ways against 6
    [5, '2/5', '3/5'], // 4 against 6
    [6, '5/11', '6/11'], // 5 against 6
    [8, '5/11', '6/11'],
    [9, '2/5', '3/5'],
    [10, '1/3', '2/3'],
  ] as const)('for and against %i', (number, made, missed) => {
    for (const wager of ['place', 'buy', 'come-odds', 'come'] as const)
      expect(winning(wager, number)).toBe(made);
    for (const wager of ['place-lose', 'lay', 'dont-come-odds', 'dont-come'] as const)
      expect(winning(wager, number)).toBe(missed);
    for (const wager of ['pass-odds', 'pass'] as const)
      expect(show(chances(book, spotOf(wager), number).wins)).toBe(made);
    for (const wager of ['dont-pass-odds', 'dont-pass'] as const)
      expect(show(chances(book, spotOf(wager), number).wins)).toBe(missed);
  });

  test('odds wagers, buy and lay are paid at true odds: they cost nothing but commission', () => {
    for (const spot of SPOTS) {
      const isLineOdds = spot.wager === 'pass-odds' || spot.wager === 'dont-pass-odds';
      if (!isLineOdds && !['come-odds', 'dont-come-odds', 'buy', 'lay'].includes(spot.wager)) continue;
      for (const point of [4, 5, 6, 8, 9, 10] as const)
        expect(show(chances(book, spot, point).mean)).toBe('0/1');
    }
  });

  test.each([
    [4, '1/9'], // 1 way against 2 easy and 6 sevens
    [6, '1/11'], // 1 against 4 and 6
    [8, '1/11'],
    [10, '1/9'],
  ] as const)('hardway %i', (number, chance) => {
    expect(winning('hardway', number)).toBe(chance);
  });

  test('big 6 and big 8 win 5 of 11', () => {
    expect(winning('big-6')).toBe('5/11');
    expect(winning('big-8')).toBe('5/11');
  });

  test.each([
    ['field', '4/9'], // 16 of 36
    ['any-seven', '1/6'],
    ['any-craps', '1/9'], // 1 + 2 + 1
    ['craps', '1/9'],
    ['craps-2', '1/36'],
    ['craps-3', '1/18'],
    ['craps-12', '1/36'],
    ['eleven', '1/18'],
    ['craps-eleven', '1/6'], // craps and the two elevens
    ['horn', '1/6'],
    ['world', '1/3'], // the horn and the six sevens
  ] as const)('%s wins %s', (wager, chance) => {
    if (offered(book, wager)) expect(winning(wager)).toBe(chance);
    else expect(decide(RULEBOOKS[book], spotOf(wager), [1, 1], null)).toBeNull();
  });

  test('horn-high and hop', () => {
    for (const high of [2, 3, 11, 12] as const) {
      const spot = findSpot({ wager: 'horn-high', high }) as Spot;
      if (offered(book, 'horn-high')) expect(show(chances(book, spot, null).wins)).toBe('1/6');
    }
    if (!offered(book, 'hop')) return;
    expect(show(chances(book, findSpot({ wager: 'hop', dice: [3, 3] }) as Spot, null).wins)).toBe('1/36');
    expect(show(chances(book, findSpot({ wager: 'hop', dice: [5, 3] }) as Spot, null).wins)).toBe('1/18');
  });

  test('everything that can happen to a wager adds up to 36 of 36', () => {
    for (const spot of SPOTS.filter(({ wager }) => offered(book, wager))) {
      const { wins, loses, void: barred } = chances(book, spot, 6);
      expect(show(add(add(wins, loses), barred))).toBe('1/1');
    }
  });

  test('nothing depends on which die is which', () => {
    const outcomes = (spot: Spot, turned: boolean): unknown[] =>
      THROWS.map(([a, b]) => decide(RULEBOOKS[book], spot, turned ? [b, a] : [a, b], 8));
    for (const spot of SPOTS) expect(outcomes(spot, true)).toEqual(outcomes(spot, false));
  });
});

describe('what the house keeps on the average of a dollar', () => {
  // The pay tables side by side: each line is the mean of one wager, worked out by hand from the odds and the ways.
  const means: Readonly<Record<string, Readonly<Record<'star' | 'adelaide' | 'aruze', string>>>> = {
    // −1 · 251/495 + 244/495
    pass: { star: '-7/495', adelaide: '-7/495', aruze: '-7/495' },
    // (949 − 976)/1980; of 1925 where the barred total does not count
    'dont-pass': { star: '-3/220', adelaide: '-27/1925', aruze: '-27/1925' },
    // (14 · 1 + 2 · 2 − 20)/36
    field: { star: '-1/18', adelaide: '-1/18', aruze: '-1/18' },
    // (6 · 4 − 30)/36; 9 to 2 at aruze: (6 · 9/2 − 30)/36
    'any-seven': { star: '-1/6', adelaide: '-1/6', aruze: '-1/12' },
    // (4 · 15/2 − 32)/36; 7 to 1: (28 − 32)/36
    'any-craps': { star: '-1/18', adelaide: '-1/9', aruze: '-1/18' },
    // (2 · 16 − 34)/36; 15 to 1: (30 − 34)/36
    eleven: { star: '-1/18', adelaide: '-1/9', aruze: '-1/18' },
    // quarters: 2 · (33/4 − 3/4) + 4 · (16/4 − 3/4) − 30 = −2; 32 and 15: 2 · 29/4 + 4 · 3 − 30 = −7/2 of 36
    horn: { star: '-1/18', adelaide: '-7/72', aruze: '-1/18' },
    // halves: 4 · (15/4 − 1/2) + 2 · (8 − 1/2) − 30 = −2; 7 and 15: 4 · 3 + 2 · 7 − 30 = −4; aruze 4 · 13/4 + 2 · 15/2 − 30
    'craps-eleven': { star: '-1/18', adelaide: '-1/9', aruze: '-1/18' },
    // (15/2 − 8)/9; 7 to 1: (7 − 8)/9
    'hardway 4': { star: '-1/18', adelaide: '-1/9', aruze: '-1/18' },
    // (19/2 − 10)/11; 9 to 1: (9 − 10)/11
    'hardway 6': { star: '-1/22', adelaide: '-1/11', aruze: '-1/11' },
    // (9/5 − 2)/3, (4 · 7/5 − 6)/10, (5 · 7/6 − 6)/11
    'place 4': { star: '-1/15', adelaide: '-1/15', aruze: '-1/15' },
    'place 5': { star: '-1/25', adelaide: '-1/25', aruze: '-1/25' },
    'place 6': { star: '-1/66', adelaide: '-1/66', aruze: '-1/66' },
    // (2 · 5/11 − 1)/3, (6 · 5/8 − 4)/10, (6 · 4/5 − 5)/11
    'place-lose 4': { star: '-1/33', adelaide: '-1/33', aruze: '-1/33' },
    'place-lose 5': { star: '-1/40', adelaide: '-1/40', aruze: '-1/40' },
    'place-lose 6': { star: '-1/55', adelaide: '-1/55', aruze: '-1/55' },
    'big-6': { star: '-1/11', adelaide: '-1/11', aruze: '-1/11' },
  };

  test.each(Object.entries(means))('%s', (name, expected) => {
    const [wager, number] = name.split(' ') as [WagerId, string | undefined];
    const spot = spotOf(wager, number === undefined ? undefined : (Number(number) as PointNumber));
    for (const [book, mean] of Object.entries(expected))
      expect([book, show(chances(book as RulebookId, spot, null).mean)]).toEqual([book, mean]);
  });

  test('the Star and Crown pay alike', () => {
    for (const spot of SPOTS.filter(({ wager }) => offered('crown', wager) && offered('star', wager)))
      for (const point of [null, 6] as const) {
        if (spot.wager.startsWith('dont')) continue; // the barred total is void at one and stands at the other
        if (point === null && (spot.wager === 'pass-odds' || spot.wager === 'dont-pass-odds')) continue;
        expect(show(chances('crown', spot, point).mean)).toBe(show(chances('star', spot, point).mean));
      }
  });

  test('the two fifths of a horn-high on its total are paid together', () => {
    // Two fifths are on the high 2, one each on 3, 11 and 12.
    const decision = decide(RULEBOOKS.star, findSpot({ wager: 'horn-high', high: 2 }) as Spot, [1, 1], null);
    expect(decision).toMatchObject({ verdict: 'wins', pay: [33, 1] satisfies Pay, parts: 5, winning: 2 });
    const other = decide(RULEBOOKS.star, findSpot({ wager: 'horn-high', high: 2 }) as Spot, [6, 6], null);
    expect(other).toMatchObject({ pay: [33, 1], parts: 5, winning: 1 });
  });
});

describe('odds behind the line', () => {
  test('stand on the come out point, and without one on nothing', () => {
    for (const wager of ['pass-odds', 'dont-pass-odds'] as const)
      for (const dice of THROWS)
        expect(decide(RULEBOOKS.star, spotOf(wager), dice, null)).toEqual({ verdict: 'stands' });
  });
});

describe('every decision cites its clause', () => {
  test.each(RULEBOOK_IDS)('%s', (book) => {
    for (const spot of SPOTS.filter(({ wager }) => offered(book, wager)))
      for (const dice of THROWS)
        for (const point of [null, 4, 9] as const) {
          const decision = decide(RULEBOOKS[book], spot, dice, point) as Decision;
          if ('clause' in decision) expect(decision.clause).toMatch(/^\d/);
        }
  });

  test.each([
    ['pass', [3, 4], null, 'natural'],
    ['pass', [1, 1], null, 'craps'],
    ['pass', [2, 4], 6, 'point'],
    ['pass', [3, 4], 6, 'point'],
    ['dont-pass', [1, 2], null, 'craps'],
    ['dont-pass', [3, 4], null, 'natural'],
    ['dont-pass', [3, 4], 6, 'point'],
    ['dont-pass', [3, 3], 6, 'point'],
  ] as const)('%s on %j with the point %s: %s', (wager, dice, point, kind) => {
    const rule = RULEBOOKS.star.wagers[wager] as LineRule | DontRule;
    const decision = decide(RULEBOOKS.star, spotOf(wager), dice, point) as Decision & {
      verdict: 'wins' | 'loses';
    };
    expect(decision.clause).toBe((rule[decision.verdict] as Record<string, string>)[kind]);
  });
});
