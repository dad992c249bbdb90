import { gcd } from '../money.js';

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

/** The numbers that are on both grids (Chinese remainders); null when none is. */
export function meet(a: Grid, b: Grid): Grid | null {
  const shared = gcd(a.modulus, b.modulus);
  if ((b.residue - a.residue) % shared !== 0) return null;
  const inner = BigInt(b.modulus / shared);
  const steps = BigInt((b.residue - a.residue) / shared) * inverse(BigInt(a.modulus / shared), inner);
  const modulus = BigInt(a.modulus) * inner;
  const residue = BigInt(a.residue) + BigInt(a.modulus) * modulo(steps, inner);
  return { residue: Number(residue), modulus: Number(modulus) };
}

const modulo = (value: bigint, modulus: bigint): bigint => ((value % modulus) + modulus) % modulus;

/** Euclid's algorithm, carrying the factor along: value × inverse ≡ 1. */
function inverse(value: bigint, modulus: bigint): bigint {
  let [r0, r1, s0, s1] = [value, modulus, 1n, 0n];
  while (r1 !== 0n) {
    const quotient = r0 / r1;
    [r0, r1, s0, s1] = [r1, r0 - quotient * r1, s1, s0 - quotient * s1];
  }
  return s0;
}
