import type { Effect, Machine } from '../compile/machine.js';
import { type LongRun, strayOf } from './long-run.js';

/** How far estimates from n rolls are off: the standard error of each, times the root of n. Money in cents. */
export interface Strays {
  readonly meanPerRoll: number;
  readonly sdPerRoll: number;
  readonly putUpPerRoll: number;
  readonly edge: number;
  readonly rollsPerHand: number;
  /** Of the net a roll of every wager. */
  readonly lines: readonly number[];
}

type Field = 'putUp' | 'net';

const sumOf = (effects: readonly Effect[] | undefined, field: Field, line?: number): number =>
  (effects ?? []).reduce(
    (sum, effect) => (line === undefined || effect.line === line ? sum + effect[field] : sum),
    0,
  );

/**
 * What is no plain average (a spread, a share, rolls for each hand) strays as its slope says: by the average of what a
 * roll adds to it, to the first order.
 */
export function straysOf(machine: Machine, exact: LongRun): Strays {
  const { delta, handOver, effects, effectOf } = machine;
  const { meanPerRoll, sdPerRoll, sdLongRun, putUpPerRoll, rollsPerHand, shares } = exact;
  const byCell = (worthOf: (cell: number) => number): Float64Array =>
    Float64Array.from(delta, (_, cell) => worthOf(cell));
  const stray = (worth: Float64Array): number => strayOf(machine, shares, worth);
  const over = (worth: number, by: number): number => (by === 0 ? 0 : worth / by);
  const putUp = byCell((cell) => sumOf(effects[effectOf[cell] as number], 'putUp'));
  const edge = over(-meanPerRoll, putUpPerRoll);
  return {
    meanPerRoll: sdLongRun,
    sdPerRoll: over(stray(delta.map((cents) => (cents - meanPerRoll) ** 2)), 2 * sdPerRoll),
    putUpPerRoll: stray(putUp),
    edge: over(stray(delta.map((cents, cell) => cents + edge * (putUp[cell] as number))), putUpPerRoll),
    rollsPerHand: stray(Float64Array.from(handOver)) * rollsPerHand ** 2,
    lines: machine.lines.map((_, line) =>
      stray(byCell((cell) => sumOf(effects[effectOf[cell] as number], 'net', line))),
    ),
  };
}
