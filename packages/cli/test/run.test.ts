import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { LINE_LENGTH_MAX } from '../src/lines.js';
import {
  boxperson,
  examplesFolder,
  parseLines,
  plainEnvironment,
  program,
  readExample,
} from './run.helper.js';

const folder = mkdtempSync(join(tmpdir(), 'boxperson-run-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const fileWith = (content: string | Uint8Array): string => {
  const path = join(folder, `script-${++files}.jsonl`);
  writeFileSync(path, content);
  return path;
};

const OPEN = '{"do":"open","rulebook":"star","limits":{"default":{"min":500,"max":100000}}}';
const SIT = '{"do":"sit","player":"p1","seat":1,"bankroll":50000}';
const BET = '{"do":"bet","player":"p1","wager":"pass","amount":1000}';
const ROLL = '{"do":"roll","dice":[5,6]}';
const HAND = [OPEN, SIT, BET, ROLL];
const linesOf = (out: string): unknown[] => parseLines(out).map(({ line }) => line);

describe('what is read', () => {
  test('one answer for every line, in order, and exit 0', () => {
    const { code, out, err } = boxperson(['run', fileWith(`${HAND.join('\n')}\n`)]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.endsWith('}\n')).toBe(true);
    expect(parseLines(out)).toMatchObject([
      { line: 1, ok: true, rulebook: 'star' },
      { line: 2, ok: true, balances: { p1: 50000 } },
      { line: 3, ok: true, placed: { player: 'p1', wager: 'pass', amount: 1000 }, commission: 0 },
      { line: 4, ok: true, total: 11, call: 'natural', balances: { p1: 51000 } },
    ]);
  });

  test('refused lines are no failure: exit 0', () => {
    const { code, out } = boxperson(['run', '-'], {
      input: [ROLL, ...HAND, OPEN, '[]', '"x"', '{}'].join('\n'),
    });
    expect(code).toBe(0);
    expect(parseLines(out).map(({ ok }) => ok)).toEqual([
      false,
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  test('a line that is not JSON: answered, the rest is still run, exit 2', () => {
    const { code, out, err } = boxperson(['run', fileWith([OPEN, '{"do":', SIT, BET, ROLL].join('\n'))]);
    expect({ code, err }).toEqual({ code: 2, err: '' });
    expect(parseLines(out)[1]).toMatchObject({
      line: 2,
      ok: false,
      refused: { code: 'bad-input', clause: null },
    });
    expect(parseLines(out)[4]).toMatchObject({ line: 5, ok: true, call: 'natural' });
  });

  test('standard input is read like a file', () => {
    const file = boxperson(['run', join(examplesFolder, 'star.jsonl')]);
    expect(file.out).not.toBe('');
    expect(boxperson(['run', '-'], { input: readExample('star') })).toEqual(file);
  });

  test.each([
    ['CRLF line ends', `${HAND.join('\r\n')}\r\n`],
    ['no end on the last line', HAND.join('\n')],
    ['a byte order mark', `\ufeff${HAND.join('\n')}\n`],
    ['blanks around the objects', HAND.map((line) => `  \t${line}  `).join('\n')],
  ])('%s: the same answers', (_, input) => {
    const { out } = boxperson(['run', '-'], { input: `${HAND.join('\n')}\n` });
    expect(boxperson(['run', '-'], { input })).toEqual({ code: 0, out, err: '' });
    expect(boxperson(['run', fileWith(input)])).toEqual({ code: 0, out, err: '' });
  });

  test('a byte order mark belongs at the start: elsewhere the line is not JSON', () => {
    const { code, out } = boxperson(['run', '-'], { input: `${OPEN}\n\ufeff${SIT}\n` });
    expect(code).toBe(2);
    expect(parseLines(out).map(({ ok }) => ok)).toEqual([true, false]);
  });

  test('blank lines count and get no answer', () => {
    const { code, out } = boxperson(['run', '-'], { input: `\n${OPEN}\n\n  \t\n\r\n${SIT}\n\n` });
    expect(code).toBe(0);
    expect(linesOf(out)).toEqual([2, 6]);
  });

  test.each(['', '\n', '\ufeff', '\n\n  \n'])('nothing to read (%j): nothing answered, exit 0', (input) => {
    expect(boxperson(['run', '-'], { input })).toEqual({ code: 0, out: '', err: '' });
  });

  test.each([[[]], [['--pretty']]])('two runs give the same bytes %j', (options) => {
    const args = ['run', join(examplesFolder, 'crown.jsonl'), ...options];
    const first = boxperson(args);
    expect(first.code).toBe(0);
    expect(boxperson(args)).toEqual(first);
  });

  test('bytes that are no text, NUL and unpaired surrogates crash nothing', () => {
    const junk = Buffer.concat([
      Buffer.from(`${OPEN}\n`),
      Buffer.from([0xff, 0xfe, 0x00, 0x0a]),
      Buffer.from(`{"do":"sit","player":"\\ud800","seat":1,"bankroll":1}\n`),
    ]);
    for (const pretty of [[], ['--pretty']]) {
      const { code, err } = boxperson(['run', '-', ...pretty], { input: junk });
      expect({ code, err }).toEqual({ code: 2, err: '' });
    }
  });
});

describe('long lines', () => {
  const MEGABYTE = 'x'.repeat(1 << 20);

  test('a line of a megabyte is read like any other', () => {
    const input = [
      OPEN,
      `{"do":"sit","player":"${MEGABYTE}","seat":1,"bankroll":5}`,
      `{"do":"${MEGABYTE}"}`,
      MEGABYTE,
      SIT.replace('"seat":1', `${' '.repeat(MEGABYTE.length)}"seat":2`),
    ];
    const { code, out } = boxperson(['run', '-'], { input: input.join('\n') });
    expect(code).toBe(2);
    expect(parseLines(out).map(({ ok }) => ok)).toEqual([true, false, false, false, true]);
    for (const answer of out.split('\n').slice(1, 4)) expect(answer.length).toBeLessThan(250);
  });

  test('a line too long to hold is answered and passed over', () => {
    const tooLong = `{"do":"no-roll","reason":"${'x'.repeat(LINE_LENGTH_MAX)}"}`;
    const input = `${[OPEN, tooLong, SIT, BET, ROLL].join('\n')}\n`;
    for (const args of [
      ['run', '-'],
      ['run', fileWith(input)],
    ]) {
      const { code, out } = boxperson(args, { input });
      expect(code).toBe(2);
      expect(parseLines(out).map(({ ok }) => ok)).toEqual([true, false, true, true, true]);
      expect(parseLines(out)[1]).toMatchObject({ line: 2, refused: { code: 'bad-input' } });
    }
  });
});

describe('what cannot be read', () => {
  test.each([
    ['a missing file', join(folder, 'nowhere.jsonl'), 'there is no such file'],
    ['a folder', folder, 'it is a folder'],
    ['a name that is no name', 'a\u0000b', 'null bytes'],
  ])('%s: exit 2, one line on the error output', (_, path, why) => {
    // A NUL cannot be handed over on a command line: such a name comes from other programs.
    const { code, out, err } = path.includes('\u0000') ? unreadableName(path) : boxperson(['run', path]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^boxperson run: cannot read [^\n]*\n$/);
    expect(err).toContain(why);
  });

  const unreadableName = (path: string) => {
    const text = `import(${JSON.stringify(program.replace('bin/boxperson.js', 'dist/program.js'))}).then(({ runProgram }) => runProgram(['run', ${JSON.stringify(path)}]))`;
    return boxperson([], { nodeArgs: ['--input-type=module', '--eval', text, '--'] });
  };

  test('a folder as standard input: exit 2', () => {
    const stdin = openSync(folder, 'r');
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'run', '-'], {
      stdio: [stdin, 'pipe', 'pipe'],
      encoding: 'utf8',
    });
    closeSync(stdin);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('it is a folder');
  });

  test('escape sequences in a file name do not reach the terminal', () => {
    expect(boxperson(['run', 'x\u001b[31m\u009b2J.jsonl']).err).toMatch(/^[ -~]*\n$/);
  });

  test.each([
    ['no file', ['run'], 'missing required argument'],
    ['an unknown option', ['run', '-', '--prety'], 'Did you mean --pretty?'],
  ])('%s: exit 2', (_, args, hint) => {
    const { code, out, err } = boxperson(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(hint);
  });
});

describe('who reads along', () => {
  const LINES = 20_000;
  const script = (): string => fileWith(`${OPEN}\n${SIT}\n${`${BET}\n${ROLL}\n`.repeat(LINES / 2)}`);
  const start = (args: readonly string[]) =>
    spawn(process.execPath, [program, ...args], { env: plainEnvironment() });
  type Child = ReturnType<typeof start>;
  const ended = (child: Child): Promise<number | null> => new Promise((done) => child.on('close', done));

  test('a reader who goes away early ends it quietly', async () => {
    const child = start(['run', script()]);
    let err = '';
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    child.stdout.once('data', () => child.stdout.destroy());
    expect(await ended(child)).toBe(0);
    expect(err).toBe('');
  });

  test('a slow reader gets every line', async () => {
    const child = start(['run', script()]);
    let pauses = 0;
    let out = '';
    for await (const chunk of child.stdout) {
      out += chunk;
      if (pauses++ < 10) await pause(30);
    }
    expect(child.exitCode ?? (await ended(child))).toBe(0);
    expect(pauses).toBeGreaterThan(10);
    expect(linesOf(out)).toEqual(Array.from({ length: LINES + 2 }, (_, index) => index + 1));
  });

  test('answers come while the script is still being written', async () => {
    const child = start(['run', '-']);
    child.stdin.write(`${OPEN}\n${SIT}\n`);
    const first = await new Promise<string>((done) =>
      child.stdout.once('data', (chunk) => done(String(chunk))),
    );
    expect(linesOf(first)[0]).toBe(1);
    child.stdin.end();
    expect(await ended(child)).toBe(0);
  });
});
