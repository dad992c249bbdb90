import { type Machine, type SessionOutcome, type SessionPlan, sessionMachine } from '../index.js';
import { work } from './crew.js';
import { SESSION_PIECE, type SessionJob, type SessionPart } from './jobs.js';
import { makeProgress, type Progress } from './simulate.js';

export interface SessionsSettings {
  readonly sessions: number;
  readonly seed: number;
  readonly threads: number;
  readonly signal?: AbortSignal;
  readonly progress?: (progress: Progress) => void;
}

export interface SessionsRun {
  /** In the order of their numbers; fewer than asked for when it was cancelled. */
  readonly outcomes: readonly SessionOutcome[];
  readonly seconds: number;
  readonly rolls: number;
  readonly cancelled: boolean;
}

/** Plays whole sessions on as many threads as asked; every session has its own dice, whoever plays it. */
export async function simulateSessions(
  machine: Machine,
  plan: SessionPlan,
  { sessions, seed, threads, signal, progress }: SessionsSettings,
): Promise<SessionsRun> {
  const job: SessionJob = { kind: 'sessions', machine: sessionMachine(machine), plan, seed, sessions };
  const report =
    progress &&
    ((done: number, seconds: number) =>
      progress(makeProgress(Math.min(sessions, done * SESSION_PIECE), sessions, seconds)));
  const { parts, seconds } = await work<SessionJob, SessionPart>({ job, threads, signal, progress: report });
  const pieces = [...parts.flat()].sort(([a], [b]) => a - b);
  const outcomes = pieces.flatMap(([, played]) => played);
  const rolls = outcomes.reduce((sum, outcome) => sum + outcome.rolls, 0);
  return { outcomes, seconds, rolls, cancelled: outcomes.length < sessions };
}
