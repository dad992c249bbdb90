import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { houseConfig } from '@boxperson/house';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BotNews } from '../src/bots/bot.js';
import { sayNews } from '../src/bots/bots.js';
import { eventsOf, openHouse, seat, type TestHouse, tableOf, until } from './bots.helper.js';
import { inside } from './inside.helper.js';

let house: TestHouse;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bots-cli-'));
  const tables = [tableOf('wharf', 'star'), tableOf('yarra', 'crown', { seats: 2 })];
  house = await openHouse({ config: houseConfig.parse({ tables }) });
});
afterAll(async () => {
  await house.remove();
  rmSync(folder, { recursive: true, force: true });
});

const bots = (...args: readonly string[]) => inside(['bots', '--url', house.url, ...args]);
const file = (value: unknown): string => {
  const name = join(folder, `${Math.random().toString(36).slice(2)}.json`);
  writeFileSync(name, JSON.stringify(value));
  return name;
};

describe('boxperson bots', () => {
  test('plays a strategy from a file, and tells what it did', async () => {
    const strategy = file({
      name: 'mine',
      about: 'Mine.',
      wagers: [{ wager: 'pass', amount: 1000, odds: 1 }],
    });
    const args = [
      '--table',
      'wharf',
      '--strategy',
      strategy,
      '--count',
      '2',
      '--pace',
      'brisk',
      '--rounds',
      '4',
    ];
    const { out, err, code } = await bots(...args, '--bankroll', '500', '--json');
    expect([code, err]).toEqual([0, '']);
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const summary = lines.at(-1);
    expect(summary).toMatchObject({ what: 'summary', bots: [{ why: 'has played its rounds' }, {}] });
    expect(lines).toContainEqual(expect.objectContaining({ what: 'sat', bankroll: 50_000 }));
    const bets = lines.filter(({ what, command }) => what === 'did' && command.do === 'bet');
    expect(new Set(bets.map(({ command }) => command.wager))).toContain('pass');
  });

  test('leaves when it is broke, in words', async () => {
    const strategy = file({
      name: 'all-in',
      about: 'Once.',
      wagers: [
        { wager: 'any-seven', amount: 2000 },
        { wager: 'pass', amount: 500 },
      ],
    });
    const { out, code } = await bots(
      '-t',
      'wharf',
      '-s',
      strategy,
      '--pace',
      'brisk',
      '--bankroll',
      '$25',
      '--stop-win',
      '60',
    );
    expect(code).toBe(0);
    expect(out).toMatch(/\(bot\) sits down at place \d with \$25/);
    expect(out).toMatch(/(is broke|has won enough) and is leaving/);
    expect(out).toMatch(/has gone: .*rolls\n1 bot, [-+]\$/);
  });

  test('one that never bets on a line says once why it declines the dice, and what to do about it', async () => {
    const { bot, news } = await seat(house.url, 'yarra', 'inside');
    const declines = () => news.filter(({ what }) => what === 'declines');
    await until(() => declines().length > 0, 'a bot that declines');
    expect(declines()).toEqual([
      { what: 'declines', why: 'its strategy makes no line wager', clause: '5.1.1(b)', isAlone: true },
    ]);
    const declined = async () =>
      (await eventsOf(house, 'yarra')).filter(({ event }) => event === 'dice-declined').length;
    await until(async () => (await declined()) > 2, 'dice declined again');
    expect(declines()).toHaveLength(1);
    expect(news.filter((one) => one.what === 'did' && one.command['do'] === 'decline')).toEqual([]);
    bot.leave('has seen enough');
    await bot.ended;
    expect(sayNews(declines()[0] as BotNews, 'boxperson bots --table yarra --strategy pass-odds')).toBe(
      'declines the dice: its strategy makes no line wager, and whoever throws needs one [5.1.1(b)]. Nobody else is at the table, so nobody will throw: sit down there and bet on the line, or run "boxperson bots --table yarra --strategy pass-odds"',
    );
  });

  const WHARF = ['--table', 'wharf'];
  const MOLLY = ['--strategy', 'three-point-molly'];
  test.each([
    ['an unknown table', ['--table', 'warf', ...MOLLY], 'there is no table "warf"; the nearest is "wharf"'],
    ['no table', MOLLY, 'name a table with --table: wharf, yarra'],
    ['an unknown strategy', [...WHARF, '-s', 'three-point-moly'], 'the nearest is "three-point-molly"'],
    ['no strategy', WHARF, 'name a strategy with --strategy'],
    ['a file that is not there', [...WHARF, '-s', './no.json'], 'there is no such file'],
    [
      'too many',
      [...WHARF, ...MOLLY, '--count', '99'],
      '--count must be a whole number from 1 to 16; the nearest is 16',
    ],
    ['none', [...WHARF, ...MOLLY, '--count', '0'], 'the nearest is 1'],
    [
      'more than there is room for',
      ['-t', 'yarra', ...MOLLY, '-n', '3'],
      'there are 2 free places at yarra; the nearest --count is 2',
    ],
    [
      'an unknown pace',
      [...WHARF, ...MOLLY, '--pace', 'briks'],
      'there is no pace "briks"; the nearest is "brisk"',
    ],
    ['more than play money', [...WHARF, ...MOLLY, '--bankroll', '9000'], 'the nearest --bankroll is $5,000'],
    ['no rounds', [...WHARF, ...MOLLY, '--rounds', '-3'], '--rounds must be a whole number'],
    ['no address', [...WHARF, ...MOLLY, '--url', 'ftp://x'], '--url must be the address of a house'],
    [
      'nobody there',
      [...WHARF, ...MOLLY, '--url', 'http://127.0.0.1:9'],
      'there is no house at http://127.0.0.1:9',
    ],
  ] as const)('%s is told in one line', async (_what, args, message) => {
    const { out, err, code } = await bots(...args);
    expect([out, code]).toEqual(['', 2]);
    expect(err).toContain(message);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  test('a strategy that the rulebook does not allow is refused with the clause and the place', async () => {
    const strategy = file({ name: 'tiny', about: 'Too little.', wagers: [{ wager: 'pass', amount: 100 }] });
    const { err, code } = await bots('-t', 'wharf', '-s', strategy);
    expect(code).toBe(2);
    expect(err).toMatch(
      /^error: tiny at wharf: wagers\[0\]\.amount: .*below the minimum of \$5.*\[[\d.]+.*\]\n$/,
    );
  });
});
