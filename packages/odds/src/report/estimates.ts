import type { Interval } from '../simulate/interval.js';
import type { Estimate } from '../simulate/summary.js';
import type { Simulation } from './run.js';
import type { FigureWords } from './words.js';

/** A line of the simulator's table; empty where there is nothing to say. */
export interface EstimateRow {
  readonly name: string;
  readonly simulated: string;
  /** Where the true value lies 95 times in 100. */
  readonly between: string;
  readonly exact: string;
}

type Say = (value: number) => string;

/** What the simulator found beside what is exact, line by line, an hour being so many rolls. */
export function estimateRows(rolled: Simulation, pace: number, words: FigureWords): readonly EstimateRow[] {
  const { count, dollars, percent } = words;
  const row = (name: string, say: Say, simulated: number, between: Interval, exact: number) => ({
    name,
    simulated: say(simulated),
    between: between.map(say).join(' … '),
    exact: say(exact),
  });
  const of = (name: string, say: Say, estimate: Estimate, exact: number, times = 1) => {
    const [from, to] = rolled.intervals95[estimate];
    return row(name, say, rolled[estimate] * times, [from * times, to * times], exact * times);
  };
  const cents: Say = (value) => dollars(value);
  return [
    of('mean a roll', (value) => dollars(value, 5), 'meanPerRoll', rolled.exactMeanPerRoll),
    of(`an hour of ${pace} rolls`, cents, 'meanPerRoll', rolled.exactMeanPerRoll, pace),
    of('spread of a roll', cents, 'sdPerRoll', rolled.exactSdPerRoll),
    of('spread, by √rolls', cents, 'sdLongRun', rolled.exactSdLongRun),
    of('put up a roll', (value) => dollars(value, 4), 'putUpPerRoll', rolled.exactPutUpPerRoll),
    of('the house keeps', (share) => percent(share, 4), 'edge', rolled.exactEdge),
    of('rolls a hand', (rolls) => rolls.toFixed(4), 'rollsPerHand', rolled.exactRollsPerHand),
    // No estimate but what was counted: it grows with the rolls, and nothing exact can stand beside it.
    { name: 'longest hand', simulated: count(rolled.longestHand), between: '', exact: '' },
  ];
}
