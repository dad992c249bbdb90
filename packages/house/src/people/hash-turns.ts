import { type Clock, SYSTEM_CLOCK } from '../clock.js';
import { rest } from '../rest.js';
import { widePlaceOf } from './address.js';
import { type Crowd, firstOf, goBehind } from './lanes.js';

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
const sizeOf = (crowd: Crowd<Go>): number => [...crowd.values()].reduce((sum, { length }) => sum + length, 0);

/** Guesses of strangers take at most one part in so many of one processor's time. */
const SHARE = 4;
/** However long a hash took, the next stranger waits no longer than this. */
const REST_MOST_MS = 2_000;
/** The same where the house is late with what others ask for. */
const LATE_REST_MOST_MS = 6_000;

/**
 * Whose turn it is to have a secret hashed: nothing else that a stranger can ask for is as dear. Those who are new to the
 * house go one at a time, place by place, so that many guesses from one place, or from one line that has many places, keep
 * nobody else waiting long; and after a wrong one they rest, so that whoever plays does not feel it. A right one costs
 * nobody anything.
 */
export class HashTurns {
  readonly #options: HashTurnsOptions;
  readonly #clock: Clock;
  readonly #known: Go[] = [];
  /** By wide place, whose turn it is first. */
  readonly #crowds = new Map<string, Crowd<Go>>();
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

  /** Where all places are taken, a place from which nobody waits yet gets one of those who have most. */
  #queueStranger(place: string, go: Go): void {
    const wide = widePlaceOf(place);
    const isFree = !this.#engaged && this.#running < this.#options.atOnce;
    const isFull = !isFree && this.#strangers >= this.#options.waitingMost;
    const isThere = this.#crowds.get(wide)?.has(place) ?? false;
    if (isFull && (isThere || !this.#turnAway(wide))) return go(null);
    const crowd: Crowd<Go> = this.#crowds.get(wide) ?? new Map();
    const line = crowd.get(place) ?? [];
    line.push(go);
    crowd.set(place, line);
    this.#crowds.set(wide, crowd);
    this.#strangers += 1;
  }

  /**
   * For somebody from there: the last of the longest line, in the largest crowd first. False when nobody has more than
   * one there, and no crowd is larger than theirs.
   */
  #turnAway(wide: string): boolean {
    const theirs = sizeOf(this.#crowds.get(wide) ?? new Map());
    const lines = [...this.#crowds.values()].flatMap((crowd) =>
      [...crowd].map(([place, line]) => ({ crowd, place, line, size: sizeOf(crowd) })),
    );
    const [longest] = lines
      .filter(({ line, size }) => line.length > 1 || size > theirs + 1)
      .toReversed()
      .sort((one, other) => other.size - one.size || other.line.length - one.line.length);
    if (!longest) return false;
    const { crowd, place, line } = longest;
    this.#strangers -= 1;
    // Its crowd has another at least.
    line.pop()?.(null);
    if (line.length === 0) crowd.delete(place);
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

  /** The next of the next place of the next crowd; both then go to the end. */
  #nextStranger(): Go {
    const [wide, crowd] = firstOf(this.#crowds) as [string, Crowd<Go>];
    const [place, line] = firstOf(crowd) as [string, Go[]];
    const go = line.shift() as Go;
    goBehind(crowd, place, line, line.length);
    goBehind(this.#crowds, wide, crowd, crowd.size);
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
