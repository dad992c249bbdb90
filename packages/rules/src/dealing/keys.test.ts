import { describe, expect, test } from 'vitest';
import { roll } from '../game/index.js';
import { bet, must, openGame, RULEBOOK_IDS, rulebook, SPOTS, sit } from '../index.js';
import { keysOf, sayKey } from './keys.js';

/** Winnings for a stake of one while the wager stays where it is, by wager and total. */
function upOf(
  book: (typeof RULEBOOK_IDS)[number],
  wager: string,
  selection: number | null,
  total: number,
): number | null {
  const key = keysOf(rulebook(book)).find(
    ({ spot, on }) =>
      spot.wager === wager && (spot.number ?? spot.high ?? null) === selection && on.includes(total as 7),
  );
  return key ? key.up[0] / key.up[1] : null;
}

/** The table of the trade page for these books, wager by wager: star's first, then adelaide's. */
const KEYS: readonly (readonly [string, number | null, number, number | null, number | null])[] = [
  ['buy', 4, 4, 2, 2],
  ['buy', 9, 9, 1.5, 1.5],
  ['come-odds', 6, 6, 6 / 5, 6 / 5],
  ['lay', 10, 7, 1 / 2, 1 / 2],
  ['lay', 5, 7, 2 / 3, 2 / 3],
  ['dont-come-odds', 8, 7, 5 / 6, 5 / 6],
  ['place', 4, 4, 9 / 5, 9 / 5],
  ['place', 5, 5, 7 / 5, 7 / 5],
  ['place', 8, 8, 7 / 6, 7 / 6],
  ['place-lose', 4, 7, 5 / 11, 5 / 11],
  ['place-lose', 9, 7, 5 / 8, 5 / 8],
  ['place-lose', 6, 7, 4 / 5, 4 / 5],
  ['hardway', 4, 4, 7.5, 7],
  ['hardway', 8, 8, 9.5, 9],
  ['any-craps', null, 3, 7.5, 7],
  ['any-seven', null, 7, 4, 4],
  ['craps-12', null, 12, 33, 32],
  ['eleven', null, 11, 16, 15],
  ['horn', null, 2, 7.5, 7.25],
  ['horn', null, 11, 3.25, 3],
  ['craps-eleven', null, 3, 3.25, 3],
  ['craps-eleven', null, 11, 7.5, 7],
  ['horn-high', 12, 12, 12.6, null],
  ['horn-high', 12, 2, 5.8, null],
  ['horn-high', 12, 3, 2.4, null],
  ['horn-high', 3, 3, 5.8, null],
  ['horn-high', 3, 11, 2.4, null],
  ['horn-high', 3, 12, 5.8, null],
  ['world', null, 2, null, 5.6],
  ['world', null, 3, null, 2.2],
  ['world', null, 7, null, 0],
];

test.each(KEYS)('%s %s on %i: %s at star, %s at adelaide', (wager, selection, total, star, adelaide) => {
  expect(upOf('star', wager, selection, total)).toBe(star);
  expect(upOf('adelaide', wager, selection, total)).toBe(adelaide);
});

test('crown has no craps-eleven', () => {
  expect(upOf('crown', 'craps-eleven', null, 3)).toBeNull();
  expect(upOf('crown', 'horn', null, 12)).toBe(7.5);
});

test.each([
  [[1, 1], 'even money'],
  [[2, 1], '2 times the stake'],
  [[3, 2], '1½ times the stake'],
  [[15, 2], '7½ times the stake'],
  [[13, 4], '3¼ times the stake'],
  [[1, 2], 'half the stake'],
  [[9, 5], '$9 for each $5'],
  [[5, 6], '$5 for each $6'],
  [[0, 1], 'nothing: the parts make up for each other'],
] as const)('%j is said: %s', (up, say) => {
  expect(sayKey(up)).toBe(say);
});

describe.each(RULEBOOK_IDS.filter((id) => id !== 'aruze'))('%s', (book) => {
  test('every key pays what the engine pays, where nothing is rounded', () => {
    const STAKE = 1_320_000; // what every pay and every part divides
    const open = must(openGame({ rulebook: book, chips: [1], limits: { default: { min: 1, max: 1e9 } } }));
    const { game } = must(sit(open, { player: 'ann', seat: 1, bankroll: 1e10 }));
    const oneRoll = keysOf(rulebook(book)).filter(({ spot }) => spot.index >= fieldIndex);
    expect(oneRoll.length).toBeGreaterThan(10);
    for (const { spot, on, up } of oneRoll) {
      const { index: _index, ...selection } = spot;
      const placed = must(bet(game, { player: 'ann', ...selection, amount: STAKE })).game;
      for (const total of on) {
        const low = Math.floor(total / 2);
        const [settled] = must(roll(placed, { dice: [low, total - low] })).settled;
        expect((settled?.winnings ?? 0) - (settled?.collected ?? 0)).toBe((STAKE * up[0]) / up[1]);
      }
    }
  });
});

const fieldIndex = SPOTS.find(({ wager }) => wager === 'field')?.index as number;
