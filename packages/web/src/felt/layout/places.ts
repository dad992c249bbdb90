import { type Dice, NUMBERS, type PointNumber, type Rulebook, type Spot, spotOf } from '@boxperson/rules';
import { fitted, type Type, widthOf } from './measure.js';
import { barredDice, betterTotals, feltName, fieldPays, numberText, paysOn, totalsOf } from './names.js';
import {
  type Box,
  boxPath,
  centre,
  cut,
  makePath,
  type Point,
  type Print,
  type Region,
  type Stroke,
  turned,
  turnedBox,
} from './shape.js';
import { clamp } from './units.js';

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
export function boxed(book: Rulebook, spot: Spot, box: Box, face: Face): Region {
  const { x, width, height } = box;
  const { x: cx, y: cy } = centre(box);
  const type = face.type ?? 'label';
  const where = face.chip ?? 'right';
  const chipRadius = clamp(Math.min(height * 0.34, width * 0.17), 13, 26);
  // In a small box text and chips share the width; a wide one has room for both.
  const shift = where === 'right' && width < 260 ? -chipRadius * 0.62 : 0;
  const size = fitted(face.title, face.size, width - 10 + 2 * shift, type);
  const subSize = clamp(size * 0.72, 10, 16);
  const dice = face.dice ? { dice: face.dice, size: Math.min(height * 0.32, width * 0.15, 28) } : null;
  const blocks = size + subSize * 1.3 + (dice ? dice.size + 5 : 0);
  const top = cy - blocks / 2;
  const titleY = top + (dice ? dice.size + 5 : 0) + size / 2;
  const chip = {
    left: { x: x + Math.max(chipRadius + 5, Math.min(width * 0.13, 60)), y: cy },
    right: { x: x + width - chipRadius - 6, y: cy },
    middle: { x: cx, y: box.y + height - chipRadius - 3 },
  }[where];
  return {
    spot,
    d: boxPath(box),
    box,
    prints: [{ text: face.title, at: { x: cx + shift, y: titleY }, size, type }],
    ...(dice ? { dice: { ...dice, at: { x: cx + shift, y: top + dice.size / 2 } } } : {}),
    sub: {
      text: paysOn(book, spot),
      at: { x: cx + shift, y: titleY + size / 2 + subSize * 0.8 },
      size: subSize,
      quiet: true,
    },
    chip,
    chipRadius,
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

export interface Columns {
  readonly left: number;
  readonly width: number;
  readonly lay: Box;
  readonly lose: Box;
  readonly number: Box;
  readonly place: Box;
}

/** The six numbers: lay, place to lose, the number itself (buy, and come wagers), place. */
export function numberRegions(book: Rulebook, rows: Columns): readonly Region[] {
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
export interface Band {
  readonly strokes: readonly Stroke[];
  readonly box: Box;
}

export function lineRegion(
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
  const name = widthOf(print.text, 'display') * print.size;
  const pair = isDont ? dieSize * 2.2 + 12 : 0;
  const paysWidth = widthOf(pays, 'label') * sub;
  const whole = name + pair + 16 + paysWidth;
  const at = turned(print.at, mirror);
  const from = at.x - whole / 2;
  return {
    spot: spotOf(id),
    d: makePath(band.strokes, mirror),
    box: turnedBox(band.box, mirror),
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
    chip: turned(chip, mirror),
    tone: 'cloth',
  };
}

/** A bar with its name and the barred dice side by side, as a phone has it. */
export function barredBar(book: Rulebook, spot: Spot, box: Box, title: string, most: number): Region {
  const { x, y, width, height } = box;
  const die = clamp(height * 0.3, 12, 18);
  const pair = die * 2.2 + 10;
  const size = fitted(title, most, width - pair - 44);
  const from = x + (width - pair - widthOf(title, 'label') * size) / 2 + 12;
  const middle = from + (widthOf(title, 'label') * size) / 2;
  const region = boxed(book, spot, box, { title, size, chip: 'left' });
  return {
    ...region,
    prints: region.prints.map((print) => ({ ...print, at: { ...print.at, x: middle } })),
    dice: { dice: barredDice(book), size: die, at: { x: x + width - pair / 2 - 6, y: y + height / 2 } },
    sub: { ...region.sub, at: { ...region.sub.at, x: middle } },
  };
}

export function dontComeRegion(book: Rulebook, box: Box): Region {
  const { x, y, width, height } = box;
  const words = feltName(book, 'dont-come').split(' ');
  const isWide = width > height * 1.4;
  if (isWide) return barredBar(book, spotOf('dont-come'), box, words.join(' '), clamp(height * 0.32, 11, 20));
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

export const bigRegions = (book: Rulebook, { x, y, width, height }: Box): readonly Region[] =>
  (['big-6', 'big-8'] as const).map((id, index) =>
    boxed(
      book,
      spotOf(id),
      { x: x + (width / 2) * index, y, width: width / 2, height },
      { title: feltName(book, id), size: Math.min(height * 0.26, 22), chip: 'middle' },
    ),
  );

/** The field's totals in a row; those that pay more in brackets, with what they pay under them. */
export function fieldRegion(book: Rulebook, box: Box): Region {
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
