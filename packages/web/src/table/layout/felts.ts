import {
  type Dice,
  HARD_NUMBERS,
  NUMBERS,
  type PointNumber,
  type Rulebook,
  type Spot,
  spotOf,
  spotsOf,
  type WagerId,
} from '@boxperson/rules';
import { fitted, type Type, widthOf } from './measure.js';
import { barredDice, betterTotals, feltName, fieldPays, numberText, paysOn, totalsOf } from './names.js';
import {
  type Box,
  boxPath,
  centre,
  cut,
  type FeltLayout,
  makePath,
  type Point,
  type Print,
  type Region,
  type Stroke,
} from './shape.js';

export type Hand = 'right' | 'left';
export type PhoneTab = 'felt' | 'centre' | 'hop';
export interface FeltSize {
  readonly width: number;
  readonly height: number;
}

/** No target is smaller than this. */
const LEAST = 44;
const atLeast = (value: number): number => Math.max(LEAST, value);
const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

interface Face {
  readonly title: string;
  readonly size: number;
  readonly type?: Type;
  readonly tone?: Region['tone'];
  readonly dice?: Dice;
  /** Chips beside the text or over it. */
  readonly chip?: 'right' | 'left' | 'middle';
}

/** A plain box with its name and pay in the middle. */
function boxed(book: Rulebook, spot: Spot, box: Box, face: Face): Region {
  const { x, width, height } = box;
  const { x: cx, y: cy } = centre(box);
  const type = face.type ?? 'label';
  const size = fitted(face.title, face.size, width - 10, type);
  const subSize = clamp(size * 0.72, 10, 16);
  const dice = face.dice ? { dice: face.dice, size: Math.min(height * 0.32, width * 0.15, 28) } : null;
  const blocks = size + subSize * 1.3 + (dice ? dice.size + 5 : 0);
  const top = cy - blocks / 2;
  const titleY = top + (dice ? dice.size + 5 : 0) + size / 2;
  const chipX = { left: x + Math.min(width * 0.17, 70), right: x + width * 0.82, middle: cx }[
    face.chip ?? 'right'
  ];
  return {
    spot,
    d: boxPath(box),
    box,
    prints: [{ text: face.title, at: { x: cx, y: titleY }, size, type }],
    ...(dice ? { dice: { ...dice, at: { x: cx, y: top + dice.size / 2 } } } : {}),
    sub: {
      text: paysOn(book, spot),
      at: { x: cx, y: titleY + size / 2 + subSize * 0.8 },
      size: subSize,
      quiet: true,
    },
    chip: { x: chipX, y: cy },
    tone: face.tone ?? 'cloth',
  };
}

/** A small box of a column: its text on the left, chips on the right. */
function strip(book: Rulebook, spot: Spot, box: Box, title: string, tone: Region['tone']): Region {
  const { x, y, width, height } = box;
  const chipRadius = clamp(Math.min(height * 0.36, width * 0.2), 13, 24);
  const size = fitted(title, clamp(height * 0.31, 11, 19), width - 10);
  const sub = clamp(size * 0.86, 10, 14);
  const at = y + height / 2;
  return {
    spot,
    d: boxPath(box),
    box,
    prints: [{ text: title, at: { x: x + 6, y: at - sub * 0.58 }, size, type: 'label', anchor: 'start' }],
    sub: {
      text: paysOn(book, spot),
      at: { x: x + 6, y: at + size * 0.62 },
      size: sub,
      quiet: true,
      anchor: 'start',
    },
    chip: { x: x + width - chipRadius - 3, y: at - chipRadius * 0.1 },
    chipRadius,
    tone,
  };
}

interface Columns {
  readonly left: number;
  readonly width: number;
  readonly lay: Box;
  readonly lose: Box;
  readonly number: Box;
  readonly place: Box;
}

/** The six numbers: lay, place to lose, the number itself (buy, and come wagers), place. */
function numberRegions(book: Rulebook, rows: Columns): readonly Region[] {
  return NUMBERS.flatMap((number, index) => {
    const [x, width] = cut(rows.left, rows.width, NUMBERS.length, index);
    const at = (row: Box): Box => ({ ...row, x, width });
    return [
      strip(book, spotOf('lay', number), at(rows.lay), feltName(book, 'lay'), 'cloth'),
      strip(book, spotOf('place-lose', number), at(rows.lose), feltName(book, 'place-lose'), 'cloth'),
      numberBox(book, number, at(rows.number)),
      strip(book, spotOf('place', number), at(rows.place), feltName(book, 'place'), 'number'),
    ];
  });
}

function numberBox(book: Rulebook, number: PointNumber, box: Box): Region {
  const { x, y, width, height } = box;
  const text = numberText(number);
  const sub = clamp(height * 0.125, 10, 16);
  const room = height - sub * 2.6;
  const size = fitted(text, room * 0.92, width - 14, 'display');
  const buy = feltName(book, 'buy');
  const chipRadius = clamp(Math.min(height * 0.2, width * 0.2), 13, 25);
  return {
    spot: spotOf('buy', number),
    d: boxPath(box),
    box,
    prints: [
      { text, at: { x: x + width / 2, y: y + room * 0.54 }, size, type: 'display' },
      {
        text: buy,
        at: { x: x + 6, y: y + height - sub * 2.05 },
        size: fitted(buy, sub * 1.06, width - 10),
        type: 'label',
        anchor: 'start',
      },
    ],
    sub: {
      text: paysOn(book, spotOf('buy', number)),
      at: { x: x + 6, y: y + height - sub * 0.85 },
      size: sub,
      quiet: true,
      anchor: 'start',
    },
    chip: { x: x + width - chipRadius - 3, y: y + height - chipRadius - 5 },
    chipRadius,
    tone: 'cloth',
  };
}

/** A band along the edge that turns one corner (a table's end) or two (a mini table). */
interface Band {
  readonly strokes: readonly Stroke[];
  readonly box: Box;
}

function lineRegion(
  book: Rulebook,
  id: 'pass' | 'dont-pass',
  band: Band,
  print: Print,
  chip: Point,
  mirror: number | null,
): Region {
  const isDont = id === 'dont-pass';
  const dieSize = isDont ? print.size * 0.82 : 0;
  const sub = clamp(print.size * 0.45, 11, 17);
  const pays = paysOn(book, spotOf(id));
  const turn = (point: Point): Point => (mirror === null ? point : { ...point, x: mirror - point.x });
  const name = widthOf(print.text, 'display') * print.size;
  const pair = isDont ? dieSize * 2.2 + 12 : 0;
  const paysWidth = widthOf(pays, 'label') * sub;
  const whole = name + pair + 16 + paysWidth;
  const at = turn(print.at);
  const from = at.x - whole / 2;
  return {
    spot: spotOf(id),
    d: makePath(band.strokes, mirror),
    box: mirror === null ? band.box : { ...band.box, x: mirror - band.box.x - band.box.width },
    prints: [{ ...print, type: 'display', at: { x: from + name / 2, y: at.y } }],
    ...(isDont
      ? {
          dice: {
            dice: barredDice(book),
            size: dieSize,
            at: { x: from + name + 12 + dieSize * 1.1, y: at.y },
          },
        }
      : {}),
    sub: { text: pays, at: { x: from + whole - paysWidth / 2, y: at.y + 1 }, size: sub, quiet: true },
    chip: turn(chip),
    tone: 'cloth',
  };
}

interface End {
  readonly regions: readonly Region[];
  readonly columns: Columns;
  readonly dontCome: Box;
}

/** One end of a full-size table, bands on the outer side: also the layout of a terminal. */
function endSection(book: Rulebook, big68: boolean, box: Box, hand: Hand): End {
  const { x: left, y: top, width, height } = box;
  const mirror = hand === 'left' ? 2 * left + width : null;
  const row = {
    lay: atLeast(height * 0.074),
    lose: atLeast(height * 0.074),
    number: Math.max(84, height * 0.17),
    place: atLeast(height * 0.082),
    field: Math.max(60, height * 0.13),
    dont: atLeast(height * 0.076),
    pass: atLeast(height * 0.1),
    odds: atLeast(height * 0.078),
  };
  const come = height - Object.values(row).reduce((sum, one) => sum + one, 0);
  const right = left + width;
  const inner = left + row.pass + row.dont;
  const numbersTop = top;
  const comeTop = numbersTop + row.lay + row.lose + row.number + row.place;
  const fieldTop = comeTop + come;
  const dontTop = fieldTop + row.field;
  const passTop = dontTop + row.dont;
  const oddsTop = passTop + row.pass;
  const r3 = row.dont * 0.6;
  const r2 = r3 + row.dont;
  const r1 = r2 + row.pass;
  const across = right - inner;
  const dontComeWidth = Math.max(72, across * 0.145);
  const flip = (one: Box): Box => (mirror === null ? one : { ...one, x: mirror - one.x - one.width });
  const outer = left + row.pass;
  const oddsFrom = right - Math.max(150, width * 0.27);
  const passSize = row.pass * 0.52;
  const passBand: Band = {
    strokes: [
      ['M', left, top],
      ['H', outer],
      ['V', passTop - r2],
      ['A', r2, 0, outer + r2, passTop],
      ['H', right],
      ['V', oddsTop],
      ['H', left + r1],
      ['A', r1, 1, left, oddsTop - r1],
      ['Z'],
    ],
    box: { x: left, y: passTop, width, height: row.pass },
  };
  const dontBand: Band = {
    strokes: [
      ['M', outer, top],
      ['H', inner],
      ['V', dontTop - r3],
      ['A', r3, 0, inner + r3, dontTop],
      ['H', oddsFrom],
      ['V', passTop],
      ['H', outer + r2],
      ['A', r2, 1, outer, passTop - r2],
      ['Z'],
    ],
    box: { x: outer, y: dontTop, width: oddsFrom - outer, height: row.dont },
  };
  const dontName = feltName(book, 'dont-pass');
  const dontRoom = oddsFrom - inner - row.dont * 2.4;
  const oddsBox = flip({ x: left + r1 * 0.8, y: oddsTop, width: width - r1 * 0.8, height: row.odds });
  const columnsBox = flip({ x: inner + dontComeWidth, y: 0, width: across - dontComeWidth, height: 0 });
  const at = (y: number, tall: number): Box => ({ x: 0, y, width: 0, height: tall });
  const columns: Columns = {
    left: columnsBox.x,
    width: columnsBox.width,
    lay: at(numbersTop, row.lay),
    lose: at(numbersTop + row.lay, row.lose),
    number: at(numbersTop + row.lay + row.lose, row.number),
    place: at(comeTop - row.place, row.place),
  };
  const dontCome = flip({ x: inner, y: top, width: dontComeWidth, height: comeTop - top });
  const bigWidth = big68 ? Math.max(2 * LEAST + 8, dontComeWidth) : 0;
  const passAt = { x: (outer + r2 + right) / 2, y: passTop + row.pass / 2 };
  const passName = feltName(book, 'pass');
  return {
    columns,
    dontCome,
    regions: [
      lineRegion(
        book,
        'pass',
        passBand,
        { text: passName, at: passAt, size: fitted(passName, passSize, right - outer - r2 - 150, 'display') },
        { x: left + r1 * 0.95, y: passTop + row.pass / 2 },
        mirror,
      ),
      lineRegion(
        book,
        'dont-pass',
        dontBand,
        {
          text: dontName,
          at: { x: (inner + r3 + oddsFrom) / 2 - 8, y: dontTop + row.dont / 2 },
          size: fitted(dontName, row.dont * 0.46, dontRoom * 0.62, 'display'),
        },
        { x: inner + r3, y: dontTop + row.dont / 2 },
        mirror,
      ),
      boxed(
        book,
        spotOf('dont-pass-odds'),
        flip({ x: oddsFrom, y: dontTop, width: right - oddsFrom, height: row.dont }),
        { title: feltName(book, 'dont-pass-odds'), size: row.dont * 0.32, chip: 'left' },
      ),
      {
        ...boxed(book, spotOf('pass-odds'), oddsBox, {
          title: feltName(book, 'pass-odds'),
          size: row.odds * 0.36,
        }),
        chip: turned({ x: left + r1 * 0.95, y: oddsTop + row.odds / 2 }, mirror),
      },
      dontComeRegion(book, dontCome),
      ...numberRegions(book, columns),
      boxed(book, spotOf('come'), flip({ x: inner, y: comeTop, width: across, height: come }), {
        title: feltName(book, 'come'),
        size: Math.min(come * 0.5, 96),
        type: 'display',
        chip: 'left',
      }),
      ...(big68 ? bigRegions(book, flip({ x: inner, y: fieldTop, width: bigWidth, height: row.field })) : []),
      fieldRegion(
        book,
        flip({ x: inner + bigWidth, y: fieldTop, width: across - bigWidth, height: row.field }),
      ),
    ],
  };
}

const turned = (point: Point, mirror: number | null): Point =>
  mirror === null ? point : { ...point, x: mirror - point.x };

function dontComeRegion(book: Rulebook, box: Box): Region {
  const { x, y, width, height } = box;
  const words = feltName(book, 'dont-come').split(' ');
  const isWide = width > height * 1.4;
  if (isWide) {
    const name = words.join(' ');
    return {
      ...boxed(book, spotOf('dont-come'), box, {
        title: name,
        size: clamp(height * 0.3, 11, 22),
        chip: 'left',
      }),
      dice: {
        dice: barredDice(book),
        size: Math.min(16, height * 0.3),
        at: { x: x + width - 30, y: y + height / 2 },
      },
    };
  }
  const size = Math.min(...words.map((word) => fitted(word, height * 0.11, width - 12, 'display')));
  const cx = x + width / 2;
  const from = y + height * 0.42;
  return {
    spot: spotOf('dont-come'),
    d: boxPath(box),
    box,
    prints: words.map((text, line) => ({
      text,
      at: { x: cx, y: from + line * size * 1.15 },
      size,
      type: 'display' as const,
    })),
    dice: { dice: barredDice(book), size: size * 0.9, at: { x: cx, y: from + words.length * size * 1.2 } },
    sub: {
      text: paysOn(book, spotOf('dont-come')),
      at: { x: cx, y: from + words.length * size * 1.2 + size * 1.25 },
      size: clamp(size * 0.62, 10, 17),
      quiet: true,
    },
    chip: { x: cx, y: y + height - Math.min(34, height * 0.14) },
    tone: 'cloth',
  };
}

const bigRegions = (book: Rulebook, { x, y, width, height }: Box): readonly Region[] =>
  (['big-6', 'big-8'] as const).map((id, index) =>
    boxed(
      book,
      spotOf(id),
      { x: x + (width / 2) * index, y, width: width / 2, height },
      { title: feltName(book, id), size: Math.min(height * 0.26, 22), chip: 'middle' },
    ),
  );

/** The field's totals in a row; those that pay more in brackets, with what they pay under them. */
function fieldRegion(book: Rulebook, box: Box): Region {
  const better = betterTotals(book, 'field');
  const totals = totalsOf(book, 'field').map((total) => (better[total] ? `(${total})` : total));
  const title = totals.join(' · ');
  const name = feltName(book, 'field');
  const { x, y, width, height } = box;
  const cx = x + width / 2;
  const isTall = height > 56;
  const size = fitted(title, height * (isTall ? 0.28 : 0.34), width * 0.86, 'display');
  const says = fieldPays(book);
  return {
    spot: spotOf('field'),
    d: boxPath(box),
    box,
    prints: isTall
      ? [
          { text: title, at: { x: cx, y: y + height * 0.27 }, size, type: 'display' },
          { text: name, at: { x: cx, y: y + height * 0.58 }, size: Math.min(size, height * 0.24) },
        ]
      : [
          {
            text: `${name}  ${title}`,
            at: { x: cx, y: y + height * 0.4 },
            size: fitted(`${name}  ${title}`, height * 0.34, width - 12),
          },
        ],
    sub: { text: says, at: { x: cx, y: y + height * 0.83 }, size: clamp(height * 0.15, 10, 16), quiet: true },
    chip: { x: x + Math.min(width * 0.1, 44), y: y + height * 0.56 },
    tone: 'cloth',
  };
}

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

function centreRows(book: Rulebook): readonly (readonly Spot[])[] {
  const rows = CENTRE.map((row) =>
    row.filter(([id]) => book.wagers[id] !== null).map(([id, number]) => spotOf(id, number)),
  ).filter((row) => row.length > 0);
  return book.wagers['horn-high'] ? [...rows, spotsOf('horn-high')] : rows;
}

const centreTitle = (book: Rulebook, { wager, number, high }: Spot): string => {
  if (wager === 'hardway') return `HARD ${number}`;
  return high === undefined ? feltName(book, wager) : `HIGH ${high}`;
};

function centreRegions(book: Rulebook, box: Box, rows = centreRows(book)): readonly Region[] {
  return rows.flatMap((row, line) => {
    const [y, height] = cut(box.y, box.height, rows.length, line);
    return row.map((spot, column) => {
      const [x, width] = cut(box.x, box.width, row.length, column);
      const dice = height > 58 ? diceOn(spot) : null;
      return boxed(
        book,
        spot,
        { x, y, width, height },
        {
          title: centreTitle(book, spot),
          size: clamp(height * 0.26, 12, 24),
          tone: spot.wager === 'hardway' ? 'hard' : 'prop',
          chip: row.length > 2 ? 'middle' : 'right',
          ...(dice ? { dice } : {}),
        },
      );
    });
  });
}

/** The hop panel: 21 pairs in a triangle, the equal ones on its edge. */
function hopRegions(book: Rulebook, box: Box): readonly Region[] {
  if (!book.wagers.hop) return [];
  const width = box.width / 6;
  const height = box.height / 6;
  return spotsOf('hop').map((spot) => {
    const [a, b] = spot.dice ?? [1, 1];
    const cell = { x: box.x + (a - 1) * width, y: box.y + (b - 1) * height, width, height };
    const c = centre(cell);
    return {
      spot,
      d: boxPath({
        ...cell,
        x: cell.x + 1.5,
        y: cell.y + 1.5,
        width: cell.width - 3,
        height: cell.height - 3,
      }),
      box: cell,
      prints: [],
      dice: { dice: [a, b], at: { x: c.x, y: c.y - 4 }, size: Math.min(width * 0.36, height * 0.44, 26) },
      sub: {
        text: paysOn(book, spot),
        at: { x: c.x, y: cell.y + height - 8 },
        size: clamp(height * 0.17, 9, 13),
        quiet: true,
      },
      chip: { x: c.x, y: c.y - 2 },
      tone: a === b ? 'hard' : 'hop',
    };
  });
}

const hopHeading = (book: Rulebook, box: Box, hand: Hand): readonly Print[] => {
  const name = feltName(book, 'hop');
  const x = box.x + box.width * (hand === 'left' ? 0.72 : 0.72);
  const height = box.height / 6;
  return [
    { text: name, at: { x, y: box.y + height * 0.5 }, size: clamp(height * 0.34, 12, 20) },
    { text: 'the next two dice', at: { x, y: box.y + height * 0.5 + 18 }, size: 12, quiet: true },
  ];
};

const PAD = 10;

function frame(
  size: FeltSize,
  regions: readonly Region[],
  columns: Columns,
  dontCome: Box,
  prints: readonly Print[],
): FeltLayout {
  const column = columns.width / NUMBERS.length;
  const chipRadius = clamp(Math.min(column * 0.3, columns.lay.height * 0.46), 14, 27);
  const puckRadius = clamp(column * 0.22, 15, 28);
  const middle = (number: PointNumber): number => columns.left + column * (NUMBERS.indexOf(number) + 0.5);
  const isWide = dontCome.width > dontCome.height * 1.4;
  return {
    ...size,
    regions,
    prints,
    chipRadius,
    puckRadius,
    puckOff: isWide
      ? { x: dontCome.x + dontCome.width - puckRadius - 2, y: columns.lay.y - puckRadius - 4 }
      : { x: dontCome.x + dontCome.width / 2, y: dontCome.y + puckRadius + 8 },
    puckOn: (number) => ({
      x: middle(number) + column * 0.5 - puckRadius * 0.92,
      y: columns.number.y + puckRadius * 0.7,
    }),
    travelled: (wager, number) =>
      wager === 'come'
        ? { x: middle(number) - column * 0.27, y: columns.number.y + columns.number.height * 0.3 }
        : { x: middle(number) - column * 0.27, y: columns.lay.y + columns.lay.height / 2 },
  };
}

/** A full-size table as one player sees it: the own end and the centre. */
export function fullFelt(book: Rulebook, big68: boolean, size: FeltSize, hand: Hand): FeltLayout {
  const centreWidth = clamp(size.width * 0.31, 264, 440);
  const endWidth = size.width - centreWidth - PAD * 3;
  const endX = hand === 'left' ? PAD * 2 + centreWidth : PAD;
  const centreX = hand === 'left' ? PAD : PAD * 2 + endWidth;
  const tall = size.height - 2 * PAD;
  const { regions, columns, dontCome } = endSection(
    book,
    big68,
    { x: endX, y: PAD, width: endWidth, height: tall },
    hand,
  );
  const props = { x: centreX, y: PAD, width: centreWidth, height: tall };
  if (!book.wagers.hop)
    return frame(size, [...regions, ...centreRegions(book, props)], columns, dontCome, []);
  const rows = centreRows(book);
  const hopTall = Math.max(6 * LEAST + 2, tall * 0.5);
  const propsTall = tall - hopTall - 8;
  const hop = { ...props, y: PAD + propsTall + 8, height: hopTall };
  return frame(
    size,
    [...regions, ...centreRegions(book, { ...props, height: propsTall }, rows), ...hopRegions(book, hop)],
    columns,
    dontCome,
    hopHeading(book, hop, hand),
  );
}

/** crown rule 7: one set of numbers for one dealer, the line along three sides. */
export function miniFelt(book: Rulebook, big68: boolean, size: FeltSize, hand: Hand): FeltLayout {
  const left = PAD;
  const right = size.width - PAD;
  const width = right - left;
  const top = PAD;
  const height = size.height - 2 * PAD;
  const pass = atLeast(height * 0.088);
  const dont = atLeast(height * 0.074);
  const odds = atLeast(height * 0.08);
  const bottom = top + height - odds;
  const mirror = hand === 'left' ? left + right : null;
  const r3 = dont * 0.8;
  const r2 = r3 + dont;
  const r1 = r2 + pass;
  const innerLeft = left + pass + dont;
  const innerRight = right - pass - dont;
  const inner = innerRight - innerLeft;
  const dontTop = bottom - pass - dont;
  const passTop = bottom - pass;
  const props = clamp(inner * 0.36, 250, 420);
  const end = innerRight - props;
  const dontComeWidth = Math.max(70, (end - innerLeft) * 0.15);
  const innerTall = dontTop - top;
  const field = Math.max(60, innerTall * 0.17);
  const lay = atLeast(innerTall * 0.09);
  const place = atLeast(innerTall * 0.1);
  const number = Math.max(84, innerTall * 0.22);
  const comeTop = top + lay * 2 + number + place;
  const come = dontTop - comeTop - field;
  const flip = (one: Box): Box => (mirror === null ? one : { ...one, x: mirror - one.x - one.width });
  const outerPath = (
    o: number,
    i: number,
    y: number,
    ro: number,
    ri: number,
    yi: number,
  ): readonly Stroke[] => [
    ['M', o, top],
    ['H', i],
    ['V', yi - ri],
    ['A', ri, 0, i + ri, yi],
    ['H', left + right - i - ri],
    ['A', ri, 0, left + right - i, yi - ri],
    ['V', top],
    ['H', left + right - o],
    ['V', y - ro],
    ['A', ro, 1, left + right - o - ro, y],
    ['H', o + ro],
    ['A', ro, 1, o, y - ro],
    ['Z'],
  ];
  const passName = feltName(book, 'pass');
  const dontName = feltName(book, 'dont-pass');
  const columnsBox = flip({
    x: innerLeft + dontComeWidth,
    y: 0,
    width: end - innerLeft - dontComeWidth,
    height: 0,
  });
  const at = (y: number, tall: number): Box => ({ x: 0, y, width: 0, height: tall });
  const columns: Columns = {
    left: columnsBox.x,
    width: columnsBox.width,
    lay: at(top, lay),
    lose: at(top + lay, lay),
    number: at(top + 2 * lay, number),
    place: at(comeTop - place, place),
  };
  const dontCome = flip({ x: innerLeft, y: top, width: dontComeWidth, height: comeTop - top });
  const centreBox = flip({ x: end, y: top, width: props, height: dontTop - top });
  const bigTall = big68 ? Math.max(LEAST, innerTall * 0.11) : 0;
  const bottomWidth = width - 2 * r1;
  const oddsSplit = left + r1 + bottomWidth * 0.6;
  const regions: readonly Region[] = [
    lineRegion(
      book,
      'pass',
      {
        strokes: outerPath(left, left + pass, bottom, r1, r2, passTop),
        box: { x: left, y: passTop, width, height: pass },
      },
      {
        text: passName,
        at: { x: left + width / 2, y: passTop + pass / 2 },
        size: fitted(passName, pass * 0.56, bottomWidth * 0.6, 'display'),
      },
      { x: left + r1 + 8, y: passTop + pass / 2 },
      mirror,
    ),
    lineRegion(
      book,
      'dont-pass',
      {
        strokes: outerPath(left + pass, innerLeft, passTop, r2, r3, dontTop),
        box: { x: left + pass, y: dontTop, width: width - 2 * pass, height: dont },
      },
      {
        text: dontName,
        at: { x: left + width / 2, y: dontTop + dont / 2 },
        size: fitted(dontName, dont * 0.5, bottomWidth * 0.5, 'display'),
      },
      { x: left + r1 + 8, y: dontTop + dont / 2 },
      mirror,
    ),
    {
      ...boxed(
        book,
        spotOf('pass-odds'),
        flip({ x: left + r1, y: bottom, width: oddsSplit - left - r1, height: odds }),
        {
          title: feltName(book, 'pass-odds'),
          size: odds * 0.36,
        },
      ),
      chip: turned({ x: left + r1 + 34, y: bottom + odds / 2 }, mirror),
    },
    boxed(
      book,
      spotOf('dont-pass-odds'),
      flip({ x: oddsSplit, y: bottom, width: right - r1 - oddsSplit, height: odds }),
      { title: feltName(book, 'dont-pass-odds'), size: odds * 0.36 },
    ),
    dontComeRegion(book, dontCome),
    ...numberRegions(book, columns),
    boxed(book, spotOf('come'), flip({ x: innerLeft, y: comeTop, width: end - innerLeft, height: come }), {
      title: feltName(book, 'come'),
      size: Math.min(come * 0.5, 90),
      type: 'display',
      chip: 'left',
    }),
    fieldRegion(book, flip({ x: innerLeft, y: dontTop - field, width: end - innerLeft, height: field })),
    ...centreRegions(book, { ...centreBox, height: centreBox.height - bigTall }),
    ...(big68
      ? bigRegions(book, { ...centreBox, y: centreBox.y + centreBox.height - bigTall, height: bigTall })
      : []),
  ];
  return frame(size, regions, columns, dontCome, []);
}

/** A phone held upright has a felt of its own: numbers on top, the lines within reach of the thumb. */
export function phoneFelt(
  book: Rulebook,
  big68: boolean,
  width: number,
  tab: PhoneTab,
  hand: Hand,
): FeltLayout {
  const pad = 6;
  const full = width - 2 * pad;
  if (tab !== 'felt') return phoneCentre(book, width, tab, hand);
  const row = { lay: 44, lose: 44, number: 74, place: 46, bar: 46, field: 58, line: 50 };
  const columnsTop = pad;
  const comeTop = columnsTop + row.lay + row.lose + row.number + row.place + 4;
  const fieldTop = comeTop + row.bar + 4;
  const dontTop = fieldTop + row.field + 4;
  const passTop = dontTop + row.bar + 4;
  const height = passTop + row.line + pad;
  const flip = (box: Box): Box => (hand === 'left' ? { ...box, x: width - box.x - box.width } : box);
  const pair = (y: number, tall: number, share: number): readonly [Box, Box] => [
    flip({ x: pad, y, width: full * share - 2, height: tall }),
    flip({ x: pad + full * share + 2, y, width: full * (1 - share) - 2, height: tall }),
  ];
  const at = (y: number, tall: number): Box => ({ x: 0, y, width: 0, height: tall });
  const columns: Columns = {
    left: pad,
    width: full,
    lay: at(columnsTop, row.lay),
    lose: at(columnsTop + row.lay, row.lose),
    number: at(columnsTop + row.lay + row.lose, row.number),
    place: at(columnsTop + row.lay + row.lose + row.number, row.place),
  };
  const [come, dontCome] = pair(comeTop, row.bar, 0.56);
  const bigWidth = big68 ? 2 * 52 : 0;
  const field = flip({ x: pad + bigWidth, y: fieldTop, width: full - bigWidth, height: row.field });
  const [dont, dontOdds] = pair(dontTop, row.bar, 0.6);
  const [pass, passOdds] = pair(passTop, row.line, 0.6);
  const dontRegion = boxed(book, spotOf('dont-pass'), dont, {
    title: feltName(book, 'dont-pass'),
    size: 17,
    chip: 'left',
  });
  const regions: readonly Region[] = [
    ...numberRegions(book, columns),
    boxed(book, spotOf('come'), come, {
      title: feltName(book, 'come'),
      size: 22,
      type: 'display',
      chip: 'left',
    }),
    dontComeRegion(book, dontCome),
    ...(big68 ? bigRegions(book, flip({ x: pad, y: fieldTop, width: bigWidth, height: row.field })) : []),
    fieldRegion(book, field),
    {
      ...dontRegion,
      dice: {
        dice: barredDice(book),
        size: 15,
        at: { x: dont.x + dont.width - 28, y: dont.y + dont.height / 2 },
      },
    },
    boxed(book, spotOf('dont-pass-odds'), dontOdds, {
      title: feltName(book, 'dont-pass-odds'),
      size: 14,
      chip: 'left',
    }),
    boxed(book, spotOf('pass'), pass, {
      title: feltName(book, 'pass'),
      size: 23,
      type: 'display',
      chip: 'left',
    }),
    boxed(book, spotOf('pass-odds'), passOdds, {
      title: feltName(book, 'pass-odds'),
      size: 15,
      chip: 'left',
    }),
  ];
  return frame({ width, height }, regions, columns, dontCome, []);
}

const PHONE_ROW = 58;
const NO_COLUMNS: Columns = {
  left: 0,
  width: 360,
  lay: { x: 0, y: 0, width: 0, height: 44 },
  lose: { x: 0, y: 0, width: 0, height: 44 },
  number: { x: 0, y: 0, width: 0, height: 84 },
  place: { x: 0, y: 0, width: 0, height: 48 },
};

function phoneCentre(book: Rulebook, width: number, tab: 'centre' | 'hop', hand: Hand): FeltLayout {
  const pad = 6;
  const rows = centreRows(book);
  const tall = tab === 'hop' ? 6 * 56 : rows.length * PHONE_ROW;
  const box = { x: pad, y: pad, width: width - 2 * pad, height: tall };
  const regions = tab === 'hop' ? hopRegions(book, box) : centreRegions(book, box, rows);
  const prints = tab === 'hop' ? hopHeading(book, box, hand) : [];
  return frame({ width, height: tall + 2 * pad }, regions, NO_COLUMNS, box, prints);
}
