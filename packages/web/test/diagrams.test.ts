// Diagrams A and B are named by the books and missing from their texts. R101 says what our felts keep of them; here every
// point of docs/layout.md is held against the felt as it is drawn.
import { RULEBOOKS, type Rulebook, SPOTS, type Spot, type WagerId } from '@boxperson/rules';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { fullFelt } from '../src/felt/layout/full.js';
import { miniFelt } from '../src/felt/layout/mini.js';
import { paysOn } from '../src/felt/layout/names.js';
import { phoneFelt } from '../src/felt/layout/phone.js';
import type { Box, FeltLayout, Region } from '../src/felt/layout/shape.js';

// No browser: text is as wide as its letters are many.
beforeAll(() => {
  vi.stubGlobal('document', { createElement: () => ({ getContext: () => null }) });
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => '' }));
  return () => vi.unstubAllGlobals();
});

const SIZE = { width: 1_490, height: 800 };

/** Which book names which diagram, and the felt that is ours for it. */
const DIAGRAMS: readonly (readonly [string, Rulebook, () => FeltLayout])[] = [
  ['star Diagram A', RULEBOOKS.star, () => fullFelt(RULEBOOKS.star, true, SIZE, 'right')],
  [
    'star-2024 Diagram A',
    RULEBOOKS['star-2024'],
    () => fullFelt(RULEBOOKS['star-2024'], true, SIZE, 'right'),
  ],
  ['crown Diagram A', RULEBOOKS.crown, () => fullFelt(RULEBOOKS.crown, true, SIZE, 'right')],
  ['crown Diagram B', RULEBOOKS['crown-mini'], () => miniFelt(RULEBOOKS['crown-mini'], true, SIZE, 'right')],
  ['adelaide 2', RULEBOOKS.adelaide, () => fullFelt(RULEBOOKS.adelaide, true, SIZE, 'right')],
  ['aruze Diagram A', RULEBOOKS.aruze, () => fullFelt(RULEBOOKS.aruze, true, SIZE, 'right')],
];

/** Odds on a wager that travelled lie beside it in its number: they have no box of their own. */
const TRAVELLED: readonly WagerId[] = ['come-odds', 'dont-come-odds'];

/** Every place that the wagers of a book ask for. */
const wanted = (book: Rulebook): readonly number[] =>
  SPOTS.filter(({ wager, number }) => {
    if (book.wagers[wager] === null || book.wagers[wager] === undefined || TRAVELLED.includes(wager))
      return false;
    const travels = wager === 'come' || wager === 'dont-come';
    return !(travels && number !== undefined);
  }).map(({ index }) => index);

const boxOf = ({ regions }: FeltLayout, wager: WagerId, number?: number): Box =>
  (regions.find(({ spot }) => spot.wager === wager && spot.number === number) as Region).box;
const middle = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });
const NUMBERS = [4, 5, 6, 8, 9, 10] as const;

describe.each(DIAGRAMS)('R101 %s', (_, book, lay) => {
  test('a place for every wager of the book, and for none that it has not', () => {
    const felt = lay();
    const drawn = felt.regions.map(({ spot }) => spot.index).sort((one, other) => one - other);
    expect(drawn).toEqual([...wanted(book)].sort((one, other) => one - other));
  });

  test('each place says what it pays, as the book has it, in “to”', () => {
    const felt = lay();
    for (const { spot, sub } of felt.regions) {
      expect(sub.text, spot.wager).toMatch(/ to /);
      expect(sub.text, spot.wager).not.toMatch(/ for /);
      expect(paysOn(book, spot as Spot), spot.wager).toContain(
        sub.text.split(' · ')[0]?.split(' or ')[0] as string,
      );
    }
  });

  test('the barred pair stands on both don’t wagers', () => {
    const felt = lay();
    const pair = book.bar.total.value === 2 ? [1, 1] : [6, 6];
    for (const wager of ['dont-pass', 'dont-come'] as const)
      expect(felt.regions.find(({ spot }) => spot.wager === wager)?.dice?.dice).toEqual(pair);
  });

  test('from the dealers to the players: numbers, come, field, don’t line, line', () => {
    const felt = lay();
    const rows = (['come', 'field', 'dont-pass', 'pass'] as const).map(
      (wager) => middle(boxOf(felt, wager)).y,
    );
    const numbers = NUMBERS.map((number) => middle(boxOf(felt, 'buy', number)));
    expect([numbers[0]?.y ?? 0, ...rows]).toEqual(
      [numbers[0]?.y ?? 0, ...rows].sort((one, other) => one - other),
    );
    expect(numbers.map(({ x }) => x)).toEqual(numbers.map(({ x }) => x).sort((one, other) => one - other));
    // Lay above the number, place below it; don't come beside the four.
    for (const number of NUMBERS) {
      const [lay, buy, place] = (['lay', 'buy', 'place'] as const).map((wager) =>
        middle(boxOf(felt, wager, number)),
      );
      expect([lay?.x, place?.x]).toEqual([buy?.x, buy?.x]);
      expect((lay?.y ?? 0) < (buy?.y ?? 0) && (buy?.y ?? 0) < (place?.y ?? 0)).toBe(true);
    }
    expect(middle(boxOf(felt, 'dont-come')).x).toBeLessThan(numbers[0]?.x ?? 0);
  });

  test('the centre: any seven first, hardways two by two, one-roll wagers below them', () => {
    const felt = lay();
    const seven = boxOf(felt, 'any-seven');
    const hard = ([6, 10, 8, 4] as const).map((number) => boxOf(felt, 'hardway', number));
    const [six, ten, eight, four] = hard as [Box, Box, Box, Box];
    expect([six.y, eight.y]).toEqual([ten.y, four.y]);
    expect([six.x, ten.x]).toEqual([eight.x, four.x]);
    expect(seven.y).toBeLessThan(six.y);
    expect(eight.y).toBeLessThan(boxOf(felt, 'any-craps').y);
    for (const { box } of felt.regions.filter(({ spot }) => spot.wager === 'horn'))
      expect(box.y).toBeGreaterThan(eight.y);
    expect(seven.x).toBeGreaterThan(boxOf(felt, 'buy', 10).x);
  });

  test('six and nine are spelt, so that they are read from either side; the puck lies on its number', () => {
    const felt = lay();
    const print = (number: number): string =>
      (felt.regions.find(({ spot }) => spot.wager === 'buy' && spot.number === number)?.prints ?? [])
        .map(({ text }) => text)
        .join(' ');
    expect([print(6), print(9)].map((text) => text.split(' ')[0])).toEqual(['SIX', 'NINE']);
    for (const number of NUMBERS) {
      const { x, width } = boxOf(felt, 'buy', number);
      expect(felt.puckOn(number).x).toBeGreaterThanOrEqual(x);
      expect(felt.puckOn(number).x).toBeLessThanOrEqual(x + width);
    }
  });
});

test('R101 crown Diagram B: one set of numbers, and the line along three sides of them', () => {
  const mini = miniFelt(RULEBOOKS['crown-mini'], true, SIZE, 'right');
  expect(mini.regions.filter(({ spot }) => spot.wager === 'place').length).toBe(NUMBERS.length);
  const pass = mini.regions.find(({ spot }) => spot.wager === 'pass') as Region;
  expect(pass.box.width).toBeGreaterThan(mini.width * 0.9);
  // Along the bottom and up both ends: it begins and ends at the dealer's side.
  expect(pass.d.match(/[VL]/g)?.length ?? 0).toBeGreaterThanOrEqual(2);
  expect(pass.prints.some(({ turned }) => turned !== undefined)).toBe(true);
});

test('R101 aruze Diagram A: the hops in a triangle of 21, and everything on a narrow screen too', () => {
  const { aruze } = RULEBOOKS;
  const hops = fullFelt(aruze, true, SIZE, 'right').regions.filter(({ spot }) => spot.wager === 'hop');
  expect(hops.length).toBe(21);
  const drawn = (['felt', 'centre', 'hop'] as const)
    .flatMap((tab) => phoneFelt(aruze, true, 380, tab, 'right').regions.map(({ spot }) => spot.index))
    .sort((one, other) => one - other);
  expect(drawn).toEqual([...wanted(aruze)].sort((one, other) => one - other));
});
