import { gcd } from '@boxperson/rules';
import type { Spread } from '../analyse/spread.js';
import type { Bar } from './charts.js';

const BARS = 60;
/** Chances that no picture could show do not make it wider. */
const TOO_LITTLE = 1e-6;

/** 1, 2 or 5, and as many noughts as it takes. */
function roundFrom(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return ([1, 2, 5, 10].find((times) => times * power >= least) ?? 10) * power;
}

/** How often each amount of cents, as some dozens of bars that begin at multiples of their width. */
function barsOf(amounts: readonly (readonly [cents: number, weight: number])[]): readonly Bar[] {
  const ends = amounts.reduce(([a, b], [cents]) => [Math.min(a, cents), Math.max(b, cents)] as const, [
    0, 0,
  ] as const);
  // A width that amounts do not divide would hold now more of them and now fewer.
  const unit = amounts.reduce((all, [cents]) => gcd(all, Math.abs(cents)), 0) || 1;
  const width = unit * roundFrom((ends[1] - ends[0]) / unit / BARS);
  const bars = new Map<number, number>();
  for (const [cents, weight] of amounts) {
    const bar = Math.floor(cents / width);
    bars.set(bar, (bars.get(bar) ?? 0) + weight);
  }
  return [...bars]
    .sort(([a], [b]) => a - b)
    .map(([bar, value]) => ({ from: bar * width, to: (bar + 1) * width, value }));
}

/** Chances over amounts, as bars of chances. */
export const chanceBars = ({ unit, from, chances }: Spread): readonly Bar[] =>
  barsOf(
    [...chances].flatMap((chance, at) =>
      chance < TOO_LITTLE ? [] : [[(from + at) * unit, chance] as const],
    ),
  );

/** Results that were seen, in cents, as bars of counts. */
export const countBars = (results: readonly number[]): readonly Bar[] =>
  barsOf(results.map((cents) => [cents, 1] as const));
