/** From and to: where the true value lies 95 times in 100. */
export type Interval = readonly [from: number, to: number];

/** So many standard errors to both sides hold the true value 95 times in 100. */
const BOTH_SIDES = 1.96;

export const around = (value: number, standardError: number): Interval => [
  value - BOTH_SIDES * standardError,
  value + BOTH_SIDES * standardError,
];

/** The same of something that cannot be below nothing. */
export const aroundFromNothing = (value: number, standardError: number): Interval => {
  const [from, to] = around(value, standardError);
  return [Math.max(0, from), to];
};

/** Sums of so many values, and of their second and fourth powers about the mean. */
export interface Moments {
  readonly count: number;
  readonly mean: number;
  readonly sd: number;
  readonly fourth: number;
}

export function momentsOf(values: readonly number[]): Moments {
  const count = values.length;
  const average = (worth: (value: number) => number): number =>
    values.reduce((sum, value) => sum + worth(value), 0) / Math.max(1, count);
  const mean = average((value) => value);
  return {
    count,
    mean,
    sd: Math.sqrt(average((value) => (value - mean) ** 2)),
    fourth: average((value) => (value - mean) ** 4),
  };
}

export const meanInterval = ({ count, mean, sd }: Moments): Interval =>
  around(mean, count === 0 ? 0 : sd / Math.sqrt(count));

/** A spread is off by the more, the more of it comes from rare large results: their fourth power says how much. */
export function spreadInterval({ count, sd, fourth }: Moments): Interval {
  if (count < 2 || sd === 0) return [sd, sd];
  const error = Math.sqrt(Math.max(0, fourth - sd ** 4) / count) / (2 * sd);
  return aroundFromNothing(sd, error);
}

/** A share of so many (Wilson): where none was seen in a thousand, it may still be a few in a thousand. */
export function shareInterval(seen: number, all: number): Interval {
  if (all === 0) return [0, 1];
  const share = seen / all;
  const z = BOTH_SIDES ** 2 / all;
  const middle = (share + z / 2) / (1 + z);
  const reach = (BOTH_SIDES / (1 + z)) * Math.sqrt((share * (1 - share)) / all + z / (4 * all));
  return [seen === 0 ? 0 : Math.max(0, middle - reach), seen === all ? 1 : Math.min(1, middle + reach)];
}

/** The ranks, from 1, between which the value of a chance lies: as many are below it as heads in so many throws. */
export function rankInterval(chance: number, count: number): Interval {
  const reach = BOTH_SIDES * Math.sqrt(count * chance * (1 - chance));
  const within = (rank: number): number => Math.min(count, Math.max(1, rank));
  return [within(Math.floor(chance * count - reach)), within(Math.ceil(chance * count + reach) + 1)];
}
