/**
 * Numbers below a bound that follow from hashes, one after another, each as likely as any other: what lies beyond the
 * last whole multiple is passed over. The remainder alone would prefer what stands first. `digits` of each hash count,
 * 13 at most: so many a number holds exactly.
 */
export function uniformFrom(hashAt: (place: number) => string, digits: number): (below: number) => number {
  const range = 16 ** digits;
  let place = 0;
  return (below) => {
    const limit = range - (range % below);
    for (;;) {
      const number = Number.parseInt(hashAt(place++).slice(0, digits), 16);
      if (number < limit) return number % below;
    }
  };
}
