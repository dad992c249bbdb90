/** How many of something each has at once, and all together. */
export class Tally {
  readonly #most: number;
  readonly #mostInAll: number;
  readonly #counts = new Map<string, number>();
  #all = 0;

  constructor(most: number, mostInAll: number) {
    this.#most = most;
    this.#mostInAll = mostInAll;
  }

  /** One more for them; false when that is too many. What was taken must be given back. */
  take(whose: string): boolean {
    const count = this.#counts.get(whose) ?? 0;
    if (count >= this.#most || this.#all >= this.#mostInAll) return false;
    this.#counts.set(whose, count + 1);
    this.#all += 1;
    return true;
  }

  giveBack(whose: string): void {
    const count = this.#counts.get(whose) ?? 0;
    if (count === 0) return;
    if (count === 1) this.#counts.delete(whose);
    else this.#counts.set(whose, count - 1);
    this.#all -= 1;
  }
}
