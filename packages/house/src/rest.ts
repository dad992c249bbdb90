import type { Clock } from './clock.js';

/** Whoever is woken later than this was held up by others, and those go first. */
const LATE_MS = 5;

export interface Rest {
  /** So long in any case. */
  readonly ms: number;
  /** While the house is late with everything, up to so long. */
  readonly most: number;
}

/**
 * Strangers rest after what they were given. A house that is full comes late to everything, and there they rest until
 * it is on time again, but never very long: they are slowed, not locked out.
 */
export function rest(clock: Clock, { ms, most }: Rest, goOn: () => void): void {
  const due = clock.elapsed() + ms;
  clock.setTimeout(() => {
    const late = clock.elapsed() - due;
    const left = most - ms - late;
    if (late <= LATE_MS || left <= 0) return goOn();
    rest(clock, { ms: Math.min(left, late), most: left }, goOn);
  }, ms);
}
