/** Lanczos' approximation with g = 7 and nine terms: about fifteen digits for every argument above a half. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const;
const LANCZOS_G = 7;

/** The natural logarithm of the gamma function, for arguments of a half and more. */
export function logGamma(a: number): number {
  const x = a - 1;
  const sum = LANCZOS.reduce((total, term, index) => (index === 0 ? term : total + term / (x + index)), 0);
  const t = x + LANCZOS_G + 0.5;
  return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(t) - t + Math.log(sum);
}

const EPSILON = 1e-16;
const TINY = 1e-300;

/** The part of the density that both ways of summing share: x^a e^-x / gamma(a). */
const front = (a: number, x: number): number => Math.exp(a * Math.log(x) - x - logGamma(a));

/** The lower tail as a power series: quick left of the hump. */
function lowerSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; term > sum * EPSILON; n += 1) {
    term *= x / (a + n);
    sum += term;
  }
  return sum * front(a, x);
}

/** The upper tail as a continued fraction (Lentz's way of working it out): quick right of the hump. */
function upperFraction(a: number, x: number): number {
  let b = x + 1 - a;
  let c = 1 / TINY;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1, change = 0; Math.abs(change - 1) > EPSILON * 4; n += 1) {
    const numerator = -n * (n - a);
    b += 2;
    d = 1 / away(numerator * d + b);
    c = away(b + numerator / c);
    change = d * c;
    fraction *= change;
  }
  return fraction * front(a, x);
}

/** Never quite nothing: Lentz divides by it. */
const away = (value: number): number => (Math.abs(value) < TINY ? TINY : value);

/** The share of a gamma distribution of shape `a` that lies above `x`. */
export function upperGamma(a: number, x: number): number {
  if (!(a >= 0.5) || !(x >= 0)) throw new RangeError(`no gamma tail of shape ${a} above ${x}`);
  if (x === 0) return 1;
  if (x === Number.POSITIVE_INFINITY) return 0;
  return x < a + 1 ? 1 - lowerSeries(a, x) : upperFraction(a, x);
}

/** How likely fair dice give a chi-square of `statistic` or more. */
export const chiSquareP = (statistic: number, freedom: number): number =>
  upperGamma(freedom / 2, Math.max(statistic, 0) / 2);

/** How likely a standard normal value is as far from nothing as `z`, on either side. */
export const twoSidedP = (z: number): number => upperGamma(0.5, (z * z) / 2);

/** The chi-square that fair dice reach with a chance of `p`. */
export function chiSquareFor(p: number, freedom: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`no chi-square has a chance of ${p}`);
  let [low, high] = [0, freedom + 10];
  while (chiSquareP(high, freedom) > p) high *= 2;
  // Halving until the two are neighbours: about sixty steps.
  for (let middle = (low + high) / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (chiSquareP(middle, freedom) > p) low = middle;
    else high = middle;
  }
  return high;
}

/** Pearson's chi-square of counts against what was expected of them. */
export const chiSquareOf = (counts: ArrayLike<number>, expected: (cell: number) => number): number =>
  Array.from(counts).reduce((sum, count, cell) => sum + (count - expected(cell)) ** 2 / expected(cell), 0);
