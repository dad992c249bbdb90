import { describe, expect, it } from 'vitest';
import { extractCrown } from './extract-crown.js';

const TEXT = [
  '1\tWORDS..... 1',
  '\tDIAGRAM A 30',
  '1 WORDS',
  '1.1 Here:-',
  "'Don't Push' means 'not to push' the table.",
  "'Stick' means:",
  '- (a) **a place;**',
  '- (b) **a tool.**',
  '- 1.2 See the Act¹.',
  ' - 1.2.1 A clause before the note:',
  '¹ Section 66 says:',
  '66. Signs',
  '(1) A house must—',
  '...',
  '(c) have one.',
  '(2) A sign is large.',
  '2 PLAY OF THE GAME',
  '- 2.1 A list:',
  ' - (a) with parts:',
  ' - (i) one:',
  '- **first;**',
  '',
  ' - second.',
  '- (ii) two.',
  '- (b) In a row:',
  ...['c', 'd', 'e', 'f', 'g', 'h', 'i'].map((letter) => `(${letter}) and so on`),
  '(i) deeper',
  'Place Bets\t9 to 5',
  'Diagram A',
];

describe('the extractor of crown', () => {
  it('reads headings, clauses, terms, the footnote, letters, romans, bullets and the diagram', () => {
    const ids = [
      "1|1.1|1.1 don't push|1.1 stick|1.1 stick (a)|1.1 stick (b)|1.2|1.2.1",
      '1.2 footnote 66(1)(c)|1.2 footnote 66(2)|2|2.1|2.1(a)|2.1(a)(i)|2.1(a)(i)/1|2.1(a)(i)/2|2.1(a)(ii)',
      '2.1(b)|2.1(c)|2.1(d)|2.1(e)|2.1(f)|2.1(g)|2.1(h)|2.1(i)|2.1(i)(i)|Diagram A',
    ];
    expect(extractCrown(TEXT.join('\n')).join('|')).toBe(ids.join('|'));
  });

  it('stops at a gap in the numbers', () => {
    const withGap = TEXT.filter((line) => !line.includes('1.1 '));
    expect(() => extractCrown(withGap.join('\n'))).toThrow('1.2 does not follow 1');
  });

  it('stops at a gap in a list', () => {
    const withGap = TEXT.filter((line) => !line.includes('(i) one'));
    expect(() => extractCrown(withGap.join('\n'))).toThrow('(ii) does not follow (a)()');
  });
});
