import { type Rulebook, spotOf } from '@boxperson/rules';
import { centreRegions, centreRows, hopHeading, hopRegions } from './centre.js';
import { frame } from './frame.js';
import { insideOf } from './inside.js';
import { feltNames } from './names.js';
import { type Band, boxed, lineRegion } from './places.js';
import { type Box, type FeltLayout, type Region, turnedBox } from './shape.js';
import { clamp, type FeltSize, type Hand, heightsOf, LEAST, PAD } from './units.js';

/** The rows of an end, from the dealer's side to the apron. */
const ROWS = {
  lay: [74, 1.2],
  lose: [LEAST, 0.7],
  number: [104, 2],
  place: [LEAST, 0.9],
  come: [LEAST, 1.3],
  field: [50, 1.2],
  dont: [LEAST, 0.5],
  pass: [46, 1],
  odds: [LEAST, 0.5],
} as const;

/** On a narrow felt the bands' legs are slim: the numbers need the width. */
const NARROW = 1_000;
const SLIM = { pass: 20, dont: 14 };

/** Where everything of an end lies, before it is turned for a left hand. */
function planOf({ x: left, y: top, width, height }: Box, hand: Hand, whole: number) {
  const row = heightsOf(ROWS, height);
  const leg = whole < NARROW ? SLIM : row;
  const right = left + width;
  const outer = left + leg.pass;
  const inner = outer + leg.dont;
  const comeTop = top + row.lay + row.lose + row.number + row.place;
  const fieldTop = comeTop + row.come;
  const dontTop = fieldTop + row.field;
  const passTop = dontTop + row.dont;
  const r3 = row.dont * 0.5;
  const r2 = r3 + leg.dont;
  return {
    row,
    left,
    top,
    right,
    width,
    outer,
    inner,
    comeTop,
    fieldTop,
    dontTop,
    passTop,
    oddsTop: passTop + row.pass,
    /** Radii of the corner: outside the line, between the bands, inside. */
    r1: r2 + leg.pass,
    r2,
    r3,
    dontComeWidth: Math.max(64, (right - inner) * 0.13),
    oddsFrom: right - Math.max(156, width * 0.29),
    mirror: hand === 'left' ? left + right : null,
    legs: leg === row,
  };
}
type Plan = ReturnType<typeof planOf>;

/** A band down the outer side and along the bottom: chips on the outer half of the bottom, print on the other. */
function cornerBand(
  from: number,
  to: number,
  right: number,
  [top, upper, lower]: readonly [number, number, number],
  [inside, outside]: readonly [number, number],
  { legs, share }: { readonly legs: boolean; readonly share: number },
): Band {
  const start = Math.max(from + outside * 0.62, to + inside * 0.5);
  const half = start + (right - start) * share;
  const tall = lower - upper;
  return {
    strokes: [
      ['M', from, top],
      ['H', to],
      ['V', upper - inside],
      ['A', inside, 0, to + inside, upper],
      ['H', right],
      ['V', lower],
      ['H', from + outside],
      ['A', outside, 1, from, lower - outside],
      ['Z'],
    ],
    box: { x: from, y: upper, width: right - from, height: tall },
    room: { x: start, y: upper + 3, width: half - start - 4, height: tall - 6 },
    print: { x: half, y: upper, width: right - half - 8, height: tall },
    leg: legs ? { x: from, y: top, width: to - from, height: upper - inside - top } : null,
  };
}

function lines(book: Rulebook, plan: Plan): readonly Region[] {
  const {
    row,
    left,
    top,
    right,
    outer,
    inner,
    dontTop,
    passTop,
    oddsTop,
    oddsFrom,
    r1,
    r2,
    r3,
    mirror,
    legs,
  } = plan;
  const oddsLeft = left + r1 * 0.8;
  return [
    lineRegion(
      book,
      'pass',
      cornerBand(left, outer, right, [top, passTop, oddsTop], [r2, r1], { legs, share: 0.52 }),
      row.pass * 0.56,
      mirror,
    ),
    lineRegion(
      book,
      'dont-pass',
      cornerBand(outer, inner, oddsFrom, [top, dontTop, passTop], [r3, r2], {
        legs,
        share: legs ? 0.44 : 0.4,
      }),
      row.dont * 0.46,
      mirror,
    ),
    boxed(
      book,
      spotOf('dont-pass-odds'),
      turnedBox({ x: oddsFrom, y: dontTop, width: right - oddsFrom, height: row.dont }, mirror),
      { titles: feltNames(book, 'dont-pass-odds'), size: row.dont * 0.32, chips: 'left', share: 0.44 },
    ),
    boxed(
      book,
      spotOf('pass-odds'),
      turnedBox({ x: oddsLeft, y: oddsTop, width: right - oddsLeft, height: row.odds }, mirror),
      { titles: feltNames(book, 'pass-odds'), size: row.odds * 0.36, chips: 'left', share: 0.52 },
    ),
  ];
}

/** Wide enough for one's own chips beside the others'. */
const BIG = 60;

/** One end of a full-size table, bands on the outer side: also the layout of a terminal. */
function endSection(book: Rulebook, big68: boolean, box: Box, hand: Hand, whole: number) {
  const plan = planOf(box, hand, whole);
  const bigWidth = big68 ? Math.max(2 * BIG, plan.dontComeWidth) : 0;
  const { regions, ...numbers } = insideOf(book, { ...plan, left: plan.inner, bigWidth }, 96);
  return { ...numbers, regions: [...lines(book, plan), ...regions] };
}

/** A full-size table as one player sees it: the own end and the centre. */
export function fullFelt(book: Rulebook, big68: boolean, size: FeltSize, hand: Hand): FeltLayout {
  const centreWidth = clamp(size.width * 0.31, 276, 440) - (size.width < 860 && !book.wagers.hop ? 36 : 0);
  const endWidth = size.width - centreWidth - PAD * 3;
  const endX = hand === 'left' ? PAD * 2 + centreWidth : PAD;
  const centreX = hand === 'left' ? PAD : PAD * 2 + endWidth;
  const tall = size.height - 2 * PAD;
  const { regions, columns, dontCome } = endSection(
    book,
    big68,
    { x: endX, y: PAD, width: endWidth, height: tall },
    hand,
    size.width,
  );
  const props = { x: centreX, y: PAD, width: centreWidth, height: tall };
  if (!book.wagers.hop)
    return frame(size, [...regions, ...centreRegions(book, props)], columns, dontCome, []);
  const rows = centreRows(book);
  const gap = 6;
  const hopTall = Math.max(6 * LEAST + 2, tall * 0.5);
  const propsTall = tall - hopTall - gap;
  const hop = { ...props, y: PAD + propsTall + gap, height: hopTall };
  return frame(
    size,
    [...regions, ...centreRegions(book, { ...props, height: propsTall }, rows), ...hopRegions(book, hop)],
    columns,
    dontCome,
    hopHeading(book, hop),
  );
}

/** One end alone, as its dealer has it: the centre is the stick's. */
export function endFelt(book: Rulebook, big68: boolean, size: FeltSize, hand: Hand): FeltLayout {
  const box = { x: PAD, y: PAD, width: size.width - 2 * PAD, height: size.height - 2 * PAD };
  const { regions, columns, dontCome } = endSection(book, big68, box, hand, size.width * 1.45);
  return frame(size, regions, columns, dontCome, []);
}

/** The centre alone, as the stick has it. */
export function centreFelt(book: Rulebook, size: FeltSize): FeltLayout {
  const box = { x: PAD, y: PAD, width: size.width - 2 * PAD, height: size.height - 2 * PAD };
  const row = { ...box, height: LEAST };
  const columns = { left: box.x, width: box.width, lay: row, lose: row, number: row, place: row };
  return frame(size, centreRegions(book, box), columns, box, []);
}
