import { RULEBOOKS, type Rulebook, type WagerId } from '@boxperson/rules';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { fullFelt } from '../src/felt/layout/full.js';
import { miniFelt } from '../src/felt/layout/mini.js';
import { phoneFelt } from '../src/felt/layout/phone.js';
import type { Box, FeltLayout, Region } from '../src/felt/layout/shape.js';
import { type Hand, LEAST } from '../src/felt/layout/units.js';

// No browser: text is as wide as its letters are many. Nothing here depends on it but the size of print.
beforeAll(() => {
  vi.stubGlobal('document', { createElement: () => ({ getContext: () => null }) });
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => '' }));
  return () => vi.unstubAllGlobals();
});

const SIZES = [
  { width: 1_490, height: 800 },
  { width: 960, height: 610 },
] as const;
const BOOKS = Object.values(RULEBOOKS);

const named = ({ spot }: Region): string =>
  [spot.wager, spot.number, spot.high, spot.dice].filter((part) => part !== undefined).join(' ');

/** Rounding makes no overlap. */
const HAIR = 0.01;
const overlap = (a: Box, b: Box): boolean =>
  a.x + a.width > b.x + HAIR &&
  b.x + b.width > a.x + HAIR &&
  a.y + a.height > b.y + HAIR &&
  b.y + b.height > a.y + HAIR;

const small = ({ regions }: FeltLayout): readonly string[] =>
  regions.filter(({ box }) => box.width < LEAST - HAIR || box.height < LEAST - HAIR).map(named);

const outside = ({ width, height, regions }: FeltLayout): readonly string[] =>
  regions
    .filter(({ box }) => box.x < 0 || box.y < 0 || box.x + box.width > width || box.y + box.height > height)
    .map(named);

const overlaps = ({ regions }: FeltLayout): readonly string[] =>
  regions.flatMap((one, at) =>
    regions
      .slice(at + 1)
      .filter((other) => overlap(one.box, other.box))
      .map((other) => `${named(one)} and ${named(other)}`),
  );

type Lay = (book: Rulebook, size: (typeof SIZES)[number], hand: Hand) => FeltLayout;
const FELTS: readonly (readonly [string, Lay])[] = [
  ['full', (book, size, hand) => fullFelt(book, true, size, hand)],
  ['full without Big 6 and 8', (book, size, hand) => fullFelt(book, false, size, hand)],
  ['mini', (book, size, hand) => miniFelt(book, true, size, hand)],
  ['mini without Big 6 and 8', (book, size, hand) => miniFelt(book, false, size, hand)],
  ['phone', (book, { width }, hand) => phoneFelt(book, true, width / 3, 'felt', hand)],
];

describe.each(FELTS)('%s felt', (_, lay) => {
  const each = BOOKS.flatMap((book) =>
    SIZES.flatMap((size) =>
      (['right', 'left'] as const).map((hand) => [book.id, size.width, hand, book, size] as const),
    ),
  );
  it.each(each)('%s, %i wide, %s hand: every place within it, apart and large enough', (...of) => {
    const [, , hand, book, size] = of;
    const felt = lay(book, size, hand);
    expect(new Set(felt.regions.map(named)).size).toBe(felt.regions.length);
    expect({ outside: outside(felt), overlaps: overlaps(felt), small: small(felt) }).toEqual({
      outside: [],
      overlaps: [],
      small: [],
    });
  });

  it('is turned round for a left hand, all but the order of the numbers', () => {
    const [book, size] = [RULEBOOKS.star, SIZES[0]];
    const right = lay(book, size, 'right');
    const left = lay(book, size, 'left');
    const TURNED: readonly WagerId[] = ['pass', 'dont-pass', 'come', 'dont-come', 'field'];
    for (const wager of TURNED) {
      const boxIn = ({ regions }: FeltLayout) => regions.find(({ spot }) => spot.wager === wager)?.box as Box;
      const { x, ...rest } = boxIn(right);
      expect(boxIn(left)).toMatchObject({ y: rest.y, height: rest.height });
      expect(boxIn(left).x).toBeCloseTo(right.width - x - rest.width);
      expect(boxIn(left).width).toBeCloseTo(rest.width);
    }
    expect(right.puckOn(4).x).toBeLessThan(right.puckOn(10).x);
    expect(left.puckOn(4).x).toBeLessThan(left.puckOn(10).x);
  });
});

it('one-roll boxes have letters of one size', () => {
  const ONE_ROLL: readonly Region['tone'][] = ['prop'];
  for (const book of BOOKS)
    for (const { width, height } of SIZES)
      for (const lay of [fullFelt, miniFelt]) {
        const { regions } = lay(book, true, { width, height }, 'right');
        const named = regions.filter(({ tone }) => ONE_ROLL.includes(tone));
        const sizes = named.flatMap(({ prints }) => prints.map(({ size }) => size));
        expect(Math.max(...sizes) - Math.min(...sizes), `${book.id} ${width}`).toBeLessThan(0.5);
      }
});

it('the rows inside the line touch each other from top to field', () => {
  for (const lay of [fullFelt, miniFelt]) {
    const { regions } = lay(RULEBOOKS.star, false, SIZES[0], 'right');
    const boxOf = (wager: WagerId): Box => regions.find(({ spot }) => spot.wager === wager)?.box as Box;
    const rows = (['lay', 'place-lose', 'buy', 'place', 'come', 'field', 'dont-pass'] as const).map(boxOf);
    for (const [at, { y, height }] of rows.slice(0, -1).entries())
      expect(rows[at + 1]?.y).toBeCloseTo(y + height);
    const [dontCome, come, field] = (['dont-come', 'come', 'field'] as const).map(boxOf) as [Box, Box, Box];
    expect(dontCome.y + dontCome.height).toBeCloseTo(come.y);
    expect(dontCome.x).toBeCloseTo(come.x);
    expect(boxOf('lay').x).toBeCloseTo(dontCome.x + dontCome.width);
    expect(field.width).toBeCloseTo(come.width);
  }
});
