import type { Chain, Step } from './chain.js';

/**
 * Moments that have the same future are one class: a place wager's life does not depend on the point, 4 and 10 are
 * thrown equally often. Splits classes until all moments of a class go to each class equally often.
 */
export interface Lumped {
  readonly classes: readonly LumpedClass[];
  /** The class of each moment. */
  readonly classOf: readonly number[];
}

/** Out of 36 throws: how many go on to each class, and how many end with each result. */
export interface LumpedClass {
  readonly goes: ReadonlyMap<number, number>;
  readonly ends: ReadonlyMap<number, number>;
}

const tally = <K>(counts: Map<K, number>, key: K): Map<K, number> =>
  counts.set(key, (counts.get(key) ?? 0) + 1);

function lumpedClass(steps: readonly Step[], classOf: readonly number[]): LumpedClass {
  const goes = new Map<number, number>();
  const ends = new Map<number, number>();
  for (const { to, end } of steps) {
    if (end) tally(ends, end.net);
    else tally(goes, classOf[to] as number);
  }
  return { goes, ends };
}

const sorted = (counts: ReadonlyMap<number, number>): string =>
  [...counts]
    .sort(([a], [b]) => a - b)
    .map(([key, count]) => `${key}:${count}`)
    .join();

function refine(chain: Chain, classOf: readonly number[]): readonly number[] {
  const ids = new Map<string, number>();
  return chain.moments.map(({ steps }, at) => {
    const { goes, ends } = lumpedClass(steps, classOf);
    const key = `${classOf[at]} ${sorted(goes)} ${sorted(ends)}`;
    if (!ids.has(key)) ids.set(key, ids.size);
    return ids.get(key) as number;
  });
}

export function lump(chain: Chain): Lumped {
  let classOf: readonly number[] = chain.moments.map(() => 0);
  for (let count = 1; ; ) {
    classOf = refine(chain, classOf);
    const classes = new Set(classOf).size;
    if (classes === count) break;
    count = classes;
  }
  const classes: LumpedClass[] = [];
  for (const [at, { steps }] of chain.moments.entries())
    classes[classOf[at] as number] ??= lumpedClass(steps, classOf);
  return { classes, classOf };
}
