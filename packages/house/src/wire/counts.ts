import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { Clock } from '../clock.js';
import { Bounded } from '../people/bounded.js';

interface Stretch {
  readonly until: number;
  current: number;
}

const REMEMBERED = 5_000;

/** Counts calls by the time that passes. The limiter's own counts go by the time of day, and wait for it when it is set. */
class Counts implements FastifyRateLimitStore {
  readonly #clock: Clock;
  readonly #stretches = new Bounded<string, Stretch>(REMEMBERED);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  incr(
    key: string,
    tell: (error: Error | null, counted: { current: number; ttl: number }) => void,
    ms: number,
  ): void {
    const now = this.#clock.elapsed();
    const known = this.#stretches.get(key);
    const stretch = known && known.until > now ? known : { until: now + ms, current: 0 };
    stretch.current += 1;
    this.#stretches.set(key, stretch);
    tell(null, { current: stretch.current, ttl: Math.ceil(stretch.until - now) });
  }

  child(): Counts {
    return new Counts(this.#clock);
  }
}

/** A kind of counts that the limiter makes for itself, by this clock. */
export const countsBy = (clock: Clock): FastifyRateLimitStoreCtor =>
  class extends Counts {
    constructor() {
      super(clock);
    }
  };
