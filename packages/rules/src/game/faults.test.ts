// What is said to whoever wrote a line wrong: always bad-input, one sentence that names the field.
import { describe, expect, test } from 'vitest';
import { A_NAME } from '../plain.js';
import { type Played, runScript } from '../script/run.js';
import type { Fields } from './input.js';

const OPEN = { do: 'open', rulebook: 'crown', limits: { default: { min: 500, max: 1000 } } };
const adelaide = { rulebook: 'adelaide' };
const limited = (limit: unknown): Fields => ({ limits: { default: limit } });

describe('opening a table', () => {
  test.each<[Fields, string]>([
    [
      { rulebook: 'Star' },
      'rulebook "Star" is not one of star, star-2024, crown, crown-mini, adelaide, aruze',
    ],
    [{ rulebook: 7 }, 'rulebook must be the id of a rulebook'],
    [{ x: 1 }, 'unknown field "x" in open'],
    [{ chips: 5 }, 'chips must be a list of at least one denomination in cents'],
    [{ chips: [] }, 'chips must be a list of at least one denomination in cents'],
    [{ chips: Array.from({ length: 33 }, (_, i) => i + 1) }, 'chips may list at most 32 denominations'],
    [{ chips: [100, 0] }, 'chips[1] must be a whole number of cents from 1 to 10000000'],
    [{ chips: [100, 500, 10_000_001] }, 'chips[2] must be a whole number of cents from 1 to 10000000'],
    [{ multiplesOfMinimum: 1 }, 'multiplesOfMinimum must be true or false'],
    [
      { big68: true },
      'big68 is a setting of tables whose rulebook leaves Big 6 and Big 8 to the table, not at crown',
    ],
    [{ ...adelaide, big68: 1 }, 'big68 must be true or false'],
    [{ rulebook: 'star', oddsMultiple: 3 }, 'oddsMultiple is fixed at 2 at star'],
    [{ oddsMultiple: 0 }, 'oddsMultiple must be a whole number of at least 1, or one for each number'],
    [
      { ...adelaide, oddsMultiple: 11 },
      'oddsMultiple must be a whole number from 1 to 10, or one for each number',
    ],
    [{ oddsMultiple: { 7: 1 } }, 'oddsMultiple has no number "7"'],
    [{ oddsMultiple: { 4: 1 } }, 'oddsMultiple for 5 must be a whole number of at least 1'],
    [{ ...adelaide, oddsMultiple: { 4: 11 } }, 'oddsMultiple for 4 must be a whole number from 1 to 10'],
    [{ limits: 5 }, 'limits must be an object with a default'],
    [{ limits: { pas: 1 } }, 'limits names an unknown wager "pas"'],
    [{ limits: {} }, 'limits.default is missing'],
    [limited(5), 'limits.default must be an object with min and max'],
    [limited({ x: 1 }), 'limits.default has an unknown field "x"'],
    [limited({ min: 0, max: 500 }), 'limits.default.min must be a positive whole number of cents'],
    [limited({ min: 500 }), 'limits.default.max must be a positive whole number of cents'],
    [
      limited({ min: 500, max: 1000, unit: 0 }),
      'limits.default.unit must be a positive whole number of cents',
    ],
    [
      { ...adelaide, ...limited({ min: 500, max: 1000, unit: 100 }) },
      'limits.default.unit: no unit at adelaide',
    ],
    [limited({ min: 600, max: 500 }), 'limits.default.min must not be above limits.default.max'],
    [limited({ min: 550, max: 1000 }), 'limits.default.min: $5.50 cannot be made in chips'],
    [limited({ min: 500, max: 1050 }), 'limits.default.max: $10.50 cannot be made in chips'],
    [{ conduct: 1 }, 'conduct must be true or false'],
  ])('%j: %s', (fields, message) => {
    const runner = runScript();
    expect(runner.play(JSON.stringify({ ...OPEN, ...fields }))?.refused).toEqual({
      code: 'bad-input',
      clause: null,
      message,
    });
    expect(runner.game).toBeNull();
  });

  test.each<Fields>([
    { chips: [100] },
    { chips: Array.from({ length: 32 }, (_, i) => 100 * (i + 1)) },
    { chips: [10_000_000, 100] },
    { oddsMultiple: 1 },
    { oddsMultiple: 1000 },
    { ...adelaide, oddsMultiple: 1 },
    { ...adelaide, oddsMultiple: 10 },
    { rulebook: 'star', oddsMultiple: 2 },
    { ...adelaide, big68: false },
    { ...adelaide, big68: true },
    { multiplesOfMinimum: true },
    { conduct: false },
    limited({ min: 500, max: 500 }),
    limited({ min: 500, max: 1000, unit: 1 }),
    { limits: { default: { min: 500, max: 1000 }, world: { min: 500, max: 1000 } } },
    { rulebook: 'aruze', ...limited({ min: 1, max: 3 }) },
  ])('%j is fine', (fields) => {
    expect(runScript().play(JSON.stringify({ ...OPEN, ...fields }))?.refused).toBeNull();
  });
});

/** A table with ann at seat 1. */
function lineAt(line: unknown): Played | null {
  const runner = runScript();
  runner.play(JSON.stringify(OPEN));
  runner.play('{"do":"sit","player":"ann","seat":1,"bankroll":100}');
  return runner.play(JSON.stringify(line));
}
const long = 'x'.repeat(99);

describe('a line', () => {
  test.each<[unknown, string]>([
    [{ do: 'sit' }, `player must be ${A_NAME}`],
    [{ do: 'sit', x: 1 }, 'unknown field "x" in sit'],
    [{ do: 'sit', player: '' }, `player must be ${A_NAME}`],
    [{ do: 'sit', player: 'bob', seat: 0 }, 'seat must be a whole number from 1'],
    [{ do: 'sit', player: 'bob', seat: 1.5 }, 'seat must be a whole number from 1'],
    [
      { do: 'sit', player: 'bob', seat: 2, bankroll: -1 },
      'bankroll must be a whole number of cents from 0 to 10^12',
    ],
    [{ do: 'sit', player: 'ann', seat: 2, bankroll: 0 }, 'player "ann" is at the table already'],
    [{ do: 'sit', player: 'bob', seat: 1, bankroll: 0 }, 'seat 1 is taken'],
    [{ do: 'bet', x: 1 }, 'unknown field "x" in a bet'],
    [{ do: 'bet' }, 'player (missing) is not at the table'],
    [{ do: 'bet', player: 'bob' }, 'player "bob" is not at the table'],
    [{ do: 'bet', player: 5 }, 'player 5 is not at the table'],
    [{ do: 'bet', player: null }, 'player null is not at the table'],
    [{ do: 'bet', player: {} }, 'player of that kind is not at the table'],
    [{ do: 'bet', player: long }, `player "${long.slice(0, 38)}… is not at the table`],
    [{ do: 'bet', player: 'ann' }, 'wager (missing) is not a wager id'],
    [{ do: 'bet', player: 'ann', wager: 'pass', number: 4 }, 'number does not go with pass'],
    [{ do: 'bet', player: 'ann', wager: 'place' }, 'number is missing: place asks for one'],
    [
      { do: 'bet', player: 'ann', wager: 'place', number: 7 },
      'number 7 does not fit place: one of 4, 5, 6, 8, 9, 10',
    ],
    [
      { do: 'bet', player: 'ann', wager: 'hardway', number: 5 },
      'number 5 does not fit hardway: one of 4, 6, 8, 10',
    ],
    [{ do: 'bet', player: 'ann', wager: 'pass', high: 2 }, 'high does not go with pass'],
    [{ do: 'bet', player: 'ann', wager: 'horn-high' }, 'high must be one of 2, 3, 11, 12 for horn-high'],
    [{ do: 'bet', player: 'ann', wager: 'pass', dice: [1, 2] }, 'dice does not go with pass'],
    [{ do: 'bet', player: 'ann', wager: 'hop' }, 'dice must be two whole numbers from 1 to 6'],
    [
      { do: 'bet', player: 'ann', wager: 'pass' },
      'amount must be a positive whole number of cents, at most 10^12',
    ],
    [{ do: 'bet', player: 'ann', wager: 'pass', amount: 500, stay: 1 }, 'stay must be true or false'],
    [{ do: 'bet', player: 'ann', wager: 'pass', amount: 500, stay: true }, 'stay does not go with pass'],
    [{ do: 'bet', player: 'ann', wager: 'pass', amount: 500, found: 1 }, 'found must be true or false'],
    [{ do: 'take', x: 1 }, 'unknown field "x" in a take'],
    [{ do: 'take', player: 'bob' }, 'player "bob" is not at the table'],
    [{ do: 'take', player: 'ann', wager: 'place' }, 'number is missing: place asks for one'],
    [
      { do: 'take', player: 'ann', wager: 'pass', amount: 0 },
      'amount must be a positive whole number of cents, at most 10^12',
    ],
    [{ do: 'call', x: 1 }, 'unknown field "x" in a call'],
    [{ do: 'call', player: 'bob' }, 'player "bob" is not at the table'],
    [{ do: 'call', player: 'ann', wager: 'x' }, 'wager "x" is not a wager id'],
    [{ do: 'call', player: 'ann', wager: 'place' }, 'to must be "on" or "off"'],
    [{ do: 'call', player: 'ann', wager: 'place', to: 'on', number: 7 }, 'number 7 does not fit place'],
    [{ do: 'roll', x: 1 }, 'unknown field "x" in a roll'],
    [{ do: 'roll' }, 'dice must be two whole numbers from 1 to 6'],
    [{ do: 'no-roll', x: 1 }, 'unknown field "x" in no-roll'],
    [{ do: 'no-roll', reason: 1 }, 'reason must be a text'],
    [{ do: 'layout', x: 1 }, 'unknown field "x" in layout'],
    [{ do: 'x' }, 'do "x" is not a verb of the script'],
    [{ do: 'bte' }, 'do "bte" is not a verb of the script; did you mean bet?'],
    [{}, 'do (missing) is not a verb of the script'],
    [{ do: 'open' }, 'the table is open already: open comes once'],
    [5, 'a line must be a JSON object'],
  ])('%j: %s', (line, message) => {
    expect(lineAt(line)?.refused).toEqual({ code: 'bad-input', clause: null, message });
  });

  test.each([
    { do: 'sit', player: 'bob', seat: 2, bankroll: 0 },
    { do: 'sit', player: ' ', seat: 999, bankroll: 1e12 },
    { do: 'roll', dice: [1, 6] },
    { do: 'layout' },
    { do: 'no-roll' },
  ])('%j is fine', (line) => {
    expect(lineAt(line)?.refused).toBeNull();
  });
});
