import type { Cents } from './money.js';

/** Odds paid in "to" form: [15, 2] is 15 to 2, winnings per unit staked (adelaide 6(a)). */
export type Pay = readonly [winnings: number, stake: number];

export const makePay = (pay: Pay): string => `${pay[0]} to ${pay[1]}`;

/** stake × times / over, rounded up to the cent. Exact: falls back to BigInt past 2^53. */
export function scaleUp(stake: Cents, times: number, over: number): Cents {
  const product = stake * times;
  if (product > Number.MAX_SAFE_INTEGER)
    return Number((BigInt(stake) * BigInt(times) + BigInt(over) - 1n) / BigInt(over));
  const rest = product % over;
  return rest === 0 ? product / over : (product - rest) / over + 1;
}

/** stake × times / over, rounded down to the cent. */
export function scaleDown(stake: Cents, times: number, over: number): Cents {
  const product = stake * times;
  if (product > Number.MAX_SAFE_INTEGER) return Number((BigInt(stake) * BigInt(times)) / BigInt(over));
  return (product - (product % over)) / over;
}

export function isWhole(stake: Cents, times: number, over: number): boolean {
  const product = stake * times;
  if (product > Number.MAX_SAFE_INTEGER) return (BigInt(stake) * BigInt(times)) % BigInt(over) === 0n;
  return product % over === 0;
}
