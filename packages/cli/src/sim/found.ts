import {
  type ExactSession,
  exactSession,
  hasSession,
  type LongRun,
  longRun,
  type Machine,
  makeRun,
  type SessionFigures,
  type SessionsSummary,
  sessionFigures,
  summariseSessions,
} from '@boxperson/odds';
import {
  type Progress,
  type SessionsRun,
  type Simulation,
  simulate,
  simulateSessions,
} from '@boxperson/odds/node';
import type { Command } from 'commander';
import { compileOrStop } from '../odds/compile.js';
import { makeJson } from '../odds/input.js';
import { count, percent } from '../odds/page.js';
import type { Asked, Reporting } from './options.js';
import { writeCsv } from './sessions.js';

/** What a run found, all of it. */
export interface Found {
  readonly asked: Asked;
  readonly machine: Machine;
  readonly exact: LongRun;
  readonly compileSeconds: number;
  readonly rolled: Simulation | null;
  readonly figures: SessionFigures | null;
  readonly session: ExactSession | null;
  readonly whyNotExact: string | null;
  readonly sessions: SessionsSummary | null;
  /** What each session that was played came to. */
  readonly played: readonly number[];
}

const DEFAULT_SESSIONS = 20_000;

/** How far it is, told on the error output: one line that is written over, or a line each time. */
function reporter(what: string, how: Reporting): { readonly progress?: (progress: Progress) => void } {
  if (how === 'none') return {};
  const progress = ({ done, of, left }: Progress): void => {
    const rest = Number.isFinite(left) ? `, ${left < 10 ? left.toFixed(1) : count(left)} s left` : '';
    const text = `${count(done)} of ${count(of)} ${what}, ${percent(done / of, 0)}${rest}`;
    process.stderr.write(how === 'line' ? `\r\x1b[K${text}` : `${text}\n`);
  };
  return { progress };
}

/** States while they are walked, on a terminal only: it is soon over, or long. */
function walkReporter(how: Reporting): ((known: number, walked: number) => void) | undefined {
  if (how !== 'line') return undefined;
  return (known, walked) =>
    process.stderr.write(`\r\x1b[K${count(walked)} of ${count(known)} states walked so far`);
}

const clearReport = (how: Reporting): void => {
  if (how === 'line') process.stderr.write('\r\x1b[K');
};

/** Ctrl-C stops the work; what was done is told. A second one ends the program. */
function untilInterrupted(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  return controller.signal;
}

async function playSessions(
  machine: Machine,
  asked: Asked,
  sessions: number,
  signal: AbortSignal,
): Promise<SessionsRun> {
  const { plan, seed, threads } = asked;
  const played = await simulateSessions(machine, plan, {
    sessions,
    seed,
    threads,
    signal,
    ...reporter('sessions', asked.progress),
  });
  clearReport(asked.progress);
  return played;
}

async function rollOn(
  machine: Machine,
  asked: Asked,
  exact: LongRun,
  signal: AbortSignal,
): Promise<Simulation> {
  const { rolls, seed, threads } = asked;
  const rolled = await simulate(
    machine,
    { rolls, seed, threads, signal, ...reporter('rolls', asked.progress) },
    exact,
  );
  clearReport(asked.progress);
  return rolled;
}

/** How many sessions are played: as many as asked for, or some where there is no exact answer or a file is wanted. */
function sessionsToPlay({ sessions, csv }: Asked, isExact: boolean): number | null {
  if (sessions !== null) return sessions;
  return isExact && csv === undefined ? null : DEFAULT_SESSIONS;
}

async function findSession(machine: Machine, asked: Asked, signal: AbortSignal, command: Command) {
  const { plan } = asked;
  if (!hasSession(plan))
    return { figures: null, session: null, whyNotExact: null, sessions: null, played: [] };
  const solved = sessionFigures(machine, plan);
  const sessions = sessionsToPlay(asked, solved.ok);
  const played = sessions === null ? null : await playSessions(machine, asked, sessions, signal);
  if (played && asked.csv !== undefined) writeCsv(asked.csv, played, command);
  return {
    figures: solved.ok ? solved.figures : null,
    session: solved.ok ? exactSession(solved.figures, machine, plan) : null,
    whyNotExact: solved.ok ? null : `No exact figures: ${solved.message}.`,
    sessions: played && summariseSessions(played),
    played: played?.outcomes.map(({ result }) => result) ?? [],
  };
}

export async function find(asked: Asked, command: Command): Promise<Found> {
  const before = process.hrtime.bigint();
  const machine = compileOrStop(
    asked.file,
    asked.sign,
    asked.statesMax,
    command,
    walkReporter(asked.progress),
  );
  clearReport(asked.progress);
  const exact = longRun(machine);
  const compileSeconds = Number(process.hrtime.bigint() - before) / 1e9;
  const signal = untilInterrupted();
  const rolled = asked.wantsRolls ? await rollOn(machine, asked, exact, signal) : null;
  const session = await findSession(machine, asked, signal, command);
  return { asked, machine, exact, compileSeconds, rolled, ...session };
}

export const foundJson = (found: Found): string => makeJson(makeRun(found));
