/** Letters to put in, leave out or change until one word is the other. */
function steps(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [line, letter] of [...a].entries()) {
    const next = [line + 1];
    for (let column = 1; column < row.length; column++) {
      const kept = (row[column - 1] as number) + (letter === b[column - 1] ? 0 : 1);
      next.push(Math.min(kept, (row[column] as number) + 1, (next[column - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}

function shared(a: string, b: string): number {
  let count = 0;
  while (count < a.length && a[count] === b[count]) count++;
  return count;
}

/** Longer than any name or number of ours. */
const LOOKED_AT = 60;

/** The names that were probably meant, best first: what begins alike goes before what merely looks alike. */
export function nearest(typed: string, names: readonly string[], count: number): readonly string[] {
  const word = typed.trim().slice(0, LOOKED_AT).toLowerCase();
  const rate = (name: string): number => {
    const other = name.toLowerCase();
    return steps(word, other) - 2 * shared(word, other);
  };
  return [...names].sort((a, b) => rate(a) - rate(b)).slice(0, count);
}
