import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EVENT_NAMES, RULEBOOK_IDS, runScript, VERB_HELP } from '@boxperson/rules';
import { describe, expect, test } from 'vitest';
import { coloursFor } from '../src/colours.js';
import { makeAccount } from '../src/pretty/index.js';
import { makeTime } from '../src/pretty/sayings.js';
import { columnsOf, PAGE_WIDTH } from '../src/pretty/text.js';
import { boxperson, isUpdating, parseLines, project, readExample, tableExampleNames } from './run.helper.js';

const PLAIN = coloursFor({}, {});
const COLOURED = coloursFor({}, { FORCE_COLOR: '1' });
const ESCAPE = String.fromCharCode(27);
const withoutColours = (text: string): string => text.replaceAll(new RegExp(`${ESCAPE}\\[\\d+m`, 'g'), '');

function account(script: string, colours = PLAIN): string {
  const runner = runScript();
  const { tell, end } = makeAccount(colours);
  const told = script.split('\n').map((line) => {
    const played = runner.play(line);
    return played === null ? '' : tell(played, line);
  });
  return told.join('') + end();
}

const golden = (name: string): string => fileURLToPath(new URL(`golden/${name}.txt`, import.meta.url));

/** Compares with the text kept in golden/; UPDATE_DOCS=1 keeps the new one. Read what changed before committing it. */
function expectGolden(name: string, text: string): void {
  if (isUpdating) writeFileSync(golden(name), text);
  expect(existsSync(golden(name))).toBe(true);
  expect(text).toBe(readFileSync(golden(name), 'utf8'));
}

describe('examples of whole tables', () => {
  test('there is one for every rulebook', () => {
    expect([...tableExampleNames].sort()).toEqual(RULEBOOK_IDS.map((id) => `${id}-table`).sort());
  });

  test.each(tableExampleNames)('%s: a whole hand with its conduct, read without fault', (name) => {
    const { code, out } = boxperson(['run', join('examples', `${name}.jsonl`)]);
    const answers = parseLines(out);
    const codes = answers.flatMap(({ refused }) => (refused as { code: string } | undefined)?.code ?? []);
    const events = answers.flatMap(({ events = [] }) => events as { event: string; call?: string }[]);
    expect(code).toBe(0);
    expect(answers[0]).toMatchObject({ ok: true, rulebook: name.replace(/-table$/, '') });
    expect(answers.at(-1)).toMatchObject({ ok: true });
    expect(codes.length).toBeGreaterThan(2);
    expect(codes).not.toContain('bad-input');
    expect(events.map(({ call }) => call)).toEqual(expect.arrayContaining(['point-set', 'seven-out']));
    expect(events.map(({ event }) => event)).toContain('dice-passed');
    expect(new Set(events.map(({ event }) => event)).size).toBeGreaterThan(12);
  });
});

describe('the account of a table', () => {
  test.each(['star-table', 'aruze-table'])('%s is the one in golden/', (name) => {
    expectGolden(name, account(readExample(name)));
  });

  test.each(tableExampleNames)('%s: colours change nothing but colours', (name) => {
    const text = account(readExample(name), COLOURED);
    expect(text).not.toBe(withoutColours(text));
    expect(withoutColours(text)).toBe(account(readExample(name)));
  });

  test('the program prints it', () => {
    const { code, out, err } = boxperson(['run', '-', '--pretty'], { input: readExample('crown-table') });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(account(readExample('crown-table')));
  });
});

/** Scripts in which, together, everything happens that can happen at a table. */
const folder = join(project, 'packages', 'rules', 'test', 'table', 'golden');
const scripts = readdirSync(folder)
  .filter((file) => file.endsWith('.script.jsonl'))
  .map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const);

describe.each(scripts)('%s', (_file, script) => {
  const text = account(script);

  test('no line is wider than the page, and none says undefined', () => {
    for (const line of text.split('\n')) expect(columnsOf(line), line).toBeLessThanOrEqual(PAGE_WIDTH);
    expect(text).not.toMatch(/undefined|NaN|null|\[object/);
  });

  test('every event is told in words, not by its name', () => {
    const ids = EVENT_NAMES.filter((name) => name.includes('-'));
    for (const id of ids) expect(text).not.toContain(id);
  });

  test('what people won and lost is what the house lost and won', () => {
    const [, end] = text.split('── The end') as [string, string];
    const nets = [...end.matchAll(/ {2}([+-]\$[\d,.]+|even)(?: {2}|$)/gm)].map(([, net = '']) =>
      net === 'even' ? 0 : Math.round(100 * Number(net.replace(/[$,]/g, ''))),
    );
    expect(nets.length).toBeGreaterThan(2);
    expect(nets.reduce((sum, net) => sum + net, 0)).toBe(0);
  });
});

describe('what is said', () => {
  const star = (...lines: readonly object[]): string =>
    account(
      [
        {
          do: 'open',
          conduct: true,
          rulebook: 'star',
          limits: { default: { min: 500, max: 100_000 } },
          at: 60_000,
        },
        { do: 'staff', person: 's1', role: 'stickperson' },
        { do: 'staff', person: 'b1', role: 'boxperson' },
        { do: 'sit', player: 'ann', seat: 1, bankroll: 50_000 },
        ...lines,
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    );
  const stick = { role: 'stickperson', id: 's1' };
  const box = { role: 'boxperson', id: 'b1' };

  test('times run from the opening of the table', () => {
    expect([0, 1_000, 61_500, 1_199_999, 7_200_000].map((at) => makeTime(at, { openedAt: 0 }))).toEqual([
      '00:00',
      '00:01',
      '01:01.500',
      '19:59.999',
      '120:00',
    ]);
    const limits = { default: { min: 1_000, max: 100_000 } };
    const told = star({ do: 'post-sign', limits, from: 1_320_000, at: 120_000, by: box });
    expect(told).toContain('b1       01:00 puts up a sign: from 21:00 $10 to $1,000 (§ 7.5)');
  });

  test('a refusal names who asked, players and staff, and the clause', () => {
    const told = star({ do: 'throw', player: 'ann' }, { do: 'order-pass', ground: 'delay', by: stick });
    expect(told).toMatch(
      /ann {6}sits at[^\n]*\n {12}refused: throw does not fit now: nobody has the dice\. It fits while/m,
    );
    expect(told).toMatch(
      /^ {3}s1 {7}refused: To order the shooter to pass the dice takes a Boxperson or above\.$/m,
    );
    expect(told).toContain('not-allowed · § 3.7.2 · line 6');
  });

  test('somebody who is not at the table asks as a line of the script', () => {
    const told = star({ do: 'offer', by: { role: 'stickperson', id: 'a stranger' } });
    expect(told).toMatch(/^ {3}line 5 +refused: a stranger is not at this table as stickperson\.$/m);
  });

  test('questions are answered: the layout with the dice, what somebody may do, the clock', () => {
    const told = star(
      { do: 'offer', by: stick },
      { do: 'layout' },
      { do: 'options', player: 'ann' },
      { do: 'options', by: stick },
      { do: 'tick', at: 90_000 },
    );
    expect(told).toContain('offering: the dice are offered to ann');
    expect(told).toContain('dice: bowl 1a 1b 1c 1d 1e');
    expect(told).toMatch(/What ann may do, come out[^\n]*\n {3}acts: accept, decline/);
    expect(told).toMatch(/What s1 may do/);
    expect(told).toContain('clock    00:30');
  });

  // What a table takes since it refuses control characters, and what it refuses: both are printed.
  test.each([
    ['taken', 'red\u202e', 'x'.repeat(70), 'records of'],
    ['refused', `${ESCAPE}[31mred\u202e\u0007`, 'x'.repeat(5_000), 'none of them a control character'],
  ])(
    'names, cards, notes and reasons from outside that are %s play no tricks on the terminal',
    (_, nasty, long, says) => {
      const told = account(
        [
          {
            do: 'open',
            conduct: true,
            rulebook: 'star-2024',
            limits: { default: { min: 500, max: 100_000 } },
          },
          { do: 'staff', person: nasty, role: 'boxperson' },
          { do: 'staff', person: long, role: 'boxperson' },
          { do: 'sit', player: nasty, person: long, seat: 1, bankroll: 50_000 },
          { do: 'card', player: nasty, card: nasty + long, holder: long },
          { do: 'bet', player: nasty, wager: 'field', amount: 500 },
          {
            do: 'refuse-wager',
            player: nasty,
            wager: 'field',
            reason: nasty + long,
            by: { role: 'boxperson', id: nasty },
          },
          {
            do: 'record-measure',
            player: nasty,
            measure: 'detain',
            note: nasty,
            by: { role: 'boxperson', id: long },
          },
          { do: 'close', by: { role: nasty, id: long } },
          { do: nasty, by: { id: nasty } },
        ]
          .map((line) => JSON.stringify(line))
          .join('\n'),
      );
      expect(told).toContain(says);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
      expect(told).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      for (const line of told.split('\n')) expect(columnsOf(line), line).toBeLessThanOrEqual(PAGE_WIDTH);
    },
  );
});

describe('boxperson run --help', () => {
  const { out } = boxperson(['run', '--help']);

  test('lists every verb of the table layer with its one line', () => {
    const flat = out.replaceAll(/\s+/g, ' ');
    for (const [name, help] of Object.entries(VERB_HELP)) {
      expect(out).toMatch(new RegExp(`^ {2}${name} `, 'm'));
      expect(flat).toContain(` ${name} ${help}`);
    }
    for (const name of ['layout', 'options', 'tick']) expect(out).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  });
});
