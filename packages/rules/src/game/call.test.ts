import { describe, expect, test } from 'vitest';
import { calls, gameAt, puts, type Setting, throws } from '../../test/play.js';
import { spotOf } from '../wager.js';
import { call } from './call.js';
import type { Fields } from './input.js';
import type { Player } from './state.js';

const star: Setting = { book: 'star' };
const places = [
  puts('place', 1200, { number: 6 }),
  puts('place', 1200, { number: 8 }),
  puts('hardway', 200, { number: 6 }),
];
const calledAt = (...lines: Fields[]) =>
  (gameAt(star, ...lines).players[0] as Player).wagers.map(({ called }) => called);

describe('a call (R4)', () => {
  test('covers one wager by its number, or all of the id', () => {
    expect(calledAt(...places, calls('place', 'on', { number: 8 }))).toEqual([null, 'on', null]);
    expect(calledAt(...places, calls('place', 'off'))).toEqual(['off', 'off', null]);
  });

  test('covers what stands then, not what comes later', () => {
    expect(calledAt(...places, calls('place', 'off'), puts('place', 1000, { number: 4 }))).toEqual([
      null,
      'off',
      'off',
      null,
    ]);
  });

  test('on before a come out roll lasts until it is called off', () => {
    const on = [...places, calls('hardway', 'on')];
    expect(calledAt(...on, throws(4, 5), throws(5, 4))).toEqual([null, null, 'on']);
    expect(calledAt(...on, throws(4, 5), calls('hardway', 'on'))).toEqual([null, null, 'on']);
    expect(calledAt(...on, calls('hardway', 'off'))).toEqual([null, null, 'off']);
  });

  test('on with the point on only ends an off', () => {
    const off = [...places, throws(4, 5), calls('place', 'off')];
    expect(calledAt(...off)).toEqual(['off', 'off', null]);
    expect(calledAt(...off, calls('place', 'on'))).toEqual([null, null, null]);
    expect(calledAt(...places, throws(4, 5), calls('place', 'on'))).toEqual([null, null, null]);
  });

  test('tells which wagers it covered, changed or not', () => {
    const game = gameAt(star, ...places);
    const result = call(game, { player: 'ann', wager: 'place', to: 'on' });
    expect(result).toMatchObject({
      ok: true,
      value: { player: 'ann', called: [spotOf('place', 6), spotOf('place', 8)] },
    });
    expect(call(game, { player: 'ann', wager: 'place', number: 8, to: 'on' })).toMatchObject({
      value: { called: [spotOf('place', 8)] },
    });
  });

  test('is for place, buy, come odds and hardway alone', () => {
    const game = gameAt(star, ...places);
    const codes = [
      'place',
      'buy',
      'come-odds',
      'hardway',
      'place-lose',
      'lay',
      'big-6',
      'pass-odds',
      'field',
    ].map((wager) => {
      const result = call(game, { player: 'ann', wager, to: 'on' });
      return result.ok ? 'ok' : result.refused.code;
    });
    expect(codes).toEqual(['ok', 'no-such-wager', 'no-such-wager', 'ok', ...Array(5).fill('not-callable')]);
  });
});
