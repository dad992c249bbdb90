import type { Clock, Timer } from '../../src/clock.js';

interface Set extends Timer {
  readonly at: number;
  readonly order: number;
  readonly act: () => void;
  readonly of: Life;
}

/** Whoever set timers, and is there no more when it ends. */
class Life {
  ended = false;
}

/** A clock of which somebody can pull the plug: what was set on it never rings. */
export interface LivingClock extends Clock {
  end(): void;
}

/** More than this in one go, and somebody tries again and again without a pause. */
const RINGS_MOST = 20_000;

/** The time of day when a world begins. */
export const WORLD_BEGINS = 1_790_000_000_000;

/** Waits until everything that can go on without the clock has gone on: there is no other work in this process. */
export const drained = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The time of a world: it passes when the world says so, and wall time can be set. */
export class SimClock {
  #elapsed = 0;
  #wall = WORLD_BEGINS;
  #order = 0;
  /** In no order: there are few. */
  #timers: Set[] = [];
  readonly clock: Clock = this.life();

  /** The time as somebody has it who can end. */
  life(): LivingClock {
    const of = new Life();
    return {
      now: () => this.now(),
      elapsed: () => this.#elapsed,
      setTimeout: (act, ms) => this.#add(of, act, ms),
      clearTimeout: (timer) => {
        this.#timers = this.#timers.filter((one) => one !== timer);
      },
      end: () => {
        of.ended = true;
        this.#timers = this.#timers.filter((one) => one.of !== of);
      },
    };
  }

  now(): number {
    return Math.floor(this.#wall + this.#elapsed);
  }

  get elapsed(): number {
    return this.#elapsed;
  }

  /** Somebody sets the clock on the wall. */
  jump(ms: number): void {
    this.#wall += ms;
  }

  #add(of: Life, act: () => void, ms: number): Set {
    const timer = { at: this.#elapsed + Math.max(0, ms), order: ++this.#order, act, of };
    if (!of.ended) this.#timers.push(timer);
    return timer;
  }

  #first(): Set | null {
    let first: Set | null = null;
    for (const timer of this.#timers)
      if (!first || timer.at < first.at || (timer.at === first.at && timer.order < first.order))
        first = timer;
    return first;
  }

  /** Lets the next timer ring that is due until then; false when there is none. */
  ring(until: number): boolean {
    const first = this.#first();
    if (!first || first.at > until) return false;
    this.#timers = this.#timers.filter((one) => one !== first);
    this.#elapsed = Math.max(this.#elapsed, first.at);
    first.act();
    return true;
  }

  /** Lets time pass, ringing what is due on the way; `after` each of them everything that follows has happened. */
  async pass(ms: number, after: () => void = () => {}): Promise<void> {
    const until = this.#elapsed + ms;
    await drained();
    for (let rings = 0; this.ring(until); rings++) {
      if (rings > RINGS_MOST) throw new Error(`timers ring without end at ${this.#elapsed} ms`);
      await drained();
      after();
    }
    this.#elapsed = Math.max(this.#elapsed, until);
  }

  /** Lets time pass until something has come out. */
  async until<T>(promise: Promise<T>, most: number): Promise<T> {
    let over = false;
    const end = () => {
      over = true;
    };
    promise.then(end, end);
    const until = this.#elapsed + most;
    await drained();
    while (!over && this.ring(until)) await drained();
    if (!over) throw new Error(`nothing came of it within ${most} ms`);
    return promise;
  }
}
