import { describe, expect, it } from 'vitest';
import { extractAdelaide } from './extract-adelaide.js';

const TEXT = [
  '## 1. WORDS',
  '“7 Up” shall mean a drink.',
  '#### 2. WAGERS',
  '- (a) "High" is a wager.',
  '---',
  '**2. WAGERS (Cont)**',
  'The High Bet shall win if:',
  '- (i) a six shows; or',
  '  - (ii) two do.',
  'The High Bet shall lose if:',
  '- (i) a one shows.',
  '- (b) Another, when:',
  '  - (i) it is asked for.',
  '- Note:** (b) is rare.',
  '(c) <b>PAYS</b>',
  '**2. WAGERS (Cont)**',
  '(c) <b>PAYS</b>',
  '- (d) The last.',
  'Only these are taken.',
  '**3. DICE**',
  'Two of them.',
];

describe('the extractor of adelaide', () => {
  it('reads sections once, terms, letters, win and lose lists and sentences without a letter', () => {
    const wagers = '2|2(a)|2(a) win (i)|2(a) win (ii)|2(a) lose (i)|2(b)|2(b)(i)|2 Note|2(c)|2(d)|2 only';
    expect(extractAdelaide(TEXT.join('\n')).join('|')).toBe(`1|1 7 up|${wagers}|3`);
  });

  it('stops at a lost section', () => {
    const withGap = TEXT.map((line) => line.replace('3. DICE', '4. DICE'));
    expect(() => extractAdelaide(withGap.join('\n'))).toThrow('4 does not follow 2');
  });

  it('stops at a letter given twice on one page', () => {
    const twice = TEXT.flatMap((line) => (line.startsWith('- (b)') ? [line, line] : [line]));
    expect(() => extractAdelaide(twice.join('\n'))).toThrow('(b) does not follow (b)()');
  });
});
