import type { FanPoint } from '../analyse/session.js';
import { type Bar, type NamedValue, type Series, sayMoney } from './charts.js';

// The same pictures for a terminal: blocks and dots instead of pixels.

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;

/** A lying bar, to an eighth of a column. */
export function blockBar(share: number, columns: number): string {
  const eighths = Math.round(Math.max(0, Math.min(1, share)) * columns * 8);
  return '█'.repeat(eighths >> 3) + (EIGHTHS[eighths & 7] as string);
}

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map((text) => text.length));

/** `name ████▌ 1.41 %`, a line each. */
export function textBars(
  values: readonly NamedValue[],
  say: (value: number) => string,
  columns = 40,
): readonly string[] {
  const most = Math.max(...values.map(({ value }) => Math.abs(value)), Number.MIN_VALUE);
  const width = widest(values.map(({ name }) => name));
  return values.map(({ name, value }) => {
    const bar = blockBar(Math.abs(value) / most, columns);
    return `${name.padEnd(width)}  ${value < 0 ? '-' : ' '}${bar} ${say(value)}`;
  });
}

export const textHistogram = (bars: readonly Bar[], columns = 50): readonly string[] => {
  const most = Math.max(...bars.map(({ value }) => value), 1);
  const names = bars.map(({ from }) => sayMoney(from));
  const width = widest(names);
  return bars.map(
    ({ value }, index) => `${(names[index] as string).padStart(width)} ${blockBar(value / most, columns)}`,
  );
};

/** Dots of a braille character: two across, four down. */
const DOTS = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;

/** Curves on a field of braille dots, with the highest and lowest value at the left. */
export function textCurves(
  series: readonly Series[],
  say: (value: number) => string,
  { columns = 70, rows = 14, log = false }: { columns?: number; rows?: number; log?: boolean } = {},
): readonly string[] {
  const lift = (value: number): number => (log ? Math.log10(Math.max(value, Number.MIN_VALUE)) : value);
  const all = series.flatMap(({ points }) => points);
  const xs = all.map(([x]) => x);
  const ys = all.filter(([, y]) => !log || y > 0).map(([, y]) => lift(y));
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const field = Array.from({ length: rows }, () => new Uint8Array(columns));
  for (const { points } of series)
    for (const [x, y] of points) {
      const column = Math.round(((x - left) / (right - left || 1)) * (columns * 2 - 1));
      const row = Math.round(((high - lift(y)) / (high - low || 1)) * (rows * 4 - 1));
      const cells = field[row >> 2];
      if (cells)
        cells[column >> 1] = (cells[column >> 1] as number) | (DOTS[row & 3]?.[column & 1] as number);
    }
  const back = (value: number): string => say(log ? 10 ** value : value);
  const names = field.map((_, row) => (row === 0 ? back(high) : row === rows - 1 ? back(low) : ''));
  const width = widest(names);
  return field.map((cells, row) => {
    const dots = Array.from(cells, (bits) => (bits === 0 ? ' ' : String.fromCodePoint(0x2800 + bits))).join(
      '',
    );
    return `${(names[row] as string).padStart(width)} ${dots}`.trimEnd();
  });
}

/** The five lines of a fan. */
export const textFan = (fan: readonly FanPoint[]): readonly string[] => {
  const line = (index: number): Series => ({
    name: '',
    points: dense(fan.map(({ roll, quantiles }) => [roll, quantiles[index] as number])),
  });
  return textCurves([0, 1, 2, 3, 4].map(line), sayMoney);
};

/** Points between points, so that a line of dots has no holes. */
function dense(points: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  return points.flatMap(([x, y], index) => {
    const next = points[index + 1];
    if (!next) return [[x, y] as const];
    return Array.from(
      { length: 8 },
      (_, i) => [x + ((next[0] - x) * i) / 8, y + ((next[1] - y) * i) / 8] as const,
    );
  });
}
