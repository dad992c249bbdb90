import type { Selection } from '@boxperson/odds';
import { columnsOf, left, right } from '../pretty/text.js';

/** Rows in columns: the first to the left, the others to the right, unless told. */
export function table(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  dim: (text: string) => string,
  lefts: readonly number[] = [0],
): readonly string[] {
  const widths = heads.map((head, column) =>
    Math.max(columnsOf(head), ...rows.map((row) => columnsOf(row[column] ?? ''))),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (lefts.includes(column) ? left : right)(cell, widths[column] as number))
      .join('  ')
      .trimEnd();
  return [dim(line(heads)), ...rows.map(line)];
}

export const percent = (value: number, digits = 3): string => `${(100 * value).toFixed(digits)} %`;
export const count = (value: number): string => Math.round(value).toLocaleString('en');

/** Dollars with as many digits as a small average needs. */
export const dollars = (cents: number, digits = 2): string => {
  const text = (Math.abs(cents) / 100).toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${cents < 0 && Number(text.replaceAll(',', '')) !== 0 ? '-' : ''}$${text}`;
};

export const saySelection = ({ wager, number, high, dice }: Selection): string =>
  [wager, number ?? high ?? dice?.join('-') ?? ''].join(' ').trim();
