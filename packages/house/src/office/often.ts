import { Bounded } from '../people/bounded.js';

/** How often in so long one person may, and everybody together. */
export interface HowOften {
  readonly mine: number;
  readonly all: number;
  readonly ms: number;
}

interface Stretch {
  readonly until: number;
  all: number;
  readonly mine: Bounded<string, number>;
}

const REMEMBERED = 10_000;

/** Counts how often each verb is asked for that says how often it may be, whichever way it comes in. */
export class Often {
  readonly #stretches = new Map<string, Stretch>();
  /** Elapsed time: a clock that is set changes nothing here. */
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Seconds to wait; null when it may be asked now, and then it counts. */
  wait(verb: string, person: string, { mine, all, ms }: HowOften): number | null {
    const stretch = this.#stretch(verb, ms);
    const asked = (stretch.mine.get(person) ?? 0) + 1;
    if (asked > mine || stretch.all >= all)
      return Math.max(1, Math.ceil((stretch.until - this.#now()) / 1_000));
    stretch.mine.set(person, asked);
    stretch.all += 1;
    return null;
  }

  #stretch(verb: string, ms: number): Stretch {
    const known = this.#stretches.get(verb);
    if (known && known.until > this.#now()) return known;
    const fresh = { until: this.#now() + ms, all: 0, mine: new Bounded<string, number>(REMEMBERED) };
    this.#stretches.set(verb, fresh);
    return fresh;
  }
}
