import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RULEBOOK_IDS } from '@boxperson/rules';
import { afterAll, describe, expect, test } from 'vitest';
import { inside } from './inside.helper.js';

const folder = mkdtempSync(join(tmpdir(), 'boxperson-odds-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);
const file = (name: string, value: unknown): string => {
  writeFileSync(at(name), typeof value === 'string' ? value : JSON.stringify(value));
  return at(name);
};
const json = async (...args: readonly string[]) => JSON.parse((await inside([...args, '--json'])).out);

describe('boxperson odds', () => {
  test('prints a table of the rulebook, with its own names', async () => {
    const { code, out } = await inside(['odds', '--rulebook', 'crown']);
    expect(code).toBe(0);
    expect(out).toMatch(/Win Line +244\/495 +251\/495 +0 +7\/495 +1\.414 %/);
  });

  test('--json is a list of fractions in lowest terms', async () => {
    const rows = await json('odds', '--rulebook', 'aruze');
    expect(rows[0]).toMatchObject({
      wager: 'pass',
      win: '244/495',
      lose: '251/495',
      push: '0',
      edge: '7/495',
      rolls: '557/165',
    });
    const hop = rows.filter(({ wager }: { wager: string }) => wager === 'hop');
    expect(hop).toHaveLength(21);
    expect(hop.every(({ dice: [a, b] }: { dice: [number, number] }) => a <= b)).toBe(true);
    expect(
      rows.find(({ wager, number }: { wager: string; number: number }) => wager === 'place' && number === 6),
    ).toMatchObject({ edge: '1/66' });
  });

  test('--wager tells the derivation', async () => {
    const { out } = await inside(['odds', '-r', 'star', '-w', 'hardway', '-n', '4']);
    expect(out).toContain('On hard 4 it wins 15 to 2 (1 of 36); on easy 4, 7 it loses (8 of 36)');
    expect(out).toContain('the edge is 1/18');
  });

  test('compare sets all books side by side', async () => {
    const { out, code } = await inside(['odds', 'compare']);
    expect(code).toBe(0);
    for (const id of RULEBOOK_IDS) expect(out).toContain(id);
    // What has no edge anywhere is a sentence, not a row for each number; asked for, it is there.
    expect(out).not.toMatch(/^\S+-odds/m);
    expect(out).toContain('left out: pass-odds, dont-pass-odds, come-odds and dont-come-odds');
    expect((await inside(['odds', 'compare', '-w', 'pass-odds'])).out).toMatch(/^pass-odds 4 +0\.000 %/m);
    const rows = await json('odds', 'compare', '--wager', 'hardway');
    expect(rows[0]).toMatchObject({
      wager: 'hardway',
      number: 4,
      books: { star: { edge: '1/18' }, adelaide: { edge: '1/9' } },
    });
    expect((await json('odds', 'compare', '-w', 'world'))[0].books.star).toBeNull();
  });

  test('--plot writes pictures', async () => {
    for (const name of ['edges.png', 'edges.svg']) {
      const { code, err } = await inside(['odds', '-r', 'star', '--plot', at(name)]);
      expect(code).toBe(0);
      expect(err).toMatch(
        /^wrote .*edges\.(png|svg): 900 × \d+, What the house keeps of each wager, \d+ kB\n$/,
      );
    }
    expect(readFileSync(at('edges.png')).subarray(1, 4).toString()).toBe('PNG');
    const svg = readFileSync(at('edges.svg'), 'utf8');
    expect(svg).toContain('The Star Sydney, Craps (earlier rules)');
    expect(svg).not.toMatch(/>[^<]*\bat star\b/);
    const nowhere = await inside(['odds', '-r', 'star', '--plot', at('nowhere/edges.svg')]);
    expect(nowhere.code).toBe(2);
    expect(nowhere.err).toMatch(/^error: cannot write .*nowhere/);
    expect((await inside(['odds', '-r', 'star', '--chart'])).out).toContain('█');
  });
});

describe('boxperson hands', () => {
  test('derives the length of a hand from the book', async () => {
    expect(await json('hands', '--rulebook', 'star')).toMatchObject({
      mean: '1671/196',
      exactly: expect.arrayContaining(['0', '1/9']),
    });
    expect(await json('hands', '-r', 'aruze')).toMatchObject({ mean: '1671/251' });
    expect(await json('hands')).toHaveLength(RULEBOOK_IDS.length);
    await inside(['hands', '--throws', '20', '--plot', at('all.svg')]);
    expect(readFileSync(at('all.svg'), 'utf8')).toContain('>Star, Star 2024, Crown, Crown mini, Adelaide<');
    const { out, code } = await inside(['hands', '-r', 'star', '--chart', '--plot', at('hands.svg')]);
    expect(code).toBe(0);
    expect(out).toContain('1 in 5,590,264,072');
    expect(readFileSync(at('hands.svg'), 'utf8')).toContain('How long a shooter holds the dice');
  });
});

describe('boxperson sign check', () => {
  test('lists leaks, the best stakes and what to change, and exits 1', async () => {
    const sign = file('sign.json', {
      rulebook: 'star',
      chips: [100, 500],
      limits: { default: { min: 100, max: 5000 } },
    });
    const { out, code } = await inside(['sign', 'check', sign]);
    expect(code).toBe(1);
    expect(out).toContain('Place Bet to Win 6, 8: $1, $2, $3, $4, $7');
    expect(out).toContain('The smallest changes of the sign');
    const report = JSON.parse((await inside(['sign', 'check', sign, '--json'])).out);
    expect(
      report.leaks.find(
        ({ wager, number }: { wager: string; number: number }) => wager === 'place' && number === 6,
      ).stakes[0],
    ).toBe(100);
    expect((await inside(['sign', 'check', file('fixed.json', report.fixed)])).code).toBe(0);
  });

  test.each([
    [
      { rulebook: 'adelaide', limits: { default: { min: 500, max: 1000, unit: 100 } } },
      'limits.default.unit: no unit at adelaide [',
    ],
    [
      { rulebook: 'star', oddsMultiple: 3, limits: { default: { min: 500, max: 1000 } } },
      'oddsMultiple is fixed at 2 at star [',
    ],
    [{ rulebook: 'star', limits: { default: { min: 550, max: 1000 } } }, 'cannot be made in chips ['],
    [{ limits: { default: { min: 500, max: 1000 } } }, 'name a rulebook with --rulebook'],
    ['{', 'is not JSON'],
    ['[1]', 'a sign is an object'],
  ])('a sign that is not allowed is one line with the clause: %j', async (sign, words) => {
    const { code, out, err } = await inside(['sign', 'check', file('bad.json', sign)]);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).toContain(words);
  });
});

describe('boxperson strategies', () => {
  test('lists the library, shows one as a file and checks a file', async () => {
    const { out } = await inside(['strategies']);
    for (const name of ['pass-flat', 'three-point-molly', '3-point-dolly', 'martingale'])
      expect(out).toContain(name);
    expect((await json('strategies')).length).toBeGreaterThan(10);
    const shown = (await inside(['strategies', 'show', 'iron-cross'])).out;
    const found = await json('strategies', 'check', file('mine.json', shown), '--rulebook', 'crown');
    expect(found).toMatchObject({
      strategy: 'iron-cross',
      rulebook: 'crown',
      states: 11,
      meanPerRollExact: '-274400/5013',
    });
    expect((await inside(['strategies', 'check', 'pass-flat', '-r', 'star'])).out).toContain(
      'Per hour     -$4.19 at 100 rolls',
    );
  });
});

describe('bad input is one line with the nearest choice, and exit code 2', () => {
  const odds = file('odds.json', { name: 'greedy', wagers: [{ wager: 'pass', amount: 1000, odds: 5 }] });
  const wrong = file('wrong.json', { name: 'x', wagers: [{ wager: 'plase', number: 6, amount: 600 }] });
  test.each([
    [['odds', '--rulebook', 'cron'], 'the nearest is "crown"'],
    [['odds'], 'name a rulebook with --rulebook: star'],
    [['odds', '-r', 'star', '--wager', 'plce'], 'the nearest is "place"'],
    [['odds', '-r', 'star', '--wager', 'place', '-n', '7'], 'the nearest is 6'],
    [['odds', '-r', 'star', '--wager', 'hop'], 'does not offer hop'],
    [['odds', '-r', 'star', '--plot', 'x.jpg'], 'the nearest is "x.png"'],
    [['sim', '-r', 'star', '-s', 'pas-flat'], 'the nearest is "pass-flat"'],
    [['sim', '-r', 'star'], 'name a strategy with --strategy'],
    [['sim', '-r', 'star', '-s', 'pass-flat', '--rolls', '-5'], 'the nearest is 1'],
    [['sim', '-r', 'star', '-s', 'pass-flat', '--rolls', '1.5'], 'whole number'],
    [['sim', '-r', 'star', '-s', 'pass-flat', '--rolls', 'many'], 'must be a whole number, not "many"'],
    [['sim', '-r', 'star', '-s', 'pass-flat', '--threads', '0'], 'the nearest is 1'],
    [['sim', '-r', 'star', '-s', 'pass-flat', '--bankroll', '-1'], 'the nearest is $0.01'],
    [['sim', '-r', 'star', '-s', 'nonsense'], 'there is no strategy "nonsense": see "boxperson strategies"'],
    [['odds', '-r', 'nowhere'], 'there is no rulebook "nowhere": star, star-2024, crown'],
    [['sim', '-r', 'star', '-s', 'pass-flat', '--sessions', '5'], 'sessions need an end'],
    [['sim', '-r', 'star', '-s', 'pass-flat', '--picture', 'fam'], 'the nearest is "fan"'],
    [['sim', '-r', 'star', '-s', at('nowhere.json')], 'there is no such file'],
    [['sim', '-r', 'star', '-s', odds], '[6.1.5.1]'],
    [['sim', '-r', 'star', '-s', odds], 'wagers[0].odds'],
    [['sim', '-r', 'star', '-s', wrong], 'wagers[0].wager'],
    [['sim', '-r', 'star', '-s', wrong], '"plase" is not one of the 28 that there are; did you mean place?'],
    [['hands', '--line', 'dontpass'], 'the nearest is "dont-pass"'],
    [['strategies', 'check', 'inside', '-r', 'star', '--states-max', '3'], 'more than 3 states'],
  ])('%j: %s', async (args, words) => {
    const { code, out, err } = await inside(args);
    expect(err).toContain(words);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });

  test.each([
    [['sim', '--roll', '5'], '--rolls'],
    [['odds', 'compar'], 'compare'],
    [['strategies', 'chck', 'x'], 'check'],
  ])('%j: the program suggests %s', async (args, words) => {
    const { code, err } = await inside(args);
    expect(err).toContain(words);
    expect(code).toBe(2);
  });

  test.each(['odds', 'sim', 'strategies', 'hands', 'sign'])(
    'boxperson help %s has examples',
    async (name) => {
      expect((await inside(['help', name])).out).toContain('Examples:');
    },
  );
});
