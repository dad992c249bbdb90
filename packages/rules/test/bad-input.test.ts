import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bet, call, type Game, openGame, options, roll, sit, take } from '../src/game/index.js';
import { must } from '../src/must.js';
import type { Result } from '../src/result.js';
import { RULEBOOK_IDS } from '../src/rulebook.js';
import { RULEBOOKS } from '../src/rulebooks/index.js';
import { runScript, type ScriptRunner } from '../src/script/run.js';

type Line = Record<string, unknown>;
const RUNS = 10 * Number(process.env['PROPERTY_RUNS'] ?? 40);

const OPEN: Line = {
  do: 'open',
  rulebook: 'crown',
  chips: [100, 500],
  limits: { default: { min: 500, max: 100_000, unit: 100 }, hardway: { min: 100, max: 20_000 } },
  oddsMultiple: { 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3 },
  multiplesOfMinimum: false,
};
const LINES: readonly Line[] = [
  { do: 'sit', player: 'bob', seat: 2, bankroll: 50_000 },
  { do: 'bet', player: 'ann', wager: 'place', number: 8, amount: 1200, stay: true, found: false },
  { do: 'bet', player: 'ann', wager: 'horn-high', high: 12, amount: 1000 },
  { do: 'take', player: 'ann', wager: 'place', number: 6, amount: 600 },
  { do: 'call', player: 'ann', wager: 'place', number: 6, to: 'off' },
  { do: 'roll', dice: [2, 4] },
  { do: 'no-roll', reason: 'a die in the rack' },
  { do: 'layout' },
];

/** A table where every one of the lines is accepted. */
function started(): ScriptRunner {
  const runner = runScript();
  for (const line of [
    OPEN,
    { do: 'sit', player: 'ann', seat: 1, bankroll: 100_000 },
    { do: 'bet', player: 'ann', wager: 'place', number: 6, amount: 1200 },
  ])
    expect(runner.play(JSON.stringify(line))?.answer['ok']).toBe(true);
  return runner;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The line is refused as bad input, in one sentence of reasonable length; the table is as it was; play goes on. */
function expectBad(runner: ScriptRunner, line: unknown, names?: string): void {
  const before = runner.game;
  const played = runner.play(textOf(line));
  expect(played?.refused).toMatchObject({ code: 'bad-input', clause: null });
  expect(played?.refused?.message.length).toBeLessThan(250);
  expect(runner.game).toBe(before);
  if (names !== undefined) expect(played?.refused?.message).toContain(names);
}

/** Wrong everywhere, apart from `fits`: where one of these is right it is left out there. */
const JUNK: readonly unknown[] = [
  null,
  '',
  'x',
  '500',
  '__proto__',
  'constructor',
  [],
  {},
  [null],
  [500, '500'],
  { constructor: 1 },
  JSON.parse('{"__proto__":{"min":1}}'),
  -1,
  -0.5,
  1.5,
  2 ** 53,
  1e300,
  true,
  false,
  'x'.repeat(1000),
  '\ud800',
];
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const fits: Readonly<Record<string, (value: unknown) => boolean>> = {
  reason: (value) => typeof value === 'string',
  stay: isFlag,
  found: isFlag,
  multiplesOfMinimum: isFlag,
  // A new player may have any name.
  'sit.player': (value) => typeof value === 'string' && value !== '',
};
const junkFor = (verb: unknown, field: string): readonly unknown[] =>
  JUNK.filter((value) => !(fits[`${verb}.${field}`] ?? fits[field])?.(value));

describe('a line of a script with one thing wrong', () => {
  const cases = [OPEN, ...LINES].flatMap((line) =>
    Object.keys(line).map((field) => ({ verb: String(line['do']), field, line })),
  );
  const runnerFor = (verb: string): ScriptRunner => (verb === 'open' ? runScript() : started());

  test('is right otherwise', () => {
    for (const line of LINES) expect(started().play(JSON.stringify(line))?.refused).toBeNull();
  });

  test.each(cases)('$verb with junk for $field', ({ verb, field, line }) => {
    const runner = runnerFor(verb);
    for (const junk of junkFor(verb, field)) expectBad(runner, { ...line, [field]: junk }, field);
  });

  const OPTIONAL = ['reason', 'stay', 'found', 'chips', 'oddsMultiple', 'multiplesOfMinimum'];
  const asked = cases.filter(
    ({ verb, field }) =>
      !OPTIONAL.includes(field) &&
      !(verb === 'take' && field === 'amount') &&
      !(verb === 'call' && field === 'number'),
  );
  test.each(asked)('$verb without $field', ({ verb, field, line }) => {
    const { [field]: _left, ...rest } = line;
    expectBad(runnerFor(verb), rest, field);
  });

  test.each([OPEN, ...LINES].map((line) => ({ verb: String(line['do']), line })))(
    '$verb with a field it does not know',
    ({ verb, line }) => {
      const runner = runnerFor(verb);
      for (const stranger of ['colour', 'Amount', 'constructor', 'hasOwnProperty', '', 'x'.repeat(5000)])
        expectBad(runner, { ...line, [stranger]: 1 }, stranger.slice(0, 20));
      // As JSON has it: a field of its own, not the object's prototype.
      expectBad(runner, JSON.stringify(line).replace('{', '{"__proto__":{},'), '__proto__');
    },
  );

  test.each(['min', 'max', 'unit'])('limits with junk for %s', (field) => {
    for (const junk of JUNK)
      for (const id of ['default', 'hardway']) {
        const limits = { ...(OPEN['limits'] as Line), [id]: { min: 500, max: 1000, [field]: junk } };
        expectBad(runScript(), { ...OPEN, limits }, `limits.${id}.${field}`);
      }
  });

  test.each([
    [{ default: { min: 1000, max: 500 } }, 'limits.default.min'],
    [{ default: { min: 550, max: 1000 } }, 'limits.default.min'],
    [{ default: { min: 500, max: 1050 } }, 'limits.default.max'],
    [{ default: { min: 500, max: 1000, step: 5 } }, 'limits.default'],
    [{ hardway: { min: 500, max: 1000 } }, 'limits.default'],
    [{ default: { min: 500, max: 1000 }, pas: { min: 500, max: 1000 } }, 'pas'],
    [{ default: { min: 500, max: 1000 }, pass: [500, 1000] }, 'limits.pass'],
    [{ default: { min: 500 } }, 'limits.default.max'],
  ])('limits of %j', (limits, names) => {
    expectBad(runScript(), { ...OPEN, limits }, names);
  });

  test.each([
    [[], 'chips'],
    [[100, 0], 'chips[1]'],
    [[100, 500, 1.5], 'chips[2]'],
    [[10_000_001], 'chips[0]'],
    [['100'], 'chips[0]'],
    [Array.from({ length: 33 }, (_, i) => i + 1), 'chips'],
    [{ 0: 100, length: 1 }, 'chips'],
  ])('chips of %j', (chips, names) => {
    expectBad(runScript(), { ...OPEN, chips }, names);
  });

  test.each([
    ['crown', { 4: 3 }, 'oddsMultiple for 5'],
    ['crown', { 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3, 11: 1 }, 'oddsMultiple'],
    ['crown', { 4: 3, 5: 4, 6: 0, 8: 5, 9: 4, 10: 3 }, 'oddsMultiple for 6'],
    ['crown', 0, 'oddsMultiple'],
    ['adelaide', 11, 'oddsMultiple'],
    ['adelaide', { 4: 3, 5: 4, 6: 11, 8: 5, 9: 4, 10: 3 }, 'oddsMultiple for 6'],
    ['star', 3, 'oddsMultiple'],
    ['aruze', { 4: 2, 5: 2, 6: 2, 8: 2, 9: 2, 10: 2 }, 'oddsMultiple'],
  ])('at %s an oddsMultiple of %j', (rulebook, oddsMultiple, names) => {
    expectBad(
      runScript(),
      { do: 'open', rulebook, limits: { default: { min: 500, max: 1000 } }, oddsMultiple },
      names,
    );
  });

  test('a unit at adelaide, big68 anywhere else', () => {
    const limits = { default: { min: 500, max: 1000, unit: 100 } };
    expectBad(runScript(), { do: 'open', rulebook: 'adelaide', limits }, 'limits.default.unit');
    for (const big68 of [true, false]) expectBad(runScript(), { ...OPEN, big68 }, 'big68');
    const adelaide = { do: 'open', rulebook: 'adelaide', limits: { default: { min: 500, max: 1000 } } };
    expectBad(runScript(), { ...adelaide, big68: 1 }, 'big68');
  });

  test.each([
    [{ do: 'bet', player: 'ann', wager: 'pass', number: 6, amount: 500 }, 'number'],
    [{ do: 'bet', player: 'ann', wager: 'hardway', number: 5, amount: 500 }, 'number'],
    [{ do: 'bet', player: 'ann', wager: 'place', number: 7, amount: 500 }, 'number'],
    [{ do: 'bet', player: 'ann', wager: 'place', number: '6', amount: 500 }, 'number'],
    [{ do: 'bet', player: 'ann', wager: 'place', number: 6, high: 2, amount: 500 }, 'high'],
    [{ do: 'bet', player: 'ann', wager: 'place', number: 6, dice: [3, 3], amount: 500 }, 'dice'],
    [{ do: 'bet', player: 'ann', wager: 'horn-high', high: 7, amount: 500 }, 'high'],
    [{ do: 'bet', player: 'ann', wager: 'hop', amount: 500 }, 'dice'],
    [{ do: 'bet', player: 'ann', wager: 'hop', dice: [1, 7], amount: 500 }, 'dice'],
    [{ do: 'bet', player: 'ann', wager: 'field', amount: 500, stay: true }, 'stay'],
    [{ do: 'bet', player: 'ann', wager: 'field', amount: 1e12 + 1 }, 'amount'],
    [{ do: 'bet', player: 'ann', wager: 'field', amount: 0 }, 'amount'],
    [{ do: 'bet', player: 'Ann', wager: 'field', amount: 500 }, 'player'],
    [{ do: 'take', player: 'ann', wager: 'place', number: 6, stay: true }, 'stay'],
    [{ do: 'call', player: 'ann', wager: 'hardway', number: 5, to: 'on' }, 'number'],
    [{ do: 'call', player: 'ann', wager: 'pass', number: 6, to: 'on' }, 'number'],
    [{ do: 'call', player: 'ann', wager: 'place', to: 'ON' }, 'to'],
    [{ do: 'roll', dice: [0, 3] }, 'dice'],
    [{ do: 'roll', dice: [3] }, 'dice'],
    [{ do: 'roll', dice: [3, 3, 3] }, 'dice'],
    [{ do: 'sit', player: 'ann', seat: 9, bankroll: 0 }, 'player'],
    [{ do: 'sit', player: 'cy', seat: 1, bankroll: 0 }, 'seat'],
    [{ do: 'sit', player: 'cy', seat: 0, bankroll: 0 }, 'seat'],
    [{ do: 'sit', player: 'cy', seat: 3, bankroll: 1e12 + 1 }, 'bankroll'],
    [{ do: 'shoot' }, 'do'],
    [{ do: 'toString' }, 'do'],
    [OPEN, 'open'],
  ])('%j', (line, names) => {
    expectBad(started(), line, names);
  });

  test('any line before open', () => {
    for (const line of LINES) expectBad(runScript(), line, 'open');
  });

  test('a rulebook written out: a script names one', () => {
    for (const rulebook of [RULEBOOKS.star, { id: 'star' }, {}])
      expectBad(runScript(), { ...OPEN, rulebook }, 'rulebook');
  });
});

describe('a line that is no line', () => {
  test.each([
    '{',
    'null',
    '[]',
    '[{"do":"layout"}]',
    '"roll"',
    '7',
    'NaN',
    '{"do":"roll","dice":[01,2]}',
    '\u0000',
    '{}',
  ])('%j', (text) => {
    expectBad(started(), text);
  });

  test('says whether it was JSON', () => {
    const runner = started();
    expect(runner.play('{"do"')?.json).toBe(false);
    expect(runner.play('{"do":1}')?.json).toBe(true);
    expect(runner.unreadable('too long')).toMatchObject({ json: false, refused: { message: 'too long' } });
  });

  test('is counted, and so are blank lines, which have no answer', () => {
    const runner = started();
    expect(runner.play('{')?.line).toBe(4);
    expect([runner.play(''), runner.play('  \t\r')]).toEqual([null, null]);
    expect(runner.unreadable('x').line).toBe(7);
    expect(runner.play('{"do":"layout"}')).toMatchObject({ line: 8, answer: { line: 8, ok: true } });
  });

  test('of a megabyte', () => {
    const runner = started();
    const long = 'x'.repeat(1 << 20);
    for (const text of [
      long,
      `"${long}"`,
      `[${'1,'.repeat(1 << 19)}1]`,
      `{"do":"${long}"}`,
      `{"${long}":1}`,
      '['.repeat(1 << 20),
    ])
      expectBad(runner, text);
    expectBad(runner, { do: 'bet', player: long, wager: 'pass', amount: 500 }, 'player');
    expectBad(runner, { do: 'bet', player: 'ann', wager: long, amount: 500 }, 'wager');
    expectBad(runScript(), { ...OPEN, limits: { [long]: 1 } }, 'limits');
    expectBad(runScript(), { ...OPEN, oddsMultiple: { [long]: 1 } }, 'oddsMultiple');
    expectBad(runScript(), { ...OPEN, limits: { default: { [long]: 1 } } }, 'limits.default');
  });

  test('whatever it is, it is answered and the next one is played', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.string(),
      fc.jsonValue().map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 5 }), (lines) => {
        const runner = started();
        for (const text of lines) {
          const played = runner.play(text);
          if (played !== null) expect(JSON.parse(JSON.stringify(played.answer))).toMatchObject({ ok: false });
        }
        expect(runner.play('{"do":"roll","dice":[1,2]}')?.refused).toBeNull();
      }),
      { numRuns: RUNS / 5 },
    );
  });

  test('half a surrogate pair is no name, a whole one is', () => {
    const runner = started();
    const sit = (player: string) =>
      runner.play(JSON.stringify({ do: 'sit', player, seat: 5, bankroll: 500 }));
    expect(sit('x\ud83c')?.refused).toMatchObject({ code: 'bad-input' });
    const player = 'x\ud83c\udfb2';
    expect(sit(player)?.refused).toBeNull();
    const answer = runner.play(JSON.stringify({ do: 'bet', player, wager: 'pass', amount: 500 }))?.answer;
    expect(JSON.parse(JSON.stringify(answer))).toMatchObject({
      ok: true,
      placed: { player },
      balances: { [player]: 0 },
    });
  });

  test('names that objects have of themselves are names like any other', () => {
    const runner = started();
    for (const [i, player] of ['__proto__', 'constructor', 'toString'].entries()) {
      expect(
        runner.play(JSON.stringify({ do: 'sit', player, seat: i + 2, bankroll: 500 }))?.refused,
      ).toBeNull();
      const text = JSON.stringify(
        runner.play(JSON.stringify({ do: 'bet', player, wager: 'pass', amount: 500 }))?.answer,
      );
      expect(text).toContain(`"${player}":0`);
    }
  });
});

describe('a call of the library with anything at all', () => {
  const anything = fc.anything({
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withNullPrototype: true,
    withObjectString: true,
    withSparseArray: true,
  });
  const strange = fc.oneof(
    anything,
    fc.constantFrom<unknown>(
      Number.NaN,
      -0,
      2 ** 53,
      Number.POSITIVE_INFINITY,
      Symbol('x'),
      () => 1,
      undefined,
      500,
      6,
      'ann',
      [3, 4],
    ),
  );
  const table = (): Game => {
    const opened = must(openGame({ rulebook: 'star', limits: { default: { min: 500, max: 100_000 } } }));
    return must(sit(opened, { player: 'ann', seat: 1, bankroll: 100_000 })).game;
  };
  const CALLS: Readonly<Record<string, (asked: unknown) => Result<unknown>>> = {
    openGame: (asked) => openGame(asked as never),
    sit: (asked) => sit(table(), asked as never),
    bet: (asked) => bet(table(), asked as never),
    take: (asked) => take(table(), asked as never),
    call: (asked) => call(table(), asked as never),
    roll: (asked) => roll(table(), asked as never),
  };
  const FIELDS: Readonly<Record<string, readonly string[]>> = {
    openGame: ['rulebook', 'chips', 'limits', 'oddsMultiple', 'multiplesOfMinimum', 'big68'],
    sit: ['player', 'seat', 'bankroll'],
    bet: ['player', 'wager', 'number', 'high', 'dice', 'amount', 'stay', 'found'],
    take: ['player', 'wager', 'number', 'high', 'dice', 'amount'],
    call: ['player', 'wager', 'number', 'to'],
    roll: ['dice'],
  };

  test.each(Object.keys(CALLS))('%s answers', (name) => {
    const fields = fc.record(
      Object.fromEntries((FIELDS[name] as readonly string[]).map((field) => [field, strange])),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(anything, fields), (asked) => {
        const result = (CALLS[name] as (asked: unknown) => Result<unknown>)(asked);
        if (!result.ok) expect(result.refused.message.length).toBeLessThan(250);
      }),
      { numRuns: RUNS },
    );
  });

  test.each([
    ['openGame', 'settings'],
    ['sit', 'sit'],
    ['bet', 'bet'],
    ['take', 'take'],
    ['call', 'call'],
    ['roll', 'roll'],
  ])('%s of no object says what it wants', (name, word) => {
    for (const asked of [null, undefined, 5, 'x', [], () => 1]) {
      const result = (CALLS[name] as (asked: unknown) => Result<unknown>)(asked);
      expect(result).toMatchObject({ ok: false, refused: { code: 'bad-input' } });
      if (!result.ok) expect(result.refused.message).toContain(word);
    }
  });

  test('a rulebook that is none is refused with its first fault', () => {
    const limits = { default: { min: 500, max: 1000 } };
    for (const rulebook of [
      {},
      { id: 'star' },
      { ...RULEBOOKS.star, bar: null },
      new Map(),
      { wagers: {} },
    ]) {
      const result = openGame({ rulebook, limits });
      expect(result).toMatchObject({ ok: false, refused: { code: 'bad-input' } });
      if (!result.ok) expect(result.refused.message).toContain('rulebook');
    }
  });

  test.each(RULEBOOK_IDS)('%s may be given itself, or as a copy that is whole', (id) => {
    const limits = { default: { min: 500, max: 1000 } };
    expect(must(openGame({ rulebook: RULEBOOKS[id], limits })).rulebook).toBe(RULEBOOKS[id]);
    const copy = structuredClone(RULEBOOKS[id]);
    expect(must(openGame({ rulebook: copy, limits })).rulebook).toEqual(RULEBOOKS[id]);
  });

  test('a zero below zero is a zero', () => {
    const opened = must(openGame({ rulebook: 'star', limits: { default: { min: 500, max: 1000 } } }));
    const { game } = must(sit(opened, { player: 'ann', seat: 1, bankroll: -0 }));
    expect(Object.is(game.players[0]?.balance, 0)).toBe(true);
  });

  test('nobody has no options', () => {
    expect(options(table(), 'bob')).toBeNull();
  });

  test('must throws what was refused', () => {
    expect(() => must(bet(table(), { player: 'bob', wager: 'pass', amount: 500 }))).toThrow(
      /^bad-input: player "bob"/,
    );
  });
});

describe('more money than can be counted to the cent', () => {
  test('is never paid: the throw is refused, and nothing has changed', () => {
    let game = must(openGame({ rulebook: 'star', limits: { default: { min: 500, max: 1e12 } } }));
    game = must(sit(game, { player: 'ann', seat: 1, bankroll: 1e12 })).game;
    let refused: Result<unknown> | null = null;
    for (let i = 0; i < 400 && refused === null; i++) {
      game = must(bet(game, { player: 'ann', wager: 'craps-2', amount: 1e12 })).game;
      const rolled = roll(game, { dice: [1, 1] });
      if (rolled.ok) game = rolled.value.game;
      else refused = rolled;
    }
    expect(refused).toMatchObject({ refused: { code: 'bad-input', clause: null } });
    expect(game.players[0]?.balance).toBeLessThan(Number.MAX_SAFE_INTEGER);
    expect(game.players[0]?.wagers).toHaveLength(1);
    // Another throw, which does not pay, is fine.
    expect(roll(game, { dice: [3, 4] }).ok).toBe(true);
  });
});
