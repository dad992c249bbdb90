import { NUMBERS, type PointNumber } from '@boxperson/rules';
import { type Columns, layParts, numberParts, puckIn } from './places.js';
import { type Box, centre, type FeltLayout, type Print, type Region } from './shape.js';
import type { FeltSize } from './units.js';

export function frame(
  size: FeltSize,
  regions: readonly Region[],
  columns: Columns,
  dontCome: Box,
  prints: readonly Print[],
  /** Where a felt has its numbers otherwise than in rows of a column. */
  otherwise: Partial<Pick<FeltLayout, 'puckOff' | 'puckOn' | 'travelled'>> = {},
): FeltLayout {
  const column = columns.width / NUMBERS.length;
  const puckRadius = puckIn(column);
  const inColumn = (row: Box, number: PointNumber): Box => ({
    ...row,
    x: columns.left + column * NUMBERS.indexOf(number),
    width: column,
  });
  const isWide = dontCome.width > dontCome.height * 1.4;
  return {
    ...size,
    regions,
    prints,
    puckRadius,
    puckOff: isWide
      ? { x: dontCome.x + dontCome.width - puckRadius - 2, y: dontCome.y - puckRadius * 0.2 }
      : { x: centre(dontCome).x, y: dontCome.y + puckRadius + 8 },
    puckOn: (number) => {
      const { numeral } = numberParts(inColumn(columns.number, number));
      return {
        x: numeral.x + numeral.width - puckRadius - 4,
        y: numeral.y + Math.max(puckRadius + 2, numeral.height * 0.5),
      };
    },
    travelled: (wager, number) =>
      wager === 'come'
        ? numberParts(inColumn(columns.number, number)).travelled
        : layParts(inColumn(columns.lay, number)).travelled,
    ...otherwise,
  };
}
