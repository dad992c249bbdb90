// What is said to a player who may not: the code, the clause, one sentence, and the nearest amount that would do.
import { describe, expect, test } from 'vitest';
import { calls, puts, refusalAt, type Setting, takes, throws } from '../../test/play.js';
import type { Fields } from './input.js';

type Case = readonly [setting: Setting, lines: readonly Fields[], message: string, said: object];

const star: Setting = { book: 'star' };
const crown: Setting = { book: 'crown' };
const aruze: Setting = { book: 'aruze' };
const wide = { limits: { default: { min: 500, max: 100_000 } } };
const oddsLimited: Setting = {
  book: 'star',
  sign: { limits: { default: { min: 500, max: 1000 }, 'pass-odds': { min: 1000, max: 1500, unit: 300 } } },
};
/** A don't come wager of $10 on 5, the point being 6. */
const onFive = [throws(4, 2), puts('dont-come', 1000), throws(2, 3)];

const CASES: Readonly<Record<string, readonly Case[]>> = {
  'not-offered': [
    [
      star,
      [puts('world', 500)],
      'world is not among the wagers of The Star Sydney, Craps (earlier rules).',
      { clause: '6.1' },
    ],
    [
      crown,
      [takes('craps-eleven')],
      'craps-eleven is not among the wagers of Crown Melbourne, Craps.',
      { clause: '3.6' },
    ],
    [
      crown,
      [calls('hop', 'on')],
      'hop is not among the wagers of Crown Melbourne, Craps.',
      { clause: '3.6' },
    ],
    [
      { book: 'adelaide', sign: { big68: false } },
      [puts('big-6', 500)],
      "Big 6 is not on this table's layout.",
      { clause: '4(m)' },
    ],
    [
      { book: 'adelaide', sign: { big68: false } },
      [takes('big-8')],
      "Big 8 is not on this table's layout.",
      { clause: '4(n)' },
    ],
  ],
  'not-now': [
    [
      star,
      [puts('pass', 500), throws(4, 2), puts('pass', 500)],
      'Win Line is placed before a come out roll; the point is 6.',
      { clause: '6.1.1' },
    ],
    [
      aruze,
      [puts('dont-pass', 500), throws(4, 2), puts('pass', 500)],
      'Pass Line is placed before a come out roll; the point is 6.',
      { clause: '3.9.1' },
    ],
    [
      star,
      [throws(4, 2), puts('dont-pass', 500)],
      "Don't Win is placed before a come out roll; the point is 6.",
      { clause: '6.1.2' },
    ],
    [
      star,
      [puts('come', 500)],
      'Come is placed while a come out point is on; no point is on.',
      { clause: '6.1.3' },
    ],
    [
      aruze,
      [puts('dont-come', 500)],
      "Don't Come is placed while a come out point is on; no point is on.",
      { clause: '3.9.11' },
    ],
    [
      aruze,
      [puts('field', 500, { found: true })],
      'Field: no wager is taken after the wagering period has closed.',
      { clause: '3.3.6', ruling: 'R11' },
    ],
  ],
  contract: [
    [
      star,
      [throws(4, 2), puts('come', 500), throws(2, 3), puts('come', 500, { number: 5 })],
      'Come 5 has its come point and is a contract wager: nothing can be added to it.',
      { clause: '6.4' },
    ],
    [
      star,
      [puts('pass', 1000), throws(4, 2), takes('pass')],
      'Win Line has its point and is a contract wager: it stays until it wins or loses.',
      { clause: '6.4' },
    ],
    [
      star,
      [puts('pass', 1000), throws(4, 2), takes('pass', { amount: 5000 })],
      'Win Line has its point and is a contract wager: it stays until it wins or loses.',
      { clause: '6.4' },
    ],
    [
      aruze,
      [puts('come', 1000), throws(4, 2), takes('come', { number: 6 })],
      'Come 6 has its point and is a contract wager: it stays until it wins or loses.',
      { clause: '3.9.3' },
    ],
    [
      aruze,
      [puts('pass', 1000), throws(4, 2), puts('pass', 700), takes('pass')],
      'Pass Line has its point and is a contract wager: it stays until it wins or loses. Only the $7 added since the last roll may be taken. Nearest: $7.',
      { clause: '3.9.1', nearest: 700 },
    ],
    [
      aruze,
      [puts('pass', 1000), throws(4, 2), puts('pass', 700), takes('pass', { amount: 701 })],
      'Pass Line has its point and is a contract wager: it stays until it wins or loses. Only the $7 added since the last roll may be taken. Nearest: $7.',
      { clause: '3.9.1', nearest: 700 },
    ],
  ],
  'no-replacing': [
    [
      star,
      [...onFive, puts('dont-come', 500, { number: 5 })],
      "Don't Come 5 has its come point: it may be taken down or reduced, never increased.",
      {},
    ],
    [
      crown,
      [...onFive, takes('dont-come', { number: 5 }), puts('dont-come', 500)],
      "Don't Come: after one was taken down or reduced, a fresh one waits until the point of 6 has a result.",
      { clause: '3.4.3' },
    ],
    [
      { book: 'adelaide' },
      [...onFive, takes('dont-come', { number: 5, amount: 500 }), puts('dont-come', 500)],
      "Don't Come Bet: after one was taken down or reduced, a fresh one waits until the point of 6 has a result.",
      { clause: '5(d)' },
    ],
  ],
  'no-flat-wager': [
    [
      star,
      [puts('pass', 500), puts('pass-odds', 500)],
      'Behind the Win Line backs a flat wager that has its point; there is none.',
      { clause: '6.1.5' },
    ],
    [
      star,
      [throws(4, 2), puts('come-odds', 500, { number: 4 })],
      'Behind the Come 4 backs a flat wager that has its point; there is none.',
      { clause: '6.1.7' },
    ],
  ],
  'not-callable': [
    [
      star,
      [calls('pass', 'off')],
      'Win Line is always working and cannot be called on or off.',
      { clause: '6.6' },
    ],
    [
      aruze,
      [calls('place', 'on', { number: 6 })],
      'Place is always working and cannot be called on or off.',
      { clause: null, ruling: 'R4' },
    ],
  ],
  'no-such-wager': [
    [
      star,
      [puts('come', 500, { number: 5 })],
      'There is no Come 5 wager of yours on the layout.',
      { clause: null },
    ],
    [
      star,
      [puts('dont-come', 500, { number: 5 })],
      "There is no Don't Come 5 wager of yours on the layout.",
      { clause: null },
    ],
    [
      star,
      [calls('place', 'on', { number: 6 })],
      'There is no Place Bet to Win 6 wager of yours on the layout.',
      { clause: null },
    ],
    [
      star,
      [calls('place', 'on')],
      'There is no Place Bet to Win wager of yours on the layout.',
      { clause: null },
    ],
    [
      star,
      [takes('horn-high', { high: 12 })],
      'There is no Horn High 12 wager of yours on the layout.',
      { clause: null },
    ],
    [
      aruze,
      [takes('hop', { dice: [5, 2] })],
      'There is no Hop Bets 2-5 wager of yours on the layout.',
      { clause: null },
    ],
    [
      star,
      [puts('place', 1200, { number: 6 }), takes('place', { number: 6, amount: 1300 })],
      'Place Bet to Win 6: $13 is more than the $12 on it. Nearest: $12.',
      { clause: null, nearest: 1200 },
    ],
  ],
  'not-in-chips': [
    [
      star,
      [puts('place', 1250, { number: 6 })],
      "Place Bet to Win 6: a bet of $12.50 cannot be made in this table's chips. Nearest: $12.",
      { clause: '6.2', nearest: 1200 },
    ],
    [
      star,
      [puts('place', 1200, { number: 6 }), takes('place', { number: 6, amount: 550 })],
      "Place Bet to Win 6: the $6.50 that would be left cannot be made in this table's chips. Nearest: $5.",
      { clause: '6.2', nearest: 500 },
    ],
    [
      star,
      [puts('place', 250, { number: 6, found: true })],
      "Place Bet to Win 6: a bet of $2.50 cannot be made in this table's chips. Nearest: $2.",
      { nearest: 200 },
    ],
  ],
  indivisible: [
    [
      star,
      [puts('horn-high', 1200, { high: 2 })],
      'Horn High 2 is 5 equal wagers: $12 does not divide into 5 amounts that chips can make. Nearest: $10.',
      { clause: '6.1.22.1', nearest: 1000 },
    ],
    [
      { book: 'star', sign: { chips: [200, 500], ...wide } },
      [puts('horn', 1200)],
      'Horn is 4 equal wagers: $12 does not divide into 4 amounts that chips can make. Nearest: $8.',
      { nearest: 800 },
    ],
  ],
  'below-minimum': [
    [
      star,
      [puts('pass', 400)],
      'Win Line: $4 is below the minimum of $5. Nearest: $5.',
      { clause: '7.1', nearest: 500 },
    ],
    [
      star,
      [puts('place', 1200, { number: 6 }), takes('place', { number: 6, amount: 800 })],
      'Place Bet to Win 6: $4 is below the minimum of $5. Nearest: $7.',
      { clause: '7.1', nearest: 700 },
    ],
    [
      oddsLimited,
      [puts('pass', 1000), throws(4, 2), puts('pass-odds', 900)],
      'Behind the Win Line: $9 is below the minimum of $10. Nearest: $10.',
      { nearest: 1000 },
    ],
  ],
  'off-unit': [
    [
      { book: 'star', sign: { limits: { default: { min: 500, max: 10_000, unit: 200 } } } },
      [puts('pass', 600)],
      'Win Line: $6 does not fit the sign, which asks for $5 and then steps of $2. Nearest: $5.',
      { clause: '7.1', nearest: 500 },
    ],
    [
      { book: 'star', sign: { multiplesOfMinimum: true } },
      [puts('pass', 600)],
      'Win Line: $6 does not fit the sign, which asks for multiples of the minimum, $5. Nearest: $5.',
      { clause: '7.1', nearest: 500 },
    ],
    [
      oddsLimited,
      [puts('pass', 1000), throws(4, 2), puts('pass-odds', 1200)],
      'Behind the Win Line: $12 does not fit the sign, which asks for $10 and then steps of $3. Nearest: $13.',
      { nearest: 1300 },
    ],
  ],
  'above-maximum': [
    [
      star,
      [puts('pass', 10_100)],
      'Win Line: $101 is above the maximum of $100. Nearest: $100.',
      { clause: '7.1', nearest: 10_000 },
    ],
    [
      star,
      [puts('pass', 6000), puts('pass', 5000)],
      'Win Line: $110 is above the maximum of $100. Nearest: $40.',
      { nearest: 4000 },
    ],
    [
      oddsLimited,
      [puts('pass', 1000), throws(4, 2), puts('pass-odds', 1600)],
      'Behind the Win Line: $16 is above the maximum of $15. Nearest: $13.',
      { nearest: 1300 },
    ],
  ],
  'above-odds-limit': [
    [
      star,
      [puts('pass', 1000), throws(4, 2), puts('pass-odds', 2100)],
      'Behind the Win Line: $21 is more than the $20 that may back this wager. Nearest: $20.',
      { clause: '6.1.5.1', nearest: 2000 },
    ],
    [
      star,
      [puts('dont-pass', 1000), throws(4, 2), puts('dont-pass-odds', 2500)],
      "Behind the Don't Win: $25 is more than the $24 that may back this wager. Nearest: $24.",
      { clause: '6.1.6.1', nearest: 2400 },
    ],
    [
      star,
      [puts('dont-pass', 1000), throws(4, 2), puts('dont-pass-odds', 2300), puts('dont-pass-odds', 200)],
      "Behind the Don't Win: $25 is more than the $24 that may back this wager. Nearest: $1.",
      { nearest: 100 },
    ],
  ],
  insufficient: [
    [
      { book: 'star', sign: wide },
      [puts('buy', 50_000, { number: 6 })],
      'Buy 6: $500 and $25 commission is more than the $500 you have. Nearest: $477.',
      { clause: null, nearest: 47_700 },
    ],
    [
      { book: 'star', sign: wide },
      [puts('pass', 50_100)],
      'Win Line: $501 is more than the $500 you have. Nearest: $500.',
      { clause: null, nearest: 50_000 },
    ],
    [
      { book: 'star', bankroll: 300 },
      [puts('pass', 500)],
      'Win Line: $5 is more than the $3 you have.',
      { clause: null },
    ],
  ],
};

describe.each(Object.entries(CASES))('%s', (code, cases) => {
  test.each(cases.map(([setting, lines, message, said]) => ({ setting, lines, message, said })))(
    '$message',
    ({ setting, lines, message, said }) => {
      const refused = refusalAt(setting, ...lines);
      expect(refused).toMatchObject({ code, message, ...said });
      if (!('nearest' in said)) expect(refused).not.toHaveProperty('nearest');
      if (!('ruling' in said)) expect(refused).not.toHaveProperty('ruling');
    },
  );
});

describe('when several refusals apply, the first in the list of codes counts', () => {
  const both: readonly [string, Setting, readonly Fields[]][] = [
    ['not-offered', aruze, [puts('world', 7, { found: true })]],
    ['not-now', star, [puts('come', 7)]],
    ['no-flat-wager', star, [puts('pass-odds', 7)]],
    ['not-in-chips', { book: 'star', bankroll: 0 }, [puts('horn', 7)]],
    ['indivisible', { book: 'star', bankroll: 0 }, [puts('horn', 300)]],
    ['below-minimum', { book: 'star', bankroll: 0, sign: { multiplesOfMinimum: true } }, [puts('pass', 300)]],
    ['off-unit', { book: 'star', bankroll: 0, sign: { multiplesOfMinimum: true } }, [puts('pass', 10_300)]],
    ['above-maximum', { book: 'star', bankroll: 0 }, [puts('pass', 10_300)]],
    [
      'above-odds-limit',
      { book: 'star', bankroll: 1000 },
      [puts('pass', 1000), throws(4, 2), puts('pass-odds', 2300)],
    ],
    ['contract', star, [puts('pass', 1000), throws(4, 2), takes('pass', { amount: 1001 })]],
    ['not-callable', star, [calls('pass', 'on')]],
  ];
  test.each(both)('%s', (code, setting, lines) => {
    expect(refusalAt(setting, ...lines)?.code).toBe(code);
  });
});
