/** Nothing is left out: the long runs. */
export const EVERY = process.env['EVERY'] !== undefined;

/**
 * Of many things of one kind the first, the last and as many between them: all of them take their time in a browser, and
 * `npm run soak -- screens` takes it (EVERY).
 */
export const few = <One>(most: number, all: readonly One[]): readonly One[] => {
  if (EVERY || all.length <= most) return all;
  const step = (all.length - 1) / Math.max(1, most - 1);
  return Array.from({ length: most }, (_, n) => all[Math.round(n * step)] as One);
};
