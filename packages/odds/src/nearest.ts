/** Letters to put in, leave out or change until one word is the other. */
function steps(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [line, letter] of [...a].entries())
    row = row.reduce<number[]>((next, above, column) => {
      if (column === 0) return [line + 1];
      const kept = (row[column - 1] as number) + (letter === b[column - 1] ? 0 : 1);
      next.push(Math.min(kept, above + 1, (next[column - 1] as number) + 1));
      return next;
    }, []);
  return row[b.length] as number;
}

/** Longer than any name of ours. */
const LOOKED_AT = 40;

/** The name that was probably meant. */
export function nearest(typed: string, names: readonly string[]): string | undefined {
  const word = typed.slice(0, LOOKED_AT).toLowerCase();
  return [...names].sort((a, b) => steps(word, a) - steps(word, b))[0];
}
