import { describe, expect, test } from 'vitest';
import { isHard, THROWS, TOTALS, totalOf } from './dice.js';
import { inWords, sayTotal } from './totals.js';

describe('what the dice show, in words', () => {
  test('is one word for each total, and for a single part', () => {
    expect(TOTALS.map(inWords).join(' ')).toBe('two three four five six seven eight nine ten eleven twelve');
    expect(inWords(1)).toBe('one');
  });

  test('names the hard way for four throws and no other pair', () => {
    const said = THROWS.filter(isHard).map((dice) => sayTotal({ total: totalOf(dice), hard: true }));
    expect(said).toEqual([
      'two',
      'four the hard way',
      'six the hard way',
      'eight the hard way',
      'ten the hard way',
      'twelve',
    ]);
    for (const total of TOTALS) expect(sayTotal({ total, hard: false })).toBe(inWords(total));
  });
});
