import { type Dice, NUMBERS } from '../src/dice.js';
import type { Game } from '../src/game/index.js';
import type { Fields } from '../src/game/input.js';
import type { RulebookId } from '../src/rulebook.js';
import { rulebook } from '../src/rulebooks/index.js';
import { runScript } from '../src/script/run.js';
import { SPOTS, type WagerId } from '../src/wager.js';
import { selectionOf } from './arbitraries.js';

/** A line of the script that leads to the layout; null under a book that does not know what it asks for. */
type Step = (book: RulebookId) => Fields | null;
interface Layout {
  readonly name: string;
  readonly sign?: Fields;
  readonly steps: readonly Step[];
}

const LIMITS = { default: { min: 500, max: 100_000 }, hardway: { min: 100, max: 20_000 } };

const put =
  (wager: WagerId, amount: number, more: Fields = {}, player = 'ann'): Step =>
  (book) =>
    rulebook(book).wagers[wager] ? { do: 'bet', player, wager, amount, ...more } : null;
const thrown =
  (...dice: Dice): Step =>
  () => ({ do: 'roll', dice });
const taken =
  (wager: WagerId, amount: number): Step =>
  () => ({ do: 'take', player: 'ann', wager, amount });

const atAruze =
  (step: Step): Step =>
  (book) =>
    book === 'aruze' ? step(book) : null;
const notAtAruze =
  (step: Step): Step =>
  (book) =>
    book === 'aruze' ? null : step(book);
/** R4: no calling at aruze. */
const called = (wager: WagerId, to: 'on' | 'off', number?: number): Step =>
  notAtAruze(() => ({ do: 'call', player: 'ann', wager, to, ...(number && { number }) }));
/** aruze 3.3.6: nothing is found on a terminal. */
const found = (wager: WagerId, amount: number, more: Fields = {}, player = 'ann'): Step =>
  notAtAruze(put(wager, amount, { ...more, found: true }, player));

const onNumbers = (wager: WagerId, amounts: readonly number[], more: Fields = {}): readonly Step[] =>
  NUMBERS.map((number, i) => put(wager, amounts[i % amounts.length] as number, { number, ...more }));
const hardways = (amount: number, more: Fields = {}): readonly Step[] =>
  [4, 6, 8, 10].map((number) => put('hardway', amount, { number, ...more }));

const ONE_ROLL = SPOTS.filter(
  ({ index }) => index >= (SPOTS.find(({ wager }) => wager === 'field')?.index as number),
);
const oneRoll = (amount: number): readonly Step[] =>
  ONE_ROLL.map((spot) => {
    const { wager, ...selection } = selectionOf(spot);
    return put(wager as WagerId, amount, selection);
  });

/** The point is on a number, with a pass wager to have put it there. */
const pointOn = (...dice: Dice): readonly Step[] => [
  put('pass', 1000),
  put('dont-pass', 1200),
  thrown(...dice),
];
/** Come wagers on 5 and 9, don't come wagers on 4 and 10, all with odds; the point is 6. */
const travelled: readonly Step[] = [
  ...pointOn(4, 2),
  put('come', 1000),
  thrown(2, 3),
  put('come-odds', 1500, { number: 5 }),
  put('come', 700),
  thrown(5, 4),
  put('come-odds', 1400, { number: 9 }),
  put('dont-come', 1000),
  thrown(3, 1),
  put('dont-come-odds', 2500, { number: 4 }),
  put('dont-come', 900),
  thrown(6, 4),
  put('dont-come-odds', 1700, { number: 10 }),
];

const LAYOUTS: readonly Layout[] = [
  { name: 'line wagers before the come out', steps: [put('pass', 1000), put('dont-pass', 1500)] },
  {
    name: 'line wagers with odds on 6',
    steps: [...pointOn(4, 2), put('pass-odds', 1900), put('dont-pass-odds', 2500)],
  },
  {
    name: 'line wagers with odds on 9, one reduced',
    steps: [...pointOn(5, 4), put('pass-odds', 1700), put('dont-pass-odds', 3500), taken('dont-pass', 600)],
  },
  {
    name: 'come wagers in the box and on numbers, with odds',
    steps: [...travelled, put('come', 1100), put('dont-come', 800)],
  },
  {
    name: 'come wagers on a new come out, some odds called on',
    steps: [
      ...travelled,
      put('come', 1100),
      thrown(1, 5),
      atAruze(put('come', 900)),
      called('come-odds', 'on', 9),
      put('pass', 500),
    ],
  },
  {
    name: 'place wagers before the come out, some called on, some staying up',
    steps: [
      ...onNumbers('place', [1000, 700, 1200, 1300], { stay: true }),
      called('place', 'on', 6),
      called('place', 'on', 9),
    ],
  },
  {
    name: 'place wagers both ways with the point on, some called off',
    steps: [
      ...pointOn(3, 5),
      ...onNumbers('place', [1000, 900, 1200], { stay: true }),
      ...onNumbers('place-lose', [1100, 800, 2500], { stay: true }),
      called('place', 'off', 5),
      called('place', 'off', 10),
    ],
  },
  {
    name: 'buy and lay wagers with commission, staying up while the money lasts',
    sign: { chips: [100, 500] },
    steps: [
      ...onNumbers('buy', [2000, 3300, 4700], { stay: true }),
      ...onNumbers('lay', [4000, 6100, 7900], { stay: true }),
      called('buy', 'on', 4),
      called('buy', 'on', 8),
    ],
  },
  {
    name: 'hardways and big wagers, some called on, some staying up',
    steps: [
      ...hardways(300, { stay: true }),
      put('big-6', 700, { stay: true }),
      put('big-8', 900),
      called('hardway', 'on'),
      called('hardway', 'off', 8),
    ],
  },
  { name: 'every one-roll wager', steps: [put('pass', 1000), ...oneRoll(4000)] },
  {
    name: 'found wagers, under the minimum and over the maximum',
    sign: { limits: { default: { min: 500, max: 2000 }, horn: { min: 500, max: 2200 } } },
    steps: [
      found('pass', 2600),
      found('field', 300),
      found('horn', 4000),
      found('place-lose', 2700, { number: 8 }),
      found('buy', 200, { number: 6, stay: true }, 'bob'),
      found('lay', 9000, { number: 4 }, 'bob'),
      // At aruze what is added to a contract takes the place of what is found.
      atAruze(put('pass', 1000)),
      thrown(4, 2),
      found('buy', 300, { number: 9 }, 'bob'),
      found('come', 3100),
      atAruze(put('pass', 700)),
      atAruze(put('come', 500)),
    ],
  },
  {
    name: 'chips of $5 and $2: nothing can be made with $3',
    sign: { chips: [200, 500], limits: { default: { min: 200, max: 100_000 } } },
    steps: [
      ...pointOn(4, 5),
      ...onNumbers('place', [500, 700, 900], { stay: true }),
      ...onNumbers('place-lose', [700, 1100]),
      ...onNumbers('buy', [4400, 2700]),
      ...hardways(700),
    ],
  },
  {
    name: 'multiples of the minimum, and found wagers off them',
    sign: { chips: [250, 1000], limits: { default: { min: 500, max: 60_000 } }, multiplesOfMinimum: true },
    steps: [
      put('pass', 1000),
      put('dont-pass', 1500),
      thrown(6, 2),
      ...onNumbers('place', [1500, 500]),
      found('place', 250, { number: 6 }),
      found('place-lose', 1750, { number: 5 }),
      found('place-lose', 250, { number: 9 }, 'bob'),
      found('field', 1250),
      put('pass-odds', 1250),
    ],
  },
  {
    name: 'two players, one short of money',
    steps: [
      put('pass', 1000),
      put('dont-pass', 500, {}, 'bob'),
      thrown(3, 2),
      ...onNumbers('buy', [3000], { stay: true }),
      put('lay', 3000, { number: 8, stay: true }, 'bob'),
      put('come', 600, {}, 'bob'),
      put('come', 1000),
    ],
  },
];

/** The script that leads to the layout. */
const linesOf = (book: RulebookId, { sign, steps }: Layout): readonly Fields[] => [
  { do: 'open', rulebook: book, limits: LIMITS, ...sign },
  { do: 'sit', player: 'ann', seat: 2, bankroll: 500_000 },
  { do: 'sit', player: 'bob', seat: 1, bankroll: 13_000 },
  ...steps.map((step) => step(book)).filter((line) => line !== null),
];

function stand(lines: readonly Fields[]): Game {
  const runner = runScript();
  for (const line of lines) {
    const refused = runner.play(JSON.stringify(line))?.refused;
    if (refused) throw new Error(`${JSON.stringify(line)}: ${refused.message}`);
  }
  return runner.game as Game;
}

export const LAYOUT_NAMES: readonly string[] = LAYOUTS.map(({ name }) => name);

/** A layout as it stands under a book. Every wager the book has is on one of them. */
export const layoutAt = (book: RulebookId, name: string): Game =>
  stand(linesOf(book, LAYOUTS.find((layout) => layout.name === name) as Layout));
