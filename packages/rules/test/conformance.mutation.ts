// The conformance scripts of the game layer again, a chapter at a time: for mutation testing, which has no time for
// two thousand tests. Everything else about the scripts is tested in test/conformance.test.ts.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'vitest';
import { RULEBOOK_IDS } from '../src/rulebook.js';
import { runScript } from '../src/script/run.js';

const EXPECTED = '.expected.jsonl';
const folder = (book: string): URL => new URL(`../../../conformance/${book}/`, import.meta.url);
const read = (book: string, name: string): string =>
  readFileSync(new URL(encodeURIComponent(name), folder(book)), 'utf8');
const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line.trim() !== '');

const namesOf = (book: string): readonly string[] =>
  readdirSync(folder(book))
    .filter((name) => name.endsWith(EXPECTED))
    .map((name) => name.slice(0, -EXPECTED.length));

/** The clause's first two steps: `6.1` of `6.1.3.2.1`, `5(d` of `5(d)`. */
const chapterOf = (name: string): string => /^\d+[.(]\w+/.exec(name)?.[0] ?? name;

function chaptersOf(book: string): readonly (readonly [string, readonly string[]])[] {
  const chapters = new Map<string, string[]>();
  for (const name of namesOf(book))
    chapters.set(chapterOf(name), [...(chapters.get(chapterOf(name)) ?? []), name]);
  return [...chapters];
}

interface Answer {
  readonly refused?: Readonly<Record<string, unknown>>;
}

/** The wording is tested elsewhere; `nearest` counts where it is stated. */
function comparable(answer: Answer, expected: Answer): Answer {
  if (!answer.refused) return answer;
  const { message: _message, ruling: _ruling, nearest, ...refused } = answer.refused;
  return {
    ...answer,
    refused: expected.refused?.['nearest'] === undefined ? refused : { ...refused, nearest },
  };
}

function check(book: string, name: string): void {
  const script = read(book, `${name}.jsonl`);
  if (script.includes('"conduct":true')) return;
  const runner = runScript();
  const answers = script.split('\n').flatMap((text) => runner.play(text)?.answer ?? []);
  const expected = linesOf(read(book, `${name}${EXPECTED}`)).map((text) => JSON.parse(text) as Answer);
  const got = answers.map((answer, i) =>
    comparable(JSON.parse(JSON.stringify(answer)), expected[i] as Answer),
  );
  assert.deepEqual(
    got,
    expected.map((answer) => comparable(answer, answer)),
  );
}

describe.each(RULEBOOK_IDS)('conformance at %s', (book) => {
  test.each(chaptersOf(book))('%s', (_chapter, names) => {
    for (const name of names) check(book, name);
  });
});
