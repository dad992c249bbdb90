import { type Rulebook, spotOf } from '@boxperson/rules';
import { centreRegions, centreRows, hopHeading, hopRegions } from './centre.js';
import { frame } from './frame.js';
import { insideOf } from './inside.js';
import { fitted } from './measure.js';
import { feltName } from './names.js';
import { type Band, boxed, lineRegion } from './places.js';
import { type Box, type FeltLayout, type Region, turned, turnedBox } from './shape.js';
import { atLeast, clamp, type FeltSize, type Hand, LEAST, PAD } from './units.js';

/** The heights of the rows of an end, from the dealer's side to the apron. */
function rowsOf(height: number) {
  const fixed = {
    lay: atLeast(height * 0.074),
    lose: atLeast(height * 0.074),
    number: Math.max(84, height * 0.17),
    place: atLeast(height * 0.082),
    field: Math.max(60, height * 0.13),
    dont: atLeast(height * 0.076),
    pass: atLeast(height * 0.1),
    odds: atLeast(height * 0.078),
  };
  return { ...fixed, come: height - Object.values(fixed).reduce((sum, one) => sum + one, 0) };
}

/** Where everything of an end lies, before it is turned for a left hand. */
function planOf({ x: left, y: top, width, height }: Box, hand: Hand) {
  const row = rowsOf(height);
  const right = left + width;
  const outer = left + row.pass;
  const inner = outer + row.dont;
  const comeTop = top + row.lay + row.lose + row.number + row.place;
  const fieldTop = comeTop + row.come;
  const dontTop = fieldTop + row.field;
  const passTop = dontTop + row.dont;
  const r3 = row.dont * 0.6;
  const r2 = r3 + row.dont;
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
    r1: r2 + row.pass,
    r2,
    r3,
    dontComeWidth: Math.max(72, (right - inner) * 0.145),
    oddsFrom: right - Math.max(150, width * 0.27),
    mirror: hand === 'left' ? left + right : null,
  };
}
type Plan = ReturnType<typeof planOf>;

/** A band down the outer side and along the bottom. */
const cornerBand = (
  from: number,
  to: number,
  right: number,
  [top, upper, lower]: readonly [number, number, number],
  [inside, outside]: readonly [number, number],
): Band => ({
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
  box: { x: from, y: upper, width: right - from, height: lower - upper },
});

function lines(book: Rulebook, plan: Plan): readonly Region[] {
  const { row, left, top, right, outer, inner, dontTop, passTop, oddsTop, oddsFrom, r1, r2, r3, mirror } =
    plan;
  const passName = feltName(book, 'pass');
  const dontName = feltName(book, 'dont-pass');
  const passY = passTop + row.pass / 2;
  const dontY = dontTop + row.dont / 2;
  const chipX = left + r1 * 0.95;
  return [
    lineRegion(
      book,
      'pass',
      cornerBand(left, outer, right, [top, passTop, oddsTop], [r2, r1]),
      {
        text: passName,
        at: { x: (outer + r2 + right) / 2, y: passY },
        size: fitted(passName, row.pass * 0.52, right - outer - r2 - 150, 'display'),
      },
      { x: chipX, y: passY },
      mirror,
    ),
    lineRegion(
      book,
      'dont-pass',
      cornerBand(outer, inner, oddsFrom, [top, dontTop, passTop], [r3, r2]),
      {
        text: dontName,
        at: { x: (inner + r3 + oddsFrom) / 2 - 8, y: dontY },
        size: fitted(dontName, row.dont * 0.46, (oddsFrom - inner - row.dont * 2.4) * 0.62, 'display'),
      },
      { x: inner + r3, y: dontY },
      mirror,
    ),
    boxed(
      book,
      spotOf('dont-pass-odds'),
      turnedBox({ x: oddsFrom, y: dontTop, width: right - oddsFrom, height: row.dont }, mirror),
      { title: feltName(book, 'dont-pass-odds'), size: row.dont * 0.32, chip: 'left' },
    ),
    {
      ...boxed(
        book,
        spotOf('pass-odds'),
        turnedBox(
          { x: left + r1 * 0.8, y: oddsTop, width: right - left - r1 * 0.8, height: row.odds },
          mirror,
        ),
        { title: feltName(book, 'pass-odds'), size: row.odds * 0.36 },
      ),
      chip: turned({ x: chipX, y: oddsTop + row.odds / 2 }, mirror),
    },
  ];
}

/** One end of a full-size table, bands on the outer side: also the layout of a terminal. */
function endSection(book: Rulebook, big68: boolean, box: Box, hand: Hand) {
  const plan = planOf(box, hand);
  const bigWidth = big68 ? Math.max(2 * LEAST + 8, plan.dontComeWidth) : 0;
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
  const { regions, columns, dontCome } = endSection(book, big68, box, hand);
  return frame(size, regions, columns, dontCome, []);
}

/** The centre alone, as the stick has it. */
export function centreFelt(book: Rulebook, size: FeltSize): FeltLayout {
  const box = { x: PAD, y: PAD, width: size.width - 2 * PAD, height: size.height - 2 * PAD };
  const row = { ...box, height: LEAST };
  const columns = { left: box.x, width: box.width, lay: row, lose: row, number: row, place: row };
  return frame(size, centreRegions(book, box), columns, box, []);
}
