import { Bounded } from '../people/bounded.js';

/** How often in so long one person may, and all of their kind together. */
export interface HowOften {
  readonly mine: number;
  readonly all: number;
  readonly ms: number;
  /** What is counted together: one stream's, or those of all matters of an office. */
  readonly of: string;
}

interface Asker {
  readonly id: string;
  readonly kind: string;
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

  /**
   * Seconds to wait; null when it may be asked now, and then it counts. Anybody can be a guest, and as many as they like:
   * guests use up what all guests have, and nothing of whoever has a card.
   */
  wait(verb: string, { id, kind }: Asker, { mine, all, ms, of }: HowOften): number | null {
    const stretch = this.#stretch(`${of} ${verb} ${kind}`, ms);
    const asked = (stretch.mine.get(id) ?? 0) + 1;
    if (asked > mine || stretch.all >= all)
      return Math.max(1, Math.ceil((stretch.until - this.#now()) / 1_000));
    stretch.mine.set(id, asked);
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
