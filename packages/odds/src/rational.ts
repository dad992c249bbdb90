/** An exact fraction: lowest terms, the denominator above nothing. Values of this type come from `rational` alone. */
export interface Rational {
  readonly n: bigint;
  readonly d: bigint;
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

export function gcdOf(a: bigint, b: bigint): bigint {
  let [x, y] = [magnitude(a), magnitude(b)];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
export const lcmOf = (a: bigint, b: bigint): bigint => (a / gcdOf(a, b)) * b;

export function rational(numerator: bigint | number, denominator: bigint | number = 1n): Rational {
  const [n, d] = [BigInt(numerator), BigInt(denominator)];
  if (d === 0n) throw new RangeError('a fraction of nothing');
  const shared = d < 0n ? -gcdOf(n, d) : gcdOf(n, d);
  return { n: n / shared, d: d / shared };
}

export const ZERO: Rational = rational(0);
export const ONE: Rational = rational(1);

export const add = (a: Rational, b: Rational): Rational => rational(a.n * b.d + b.n * a.d, a.d * b.d);
export const sub = (a: Rational, b: Rational): Rational => rational(a.n * b.d - b.n * a.d, a.d * b.d);
export const mul = (a: Rational, b: Rational): Rational => rational(a.n * b.n, a.d * b.d);
export const div = (a: Rational, b: Rational): Rational => rational(a.n * b.d, a.d * b.n);
export const negate = (a: Rational): Rational => ({ n: -a.n, d: a.d });
export const sum = (terms: readonly Rational[]): Rational => terms.reduce(add, ZERO);

/** Below 0, 0 or above 0 as the first is less, equal or more. */
export const compare = (a: Rational, b: Rational): number => {
  const difference = a.n * b.d - b.n * a.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};
export const equals = (a: Rational, b: Rational): boolean => a.n === b.n && a.d === b.d;
export const isZero = (a: Rational): boolean => a.n === 0n;
/** -1, 0 or 1. */
export const signOf = (a: Rational): -1 | 0 | 1 => (a.n < 0n ? -1 : a.n > 0n ? 1 : 0);

/** Bits that a double can hold and then some: the quotient of what is left is correctly rounded but for the last. */
const KEPT_BITS = 80;
const bitsOf = (value: bigint): number => value.toString(16).length * 4;

/** As a floating point number, however long numerator and denominator are. */
export function toNumber({ n, d }: Rational): number {
  const [negative, top] = [n < 0n, magnitude(n)];
  const shift = BigInt(Math.max(0, KEPT_BITS - bitsOf(top) + bitsOf(d)));
  const quotient = Number((top << shift) / d) / 2 ** Number(shift);
  return negative ? -quotient : quotient;
}

/** `7/495`, `-1/6`, `0`, `4`. */
export const makeRational = ({ n, d }: Rational): string => (d === 1n ? `${n}` : `${n}/${d}`);

/** What `makeRational` wrote; null for anything else. */
export function parseRational(text: string): Rational | null {
  const found = /^(-?\d+)(?:\/(\d+))?$/.exec(text);
  if (!found || /^0+$/.test(found[2] ?? '1')) return null;
  return rational(BigInt(found[1] as string), BigInt(found[2] ?? 1));
}
