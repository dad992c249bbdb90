export type Hand = 'right' | 'left';
export type PhoneTab = 'felt' | 'centre' | 'hop';
export interface FeltSize {
  readonly width: number;
  readonly height: number;
}

/** No target is smaller than this. */
export const LEAST = 44;
export const atLeast = (value: number): number => Math.max(LEAST, value);
export const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value));

export const PAD = 8;

/** What a row wants at least, and its share of what is left over. */
export type Want = readonly [least: number, share: number];

/** Heights of rows that fill what there is: each its least, the rest by their shares. */
export function heightsOf<K extends string>(
  wants: Readonly<Record<K, Want>>,
  height: number,
): Record<K, number> {
  const all = Object.values<Want>(wants);
  const least = all.reduce((sum, [one]) => sum + one, 0);
  const shares = all.reduce((sum, [, one]) => sum + one, 0);
  const spare = Math.max(0, height - least);
  const rows = Object.entries<Want>(wants).map(([row, [one, share]]) => [
    row,
    one + (spare * share) / shares,
  ]);
  return Object.fromEntries(rows) as Record<K, number>;
}
