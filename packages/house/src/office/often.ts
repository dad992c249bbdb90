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

/** One of the counts in which an asking stands, and how much of it there is. */
interface Count {
  readonly stretch: Stretch;
  readonly who: string;
  readonly mine: number;
  readonly all: number;
}

const REMEMBERED = 10_000;
/** With fewer stretches nobody looks which of them are over. */
const STRETCHES_LEAST = 1_000;

const isUsedUp = ({ stretch, who, mine, all }: Count): boolean =>
  (stretch.mine.get(who) ?? 0) >= mine || stretch.all >= all;

function take({ stretch, who }: Count, times: 1 | -1): void {
  stretch.mine.set(who, Math.max(0, (stretch.mine.get(who) ?? 0) + times));
  stretch.all = Math.max(0, stretch.all + times);
}

/** Counts how often each verb is asked for that says how often it may be, whichever way it comes in. */
export class Often {
  readonly #stretches = new Map<string, Stretch>();
  /** Elapsed time: a clock that is set changes nothing here. */
  readonly #now: () => number;
  #tidyAt = STRETCHES_LEAST;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Does it where it may be asked for now; else answers the seconds to wait. Anybody can be a guest, and as many as they
   * like: guests use up what all guests have, and nothing of whoever has a card. Whoever is refused has asked, and has
   * taken nothing of what others have a share in; what failed was not asked for at all.
   */
  async during<T extends { readonly ok: boolean }>(
    verb: string,
    asker: Asker,
    rule: HowOften,
    act: () => Promise<T>,
  ): Promise<T | { readonly wait: number }> {
    const own = this.#own(verb, asker, rule);
    const counts = [own, ...this.#shared(verb, asker, rule)];
    const full = counts.find(isUsedUp);
    if (full) return { wait: Math.max(1, Math.ceil((full.stretch.until - this.#now()) / 1_000)) };
    for (const count of counts) take(count, 1);
    let done: T | null = null;
    try {
      done = await act();
      return done;
    } finally {
      if (done?.ok !== true) for (const count of counts) take(count, -1);
      if (done?.ok === false) this.#countRefused(own);
    }
  }

  /** A refusal counts for whoever asked, and for nobody else. */
  #countRefused({ stretch, who }: Count): void {
    stretch.mine.set(who, (stretch.mine.get(who) ?? 0) + 1);
  }

  #own(verb: string, { id, kind }: Asker, { mine, all, ms, of }: HowOften): Count {
    return { stretch: this.#stretch(`${of} ${verb} ${kind}`, ms), who: id, mine, all };
  }

  #shared(verb: string, { kind, from }: Asker, { of, near }: HowOften): readonly Count[] {
    if (!near || kind !== 'guest' || from === undefined) return [];
    const stretch = this.#stretch(`${of} ${verb} near`, near.ms);
    return [{ stretch, who: widePlaceOf(from), mine: near.guests, all: Number.POSITIVE_INFINITY }];
  }

  #stretch(verb: string, ms: number): Stretch {
    const known = this.#stretches.get(verb);
    if (known && known.until > this.#now()) return known;
    this.#tidy();
    const fresh = { until: this.#now() + ms, all: 0, mine: new Bounded<string, number>(REMEMBERED) };
    this.#stretches.set(verb, fresh);
    return fresh;
  }

  /** Verbs are counted matter by matter, and of matters there are more and more: what is over is forgotten. */
  #tidy(): void {
    if (this.#stretches.size < this.#tidyAt) return;
    for (const [verb, { until }] of this.#stretches) if (until <= this.#now()) this.#stretches.delete(verb);
    this.#tidyAt = Math.max(STRETCHES_LEAST, 2 * this.#stretches.size);
  }
}
