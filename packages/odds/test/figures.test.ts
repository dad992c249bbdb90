import { RULEBOOK_IDS, type RulebookId, rulebook, SPOTS, type WagerId } from '@boxperson/rules';
import { describe, expect, test } from 'vitest';
import {
  bookFigures,
  equals,
  makeFigures,
  mul,
  ONE,
  parseRational,
  type Rational,
  sum,
  toNumber,
} from '../src/index.js';

const rows = (id: RulebookId) => bookFigures(rulebook(id)).map(makeFigures);
const row = (id: RulebookId, wager: WagerId, about?: number | readonly number[]) => {
  const found = rows(id).find(
    (each) =>
      each.wager === wager && String(each.number ?? each.high ?? each.dice ?? '') === String(about ?? ''),
  );
  if (!found) throw new Error(`${id} has no ${wager} ${about}`);
  return found;
};
const edge = (id: RulebookId, wager: WagerId, about?: number | readonly number[]): string =>
  row(id, wager, about).edge;

describe('known figures, worked out by hand', () => {
  // Wins 8/36 + 2·(3/36·1/3 + 4/36·2/5 + 5/36·5/11) = 244/495.
  test.each(RULEBOOK_IDS)('%s: pass and come', (id) => {
    for (const wager of ['pass', 'come'] as const)
      expect(row(id, wager)).toMatchObject({
        win: '244/495',
        lose: '251/495',
        push: '0',
        edge: '7/495',
        rolls: '557/165',
      });
  });

  // The bar is void: of 36 first rolls 3 win, 8 lose, 1 comes back. 3/36 + 2·(3/36·2/3 + 4/36·3/5 + 5/36·6/11) wins.
  test.each(['star', 'star-2024'] as const)("%s: a barred don't wager comes back", (id) => {
    for (const wager of ['dont-pass', 'dont-come'] as const)
      expect(row(id, wager)).toMatchObject({ win: '949/1980', lose: '244/495', push: '1/36', edge: '3/220' });
  });

  // The bar changes nothing: the same chances divided by 35/36, and never even.
  test.each(['crown', 'crown-mini', 'adelaide', 'aruze'] as const)("%s: a barred don't wager stays", (id) => {
    for (const wager of ['dont-pass', 'dont-come'] as const)
      expect(row(id, wager)).toMatchObject({
        win: '949/1925',
        lose: '976/1925',
        push: '0',
        edge: '27/1925',
        rolls: '6684/1925',
      });
  });

  test.each(RULEBOOK_IDS)('%s: odds have no edge, on every point and on whatever comes', (id) => {
    const odds = rows(id).filter(({ wager }) => wager.endsWith('-odds'));
    // Line odds on six points and on any; come odds on six.
    expect(odds).toHaveLength(2 * 7 + 2 * 6);
    expect(odds.every((each) => each.edge === '0')).toBe(true);
    expect(row(id, 'pass-odds', 4)).toMatchObject({ win: '1/3', lose: '2/3', rolls: '4' });
    // A point is set by 24 throws: 2·(3/24·1/3 + 4/24·2/5 + 5/24·5/11) = 67/165.
    expect(row(id, 'pass-odds')).toMatchObject({ win: '67/165', lose: '98/165' });
  });

  // Place 6: 5/11·7/6 - 6/11 = -1/66. Place 4: 1/3·9/5 - 2/3 = -1/15. Place 5: 2/5·7/5 - 3/5 = -1/25.
  test.each(RULEBOOK_IDS)('%s: place and place to lose', (id) => {
    expect([4, 5, 6, 8, 9, 10].map((number) => edge(id, 'place', number))).toEqual([
      '1/15',
      '1/25',
      '1/66',
      '1/66',
      '1/25',
      '1/15',
    ]);
    // Against 4: 2/3·5/11 - 1/3 = -1/33. Against 5: 3/5·5/8 - 2/5 = -1/40. Against 6: 6/11·4/5 - 5/11 = -1/55.
    expect([4, 5, 6].map((number) => edge(id, 'place-lose', number))).toEqual(['1/33', '1/40', '1/55']);
  });

  // Fair odds and 5 % on top. Buy: the 1/20 lost of every 21/20 put up. Lay 4: 5 % of half the stake, 1/40 of 41/40.
  test.each(RULEBOOK_IDS)('%s: buy and lay, commission counted', (id) => {
    expect([4, 5, 6].map((number) => edge(id, 'buy', number))).toEqual(['1/21', '1/21', '1/21']);
    expect([4, 5, 6].map((number) => edge(id, 'lay', number))).toEqual(['1/41', '1/31', '1/25']);
    expect(row(id, 'lay', 6)).toMatchObject({ win: '6/11', lose: '5/11', commission: '1/25' });
  });

  // Hard 4: one pair against two easy ways and six sevens. 1/9·15/2 - 8/9 = -1/18; at 7 to 1, -1/9.
  test.each([
    ['star', '1/18', '1/22'],
    ['star-2024', '1/18', '1/22'],
    ['crown', '1/18', '1/22'],
    ['crown-mini', '1/18', '1/22'],
    ['adelaide', '1/9', '1/11'],
    ['aruze', '1/18', '1/11'],
  ] as const)('%s: hardways', (id, four, six) => {
    expect([4, 6, 8, 10].map((number) => edge(id, 'hardway', number))).toEqual([four, six, six, four]);
    expect(row(id, 'hardway', 6)).toMatchObject({ win: '1/11', lose: '10/11', rolls: '36/11' });
  });

  // Field: 14 throws at 1 to 1 and 2 at 2 to 1 against 20: (14 + 4 - 20)/36.
  test.each(RULEBOOK_IDS)('%s: field, big 6 and big 8', (id) => {
    expect(row(id, 'field')).toMatchObject({ win: '4/9', lose: '5/9', edge: '1/18', rolls: '1' });
    expect([edge(id, 'big-6'), edge(id, 'big-8')]).toEqual(['1/11', '1/11']);
  });

  test('one-roll wagers by book', () => {
    // 6 sevens at 4 to 1: (24 - 30)/36; at 9 to 2: (27 - 30)/36.
    expect([edge('star', 'any-seven'), edge('adelaide', 'any-seven'), edge('aruze', 'any-seven')]).toEqual([
      '1/6',
      '1/6',
      '1/12',
    ]);
    expect([edge('crown', 'any-craps'), edge('adelaide', 'any-craps'), edge('aruze', 'craps')]).toEqual([
      '1/18',
      '1/9',
      '1/18',
    ]);
    expect([edge('crown', 'craps-2'), edge('adelaide', 'craps-2')]).toEqual(['1/18', '1/12']);
    expect([edge('crown', 'eleven'), edge('adelaide', 'eleven')]).toEqual(['1/18', '1/9']);
    expect([edge('aruze', 'hop', [1, 1]), edge('aruze', 'hop', [1, 2])]).toEqual(['1/18', '1/18']);
  });

  test('split wagers: the winning part pays, the others are lost', () => {
    // Horn at 32 and 15 to 1: 2 throws bring (32 - 3)/4, 4 bring (15 - 3)/4, 30 lose 1: (14.5 + 12 - 30)/36.
    expect([edge('star', 'horn'), edge('adelaide', 'horn')]).toEqual(['1/18', '7/72']);
    // World: 6 sevens bring (4 - 4)/5, which is even; 24 throws lose.
    expect(row('adelaide', 'world')).toMatchObject({ win: '1/6', lose: '2/3', push: '1/6', edge: '1/9' });
    // 13 to 4 on the whole stake is 15 to 2 on half of it.
    expect(edge('aruze', 'craps-eleven')).toBe(edge('star', 'craps-eleven'));
    expect([2, 3, 11, 12].map((high) => edge('crown', 'horn-high', high))).toEqual([
      '1/18',
      '1/18',
      '1/18',
      '1/18',
    ]);
  });
});

describe('every wager of every book', () => {
  const all = RULEBOOK_IDS.flatMap((id) => bookFigures(rulebook(id)).map((figures) => ({ id, figures })));

  test('is there once for each selection that can be bet', () => {
    for (const id of RULEBOOK_IDS) {
      const book = rulebook(id);
      const spots = SPOTS.filter(
        ({ wager, number }) => book.wagers[wager] !== null && !(number !== undefined && /come$/.test(wager)),
      );
      // Line odds have a row for any point and one for each of six.
      expect(bookFigures(book)).toHaveLength(spots.length + 2 * 6);
      const keys = rows(id).map(({ wager, number, high, dice }) =>
        JSON.stringify([wager, number, high, dice]),
      );
      expect(new Set(keys).size).toBe(keys.length);
    }
    expect(rows('aruze').filter(({ wager }) => wager === 'hop')).toHaveLength(21);
  });

  test('has chances that add up to 1, and results that agree with them', () => {
    for (const { figures } of all) {
      expect(equals(sum([figures.win, figures.lose, figures.push]), ONE)).toBe(true);
      expect(equals(sum(figures.results.map(({ chance }) => chance)), ONE)).toBe(true);
      const mean = sum(figures.results.map(({ net, chance }) => mul(net, chance)));
      expect(toNumber(mean)).toBe(-toNumber(figures.edge) + 0);
    }
  });

  test('is decided after the rolls that its distribution says', () => {
    for (const { figures } of all) {
      const told = figures.lengths();
      const early = toNumber(sum(told));
      expect(early).toBeLessThanOrEqual(1);
      // What is left after twelve rolls dies away by a factor between the slowest and the fastest of its numbers.
      const mean = told.reduce((all, chance, at) => all + (at + 1) * toNumber(chance), 0);
      const rest = 1 - early;
      expect(toNumber(figures.rolls)).toBeGreaterThanOrEqual(mean + rest * 13 - 1e-9);
      expect(toNumber(figures.rolls)).toBeLessThanOrEqual(mean + rest * (12 + 36 / 9) + 1e-9);
    }
  });

  test('is derived in words that hold its figures', () => {
    for (const { figures } of all) {
      const text = figures.derivation().join(' ');
      expect(text).toContain(`the edge is ${makeFigures(figures).edge},`);
      expect(text).not.toMatch(/undefined|NaN/);
    }
  });

  test('is written in fractions of lowest terms', () => {
    for (const { figures } of all)
      for (const field of ['win', 'lose', 'push', 'edge', 'rolls', 'edgePerRoll'] as const)
        expect(parseRational(makeFigures(figures)[field])).toEqual(figures[field] as Rational);
  });
});
