import { type Clock, SYSTEM_CLOCK } from '../clock.js';
import { rest } from '../rest.js';

/** Those whose address signed in before are served first and wait in a queue of their own. */
export type Lane = 'known' | 'unknown';

/** Somebody's turn; whoever has it says when it is over, and whether the secret was right. */
export interface HashTurn {
  over(was: 'right' | 'wrong'): void;
}

export interface HashTurnsOptions {
  /** How many hashes may be worked on at once: each takes its memory and a thread. */
  readonly atOnce: number;
  /** How many may wait in each lane. */
  readonly waitingMost: number;
  readonly clock?: Clock;
}

type Go = (turn: HashTurn | null) => void;

/** Guesses of strangers take at most one part in so many of one processor's time. */
const SHARE = 4;
/** However long a hash took, the next stranger waits no longer than this. */
const REST_MOST_MS = 2_000;
/** The same where the house is late with what others ask for. */
const LATE_REST_MOST_MS = 6_000;

/**
 * Whose turn it is to have a secret hashed: nothing else that a stranger can ask for is as dear. Those who are new to the
 * house go one at a time, place by place, so that many guesses from one place keep nobody else waiting long; and after a
 * wrong one they rest, so that whoever plays does not feel it. A right one costs nobody anything.
 */
export class HashTurns {
  readonly #options: HashTurnsOptions;
  readonly #clock: Clock;
  readonly #known: Go[] = [];
  /** By place, whose turn it is first. */
  readonly #lines = new Map<string, Go[]>();
  #strangers = 0;
  #running = 0;
  /** A stranger has their turn, or the rest after it. */
  #engaged = false;

  constructor(options: HashTurnsOptions) {
    this.#options = options;
    this.#clock = options.clock ?? SYSTEM_CLOCK;
  }

  /** Null when too many wait already. */
  take(lane: Lane, place: string): Promise<HashTurn | null> {
    return new Promise((go) => {
      if (lane === 'known') this.#queueKnown(go);
      else this.#queueStranger(place, go);
      this.#next();
    });
  }

  #queueKnown(go: Go): void {
    const isFree = this.#running < this.#options.atOnce;
    if (!isFree && this.#known.length >= this.#options.waitingMost) go(null);
    else this.#known.push(go);
  }

  /** Where all places are taken, a place from which nobody waits yet gets one of the place that has most. */
  #queueStranger(place: string, go: Go): void {
    const isFree = !this.#engaged && this.#running < this.#options.atOnce;
    const isFull = !isFree && this.#strangers >= this.#options.waitingMost;
    if (isFull && (this.#lines.has(place) || !this.#turnAway())) return go(null);
    const line = this.#lines.get(place) ?? [];
    line.push(go);
    this.#lines.set(place, line);
    this.#strangers += 1;
  }

  /** The last of the longest line; false when nobody has more than one there. */
  #turnAway(): boolean {
    const [longest] = [...this.#lines.values()].sort((one, other) => other.length - one.length);
    if (!longest || longest.length < 2) return false;
    this.#strangers -= 1;
    longest.pop()?.(null);
    return true;
  }

  #next(): void {
    while (this.#running < this.#options.atOnce) {
      const go = this.#known.shift();
      if (go) go(this.#turn('known'));
      else if (!this.#engaged && this.#strangers > 0) this.#nextStranger()(this.#turn('unknown'));
      else return;
    }
  }

  /** The next of the next place, which then goes to the end. */
  #nextStranger(): Go {
    const [place, line] = this.#lines.entries().next().value as [string, Go[]];
    const go = line.shift() as Go;
    this.#lines.delete(place);
    if (line.length > 0) this.#lines.set(place, line);
    this.#strangers -= 1;
    return go;
  }

  #turn(lane: Lane): HashTurn {
    const began = this.#clock.elapsed();
    this.#running += 1;
    if (lane === 'unknown') this.#engaged = true;
    return {
      over: (was) => {
        this.#running -= 1;
        if (lane === 'unknown') this.#rest(was === 'wrong' ? this.#clock.elapsed() - began : 0);
        this.#next();
      },
    };
  }

  #rest(took: number): void {
    const ms = Math.min(REST_MOST_MS, took * (SHARE - 1));
    const goOn = () => {
      this.#engaged = false;
      this.#next();
    };
    if (ms === 0) this.#engaged = false;
    // Whoever waits has a connection, and that keeps the house up; a rest by itself does not.
    else rest(this.#clock, { ms, most: LATE_REST_MOST_MS }, goOn);
  }
}
