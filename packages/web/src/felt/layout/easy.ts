import { NUMBERS, type PointNumber, type Rulebook, type Spot, spotOf } from '@boxperson/rules';
import { frame } from './frame.js';
import { fitted, type Type } from './measure.js';
import { feltName, fieldPays, numberText, paysOn, totalsOf } from './names.js';
import { type Columns, puckIn } from './places.js';
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
  /** How much of the box is for chips. */
  readonly share?: number;
  /** From where on in that part this wager's chips stand: before it is room for others. */
  readonly from?: number;
}

/** A box with its name over its pay, and room for chips under them, or beside them where it is wide. */
function tile(book: Rulebook, spot: Spot, box: Box, face: Tile): Region {
  const isWide = box.width > box.height * 2;
  const { share = isWide ? 0.3 : 0.4, from = 0 } = face;
  const part: Box = isWide
    ? { ...box, x: box.x + box.width * share, width: box.width * (1 - share) }
    : { ...box, height: box.height * (1 - share) };
  const room: Box = isWide
    ? { ...box, width: box.width * share }
    : { ...box, y: box.y + part.height, height: box.height * share };
  const type = face.type ?? 'display';
  const pays = face.pays ?? paysOn(book, spot);
  const size = fitted(face.title, Math.min(face.size, part.height * 0.5), part.width * 0.9 - 8, type);
  const sub = Math.max(12, fitted(pays, clamp(size * 0.42, 13, 18), part.width - 6));
  const { x, y } = centre(part);
  const own: Box = { ...room, x: room.x + room.width * from, width: room.width * (1 - from) };
  return {
    spot,
    d: boxPath(box),
    box,
    prints: [{ text: face.title, at: { x, y: y - sub * 0.6 }, size, type }],
    sub: { text: pays, at: { x, y: y + size * 0.5 + sub * 0.25 }, size: sub, quiet: true },
    tone: face.tone ?? 'cloth',
    room: own,
    chip: centre(own),
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

/** How much of a number's box is for chips and the puck. */
const ROOM = 0.44;

/** Of the room under a numeral: from where on wagers stand that the dice brought, and those placed. */
const NARROW_PARTS = { come: 0, place: 0.5 };
const WIDE_PARTS = { come: 1 / 3, place: 2 / 3 };

/** Wagers that an easy felt has a place for. */
export const EASY_WAGERS: readonly Spot['wager'][] = ['pass', 'pass-odds', 'come', 'field', 'place'];

/** Where the puck rests while it is off: in the room for chips, out of the way of the name. */
const cornerOf = ({ x, y, width, height }: Box): Box =>
  width > height * 2
    ? { x, y, width: Math.min(64, height), height }
    : { x: x + width - 44, y: y + height * 0.6 - 6, width: 40, height: 40 };

export function easyFelt(book: Rulebook, size: FeltSize, hand: Hand): FeltLayout {
  const flip = (box: Box): Box => turnedBox(box, hand === 'left' ? size.width : null);
  const boxes = boxesIn(size);
  const { numbers } = boxes;
  const column = numbers.width / NUMBERS.length;
  // The puck and wagers that the dice brought stand beside the chips, never on a numeral.
  const room = { ...numbers, y: numbers.y + numbers.height * (1 - ROOM), height: numbers.height * ROOM };
  const columns: Columns = {
    left: numbers.x,
    width: numbers.width,
    lay: room,
    lose: room,
    number: room,
    place: room,
  };
  const isNarrow = column < 90;
  const parts = isNarrow ? NARROW_PARTS : WIDE_PARTS;
  const columnAt = (number: PointNumber): number => numbers.x + column * NUMBERS.indexOf(number);
  const comes = (number: PointNumber): Box => ({
    ...room,
    x: columnAt(number) + (column - 2) * parts.come,
    width: (column - 2) * (parts.place - parts.come),
  });
  const puck = puckIn(column);
  const line = Math.min(64, size.height * 0.12);
  const regions: readonly Region[] = [
    ...NUMBERS.map((number, index) =>
      tile(
        book,
        spotOf('place', number),
        { ...numbers, x: numbers.x + column * index, width: column - 2 },
        {
          title: numberText(number),
          size: 90,
          tone: 'number',
          pays: [...(isNarrow ? [] : [feltName(book, 'place')]), paysOn(book, spotOf('place', number))].join(
            ' ',
          ),
          share: ROOM,
          from: parts.place,
        },
      ),
    ),
    tile(book, spotOf('come'), flip(boxes.come), { title: feltName(book, 'come'), size: line }),
    tile(book, spotOf('field'), flip(boxes.field), {
      title: [feltName(book, 'field'), ...(isNarrow ? [] : totalsOf(book, 'field'))].join(' '),
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
  return frame(size, regions, columns, cornerOf(flip(boxes.come)), [], {
    travelled: (wager, number) => (wager === 'come' ? comes(number) : null),
    // Beside the chips, never on a numeral; where that is too narrow, in the corner above it.
    puckOn: (number) => ({
      x: columnAt(number) + puck + 4,
      y: isNarrow ? numbers.y + puck + 4 : centre(room).y,
    }),
  });
}
