import { CLOCK_JUMP_MS } from '@boxperson/offices';
import type { Clock, Timer } from './clock.js';

/**
 * The clock of a house: the time of day at which it opened, and what has passed since. Whoever sets the machine's clock
 * moves no deadline, ends no notice and no session (decision 0019).
 */
export class HouseClock implements Clock {
  readonly #machine: Clock;
  /** The time of day at the moment `#since`. */
  #opened: number;
  readonly #since: number;
  #last = 0;
  readonly #failed: ((error: unknown) => void) | undefined;

  /**
   * `from`: the last that is on record. Time goes on from there, whatever the machine says. `failed` hears of what was to
   * be done later and failed: a fault of ours that somebody can bring about must not end the house. `today`: the time of
   * day of several nodes, if there are; a machine that has another is told of and not followed.
   */
  constructor(machine: Clock, from = 0, failed?: (error: unknown) => void, today = machine.now()) {
    this.#machine = machine;
    this.#failed = failed;
    this.#since = machine.elapsed();
    this.#opened = Math.max(today, from);
  }

  /** Never earlier than it was. */
  now(): number {
    this.#last = Math.max(this.#last, Math.floor(this.#opened + this.elapsed() - this.#since));
    return this.#last;
  }

  elapsed(): number {
    return this.#machine.elapsed();
  }

  setTimeout(act: () => void, ms: number): Timer {
    return this.#machine.setTimeout(() => {
      try {
        act();
      } catch (error) {
        this.failed(error);
      }
    }, ms);
  }

  failed(error: unknown): void {
    if (!this.#failed) throw error;
    this.#failed(error);
  }

  clearTimeout(timer: Timer): void {
    this.#machine.clearTimeout(timer);
  }

  /** What is taken over from another node goes on from its last event, as after a restart. */
  reach(at: number): void {
    this.#opened += Math.max(0, at - this.now());
  }

  /** Both clocks at one moment: the house's, and the machine's. */
  readings(): Readings {
    return { house: this.now(), wall: this.#machine.now() };
  }

  /** Goes with the machine's clock where that is drawn to the right time bit by bit. */
  shift(ms: number): void {
    this.#opened += ms;
  }
}

export interface Readings {
  readonly house: number;
  readonly wall: number;
}

const LOOK_EVERY_MS = 1_000;
/** No more than an operating system draws its own clock: half a millisecond in a second. */
const FOLLOW_MOST = 0.0005;

const limited = (value: number, most: number): number => Math.max(-most, Math.min(most, value));

/** Compares the two clocks. Small differences are followed slowly; a jump is told, and not followed. */
export class ClockWatch {
  readonly #clock: HouseClock;
  readonly #jumped: (readings: Readings) => void;
  /** By how much the machine's clock is ahead, as told last. */
  #ahead = 0;
  #looked: number;
  #timer: Timer | null = null;

  constructor(clock: HouseClock, jumped: (readings: Readings) => void) {
    this.#clock = clock;
    this.#jumped = jumped;
    this.#looked = clock.elapsed();
    this.look();
  }

  look(): void {
    // First: whatever becomes of this look, there is a next one.
    this.#timer = this.#clock.setTimeout(() => this.look(), LOOK_EVERY_MS);
    const readings = this.#clock.readings();
    const ahead = readings.wall - readings.house;
    const change = ahead - this.#ahead;
    const passed = this.#clock.elapsed() - this.#looked;
    this.#looked += passed;
    if (Math.abs(change) <= CLOCK_JUMP_MS) this.#clock.shift(limited(change, passed * FOLLOW_MOST));
    else this.#tell(ahead, readings);
  }

  #tell(ahead: number, readings: Readings): void {
    this.#ahead = ahead;
    this.#jumped(readings);
  }

  close(): void {
    if (this.#timer) this.#clock.clearTimeout(this.#timer);
  }
}
