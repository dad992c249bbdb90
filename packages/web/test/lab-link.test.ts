import { LIBRARY } from '@boxperson/odds';
import { RULEBOOK_IDS, type RulebookId } from '@boxperson/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pack } from '../src/lab/files.js';
import { isSame, readField, readRow, saidAt, saidInRow, showField, showRow } from '../src/lab/form-values.js';
import {
  COMPARED_MAX,
  type Comparison,
  type Entry,
  LINK_MAX,
  makeLink,
  NOTHING_COMPARED,
  READ_MAX,
  readEntry,
  readLink,
  type Setup,
  START,
} from '../src/lab/link.js';
import { libraryText } from '../src/lab/strategy-text.js';

const SIGN = '{ "limits": { "default": { "min": 1000, "max": 50000 } } }';
const entry = (name: string, book: RulebookId, sign = ''): Entry => ({ text: libraryText(name), book, sign });
const SETUP: Setup = { ...entry('martingale', 'crown', SIGN), seed: '77', rolls: '1e9' };
const COMPARED: Comparison = {
  entries: [
    entry('inside-regress', 'crown'),
    entry('pass-flat', 'aruze', SIGN),
    entry('pass-flat', 'star'),
    entry('inside-regress', 'crown'),
  ],
  rolls: '120',
  evening: 3,
};

const packed = (setup: Setup, comparison: Comparison): string => {
  const made = makeLink(setup, comparison);
  if (!made.ok) throw new Error(made.fault);
  expect(made.leftOut).toBe('');
  return made.packed;
};
/** A link as somebody might have changed it. */
const changed = (change: object): string => pack({ ...SETUP, ...change });
const row = (file: unknown, more = {}) => ({ book: 'star', file, ...more });
const compare = (rows: unknown, more = {}) => ({ compare: { rows, rolls: '120', evening: 3, ...more } });
const PASS = { name: 'mine', wagers: [{ wager: 'pass', amount: 1000 }] };

describe('a link to strategies', () => {
  it('brings back the strategy, the table and the comparison: the same rows in the same order', () => {
    const { setup, comparison, faults } = readLink(packed(SETUP, COMPARED));
    expect(faults).toEqual([]);
    expect(setup).toEqual(SETUP);
    expect(comparison.rolls).toBe('120');
    expect(comparison.evening).toBe(3);
    expect(comparison.entries.map(readEntry)).toEqual(COMPARED.entries.map(readEntry));
    expect(comparison.entries.every((one) => readEntry(one).ok)).toBe(true);
  });

  it('carries every strategy of the library at every book', () => {
    for (const { name } of LIBRARY) {
      const entries = RULEBOOK_IDS.slice(0, COMPARED_MAX).map((book) => entry(name, book));
      const { comparison, faults } = readLink(packed(START, { ...COMPARED, entries }));
      expect(faults, name).toEqual([]);
      expect(comparison.entries.map(readEntry), name).toEqual(entries.map(readEntry));
    }
  });

  it('is another link when any of it is another', () => {
    const first = COMPARED.entries[0] as Entry;
    const others: readonly (readonly [Setup, Comparison])[] = [
      [{ ...SETUP, text: '{}' }, COMPARED],
      [{ ...SETUP, book: 'star' }, COMPARED],
      [{ ...SETUP, sign: '' }, COMPARED],
      [{ ...SETUP, seed: '78' }, COMPARED],
      [{ ...SETUP, rolls: '5' }, COMPARED],
      [SETUP, { ...COMPARED, rolls: '121' }],
      [SETUP, { ...COMPARED, evening: 4 }],
      [SETUP, { ...COMPARED, entries: [...COMPARED.entries].slice(1) }],
      [SETUP, { ...COMPARED, entries: [entry('iron-cross', 'crown')] }],
      [SETUP, { ...COMPARED, entries: [first] }],
      [SETUP, { ...COMPARED, entries: [{ ...first, book: 'star' }] }],
      [SETUP, { ...COMPARED, entries: [{ ...first, sign: SIGN }] }],
    ];
    const read = [[SETUP, COMPARED] as const, ...others].map(([setup, comparison]) =>
      JSON.stringify(readLink(packed(setup, comparison))),
    );
    expect(new Set(read).size).toBe(read.length);
  });

  it('keeps what was typed wrong', () => {
    const typed = { ...SETUP, text: '{ "name": ', seed: 'many', sign: '{' };
    expect(readLink(packed(typed, { ...COMPARED, rolls: 'x' }))).toMatchObject({
      setup: typed,
      comparison: { rolls: 'x' },
      faults: [],
    });
  });

  it('opens when it is older than the comparison', () => {
    const old =
      'eyJ0ZXh0Ijoie1wibmFtZVwiOlwib2xkXCIsXCJ3YWdlcnNcIjpbe1wid2FnZXJcIjpcInBhc3NcIixcImFtb3VudFwiOjEwMDB9XX0iLCJib29rIjoiY3Jvd24iLCJzaWduIjoiIiwic2VlZCI6IjkiLCJyb2xscyI6IjEwMDAifQ';
    expect(readLink(old)).toEqual({
      setup: {
        text: '{"name":"old","wagers":[{"wager":"pass","amount":1000}]}',
        book: 'crown',
        sign: '',
        seed: '9',
        rolls: '1000',
      },
      comparison: NOTHING_COMPARED,
      faults: [],
    });
    // And without a comparison nothing about links has changed.
    expect(packed(SETUP, NOTHING_COMPARED)).toBe(pack(SETUP));
  });

  it('says so when it is cut off, wherever that is', () => {
    const whole = packed(SETUP, COMPARED);
    for (let letters = 1; letters < whole.length; letters += 97) {
      const { setup, comparison, faults } = readLink(whole.slice(0, letters));
      expect(setup).toBe(null);
      expect(comparison).toBe(NOTHING_COMPARED);
      expect(faults).toEqual(['This link holds no strategy that can be read: it is cut off or was changed.']);
    }
  });

  it('takes what is right with it and tells the rest', () => {
    const told = (change: object) => readLink(changed(change));
    expect(told({ book: 'venice', seed: 5 })).toMatchObject({
      setup: { text: SETUP.text, book: START.book, seed: START.seed, rolls: SETUP.rolls },
      faults: [
        'This link does not tell the seed: the usual is taken.',
        'This link names “venice”; there are star, star-2024, crown, crown-mini, adelaide, aruze.',
      ],
    });
    const broken = told(
      compare([row(PASS), row({ ...PASS, wagers: [{ wager: 'pas', amount: 1000 }] }), 7, row(PASS)]),
    );
    expect(broken.comparison.entries).toHaveLength(2);
    expect(broken.faults).toHaveLength(2);
    expect(broken.faults[0]).toMatch(
      /^Strategy 2 of the comparison is left out: it cannot be played: wagers\[0\]\.wager: "pas" .* did you mean pass\?$/,
    );
    expect(broken.faults[1]).toBe('Strategy 3 of the comparison is left out: it cannot be read.');
    expect(told(compare([row(PASS, { sign: { limits: 3 } })])).faults[0]).toMatch(/cannot be played: sign: /);
    expect(told(compare([row(PASS, { book: 'venice' })])).faults[0]).toMatch(/it names “venice”; there are/);
    expect(told(compare('all')).faults).toEqual([
      'The comparison in this link cannot be read: it is left out.',
    ]);
    const six = told(compare(Array.from({ length: 6 }, () => row(PASS))));
    expect(six.comparison.entries).toHaveLength(COMPARED_MAX);
    expect(six.faults).toEqual(['This link compares 6 strategies, and 4 are shown: the first 4.']);
    for (const evening of [0, 1.5, '2', null, undefined, 1e12])
      expect(told(compare([row(PASS)], { evening })), `${evening}`).toMatchObject({
        comparison: { evening: 1, entries: [{ book: 'star' }] },
        faults: ['This link does not tell which evening is drawn: evening 1 is.'],
      });
    expect(told(compare([row(PASS)], { rolls: 120 })).faults).toEqual([
      'This link does not tell the rolls in an evening: 300 are taken.',
    ]);
  });

  it('is not made too long, and not read when it is', () => {
    const long = (letters: number): Entry => ({
      ...entry('pass-flat', 'star'),
      text: JSON.stringify({ ...PASS, about: 'x'.repeat(letters) }),
    });
    const made = makeLink(SETUP, { ...COMPARED, entries: [long(LINK_MAX)] });
    expect(made.ok && made.packed).toBe(pack(SETUP));
    expect(made.ok && made.leftOut).toMatch(
      /^It is without the comparison, which would make it 4\d,\d{3} letters, and a link holds 32,000: /,
    );
    const none = makeLink({ ...SETUP, ...long(LINK_MAX) }, COMPARED);
    expect(none.ok).toBe(false);
    expect(!none.ok && none.fault).toMatch(/^The strategy is too long for a link: 4\d,\d{3} letters/);
    const { setup, faults } = readLink(pack({ ...SETUP, ...long(READ_MAX) }));
    expect(setup).toBe(null);
    expect(faults[0]).toMatch(/^This link is 33\d,\d{3} letters long; up to 250,000 are read\./);
  });

  it('never breaks the page, whatever stands in it', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map(pack),
          fc.jsonValue().map((value) => changed({ compare: value })),
        ),
        (text) => {
          const { setup, comparison, faults } = readLink(text);
          expect(setup !== null || faults.length > 0).toBe(true);
          expect(comparison.entries.every((one) => readEntry(one).ok)).toBe(true);
        },
      ),
    );
  });
});

describe('fields of the form', () => {
  it('show every amount and count so that it is read again as it was', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.constantFrom('dollars', 'count'), (value, kind) => {
        expect(readField(showField(value, kind), kind)).toBe(value);
      }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1e6 })),
        fc.constantFrom('dollars', 'count'),
        (row, kind) => {
          expect(readRow(showRow(row, kind), kind)).toEqual(row);
        },
      ),
    );
  });

  it('give what is no number to the text as it was typed', () => {
    expect(['2.50', ' $1,000 ', '2.', 'ten', '', ' '].map((text) => readField(text, 'dollars'))).toEqual([
      250,
      100_000,
      '2.',
      'ten',
      undefined,
      undefined,
    ]);
    expect(readRow('1, 2;4  x 1.5,', 'count')).toEqual([1, 2, 4, 'x', '1.5']);
    expect(showRow([1, 'x'], 'count')).toBe('1, x');
    expect([showField({ 6: 5 }, 'count'), showField(undefined, 'count'), showField(null, 'count')]).toEqual([
      '{"6":5}',
      '',
      'null',
    ]);
    expect(isSame(readRow(showRow(['a', 3], 'count'), 'count'), ['a', 3])).toBe(true);
  });

  it('find what is said against them, and nothing else', () => {
    const faults = [
      'wagers[0].amount: no',
      'wagers[0].amounts: other',
      'wagers[0].amount.6: six',
      'a[1]: b: c',
    ];
    expect(saidAt(faults, 'wagers[0].amount')).toEqual(['no']);
    expect(saidAt(faults, 'wagers[0]')).toEqual([]);
    expect(saidInRow(faults, 'a')).toEqual(['number 2 of the row: b: c']);
    expect(saidInRow(faults, 'wagers')).toEqual([]);
  });
});
