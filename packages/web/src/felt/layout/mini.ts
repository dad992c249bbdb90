import { type Rulebook, spotOf } from '@boxperson/rules';
import { centreRegions } from './centre.js';
import { frame } from './frame.js';
import { insideOf } from './inside.js';
import { fitted } from './measure.js';
import { feltName } from './names.js';
import { type Band, bigRegions, boxed, lineRegion } from './places.js';
import { type Box, type FeltLayout, type Region, turned, turnedBox } from './shape.js';
import { atLeast, clamp, type FeltSize, type Hand, LEAST, PAD } from './units.js';

/** Where everything lies, before it is turned for a left hand. */
function planOf(size: FeltSize, hand: Hand) {
  const [left, top, right] = [PAD, PAD, size.width - PAD];
  const height = size.height - 2 * PAD;
  const pass = atLeast(height * 0.088);
  const dont = atLeast(height * 0.074);
  const odds = atLeast(height * 0.08);
  const bottom = top + height - odds;
  const passTop = bottom - pass;
  const dontTop = passTop - dont;
  const inner = { left: left + pass + dont, right: right - pass - dont, height: dontTop - top };
  const end = inner.right - clamp((inner.right - inner.left) * 0.36, 212, 420);
  const row = {
    lay: atLeast(inner.height * 0.09),
    number: Math.max(84, inner.height * 0.22),
    place: atLeast(inner.height * 0.1),
    field: Math.max(60, inner.height * 0.17),
  };
  const r3 = dont * 0.8;
  return {
    left,
    top,
    right,
    pass,
    dont,
    odds,
    bottom,
    passTop,
    dontTop,
    inner,
    end,
    row,
    comeTop: top + row.lay * 2 + row.number + row.place,
    dontComeWidth: Math.max(70, (end - inner.left) * 0.15),
    r1: r3 + dont + pass,
    r2: r3 + dont,
    r3,
    mirror: hand === 'left' ? left + right : null,
  };
}
type Plan = ReturnType<typeof planOf>;

/** A band down both sides and along the bottom, `from` its outer to its inner edge on the left. */
function roundBand(
  { left, right, top }: Plan,
  [outer, inner]: readonly [number, number],
  [lower, upper]: readonly [number, number],
  [outside, inside]: readonly [number, number],
): Band {
  const across = (x: number): number => left + right - x;
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
    box: { x: outer, y: upper, width: across(outer) - outer, height: lower - upper },
  };
}

function lines(book: Rulebook, plan: Plan): readonly Region[] {
  const { left, right, pass, dont, odds, bottom, passTop, dontTop, inner, r1, r2, r3, mirror } = plan;
  const middle = (left + right) / 2;
  const room = right - left - 2 * r1;
  const split = left + r1 + room * 0.6;
  const line = (id: 'pass' | 'dont-pass', band: Band, size: number, share: number): Region => {
    const text = feltName(book, id);
    const y = band.box.y + band.box.height / 2;
    const print = { text, at: { x: middle, y }, size: fitted(text, size, room * share, 'display') };
    return lineRegion(book, id, band, print, { x: left + r1 + 8, y }, mirror);
  };
  const behind = (id: 'pass-odds' | 'dont-pass-odds', from: number, to: number): Region =>
    boxed(book, spotOf(id), turnedBox({ x: from, y: bottom, width: to - from, height: odds }, mirror), {
      title: feltName(book, id),
      size: odds * 0.36,
    });
  return [
    line('pass', roundBand(plan, [left, left + pass], [bottom, passTop], [r1, r2]), pass * 0.56, 0.6),
    line(
      'dont-pass',
      roundBand(plan, [left + pass, inner.left], [passTop, dontTop], [r2, r3]),
      dont * 0.5,
      0.5,
    ),
    {
      ...behind('pass-odds', left + r1, split),
      chip: turned({ x: left + r1 + 34, y: bottom + odds / 2 }, mirror),
    },
    behind('dont-pass-odds', split, right - r1),
  ];
}

/** The centre with Big 6 and Big 8 under it, where the table has them. */
function centre(book: Rulebook, big68: boolean, { x, y, width, height }: Box): readonly Region[] {
  const tall = big68 ? Math.max(LEAST, height * 0.11) : 0;
  const props = centreRegions(book, { x, y, width, height: height - tall });
  return big68 ? [...props, ...bigRegions(book, { x, y: y + height - tall, width, height: tall })] : props;
}

/** crown rule 7: one set of numbers for one dealer, the line along three sides. */
export function miniFelt(book: Rulebook, big68: boolean, size: FeltSize, hand: Hand): FeltLayout {
  const plan = planOf(size, hand);
  const { top, inner, end, comeTop, dontTop, mirror } = plan;
  const fieldTop = dontTop - plan.row.field;
  const row = { ...plan.row, lose: plan.row.lay, come: fieldTop - comeTop };
  const inside = { ...plan, left: inner.left, right: end, fieldTop, row, bigWidth: 0 };
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
