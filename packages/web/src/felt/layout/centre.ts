import {
  type Dice,
  HARD_NUMBERS,
  type PointNumber,
  type Rulebook,
  type Spot,
  spotOf,
  spotsOf,
  type WagerId,
} from '@boxperson/rules';
import { LEAST_TYPE } from './measure.js';
import { centreNames, feltName, paysOn } from './names.js';
import { boxed, strip } from './places.js';
import { type Box, boxPath, centre, cut, type Print, type Region } from './shape.js';
import { clamp } from './units.js';

type Cell = readonly [WagerId, PointNumber?];

/** The centre of a table, from the box to the stick: one-roll wagers nearest the stick. */
const CENTRE: readonly (readonly Cell[])[] = [
  [['any-seven']],
  [
    ['hardway', 6],
    ['hardway', 10],
  ],
  [
    ['hardway', 8],
    ['hardway', 4],
  ],
  [['craps-2'], ['craps-3'], ['craps-12']],
  [['craps'], ['eleven'], ['craps-eleven']],
  [['horn'], ['world'], ['any-craps']],
];

const DICE_OF: Partial<Record<WagerId, Dice>> = {
  'craps-2': [1, 1],
  'craps-3': [1, 2],
  'craps-12': [6, 6],
  eleven: [5, 6],
};

const isHard = (number: number | undefined): number is (typeof HARD_NUMBERS)[number] =>
  (HARD_NUMBERS as readonly (number | undefined)[]).includes(number);

function diceOn({ wager, number }: Spot): Dice | null {
  if (wager === 'hardway' && isHard(number)) return [number / 2, number / 2] as unknown as Dice;
  return DICE_OF[wager] ?? null;
}

export function centreRows(book: Rulebook): readonly (readonly Spot[])[] {
  const rows = CENTRE.map((row) =>
    row.filter(([id]) => book.wagers[id] !== null).map(([id, number]) => spotOf(id, number)),
  ).filter((row) => row.length > 0);
  return book.wagers['horn-high'] ? [...rows, spotsOf('horn-high')] : rows;
}

/** A box lower and narrower than this has its name over its chips, as on a number. */
const LOW = 62;
const SMALL = 112;

export function centreRegions(book: Rulebook, box: Box, rows = centreRows(book)): readonly Region[] {
  return rows.flatMap((row, line) => {
    const [y, height] = cut(box.y, box.height, rows.length, line);
    return row.map((spot, column) => {
      const [x, width] = cut(box.x, box.width, row.length, column);
      const tone = spot.wager === 'hardway' ? 'hard' : 'prop';
      const titles = centreNames(book, spot);
      if (height < LOW && width < SMALL) return strip(book, spot, { x, y, width, height }, tone, titles);
      const isWide = width > height * 1.35;
      const dice = height > 56 ? diceOn(spot) : null;
      return boxed(
        book,
        spot,
        { x, y, width, height },
        {
          titles,
          size: clamp(height * 0.25, LEAST_TYPE, 24),
          tone,
          chips: isWide ? 'right' : 'below',
          ...(isWide && row.length > 1 ? { share: width > 200 ? 0.42 : 0.48 } : {}),
          ...(dice ? { dice } : {}),
        },
      );
    });
  });
}

/** The hop panel: 21 pairs in a triangle, the equal ones on its edge. */
export function hopRegions(book: Rulebook, box: Box): readonly Region[] {
  if (!book.wagers.hop) return [];
  const width = box.width / 6;
  const height = box.height / 6;
  return spotsOf('hop').map((spot) => {
    const [a, b] = spot.dice ?? [1, 1];
    const cell = { x: box.x + (a - 1) * width, y: box.y + (b - 1) * height, width, height };
    return hopCell(book, spot, cell, [a, b]);
  });
}

/** Its dice on top; under them what it pays, or the chips. */
function hopCell(book: Rulebook, spot: Spot, cell: Box, dice: Dice): Region {
  const size = Math.min(cell.width * 0.34, cell.height - 32, 26);
  const top = size + 5;
  const room = {
    x: cell.x + 2,
    y: cell.y + top,
    width: cell.width - 4,
    height: cell.height - top - 2,
  };
  const c = centre(room);
  return {
    spot,
    d: boxPath(cell),
    box: cell,
    prints: [],
    dice: { dice, at: { x: c.x, y: cell.y + 3 + size / 2 }, size },
    sub: { text: paysOn(book, spot), at: c, size: LEAST_TYPE, width: room.width, quiet: true },
    subGivesWay: true,
    room,
    chip: { x: room.x + room.width * 0.3, y: c.y },
    tone: dice[0] === dice[1] ? 'hard' : 'hop',
  };
}

export const hopHeading = (book: Rulebook, box: Box): readonly Print[] => {
  const name = feltName(book, 'hop');
  const x = box.x + box.width * 0.72;
  const height = box.height / 6;
  return [
    { text: name, at: { x, y: box.y + height * 0.5 }, size: clamp(height * 0.34, 12, 20) },
    { text: 'the next two dice', at: { x, y: box.y + height * 0.5 + 18 }, size: 12, quiet: true },
  ];
};
