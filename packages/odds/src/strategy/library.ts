import type { OpenSettings, RulebookId } from '@boxperson/rules';
import type { StrategyFile } from './file.js';
import { makeStrategy } from './rules.js';
import type { Strategy } from './strategy.js';

// The known ways to play, written as anybody would write them in a file. Amounts are cents.

const NUMBERS = [4, 5, 6, 8, 9, 10] as const;
const ACROSS = { 4: 1000, 5: 1000, 6: 1200, 8: 1200, 9: 1000, 10: 1000 } as const;
const DOUBLING = [1, 2, 4, 8, 16, 32, 64] as const;

const MOLLY = [
  { wager: 'pass', amount: 1000, odds: 2 },
  { wager: 'come', amount: 1000, odds: 2, upTo: 2, when: 'point-on' },
] as const;

const EACH = { onWin: 'stay', onLoss: 'stay', past: 'stay', share: 'each', reset: 'never' } as const;

export const LIBRARY: readonly StrategyFile[] = [
  {
    name: 'pass-flat',
    about: 'Ten dollars on the pass line, nothing else.',
    wagers: [{ wager: 'pass', amount: 1000 }],
  },
  {
    name: 'dont-flat',
    about: "Ten dollars on don't pass, nothing else.",
    wagers: [{ wager: 'dont-pass', amount: 1000 }],
  },
  {
    name: 'pass-odds',
    about: 'The pass line with as much odds as the table takes.',
    wagers: [{ wager: 'pass', amount: 1000, odds: 'max' }],
  },
  {
    name: 'dont-odds',
    about: "Don't pass with odds laid to win what the flat wager wins.",
    wagers: [{ wager: 'dont-pass', amount: 1000, odds: 1 }],
  },
  {
    name: 'three-point-molly',
    about: 'Pass and two come wagers, all with double odds.',
    wagers: MOLLY,
  },
  {
    name: 'molly-across-hardways',
    about: 'Three-point molly, with place on all six numbers and all four hardways.',
    wagers: [
      ...MOLLY,
      { wager: 'place', numbers: NUMBERS, amount: ACROSS },
      { wager: 'hardway', numbers: [4, 6, 8, 10], amount: 200 },
    ],
  },
  {
    name: '3-point-dolly',
    about: "Don't pass and two don't come wagers, with odds laid to win what each flat wager wins.",
    wagers: [
      { wager: 'dont-pass', amount: 1000, odds: 1 },
      { wager: 'dont-come', amount: 1000, odds: 1, upTo: 2 },
    ],
  },
  {
    name: 'iron-cross',
    about: 'Place 5, 6 and 8 and the field while a point is on: every throw but 7 wins something.',
    wagers: [
      { wager: 'place', numbers: [5, 6, 8], amount: { 5: 1000, 6: 1200, 8: 1200 }, when: 'point-on' },
      { wager: 'field', amount: 1000, when: 'point-on' },
    ],
  },
  {
    name: 'inside',
    about: 'Place 5, 6, 8 and 9 while a point is on.',
    wagers: [{ wager: 'place', numbers: [5, 6, 8, 9], amount: ACROSS, when: 'point-on' }],
  },
  {
    name: 'across',
    about: 'Place all six numbers while a point is on.',
    wagers: [{ wager: 'place', numbers: NUMBERS, amount: ACROSS, when: 'point-on' }],
  },
  {
    name: 'place-6-8-press',
    about: 'Place 6 and 8, six dollars more after every win, back to twelve with a new shooter.',
    wagers: [
      {
        wager: 'place',
        numbers: [6, 8],
        amount: 1200,
        when: 'point-on',
        progression: {
          ...EACH,
          amounts: [1200, 1800, 2400, 3000, 3600],
          onWin: 'next',
          onLoss: 'first',
          reset: 'shooter',
        },
      },
    ],
  },
  {
    name: 'inside-regress',
    about: 'Place inside for a lot, and after the first win for a little until the shooter is out.',
    wagers: [
      {
        wager: 'place',
        numbers: [5, 6, 8, 9],
        amount: { 5: 500, 6: 600, 8: 600, 9: 500 },
        when: 'point-on',
        progression: {
          ...EACH,
          times: [5, 1],
          onWin: 'next',
          onLoss: 'first',
          share: 'all',
          reset: 'shooter',
        },
      },
    ],
  },
  {
    name: 'lay-4-10',
    about: 'Lay forty dollars against 4 and against 10, come out rolls too.',
    wagers: [{ wager: 'lay', numbers: [4, 10], amount: 4000, stay: true }],
  },
  {
    name: 'hardways-working',
    about: 'Five dollars on every hardway, called on for the come out too.',
    wagers: [{ wager: 'hardway', numbers: [4, 6, 8, 10], amount: 500, stay: true, working: 'on' }],
  },
  {
    name: 'field-progression',
    about: 'The field every roll, doubled after a loss up to sixteen times, then from the start.',
    wagers: [
      {
        wager: 'field',
        amount: 500,
        progression: { ...EACH, times: [1, 2, 4, 8, 16], onWin: 'first', onLoss: 'next', past: 'first' },
      },
    ],
  },
  {
    name: 'one-come-a-shooter',
    about: 'Pass, and at most three come wagers for each shooter, one at a time.',
    wagers: [
      { wager: 'pass', amount: 1000 },
      { wager: 'come', amount: 1000, when: 'point-on', shooter: { bets: 3 } },
    ],
  },
  {
    name: 'martingale',
    about: 'The pass line doubled after every loss, seven times over: many small wins and a ruin.',
    wagers: [
      {
        wager: 'pass',
        amount: 1000,
        progression: { ...EACH, times: DOUBLING, onWin: 'first', onLoss: 'next', past: 'first' },
      },
    ],
    session: { bankroll: 127_000, stopWin: 50_000, rolls: 2000 },
  },
  {
    name: 'paroli',
    about: 'The pass line, let ride for three wins in a row.',
    wagers: [
      {
        wager: 'pass',
        amount: 1000,
        progression: { ...EACH, times: [1, 2, 4], onWin: 'next', onLoss: 'first', past: 'first' },
      },
    ],
  },
];

export const libraryFile = (name: string): StrategyFile | undefined =>
  LIBRARY.find((file) => file.name === name);

export function libraryStrategy(name: string): Strategy | undefined {
  const file = libraryFile(name);
  return file && (makeStrategy(file) as Strategy);
}

/** The table where a strategy is looked at when nobody says otherwise: $1 chips, $5 to $1,000, double odds. */
export const usualTable = (rulebook: RulebookId): OpenSettings => ({
  rulebook,
  limits: { default: { min: 500, max: 100_000 }, hardway: { min: 100, max: 20_000 } },
});
