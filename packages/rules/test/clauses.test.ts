import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  CLAUSE_KINDS,
  type ClauseEntry,
  type ClauseRegister,
  clauseOf,
  coverage,
  registerOf,
} from '../src/clauses/index.js';
import { RULEBOOK_IDS } from '../src/rulebook.js';
import { copiedFrom, testFaults } from './clauses/check.js';
import { EXTRACTORS, TEXTS, type TextName } from './clauses/extract.js';
import { extractStar } from './clauses/extract-star.js';

/** Until the entries name their tests, the check that they do is held back. */
const TESTS_ARE_NAMED = true;

const SUMMARY_MAX = 110;

const root = new URL('../../../', import.meta.url);
const seeds = new URL('../shared/seeds/', root);
const textOf = (name: TextName): string => readFileSync(new URL(`${name}.txt`, seeds), 'utf8');
const committedIds = (name: TextName): string[] =>
  readFileSync(new URL(`clauses/ids/${name}.txt`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
const idsOf = (register: ClauseRegister): string[] => register.map(({ id }) => id);

describe.each(TEXTS)('clause register of %s', (name) => {
  const register = registerOf(name);

  it('has every clause of the committed list once, in its order', () => {
    expect(idsOf(register)).toEqual(committedIds(name));
    expect(new Set(idsOf(register)).size).toBe(register.length);
  });

  it('says of every clause what it asks, briefly', () => {
    const faults = register.filter(({ summary }) => summary.trim() === '' || summary.length > SUMMARY_MAX);
    expect(faults).toEqual([]);
  });

  it('gives every clause a kind', () => {
    const counts = coverage(register);
    expect(Object.keys(counts)).toEqual([...CLAUSE_KINDS]);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(register.length);
  });

  it.runIf(TESTS_ARE_NAMED)('names the tests that keep each clause', () => {
    expect(testFaults(register, (path) => existsSync(new URL(path, root)))).toEqual([]);
  });
});

describe.runIf(existsSync(seeds)).each(TEXTS)('text of %s', (name) => {
  it('has the clauses of the committed list', () => {
    expect(EXTRACTORS[name](textOf(name))).toEqual(committedIds(name));
  });

  it('is not copied into the summaries', () => {
    expect(copiedFrom(textOf(name), registerOf(name))).toEqual([]);
  });
});

describe('looking up a clause', () => {
  it('finds the entry by rulebook and id', () => {
    expect(clauseOf('star', '6.1.2.3')?.kind).toBe('game');
    expect(clauseOf('star-2024', '6.2.2.3')?.kind).toBe('game');
    expect(clauseOf('aruze', '3.9.10.3')?.kind).toBe('game');
  });

  it('knows no clause of another rulebook', () => {
    expect(clauseOf('star', '6.2.2.3')).toBeUndefined();
    expect(clauseOf('star', '__proto__')).toBeUndefined();
  });

  it('has a register for every rulebook, and one for both games of crown', () => {
    for (const book of RULEBOOK_IDS) expect(registerOf(book).length).toBeGreaterThan(0);
    expect(registerOf('crown-mini')).toBe(registerOf('crown'));
  });
});

describe('the extractor of the star style', () => {
  const text = [
    '## Contents',
    '1. Words.....\t2',
    '2. Play.....\t3',
    'DIAGRAM A.....\t9',
    '# 1. Words',
    '1.1 Here:',
    '**"7 Out"** is a seven;',
    '“**Hard**” is a pair, and',
    '"so on" is a term too.',
    '## **2. Play**',
    '- 2.1. First, "quoted" words',
    '"at a line\'s start" are no term here.',
    '  - 2.1.1 and deeper, with a list:',
    '- i) one',
    '- ii) two',
    '- 2.1.2 with figures:',
    '1. one',
    '2. two',
    '### 3. Prizes',
    '- 2.1 numbered again by mistake',
    '- 2.2 and so on; 3.1 is no clause in the middle of a line',
    'odds\t7.5 to 1',
    'DIAGRAM A  ',
  ];

  it('reads headings, clauses, terms, items and the diagram', () => {
    const ids = '1|1.1|1.1 7 out|1.1 hard|1.1 so on|2|2.1|2.1.1|2.1.1(i)|2.1.1(ii)|2.1.2|2.1.2(1)|2.1.2(2)';
    expect(extractStar(text.join('\n')).join('|')).toBe(`${ids}|3|3/2.1|3/2.2|Diagram A`);
  });

  it('stops at a gap in the numbers', () => {
    const withGap = text.filter((line) => !line.includes('2.1.1'));
    expect(() => extractStar(withGap.join('\n'))).toThrow('2.1.2 does not follow 2.1');
  });

  it('stops at a gap in a list', () => {
    const withGap = text.filter((line) => !line.includes('i) one'));
    expect(() => extractStar(withGap.join('\n'))).toThrow('ii is out of turn in 2.1.1');
  });
});

describe('the checks of a register', () => {
  const entry = (part: Partial<ClauseEntry>): ClauseEntry => ({
    id: '1.1',
    summary: 'A short one.',
    kind: 'open',
    tests: [],
    ...part,
  });
  const text = 'Every player shall, before the 2 or 3\ndice aren’t offered, stand up; and then sit.';

  it('finds eight words in a row of the text, whatever the marks between them', () => {
    const summary =
      "Players, before the five or so dice aren't offered, stand; before the or dice AREN'T offered: stand up";
    expect(copiedFrom(text, [entry({ summary })])).toEqual([
      "1.1: before the or dice aren't offered stand up",
    ]);
  });

  it('lets seven words in a row pass, and figures between them', () => {
    const summary = "Before the 2 or 3 dice aren't offered, 8 10 12 stand.";
    expect(copiedFrom(text, [entry({ summary })])).toEqual([]);
  });

  it('wants a test for what code or data keeps, and none for persons and open clauses', () => {
    const register = CLAUSE_KINDS.map((kind) => entry({ id: kind, kind }));
    expect(testFaults(register, () => true)).toEqual(
      ['data', 'game', 'table', 'house'].map((id) => `${id}: names no test`),
    );
  });

  it('wants the tests it names to exist', () => {
    const register = [entry({ kind: 'game', tests: ['here.test.ts', 'gone.test.ts'] })];
    expect(testFaults(register, (path) => path === 'here.test.ts')).toEqual([
      '1.1: gone.test.ts does not exist',
    ]);
  });
});
