/** How many letters must be put in, left out or changed to make one word of another. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
};

/** Longer than any name of ours; what is longer is not a slip of the finger. */
const COMPARED_MAX = 40;

/** The name that is nearest to what was typed; the first of those that are equally near. */
export const nearestName = (typed: string, names: readonly string[]): string | undefined => {
  const word = typed.slice(0, COMPARED_MAX).toLowerCase();
  const [nearest] = [...names].sort((a, b) => distance(word, a) - distance(word, b));
  return nearest;
};
