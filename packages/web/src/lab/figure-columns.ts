import type { FigureRow } from './desk-asks.js';
import { percent } from './say.js';

export const COLUMNS = [
  ['wager', 'Wager'],
  ['edge', 'Edge'],
  ['win', 'Wins'],
  ['lose', 'Loses'],
  ['push', 'Even'],
  ['rolls', 'Rolls'],
  ['edgePerRoll', 'Edge a roll'],
  ['sd', 'Spread'],
] as const;
export type Column = (typeof COLUMNS)[number][0];
export type Numbered = Exclude<Column, 'wager'>;

export interface Sort<By = Column> {
  readonly by: By;
  readonly way: 'ascending' | 'descending';
}

export const figureOf = (row: FigureRow, column: Numbered): number =>
  column === 'sd' ? row.sd : row.numbers[column];

export const sorted = (rows: readonly FigureRow[], { by, way }: Sort): readonly FigureRow[] => {
  if (by === 'wager') return way === 'ascending' ? rows : [...rows].reverse();
  const sign = way === 'ascending' ? 1 : -1;
  return [...rows].sort((a, b) => sign * (figureOf(a, by) - figureOf(b, by)));
};

/** The fraction behind a number; null where there is none. */
export const fractionOf = (row: FigureRow, column: Numbered): string | null =>
  column === 'sd' ? null : row[column];

export const sayValue = (row: FigureRow, column: Numbered): string =>
  column === 'rolls' || column === 'sd' ? figureOf(row, column).toFixed(3) : percent(figureOf(row, column));
