import type { Oftenness } from '@boxperson/offices';
import { widePlaceOf } from '../people/address.js';
import { Bounded } from '../people/bounded.js';

/** How often something may be asked for. */
export interface HowOften extends Oftenness {
  /** What is counted together: one stream's, or those of all matters of an office. */
  readonly of: string;
}

interface Asker {
  readonly id: string;
  readonly kind: string;
  /** Where they ask from, as far as it is known. */
  readonly from?: string | undefined;
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
  wait(verb: string, asker: Asker, { mine, all, ms, of, near }: HowOften): number | null {
    const counts = [{ stretch: this.#stretch(`${of} ${verb} ${asker.kind}`, ms), of: asker.id, mine, all }];
    if (near && asker.kind === 'guest' && asker.from !== undefined) {
      const stretch = this.#stretch(`${of} ${verb} near`, near.ms);
      const network = widePlaceOf(asker.from);
      counts.push({ stretch, of: network, mine: near.guests, all: Number.POSITIVE_INFINITY });
    }
    for (const { stretch, of: who, mine: most, all: mostOfAll } of counts)
      if ((stretch.mine.get(who) ?? 0) >= most || stretch.all >= mostOfAll)
        return Math.max(1, Math.ceil((stretch.until - this.#now()) / 1_000));
    for (const { stretch, of: who } of counts) {
      stretch.mine.set(who, (stretch.mine.get(who) ?? 0) + 1);
      stretch.all += 1;
    }
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
