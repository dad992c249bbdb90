import type { Reel, Roller, SessionMachine, SessionOutcome, SessionPlan, Tally, Work } from '../index.js';

/** Cells of the memory that all threads share. */
export const SHARED = { next: 0, done: 1, stop: 2 } as const;

/** Rolls without end of a session: chunks. */
export interface RollJob {
  readonly kind: 'rolls';
  readonly reel: Reel;
  readonly width: number;
  readonly seed: number;
  readonly work: Work;
  readonly roller?: Roller['kind'] | undefined;
}
export interface RollPart {
  readonly tally: Tally;
  readonly roller: Roller['kind'];
}

/** Whole sessions. */
export interface SessionJob {
  readonly kind: 'sessions';
  readonly machine: SessionMachine;
  readonly plan: SessionPlan;
  readonly seed: number;
  readonly sessions: number;
}
/** The number of the first session of a piece, and what became of them. */
export type SessionPart = readonly (readonly [first: number, outcomes: readonly SessionOutcome[]])[];

/** Sessions in one piece of work. */
export const SESSION_PIECE = 64;

export type Job = RollJob | SessionJob;
