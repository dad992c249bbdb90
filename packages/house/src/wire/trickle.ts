import type { Clock } from '../clock.js';
import { Bounded } from '../people/bounded.js';

interface Left {
  readonly left: number;
  readonly at: number;
}

const REMEMBERED = 10_000;
const SECOND = 1_000;

/** Each may come so many times at once, and after that so many times a second. */
export class Trickle {
  readonly #most: number;
  readonly #perSecond: number;
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #left = new Bounded<string, Left>(REMEMBERED);

  constructor(most: number, perSecond: number, clock: Pick<Clock, 'elapsed'>) {
    this.#most = most;
    this.#perSecond = perSecond;
    this.#clock = clock;
  }

  /** Once more for them; false when that is too soon. */
  take(whose: string): boolean {
    const at = this.#clock.elapsed();
    const before = this.#left.get(whose) ?? { left: this.#most, at };
    const refilled = before.left + ((at - before.at) * this.#perSecond) / SECOND;
    const left = Math.min(this.#most, refilled);
    const mayCome = left >= 1;
    this.#left.set(whose, { left: mayCome ? left - 1 : left, at });
    return mayCome;
  }
}
