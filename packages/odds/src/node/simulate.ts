import {
  addTally,
  binWidth,
  type LongRun,
  longRun,
  type Machine,
  makeReel,
  openTally,
  type Roller,
  type Simulation,
  summarise,
  workFor,
} from '../index.js';
import { work } from './crew.js';
import type { RollJob, RollPart } from './jobs.js';

export interface Progress {
  readonly done: number;
  readonly of: number;
  readonly seconds: number;
  /** Seconds that it will probably still take. */
  readonly left: number;
}

export interface SimulateSettings {
  readonly rolls: number;
  readonly seed: number;
  readonly threads: number;
  /** For tests: the slower kind. */
  readonly roller?: Roller['kind'];
  readonly signal?: AbortSignal;
  readonly progress?: (progress: Progress) => void;
}

export type { Simulation } from '../index.js';

export const makeProgress = (done: number, of: number, seconds: number): Progress => ({
  done,
  of,
  seconds,
  left: done === 0 ? Number.POSITIVE_INFINITY : (seconds * (of - done)) / done,
});

/** Rolls a machine on as many threads as asked. The counts depend on rolls and seed alone. */
export async function simulate(
  machine: Machine,
  { rolls, seed, threads, roller, signal, progress }: SimulateSettings,
  exact: LongRun = longRun(machine),
): Promise<Simulation> {
  const reel = makeReel(machine);
  const width = binWidth(reel, exact);
  const pieces = workFor(rolls);
  const job: RollJob = { kind: 'rolls', reel, width, seed, work: pieces, roller };
  const share = rolls / pieces.chunks;
  const report =
    progress && ((done: number, seconds: number) => progress(makeProgress(done * share, rolls, seconds)));
  const { parts, seconds } = await work<RollJob, RollPart>({ job, threads, signal, progress: report });
  const tally = openTally(reel, width);
  for (const part of parts) addTally(tally, part.tally);
  return {
    ...summarise(machine, reel.unit, tally, exact),
    seconds,
    rollsPerSecond: tally.rolls / seconds,
    roller: parts[0]?.roller ?? 'plain',
    throwsPerStep: reel.throwsPerStep,
    cancelled: tally.rolls < rolls,
  };
}
