import { div, isZero, mul, ONE, type Rational, sub, ZERO } from '../rational.js';

export type Matrix = readonly (readonly Rational[])[];

/**
 * Solves A·X = B exactly by elimination, for as many right-hand sides as B has columns. The systems here come from
 * wagers that are decided sooner or later, so A can always be inverted; where it cannot, it throws.
 */
export function solve(a: Matrix, b: Matrix): Matrix {
  const rows = a.map((row, i) => [...row, ...(b[i] as readonly Rational[])]);
  for (let column = 0; column < a.length; column++) eliminate(rows, column);
  return rows.map((row) => row.slice(a.length));
}

function eliminate(rows: Rational[][], column: number): void {
  const at = rows.findIndex((row, i) => i >= column && !isZero(row[column] as Rational));
  if (at < 0) throw new Error('a system of equations without one solution');
  [rows[column], rows[at]] = [rows[at] as Rational[], rows[column] as Rational[]];
  const pivot = rows[column] as Rational[];
  const lead = pivot[column] as Rational;
  for (let i = column; i < pivot.length; i++) pivot[i] = div(pivot[i] as Rational, lead);
  for (const row of rows) if (row !== pivot) subtract(row, pivot, column);
}

function subtract(row: Rational[], pivot: readonly Rational[], column: number): void {
  const times = row[column] as Rational;
  if (isZero(times)) return;
  for (let i = column; i < row.length; i++)
    row[i] = sub(row[i] as Rational, mul(times, pivot[i] as Rational));
}

/** The identity less a matrix of chances: what turns "one step" into "until it ends". */
export const lessIdentity = (chances: Matrix): Matrix =>
  chances.map((row, i) => row.map((chance, j) => sub(i === j ? ONE : ZERO, chance)));
