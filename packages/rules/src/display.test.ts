import { describe, expect, test } from 'vitest';
import { clauseOf, RULINGS } from './clauses/index.js';
import { DISPLAY } from './display.js';
import { RULEBOOK_IDS } from './rulebook.js';
import { RULEBOOKS } from './rulebooks/index.js';

describe.each(RULEBOOK_IDS)('%s: what a display may show', (book) => {
  const { sign, personal, outcomes } = DISPLAY[book];

  test('every word is cited from a clause that the book has', () => {
    for (const { clause } of [sign, outcomes, ...(personal ? [personal] : [])])
      expect(clauseOf(book, clause as string), String(clause)).toBeDefined();
  });

  test('a word for personal limits where the book has them, and none where not', () => {
    expect(personal === null).toBe(RULEBOOKS[book].limits.personal.value === 'none');
  });
});

test('R56 past rolls are shown where the house may: not at crown 9.1, which excepts nobody', () => {
  const shown = RULEBOOK_IDS.map((book) => DISPLAY[book].outcomes.value);
  expect(shown).toEqual(['rolls', 'rolls', 'the-call', 'the-call', 'rolls', 'rolls']);
  expect(RULINGS.find(({ id }) => id === 'R56')?.holds).toEqual([...RULEBOOK_IDS]);
});
