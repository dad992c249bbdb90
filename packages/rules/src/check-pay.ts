import { type Check, listOf, runCheck, wholeFrom } from './check.js';

const commonFactor = (a: number, b: number): number => (b === 0 ? a : commonFactor(b, a % b));

/** Winnings to stake, in lowest terms. */
export const payCheck: Check = (value, path, report) => {
  const before = runCheck(listOf(wholeFrom(1)), value);
  for (const { path: at, fault } of before) report(path + at, fault);
  if (before.length > 0) return;
  const [winnings = 0, stake = 0, ...more] = value as number[];
  if (stake === 0 || more.length > 0) return report(path, 'is not two numbers, winnings to stake');
  if (commonFactor(winnings, stake) > 1) report(path, `${winnings} to ${stake} is not in lowest terms`);
};
