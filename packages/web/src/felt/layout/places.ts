import {
  type Dice,
  NUMBERS,
  type PointNumber,
  type Rulebook,
  type Spot,
  spotOf,
  spotsOf,
} from '@boxperson/rules';
import { capOf, firstFitting, fitted, LEAST_TYPE, type Type, widthOf } from './measure.js';
import {
  barredDice,
  betterTotals,
  feltName,
  feltNames,
  fieldPays,
  numberText,
  paysOn,
  totalsOf,
} from './names.js';
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
  turnedBox,
  within,
} from './shape.js';
import { ROW_LEAST } from './slots.js';
import { clamp } from './units.js';

interface Face {
  /** What may be printed, the longest first. */
  readonly titles: readonly string[];
  readonly size: number;
  readonly type?: Type;
  readonly tone?: Region['tone'];
  readonly dice?: Dice;
  /** On which side of the print chips stand. */
  readonly chips?: 'right' | 'left' | 'below';
  /** How much of the width is theirs; `beside`: all there is on one side of a name in the middle. */
  readonly share?: number | 'beside';
}

const EDGE = 4;

/** Where one's own chips stand in a room: on its left. */
const ownIn = ({ x, y, width, height }: Box): Point => ({
  x: x + Math.min(width / 2, 20),
  y: y + height / 2,
});

/** How much of a box is for chips, where nothing else is said. */
export const shareOf = (where: 'right' | 'left' | 'below'): number => (where === 'below' ? 0.42 : 0.4);

/** A box cut in two: what is printed, and where chips stand. */
export function partsOf(box: Box, where: 'right' | 'left' | 'below', share: number): readonly [Box, Box] {
  const { x, y, width, height } = within(box, EDGE);
  if (where === 'below') {
    const tall = Math.max(ROW_LEAST, height * share);
    return [
      { x, y, width, height: height - tall },
      { x, y: y + height - tall, width, height: tall },
    ];
  }
  const room = width * share;
  const print = { x: where === 'left' ? x + room + 3 : x, y, width: width - room - 3, height };
  return [print, { x: where === 'left' ? x : x + width - room, y, width: room, height }];
}

/** A name in the middle of a wide box, and chips on the left of it. */
function besideOf(box: Box, { titles, size, type = 'label' }: Face): readonly [Box, Box] {
  const { x, y, width, height } = within(box, EDGE);
  const name = Math.max(widthOf(titles[0] as string, type) * size, 70) + 24;
  const side = (width - name) / 2;
  return [
    { x: x + side, y, width: name, height },
    { x, y, width: side, height },
  ];
}

/** Dice as large as a place has room for. */
const dieIn = ({ width, height }: Box, share: number): number => Math.min(height * share, width * 0.3, 28);

/**
 * Dice, name and pay under each other in the middle of a part. Where three lines are too many the dice are printed where
 * chips will stand; where two are, the pay is.
 */
function printed(book: Rulebook, spot: Spot, [part, room]: readonly [Box, Box], face: Face) {
  const { x: cx, y: cy } = centre(part);
  const type = face.type ?? 'label';
  const { text, size } = firstFitting(face.titles, face.size, part.width, type);
  const pays = paysOn(book, spot);
  const over = dieIn(part, 0.34);
  const isOver = part.height >= over + 4 + size + LEAST_TYPE * 1.1;
  const die = face.dice && isOver ? over : 0;
  const left = part.height - size - (die > 0 ? die + 3 : 0);
  const subSize = fitted(pays, clamp(Math.min(size * 0.74, left), LEAST_TYPE, 16), part.width);
  const isHigh = left >= subSize - 2;
  const blocks = size + (isHigh ? subSize * 1.1 : 0) + (die > 0 ? die + 4 : 0);
  const top = cy - blocks / 2;
  const titleY = top + (die > 0 ? die + 4 : 0) + size / 2;
  const prints: readonly Print[] = [{ text, at: { x: cx, y: titleY }, size, type }];
  const sub: Print = {
    text: pays,
    at: { x: cx, y: titleY + size / 2 + subSize * 0.6 },
    size: subSize,
    width: part.width,
    quiet: true,
  };
  const diceAt = isOver
    ? { size: die, at: { x: cx, y: top + die / 2 } }
    : { size: dieIn(room, 0.7), at: centre(room), givesWay: true as const };
  return { prints, sub, isHigh, ...(face.dice ? { dice: { dice: face.dice, ...diceAt } } : {}) };
}

/** A plain box: its name and pay on one side, chips on the other. */
export function boxed(book: Rulebook, spot: Spot, box: Box, face: Face): Region {
  const where = face.chips ?? 'right';
  const [part, room] =
    face.share === 'beside' ? besideOf(box, face) : partsOf(box, where, face.share ?? shareOf(where));
  const { isHigh, sub, ...print } = printed(book, spot, [part, room], face);
  // Where the pay has no line of its own it is printed where chips will stand.
  const inRoom = { ...sub, at: centre(room), width: room.width };
  return {
    spot,
    d: boxPath(box),
    box,
    ...print,
    sub: isHigh ? sub : inRoom,
    ...(isHigh ? {} : { subGivesWay: true as const }),
    room,
    chip: ownIn(room),
    tone: face.tone ?? 'cloth',
  };
}

/** What a small box keeps free of its edge, and between its name and what it pays. */
const SLIM = 3;
/** Letters of what a small box pays, beside its name. */
const paySize = (size: number): number => clamp(size * 0.86, LEAST_TYPE, 15);

/** What may be printed on a box, the longest first, and what it pays. */
interface Named {
  readonly titles: readonly string[];
  readonly pays: string;
}
/** How boxes of one kind are lettered, all alike. */
interface Lettering {
  /** Which of its names each bears: 0 is the longest. */
  readonly level: number;
  readonly size: number;
  /** Where the pay is printed: in the name's line, under it, or where chips will stand. */
  readonly pays: 'beside' | 'under' | 'room';
}

/** The name at a level of shortness, or the shortest there is. */
export const nameAt = (titles: readonly string[], level: number): string =>
  titles[Math.min(level, titles.length - 1)] as string;

/** As large as a name and its pay fit into one line; 0 where they do not. */
function sizeBeside(name: string, pays: string, wide: number, most: number): number {
  const [own, pay] = [widthOf(name, 'label'), widthOf(pays, 'label')];
  const fits = (size: number): boolean => own * size + SLIM + pay * paySize(size) <= wide;
  if (!fits(LEAST_TYPE)) return 0;
  let size = LEAST_TYPE;
  while (size + 0.5 <= most && fits(size + 0.5)) size += 0.5;
  return size;
}

/** Chips must not hide what a box pays: where name and pay have no line each, a shorter name comes before that. */
function letteringOf(alike: readonly Named[], { width, height }: Box, most: number): Lettering {
  const wide = width - 2 * SLIM;
  const levels = [...Array(Math.max(...alike.map(({ titles }) => titles.length))).keys()];
  const all = (size: (named: Named) => number): number => Math.min(...alike.map(size));
  const alone = (level: number): number =>
    all(({ titles }) => wide / Math.max(0.1, widthOf(nameAt(titles, level), 'label')));
  const beside = levels.flatMap((level): readonly Lettering[] => {
    const size = all(({ titles, pays }) => sizeBeside(nameAt(titles, level), pays, wide, most));
    return size > 0 ? [{ level, size, pays: 'beside' }] : [];
  });
  const level = levels.find((one) => alone(one) >= LEAST_TYPE) ?? levels.length - 1;
  const size = clamp(alone(level), LEAST_TYPE, most);
  const isTall = height >= size + LEAST_TYPE + ROW_LEAST + 8;
  if (beside[0]?.level === 0 || (beside[0] && !isTall)) return beside[0];
  return { level, size, pays: isTall ? 'under' : 'room' };
}

/** A box that is low and narrow has its name over its chips. */
export const isLow = ({ height }: Box): boolean => height < 62;
export const isSmall = (box: Box): boolean => isLow(box) && box.width < 112;

/** How a small box is lettered: with which others, with which names, and how large at most. */
interface StripFace {
  readonly tone: Region['tone'];
  readonly alike: readonly Spot[];
  readonly namesOf: (spot: Spot) => readonly string[];
  readonly most: number;
}

/** A small box: its name and pay in one line, or in two, and chips under them. */
export function strip(book: Rulebook, spot: Spot, box: Box, face: StripFace): Region {
  const { x, y, width, height } = box;
  const { alike, namesOf, tone } = face;
  const named = alike.map((one) => ({ titles: namesOf(one), pays: paysOn(book, one) }));
  const { level, size, pays } = letteringOf(named, box, face.most);
  const text = nameAt(namesOf(spot), level);
  const first = y + 3 + size * 0.52;
  const subSize = paySize(size);
  const printTall = 3 + size * 1.04 + (pays === 'under' ? subSize * 1.1 : 0);
  const room = { x: x + 2, y: y + printTall, width: width - 4, height: height - printTall - 2 };
  const places = {
    beside: { x: x + width - SLIM, y: first },
    under: { x: x + SLIM, y: first + size * 0.5 + subSize * 0.55 },
    room: { x: x + SLIM, y: room.y + LEAST_TYPE * 0.7 },
  };
  const wide = width - 2 * SLIM;
  const left = wide - widthOf(text, 'label') * size - SLIM;
  return {
    spot,
    d: boxPath(box),
    box,
    prints: [{ text, at: { x: x + SLIM, y: first }, size, type: 'label', anchor: 'start' }],
    sub: {
      text: paysOn(book, spot),
      at: places[pays],
      size: subSize,
      width: pays === 'beside' ? left : wide,
      quiet: true,
      anchor: pays === 'beside' ? 'end' : 'start',
    },
    ...(pays === 'room' ? { subGivesWay: true as const } : {}),
    room,
    chip: ownIn(room),
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

/** A lay box: above, where don't come wagers stand that the dice brought here; below, lay wagers. */
export function layParts(box: Box): { readonly travelled: Box; readonly strip: Box } {
  const tall = box.height - clamp(box.height * 0.44, 44, 62);
  return {
    travelled: { x: box.x + 2, y: box.y + 2, width: box.width - 4, height: tall - 2 },
    strip: { ...box, y: box.y + tall, height: box.height - tall },
  };
}

/** A number's box: the numeral, then come wagers that the dice brought here, then buy wagers. */
export function numberParts(box: Box): {
  readonly numeral: Box;
  readonly travelled: Box;
  readonly strip: Box;
} {
  const strip = clamp(box.height * 0.32, 44, 62);
  const upper = box.height - strip;
  const tall = upper - clamp(upper * 0.42, 28, 64);
  return {
    numeral: { ...box, height: upper - tall },
    travelled: { x: box.x + 2, y: box.y + upper - tall, width: box.width - 4, height: tall },
    strip: { ...box, y: box.y + upper, height: strip },
  };
}

/** The six numbers: lay, place to lose, the number itself (buy, and come wagers), place. */
export function numberRegions(book: Rulebook, rows: Columns): readonly Region[] {
  return NUMBERS.flatMap((number, index) => {
    const [x, width] = cut(rows.left, rows.width, NUMBERS.length, index);
    const at = (row: Box): Box => ({ ...row, x, width });
    const lay = at(rows.lay);
    return [
      { ...rowStrip(book, spotOf('lay', number), layParts(lay).strip), d: boxPath(lay), box: lay },
      rowStrip(book, spotOf('place-lose', number), at(rows.lose)),
      numberBox(book, number, at(rows.number)),
      { ...rowStrip(book, spotOf('place', number), at(rows.place)), tone: 'number' as const },
    ];
  });
}

/** One of a row of six, lettered as all of them are. */
const rowStrip = (book: Rulebook, spot: Spot, box: Box): Region =>
  strip(book, spot, box, {
    tone: 'cloth',
    alike: spotsOf(spot.wager),
    namesOf: ({ wager }) => feltNames(book, wager),
    most: clamp(box.height * 0.27, LEAST_TYPE, 18),
  });

/** From this width on six and nine are spelt, as on a felt that is read from both sides. */
const SPELT_FROM = 92;

function numberBox(book: Rulebook, number: PointNumber, box: Box): Region {
  const { numeral, strip: lower } = numberParts(box);
  const text = box.width < SPELT_FROM ? String(number) : numberText(number);
  const free = box.width - 2 * puckIn(box.width) - (box.width < SPELT_FROM ? 9 : 18);
  const size = fitted(text, (numeral.height * 0.8) / capOf('display'), free, 'display');
  const region = rowStrip(book, spotOf('buy', number), lower);
  return {
    ...region,
    d: boxPath(box),
    box,
    prints: [
      {
        text,
        at: { x: box.x + 4, y: numeral.y + numeral.height * 0.52 },
        size,
        type: 'display',
        anchor: 'start',
      },
      ...region.prints,
    ],
  };
}

/** The puck's radius on a number of this width: "OFF" must be readable on it. */
export const puckIn = (column: number): number => clamp(column * 0.17, 13, 24);

/** A band along the edge that turns one corner (a table's end) or two (a mini table). */
export interface Band {
  readonly strokes: readonly Stroke[];
  readonly box: Box;
  /** Where its print goes, and where chips stand. */
  readonly print: Box;
  readonly room: Box;
  /** The leg along the table's end, where it is wide enough to bear the name again. */
  readonly leg: Box | null;
}

export function lineRegion(
  book: Rulebook,
  id: 'pass' | 'dont-pass',
  band: Band,
  size: number,
  mirror: number | null,
): Region {
  const isDont = id === 'dont-pass';
  const part = turnedBox(band.print, mirror);
  const { y } = centre(part);
  const pays = paysOn(book, spotOf(id));
  const sub = clamp(size * 0.5, LEAST_TYPE, 17);
  const says = Math.max(widthOf(pays, 'label'), widthOf('▿ take only', 'label')) * sub;
  const die = isDont ? Math.min(size * 0.9, part.height * 0.44) : 0;
  const pair = isDont ? die * 2.2 + 10 : 0;
  const names = feltNames(book, id);
  const least = widthOf(names.at(-1) as string, 'display') * LEAST_TYPE;
  // The name comes first: what it pays is said as shortly as it must.
  const paysWidth = clamp(part.width - pair - 18 - least, 14, says);
  const left = part.width - pair - paysWidth - 18;
  const { text, size: nameSize } = firstFitting(names, size, left, 'display');
  const name = widthOf(text, 'display') * nameSize;
  const from = part.x + (part.width - name - pair - 14 - paysWidth) / 2;
  const room = turnedBox(band.room, mirror);
  const leg = band.leg && turnedBox(band.leg, mirror);
  return {
    spot: spotOf(id),
    d: makePath(band.strokes, mirror),
    box: turnedBox(band.box, mirror),
    prints: [
      { text, type: 'display', size: nameSize, at: { x: from + name / 2, y } },
      ...(leg ? [upright(text, leg, mirror)] : []),
    ],
    ...(isDont
      ? { dice: { dice: barredDice(book), size: die, at: { x: from + name + 10 + die * 1.1, y } } }
      : {}),
    sub: {
      text: pays,
      at: { x: from + name + pair + 14, y: y + 1 },
      size: sub,
      width: part.x + part.width - from - name - pair - 14,
      quiet: true,
      anchor: 'start',
    },
    room,
    chip: ownIn(room),
    tone: 'cloth',
  };
}

/** The name along the table's end, to be read from there. */
const upright = (text: string, leg: Box, mirror: number | null): Print => ({
  text,
  at: centre(leg),
  size: fitted(text, leg.width * 0.46, leg.height * 0.8, 'display'),
  type: 'display',
  turned: mirror === null ? -90 : 90,
});

/** A bar with chips, then its name over the pay and the barred dice beside, as a phone has it. */
export function barredBar(book: Rulebook, spot: Spot, box: Box, most: number, share: number): Region {
  const { x, y, width, height } = box;
  const die = clamp(height * 0.28, 12, 18);
  const pair = die * 2.2 + 6;
  const inside = { ...box, width: width - pair };
  const region = boxed(book, spot, inside, {
    titles: feltNames(book, spot.wager),
    size: most,
    chips: 'left',
    share,
  });
  return {
    ...region,
    d: boxPath(box),
    box,
    dice: { dice: barredDice(book), size: die, at: { x: x + width - pair / 2 - 4, y: y + height / 2 } },
  };
}

export function dontComeRegion(book: Rulebook, box: Box): Region {
  const { x, y, width, height } = box;
  const isWide = width > height * 1.4;
  if (isWide) return barredBar(book, spotOf('dont-come'), box, clamp(height * 0.32, LEAST_TYPE, 20), 0.48);
  const words = feltName(book, 'dont-come').split(' ');
  const size = Math.min(...words.map((word) => fitted(word, height * 0.11, width - 10, 'display')));
  const cx = x + width / 2;
  const from = y + 2 * puckIn(width) + 16 + size * 0.6;
  const diceY = from + words.length * size * 1.12 + size * 0.1;
  const die = clamp(size * 0.9, 14, (width - 16) / 2.3);
  const subSize = clamp(size * 0.62, LEAST_TYPE, 17);
  const subY = diceY + die / 2 + subSize * 0.8;
  const top = subY + subSize * 0.7;
  const room = { x: x + EDGE, y: top, width: width - 2 * EDGE, height: y + height - EDGE - top };
  return {
    spot: spotOf('dont-come'),
    d: boxPath(box),
    box,
    prints: words.map((text, line) => ({
      text,
      at: { x: cx, y: from + line * size * 1.12 },
      size,
      type: 'display' as const,
    })),
    dice: { dice: barredDice(book), size: die, at: { x: cx, y: diceY } },
    sub: {
      text: paysOn(book, spotOf('dont-come')),
      at: { x: cx, y: subY },
      size: subSize,
      width: width - 8,
      quiet: true,
    },
    room,
    chip: ownIn(room),
    tone: 'cloth',
  };
}

export const bigRegions = (book: Rulebook, { x, y, width, height }: Box): readonly Region[] =>
  (['big-6', 'big-8'] as const).map((id, index) => {
    const box = { x: x + (width / 2) * index, y, width: width / 2, height };
    const size = clamp(height * 0.26, LEAST_TYPE, 22);
    if (isLow(box)) return strip(book, spotOf(id), box, { ...alikeBoth(book), most: size });
    return boxed(book, spotOf(id), box, { titles: feltNames(book, id), size, chips: 'below', share: 0.5 });
  });

const alikeBoth = (book: Rulebook): Omit<StripFace, 'most'> => ({
  tone: 'cloth',
  alike: [spotOf('big-6'), spotOf('big-8')],
  namesOf: ({ wager }) => feltNames(book, wager),
});

/** The field's totals in a row; those that pay more in brackets, with what they pay under them; chips beside. */
export function fieldRegion(book: Rulebook, box: Box): Region {
  const better = betterTotals(book, 'field');
  const totals = totalsOf(book, 'field').map((total) => (better[total] ? `(${total})` : total));
  const name = feltName(book, 'field');
  const [part, room] = partsOf(box, 'left', box.width < 300 ? 0.3 : 0.34);
  const { x: cx } = centre(part);
  const { y, height } = box;
  const isTall = height > 62;
  const titles = [totals.join(' · '), totals.join(' '), totals.join(' ').replace(/[()]/g, '')];
  const lines = isTall ? titles : titles.map((title) => `${name}  ${title}`);
  const type = isTall ? 'display' : 'label';
  const { text, size } = firstFitting(lines, height * (isTall ? 0.28 : 0.36), part.width, type);
  const title: Print = { text, at: { x: cx, y: y + height * (isTall ? 0.25 : 0.36) }, size, type };
  const under: Print = {
    text: name,
    at: { x: cx, y: y + height * 0.54 },
    size: Math.min(size, height * 0.22),
  };
  return {
    spot: spotOf('field'),
    d: boxPath(box),
    box,
    prints: isTall ? [title, under] : [title],
    sub: {
      text: fieldPays(book),
      at: { x: cx, y: y + height * (isTall ? 0.82 : 0.74) },
      size: fitted(fieldPays(book), clamp(height * 0.17, LEAST_TYPE, 16), part.width),
      width: part.width,
      quiet: true,
    },
    room,
    chip: ownIn(room),
    tone: 'cloth',
  };
}
