import type { ClauseEntry, ClauseRegister } from '../../src/clauses/register.js';

/** A summary that repeats so many words of the rulebook in a row is a copy. */
const COPIED_WORDS = 8;

// Figures do not count as words: totals and clause numbers are facts, and a list of them is no sentence.
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .match(/\p{L}[\p{L}']*/gu) ?? [];

const runsOf = (words: readonly string[]): string[] =>
  words.slice(COPIED_WORDS - 1).map((_, start) => words.slice(start, start + COPIED_WORDS).join(' '));

/** The entries whose summary repeats the rulebook's own sentence, with the words it repeats. */
export const copiedFrom = (text: string, register: ClauseRegister): string[] => {
  const printed = new Set(runsOf(wordsOf(text)));
  return register.flatMap(({ id, summary }) =>
    runsOf(wordsOf(summary))
      .filter((run) => printed.has(run))
      .map((run) => `${id}: ${run}`),
  );
};

const isKeptByTests = ({ kind }: ClauseEntry): boolean => kind !== 'person' && kind !== 'open';

/** The entries that name no test although code or data keeps them, and the tests named that do not exist. */
export const testFaults = (register: ClauseRegister, exists: (path: string) => boolean): string[] => {
  const silent = register.filter((entry) => isKeptByTests(entry) && entry.tests.length === 0);
  const missing = register.flatMap(({ id, tests }) =>
    tests.filter((path) => !exists(path)).map((path) => `${id}: ${path} does not exist`),
  );
  return [...silent.map(({ id }) => `${id}: names no test`), ...missing];
};
