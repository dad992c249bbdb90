import { type Clock, SYSTEM_CLOCK } from '../clock.js';
import { Lanes } from '../people/lanes.js';
import { rest } from '../rest.js';

/** The other end of a connection, as far as the door is concerned. */
export interface Caller {
  /** Where they come from: callers of one place take turns among themselves, so that many connections gain nothing. */
  readonly place: string;
  /** May it be heard while others wait? What somebody says who has signed in, and of guests what is plain. */
  isAtOnce(text: string): boolean;
  /** A promise where something must be looked up for it, which ends when it is. It never fails. */
  hear(text: string): Promise<void> | undefined;
  /** Bytes that they have not read yet. */
  unread(): number;
  /** Tells once when they have read all of it. */
  whenRead(tell: () => void): void;
  /** Nothing more is taken from them until `resume`. */
  pause(): void;
  resume(): void;
}

/** What is heard in one turn. */
const TURN_MOST = 8;
/** Strangers take at most one part in so many of the house's time. */
const SHARE = 4;
/** However long a turn took, the next comes within this time: strangers are slowed, not locked out. */
const REST_MOST_MS = 20;
/** The same where the house is late with what others ask for. */
const LATE_REST_MOST_MS = 250;
/** What somebody may have said that nobody has heard yet; the rest waits in their own machine. */
const UNHEARD_MOST = 20;
/** Whoever leaves so much unread is not heard either. */
const UNREAD_MOST = 256 * 1024;
/** Nobody is heard at once who says more than this in a second. */
const AT_ONCE_MOST = 100;
const SECOND = 1_000;

/**
 * Where what is said comes in. Whoever has signed in is heard at once; all others take turns, neighbourhood by
 * neighbourhood and there place by place, in a part of the house's time, and so do guests with what is dear: anybody is a guest who asks, as often as they like. So nobody
 * at a table waits for strangers, however many there are and whatever they say.
 */
export class Doorway {
  readonly #clock: Clock;
  readonly #whenDone: (act: () => void) => void;
  readonly #lanes = new Lanes<Visitor>();
  #busy = false;

  /** `whenDone`: as soon as all that is under way is done. */
  constructor(clock: Clock = SYSTEM_CLOCK, whenDone: (act: () => void) => void = setImmediate) {
    this.#clock = clock;
    this.#whenDone = whenDone;
  }

  /** Somebody has come. */
  visitor(caller: Caller): Visitor {
    return new Visitor(caller, {
      queue: (visitor) => this.#queue(visitor),
      leave: (visitor) => this.#lanes.remove(visitor.place, visitor),
      now: () => this.#clock.elapsed(),
    });
  }

  #queue(visitor: Visitor): void {
    this.#lanes.push(visitor.place, visitor);
    if (this.#busy) return;
    this.#busy = true;
    this.#whenDone(() => this.#turn());
  }

  #turn(): void {
    const began = this.#clock.elapsed();
    const looks: Promise<void>[] = [];
    for (let heard = 0; heard < TURN_MOST && !this.#lanes.isEmpty; heard++) {
      const look = this.#lanes.next()?.hearNext();
      if (look) looks.push(look);
    }
    // What follows from it, and the answers, come in the next rounds of the loop: they count as well.
    const end = () => this.#whenDone(() => this.#whenDone(() => this.#rest(this.#clock.elapsed() - began)));
    if (looks.length === 0) end();
    else this.#whenLookedUp(looks, end);
  }

  /** What the store is asked for them is work like any other; but nobody waits long for one that does not answer. */
  #whenLookedUp(looks: readonly Promise<void>[], act: () => void): void {
    let isOver = false;
    const once = () => {
      if (isOver) return;
      isOver = true;
      this.#clock.clearTimeout(timer);
      act();
    };
    const timer = this.#clock.setTimeout(once, LATE_REST_MOST_MS);
    void Promise.all(looks).then(once, once);
  }

  #rest(took: number): void {
    const ms = Math.min(REST_MOST_MS, took * (SHARE - 1));
    rest(this.#clock, { ms, most: LATE_REST_MOST_MS }, () => {
      this.#busy = !this.#lanes.isEmpty;
      if (this.#busy) this.#turn();
    });
  }
}

interface Door {
  queue(visitor: Visitor): void;
  leave(visitor: Visitor): void;
  now(): number;
}

/** Somebody at the door, with what they have said and nobody has heard yet. */
export class Visitor {
  readonly #caller: Caller;
  readonly #door: Door;
  readonly #said: string[] = [];
  #paused = false;
  #second = 0;
  #saidInSecond = 0;

  constructor(caller: Caller, door: Door) {
    this.#caller = caller;
    this.#door = door;
  }

  get place(): string {
    return this.#caller.place;
  }

  /** Have they said something that nobody has heard yet? */
  get waits(): boolean {
    return this.#said.length > 0;
  }

  /** What somebody says is heard in the order in which they say it. */
  says(text: string): void {
    const isOften = this.#isOften();
    if (!isOften && this.#said.length === 0 && this.#caller.isAtOnce(text))
      return void this.#caller.hear(text);
    this.#said.push(text);
    if (this.#said.length === 1) this.#door.queue(this);
    if (this.#said.length >= UNHEARD_MOST && !this.#paused) {
      this.#paused = true;
      this.#caller.pause();
    }
  }

  #isOften(): boolean {
    const second = Math.floor(this.#door.now() / SECOND);
    this.#saidInSecond = second === this.#second ? this.#saidInSecond + 1 : 1;
    this.#second = second;
    return this.#saidInSecond > AT_ONCE_MOST;
  }

  /** Their turn: one thing is heard, and for the next they wait again. */
  hearNext(): Promise<void> | undefined {
    if (this.#caller.unread() > UNREAD_MOST) {
      this.#caller.whenRead(() => this.#queueAgain());
      return undefined;
    }
    const text = this.#said.shift();
    this.#queueAgain();
    const look = text === undefined ? undefined : this.#caller.hear(text);
    this.#readOn();
    return look;
  }

  #readOn(): void {
    if (!this.#paused || this.#said.length > UNHEARD_MOST / 2) return;
    this.#paused = false;
    this.#caller.resume();
  }

  #queueAgain(): void {
    if (this.#said.length > 0) this.#door.queue(this);
  }

  /** They have gone, and nothing more is heard of them. */
  leave(): void {
    this.#said.length = 0;
    this.#door.leave(this);
  }
}
