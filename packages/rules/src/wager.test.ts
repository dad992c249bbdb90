import { describe, expect, test } from 'vitest';
import { THROWS } from './dice.js';
import {
  FLAT_OF,
  findSpot,
  isFlatId,
  isOddsId,
  ODDS_OF,
  SPOTS,
  STAY_IDS,
  spotOf,
  spotsOf,
  WAGER_IDS,
  type WagerId,
} from './wager.js';

describe('the spots', () => {
  test('are in the order of settlement (R18): ids as listed, the box before the numbers, numbers ascending', () => {
    expect(SPOTS.map(({ index }) => index)).toEqual(SPOTS.map((_, index) => index));
    const ids = SPOTS.map(({ wager }) => WAGER_IDS.indexOf(wager));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(spotsOf('come').map(({ number }) => number)).toEqual([undefined, 4, 5, 6, 8, 9, 10]);
    expect(spotsOf('horn-high').map(({ high }) => high)).toEqual([2, 3, 11, 12]);
  });

  test.each([
    [
      1,
      [
        'pass',
        'dont-pass',
        'pass-odds',
        'dont-pass-odds',
        'big-6',
        'big-8',
        'field',
        'any-seven',
        'any-craps',
      ],
    ],
    [1, ['craps-2', 'craps-3', 'craps-12', 'eleven', 'craps', 'craps-eleven', 'horn', 'world']],
    [4, ['hardway', 'horn-high']],
    [6, ['come-odds', 'dont-come-odds', 'place', 'place-lose', 'buy', 'lay']],
    [7, ['come', 'dont-come']],
    [21, ['hop']],
  ] as const)('%i for each of %j', (count, ids) => {
    for (const id of ids) expect([id, spotsOf(id).length]).toEqual([id, count]);
  });

  test('each is found by what names it', () => {
    for (const { index, ...selection } of SPOTS) expect(findSpot(selection)).toBe(SPOTS[index]);
  });

  test('a hop is found in either order of its dice', () => {
    for (const [a, b] of THROWS)
      expect(findSpot({ wager: 'hop', dice: [a, b] })).toBe(findSpot({ wager: 'hop', dice: [b, a] }));
  });

  test('nothing is found by what does not fit', () => {
    const misfits = [
      { wager: 'pass', number: 6 },
      { wager: 'place' },
      { wager: 'hardway', number: 5 },
      { wager: 'horn-high' },
      { wager: 'horn-high', number: 2 },
      { wager: 'horn-high', dice: [1, 1] },
      { wager: 'hop' },
      { wager: 'hop', high: 11 },
      { wager: 'place', number: 6, high: 11 },
      { wager: 'place', number: 6, dice: [3, 3] },
      { wager: 'nothing' },
      { wager: '__proto__', number: 4 },
    ];
    for (const selection of misfits) expect(findSpot(selection as never)).toBeUndefined();
  });

  test('an id and a number name a spot', () => {
    expect(spotOf('pass')).toEqual({ index: 0, wager: 'pass' });
    expect(spotOf('come')).toMatchObject({ wager: 'come' });
    expect(spotOf('come').number).toBeUndefined();
    expect(spotOf('lay', 9)).toMatchObject({ wager: 'lay', number: 9 });
  });
});

describe('flat wagers and their odds', () => {
  test("are each other's", () => {
    for (const [odds, flat] of Object.entries(FLAT_OF)) expect(ODDS_OF[flat]).toBe(odds);
    const ids = (holds: (id: WagerId) => boolean) => WAGER_IDS.filter(holds);
    expect(ids(isOddsId)).toEqual(['pass-odds', 'dont-pass-odds', 'come-odds', 'dont-come-odds']);
    expect(ids(isFlatId)).toEqual(['pass', 'dont-pass', 'come', 'dont-come']);
  });
});

test('R1 says what may stay up', () => {
  expect(STAY_IDS).toEqual(['place', 'place-lose', 'buy', 'lay', 'hardway', 'big-6', 'big-8']);
});
