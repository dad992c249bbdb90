import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { registerOf } from '../../src/clauses/index.js';
import { decide, evolve, RULEBOOK_IDS, type RulebookId, saveTable, type Table } from '../../src/index.js';
import {
  clauseIn,
  judge,
  lessonLink,
  readLesson,
  readLessonFile,
  readLessonLink,
  type ScriptText,
  type Situation,
  situationsOf,
  verdictOf,
} from '../../src/school/index.js';

const FOLDER = fileURLToPath(new URL('../../../../conformance/', import.meta.url));

const scriptsOf = (book: RulebookId): readonly ScriptText[] =>
  readdirSync(`${FOLDER}${book}`)
    .filter((name) => !name.endsWith('.expected.jsonl'))
    .map((name) => ({ name, text: readFileSync(`${FOLDER}${book}/${name}`, 'utf8') }));

interface Expected {
  readonly line: number;
  readonly ok: boolean;
  readonly refused?: { readonly code: string };
  readonly events?: readonly { readonly event?: string; readonly must?: boolean }[];
}

/** The answer that was written down by hand for that line of the script. */
function expectedOf({ id }: Situation): Expected {
  const [path, line] = id.split('#') as [string, string];
  return readFileSync(`${FOLDER}${path.replace(/\.jsonl$/, '.expected.jsonl')}`, 'utf8')
    .split('\n')
    .filter((text) => text.trim() !== '')
    .map((text) => JSON.parse(text) as Expected)
    .find((one) => one.line === Number(line)) as Expected;
}

describe.each(RULEBOOK_IDS)('%s', (book) => {
  const situations = situationsOf(book, scriptsOf(book));

  test('there are at least 25 situations, of many kinds, each of its own', () => {
    expect(situations.length).toBeGreaterThanOrEqual(25);
    expect(new Set(situations.map(({ id }) => id)).size).toBe(situations.length);
    expect(new Set(situations.map(({ command }) => command['do'])).size).toBeGreaterThan(10);
    const done = situations.filter((one) =>
      ['done', 'may', 'must'].includes(verdictOf(one.table, one.command)),
    );
    expect(done.length).toBeGreaterThan(situations.length / 5);
    expect(done.length).toBeLessThan((situations.length * 4) / 5);
  });

  test('the answer is what decide says, and what the script says', () => {
    for (const situation of situations) {
      const verdict = verdictOf(situation.table, situation.command);
      const expected = expectedOf(situation);
      if (expected.ok) expect(['done', 'may', 'must'], situation.id).toContain(verdict);
      else if (verdict === 'counts') expect(expected.refused?.code, situation.id).toBe('bad-input');
      else expect(verdict, situation.id).toBe(expected.refused?.code);
      const called = expected.events?.find(({ event }) => event === 'no-roll');
      if (called?.must !== undefined) expect(verdict, situation.id).toBe(called.must ? 'must' : 'may');
    }
  });

  test('one answer of each is right, and a wrong one is caught', () => {
    for (const situation of situations) {
      const judged = situation.choices.map(({ verdict }) => judge(situation, verdict));
      expect(
        judged.filter(({ right }) => right),
        situation.id,
      ).toHaveLength(1);
      expect(new Set(situation.choices.map(({ say }) => say)).size).toBe(situation.choices.length);
      expect(judged[0]?.why.length).toBeGreaterThan(5);
    }
  });

  test('each cites a clause of the book', () => {
    const ids = registerOf(book).map(({ id }) => id.replaceAll('/', ' '));
    for (const situation of situations) expect(ids, situation.id).toContain(clauseIn(situation));
  });

  test('it is told in words: nobody is called p1', () => {
    for (const { asked, stands, before, id } of situations)
      expect([asked, ...stands, ...before].join(' '), id).not.toMatch(/\bp\d\b|undefined|null|\[object/);
  });
});

/** What every school must ask, and where. */
const NAMED: readonly (readonly [RulebookId, string, RegExp])[] = [
  ['crown', 'a die on the rail', /The throw: A die stopped on a rail/],
  ['star', 'a die in the bowl or on the rail', /The throw: .*(?:bowl|rail)/],
  ['adelaide', 'chips struck by the dice', /The throw: .*chips/],
  ['crown', 'a shooter without a line wager', /asks the shooter to place a line wager/],
  ['star-2024', 'somebody else’s Player Card', /presents the player card of/],
  ['star', 'a minimum to be raised', /changes the limits|puts up a sign/],
  ['adelaide', 'a minimum to be raised', /changes the limits|puts up a sign/],
  ['aruze', 'cocked dice in the tumbler', /A die does not lie flat/],
];
test.each(NAMED)('%s: %s', (book, _what, asked) => {
  expect(situationsOf(book, scriptsOf(book)).map((one) => one.asked)).toContainEqual(
    expect.stringMatching(asked),
  );
});

test('it is played out: what changes stands in the table after it', () => {
  for (const book of RULEBOOK_IDS)
    for (const situation of situationsOf(book, scriptsOf(book))) {
      const { after, follows } = judge(situation, 'done');
      const decided = decide(situation.table, situation.command);
      const played = decided.ok ? decided.value.reduce<Table>(evolve, situation.table) : situation.table;
      expect(saveTable(after), situation.id).toEqual(saveTable(played));
      expect(follows.length).toBeGreaterThan(0);
    }
});

describe('a lesson', () => {
  test('goes through its link and back', () => {
    const lesson = { book: 'crown', kind: 'keys', topic: 'buy', level: 'large', seed: 7, count: 20 } as const;
    const read = readLessonLink(new URLSearchParams(lessonLink(lesson)));
    expect(read).toEqual({ ok: true, value: lesson });
  });

  test.each([
    [{}, 'book is missing'],
    [{ book: 'starr', kind: 'keys' }, 'book "starr" is not known; did you mean star?'],
    [{ book: 'star' }, 'kind is missing'],
    [{ book: 'star', kind: 'keys', topic: 'plaice' }, 'topic "plaice" is not known'],
    [{ book: 'adelaide', kind: 'keys', topic: 'horn-high' }, 'topic, at adelaide, "horn-high" is not known'],
    [{ book: 'aruze', kind: 'rolls' }, 'book aruze has no crew'],
    [{ book: 'star', kind: 'rolls', level: 'wild' }, 'level "wild" is not known'],
    [{ book: 'star', kind: 'what-now', seed: -1 }, 'seed -1 must be a whole number'],
    [{ book: 'star', kind: 'rolls', topic: 'buy' }, 'topic "buy" belongs to keys'],
    [{ book: 'star', kind: 'rolls', pages: 3 }, 'a lesson has no field "pages"'],
    ['star', 'a lesson must be an object'],
  ])('%j: %s', (told, fault) => {
    const read = readLesson(told);
    expect(read.ok).toBe(false);
    if (!read.ok) expect(read.refused.message).toContain(fault);
  });

  test('a file that is no JSON is told with its line', () => {
    const read = readLessonFile('{\n  "book": "star",\n  oops\n}');
    expect(read.ok ? '' : read.refused.message).toMatch(/not JSON(?:, line 3)?/);
  });

  test('a link that says a thing twice', () => {
    const read = readLessonLink(new URLSearchParams('book=star&book=crown'));
    expect(read.ok ? '' : read.refused.message).toBe('the link names book twice');
  });
});
