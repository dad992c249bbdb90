import { exactLongRun, longRun } from '../analyse/long-run.js';
import type { Machine } from '../compile/machine.js';
import { makeRational } from '../rational.js';

/** What a compiled strategy comes to in the long run, as plain data. Money in cents. */
export function exactFigures(machine: Machine, pace: number) {
  const found = longRun(machine);
  const exact = exactLongRun(machine);
  return {
    states: machine.states,
    walked: machine.walked,
    symbols: machine.symbols,
    meanPerRoll: found.meanPerRoll,
    meanPerRollExact: exact ? makeRational(exact.meanPerRoll) : null,
    sdPerRoll: found.sdPerRoll,
    sdLongRun: found.sdLongRun,
    varianceLongRunExact: exact ? makeRational(exact.variance) : null,
    pace,
    meanPerHour: found.meanPerRoll * pace,
    sdPerHour: found.sdLongRun * Math.sqrt(pace),
    putUpPerRoll: found.putUpPerRoll,
    edge: found.putUpPerRoll === 0 ? 0 : -found.meanPerRoll / found.putUpPerRoll,
    onLayout: found.onLayout,
    rollsPerHand: found.rollsPerHand,
    meanPerHand: found.meanPerRoll * found.rollsPerHand,
    wagers: machine.lines.map((selection, line) => ({ ...selection, ...found.lines[line] })),
  };
}
export type StrategyFigures = ReturnType<typeof exactFigures>;
