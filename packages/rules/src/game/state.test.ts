import { describe, expect, test } from 'vitest';
import { gameAt, puts, throws } from '../../test/play.js';
import { spotOf } from '../wager.js';
import { settle } from './roll.js';
import {
  addedTo,
  aged,
  findPlayer,
  type Game,
  isWorking,
  movedTo,
  nothingOn,
  onLayout,
  type Player,
  type Wager,
  wagerAt,
  withWager,
} from './state.js';

const placed: Wager = {
  spot: spotOf('place', 6),
  amount: 1200,
  added: 600,
  commission: 5,
  called: 'on',
  stay: true,
  found: false,
  rolled: false,
};
const ann = (game: Game): Player => game.players[0] as Player;

describe('a wager', () => {
  test('with more on it', () => {
    expect(addedTo(placed, 300, 7, { stay: false, found: true })).toEqual({
      ...placed,
      amount: 1500,
      added: 900,
      commission: 12,
      stay: false,
      found: true,
    });
  });

  test('after a roll has nothing fresh on it and is found no more', () => {
    expect(aged({ ...placed, found: true })).toEqual({ ...placed, added: 0, found: false, rolled: true });
    expect(aged({ ...placed, added: 0 })).toMatchObject({ rolled: true });
  });

  test('that a roll does not change is not made anew', () => {
    const old = { ...placed, added: 0, rolled: true };
    expect(aged(old)).toBe(old);
    expect(aged({ ...old, added: 1 })).not.toHaveProperty('added', 1);
    expect(aged({ ...old, found: true })).toHaveProperty('found', false);
  });

  test('that came to the rescue stays one (crown 5.1.1(c))', () => {
    const rescue: Wager = { ...placed, rescue: true };
    expect(movedTo(spotOf('come', 4), rescue)).toMatchObject({
      spot: spotOf('come', 4),
      rescue: true,
      amount: 1200,
    });
    expect(addedTo(rescue, 1, 0, rescue)).toMatchObject({ rescue: true, amount: 1201 });
    expect(movedTo(spotOf('come', 4), placed)).not.toHaveProperty('rescue');
    expect(addedTo(placed, 1, 0, placed)).not.toHaveProperty('rescue');
  });
});

describe('wagers in the order of settlement', () => {
  const at = (number: 4 | 6 | 8 | 10): Wager => nothingOn(spotOf('place', number));
  const numbers = (wagers: readonly Wager[]) => wagers.map(({ spot }) => spot.number);
  const two = () => [at(4), at(8)];

  test('one is put between, before or after the others', () => {
    expect(numbers(withWager(two(), spotOf('place', 6), at(6)))).toEqual([4, 6, 8]);
    expect(numbers(withWager(two(), spotOf('place', 10), at(10)))).toEqual([4, 8, 10]);
    expect(numbers(withWager([at(8)], spotOf('place', 4), at(4)))).toEqual([4, 8]);
    expect(numbers(withWager([], spotOf('place', 4), at(4)))).toEqual([4]);
  });

  test('one takes the place of another, or leaves', () => {
    const more = { ...at(4), amount: 5 };
    expect(withWager(two(), spotOf('place', 4), more)).toEqual([more, at(8)]);
    expect(numbers(withWager(two(), spotOf('place', 4), null))).toEqual([8]);
    expect(numbers(withWager(two(), spotOf('place', 8), null))).toEqual([4]);
    expect(numbers(withWager(two(), spotOf('place', 6), null))).toEqual([4, 8]);
  });
});

test('what a player has on the layout', () => {
  const game = gameAt({ book: 'star' }, puts('pass', 1000), puts('field', 700));
  expect(onLayout(ann(game))).toBe(1700);
  expect(wagerAt(ann(game), spotOf('field'))?.amount).toBe(700);
  expect(wagerAt(ann(game), spotOf('horn'))).toBeUndefined();
  expect(findPlayer(game, 'ann')).toBe(ann(game));
  expect(findPlayer(game, 'bob')).toBeUndefined();
});

describe('what is working (R4)', () => {
  const before = () => gameAt({ book: 'star' });
  const after = () => gameAt({ book: 'star' }, throws(4, 2));
  const works = (game: Game, called: Wager['called'], wager: 'place' | 'lay' = 'place'): boolean =>
    isWorking(game, { ...nothingOn(spotOf(wager, 6)), called });

  test('a place wager with the point on, unless called off', () => {
    expect([works(after(), null), works(after(), 'on'), works(after(), 'off')]).toEqual([true, true, false]);
  });

  test('before a come out roll only when called on', () => {
    expect([works(before(), null), works(before(), 'on'), works(before(), 'off')]).toEqual([
      false,
      true,
      false,
    ]);
  });

  test('a lay wager always, and at aruze every one', () => {
    expect(works(before(), null, 'lay')).toBe(true);
    expect(works(gameAt({ book: 'aruze' }), null)).toBe(true);
  });
});

test('limits agreed with a player stay theirs through a roll (R12)', () => {
  const game = gameAt({ book: 'crown' }, puts('field', 500));
  const limit = { min: 100, max: 200 };
  const marked: Game = { ...game, players: [{ ...ann(game), limit }] };
  expect(ann(settle(marked, [1, 2]).game).limit).toEqual(limit);
  expect(ann(settle(game, [1, 2]).game)).not.toHaveProperty('limit');
});
