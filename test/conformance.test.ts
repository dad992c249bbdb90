// The conformance scripts, each a test of its own: what every clause of the game makes of a few lines of play.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RULEBOOK_IDS, type RulebookId, rulebook, runScript } from '@boxperson/rules';
import { clauseOf, registerOf } from '@boxperson/rules/clauses';
import { describe, expect, test } from 'vitest';
import {
  type ConformanceScript,
  checkScript,
  compareAnswers,
  findConformance,
  parseName,
  pathOf,
  readConformance,
} from '../packages/cli/src/conformance.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'conformance');
const scripts = readConformance(folder);

const titleOf = (script: ConformanceScript): string => {
  const about = parseName(script.rulebook, script.name);
  return about ? `${script.rulebook} ${about.clause} ${about.slug}` : pathOf(script);
};

describe('conformance', () => {
  test.each(scripts.map((script) => [titleOf(script), script] as const))('%s', (_, script) => {
    expect(checkScript(script)).toBeNull();
  });
});

// Mini Craps is played by the clauses of Crown: a script that both have is named once, as Crown's.
const namesOf = ({ rulebook, name }: ConformanceScript): string[] =>
  [rulebook, rulebook.replace('-mini', '')].map((book) => `conformance/${book}/${name}.jsonl`);

const isNamed = (script: ConformanceScript): boolean => {
  const clause = parseName(script.rulebook, script.name)?.clause ?? '';
  const tests = clauseOf(script.rulebook as RulebookId, clause)?.tests ?? [];
  return namesOf(script).some((path) => tests.includes(path));
};

describe('the registers and the scripts', () => {
  test.each(RULEBOOK_IDS)('%s: every clause that game or table keeps has a script', (book) => {
    const kept = registerOf(book).filter(({ kind }) => kind === 'game' || kind === 'table');
    const without = kept.filter(({ tests }) => !tests.some((path) => path.startsWith('conformance/')));
    expect(kept.length).toBeGreaterThan(0);
    expect(without.map(({ id }) => id)).toEqual([]);
  });

  test('every script is named by its clause in the register', () => {
    expect(scripts.filter((script) => !isNamed(script)).map(pathOf)).toEqual([]);
  });
});

/** The clauses of a rulebook's data under which a wager is won, lost or void. */
const decidingClauses = (book: RulebookId): string[] => {
  const { wagers, bar } = rulebook(book);
  const cited = Object.values(wagers).flatMap((rule) => {
    if (rule === null) return [];
    const barred = 'bar' in rule && bar.wager.value === 'void' ? [rule.bar] : [];
    return [rule.wins, rule.loses, ...barred].flatMap((each) =>
      typeof each === 'string' ? [each] : Object.values(each),
    );
  });
  return [...new Set(cited)];
};

/** The clauses under which a script's wagers were decided when it was played. */
const decidedUnder = ({ script }: ConformanceScript): Set<string | null> => {
  const runner = runScript();
  const played = (script ?? '').split('\n').map((line) => runner.play(line)?.happened);
  return new Set(
    played.flatMap((line) => (line?.did === 'roll' ? line.rolled.settled : [])).map(({ clause }) => clause),
  );
};

describe.each(RULEBOOK_IDS)('the clauses that decide a wager at %s', (book) => {
  test.each(decidingClauses(book))('%s decides one in a script of that name', (clause) => {
    const named = scripts.filter(
      ({ rulebook: folder, name }) => folder === book && parseName(folder, name)?.clause === clause,
    );
    expect(named.some((script) => decidedUnder(script).has(clause))).toBe(true);
  });
});

const SCRIPT = [
  '{"do":"open","rulebook":"star","limits":{"default":{"min":500,"max":10000}}}',
  '',
  '{"do":"sit","player":"p1","seat":1,"bankroll":10000}',
  '{"do":"bet","player":"p1","wager":"pass","amount":400}',
  '{"do":"bet","player":"p1","wager":"pass","amount":1000}',
  '{"do":"roll","dice":[3,4]}',
].join('\n');

const WON = {
  player: 'p1',
  wager: 'pass',
  stake: 1000,
  outcome: 'won',
  winnings: 1000,
  returned: 1000,
  collected: 0,
};
const ANSWERS: readonly Record<string, unknown>[] = [
  { line: 1, ok: true, rulebook: 'star', title: 'The Star Sydney, Craps (earlier rules)' },
  { line: 3, ok: true, balances: { p1: 10000 } },
  { line: 4, ok: false, refused: { code: 'below-minimum', clause: '7.1', nearest: 500 } },
  {
    line: 5,
    ok: true,
    placed: { player: 'p1', wager: 'pass', amount: 1000 },
    commission: 0,
    balances: { p1: 9000 },
  },
  {
    line: 6,
    ok: true,
    total: 7,
    hard: false,
    call: 'natural',
    point: null,
    settled: [WON],
    travelled: [],
    replaced: [],
    warned: [],
    balances: { p1: 11000 },
  },
];

const expectedText = (answers: readonly unknown[]): string =>
  answers.map((answer) => JSON.stringify(answer)).join('\n');
const script = (part: Partial<ConformanceScript> = {}): ConformanceScript => ({
  rulebook: 'star',
  name: '6.1.1.1.1-natural',
  script: SCRIPT,
  expected: expectedText(ANSWERS),
  ...part,
});
const withAnswer = (index: number, answer: unknown): ConformanceScript =>
  script({ expected: expectedText(ANSWERS.with(index, answer as Record<string, unknown>)) });
const refused = (part: Record<string, unknown>): unknown => ({ line: 4, ok: false, refused: part });

describe('the comparison', () => {
  test('passes what is as expected, blank lines and all', () => {
    expect(checkScript(script())).toBeNull();
  });

  test('names the line, the place, what was expected and what came', () => {
    const wrong = { ...ANSWERS[4], settled: [{ ...WON, winnings: 1100 }] };
    const fault = checkScript(withAnswer(4, wrong));
    expect(fault).toMatchObject({
      what: 'the answer differs',
      line: 6,
      at: 'settled[0].winnings',
      played: '{"do":"roll","dice":[3,4]}',
      expected: JSON.stringify(wrong),
    });
    expect(JSON.parse(fault?.got as string)).toEqual(ANSWERS[4]);
  });

  test.each([
    ['a balance', 4, { ...ANSWERS[4], balances: { p1: 11001 } }, 'balances.p1'],
    ['a player too many', 1, { ...ANSWERS[1], balances: { p1: 10000, p2: 0 } }, 'balances.p2'],
    ['a field too many', 1, { ...ANSWERS[1], commission: 0 }, 'commission'],
    ['a field too few', 1, { line: 3, ok: true }, 'balances'],
    ['a settlement too few', 4, { ...ANSWERS[4], settled: [] }, 'settled[0]'],
    ['a settlement too many', 4, { ...ANSWERS[4], settled: [WON, WON] }, 'settled[1]'],
    ['a list for a value', 4, { ...ANSWERS[4], point: [] }, 'point'],
    ['the line number', 1, { ...ANSWERS[1], line: 2 }, 'line'],
    ['a refusal for a yes', 3, refused({ code: 'not-now', clause: '6.1.1' }), 'line'],
    ['the code of a refusal', 2, refused({ code: 'off-unit', clause: '7.1' }), 'refused.code'],
    ['the clause of a refusal', 2, refused({ code: 'below-minimum', clause: '7.2' }), 'refused.clause'],
    ['no clause where one is', 2, refused({ code: 'below-minimum', clause: null }), 'refused.clause'],
    [
      'the nearest amount',
      2,
      refused({ code: 'below-minimum', clause: '7.1', nearest: 600 }),
      'refused.nearest',
    ],
  ])('a wrong expected answer is reported: %s', (_, index, answer, at) => {
    expect(checkScript(withAnswer(index, answer))?.at).toBe(at);
  });

  test('the nearest amount counts only where it is stated, wording and ruling never', () => {
    const answer = (part: Record<string, unknown>) => ({
      refused: { code: 'not-now', clause: null, ...part },
    });
    expect(compareAnswers(answer({}), answer({ message: 'No.', ruling: 'R7', nearest: 5 }))).toBeNull();
    expect(
      compareAnswers(answer({ message: 'Never.', ruling: 'R6' }), answer({ message: 'No.' })),
    ).toBeNull();
    expect(compareAnswers(answer({ nearest: 5 }), answer({}))).toBe('refused.nearest');
  });

  test.each<[string, Partial<ConformanceScript>, string]>([
    ['an answer missing', { expected: expectedText(ANSWERS.slice(0, 4)) }, 'no answer is expected'],
    ['an answer too many', { expected: expectedText([...ANSWERS, { line: 7 }]) }, 'more answers than lines'],
    ['an answer that is not JSON', { expected: `${expectedText(ANSWERS.slice(0, 4))}\n{` }, 'not JSON'],
    ['no expected answers', { expected: null }, '6.1.1.1.1-natural.expected.jsonl is missing'],
    ['no script', { script: null }, 'the script is missing'],
    ['another rulebook', { rulebook: 'star-2024', name: '6.2.1.1.1-x' }, 'does not open star-2024'],
    ['a clause that the rulebook has not', { name: '6.9.9-natural' }, 'begin with a clause of star'],
    ['no slug', { name: '6.1.1.1.1-' }, 'begin with a clause of star'],
    ['a folder that is no rulebook', { rulebook: 'stars' }, 'stars is not a rulebook'],
    [
      'a script that shows nothing',
      { script: SCRIPT.split('\n').slice(0, 3).join('\n'), expected: expectedText(ANSWERS.slice(0, 2)) },
      'no expected answer shows',
    ],
  ])('a fault of the files is reported: %s', (_, part, what) => {
    expect(checkScript(script(part))?.what).toContain(what);
  });
});

const TABLE_SCRIPT = [
  '{"do":"open","conduct":true,"rulebook":"star","seats":2,"limits":{"default":{"min":500,"max":10000}}}',
  '{"do":"staff","person":"s1","role":"stickperson"}',
  '{"do":"sit","player":"p1","seat":1,"bankroll":10000}',
  '{"do":"offer"}',
  '{"do":"offer","by":{"role":"stickperson","id":"s1"}}',
].join('\n');
const TABLE_ANSWERS: readonly Record<string, unknown>[] = [
  { line: 1, ok: true },
  { line: 2, ok: true },
  { line: 3, ok: true, balances: { p1: 10000 } },
  { line: 4, ok: false, refused: { code: 'not-allowed', clause: '3.2' } },
  { line: 5, ok: true, phase: 'offering', events: [{ event: 'dice-offered', player: 'p1' }] },
];
const tableScript = (part: Partial<ConformanceScript> = {}): ConformanceScript =>
  script({
    name: '3.2-offered',
    script: TABLE_SCRIPT,
    expected: expectedText(TABLE_ANSWERS),
    ...part,
  });
const withTableAnswer = (index: number, answer: unknown): ConformanceScript =>
  tableScript({ expected: expectedText(TABLE_ANSWERS.with(index, answer as Record<string, unknown>)) });

describe('the comparison in the table layer', () => {
  test('passes when every stated fact holds, whatever else the answer says', () => {
    expect(checkScript(tableScript())).toBeNull();
  });

  test('the same answers told in part do not pass in the game layer', () => {
    expect(checkScript(withAnswer(1, { line: 3, ok: true }))?.at).toBe('balances');
  });

  test.each<[string, number, unknown, string]>([
    ['a value', 2, { line: 3, ok: true, balances: { p1: 1 } }, 'balances.p1'],
    ['a key that is not there', 2, { line: 3, ok: true, balances: { p2: 1 } }, 'balances.p2'],
    ['a refusal for a yes', 4, refused({ code: 'not-now', clause: '3.2' }), 'line'],
    ['a yes for a refusal', 3, { line: 4, ok: true }, 'ok'],
    [
      'the code of a refusal',
      3,
      { line: 4, ok: false, refused: { code: 'not-now', clause: '3.2' } },
      'refused.code',
    ],
    [
      'the clause of a refusal',
      3,
      { line: 4, ok: false, refused: { code: 'not-allowed', clause: '3.1' } },
      'refused.clause',
    ],
    [
      'a fact of an event',
      4,
      { line: 5, ok: true, events: [{ event: 'dice-offered', player: 'p2' }] },
      'events[0].player',
    ],
    ['an event too few', 4, { line: 5, ok: true, events: [] }, 'events[0]'],
    ['an event too many', 4, { line: 5, ok: true, events: [{}, {}] }, 'events[1]'],
    ['a list for an object', 2, { line: 3, ok: true, balances: [] }, 'balances'],
  ])('a stated fact that does not hold is reported: %s', (_, index, answer, at) => {
    expect(checkScript(withTableAnswer(index, answer))?.at).toBe(at);
  });

  test.each<[string, number, unknown, string]>([
    ['the line', 2, { ok: true }, 'does not state line'],
    ['yes or no', 2, { line: 3 }, 'does not state ok'],
    ['why not', 3, { line: 4, ok: false }, 'does not state refused.code'],
    [
      'the clause of a no',
      3,
      { line: 4, ok: false, refused: { code: 'not-allowed' } },
      'does not state refused.clause',
    ],
    ['anything', 2, [], 'does not state an object'],
  ])('an expected answer that leaves too much unsaid is reported: %s', (_, index, answer, what) => {
    expect(checkScript(withTableAnswer(index, answer))?.what).toContain(what);
  });

  test('a script that shows nothing is reported', () => {
    const nothing = TABLE_ANSWERS.slice(0, 3);
    const part = {
      script: TABLE_SCRIPT.split('\n').slice(0, 3).join('\n'),
      expected: expectedText(nothing.with(0, { line: 1, ok: true, events: [{ event: 'opened' }] })),
    };
    expect(checkScript(tableScript(part))?.what).toContain('no expected answer shows');
  });
});

describe('the name of a script', () => {
  test.each([
    ['star', '6.1.1-before-the-come-out', '6.1.1', 'before-the-come-out'],
    ['star', '1.1_come_out_roll-after-a-7-out', '1.1 come out roll', 'after-a-7-out'],
    ['crown-mini', '3.6.5(a)(i)-natural', '3.6.5(a)(i)', 'natural'],
    ['adelaide', '4(e)_win_(i)-craps', '4(e) win (i)', 'craps'],
  ])('%s %s', (rulebook, name, clause, slug) => {
    expect(parseName(rulebook, name)).toEqual({ clause, slug });
  });
});

const boxperson = (args: readonly string[], cwd = root) => {
  const bin = join(root, 'packages/cli/bin/boxperson.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'conformance', ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { code: status, out: stdout, err: stderr };
};

const inFolder = (run: (folder: string) => void): void => {
  const made = mkdtempSync(join(tmpdir(), 'boxperson-'));
  try {
    mkdirSync(join(made, 'conformance', 'star'), { recursive: true });
    run(made);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
};
const write = (made: string, { name, script: text, expected }: ConformanceScript): void => {
  writeFileSync(join(made, 'conformance/star', `${name}.jsonl`), text as string);
  writeFileSync(join(made, 'conformance/star', `${name}.expected.jsonl`), expected as string);
};

describe('boxperson conformance', () => {
  test('finds the folder from a folder inside the project', () => {
    expect(findConformance(join(root, 'packages/cli/src'))).toBe(folder);
  });

  test('counts per rulebook, and exits 0 when all pass', () => {
    inFolder((made) => {
      write(made, script());
      const { code, out } = boxperson([], made);
      expect(out).toBe('star  1 passed, 0 failed\n1 passed, 0 failed\n');
      expect(code).toBe(0);
    });
  });

  test('tells of the script that fails, and exits 1', () => {
    inFolder((made) => {
      write(made, script());
      write(made, { ...withAnswer(1, { line: 3, ok: true, balances: { p1: 1 } }), name: '7.1-wrong' });
      const { code, out } = boxperson(['--folder', join(made, 'conformance')]);
      expect(out).toContain('FAIL star/7.1-wrong.jsonl line 3: the answer differs at balances.p1');
      expect(out).toContain('1 passed, 1 failed');
      expect(code).toBe(1);
      expect(boxperson(['6.1.1'], made).code).toBe(0);
      const json = JSON.parse(boxperson(['--json', 'wrong'], made).out);
      expect(json).toMatchObject({
        passed: 0,
        failed: 1,
        failures: [{ path: 'star/7.1-wrong.jsonl', line: 3 }],
      });
    });
  });

  test('an expected file without its script is a failure', () => {
    inFolder((made) => {
      const from = join(made, 'conformance/star');
      write(made, script());
      cpSync(join(from, '6.1.1.1.1-natural.expected.jsonl'), join(from, '6.1.1-gone.expected.jsonl'));
      expect(boxperson([], made)).toMatchObject({ code: 1, err: '' });
    });
  });

  test('says so when there is nothing to run, and exits 2', () => {
    inFolder((made) => {
      expect(boxperson(['nothing'], made)).toMatchObject({ code: 2, out: '' });
      expect(boxperson(['--folder', join(made, 'gone')]).err).toContain('is not a folder');
    });
  });
});
