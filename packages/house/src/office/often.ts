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

/** Of what there was too much: of asking, or of asking in vain. */
export type TooMuch = 'asked' | 'refused';

/** Whoever must wait: so many seconds, and why. */
export interface MustWait {
  readonly wait: number;
  readonly tooMuch: TooMuch;
}

/** One of the counts in which an asking stands, and how much of it there is. */
interface Count {
  readonly of: TooMuch;
  readonly stretch: Stretch;
  readonly who: string;
  readonly mine: number;
  readonly all: number;
}

/**
 * To refuse takes looking it up: of one network, whose guests may be one person under ever new names, so many times as
 * much is refused as is heard, in as long as one of them is counted for.
 */
const REFUSED_TIMES = 10;
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
   * taken nothing of what others have a share in: the guests of a network are refused so often, and that is counted
   * apart. What failed was not asked for at all.
   */
  async during<T extends { readonly ok: boolean }>(
    verb: string,
    asker: Asker,
    rule: HowOften,
    act: () => Promise<T>,
  ): Promise<T | MustWait> {
    const own = this.#own(verb, asker, rule);
    const heard = [own, ...this.#near(verb, asker, rule)];
    const refusals = this.#refusals(verb, asker, rule);
    const counts = [...heard, ...refusals];
    const full = counts.find(isUsedUp);
    if (full) return this.#mustWait(full);
    // Until it is known what comes of it, it may be either.
    for (const count of counts) take(count, 1);
    let done: T | null = null;
    try {
      done = await act();
      return done;
    } finally {
      if (done?.ok !== true) for (const count of heard) take(count, -1);
      if (done?.ok !== false) for (const count of refusals) take(count, -1);
      if (done?.ok === false) this.#countRefused(own);
    }
  }

  #mustWait({ stretch, of }: Count): MustWait {
    return { wait: Math.max(1, Math.ceil((stretch.until - this.#now()) / 1_000)), tooMuch: of };
  }

  /** A refusal counts for whoever asked, and in no count of what is heard for anybody else. */
  #countRefused({ stretch, who }: Count): void {
    stretch.mine.set(who, (stretch.mine.get(who) ?? 0) + 1);
  }

  #own(verb: string, { id, kind }: Asker, { mine, all, ms, of }: HowOften): Count {
    return { of: 'asked', stretch: this.#stretch(`${of} ${verb} ${kind}`, ms), who: id, mine, all };
  }

  #near(verb: string, asker: Asker, { of, near }: HowOften): readonly Count[] {
    if (!near) return [];
    return this.#ofNetwork(asker, 'asked', near.guests, () => this.#stretch(`${of} ${verb} near`, near.ms));
  }

  #refusals(verb: string, asker: Asker, { of, near, ms }: HowOften): readonly Count[] {
    if (!near) return [];
    const most = REFUSED_TIMES * near.guests;
    return this.#ofNetwork(asker, 'refused', most, () => this.#stretch(`${of} ${verb} refused`, ms));
  }

  /** What the guests of one network have together. */
  #ofNetwork({ kind, from }: Asker, of: TooMuch, mine: number, stretch: () => Stretch): readonly Count[] {
    if (kind !== 'guest' || from === undefined) return [];
    return [{ of, stretch: stretch(), who: widePlaceOf(from), mine, all: Number.POSITIVE_INFINITY }];
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
