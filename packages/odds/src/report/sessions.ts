import { drawdownQuantile } from '../analyse/drawdown.js';
import { SESSION_ENDS, type SessionFigures } from '../analyse/session.js';
import { meanOf, quantileOf, sdOf } from '../analyse/spread.js';
import type { Machine } from '../compile/machine.js';
import type { SessionOutcome } from '../simulate/sessions.js';
import type { SessionPlan } from '../strategy/strategy.js';

const QUANTILES = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99] as const;
/** So many standard errors to both sides hold the true value 95 times in 100. */
const BOTH_SIDES = 1.96;

const byQuantile = (quantile: (chance: number) => number): Readonly<Record<string, number>> =>
  Object.fromEntries(QUANTILES.map((chance) => [`${chance * 100}`, quantile(chance)]));

const quantilesOf = (values: readonly number[]): Readonly<Record<string, number>> => {
  const sorted = Float64Array.from(values).sort();
  return byQuantile((chance) => sorted[Math.min(sorted.length - 1, Math.floor(chance * sorted.length))] ?? 0);
};
const meanOfAll = (values: readonly number[]): number =>
  values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length);

export interface Share {
  readonly share: number;
  readonly confidence95: readonly [number, number];
}

function shareOf(count: number, all: number): Share {
  const share = count / Math.max(1, all);
  const error = BOTH_SIDES * Math.sqrt((share * (1 - share)) / Math.max(1, all));
  return { share, confidence95: [Math.max(0, share - error), Math.min(1, share + error)] };
}

/** Sessions that were played, in the order of their numbers. */
export interface PlayedSessions {
  readonly outcomes: readonly SessionOutcome[];
  readonly seconds: number;
  readonly rolls: number;
  readonly cancelled: boolean;
}

/** The spread of sessions that were played. */
export function summariseSessions({ outcomes, seconds, rolls, cancelled }: PlayedSessions) {
  const results = outcomes.map(({ result }) => result);
  const falls = outcomes.map(({ drawdown }) => drawdown);
  const mean = meanOfAll(results);
  const sd = Math.sqrt(meanOfAll(results.map((each) => (each - mean) ** 2)));
  const error = (BOTH_SIDES * sd) / Math.sqrt(Math.max(1, outcomes.length));
  const ended = SESSION_ENDS.map((end) => [
    end,
    shareOf(outcomes.filter((outcome) => outcome.end === end).length, outcomes.length),
  ]);
  return {
    sessions: outcomes.length,
    rolls,
    seconds,
    cancelled,
    mean,
    confidence95: [mean - error, mean + error] as const,
    sd,
    least: results.reduce((a, b) => Math.min(a, b), 0),
    most: results.reduce((a, b) => Math.max(a, b), 0),
    quantiles: quantilesOf(results),
    drawdownQuantiles: quantilesOf(falls),
    worstDrawdown: falls.reduce((a, b) => Math.max(a, b), 0),
    longestHand: outcomes.reduce((most, { longestHand }) => Math.max(most, longestHand), 0),
    meanRolls: meanOfAll(outcomes.map((outcome) => outcome.rolls)),
    ends: Object.fromEntries(ended) as Readonly<Record<string, Share>>,
  };
}
export type SessionsSummary = ReturnType<typeof summariseSessions>;

/** Exact drawdowns are only worked out where that takes a moment. */
const FALL_WORK = 2e8;

function fallsOf(
  machine: Machine,
  { rolls, ...others }: SessionPlan,
): Readonly<Record<string, number>> | null {
  if (rolls === undefined || Object.keys(others).length > 0) return null;
  const found: Record<string, number> = {};
  for (const chance of [0.5, 0.95]) {
    const depth = drawdownQuantile(machine, rolls, chance, FALL_WORK);
    if (depth === null) return null;
    found[`${chance * 100}`] = depth;
  }
  return found;
}

export function exactSession(
  { result, ends, expectedRolls, lost }: SessionFigures,
  machine: Machine,
  plan: SessionPlan,
) {
  return {
    mean: meanOf(result),
    sd: sdOf(result),
    quantiles: byQuantile((chance) => quantileOf(result, chance)),
    ends: ends as Readonly<Record<string, number>>,
    ruin: ends.broke,
    goal: ends['stop-win'],
    expectedRolls,
    drawdownQuantiles: fallsOf(machine, plan),
    lost,
  };
}
export type ExactSession = ReturnType<typeof exactSession>;

export const hasSession = (plan: SessionPlan): boolean => Object.keys(plan).length > 0;

const CSV_HEAD = 'session,rolls,shooters,result,peak,drawdown,longest_hand,end';

/** Sessions that were played, a line each. */
export function sessionsCsv(outcomes: readonly SessionOutcome[]): string {
  const lines = outcomes.map(({ rolls, shooters, result, peak, drawdown, longestHand, end }, at) =>
    [at + 1, rolls, shooters, result, peak, drawdown, longestHand, end].join(','),
  );
  return `${[CSV_HEAD, ...lines].join('\n')}\n`;
}
