import type { Clock } from '../clock.js';
import { Bounded } from '../people/bounded.js';

/** What may be asked for in a second, and how much may be saved up. */
export const RATE = 50;
const BURST = 200;
/** So much fills up in a second, and so much at most is saved up. */
export interface Filling {
  readonly rate: number;
  readonly burst: number;
}
const MESSAGES: Filling = { rate: RATE, burst: BURST };
const REMEMBERED = 10_000;
const SECOND = 1_000;

/** A bucket that fills with time: bursts pass, floods do not. */
export class Allowance {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #filling: Filling;
  #left: number;
  #refilled: number;
  #underWay = 0;

  constructor(clock: Pick<Clock, 'elapsed'>, filling: Filling = MESSAGES) {
    this.#clock = clock;
    this.#filling = filling;
    this.#left = filling.burst;
    this.#refilled = clock.elapsed();
  }

  /** How much is being done of what was asked for. */
  get underWay(): number {
    return this.#underWay;
  }

  /** Is there so much of it? */
  has(cost: number): boolean {
    const passed = this.#clock.elapsed() - this.#refilled;
    const { rate, burst } = this.#filling;
    this.#left = Math.min(burst, this.#left + (passed * rate) / SECOND);
    this.#refilled += passed;
    return this.#left >= cost;
  }

  /** So much of it; false when there is less. */
  take(cost: number): boolean {
    if (!this.has(cost)) return false;
    this.#left -= cost;
    return true;
  }

  /** Does something that is under way until it is over, however it ends. */
  async during<T>(act: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    try {
      return await act();
    } finally {
      this.#underWay -= 1;
    }
  }
}

/** One allowance for each person, over however many lines they ask; or for each of whatever else there is. */
export class Allowances {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #filling: Filling;
  readonly #of = new Bounded<string, Allowance>(REMEMBERED);

  constructor(clock: Pick<Clock, 'elapsed'>, filling: Filling = MESSAGES) {
    this.#clock = clock;
    this.#filling = filling;
  }

  of(person: string): Allowance {
    const known = this.#of.get(person) ?? new Allowance(this.#clock, this.#filling);
    this.#of.set(person, known);
    return known;
  }
}
