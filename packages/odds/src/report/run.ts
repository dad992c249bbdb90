import { exactLongRun, type LongRun } from '../analyse/long-run.js';
import type { Machine } from '../compile/machine.js';
import { makeRational } from '../rational.js';
import type { Roller } from '../simulate/roller.js';
import type { Summary } from '../simulate/summary.js';
import type { SessionPlan } from '../strategy/strategy.js';
import { type ExactSession, hasSession, type SessionsSummary } from './sessions.js';

/** Rolls that were simulated, and how. */
export interface Simulation extends Summary {
  readonly seconds: number;
  readonly rollsPerSecond: number;
  readonly roller: Roller['kind'];
  readonly throwsPerStep: 1 | 2;
  /** Stopped before all was rolled; what is told is what was. */
  readonly cancelled: boolean;
}

/** A run of the simulator, wherever it ran: what was asked for and what was found. */
export interface SimulatorRun {
  readonly asked: {
    readonly file: { readonly name: string };
    readonly book: string;
    readonly seed: number;
    readonly threads: number;
    readonly pace: number;
    readonly plan: SessionPlan;
  };
  readonly machine: Machine;
  readonly exact: LongRun;
  readonly compileSeconds: number;
  readonly rolled: Simulation | null;
  readonly session: ExactSession | null;
  readonly whyNotExact: string | null;
  readonly sessions: SessionsSummary | null;
}

/** All of it as plain data. The same seed gives the same numbers everywhere, but for the seconds. */
export function makeRun({
  asked,
  machine,
  exact,
  compileSeconds,
  rolled,
  session,
  whyNotExact,
  sessions,
}: SimulatorRun) {
  const fraction = exactLongRun(machine);
  const planned = { plan: asked.plan, session, ...(whyNotExact === null ? {} : { whyNotExact }), sessions };
  return {
    strategy: asked.file.name,
    rulebook: asked.book,
    seed: asked.seed,
    threads: asked.threads,
    ...(rolled ?? { exactMeanPerRoll: exact.meanPerRoll }),
    exactMeanPerRollFraction: fraction ? makeRational(fraction.meanPerRoll) : null,
    pace: asked.pace,
    exactMeanPerHour: exact.meanPerRoll * asked.pace,
    exactSdPerHour: exact.sdLongRun * Math.sqrt(asked.pace),
    states: machine.states,
    symbols: machine.symbols,
    compileSeconds,
    ...(hasSession(asked.plan) ? planned : {}),
  };
}
