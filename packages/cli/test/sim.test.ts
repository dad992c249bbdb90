import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { inside } from './inside.helper.js';
import { boxperson, plainEnvironment, program } from './run.helper.js';

const folder = mkdtempSync(join(tmpdir(), 'boxperson-sim-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const simulate = (...args: readonly string[]) => JSON.parse(boxperson(['sim', ...args, '--json']).out);
const MOLLY = ['--rulebook', 'star', '--strategy', 'three-point-molly'];

/** What may differ from run to run: the clock, and who did the work. */
const timeless = ({
  seconds,
  rollsPerSecond,
  compileSeconds,
  threads,
  sessions,
  ...rest
}: Record<string, unknown>) => ({
  ...rest,
  sessions: sessions && { ...sessions, seconds: 0 },
});

describe('boxperson sim', () => {
  test('prints rolls, speed, the mean and the exact mean', () => {
    const found = simulate(...MOLLY, '--rolls', '3e6', '--threads', '1', '--seed', '7');
    expect(found).toMatchObject({
      rolls: 3_000_000,
      exactMeanPerRollFraction: '-1977080/195507',
      states: 118,
      cancelled: false,
    });
    expect(found.exactMeanPerRoll).toBeCloseTo(-1977080 / 195507, 9);
    expect(Math.abs(found.meanPerRoll - found.exactMeanPerRoll)).toBeLessThan(4 * found.standardError);
    expect(found.rollsPerSecond).toBeCloseTo(found.rolls / found.seconds, 3);
    expect(found.wagers.map(({ wager }: { wager: string }) => wager)).toContain('come-odds');
  });

  test('the same seed gives the same result to the byte, whatever the number of threads', () => {
    const args = ['-r', 'aruze', '-s', 'molly-across-hardways', '--rolls', '5000123', '--seed', '99'];
    const one = simulate(...args, '--threads', '1');
    const three = simulate(...args, '--threads', '3');
    expect(JSON.stringify(timeless(three))).toBe(JSON.stringify(timeless(one)));
    expect(simulate(...args, '--threads', '2').seed).toBe(99);
    const other = simulate(
      '-r',
      'aruze',
      '-s',
      'molly-across-hardways',
      '--rolls',
      '5000123',
      '--seed',
      '98',
    );
    expect(other.meanPerRoll).not.toBe(one.meanPerRoll);
  });

  test('sessions: exact figures, played ones with limits, and a file of them', () => {
    const csv = join(folder, 'sessions.csv');
    const args = ['-r', 'star', '-s', 'martingale', '--sessions', '3000', '--csv', csv, '--seed', '5'];
    const found = simulate(...args, '--threads', '2');
    expect(found.session.goal + found.session.ruin + found.session.ends.rolls).toBeCloseTo(1, 9);
    const [low, high] = found.sessions.ends.broke.confidence95;
    expect(low).toBeLessThan(found.sessions.ends.broke.share);
    expect(high - low).toBeLessThan(0.05);
    const lines = readFileSync(csv, 'utf8').trim().split('\n');
    expect(lines[0]).toBe('session,rolls,shooters,result,peak,drawdown,longest_hand,end');
    expect(lines).toHaveLength(3001);
    const again = join(folder, 'again.csv');
    simulate(
      '-r',
      'star',
      '-s',
      'martingale',
      '--sessions',
      '3000',
      '--csv',
      again,
      '--seed',
      '5',
      '--threads',
      '1',
    );
    expect(readFileSync(again, 'utf8')).toBe(readFileSync(csv, 'utf8'));
  });

  test('for people: tables, a fan as text and as a picture', () => {
    const picture = join(folder, 'fan.png');
    const { out, code } = boxperson([
      'sim',
      '-r',
      'star',
      '-s',
      'pass-flat',
      '--session-rolls',
      '200',
      '--bankroll',
      '500',
      '--chart',
      '--plot',
      picture,
    ]);
    expect(code).toBe(0);
    expect(out).toContain('a session with $500, at most 200 rolls');
    expect(out).toMatch(/[\u2801-\u28ff]/);
    expect(readFileSync(picture).subarray(1, 4).toString()).toBe('PNG');
    const rolled = boxperson([
      'sim',
      ...MOLLY,
      '--rolls',
      '1e6',
      '--plot',
      join(folder, 'histogram.svg'),
    ]).out;
    expect(rolled).toMatch(/mean a roll +-\$0\.\d+ +-?\$0\.\d+ … -?\$0\.\d+ +-\$0\.10113/);
    expect(readFileSync(join(folder, 'histogram.svg'), 'utf8')).toContain('1,000 stretches of 1,000 rolls');
  });

  test('a histogram of a session shows what it comes to, exactly or as played; of rolls, as many as make one', async () => {
    const file = join(folder, 'session.svg');
    const line = ['sim', '-r', 'star', '-s', 'pass-flat', '--picture', 'histogram', '--plot', file];
    const exact = await inside([...line, '--session-rolls', '100']);
    expect([exact.code, exact.err]).toEqual([
      0,
      expect.stringMatching(/^wrote .*session\.svg: 900 × 520, Pass flat/),
    ]);
    expect(readFileSync(file, 'utf8')).toContain('>per cent of all sessions<');
    const rolls = boxperson([...line, '--rolls', '500']);
    expect(rolls.code).toBe(2);
    expect(rolls.err).toContain('500 rolls make none; the nearest is --rolls 4000');
    expect(rolls.err.trim().split('\n')).toHaveLength(1);
  });

  test('--direct plays on the game layer', () => {
    const found = simulate('-r', 'star', '-s', 'pass-flat', '--rolls', '2000', '--direct');
    expect(found).toMatchObject({ rolls: 2000, direct: true });
    expect(boxperson(['sim', '-r', 'star', '-s', 'pass-flat', '--rolls', '2000', '--direct']).out).toContain(
      'on the game layer',
    );
  });

  test('Ctrl-C stops and tells what was rolled so far', async () => {
    const args = ['sim', ...MOLLY, '--rolls', '1e13', '--threads', '1', '--json', '--progress'];
    const child = spawn(process.execPath, [program, ...args], { env: plainEnvironment() });
    let out = '';
    child.stdout.on('data', (data) => {
      out += data;
    });
    // As soon as it says how far it is, with an estimate of the time left.
    const told = await new Promise<string>((resolve) => {
      let err = '';
      child.stderr.on('data', (data) => {
        err += data;
        if (/[1-9][\d,]* of [\d,]+ rolls, 0 %, [\d,.]+ s left\n/.test(err)) resolve(err);
      });
    });
    child.kill('SIGINT');
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    expect(told).toContain('10,000,000,000,000 rolls');
    expect(code).toBe(130);
    const found = JSON.parse(out);
    expect(found.cancelled).toBe(true);
    expect(found.rolls).toBeGreaterThan(0);
    expect(found.rolls).toBeLessThan(1e13);
    expect(Math.abs(found.errors)).toBeLessThan(5);
  });
});
