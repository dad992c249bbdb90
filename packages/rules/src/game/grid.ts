/** The numbers that leave `residue` when divided by `modulus`. */
export interface Grid {
  readonly residue: number;
  readonly modulus: number;
}

/** The remainder of a division that rounds down, whatever the signs. */
export const positive = (value: number, modulus: number): number => ((value % modulus) + modulus) % modulus;

/** The first number of the grid from `from` up. */
export const alignUp = ({ residue, modulus }: Grid, from: number): number =>
  from + positive(residue - from, modulus);

/** The first number of the grid from `from` down. */
export const alignDown = ({ residue, modulus }: Grid, from: number): number =>
  from - positive(from - residue, modulus);

/** The same in numbers of any size: the moduli of a few signs multiply to more than a number holds exactly. */
interface BigGrid {
  readonly residue: bigint;
  readonly modulus: bigint;
}
const EVERY: BigGrid = { residue: 0n, modulus: 1n };
const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);

/** The numbers that are on all the grids, as far as money goes; null when none is. */
export function meet(grids: readonly Grid[]): Grid | null {
  let met: BigGrid | null = EVERY;
  for (const { residue, modulus } of grids)
    met = met && meetBoth(met, { residue: BigInt(residue), modulus: BigInt(modulus) });
  if (met === null || met.residue > LARGEST) return null;
  return { residue: Number(met.residue), modulus: Number(met.modulus < LARGEST ? met.modulus : LARGEST) };
}

/** Chinese remainders. */
function meetBoth(a: BigGrid, b: BigGrid): BigGrid | null {
  const { divisor, factor } = divide(a.modulus, b.modulus);
  const apart = b.residue - a.residue;
  if (apart % divisor !== 0n) return null;
  const inner = b.modulus / divisor;
  const steps = ((((apart / divisor) * factor) % inner) + inner) % inner;
  return { residue: a.residue + a.modulus * steps, modulus: a.modulus * inner };
}

/** Euclid's algorithm, carrying the factor along: a × factor ≡ divisor (mod b). */
function divide(a: bigint, b: bigint): { readonly divisor: bigint; readonly factor: bigint } {
  let [r0, r1, s0, s1] = [a, b, 1n, 0n];
  while (r1 !== 0n) {
    const quotient = r0 / r1;
    [r0, r1, s0, s1] = [r1, r0 - quotient * r1, s1, s0 - quotient * s1];
  }
  return { divisor: r0, factor: s0 };
}
