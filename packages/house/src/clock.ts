/** A timer that was set, for whoever wants to take it back. */
export interface Timer {
  /** Whoever waits for nothing else need not wait for this. */
  unref?(): unknown;
}

/** Where time comes from: one place to ask, so that a test can bring a time of its own. */
export interface Clock {
  /** Wall time in milliseconds, for the record: somebody may set it. */
  now(): number;
  /** Milliseconds since some instant: never set, never back. */
  elapsed(): number;
  setTimeout(act: () => void, ms: number): Timer;
  clearTimeout(timer: Timer): void;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  setTimeout: (act, ms) => setTimeout(act, ms),
  clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};
