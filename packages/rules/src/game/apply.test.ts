// That a record leads to the game it is a record of is a property (test/properties.test.ts). Here: what cannot have been.
import { describe, expect, test } from 'vitest';
import { gameAt, puts, throws } from '../../test/play.js';
import { spotOf } from '../wager.js';
import { applyCalled, applyHeld, applyPlaced, applyReturned, applyRolled, type RolledFact } from './apply.js';
import { restoreGame, saveGame, spotFrom } from './save.js';
import type { Game } from './state.js';

// Made anew for every test: mutation testing asks which test plays what.
const table = (): Game => gameAt({ book: 'star' }, puts('pass', 1000), throws(4, 2), puts('come', 700));
const nothing: RolledFact = {
  call: 'no-decision',
  point: 6,
  settled: [],
  travelled: [],
  replaced: [],
  warned: [],
};
const lostPass = {
  player: 'ann',
  spot: spotOf('pass'),
  stake: 1000,
  winnings: 0,
  returned: 0,
  collected: 1000,
};

describe('an impossible event throws', () => {
  test.each<[string, () => unknown]>([
    ['bob is not at the table', () => applyHeld(table(), 'bob')],
    [
      'ann has no field wager there',
      () => applyReturned(table(), { player: 'ann', spot: spotOf('field'), amount: 1, commission: 0 }),
    ],
    [
      'ann has less than that on pass',
      () => applyReturned(table(), { player: 'ann', spot: spotOf('pass'), amount: 1001, commission: 0 }),
    ],
    [
      'ann has not got that much',
      () => applyPlaced(table(), { player: 'ann', spot: spotOf('field'), amount: 48_301, commission: 0 }),
    ],
    [
      'ann has no field wager there',
      () => applyCalled(table(), 'ann', [{ spot: spotOf('field'), called: 'on' }]),
    ],
    [
      'a settlement of another stake',
      () => applyRolled(table(), { ...nothing, settled: [{ ...lostPass, stake: 900 }] }),
    ],
    [
      'a settlement of another stake',
      () => applyRolled(table(), { ...nothing, settled: [{ ...lostPass, collected: 900 }] }),
    ],
    [
      'a wager that travelled with another amount',
      () =>
        applyRolled(table(), {
          ...nothing,
          travelled: [{ player: 'ann', spot: spotOf('come', 9), amount: 600 }],
        }),
    ],
    [
      'a wager placed again that was not decided',
      () =>
        applyRolled(table(), {
          ...nothing,
          replaced: [{ player: 'ann', spot: spotOf('place', 6), amount: 600, commission: 0 }],
        }),
    ],
    ['no such spot as {"wager":"place"}', () => spotFrom({ wager: 'place' })],
  ])('%s', (what, apply) => {
    expect(apply).toThrow(`impossible event: ${what}`);
  });
});

test('all the money may be put up', () => {
  const game = table();
  const after = applyPlaced(game, { player: 'ann', spot: spotOf('field'), amount: 48_300, commission: 0 });
  expect(after.players[0]?.balance).toBe(0);
});

test('a wager that came to the rescue is recorded as one', () => {
  const game = table();
  const after = applyPlaced(game, {
    player: 'ann',
    spot: spotOf('field'),
    amount: 500,
    commission: 0,
    rescue: true,
  });
  expect(after.players[0]?.wagers.at(-1)).toMatchObject({ rescue: true });
  const saved = JSON.parse(JSON.stringify(saveGame(after)));
  expect(restoreGame(game.rulebook, game.sign, saved).players).toEqual(after.players);
});

test('a void game that was set free is bound again by the next throw', () => {
  const game = table();
  expect(applyRolled({ ...game, freed: true }, nothing).freed).toBe(false);
  expect(restoreGame(game.rulebook, game.sign, saveGame({ ...game, freed: true })).freed).toBe(true);
});
