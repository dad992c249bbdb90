import { NUMBERS, type PointNumber } from '@boxperson/rules';
import type { Columns } from './places.js';
import { type Box, centre, type FeltLayout, type Print, type Region } from './shape.js';
import { clamp, type FeltSize } from './units.js';

export function frame(
  size: FeltSize,
  regions: readonly Region[],
  columns: Columns,
  dontCome: Box,
  prints: readonly Print[],
): FeltLayout {
  const column = columns.width / NUMBERS.length;
  const chipRadius = clamp(Math.min(column * 0.3, columns.lay.height * 0.46), 14, 27);
  const puckRadius = clamp(column * 0.22, 15, 28);
  const middle = (number: PointNumber): number => columns.left + column * (NUMBERS.indexOf(number) + 0.5);
  const isWide = dontCome.width > dontCome.height * 1.4;
  const held = regions.map((region) => ({
    ...region,
    chipRadius: Math.min(region.chipRadius ?? chipRadius, chipRadius),
  }));
  return {
    ...size,
    regions: held,
    prints,
    chipRadius,
    puckRadius,
    puckOff: isWide
      ? {
          x: dontCome.x + (dontCome.x > size.width / 3 ? -puckRadius - 8 : dontCome.width + puckRadius + 8),
          y: centre(dontCome).y,
        }
      : { x: dontCome.x + dontCome.width / 2, y: dontCome.y + puckRadius + 8 },
    puckOn: (number) => ({
      x: middle(number) + column * 0.5 - puckRadius * 0.92,
      y: columns.number.y + puckRadius * 0.7,
    }),
    travelled: (wager, number) =>
      wager === 'come'
        ? { x: middle(number) - column * 0.27, y: columns.number.y + columns.number.height * 0.3 }
        : { x: middle(number) - column * 0.27, y: columns.lay.y + columns.lay.height / 2 },
  };
}
