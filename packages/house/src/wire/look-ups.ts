import type { Clock } from '../clock.js';
import type { OpenSession } from '../people/sessions.js';
import { Turns } from '../people/turns.js';
import { rest } from '../rest.js';
import { Allowances } from './allowance.js';

/** Tokens of one place that may be nobody's: so many in a second, and so many saved up. */
const STRAY = { rate: 1, burst: 60 };
/** After one in vain a place rests so many times as long as it took, as strangers at the door do. */
const RESTS = 3;
const REST_MOST_MS = 20;
const LATE_REST_MOST_MS = 250;

export interface LookUpsOptions {
  readonly open: (token: string) => Promise<OpenSession | null>;
  /** Is it known without the store whose it is? */
  readonly isAtHand: (token: string) => boolean;
  readonly clock: Clock;
}

/**
 * Whose token it is. A token that nobody has costs the store a look, and anybody can make them up: a place that sends
 * many has its looks one at a time. It is slowed and not locked out, since others may come from there too.
 */
export class LookUps {
  readonly #options: LookUpsOptions;
  readonly #strays: Allowances;
  readonly #turns = new Turns();

  constructor(options: LookUpsOptions) {
    this.#options = options;
    this.#strays = new Allowances(options.clock, STRAY);
  }

  open(token: string, place: string): Promise<OpenSession | null> {
    const { open, isAtHand } = this.#options;
    if (isAtHand(token)) return open(token);
    if (this.#strays.of(place).has(1)) return this.#look(token, place);
    return this.#turns.take(place, () => this.#lookAndRest(token, place));
  }

  async #look(token: string, place: string): Promise<OpenSession | null> {
    const found = await this.#options.open(token);
    if (!found) this.#strays.of(place).take(1);
    return found;
  }

  async #lookAndRest(token: string, place: string): Promise<OpenSession | null> {
    const { clock } = this.#options;
    const began = clock.elapsed();
    const found = await this.#look(token, place);
    const ms = Math.min(REST_MOST_MS, (clock.elapsed() - began) * RESTS);
    if (!found) await new Promise<void>((goOn) => rest(clock, { ms, most: LATE_REST_MOST_MS }, goOn));
    return found;
  }
}
