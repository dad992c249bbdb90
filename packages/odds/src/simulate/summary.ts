import type { LongRun } from '../analyse/long-run.js';
import { type Strays, straysOf } from '../analyse/strays.js';
import type { Effect, Machine } from '../compile/machine.js';
import type { Selection } from '../strategy/strategy.js';
import {
  around,
  aroundFromNothing,
  type Interval,
  type Moments,
  meanInterval,
  rankInterval,
  spreadInterval,
} from './interval.js';
import type { Reel } from './reel.js';
import { STRETCH } from './roller.js';
import { BINS, type Bins, type StretchTally, type Tally } from './tally.js';

/** One wager of the account: what was counted, and what it comes to exactly. Money in cents. */
export interface LineSummary extends Selection {
  readonly bets: number;
  readonly putUp: number;
  readonly wins: number;
  readonly losses: number;
  readonly pushes: number;
  readonly net: number;
  readonly netPerRoll: number;
  /** Of the net a roll. */
  readonly confidence95: Interval;
  readonly exactNetPerRoll: number;
}

export interface StretchSummary {
  readonly rolls: number;
  readonly count: number;
  readonly mean: number;
  readonly sd: number;
  readonly least: number;
  readonly most: number;
  /** By chance in per cent: the amount not exceeded. */
  readonly quantiles: Readonly<Record<string, number>>;
  /** Of what was estimated; least and most are what they were. */
  readonly intervals95: {
    readonly mean: Interval;
    readonly sd: Interval;
    readonly quantiles: Readonly<Record<string, Interval>>;
  };
}

/** What is estimated by rolling, and has an exact value. */
export type Estimate = 'meanPerRoll' | 'sdPerRoll' | 'sdLongRun' | 'putUpPerRoll' | 'edge' | 'rollsPerHand';

export interface HistogramBar {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** What a simulation found, with an interval and the exact value beside every estimate. Money in cents. */
export interface Summary {
  readonly rolls: number;
  readonly meanPerRoll: number;
  readonly exactMeanPerRoll: number;
  /** Of the mean, from the exact spread. */
  readonly standardError: number;
  /** How many standard errors the estimate is off. */
  readonly errors: number;
  readonly confidence95: Interval;
  /** Where the true value of each estimate lies 95 times in 100. */
  readonly intervals95: Readonly<Record<Estimate, Interval>>;
  readonly sdPerRoll: number;
  readonly exactSdPerRoll: number;
  readonly sdLongRun: number;
  readonly exactSdLongRun: number;
  readonly putUpPerRoll: number;
  readonly exactPutUpPerRoll: number;
  readonly edge: number;
  readonly exactEdge: number;
  readonly hands: number;
  readonly rollsPerHand: number;
  readonly exactRollsPerHand: number;
  readonly longestHand: number;
  readonly worstDrawdown: number;
  readonly results: StretchSummary;
  readonly drawdowns: StretchSummary;
  readonly histogram: readonly HistogramBar[];
  readonly wagers: readonly LineSummary[];
}

const QUANTILES = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99] as const;

/** The amount that so many do not exceed. */
function amountOf({ width, counts }: Bins, rank: number, unit: number): number {
  if (rank === 0) return 0;
  let below = 0;
  for (const [bin, each] of counts.entries()) {
    below += each;
    if (below >= rank) return (bin - BINS / 2) * width * unit;
  }
  return (BINS / 2 - 1) * width * unit;
}

/** The fourth power about the mean, in units; bins are narrow enough for it. */
function fourthOf({ width, counts }: Bins, mean: number, count: number): number {
  let sum = 0;
  for (const [bin, each] of counts.entries()) {
    if (each > 0) sum += each * ((bin - BINS / 2) * width + (width - 1) / 2 - mean) ** 4;
  }
  return count === 0 ? 0 : sum / count;
}

function summariseStretches(
  { count, sum, squares, least, most, bins }: StretchTally,
  unit: number,
): StretchSummary {
  const mean = count === 0 ? 0 : Number(sum) / count;
  // n·Σx² - (Σx)² in whole numbers, so that nothing cancels.
  const spread = BigInt(count) * squares - sum * sum;
  const sd = count < 2 ? 0 : Math.sqrt(Number(spread) / count / (count - 1));
  const by = <T>(figure: (chance: number) => T): Readonly<Record<string, T>> =>
    Object.fromEntries(QUANTILES.map((chance) => [`${chance * 100}`, figure(chance)]));
  const inCents = ([from, to]: Interval): Interval => [from * unit, to * unit];
  const between = (chance: number): Interval => {
    const [from, to] = rankInterval(chance, count);
    return [amountOf(bins, from, unit), amountOf(bins, to, unit)];
  };
  const moments: Moments = { count, mean, sd, fourth: fourthOf(bins, mean, count) };
  return {
    rolls: STRETCH,
    count,
    mean: mean * unit,
    sd: sd * unit,
    least: count === 0 ? 0 : least * unit,
    most: count === 0 ? 0 : most * unit,
    quantiles: by((chance) => amountOf(bins, chance * count, unit)),
    intervals95: {
      mean: inCents(meanInterval(moments)),
      sd: inCents(spreadInterval(moments)),
      quantiles: by(between),
    },
  };
}

const BARS = 40;

/** The results of stretches in some forty bars of the same width. */
function histogramOf({ bins }: StretchTally, unit: number): readonly HistogramBar[] {
  const filled = [...bins.counts.keys()].filter((bin) => (bins.counts[bin] as number) > 0);
  if (filled.length === 0) return [];
  const [first, last] = [filled[0] as number, filled.at(-1) as number];
  const size = Math.ceil((last - first + 1) / BARS);
  const amount = (bin: number): number => (bin - BINS / 2) * bins.width * unit;
  return Array.from({ length: Math.ceil((last - first + 1) / size) }, (_, bar) => {
    const from = first + bar * size;
    const count = bins.counts.subarray(from, from + size).reduce((all, each) => all + each, 0);
    return { from: amount(from), to: amount(from + size), count };
  });
}

type Totals = { -readonly [Field in keyof Omit<Effect, 'line'>]: Effect[Field] };
const nothing = (): Totals => ({ bets: 0, putUp: 0, wins: 0, losses: 0, pushes: 0, net: 0 });

/** Visits times effects: what every wager came to, without having been looked at while rolling. */
function accountOf(machine: Machine, visits: Float64Array): readonly Totals[] {
  const times = new Float64Array(machine.effects.length);
  for (const [cell, count] of visits.entries()) {
    const list = machine.effectOf[cell] as number;
    times[list] = (times[list] as number) + count;
  }
  const totals = machine.lines.map(nothing);
  for (const [list, effects] of machine.effects.entries())
    for (const effect of effects) {
      const total = totals[effect.line] as Totals;
      for (const field of Object.keys(total) as (keyof Totals)[])
        total[field] += effect[field] * (times[list] as number);
    }
  return totals;
}

/** The width of bins for the results of stretches: all of them within ten times their spread. */
export function binWidth({ unit }: Reel, { sdLongRun, meanPerRoll }: LongRun): number {
  const reach = 10 * sdLongRun * Math.sqrt(STRETCH) + Math.abs(meanPerRoll) * STRETCH;
  return Math.max(1, Math.ceil((2 * reach) / BINS / unit));
}

/** A deviation in standard errors; where nothing can deviate, 0. */
const errorsOf = (difference: number, error: number): number => (error === 0 ? 0 : difference / error);

/** A run tells how far it is again and again; how far estimates stray is worked out once for each machine. */
const known = new WeakMap<Machine, Strays>();

function straysFor(machine: Machine, exact: LongRun): Strays {
  const strays = known.get(machine) ?? straysOf(machine, exact);
  known.set(machine, strays);
  return strays;
}

export function summarise(machine: Machine, unit: number, tally: Tally, exact: LongRun): Summary {
  const { rolls, visits } = tally;
  const perRoll = (worthOf: (cell: number) => number): number => {
    let sum = 0;
    for (const [cell, count] of visits.entries()) sum += count * worthOf(cell);
    return rolls === 0 ? 0 : sum / rolls;
  };
  const meanPerRoll = perRoll((cell) => machine.delta[cell] as number);
  const square = perRoll((cell) => (machine.delta[cell] as number) ** 2);
  const hands = perRoll((cell) => machine.handOver[cell] as number) * rolls;
  const totals = accountOf(machine, visits);
  const putUpPerRoll = rolls === 0 ? 0 : totals.reduce((sum, { putUp }) => sum + putUp, 0) / rolls;
  const strays = straysFor(machine, exact);
  const errorIn = (stray: number): number => (rolls === 0 ? 0 : stray / Math.sqrt(rolls));
  const standardError = errorIn(strays.meanPerRoll);
  const results = summariseStretches(tally.results, unit);
  const drawdowns = summariseStretches(tally.drawdowns, unit);
  const sdPerRoll = Math.sqrt(Math.max(0, square - meanPerRoll ** 2));
  const edge = putUpPerRoll === 0 ? 0 : -meanPerRoll / putUpPerRoll;
  const rollsPerHand = hands === 0 ? 0 : rolls / hands;
  const confidence95 = around(meanPerRoll, standardError);
  const perStretch = Math.sqrt(STRETCH);
  const [from, to] = results.intervals95.sd;
  return {
    rolls,
    meanPerRoll,
    exactMeanPerRoll: exact.meanPerRoll,
    standardError,
    errors: errorsOf(meanPerRoll - exact.meanPerRoll, standardError),
    confidence95,
    intervals95: {
      meanPerRoll: confidence95,
      sdPerRoll: aroundFromNothing(sdPerRoll, errorIn(strays.sdPerRoll)),
      sdLongRun: [from / perStretch, to / perStretch],
      putUpPerRoll: aroundFromNothing(putUpPerRoll, errorIn(strays.putUpPerRoll)),
      edge: around(edge, errorIn(strays.edge)),
      rollsPerHand: aroundFromNothing(rollsPerHand, errorIn(strays.rollsPerHand)),
    },
    sdPerRoll,
    exactSdPerRoll: exact.sdPerRoll,
    sdLongRun: results.sd / perStretch,
    exactSdLongRun: exact.sdLongRun,
    putUpPerRoll,
    exactPutUpPerRoll: exact.putUpPerRoll,
    edge,
    exactEdge: exact.putUpPerRoll === 0 ? 0 : -exact.meanPerRoll / exact.putUpPerRoll,
    hands: Math.round(hands),
    rollsPerHand,
    exactRollsPerHand: exact.rollsPerHand,
    longestHand: tally.longestHand,
    worstDrawdown: drawdowns.most,
    results,
    drawdowns,
    histogram: histogramOf(tally.results, unit),
    wagers: machine.lines.map((selection, line) => {
      const total = totals[line] as Totals;
      const netPerRoll = rolls === 0 ? 0 : total.net / rolls;
      return {
        ...selection,
        ...total,
        netPerRoll,
        confidence95: around(netPerRoll, errorIn(strays.lines[line] ?? 0)),
        exactNetPerRoll: exact.lines[line]?.net ?? 0,
      };
    }),
  };
}
