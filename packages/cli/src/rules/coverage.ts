import { RULEBOOK_IDS } from '@boxperson/rules';
import { CLAUSE_KINDS, type ClauseKind, type Coverage, coverage, registerOf } from '@boxperson/rules/clauses';
import { type Colours, entries, section } from './page.js';

const KIND_WORDS: Readonly<Record<ClauseKind, string>> = {
  data: 'a value in the rulebook',
  game: 'kept by the game layer: wagers and dice',
  table: 'kept by the table layer: seats, shooters, phases',
  house: 'kept by the house: records, notices, powers',
  person: 'only a person can do it; shown, not enforced',
  open: 'not built yet',
};

export interface BookCoverage {
  readonly books: readonly string[];
  readonly counts: Coverage;
  readonly total: number;
}

/** One line per text: books that share a register share the line. */
export const countCoverage = (): readonly BookCoverage[] =>
  [...new Set(RULEBOOK_IDS.map(registerOf))].map((register) => ({
    books: RULEBOOK_IDS.filter((id) => registerOf(id) === register),
    counts: coverage(register),
    total: register.length,
  }));

const CELL = 8;

export const coverageText = (lines: readonly BookCoverage[], colours: Colours): string => {
  const names = lines.map(({ books }) => books.join(', '));
  const width = Math.max(...names.map((name) => name.length)) + 2;
  const cells = (values: readonly (string | number)[]): string =>
    values.map((value) => String(value).padStart(CELL)).join('');
  const sum = (of: (line: BookCoverage) => number): number =>
    lines.reduce((total, line) => total + of(line), 0);
  return [
    colours.bold('Clauses per rulebook, by what keeps them'),
    '',
    ' '.repeat(width) + cells([...CLAUSE_KINDS, 'all']),
    ...lines.map(
      ({ counts, total }, index) =>
        (names[index] as string).padEnd(width) + cells([...CLAUSE_KINDS.map((kind) => counts[kind]), total]),
    ),
    'all'.padEnd(width) +
      cells([...CLAUSE_KINDS.map((kind) => sum((line) => line.counts[kind])), sum((line) => line.total)]),
    ...section('Kinds', entries(CLAUSE_KINDS.map((kind) => [kind, KIND_WORDS[kind]])), colours),
  ].join('\n');
};
