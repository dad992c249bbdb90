import { type Rational, rational } from '../rational.js';

// Exact solutions of large systems: solve them modulo many primes, where numbers stay small, and put the answer
// together. A fraction is known when two more primes do not change it.

/** Products of two residues stay below 2^53. */
const PRIME_BELOW = 2 ** 26;

const isPrime = (value: number): boolean => {
  for (let by = 3; by * by <= value; by += 2) if (value % by === 0) return false;
  return value % 2 !== 0;
};

export function* primes(): Generator<number> {
  for (let value = PRIME_BELOW - 1; value > PRIME_BELOW / 2; value -= 2) if (isPrime(value)) yield value;
}

export const residue = (value: number, prime: number): number => ((value % prime) + prime) % prime;

export function inverse(value: number, prime: number): number {
  let [r0, r1, s0, s1] = [prime, value, 0, 1];
  while (r1 !== 0) {
    const quotient = Math.floor(r0 / r1);
    [r0, r1, s0, s1] = [r1, r0 - quotient * r1, s1, s0 - quotient * s1];
  }
  return residue(s0, prime);
}

/** Solves A·X = B modulo a prime, in place: each row is its coefficients and then its right-hand sides. Null if singular. */
export function solveModulo(rows: Float64Array[], prime: number): Float64Array[] | null {
  for (let column = 0; column < rows.length; column++) {
    const at = rows.findIndex((row, i) => i >= column && row[column] !== 0);
    if (at < 0) return null;
    [rows[column], rows[at]] = [rows[at] as Float64Array, rows[column] as Float64Array];
    const pivot = rows[column] as Float64Array;
    const by = inverse(pivot[column] as number, prime);
    for (let i = column; i < pivot.length; i++) pivot[i] = ((pivot[i] as number) * by) % prime;
    for (const row of rows) if (row !== pivot) subtract(row, pivot, column, prime);
  }
  return rows.map((row) => row.slice(rows.length));
}

function subtract(row: Float64Array, pivot: Float64Array, column: number, prime: number): void {
  const times = prime - (row[column] as number);
  if (times === prime) return;
  for (let i = column; i < row.length; i++)
    row[i] = ((row[i] as number) + times * (pivot[i] as number)) % prime;
}

/** What is known of a value: its residue modulo the product of the primes so far. */
export interface Known {
  readonly value: bigint;
  readonly modulus: bigint;
}

export const NOTHING: Known = { value: 0n, modulus: 1n };

/** One prime more (Chinese remainders). */
export function learn({ value, modulus }: Known, found: number, prime: number): Known {
  const p = BigInt(prime);
  const by = BigInt(inverse(Number(modulus % p), prime));
  const missing = ((((BigInt(found) - value) % p) + p) * by) % p;
  return { value: value + modulus * missing, modulus: modulus * p };
}

/** The one fraction with small numerator and denominator that leaves this residue, if there is one. */
export function fractionOf({ value, modulus }: Known): Rational | null {
  const bound = squareRoot(modulus / 2n);
  let [r0, r1, t0, t1] = [modulus, value % modulus, 0n, 1n];
  while (r1 > bound) {
    const quotient = r0 / r1;
    [r0, r1, t0, t1] = [r1, r0 - quotient * r1, t1, t0 - quotient * t1];
  }
  return t1 === 0n || (t1 < 0n ? -t1 : t1) > bound ? null : rational(r1, t1);
}

function squareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (;;) {
    const better = (root + value / root) >> 1n;
    if (better >= root) return root;
    root = better;
  }
}
