import { clauseOf, registerOf } from '@boxperson/rules/clauses';
import { describe, expect, it } from 'vitest';
import { BY_THE_BOOK, clausesFor, MOMENTS, NOT_SHOWN, STAFFED_BOOKS } from '../src/crew/book/by-the-book.js';
import { CONSOLES } from '../src/crew/stations.js';

describe.each(STAFFED_BOOKS)('%s: what is left to people', (book) => {
  const shown = BY_THE_BOOK[book];

  it('every clause that is shown is in the register, and a person, the table or the house keeps it', () => {
    const kinds = shown.map(({ clause }) => [clause, clauseOf(book, clause)?.kind]);
    expect(kinds.filter(([, kind]) => kind !== 'person' && kind !== 'table' && kind !== 'house')).toEqual([]);
    expect(new Set(shown.map(({ clause }) => clause)).size).toBe(shown.length);
  });

  it('every clause that only people keep is shown, or says why not', () => {
    const known = new Set([...shown.map(({ clause }) => clause), ...Object.keys(NOT_SHOWN[book])]);
    const silent = registerOf(book).filter(({ id, kind }) => kind === 'person' && !known.has(id));
    expect(silent.map(({ id }) => id)).toEqual([]);
    for (const [clause, reason] of Object.entries(NOT_SHOWN[book])) {
      expect(clauseOf(book, clause)?.kind, clause).toBe('person');
      expect(reason.length, clause).toBeGreaterThan(5);
      expect(shown.map((one) => one.clause)).not.toContain(clause);
    }
  });

  it('each is before somebody’s eyes at some moment', () => {
    const seen = MOMENTS.flatMap((moment) =>
      CONSOLES.flatMap((console) => clausesFor(book, console, [moment])),
    );
    expect(shown.map(({ clause }) => clause).filter((clause) => !seen.includes(clause))).toEqual([]);
  });
});
