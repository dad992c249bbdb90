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
import { LEAST_TYPE, widthOf } from './measure.js';
import { centreNames, feltName, paysOn } from './names.js';
import { boxed, isLow, isSmall, nameAt, partsOf, shareOf, strip } from './places.js';
import { type Box, boxPath, centre, cut, type Print, type Region } from './shape.js';
import { clamp } from './units.js';

type Place = readonly [WagerId, PointNumber?];

/** The centre of a table, from the box to the stick: one-roll wagers nearest the stick. */
const CENTRE: readonly (readonly Place[])[] = [
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

/** A box of the centre, before it is lettered. */
interface Cell {
  readonly spot: Spot;
  readonly box: Box;
  readonly row: readonly Spot[];
  readonly tone: 'prop' | 'hard';
  /** On which side of its name it has its chips, and how much of it is theirs. */
  readonly chips: 'right' | 'below';
  readonly share: number;
}

const cellsIn = (book: Rulebook, box: Box, rows: readonly (readonly Spot[])[]): readonly Cell[] =>
  rows.flatMap((row, line) => {
    const [y, height] = cut(box.y, box.height, rows.length, line);
    const pays = row.map((spot) => paysOn(book, spot));
    return row.map((spot, column): Cell => {
      const [x, width] = cut(box.x, box.width, row.length, column);
      const at = { x, y, width, height };
      const tone = spot.wager === 'hardway' ? 'hard' : 'prop';
      return { spot, box: at, row, tone, ...chipsIn(at, pays) };
    });
  });

/** Beside the name where a box is wide; where what it pays would be cut for that, under it. */
function chipsIn(box: Box, pays: readonly string[]): Pick<Cell, 'chips' | 'share'> {
  const { width, height } = box;
  const share = pays.length === 1 ? shareOf('right') : width > 200 ? 0.42 : 0.48;
  const [print] = partsOf(box, 'right', share);
  const fits = pays.every((pay) => widthOf(pay, 'label') * LEAST_TYPE <= print.width);
  const isWide = width > height * 1.35 && (fits || isLow(box));
  return isWide ? { chips: 'right', share } : { chips: 'below', share: shareOf('below') };
}

/** Boxes of a kind have letters of one size, however long their names are. */
export function centreRegions(book: Rulebook, box: Box, rows = centreRows(book)): readonly Region[] {
  const cells = cellsIn(book, box, rows);
  const namesOf: NamesOf = (spot) => centreNames(book, spot);
  const sizes = { prop: evenSize(cells, 'prop', namesOf), hard: evenSize(cells, 'hard', namesOf) };
  return cells.map((cell) => {
    const { spot, tone, row, chips, share } = cell;
    const size = sizes[tone];
    if (isSmall(cell.box)) {
      const alike = row.filter((one) => paysOn(book, one) === paysOn(book, spot));
      return strip(book, spot, cell.box, { tone, alike, namesOf, most: size });
    }
    const dice = cell.box.height > 56 ? diceOn(spot) : null;
    const titles = [nameAt(namesOf(spot), levelAt(cell, namesOf, size))];
    return boxed(book, spot, cell.box, { titles, size, tone, chips, share, ...(dice ? { dice } : {}) });
  });
}

type NamesOf = (spot: Spot) => readonly string[];
/** Below this size a shorter name is easier to read than the whole one. */
const EASY_TYPE = 16;

/** How large the names of a row can be at a level of shortness. */
const rowSize = (cell: Cell, namesOf: NamesOf, level: number): number =>
  Math.min(...cell.row.map((spot) => printWidth(cell) / widthOf(nameAt(namesOf(spot), level), 'label')));

/** The longest names of a row that are as large as wanted; else the largest. */
function levelAt(cell: Cell, namesOf: NamesOf, size: number): number {
  const levels = [...Array(Math.max(...cell.row.map((spot) => namesOf(spot).length))).keys()];
  const largest = levels.reduce((one, other) =>
    rowSize(cell, namesOf, other) > rowSize(cell, namesOf, one) ? other : one,
  );
  return levels.find((level) => rowSize(cell, namesOf, level) >= size) ?? largest;
}

/** The largest size at which every name fits; long names are shortened before it gets hard to read. */
function evenSize(cells: readonly Cell[], tone: Cell['tone'], namesOf: NamesOf): number {
  const alike = cells.filter((cell) => cell.tone === tone);
  const most = clamp(Math.min(...alike.map(({ box }) => box.height)) * 0.25, LEAST_TYPE, 24);
  const sizes = alike
    .filter(({ box }) => !isSmall(box))
    .map((cell) => rowSize(cell, namesOf, levelAt(cell, namesOf, Math.min(most, EASY_TYPE))));
  return clamp(Math.min(...sizes), LEAST_TYPE, most);
}

/** How wide the print of a box may be, beside its chips or over them. */
const printWidth = ({ box, chips, share }: Cell): number => partsOf(box, chips, share)[0].width;

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
