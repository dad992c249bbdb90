import { plainWords, type Selection } from '@boxperson/odds';
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

export const { count, dollars, percent } = plainWords;

export const saySelection = ({ wager, number, high, dice }: Selection): string =>
  [wager, number ?? high ?? dice?.join('-') ?? ''].join(' ').trim();
