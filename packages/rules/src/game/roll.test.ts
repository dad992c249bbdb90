import { describe, expect, test } from 'vitest';
import { calls, gameAt, puts, rolledAt, type Setting, throws } from '../../test/play.js';
import { THROWS, totalOf } from '../dice.js';
import { spotOf } from '../wager.js';
import { settle } from './roll.js';
import type { Game, Player } from './state.js';

const star: Setting = { book: 'star' };
const crown: Setting = { book: 'crown' };
const ann = (game: Game): Player => game.players[0] as Player;

describe('the call and the point', () => {
  const callsOf = (game: Game): Record<number, string> =>
    Object.fromEntries(THROWS.map((dice) => [totalOf(dice), settle(game, dice).call]));
  const pointsOf = (game: Game): Record<number, number | null> =>
    Object.fromEntries(THROWS.map((dice) => [totalOf(dice), settle(game, dice).game.point]));

  test('on a come out roll', () => {
    const game = gameAt(star);
    const set = 'point-set';
    const none = null;
    expect(callsOf(game)).toEqual({
      2: 'craps',
      3: 'craps',
      4: set,
      5: set,
      6: set,
      7: 'natural',
      8: set,
      9: set,
      10: set,
      11: 'natural',
      12: 'craps',
    });
    expect(pointsOf(game)).toEqual({
      2: none,
      3: none,
      4: 4,
      5: 5,
      6: 6,
      7: none,
      8: 8,
      9: 9,
      10: 10,
      11: none,
      12: none,
    });
  });

  test('with the point on 9', () => {
    const game = gameAt(star, throws(4, 5));
    const calls = callsOf(game);
    expect(calls).toMatchObject({ 7: 'seven-out', 9: 'point-made' });
    expect(Object.values(calls).filter((call) => call === 'no-decision')).toHaveLength(9);
    expect(pointsOf(game)).toEqual({
      2: 9,
      3: 9,
      4: 9,
      5: 9,
      6: 9,
      7: null,
      8: 9,
      9: null,
      10: 9,
      11: 9,
      12: 9,
    });
  });

  test('the throw as it was read', () => {
    expect(rolledAt(star, throws(5, 3))).toMatchObject({ dice: [5, 3], total: 8, hard: false });
    expect(rolledAt(star, throws(4, 4))).toMatchObject({ dice: [4, 4], total: 8, hard: true });
  });
});

describe('a settlement explains itself', () => {
  test('won: the pay and the clause', () => {
    expect(rolledAt(star, puts('any-craps', 1000), throws(1, 2)).settled).toEqual([
      {
        player: 'ann',
        spot: spotOf('any-craps'),
        stake: 1000,
        outcome: 'won',
        winnings: 7500,
        returned: 1000,
        collected: 0,
        pay: [15, 2],
        clause: expect.stringMatching(/^6\.1\.\d/),
      },
    ]);
  });

  test('lost, void and returned: no pay', () => {
    const lost = rolledAt(star, puts('field', 1000), throws(3, 4)).settled[0];
    expect(lost).toMatchObject({
      outcome: 'lost',
      returned: 0,
      collected: 1000,
      pay: null,
      clause: expect.any(String),
    });
    const barred = rolledAt(star, puts('dont-pass', 1000), throws(1, 1)).settled[0];
    expect(barred).toMatchObject({
      outcome: 'void',
      returned: 1000,
      collected: 0,
      winnings: 0,
      pay: null,
      clause: '6.1.2.3',
    });
  });

  test('odds that are off come back when their come wager is decided (R5), and no clause says it', () => {
    const lines = [
      throws(4, 2),
      puts('come', 1000),
      throws(4, 5),
      puts('come-odds', 2000, { number: 9 }),
      throws(3, 3),
    ];
    expect(rolledAt(star, ...lines, throws(3, 4)).settled).toMatchObject([
      { spot: spotOf('come', 9), outcome: 'lost' },
      { spot: spotOf('come-odds', 9), outcome: 'returned', returned: 2000, winnings: 0, clause: null },
    ]);
    expect(rolledAt(star, ...lines, calls('come-odds', 'on'), throws(3, 4)).settled[1]).toMatchObject({
      outcome: 'lost',
    });
    // Any other wager that is off is not touched.
    expect(rolledAt(star, puts('place', 1200, { number: 6 }), throws(3, 4)).settled).toEqual([]);
  });

  test('the parts of a horn: one is paid, three are collected', () => {
    expect(rolledAt(star, puts('horn', 2000), throws(5, 6)).settled[0]).toMatchObject({
      winnings: 8000,
      returned: 500,
      collected: 1500,
    });
    const high = rolledAt(star, puts('horn-high', 2500, { high: 12 }), throws(6, 6)).settled[0];
    expect(high).toMatchObject({ winnings: 33_000, returned: 1000, collected: 1500 });
  });
});

describe('found wagers (R11)', () => {
  const found = (wager: 'field' | 'horn' | 'pass', amount: number) => puts(wager, amount, { found: true });

  test('over the maximum count to the maximum, the rest comes back', () => {
    expect(rolledAt(star, found('field', 12_000), throws(3, 4)).settled[0]).toMatchObject({
      collected: 10_000,
      returned: 2000,
    });
    expect(rolledAt(star, found('field', 12_000), throws(4, 5)).settled[0]).toMatchObject({
      winnings: 10_000,
      returned: 12_000,
    });
    // Of a horn each part counts to a quarter of the maximum.
    expect(rolledAt(star, found('horn', 12_000), throws(5, 6)).settled[0]).toMatchObject({
      winnings: 16 * 2500,
      collected: 7500,
      returned: 4500,
    });
  });

  test('under the minimum are valid at the Star', () => {
    const rolled = rolledAt(star, found('field', 200), throws(4, 5));
    expect(rolled.settled[0]).toMatchObject({ outcome: 'won', winnings: 200 });
    expect(rolled.warned).toEqual([]);
  });

  test('under the minimum warn once at Crown, and come back from then on', () => {
    const first = [found('field', 200), throws(4, 5)];
    expect(rolledAt(crown, ...first)).toMatchObject({
      warned: ['ann'],
      settled: [{ outcome: 'won', winnings: 200 }],
    });
    expect(ann(gameAt(crown, ...first)).warned).toBe(true);
    const second = rolledAt(crown, ...first, found('field', 300), throws(4, 5));
    expect(second).toMatchObject({
      warned: [],
      settled: [{ outcome: 'returned', winnings: 0, returned: 300, clause: '4.2.1' }],
    });
    expect(second.settled[0]).not.toHaveProperty('commissionReturned');
    expect(ann(second.game).warned).toBe(true);
    // At or above the minimum nothing is sent back.
    expect(rolledAt(crown, ...first, found('field', 500), throws(4, 5)).settled[0]).toMatchObject({
      outcome: 'won',
    });
  });

  test('sent back, a buy wager has its commission with it', () => {
    const limits = { default: { min: 5000, max: 10_000 }, field: { min: 500, max: 1000 } };
    const setting: Setting = { book: 'crown', sign: { limits } };
    const lines = [found('field', 200), throws(4, 5), puts('buy', 4000, { number: 6, found: true })];
    const rolled = rolledAt(setting, ...lines, throws(1, 2));
    expect(rolled.settled).toMatchObject([{ outcome: 'returned', returned: 4000, commissionReturned: 200 }]);
    expect(ann(rolled.game).balance).toBe(50_200);
    expect(rolled.game.house).toBe(-200);
  });

  test('that a roll leaves standing are like any other', () => {
    const game = gameAt(crown, puts('place', 200, { number: 6, found: true }), throws(1, 2));
    expect(ann(game).wagers[0]).toMatchObject({ amount: 200, found: false, rolled: true });
    expect(
      rolledAt(crown, puts('place', 200, { number: 6, found: true }), throws(1, 2), throws(1, 2)).settled,
    ).toEqual([]);
  });
});

describe('wagers that stay up (R1)', () => {
  const staying = puts('place', 1200, { number: 6, stay: true });

  test('are placed again at once, called as they were', () => {
    const rolled = rolledAt(star, staying, calls('place', 'on'), throws(4, 2));
    expect(rolled.replaced).toEqual([
      { player: 'ann', spot: spotOf('place', 6), amount: 1200, commission: 0 },
    ]);
    expect(ann(rolled.game).wagers).toEqual([
      {
        spot: spotOf('place', 6),
        amount: 1200,
        added: 1200,
        commission: 0,
        called: 'on',
        stay: true,
        found: false,
        rolled: false,
      },
    ]);
    expect(ann(rolled.game).balance).toBe(50_000 - 1200 + 1400);
  });

  test('pay commission anew', () => {
    const rolled = rolledAt(star, puts('lay', 6000, { number: 4, stay: true }), throws(3, 4));
    // $60 wins $30 at 1 to 2; 5% of that is $1.50, in chips $1.
    expect(rolled.replaced[0]).toMatchObject({ amount: 6000, commission: 100 });
    expect(rolled.game.house).toBe(100 - 3000 + 100);
    expect(ann(rolled.game).balance).toBe(50_000 + 3000 - 6000 - 200);
  });

  test('are down when they lose, when the sign would not have them, and when nobody asked', () => {
    expect(rolledAt(star, throws(4, 4), staying, throws(3, 4)).replaced).toEqual([]);
    expect(
      rolledAt(star, throws(4, 4), puts('place', 200, { number: 6, stay: true, found: true }), throws(4, 2))
        .replaced,
    ).toEqual([]);
    expect(rolledAt(star, throws(4, 4), puts('place', 1200, { number: 6 }), throws(4, 2)).replaced).toEqual(
      [],
    );
  });
});
