import {
  findSpot,
  nameOf,
  RULEBOOK_IDS,
  RULEBOOKS,
  type Rulebook,
  rulebook,
  SPOTS,
  type Spot,
} from '@boxperson/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Order, parse, readAmount } from '../src/table/text/parse.js';
import { distance } from '../src/table/text/vocabulary.js';

const PATTERNS = ['across', 'inside', 'outside', 'six-eight', 'sunday'];
const star = rulebook('star');
const spot = (selection: Omit<Spot, 'index'>): Spot => findSpot(selection) as Spot;

const order = (line: string, book: Rulebook = star): Order => {
  const parsed = parse(line, book, PATTERNS);
  if (!parsed.ok) throw new Error(`${line}: ${parsed.message} (${parsed.nearest})`);
  return parsed.order;
};
const refusal = (line: string, book: Rulebook = star) => {
  const parsed = parse(line, book, PATTERNS);
  if (parsed.ok) throw new Error(`${line} was understood`);
  return parsed;
};

describe('what the command box understands', () => {
  it.each<[string, Order]>([
    ['10 pass', { kind: 'put', spot: spot({ wager: 'pass' }), amount: 1000 }],
    ['$10 on the win line', { kind: 'put', spot: spot({ wager: 'pass' }), amount: 1000 }],
    ['pass 10', { kind: 'put', spot: spot({ wager: 'pass' }), amount: 1000 }],
    ['12 place 6', { kind: 'put', spot: spot({ wager: 'place', number: 6 }), amount: 1200 }],
    ['Place SIX for $12', { kind: 'put', spot: spot({ wager: 'place', number: 6 }), amount: 1200 }],
    ['place 6 12', { kind: 'put', spot: spot({ wager: 'place', number: 6 }), amount: 1200 }],
    ['12.50 lay 10', { kind: 'put', spot: spot({ wager: 'lay', number: 10 }), amount: 1250 }],
    ['1,000 don’t win', { kind: 'put', spot: spot({ wager: 'dont-pass' }), amount: 100_000 }],
    ['5 hard 8', { kind: 'put', spot: spot({ wager: 'hardway', number: 8 }), amount: 500 }],
    ['5 8 hard', { kind: 'put', spot: spot({ wager: 'hardway', number: 8 }), amount: 500 }],
    ['5 yo', { kind: 'put', spot: spot({ wager: 'eleven' }), amount: 500 }],
    ['5 11', { kind: 'put', spot: spot({ wager: 'eleven' }), amount: 500 }],
    ['5 any seven', { kind: 'put', spot: spot({ wager: 'any-seven' }), amount: 500 }],
    ['5 c&e', { kind: 'put', spot: spot({ wager: 'craps-eleven' }), amount: 500 }],
    ['5 horn high yo', { kind: 'put', spot: spot({ wager: 'horn-high', high: 11 }), amount: 500 }],
    ['5 don’t come', { kind: 'put', spot: spot({ wager: 'dont-come' }), amount: 500 }],
    ['20 behind the win line', { kind: 'put', spot: spot({ wager: 'pass-odds' }), amount: 2000 }],
    ['odds max', { kind: 'max-odds' }],
    ['max odds', { kind: 'max-odds' }],
    ['odds 20', { kind: 'odds', spot: null, amount: 2000 }],
    ['odds 20 come 5', { kind: 'odds', spot: spot({ wager: 'come', number: 5 }), amount: 2000 }],
    ['odds max don’t pass', { kind: 'odds', spot: spot({ wager: 'dont-pass' }), amount: 'max' }],
    ['off place', { kind: 'call', what: 'place', to: 'off' }],
    ['on place 6', { kind: 'call', what: spot({ wager: 'place', number: 6 }), to: 'on' }],
    ['on all', { kind: 'call', what: 'all', to: 'on' }],
    ['off', { kind: 'call', what: 'all', to: 'off' }],
    ['take place 6', { kind: 'take', spot: spot({ wager: 'place', number: 6 }) }],
    ['take 6 from place 6', { kind: 'take', spot: spot({ wager: 'place', number: 6 }), amount: 600 }],
    ['down hard 4', { kind: 'take', spot: spot({ wager: 'hardway', number: 4 }) }],
    [
      'move place 6 to place 8',
      {
        kind: 'move',
        from: spot({ wager: 'place', number: 6 }),
        to: spot({ wager: 'place', number: 8 }),
      },
    ],
    ['10 across', { kind: 'pattern', name: 'across', amount: 1000 }],
    ['12 six-eight', { kind: 'pattern', name: 'six-eight', amount: 1200 }],
    ['save sunday', { kind: 'save-pattern', name: 'sunday' }],
    ['stay up off', { kind: 'stay', to: 'off' }],
    ['chips 100', { kind: 'buy-in', amount: 10_000 }],
    ['collect', { kind: 'collect' }],
    ['sit', { kind: 'sit' }],
    ['sit at seat 3', { kind: 'sit', seat: 3 }],
    ['undo', { kind: 'undo' }],
    ['redo', { kind: 'redo' }],
    ['clear', { kind: 'clear' }],
    ['repeat', { kind: 'repeat' }],
    ['double', { kind: 'double' }],
    ['SHOOT', { kind: 'shoot' }],
    ['throw the dice', { kind: 'shoot' }],
    ['accept', { kind: 'accept' }],
    ['take the dice', { kind: 'accept' }],
    ['pass', { kind: 'pass-dice' }],
    ['pass the dice', { kind: 'pass-dice' }],
    ['leave', { kind: 'leave' }],
    ['help', { kind: 'help' }],
    ['?', { kind: 'help' }],
  ])('%s', (line, expected) => {
    expect(order(line)).toEqual(expected);
  });

  it('knows what only some books have', () => {
    const aruze = rulebook('aruze');
    expect(order('5 hop 5-5', aruze)).toMatchObject({ spot: spot({ wager: 'hop', dice: [5, 5] }) });
    expect(order('5 hop 6 1', aruze)).toMatchObject({ spot: spot({ wager: 'hop', dice: [1, 6] }) });
    expect(order('5 c', aruze)).toMatchObject({ spot: spot({ wager: 'craps' }) });
    expect(order('5 world', rulebook('adelaide'))).toMatchObject({ spot: spot({ wager: 'world' }) });
    expect(order('5 buy to lose 4', rulebook('adelaide'))).toMatchObject({
      spot: spot({ wager: 'lay', number: 4 }),
    });
  });
});

describe('what it does not understand', () => {
  it.each([
    ['12 plase 6', 'plase', '12 place 6'],
    ['10 pss', 'pss', '10 pass'],
    ['10 feild', 'feild', '10 field'],
    ['undoo', 'undoo', 'undo'],
    ['shot', 'shot', 'shoot'],
    ['12 place', 'place', '12 place 6'],
    ['12 place 7', '7', '12 place 6'],
    ['12 place 11', '11', '12 place 10'],
    ['hard 8', 'hard', '10 hard 8'],
    ['10.005 pass', '10.005', '10 pass'],
    ['odds lots', 'lots', 'odds max'],
    ['odds', 'odds', 'odds max'],
    ['odds 20 field', 'field', 'odds 20 pass'],
    ['odds 20 come', 'come', 'odds 20 come 6'],
    ['5 hop 5-5', 'hop', '5 horn'],
    ['take', 'take', 'take place 6'],
    ['sit x', 'x', 'sit 1'],
    ['', '', 'help'],
  ])('%s: names “%s”, offers “%s”', (line, word, nearest) => {
    expect(refusal(line)).toMatchObject({ word, nearest });
    expect(refusal(line).message).not.toBe('');
  });

  it('says that a wager is not of this table', () => {
    expect(refusal('5 world').message).toContain('not a wager of this table');
    expect(refusal('5 c&e', rulebook('crown')).message).toContain('not a wager of this table');
  });
});

describe('for every book', () => {
  const books = Object.values(RULEBOOKS);
  const offered = books.flatMap((book) =>
    SPOTS.filter(({ wager }) => book.wagers[wager]).map((one) => ({ book, one })),
  );

  it('every spot is understood by the name the table gives it', () => {
    for (const { book, one } of offered)
      expect(order(`12 ${nameOf(book, one)}`, book), `${book.id}: ${nameOf(book, one)}`).toEqual({
        kind: 'put',
        spot: one,
        amount: 1200,
      });
  });

  it('never throws, and what it offers instead it understands', () => {
    const words = [
      'place',
      'plce',
      'hop',
      'odds',
      'take',
      'off',
      '6',
      '7',
      '12',
      '5-5',
      'max',
      'horn',
      'to',
      'x',
    ];
    const line = fc.oneof(
      fc.array(fc.constantFrom(...words), { maxLength: 5 }).map((list) => list.join(' ')),
      fc.string({ maxLength: 20 }),
    );
    fc.assert(
      fc.property(line, fc.constantFrom(...RULEBOOK_IDS), (text, id) => {
        const book = rulebook(id);
        const parsed = parse(text, book, PATTERNS);
        if (parsed.ok) return;
        const again = parse(parsed.nearest, book, PATTERNS);
        expect(again.ok, `${book.id}: “${text}” offers “${parsed.nearest}”`).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('amounts', () => {
  it.each([
    ['10', 1000],
    ['$10', 1000],
    ['12.5', 1250],
    ['12.50', 1250],
    ['0.05', 5],
    ['1,234', 123_400],
  ])('%s', (text, cents) => expect(readAmount(text)).toBe(cents));
  it.each(['', '0', '-5', '1.234', '1e5', 'ten', '1,23', '99999999999999'])('%s is none', (text) =>
    expect(readAmount(text)).toBeNull(),
  );
  it('is exact to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), (cents) => {
        const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        expect(readAmount(text)).toBe(cents);
      }),
    );
  });
});

it('counts the letters that differ', () => {
  expect([distance('place', 'plase'), distance('', 'abc'), distance('undo', 'undo')]).toEqual([1, 3, 0]);
});
