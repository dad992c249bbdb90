import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Dice, NUMBERS, type PointNumber, THROWS, totalOf } from '../src/dice.js';
import { bet, call, type Game, openGame, sit } from '../src/game/index.js';
import { must } from '../src/must.js';
import { RULEBOOK_IDS, type RulebookId } from '../src/rulebook.js';
import { rulebook } from '../src/rulebooks/index.js';
import { SPOTS, type WagerId } from '../src/wager.js';
import { LAYOUT_NAMES, layoutAt } from './layouts.js';
import { type Perft, perft } from './perft.js';

// UPDATE_PERFT=1 writes the file anew: do that only for a change of the rules, and say which in the changelog.
const file = new URL('perft.json', import.meta.url);
const UPDATE = process.env['UPDATE_PERFT'] === '1';
/** Mutation testing walks one throw deep: 36 sequences instead of 46,656. */
const DEPTHS = process.env['PERFT_DEPTH'] === '1' ? [1] : [1, 2, 3];

type Kept = Record<string, Record<string, Record<string, Perft>>>;
const kept: Kept = UPDATE ? {} : JSON.parse(readFileSync(file, 'utf8'));

describe.each(RULEBOOK_IDS)('every sequence of throws at %s', (book) => {
  test.each(LAYOUT_NAMES)('from: %s', (name) => {
    for (const depth of DEPTHS) {
      const walked = perft(layoutAt(book, name), depth);
      if (UPDATE) keep(book, name, depth, walked);
      expect(walked).toEqual(kept[book]?.[name]?.[depth]);
    }
  });

  test('the layouts have a wager of every id the book offers', () => {
    const standing = LAYOUT_NAMES.flatMap((name) =>
      layoutAt(book, name).players.flatMap(({ wagers }) => wagers),
    );
    const ids = new Set(standing.map(({ spot }) => spot.wager));
    const offered = SPOTS.map(({ wager }) => wager).filter((id) => rulebook(book).wagers[id] !== null);
    expect([...new Set(offered)].filter((id) => !ids.has(id))).toEqual([]);
  });
});

function keep(book: RulebookId, name: string, depth: number, walked: Perft): void {
  kept[book] ??= {};
  kept[book][name] ??= {};
  kept[book][name][depth] = walked;
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
}

/** How many of the 36 throws show this total. */
const ways = (total: number): number => 6 - Math.abs(7 - total);
const count = (holds: (dice: Dice) => boolean): number => THROWS.filter(holds).length;

/** One wager of $10 alone on the layout, working. */
function alone(book: RulebookId, wager: WagerId, number?: number): Game {
  const opened = must(openGame({ rulebook: book, limits: { default: { min: 500, max: 5000 } } }));
  const seated = must(sit(opened, { player: 'ann', seat: 1, bankroll: 1000 })).game;
  const spot = { player: 'ann', wager, ...(number && { number }) };
  const placed = must(bet(seated, { ...spot, amount: 1000 })).game;
  const on = call(placed, { ...spot, to: 'on' });
  return on.ok ? on.value.game : placed;
}

const ALL = 36;
/**
 * Of all sequences of three throws (or fewer), those in which a wager that wins on w and loses on l of the 36 throws at every
 * throw until it is decided has been won: w·36² + (36 − w − l)·w·36 + (36 − w − l)²·w. Lost: the same with l.
 */
const decided = (wins: number, loses: number, throws: number): number => {
  let sequences = 0;
  for (let at = 0; at < throws; at++)
    sequences += (ALL - wins - loses) ** at * wins * ALL ** (throws - 1 - at);
  return sequences;
};

describe.each(RULEBOOK_IDS)('sequences that can be counted by hand at %s', (book) => {
  const throws = DEPTHS.at(-1) as number;
  const sum = (of: (number: PointNumber) => number): number =>
    NUMBERS.reduce((all, number) => all + of(number), 0);

  // The wager stands alone, so the house wins its $10 in every sequence that loses it and pays in every one that wins.
  test('pass', () => {
    // 8 naturals win and 4 craps lose at once; a number then wins by its own ways and loses by 7's in the two throws left.
    const won = 8 * ALL ** (throws - 1) + sum((n) => ways(n) * decided(ways(n), 6, throws - 1));
    const lost = 4 * ALL ** (throws - 1) + sum((n) => ways(n) * decided(6, ways(n), throws - 1));
    expect(perft(alone(book, 'pass'), throws).house).toBe(1000 * (lost - won));
  });

  test('dont-pass', () => {
    // The barred total is thrown 1 way in 36: at the Star the wager is void, elsewhere it is as it was, a throw later.
    const isVoid = book === 'star' || book === 'star-2024';
    const onPoint = (n: PointNumber, left: number): number =>
      decided(6, ways(n), left) - decided(ways(n), 6, left);
    const net = (left: number): number => {
      if (left === 0) return 0;
      const again = isVoid ? 0 : net(left - 1);
      return (3 - 8) * ALL ** (left - 1) + again + sum((n) => ways(n) * onPoint(n, left - 1));
    };
    expect(perft(alone(book, 'dont-pass'), throws).house).toBe(-1000 * net(throws));
  });

  test('field', () => {
    // 2 and 12 pay 2 to 1 (2 ways); 3, 4, 9, 10, 11 even money (2 + 3 + 4 + 3 + 2 = 14); the other 20 lose.
    expect(count((dice) => [2, 3, 4, 9, 10, 11, 12].includes(totalOf(dice)))).toBe(16);
    expect(perft(alone(book, 'field'), throws).house).toBe(1000 * (20 - 14 - 2 * 2) * ALL ** (throws - 1));
  });

  test.each([4, 5, 6, 8, 9, 10] as const)('place-lose %i', (number) => {
    // $10 on place-lose 4 wins 5/11 of it, $4.54…, rounded up to $5 in chips of $1 and to $4.55 on a meter.
    const [pay, over] = { 4: [5, 11], 5: [5, 8], 6: [4, 5], 8: [4, 5], 9: [5, 8], 10: [5, 11] }[number] as [
      number,
      number,
    ];
    const chip = book === 'aruze' ? 1 : 100;
    const winnings = Math.ceil((1000 * pay) / over / chip) * chip;
    const lost = decided(ways(number), 6, throws);
    const won = decided(6, ways(number), throws);
    expect(perft(alone(book, 'place-lose', number), throws).house).toBe(1000 * lost - winnings * won);
  });

  test.each([4, 6, 8, 10] as const)('hardway %i', (number) => {
    // One way wins, the easy ways and the six sevens lose. Called on before the come out it works at every throw (R4).
    const times = rulebook(book).wagers.hardway?.pays.value[number] as readonly [number, number];
    const easy = ways(number) - 1;
    const lost = decided(easy + 6, 1, throws);
    const won = decided(1, easy + 6, throws);
    expect(perft(alone(book, 'hardway', number), throws).house).toBe(
      1000 * lost - ((1000 * times[0]) / times[1]) * won,
    );
  });
});
