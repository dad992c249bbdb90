import { drawdownQuantile } from '../analyse/drawdown.js';
import { SESSION_ENDS, type SessionFigures } from '../analyse/session.js';
import { meanOf, quantileOf, sdOf } from '../analyse/spread.js';
import type { Machine } from '../compile/machine.js';
import {
  type Interval,
  meanInterval,
  momentsOf,
  rankInterval,
  shareInterval,
  spreadInterval,
} from '../simulate/interval.js';
import type { SessionOutcome } from '../simulate/sessions.js';
import type { SessionPlan } from '../strategy/strategy.js';

const QUANTILES = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99] as const;

const byQuantile = <T>(quantile: (chance: number) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(QUANTILES.map((chance) => [`${chance * 100}`, quantile(chance)]));

/** Quantiles of what was seen, and where the true ones lie: between two of the values that were. */
function quantilesOf(values: readonly number[]) {
  const sorted = Float64Array.from(values).sort();
  const at = (index: number): number => sorted[Math.min(sorted.length - 1, index)] ?? 0;
  return {
    quantiles: byQuantile((chance) => at(Math.floor(chance * sorted.length))),
    between: byQuantile((chance): Interval => {
      const [from, to] = rankInterval(chance, sorted.length);
      return [at(from - 1), at(to - 1)];
    }),
  };
}

export interface Share {
  readonly share: number;
  readonly confidence95: Interval;
}

const shareOf = (count: number, all: number): Share => ({
  share: count / Math.max(1, all),
  confidence95: shareInterval(count, all),
});

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
  const result = momentsOf(results);
  const length = momentsOf(outcomes.map((outcome) => outcome.rolls));
  const [ended, fell] = [quantilesOf(results), quantilesOf(falls)];
  const ends = SESSION_ENDS.map((end) => [
    end,
    shareOf(outcomes.filter((outcome) => outcome.end === end).length, outcomes.length),
  ]);
  return {
    sessions: outcomes.length,
    rolls,
    seconds,
    cancelled,
    mean: result.mean,
    confidence95: meanInterval(result),
    /** Of everything that is estimated; of the shares, beside each. */
    intervals95: {
      mean: meanInterval(result),
      sd: spreadInterval(result),
      meanRolls: meanInterval(length),
      quantiles: ended.between,
      drawdownQuantiles: fell.between,
    },
    sd: result.sd,
    least: results.reduce((a, b) => Math.min(a, b), 0),
    most: results.reduce((a, b) => Math.max(a, b), 0),
    quantiles: ended.quantiles,
    drawdownQuantiles: fell.quantiles,
    worstDrawdown: falls.reduce((a, b) => Math.max(a, b), 0),
    longestHand: outcomes.reduce((most, { longestHand }) => Math.max(most, longestHand), 0),
    meanRolls: length.mean,
    ends: Object.fromEntries(ends) as Readonly<Record<string, Share>>,
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
