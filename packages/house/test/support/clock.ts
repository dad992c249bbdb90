import { type Clock, SYSTEM_CLOCK } from '../../src/clock.js';

/** The machine's clock with another time of day. */
export const clockOf = (now: () => number): Clock => ({ ...SYSTEM_CLOCK, now });

/** The clock of a machine that somebody sets. */
export class SetClock implements Clock {
  /** By how much it was set forward, or back. */
  set = 0;
  now(): number {
    return SYSTEM_CLOCK.now() + this.set;
  }
  elapsed(): number {
    return SYSTEM_CLOCK.elapsed();
  }
  setTimeout(act: () => void, ms: number): object {
    return SYSTEM_CLOCK.setTimeout(act, ms);
  }
  clearTimeout(timer: object): void {
    SYSTEM_CLOCK.clearTimeout(timer);
  }
}
