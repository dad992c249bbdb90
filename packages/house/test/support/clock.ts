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

/** A clock that can be held: no time passes meanwhile, however long it takes. */
export class HeldClock implements Clock {
  #behind = 0;
  #heldAt: number | null = null;

  hold(): void {
    this.#heldAt ??= SYSTEM_CLOCK.elapsed();
  }
  release(): void {
    this.#behind = this.#lost();
    this.#heldAt = null;
  }
  now(): number {
    return SYSTEM_CLOCK.now() - this.#lost();
  }
  elapsed(): number {
    return SYSTEM_CLOCK.elapsed() - this.#lost();
  }
  setTimeout(act: () => void, ms: number): object {
    return SYSTEM_CLOCK.setTimeout(act, ms);
  }
  clearTimeout(timer: object): void {
    SYSTEM_CLOCK.clearTimeout(timer);
  }
  #lost(): number {
    return this.#behind + (this.#heldAt === null ? 0 : SYSTEM_CLOCK.elapsed() - this.#heldAt);
  }
}
