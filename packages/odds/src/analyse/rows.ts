// Rows of chances over amounts of money, for the dynamic programme of a session.

/** Chances below this are dropped: they would cost more time than all the others. */
export const DROPPED = 1e-18;

/** A row of chances that grows at both ends; `low` and `high` bound what is not 0. */
export interface Row {
  cells: Float64Array;
  offset: number;
  low: number;
  high: number;
}

export const emptyRow = (size: number): Row => ({
  cells: new Float64Array(size),
  offset: size >> 1,
  low: 1,
  high: 0,
});

export function clear(row: Row): void {
  if (row.low <= row.high) row.cells.fill(0, row.low + row.offset, row.high + row.offset + 1);
  row.low = 1;
  row.high = 0;
}

/** Makes room for amounts from low to high. */
export function reserve(row: Row, low: number, high: number): void {
  if (row.low > row.high) [row.low, row.high] = [low, high];
  else [row.low, row.high] = [Math.min(row.low, low), Math.max(row.high, high)];
  if (row.low + row.offset >= 0 && row.high + row.offset < row.cells.length) return;
  const size = 2 * (row.high - row.low + 64);
  const cells = new Float64Array(size);
  const offset = (size >> 1) - ((row.low + row.high) >> 1);
  // What lay outside the old cells was 0; what lay inside keeps its amount.
  const from = Math.max(row.low, -row.offset);
  cells.set(row.cells.subarray(from + row.offset, row.high + row.offset + 1), from + offset);
  row.cells = cells;
  row.offset = offset;
}

export function pour(from: Row, to: Row, shift: number, chance: number): void {
  reserve(to, from.low + shift, from.high + shift);
  const target = to.cells;
  const source = from.cells;
  let at = from.low + shift + to.offset;
  for (let i = from.low + from.offset; i <= from.high + from.offset; i++)
    target[at] = (target[at++] as number) + (source[i] as number) * chance;
}

/** Drops what is too little at both ends; answers how much that was. */
export function trim(row: Row): number {
  let lost = 0;
  while (row.low <= row.high && (row.cells[row.low + row.offset] as number) < DROPPED) {
    lost += row.cells[row.low + row.offset] as number;
    row.cells[row.low++ + row.offset] = 0;
  }
  while (row.low <= row.high && (row.cells[row.high + row.offset] as number) < DROPPED) {
    lost += row.cells[row.high + row.offset] as number;
    row.cells[row.high-- + row.offset] = 0;
  }
  return lost;
}
