/** Chances over amounts of money: cell i is the chance of (from + i) units. */
export interface Spread {
  readonly unit: number;
  readonly from: number;
  readonly chances: Float64Array;
}

export const massOf = ({ chances }: Spread): number => chances.reduce((sum, chance) => sum + chance, 0);

export function meanOf({ unit, from, chances }: Spread): number {
  let mean = 0;
  for (const [at, chance] of chances.entries()) mean += chance * (from + at);
  return (mean * unit) / massOf({ unit, from, chances });
}

export function sdOf(spread: Spread): number {
  const { unit, from, chances } = spread;
  const mean = meanOf(spread) / unit;
  let square = 0;
  for (const [at, chance] of chances.entries()) square += chance * (from + at - mean) ** 2;
  return Math.sqrt(square / massOf(spread)) * unit;
}

/** The least amount that is not exceeded with this chance. */
export function quantileOf({ unit, from, chances }: Spread, chance: number): number {
  const all = chances.reduce((sum, each) => sum + each, 0);
  let below = 0;
  for (const [at, each] of chances.entries()) {
    below += each;
    // A rounding error must not push a quantile past the amount that holds it.
    if (below >= chance * all - 1e-12) return (from + at) * unit;
  }
  return (from + chances.length - 1) * unit;
}

/** The chance of an amount of at least so many cents. */
export function atLeast({ unit, from, chances }: Spread, cents: number): number {
  let sum = 0;
  for (const [at, chance] of chances.entries()) if ((from + at) * unit >= cents) sum += chance;
  return sum;
}

/** Chances on amounts that are still being collected. */
export class SpreadBuilder {
  readonly #cells = new Map<number, number>();
  add(amount: number, chance: number): void {
    this.#cells.set(amount, (this.#cells.get(amount) ?? 0) + chance);
  }
  get isEmpty(): boolean {
    return this.#cells.size === 0;
  }
  done(unit: number): Spread {
    const amounts = [...this.#cells.keys()];
    if (amounts.length === 0) return { unit, from: 0, chances: new Float64Array(1) };
    const from = amounts.reduce((a, b) => Math.min(a, b));
    const to = amounts.reduce((a, b) => Math.max(a, b));
    const chances = new Float64Array(to - from + 1);
    for (const [amount, chance] of this.#cells) chances[amount - from] = chance;
    return { unit, from, chances };
  }
}
