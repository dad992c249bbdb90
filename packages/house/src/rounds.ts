import { type Clock, SYSTEM_CLOCK, type Timer } from './clock.js';

/** Steps take at most one part in so many of the time: where there is much to do, they are long and come seldom. */
const SHARE = 50;

/** So long a rest after a step that nobody at a table feels it. */
export const unfelt =
  (leastMs: number, share = SHARE) =>
  (tookMs: number): number =>
    Math.max(leastMs, tookMs * (share - 1));

export interface RoundsOptions<Found> {
  /** One round, step by step. */
  readonly walk: () => AsyncGenerator<Found>;
  /** What becomes of what a step found. */
  readonly heed?: (found: Found) => Promise<void>;
  /** How long to rest after a step that took so long. */
  readonly restMs: (tookMs: number) => number;
  /** After a round. Left out: as after a step. */
  readonly betweenMs?: number;
  /** After a step that failed: a store that was away has other things to do first. Left out: as after any. */
  readonly awayMs?: number;
  readonly clock?: Clock;
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Goes through something round after round while the house runs, a little at a time. */
export class Rounds<Found> {
  readonly #options: RoundsOptions<Found>;
  readonly #clock: Clock;
  #walk: AsyncGenerator<Found>;
  #timer: Timer | null = null;
  #step: Promise<void> = Promise.resolve();
  #closed = false;
  /** How often it was gone on with, and how often all of it was gone through. */
  steps = 0;
  rounds = 0;

  constructor(options: RoundsOptions<Found>) {
    this.#options = options;
    this.#clock = options.clock ?? SYSTEM_CLOCK;
    this.#walk = options.walk();
    this.#rest(options.restMs(0));
  }

  /** All of it at once, without a rest; answers what each step found. */
  async round(): Promise<readonly Found[]> {
    const all: Found[] = [];
    for await (const found of this.#options.walk()) {
      await this.#options.heed?.(found);
      all.push(found);
    }
    return all;
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) this.#clock.clearTimeout(this.#timer);
    await this.#step;
  }

  #rest(ms: number): void {
    if (this.#closed) return;
    this.#timer = this.#clock.setTimeout(() => {
      this.#step = this.#go().then((next) => this.#rest(next));
    }, ms);
  }

  /** A walk that failed is over, and the round begins anew. */
  async #next(): Promise<IteratorResult<Found>> {
    try {
      return await this.#walk.next();
    } catch (error) {
      this.#walk = this.#options.walk();
      throw error;
    }
  }

  /** One step; answers how long to rest after it. Where what it found is not heeded, the walk goes on all the same. */
  async #go(): Promise<number> {
    const { walk, heed, restMs, betweenMs, awayMs, onError } = this.#options;
    this.steps += 1;
    const began = this.#clock.elapsed();
    const rest = () => restMs(this.#clock.elapsed() - began);
    try {
      const { value, done } = await this.#next();
      if (!done) {
        await heed?.(value);
        return rest();
      }
      this.rounds += 1;
      this.#walk = walk();
      return betweenMs ?? rest();
    } catch (error) {
      onError?.(error);
      return awayMs ?? rest();
    }
  }
}
