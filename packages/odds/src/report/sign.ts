import { makeRational } from '../rational.js';
import type { SignLine, SignReport } from '../sign/check.js';

const makeLine = ({ edge: before, best: { stake, edge: after }, ...line }: SignLine) => ({
  ...line,
  edge: makeRational(before),
  best: { stake, edge: makeRational(after) },
});

/** The report on a sign as plain data, fractions in lowest terms. */
export const makeSignReport = ({ lines, leaking, ...report }: SignReport) => ({
  ...report,
  leaks: leaking.map(({ wager, number, high, dice, leaks, leakCount, lastLeak }) => ({
    wager,
    number,
    high,
    dice,
    stakes: leaks,
    count: leakCount,
    last: lastLeak,
  })),
  lines: lines.map(makeLine),
});
export type PlainSignReport = ReturnType<typeof makeSignReport>;
