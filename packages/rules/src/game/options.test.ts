import { describe, expect, test } from 'vitest';
import { calls, gameAt, puts, type Setting, throws } from '../../test/play.js';
import { SPOTS, spotOf, type WagerId } from '../wager.js';
import type { Fields } from './input.js';
import { options, optionsOn, type SpotOptions } from './options.js';
import type { Player } from './state.js';

// That options agree with placing, taking and calling is a property (test/properties.test.ts). Here is what they say.
function optionsAt(
  setting: Setting,
  wager: WagerId,
  number: 4 | 5 | 6 | undefined,
  ...lines: Fields[]
): SpotOptions {
  const game = gameAt(setting, ...lines);
  return optionsOn(game, game.players[0] as Player, spotOf(wager, number));
}
const star: Setting = { book: 'star' };

test('there are options for every spot, for whoever is at the table', () => {
  const game = gameAt(star);
  expect(options(game, 'ann')?.map(({ spot }) => spot)).toEqual(SPOTS);
  expect(options(game, 'bob')).toBeNull();
});

describe('placing and adding', () => {
  test('between the limits in steps', () => {
    expect(optionsAt(star, 'pass', undefined)).toMatchObject({
      stands: 0,
      bet: { may: true, amounts: { least: 500, most: 10_000, step: 100, gaps: false } },
    });
    expect(optionsAt(star, 'pass', undefined, puts('pass', 9000))).toMatchObject({
      stands: 9000,
      bet: { may: true, amounts: { least: 100, most: 1000, step: 100, gaps: false } },
    });
  });

  test('in the sign’s unit, in parts, as far as the money goes', () => {
    const unit: Setting = { book: 'star', sign: { limits: { default: { min: 500, max: 2000, unit: 300 } } } };
    expect(optionsAt(unit, 'pass', undefined).bet).toMatchObject({
      amounts: { least: 500, most: 2000, step: 300 },
    });
    expect(optionsAt(star, 'horn', undefined).bet).toMatchObject({
      amounts: { least: 800, most: 10_000, step: 400 },
    });
    // $30 with 5% on top is $31.50, in chips $31: the most that $31 buys.
    expect(optionsAt({ ...star, bankroll: 3100 }, 'buy', 6).bet).toMatchObject({
      amounts: { least: 500, most: 3000 },
    });
    expect(optionsAt({ ...star, bankroll: 3099 }, 'buy', 6).bet).toMatchObject({ amounts: { most: 2900 } });
  });

  test('odds up to their limit, whatever the default of the sign', () => {
    expect(optionsAt(star, 'pass-odds', undefined, puts('pass', 500), throws(4, 2)).bet).toMatchObject({
      amounts: { least: 100, most: 1000, step: 100 },
    });
  });

  test.each([
    ['not-offered', 'world', undefined, []],
    ['not-now', 'come', undefined, []],
    ['no-flat-wager', 'pass-odds', undefined, []],
    ['no-such-wager', 'come', 5, []],
    ['above-maximum', 'pass', undefined, [puts('pass', 10_000)]],
  ] as const)('not, and why: %s', (code, wager, number, lines) => {
    expect(optionsAt(star, wager, number, ...lines).bet).toMatchObject({ may: false, why: { code } });
  });

  test('nothing for who has not the least', () => {
    expect(optionsAt({ ...star, bankroll: 499 }, 'pass', undefined).bet).toMatchObject({
      may: false,
      why: { code: 'insufficient', message: 'Win Line: $5 is more than the $4.99 you have.' },
    });
  });

  test('nothing where nothing fits the sign', () => {
    // Steps of $2 from $5 and multiples of $5 at once: $5, $15, … and the maximum is $10.
    const sign = { limits: { default: { min: 500, max: 1000, unit: 200 } }, multiplesOfMinimum: true };
    expect(optionsAt({ book: 'star', sign }, 'pass', undefined, puts('pass', 500)).bet).toMatchObject({
      may: false,
      why: { code: 'off-unit' },
    });
  });
});

describe('taking', () => {
  test('all or a part', () => {
    expect(optionsAt(star, 'place', 6, puts('place', 1200, { number: 6 })).take).toEqual({
      may: true,
      all: true,
      part: { least: 100, most: 700, step: 100, gaps: false },
    });
    expect(optionsAt(star, 'place', 6, puts('place', 500, { number: 6 })).take).toEqual({
      may: true,
      all: true,
      part: null,
    });
  });

  test('of a contract at aruze what was added', () => {
    const aruze: Setting = { book: 'aruze' };
    const lines = [puts('pass', 1000), throws(4, 2)];
    expect(optionsAt(aruze, 'pass', undefined, ...lines).take).toMatchObject({
      may: false,
      why: { code: 'contract' },
    });
    expect(optionsAt(aruze, 'pass', undefined, ...lines, puts('pass', 300)).take).toEqual({
      may: true,
      all: false,
      part: { least: 1, most: 300, step: 1, gaps: false },
    });
  });

  test.each([
    ['not-offered', 'world', undefined],
    ['no-such-wager', 'pass', undefined],
  ] as const)('not: %s', (code, wager, number) => {
    expect(optionsAt(star, wager, number).take).toMatchObject({ may: false, why: { code } });
  });
});

describe('calling', () => {
  test('tells whether the wager works now', () => {
    const place = puts('place', 1200, { number: 6 });
    expect(optionsAt(star, 'place', 6, place).call).toEqual({ may: true, working: false });
    expect(optionsAt(star, 'place', 6, place, calls('place', 'on')).call).toEqual({
      may: true,
      working: true,
    });
  });

  test.each([
    ['not-offered', 'world', undefined],
    ['not-callable', 'pass', undefined],
    ['no-such-wager', 'place', 6],
  ] as const)('not: %s', (code, wager, number) => {
    expect(optionsAt(star, wager, number).call).toMatchObject({ may: false, why: { code } });
  });
});

test('chips with long gaps: what options offer is accepted', () => {
  const setting: Setting = {
    book: 'star',
    sign: { chips: [30_011, 30_013], limits: { default: { min: 30_011, max: 90_037 } } },
    bankroll: 200_000,
  };
  expect(optionsAt(setting, 'pass', undefined).bet).toMatchObject({
    amounts: { least: 30_011, most: 90_037, gaps: true },
  });
  expect(optionsAt(setting, 'pass', undefined, puts('pass', 60_024)).bet).toMatchObject({
    amounts: { least: 30_011, most: 30_013 },
  });
});
