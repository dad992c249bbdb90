import { describe, expect, test } from 'vitest';
import { gameAt, playAt, puts, takes, throws } from '../../test/play.js';
import { must } from '../must.js';
import { spotOf, type WagerId } from '../wager.js';
import { applyPlaced } from './apply.js';
import { type Game, type Player, type Wager, wagerAt } from './state.js';
import { take } from './take.js';

const ann = (game: Game): Player => game.players[0] as Player;
const wagerOn = (game: Game, wager: WagerId, number?: 4 | 5 | 6): Wager | undefined =>
  wagerAt(ann(game), spotOf(wager, number));

describe('commission comes back (R9)', () => {
  const buy = puts('buy', 4000, { number: 6 });
  const down = takes('buy', { number: 6 });

  test.each([
    ['star', 0],
    ['crown', 0],
    ['adelaide', 200],
    ['aruze', 200],
  ] as const)('at %s, before a roll: %d', (book, back) => {
    const game = gameAt({ book }, buy, down);
    expect(ann(game).balance).toBe(50_000 - 200 + back);
    expect(game.house).toBe(200 - back);
    expect(ann(game).wagers).toEqual([]);
  });

  test.each([
    ['adelaide', 200],
    ['aruze', 0],
  ] as const)('at %s, after a roll: %d', (book, back) => {
    const game = gameAt({ book }, buy, throws(1, 2), down);
    expect(game.house).toBe(200 - back);
  });

  test('for a part of the wager: what was paid less what is due on the rest', () => {
    // 5% of $40 is $2; of the $30 left $1.50, in chips $1.
    const game = gameAt({ book: 'adelaide' }, buy, takes('buy', { number: 6, amount: 1000 }));
    expect(wagerOn(game, 'buy', 6)).toMatchObject({ amount: 3000, commission: 100 });
    expect(game.house).toBe(100);
    expect(ann(game).balance).toBe(50_000 - 3000 - 100);
  });

  test('never more than was paid, and nothing below nothing', () => {
    // Reduced at the Star without a return, the wager has paid more than its rest would owe; adding costs nothing.
    const game = gameAt(
      { book: 'star' },
      buy,
      takes('buy', { number: 6, amount: 2000 }),
      puts('buy', 2000, { number: 6 }),
    );
    expect(game.house).toBe(200);
    expect(wagerOn(game, 'buy', 6)?.commission).toBe(200);
  });
});

describe('what was put down since the last roll', () => {
  const twice = [puts('place', 1200, { number: 6 }), throws(1, 2), puts('place', 600, { number: 6 })];

  test('comes down first', () => {
    const less = gameAt({ book: 'star' }, ...twice, takes('place', { number: 6, amount: 400 }));
    expect(wagerOn(less, 'place', 6)).toMatchObject({ amount: 1400, added: 200 });
    const least = gameAt({ book: 'star' }, ...twice, takes('place', { number: 6, amount: 1000 }));
    expect(wagerOn(least, 'place', 6)).toMatchObject({ amount: 800, added: 0 });
  });

  test('of odds too, when they come down with their flat wager', () => {
    const lines = [
      puts('dont-pass', 1000),
      throws(4, 2),
      puts('dont-pass-odds', 1300),
      throws(1, 2),
      puts('dont-pass-odds', 1100),
    ];
    const game = gameAt({ book: 'star' }, ...lines, takes('dont-pass', { amount: 400 }));
    // Six times two is what the rest may win at 5 to 6: $14.40, in chips $14.
    expect(wagerOn(game, 'dont-pass-odds')).toMatchObject({ amount: 1400, added: 100 });
    const all = gameAt({ book: 'star' }, ...lines, takes('dont-pass'));
    expect(ann(all)).toMatchObject({ balance: 50_000, wagers: [] });
  });

  test('may be taken of a contract wager at aruze, and the rest never', () => {
    const lines = [puts('pass', 1000), throws(4, 2), puts('pass', 700)];
    const game = gameAt({ book: 'aruze' }, ...lines, takes('pass', { amount: 300 }));
    expect(wagerOn(game, 'pass')).toMatchObject({ amount: 1400, added: 400 });
    expect(playAt({ book: 'aruze' }, ...lines, takes('pass', { amount: 700 })).refused).toBeNull();
    expect(
      playAt({ book: 'aruze' }, ...lines, throws(1, 2), takes('pass', { amount: 1 })).refused?.code,
    ).toBe('contract');
  });
});

describe('contracts', () => {
  const pass = [puts('pass', 1000), throws(4, 2)];

  test('are lifted for everybody when the game was void (crown 5.2.2(b))', () => {
    const game = gameAt({ book: 'crown' }, ...pass);
    expect(take(game, takes('pass')).ok).toBe(false);
    const { game: after, taken } = must(take({ ...game, freed: true }, { player: 'ann', wager: 'pass' }));
    expect(taken).toBe(1000);
    expect(ann(after).balance).toBe(50_000);
  });

  test('hold what a shooter put down too late at once: none of it may be taken (crown 5.1.1(c))', () => {
    const game = gameAt({ book: 'crown' }, throws(4, 2));
    const rescued = applyPlaced(game, {
      player: 'ann',
      spot: spotOf('pass'),
      amount: 1000,
      commission: 0,
      rescue: true,
    });
    const result = take(rescued, { player: 'ann', wager: 'pass', amount: 500 });
    expect(result).toMatchObject({ ok: false, refused: { code: 'contract' } });
    expect(result).not.toHaveProperty('refused.nearest');
  });
});

describe('a fresh don’t come is held back (R7)', () => {
  const onFive = [puts('pass', 500), throws(4, 2), puts('dont-come', 1000), throws(2, 3)];
  const isHeld = (...lines: Parameters<typeof gameAt>[1][]): boolean =>
    ann(gameAt({ book: 'crown' }, ...lines)).dontComeHeld;

  test.each([
    ['crown', true],
    ['crown-mini', true],
    ['adelaide', true],
    ['star', false],
    ['star-2024', false],
    ['aruze', false],
  ] as const)('at %s: %s', (book, held) => {
    expect(ann(gameAt({ book }, ...onFive, takes('dont-come', { number: 5 }))).dontComeHeld).toBe(held);
    expect(
      ann(gameAt({ book }, ...onFive, takes('dont-come', { number: 5, amount: 500 }))).dontComeHeld,
    ).toBe(held);
  });

  test('not by one still in the box, nor by odds, nor with no point on', () => {
    expect(isHeld(...onFive, puts('dont-come', 1000), takes('dont-come'))).toBe(false);
    expect(
      isHeld(...onFive, puts('dont-come-odds', 1000, { number: 5 }), takes('dont-come-odds', { number: 5 })),
    ).toBe(false);
    expect(isHeld(...onFive, throws(3, 3), takes('dont-come', { number: 5 }))).toBe(false);
  });

  test('until the point has a result', () => {
    const down = [...onFive, takes('dont-come', { number: 5 })];
    expect(isHeld(...down, throws(1, 2))).toBe(true);
    expect(isHeld(...down, throws(3, 3))).toBe(false);
    expect(isHeld(...down, throws(3, 4))).toBe(false);
  });
});
