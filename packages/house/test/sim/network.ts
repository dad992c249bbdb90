import type { Clock } from '../../src/clock.js';
import type { SocketLike } from '../../src/wire/client.js';
import type { ServerMessage } from '../../src/wire/protocol.js';
import type { Pipe } from '../../src/wire/session.js';
import type { Chance } from './chance.js';

/** How badly a network behaves: shares of one. */
export interface NetFaults {
  readonly lost: number;
  readonly twice: number;
  /** What overtakes what was said before it. */
  readonly overtakes: number;
  /** A line that is cut by a message. */
  readonly cut: number;
}
export const CALM_NET: NetFaults = { lost: 0, twice: 0, overtakes: 0, cut: 0 };

/** The house's end of a line. */
export interface Answering {
  receive(text: string): void;
  close(): void;
}

/** What the house says over a line, at the moment at which it says it. */
export type Tap = (message: ServerMessage, text: string) => void;

export interface NetworkOptions {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly faults: () => NetFaults;
  readonly tap: Tap;
  /** What somebody says over a line, whether or not it arrives. */
  readonly spoken: (text: string) => void;
  /** Who answers at the house; null while nobody is there. */
  readonly answer: (line: Line, pipe: Pipe) => Answering | null;
  /** Something was done with a line that cannot be done. */
  readonly broken: (why: string) => void;
}

const OPEN = 1;
const CLOSED = 3;
const DELAY_MOST = 60;

/** One connection of somebody, seen from both ends. */
export class Line implements SocketLike {
  readyState = 0;
  onopen: SocketLike['onopen'] = null;
  onmessage: SocketLike['onmessage'] = null;
  onclose: SocketLike['onclose'] = null;
  onerror: SocketLike['onerror'] = null;
  readonly #options: NetworkOptions;
  #there: Answering | null = null;
  /** The house has hung up: it says nothing more here. */
  #hungUp = false;
  /** Not before: what is said on one line arrives in order, unless the network is rough. */
  readonly #free = { to: 0, from: 0 };

  constructor(options: NetworkOptions) {
    this.#options = options;
    this.#after(() => this.#open());
  }

  #after(act: () => void, ms = this.#options.chance.below(DELAY_MOST)): void {
    this.#options.clock.setTimeout(act, ms);
  }

  #open(): void {
    if (this.readyState !== 0) return;
    this.#there = this.#options.answer(this, this.#pipe());
    if (!this.#there) return this.#gone();
    this.readyState = OPEN;
    this.onopen?.(undefined as never);
  }

  #pipe(): Pipe {
    return {
      send: (text) => this.#say(text),
      together: (act) => act(),
      waiting: () => 0,
      close: () => {
        this.#hungUp = true;
        this.#after(() => this.#gone());
      },
    };
  }

  #say(text: string): void {
    if (this.#hungUp) return this.#options.broken(`something was said after hanging up: ${text}`);
    this.#options.tap(JSON.parse(text) as ServerMessage, text);
    this.#carry('from', () => {
      if (this.readyState === OPEN) this.onmessage?.({ data: text });
    });
  }

  /** From whoever holds this end. */
  send(text: string): void {
    this.#options.spoken(text);
    this.#carry('to', () => {
      if (this.#there && !this.#hungUp) this.#there.receive(text);
    });
  }

  #carry(way: 'to' | 'from', arrive: () => void): void {
    const { chance, clock } = this.#options;
    const { lost, twice, overtakes, cut } = this.#options.faults();
    if (chance.is(cut)) this.cut();
    if (chance.is(lost)) return;
    const at = clock.elapsed() + chance.below(DELAY_MOST);
    const inOrder = chance.is(overtakes) ? at : Math.max(at, this.#free[way]);
    this.#free[way] = Math.max(inOrder, this.#free[way]);
    this.#after(arrive, inOrder - clock.elapsed());
    if (chance.is(twice)) this.#after(arrive, inOrder - clock.elapsed() + chance.below(2_000));
  }

  /** The house is there no more; what it said last may still be on its way. */
  drop(): void {
    this.#there = null;
    this.#hungUp = true;
    this.#after(() => this.#gone());
  }

  /** Neither end learns it at the same time. */
  cut(): void {
    this.#after(() => this.#gone(), this.#options.chance.below(300));
  }

  close(): void {
    this.#gone();
  }

  #gone(): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.onclose?.(undefined as never);
    // The house finds out later that nobody is there.
    this.#after(() => this.#left(), this.#options.chance.is(0.7) ? 0 : this.#options.chance.below(5_000));
  }

  #left(): void {
    this.#there?.close();
    this.#there = null;
  }
}
