import { type Clock, SYSTEM_CLOCK, type Timer } from '../clock.js';

/** Something that has to be told. */
export interface Telling {
  tell(): void;
}

/** How long news of other people's chips may wait for company: shorter than anybody notices. */
const QUIET_MS = 40;
const QUIET_MOST_MS = 250;
/** Telling of other people's chips takes at most one part in so many of our time: in a rush it waits longer. */
const QUIET_SHARE = 6;

/** Says when: what is urgent as soon as all that is under way is done, other things a little later and together. */
export class Teller {
  readonly #soon = new Set<Telling>();
  readonly #later = new Set<Telling>();
  readonly #clock: Clock;
  readonly #whenDone: (act: () => void) => void;
  #timer: Timer | null = null;
  #quiet = QUIET_MS;

  /** `whenDone`: as soon as all that is under way is done. */
  constructor(clock: Clock = SYSTEM_CLOCK, whenDone: (act: () => void) => void = setImmediate) {
    this.#clock = clock;
    this.#whenDone = whenDone;
  }

  soon(telling: Telling): void {
    if (this.#soon.size === 0) this.#whenDone(() => tellAll(this.#soon));
    this.#soon.add(telling);
  }

  later(telling: Telling): void {
    this.#later.add(telling);
    this.#timer ??= this.#clock.setTimeout(() => this.#tick(), this.#quiet);
  }

  #tick(): void {
    this.#timer = null;
    const begun = this.#clock.elapsed();
    tellAll(this.#later);
    const took = this.#clock.elapsed() - begun;
    this.#quiet = Math.min(QUIET_MOST_MS, Math.max(QUIET_MS, took * QUIET_SHARE));
  }
}

function tellAll(waiting: Set<Telling>): void {
  const all = [...waiting];
  waiting.clear();
  for (const telling of all) telling.tell();
}
