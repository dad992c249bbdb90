import { RULEBOOKS, type Rulebook, SPOTS, type Spot, spotOf, spotsOf } from '@boxperson/rules';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { fullFelt } from '../src/felt/layout/full.js';
import { widthOf } from '../src/felt/layout/measure.js';
import { miniFelt } from '../src/felt/layout/mini.js';
import { phoneFelt } from '../src/felt/layout/phone.js';
import { pillsApart } from '../src/felt/layout/pills.js';
import { type Box, type FeltLayout, overlaps, type Region } from '../src/felt/layout/shape.js';
import { type Holding, type Slots, slotsIn } from '../src/felt/layout/slots.js';
import { fillFelt, type Holder, withPending } from '../src/felt/standing.js';
import { chipsIn, chipText } from '../src/ui/chips.js';

// No browser: text is as wide as its letters are many.
beforeAll(() => {
  vi.stubGlobal('document', { createElement: () => ({ getContext: () => null }) });
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => '' }));
  return () => vi.unstubAllGlobals();
});

const holding = (seat: number, ...amounts: readonly number[]): Holding => ({
  seat,
  chips: amounts.map((amount, at) => ({ key: `${seat}/${at}`, amount, text: chipText(amount) })),
});
const others = (count: number, ...amounts: readonly number[]): readonly Holding[] =>
  Array.from({ length: count }, (_, at) => holding(at + 2, ...amounts));
const room = (width: number, height: number): Box => ({ x: 40, y: 30, width, height });
const boxesOf = ({ own, others: rest, pile }: Slots): readonly Box[] => [
  ...own.map(({ box }) => box),
  ...rest.map(({ box }) => box),
  ...(pile ? [pile.box] : []),
];
const isIn = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x - 0.01 &&
  inner.y >= outer.y - 0.01 &&
  inner.x + inner.width <= outer.x + outer.width + 0.01 &&
  inner.y + inner.height <= outer.y + outer.height + 0.01;
const clashes = (boxes: readonly Box[]): number =>
  boxes.flatMap((one, at) => boxes.slice(at + 1).filter((other) => overlaps(one, other))).length;

describe('slots in a room', () => {
  const SIZES = [
    [57, 30],
    [62, 28],
    [76, 58],
    [120, 46],
    [300, 40],
    [420, 60],
    [60, 150],
  ] as const;
  const CROWDS = [0, 1, 3, 7, 15];
  const each = SIZES.flatMap(([width, height]) => CROWDS.map((count) => [width, height, count] as const));

  it.each(each)(
    '%i × %i with %i others: all inside, none on another, nobody lost',
    (width, height, count) => {
      for (const own of [null, holding(1, 500), holding(1, 1_000, 12_500)])
        for (const rest of [others(count, 2_500), others(count, 500, 100_000)]) {
          const box = room(width, height);
          const slots = slotsIn(box, own, rest, chipText);
          for (const one of boxesOf(slots)) expect(isIn(one, box)).toBe(true);
          expect(clashes(boxesOf(slots))).toBe(0);
          const sum = (all: readonly Holding[]) =>
            all.flatMap(({ chips }) => chips).reduce((total, { amount }) => total + amount, 0);
          const drawn = (all: Slots['own']) => all.reduce((total, { chips }) => total + chips.amount, 0);
          expect(drawn(slots.own)).toBe(own ? sum([own]) : 0);
          expect(drawn(slots.others) + (slots.pile?.amount ?? 0)).toBe(sum(rest));
          const seats = [...slots.others.map(({ seat }) => seat), ...(slots.pile?.seats ?? [])];
          expect(new Set(seats).size).toBe(count);
        }
    },
  );

  it('stands flat and odds side by side, and says both on one plate where there is no room', () => {
    const wide = slotsIn(room(120, 40), holding(1, 1_000, 2_000), [], chipText);
    expect(wide.own.map(({ chips }) => chips.text)).toEqual(['$10', '$20']);
    expect(wide.own[0]?.box.y).toBe(wide.own[1]?.box.y);
    const narrow = slotsIn(room(62, 28), holding(1, 1_000, 2_000), others(15, 500), chipText);
    expect(narrow.own.map(({ chips }) => chips.text)).toEqual(['$10+20']);
  });

  it('gathers others into one pile that says how many they are and what it comes to', () => {
    const { own, others: rest, pile } = slotsIn(room(126, 30), holding(1, 500), others(4, 2_500), chipText);
    expect(own).toHaveLength(1);
    expect(rest).toEqual([]);
    expect(pile).toMatchObject({ lines: ['4 others $100'], seats: [2, 3, 4, 5], amount: 10_000 });
  });

  it('keeps a seat its slot, whoever else bets', () => {
    const seats = others(15).map(({ seat }) => seat);
    const at = (seats15: readonly Holding[]) =>
      slotsIn(room(600, 40), null, seats15, chipText, seats).others.find(({ seat }) => seat === 9)?.box;
    expect(at([holding(9, 500)])).toEqual(at(others(15, 500)));
  });

  it('makes one’s own the largest', () => {
    const slots = slotsIn(room(600, 40), holding(1, 500), others(5, 500), chipText);
    for (const { box } of slots.others) expect(box.width).toBeLessThan(slots.own[0]?.box.width as number);
  });
});

const BOOKS = Object.values(RULEBOOKS);
type Lay = (book: Rulebook) => readonly FeltLayout[];
const FELTS: readonly (readonly [string, Lay])[] = [
  ['1920', (book) => [fullFelt(book, true, { width: 1_490, height: 780 }, 'right')]],
  ['1280', (book) => [fullFelt(book, true, { width: 945, height: 532 }, 'left')]],
  ['1024', (book) => [fullFelt(book, true, { width: 765, height: 515 }, 'right')]],
  ['mini', (book) => [miniFelt(book, true, { width: 765, height: 515 }, 'right')]],
  [
    'phone',
    (book) => (['felt', 'centre', 'hop'] as const).map((tab) => phoneFelt(book, true, 378, tab, 'right')),
  ],
];

/** The box that a region's words take up, as far as letters without a browser have a width. */
const printBoxes = ({ prints }: Region): readonly Box[] =>
  prints
    .filter(({ turned }) => turned === undefined)
    .map(({ text, at, size, anchor, type }) => {
      const width = widthOf(text, type ?? 'label') * size;
      const x = anchor === 'start' ? at.x : anchor === 'end' ? at.x - width : at.x - width / 2;
      return { x, y: at.y - size * 0.36, width, height: size * 0.72 };
    });

describe.each(FELTS)('felt of %s', (_, lay) => {
  it.each(BOOKS.map((book) => [book.id, book] as const))(
    '%s: rooms within their boxes, clear of print',
    (__, book) => {
      for (const { regions } of lay(book))
        for (const region of regions) {
          expect(isIn(region.room, region.box), region.spot.wager).toBe(true);
          const covered = printBoxes(region).filter((print) => overlaps(print, region.room, 2));
          expect(covered, `${region.spot.wager} ${region.spot.number ?? ''}`).toEqual([]);
        }
    },
  );

  it.each(BOOKS.map((book) => [book.id, book] as const))(
    '%s: sixteen seats with everything on, each in its own box',
    (__, book) => {
      const stakes = SPOTS.filter(({ wager }) => book.wagers[wager] !== null).map((spot) => ({
        spot,
        amount: 1_000,
      }));
      const players = Array.from(
        { length: 16 },
        (___, at): Holder => ({ name: `p${at}`, seat: at + 1, wagers: stakes }),
      );
      for (const layout of lay(book)) {
        const filled = fillFelt(players, 'p3', 16, layout);
        for (const {
          room: { box },
          slots,
        } of filled)
          for (const one of boxesOf(slots)) expect(isIn(one, box)).toBe(true);
        expect(clashes(filled.flatMap(({ slots }) => boxesOf(slots)))).toBe(0);
      }
    },
  );
});

it('chips that the house has not confirmed lie where they will stand, with what stands there', () => {
  const felt = fullFelt(RULEBOOKS.star, false, { width: 945, height: 532 }, 'right');
  const field = spotOf('field');
  const me: Holder = { name: 'me', seat: 2, wagers: [{ spot: field, amount: 500 }] };
  const put = (spot: Spot, amount: number) =>
    fillFelt(withPending([me], 'me', [{ spot, amount }]), 'me', 8, felt).flatMap(({ slots }) =>
      slots.own.map(({ chips }) => chips.text),
    );
  expect(put(field, 2_500)).toEqual(['$30']);
  expect(put(spotOf('come'), 500)).toEqual(['$5', '$5']);
});

it('a travelled wager keeps the place of its odds free', () => {
  const felt = fullFelt(RULEBOOKS.star, false, { width: 945, height: 532 }, 'right');
  const come = spotsOf('come').find(({ number }) => number === 6) as Spot;
  const me: Holder = { name: 'me', seat: 2, wagers: [{ spot: come, amount: 500 }] };
  const [filled] = fillFelt(withPending([me], 'me', []), 'me', 8, felt);
  expect(filled?.slots.own.map(({ chips }) => chips.amount)).toEqual([500, 0]);
});

it('result pills lie on the felt and on no other', () => {
  const pill = (x: number, y: number) => ({ at: { x, y }, width: 80, height: 28 });
  const placed = pillsApart([pill(10, 5), pill(12, 8), pill(12, 20), pill(395, 290), pill(390, 299)], {
    width: 400,
    height: 300,
  });
  const boxes = placed.map(({ at, width, height }) => ({
    x: at.x - width / 2,
    y: at.y - height / 2,
    width,
    height,
  }));
  expect(clashes(boxes)).toBe(0);
  for (const box of boxes) expect(isIn(box, { x: 0, y: 0, width: 400, height: 300 })).toBe(true);
});

it('a stack is made of the chips that it is worth', () => {
  const chips = [100, 500, 2_500, 10_000];
  expect(chipsIn(1_000, chips)).toEqual([500, 500]);
  expect(chipsIn(14_400, chips)).toEqual([10_000, 2_500, 500, 100, 100, 100]);
  expect(chipText(125_000)).toBe('$1.25k');
  expect(chipText(123_456)).toBe('$1,234.56');
});
