import { DICE, type Draw, type Projection } from '@boxperson/offices';
import {
  type Alarm,
  type AlarmChange,
  DiceStatistics,
  type SavedStatistics,
  type Thresholds,
  type WindowReport,
} from './statistics.js';

/** What one source of dice looks like just now. */
export interface SourceReport {
  readonly source: string;
  readonly rolls: number;
  readonly windows: Readonly<Record<string, WindowReport>>;
  readonly alarm: Alarm | null;
}

/** The rolls of every source that there was. */
export type Sources = Map<string, DiceStatistics>;

/** An alarm that went on or off, and whose dice it is about. */
export interface FairnessNotice {
  readonly source: string;
  readonly change: AlarmChange;
}

const DRAWS = `${DICE.name}/`;

/** Every tumbler is judged by itself; the operating system's generator is one source, whatever table it serves. */
export const sourceOf = ({ source, device }: Draw): string =>
  source === 'random' ? source : `tumbler:${device ?? 'unknown'}`;

/** Are the dice fair? Counts every roll of every source; the count of rolls names a change of the alarm. */
export const fairnessOf = (thresholds: Partial<Thresholds> = {}): Projection<Sources, FairnessNotice> => ({
  name: 'dice-fairness',
  version: 1,
  reads: (stream) => stream.startsWith(DRAWS),
  start: () => new Map(),
  fold: (sources, { event }, tell) => {
    const draw = event as Draw;
    const source = sourceOf(draw);
    const rolls = sources.get(source) ?? new DiceStatistics(thresholds);
    sources.set(source, rolls);
    const change = rolls.add(draw.dice);
    if (change) tell({ source, change });
    return sources;
  },
  save: (sources) => Object.fromEntries([...sources].map(([source, rolls]) => [source, rolls.save()])),
  restore: (saved) =>
    new Map(
      Object.entries(saved as Record<string, SavedStatistics>).map(([source, rolls]) => [
        source,
        DiceStatistics.load(rolls, thresholds),
      ]),
    ),
});

export const reportsOf = (sources: Sources): readonly SourceReport[] =>
  [...sources].map(([source, rolls]) => ({
    source,
    rolls: rolls.rolls,
    windows: rolls.report(),
    alarm: rolls.alarm,
  }));

/** A change of an alarm as the house's books have it, with the figures behind it. */
export const noteOf = ({ source, change }: FairnessNotice) => ({
  change: change.change,
  source,
  ...(change.change === 'raised' ? change.alarm : { roll: change.roll }),
});

/** An alarm in a sentence. */
export const alarmText = ({ source, change }: FairnessNotice): string =>
  change.change === 'raised'
    ? `The dice of ${source} are suspicious after ${change.alarm.roll} rolls: chi-square ${change.alarm.statistic.toFixed(1)} (${change.alarm.test}, ${change.alarm.window}), chance ${change.alarm.p.toExponential(1)} with fair dice.`
    : `The dice of ${source} look fair again after ${change.roll} rolls.`;
