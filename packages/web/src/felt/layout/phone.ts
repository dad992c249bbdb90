import { type Rulebook, spotOf } from '@boxperson/rules';
import { centreRegions, centreRows, hopHeading, hopRegions } from './centre.js';
import { frame } from './frame.js';
import { stackedRows } from './inside.js';
import { feltName, feltNames } from './names.js';
import {
  barredBar,
  bigRegions,
  boxed,
  type Columns,
  dontComeRegion,
  fieldRegion,
  numberRegions,
} from './places.js';
import { type Box, type FeltLayout, type Region, turnedBox } from './shape.js';
import type { Hand, PhoneTab } from './units.js';

/** A phone held upright has a felt of its own: numbers on top, the lines within reach of the thumb. */
export function phoneFelt(
  book: Rulebook,
  big68: boolean,
  width: number,
  tab: PhoneTab,
  hand: Hand,
): FeltLayout {
  if (tab !== 'felt') return phoneCentre(book, width, tab);
  const pad = 4;
  const gap = 3;
  const full = width - 2 * pad;
  // As low as chips, letters and thumbs allow: from the last roll down to the line all of it is seen at once.
  const row = { lay: 72, lose: 44, number: 104, place: 44, bar: 44, field: 48, line: 48 };
  const comeTop = pad + row.lay + row.lose + row.number + row.place + gap;
  const fieldTop = comeTop + row.bar + gap;
  const dontTop = fieldTop + row.field + gap;
  const passTop = dontTop + row.bar + gap;
  const height = passTop + row.line + pad;
  const flip = (box: Box): Box => turnedBox(box, hand === 'left' ? width : null);
  const pair = (y: number, tall: number, share: number): readonly [Box, Box] => [
    flip({ x: pad, y, width: full * share - 2, height: tall }),
    flip({ x: pad + full * share + 2, y, width: full * (1 - share) - 2, height: tall }),
  ];
  const columns: Columns = { left: pad, width: full, ...stackedRows(pad, row) };
  const [come, dontCome] = pair(comeTop, row.bar, 0.56);
  const bigWidth = big68 ? 2 * 60 : 0;
  const field = flip({ x: pad + bigWidth, y: fieldTop, width: full - bigWidth, height: row.field });
  const [dont, dontOdds] = pair(dontTop, row.bar, 0.6);
  const [pass, passOdds] = pair(passTop, row.line, 0.6);
  const regions: readonly Region[] = [
    ...numberRegions(book, columns),
    boxed(book, spotOf('come'), come, {
      titles: [feltName(book, 'come')],
      size: 22,
      type: 'display',
      chips: 'left',
      share: 0.5,
    }),
    dontComeRegion(book, dontCome),
    ...(big68 ? bigRegions(book, flip({ x: pad, y: fieldTop, width: bigWidth, height: row.field })) : []),
    fieldRegion(book, field),
    barredBar(book, spotOf('dont-pass'), dont, 17, 0.46),
    boxed(book, spotOf('dont-pass-odds'), dontOdds, {
      titles: feltNames(book, 'dont-pass-odds'),
      size: 14,
      chips: 'left',
      share: 0.46,
    }),
    boxed(book, spotOf('pass'), pass, {
      titles: feltNames(book, 'pass'),
      size: 23,
      type: 'display',
      chips: 'left',
      share: 0.46,
    }),
    boxed(book, spotOf('pass-odds'), passOdds, {
      titles: feltNames(book, 'pass-odds'),
      size: 15,
      chips: 'left',
      share: 0.46,
    }),
  ];
  return frame({ width, height }, regions, columns, dontCome, []);
}

const PHONE_ROW = 76;
const NO_COLUMNS: Columns = {
  left: 0,
  width: 360,
  lay: { x: 0, y: 0, width: 0, height: 44 },
  lose: { x: 0, y: 0, width: 0, height: 44 },
  number: { x: 0, y: 0, width: 0, height: 104 },
  place: { x: 0, y: 0, width: 0, height: 48 },
};

function phoneCentre(book: Rulebook, width: number, tab: 'centre' | 'hop'): FeltLayout {
  const pad = 6;
  const rows = centreRows(book);
  const tall = tab === 'hop' ? 6 * 56 : rows.length * PHONE_ROW;
  const box = { x: pad, y: pad, width: width - 2 * pad, height: tall };
  const regions = tab === 'hop' ? hopRegions(book, box) : centreRegions(book, box, rows);
  const prints = tab === 'hop' ? hopHeading(book, box) : [];
  return frame({ width, height: tall + 2 * pad }, regions, NO_COLUMNS, box, prints);
}
