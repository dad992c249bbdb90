import { chiSquareOf, chiSquareP, twoSidedP } from './chi-square.js';

export const BATTERY_TESTS = [
  'first die',
  'second die',
  'throws',
  'pairs of throws',
  'runs',
  'gaps',
  'serial correlation',
] as const;
export type BatteryTest = (typeof BATTERY_TESTS)[number];

export interface BatteryResult {
  readonly test: BatteryTest;
  readonly statistic: number;
  /** Degrees of freedom of a chi-square; null for a standard normal value. */
  readonly freedom: number | null;
  readonly p: number;
}

/** Dice that are too even are as suspect as dice that are uneven. */
export const BATTERY_P = 1e-6;
export const isFair = ({ p }: BatteryResult): boolean => p >= BATTERY_P && p <= 1 - BATTERY_P;

const SEVEN = 7;
const SEVEN_P = 1 / 6;
/** Gaps of this length and more share a cell. */
const GAP_MOST = 30;
/** The variance of the total of two dice. */
const TOTAL_VARIANCE = 35 / 6;

/** Tests of a long series of throws, counted as they come: nothing is kept but the counts. */
export class Battery {
  #throws = 0;
  readonly #cells = new Float64Array(36);
  readonly #pairs = new Float64Array(36 * 36);
  readonly #gaps = new Float64Array(GAP_MOST + 1);
  #before = -1;
  #products = 0;
  #low = 0;
  #high = 0;
  #runs = 0;
  #side = 0;
  #gap = -1;

  /** Takes one throw, as its place among the 36. */
  add(index: number): void {
    const total = Math.trunc(index / 6) + (index % 6) + 2;
    this.#cells[index] = (this.#cells[index] as number) + 1;
    this.#addPair(index, total - SEVEN);
    this.#addRun(total);
    this.#addGap(total);
    this.#throws += 1;
    this.#before = index;
  }

  /** Pairs do not overlap: cells that share a throw would not be independent. */
  #addPair(index: number, deviation: number): void {
    if (this.#before < 0) return;
    this.#products += deviation * (Math.trunc(this.#before / 6) + (this.#before % 6) + 2 - SEVEN);
    if (this.#throws % 2 === 0) return;
    const pair = this.#before * 36 + index;
    this.#pairs[pair] = (this.#pairs[pair] as number) + 1;
  }

  /** Runs of totals below and above seven; sevens are left out, so that both are equally likely. */
  #addRun(total: number): void {
    if (total === SEVEN) return;
    const side = Math.sign(total - SEVEN);
    if (side < 0) this.#low += 1;
    else this.#high += 1;
    if (side !== this.#side) this.#runs += 1;
    this.#side = side;
  }

  /** How many throws lie between two sevens. */
  #addGap(total: number): void {
    if (total !== SEVEN) {
      if (this.#gap >= 0) this.#gap += 1;
      return;
    }
    const cell = Math.min(this.#gap, GAP_MOST);
    if (cell >= 0) this.#gaps[cell] = (this.#gaps[cell] as number) + 1;
    this.#gap = 0;
  }

  results(): readonly BatteryResult[] {
    return [
      chiSquare(
        'first die',
        this.#faces((index) => Math.trunc(index / 6)),
      ),
      chiSquare(
        'second die',
        this.#faces((index) => index % 6),
      ),
      chiSquare('throws', this.#cells),
      chiSquare('pairs of throws', this.#pairs),
      normal('runs', this.#runsZ()),
      this.#gapResult(),
      normal('serial correlation', this.#products / (TOTAL_VARIANCE * Math.sqrt(this.#throws - 1))),
    ];
  }

  #faces(faceOf: (index: number) => number): Float64Array {
    const faces = new Float64Array(6);
    for (const [index, count] of this.#cells.entries()) {
      faces[faceOf(index)] = (faces[faceOf(index)] as number) + count;
    }
    return faces;
  }

  /** Wald and Wolfowitz: as many runs as that many lows and highs in any order would make? */
  #runsZ(): number {
    const both = this.#low + this.#high;
    const doubled = (2 * this.#low * this.#high) / both;
    const variance = (doubled * (doubled - 1)) / (both - 1);
    return (this.#runs - 1 - doubled) / Math.sqrt(variance);
  }

  #gapResult(): BatteryResult {
    const total = sum(this.#gaps);
    const chance = (gap: number): number => (1 - SEVEN_P) ** gap * (gap < GAP_MOST ? SEVEN_P : 1);
    const statistic = chiSquareOf(this.#gaps, (gap) => total * chance(gap));
    return chiSquareResult('gaps', statistic, GAP_MOST);
  }
}

const sum = (counts: Float64Array): number => counts.reduce((total, count) => total + count, 0);

function chiSquare(test: BatteryTest, counts: Float64Array): BatteryResult {
  const expected = sum(counts) / counts.length;
  const statistic = chiSquareOf(counts, () => expected);
  return chiSquareResult(test, statistic, counts.length - 1);
}

/** Too few throws for a figure have no chance either, and are not fair. */
const unlessNone = (statistic: number, p: (statistic: number) => number): number =>
  Number.isNaN(statistic) ? Number.NaN : p(statistic);

const chiSquareResult = (test: BatteryTest, statistic: number, freedom: number): BatteryResult => ({
  test,
  statistic,
  freedom,
  p: unlessNone(statistic, () => chiSquareP(statistic, freedom)),
});

const normal = (test: BatteryTest, z: number): BatteryResult => ({
  test,
  statistic: z,
  freedom: null,
  p: unlessNone(z, twoSidedP),
});
