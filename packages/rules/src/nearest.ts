/**
 * How many slips make one word of another: a letter put in, left out or changed, or two neighbours swapped (which is
 * the slip that fingers make most).
 */
function slips(a: string, b: string): number {
  let [before, row]: [readonly number[], readonly number[]] = [
    [],
    Array.from({ length: b.length + 1 }, (_, column) => column),
  ];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const kept = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? (before[j - 2] as number) + 1 : kept;
      next.push(Math.min(kept, swapped, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    [before, row] = [row, next];
  }
  return row[b.length] as number;
}

/** Longer than any name of ours; what is longer is not a slip of the finger. */
const COMPARED_MAX = 40;
/** One slip in a short word, and one more for every so many letters. */
const LETTERS_A_SLIP = 3;
/** A part of a name says which one is meant from so many letters on. */
const PART_LEAST = 3;

const isPartOf = (word: string, name: string): boolean =>
  word.length >= PART_LEAST && (name.startsWith(word) || `-${name}-`.includes(`-${word}-`));

/**
 * The name that was probably meant: so near that a slip explains it, or with what was typed as its beginning or one of
 * its words. None where nothing is near: a guess that makes no sense is worse than none.
 */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const word = typed.trim().slice(0, COMPARED_MAX).toLowerCase();
  const most = Math.max(1, Math.floor(word.length / LETTERS_A_SLIP));
  const rated = names
    .map((name) => ({ name, slips: slips(word, name.toLowerCase()) }))
    .filter(({ name, slips: many }) => many < name.length && many <= most)
    .sort((a, b) => a.slips - b.slips);
  return rated[0]?.name ?? names.find((name) => isPartOf(word, name.toLowerCase()));
}

/** `; did you mean pass?`, or nothing. */
export function didYouMean(typed: unknown, names: readonly string[]): string {
  const near = typeof typed === 'string' && typed !== '' ? nearestName(typed, names) : undefined;
  return near === undefined ? '' : `; did you mean ${near}?`;
}
