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

/** What the simulator found beside what is exact, line by line, an hour being so many rolls. */
export function estimateRows(rolled: Simulation, pace: number, words: FigureWords): readonly EstimateRow[] {
  const row = (name: string, say: (value: number) => string, simulated: number, exact: number) => ({
    name,
    simulated: say(simulated),
    between: '',
    exact: say(exact),
  });
  const { count, dollars, percent } = words;
  const small = (cents: number): string => dollars(cents, 5);
  return [
    {
      ...row('mean a roll', small, rolled.meanPerRoll, rolled.exactMeanPerRoll),
      between: rolled.confidence95.map(small).join(' … '),
    },
    row(`an hour of ${pace} rolls`, dollars, rolled.meanPerRoll * pace, rolled.exactMeanPerRoll * pace),
    row('spread of a roll', dollars, rolled.sdPerRoll, rolled.exactSdPerRoll),
    row('spread, by √rolls', dollars, rolled.sdLongRun, rolled.exactSdLongRun),
    row('put up a roll', (cents) => dollars(cents, 4), rolled.putUpPerRoll, rolled.exactPutUpPerRoll),
    row('the house keeps', (share) => percent(share, 4), rolled.edge, rolled.exactEdge),
    row('rolls a hand', (rolls) => rolls.toFixed(4), rolled.rollsPerHand, rolled.exactRollsPerHand),
    // The longest hand grows with the rolls: there is no exact one to set beside it.
    { name: 'longest hand', simulated: count(rolled.longestHand), between: '', exact: '' },
  ];
}
