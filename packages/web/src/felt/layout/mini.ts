import { type Rulebook, spotOf } from '@boxperson/rules';
import { centreRegions } from './centre.js';
import { frame } from './frame.js';
import { insideOf } from './inside.js';
import { feltNames } from './names.js';
import { type Band, bigRegions, boxed, lineRegion } from './places.js';
import { type Box, type FeltLayout, type Region, turnedBox } from './shape.js';
import { clamp, type FeltSize, type Hand, heightsOf, LEAST, PAD } from './units.js';

/** The rows, from the dealer's side to the apron. */
const ROWS = {
  lay: [74, 1.2],
  lose: [LEAST, 0.7],
  number: [104, 2],
  place: [LEAST, 0.9],
  come: [LEAST, 1.3],
  field: [50, 1.2],
  dont: [LEAST, 0.5],
  pass: [46, 0.8],
  odds: [LEAST, 0.5],
} as const;

const NARROW = 1_100;
const SLIM = { pass: 20, dont: 14 };

/** Where everything lies, before it is turned for a left hand. */
function planOf(size: FeltSize, hand: Hand) {
  const [left, top, right] = [PAD, PAD, size.width - PAD];
  const height = size.height - 2 * PAD;
  const row = heightsOf(ROWS, height);
  const leg = size.width < NARROW ? SLIM : row;
  const bottom = top + height - row.odds;
  const passTop = bottom - row.pass;
  const dontTop = passTop - row.dont;
  const inner = { left: left + leg.pass + leg.dont, right: right - leg.pass - leg.dont };
  const end = inner.right - clamp((inner.right - inner.left) * 0.34, 212, 420);
  const r3 = row.dont * 0.7;
  return {
    left,
    top,
    right,
    leg,
    bottom,
    passTop,
    dontTop,
    inner,
    end,
    row,
    comeTop: top + row.lay + row.lose + row.number + row.place,
    dontComeWidth: Math.max(62, (end - inner.left) * 0.13),
    r1: r3 + leg.dont + leg.pass,
    r2: r3 + leg.dont,
    r3,
    mirror: hand === 'left' ? left + right : null,
  };
}
type Plan = ReturnType<typeof planOf>;

/** A band down both sides and along the bottom, `from` its outer to its inner edge on the left. */
function roundBand(
  { left, right, top, leg }: Plan,
  [outer, inner]: readonly [number, number],
  [lower, upper]: readonly [number, number],
  [outside, inside]: readonly [number, number],
): Band {
  const across = (x: number): number => left + right - x;
  const start = Math.max(outer + outside * 0.62, inner + inside * 0.5);
  const half = start + (across(start) - start) * 0.5;
  const tall = lower - upper;
  return {
    strokes: [
      ['M', outer, top],
      ['H', inner],
      ['V', upper - inside],
      ['A', inside, 0, inner + inside, upper],
      ['H', across(inner + inside)],
      ['A', inside, 0, across(inner), upper - inside],
      ['V', top],
      ['H', across(outer)],
      ['V', lower - outside],
      ['A', outside, 1, across(outer + outside), lower],
      ['H', outer + outside],
      ['A', outside, 1, outer, lower - outside],
      ['Z'],
    ],
    box: { x: outer, y: upper, width: across(outer) - outer, height: tall },
    room: { x: start, y: upper + 3, width: half - start - 4, height: tall - 6 },
    print: { x: half, y: upper, width: across(start) - half, height: tall },
    leg: leg === SLIM ? null : { x: outer, y: top, width: inner - outer, height: upper - inside - top },
  };
}

function lines(book: Rulebook, plan: Plan): readonly Region[] {
  const { left, right, row, leg, bottom, passTop, dontTop, inner, r1, r2, r3, mirror } = plan;
  const from = left + r1;
  const split = from + (right - left - 2 * r1) * 0.6;
  const behind = (id: 'pass-odds' | 'dont-pass-odds', x: number, to: number): Region =>
    boxed(book, spotOf(id), turnedBox({ x, y: bottom, width: to - x, height: row.odds }, mirror), {
      titles: feltNames(book, id),
      size: row.odds * 0.36,
      chips: 'left',
      share: 0.46,
    });
  const pass = roundBand(plan, [left, left + leg.pass], [bottom, passTop], [r1, r2]);
  const dont = roundBand(plan, [left + leg.pass, inner.left], [passTop, dontTop], [r2, r3]);
  return [
    lineRegion(book, 'pass', pass, row.pass * 0.56, mirror),
    lineRegion(book, 'dont-pass', dont, row.dont * 0.5, mirror),
    behind('pass-odds', from, split),
    behind('dont-pass-odds', split, right - r1),
  ];
}

/** The centre with Big 6 and Big 8 under it, where the table has them. */
function centre(book: Rulebook, big68: boolean, { x, y, width, height }: Box): readonly Region[] {
  const tall = big68 ? Math.max(54, height * 0.12) : 0;
  const props = centreRegions(book, { x, y, width, height: height - tall });
  return big68 ? [...props, ...bigRegions(book, { x, y: y + height - tall, width, height: tall })] : props;
}

/** crown rule 7: one set of numbers for one dealer, the line along three sides. */
export function miniFelt(book: Rulebook, big68: boolean, size: FeltSize, hand: Hand): FeltLayout {
  const plan = planOf(size, hand);
  const { top, inner, end, comeTop, dontTop, mirror } = plan;
  const fieldTop = dontTop - plan.row.field;
  const inside = { ...plan, left: inner.left, right: end, comeTop, fieldTop, bigWidth: 0 };
  const { columns, dontCome, regions } = insideOf(book, inside, 90);
  const props = turnedBox({ x: end, y: top, width: inner.right - end, height: dontTop - top }, mirror);
  return frame(
    size,
    [...lines(book, plan), ...regions, ...centre(book, big68, props)],
    columns,
    dontCome,
    [],
  );
}
