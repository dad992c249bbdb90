import { NUMBERS, type Rulebook, type Spot, spotOf } from '@boxperson/rules';
import { frame } from './frame.js';
import { fitted, type Type } from './measure.js';
import { feltName, fieldPays, numberText, paysOn, totalsOf } from './names.js';
import type { Columns } from './places.js';
import { type Box, boxPath, centre, type FeltLayout, type Region, turnedBox } from './shape.js';
import { clamp, type FeltSize, type Hand } from './units.js';

// A felt for a first evening: the line with its odds, come, the field and the six numbers, each as large as can be.
// What the rules take elsewhere is one tap away, on the whole felt.

interface Tile {
  readonly title: string;
  readonly size: number;
  readonly type?: Type;
  readonly pays?: string;
  readonly tone?: Region['tone'];
}

/** A box with its name over its pay, and room for chips under them, or beside them where it is wide. */
function tile(book: Rulebook, spot: Spot, box: Box, face: Tile): Region {
  const isWide = box.width > box.height * 2;
  const share = isWide ? 0.3 : 0.4;
  const part: Box = isWide
    ? { ...box, x: box.x + box.width * share, width: box.width * (1 - share) }
    : { ...box, height: box.height * (1 - share) };
  const room: Box = isWide
    ? { ...box, width: box.width * share }
    : { ...box, y: box.y + part.height, height: box.height * share };
  const type = face.type ?? 'display';
  const pays = face.pays ?? paysOn(book, spot);
  const size = fitted(face.title, Math.min(face.size, part.height * 0.5), part.width - 16, type);
  const sub = fitted(pays, clamp(size * 0.42, 13, 18), part.width - 10);
  const { x, y } = centre(part);
  const chipRadius = clamp(Math.min(room.height * 0.36, room.width * 0.2), 14, 30);
  const stands = { room, chip: centre(room), chipRadius };
  return {
    spot,
    d: boxPath(box),
    box,
    prints: [{ text: face.title, at: { x, y: y - sub * 0.6 }, size, type }],
    sub: { text: pays, at: { x, y: y + size * 0.5 + sub * 0.25 }, size: sub, quiet: true },
    tone: face.tone ?? 'cloth',
    ...stands,
  };
}

/** The boxes of an easy felt, before it is turned for a left hand. */
function boxesIn({ width, height }: FeltSize) {
  const pad = 8;
  const gap = 4;
  const full = width - 2 * pad;
  const tall = height - 2 * pad - 2 * gap;
  const [numbers, middle] = [tall * 0.42, tall * 0.28];
  const row = (y: number, high: number, from: number, to: number): Box => ({
    x: pad + full * from,
    y,
    width: full * (to - from) - (to < 1 ? gap : 0),
    height: high,
  });
  const second = pad + numbers + gap;
  const third = second + middle + gap;
  const isNarrow = width < 560;
  return {
    numbers: row(pad, numbers, 0, 1),
    come: row(second, middle, 0, isNarrow ? 0.42 : 0.5),
    field: row(second, middle, isNarrow ? 0.42 : 0.5, 1),
    pass: row(third, tall - numbers - middle, 0, 0.6),
    odds: row(third, tall - numbers - middle, 0.6, 1),
  };
}

/** Wagers that an easy felt has a place for. */
export const EASY_WAGERS: readonly Spot['wager'][] = ['pass', 'pass-odds', 'come', 'field', 'place'];

export function easyFelt(book: Rulebook, size: FeltSize, hand: Hand): FeltLayout {
  const flip = (box: Box): Box => turnedBox(box, hand === 'left' ? size.width : null);
  const boxes = boxesIn(size);
  const column = boxes.numbers.width / NUMBERS.length;
  const columns: Columns = {
    left: boxes.numbers.x,
    width: boxes.numbers.width,
    lay: { ...boxes.numbers, height: 44 },
    lose: { ...boxes.numbers, height: 0 },
    number: boxes.numbers,
    place: boxes.numbers,
  };
  const line = Math.min(64, size.height * 0.12);
  const regions: readonly Region[] = [
    ...NUMBERS.map((number, index) =>
      tile(
        book,
        spotOf('place', number),
        { ...boxes.numbers, x: boxes.numbers.x + column * index, width: column - 2 },
        { title: numberText(number), size: 90, tone: 'number' },
      ),
    ),
    tile(book, spotOf('come'), flip(boxes.come), { title: feltName(book, 'come'), size: line }),
    tile(book, spotOf('field'), flip(boxes.field), {
      title: `${feltName(book, 'field')} ${totalsOf(book, 'field').join(' ')}`,
      size: line * 0.6,
      type: 'label',
      pays: fieldPays(book),
    }),
    tile(book, spotOf('pass'), flip(boxes.pass), { title: feltName(book, 'pass'), size: line }),
    tile(book, spotOf('pass-odds'), flip(boxes.odds), {
      title: feltName(book, 'pass-odds'),
      size: line * 0.7,
      type: 'label',
    }),
  ];
  return frame(size, regions, columns, flip(boxes.come), []);
}
