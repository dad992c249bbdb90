/** Something that will be done later, unless it is called off. */
export type Timer = object;

/** Where time comes from. Nothing in the house that decides anything asks the machine itself. */
export interface Clock {
  /** The time of day, for the record: milliseconds since 1970. */
  now(): number;
  /** Milliseconds that have passed since some moment, whatever anybody sets the time of day to. */
  elapsed(): number;
  /** Keeps no process alive by itself. */
  setTimeout(act: () => void, ms: number): Timer;
  clearTimeout(timer: Timer): void;
  /** Time goes on from there: that is on record. */
  reach?(at: number): void;
  /** Hears of what failed with nobody to catch it: something done later, or told. Left out, it ends the process. */
  failed?(error: unknown): void;
}

/** The machine's own clock. */
export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  setTimeout: (act, ms) => {
    const timer = setTimeout(act, ms);
    // In a browser it is a number, and there is no process that would wait.
    (timer as { unref?: () => void }).unref?.();
    return timer;
  },
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
};

/** Resolves after so long. */
export const pause = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => void clock.setTimeout(resolve, ms));
