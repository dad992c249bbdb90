import type { ChipSet } from '../chips.js';
import { type Cents, gcd } from '../money.js';
import { alignDown, alignUp, type Grid } from './grid.js';

/** Amounts that are accepted: from `least` to `most` in steps, less those that chips cannot make where `gaps`. */
export interface Amounts {
  readonly least: Cents;
  readonly most: Cents;
  readonly step: Cents;
  readonly gaps: boolean;
}

/**
 * The amounts that may be added to what stands: on the grid, from `from` to `to`, and such that chips make both the
 * amount and, of a wager that is several (R3), each part of the whole.
 */
export interface Fit {
  readonly chips: ChipSet;
  readonly stands: Cents;
  readonly parts: number;
  readonly grid: Grid;
  readonly from: Cents;
  readonly to: Cents;
}

/** Amounts this far apart are alike to the chips: only their size tells whether they can be made. */
function periodOf({ chips, parts, grid: { modulus } }: Fit): number {
  const smallest = (chips.chips[0] as Cents) * parts;
  return (modulus / gcd(modulus, smallest)) * smallest;
}

/** From where on the amounts like this one can be made. */
function leastLike({ chips, parts, stands }: Fit, amount: Cents): Cents {
  if (parts === 1) return chips.leastLike(amount);
  return Math.max(chips.leastLike(amount), parts * chips.leastLike((stands + amount) / parts) - stands);
}

/** The least that fits and is not below `from`. One period of the grid holds an amount of every kind there is. */
function firstUp(fit: Fit, from: Cents): Cents | null {
  const { modulus } = fit.grid;
  const period = periodOf(fit);
  const start = alignUp(fit.grid, Math.max(from, fit.from));
  let found = Number.POSITIVE_INFINITY;
  for (let amount = start; amount <= fit.to && amount < start + period; amount += modulus) {
    const least = leastLike(fit, amount);
    if (amount >= least) return amount;
    found = Math.min(found, amount + Math.ceil((least - amount) / period) * period);
  }
  return found <= fit.to ? found : null;
}

/** The most that fits and is not above `from`. Below what cannot be made, nothing like it can. */
function firstDown(fit: Fit, from: Cents): Cents | null {
  const { modulus } = fit.grid;
  const start = alignDown(fit.grid, Math.min(from, fit.to));
  const end = Math.max(fit.from, start - periodOf(fit) + 1);
  for (let amount = start; amount >= end; amount -= modulus)
    if (amount >= leastLike(fit, amount)) return amount;
  return null;
}

export function amountsOf(fit: Fit): Amounts | null {
  const least = firstUp(fit, fit.from);
  if (least === null) return null;
  const regular = fit.chips.regularFrom;
  const gaps = regular > least || (fit.parts > 1 && regular * fit.parts > fit.stands + least);
  return { least, most: firstDown(fit, fit.to) as Cents, step: fit.grid.modulus, gaps };
}

/** Of two amounts the one nearer to what was asked, of two as near the first; null when there is none. */
export function nearerTo(asked: Cents, first: Cents | null, second: Cents | null): Cents | null {
  if (first === null || second === null) return first ?? second;
  return Math.abs(asked - first) <= Math.abs(asked - second) ? first : second;
}

/** The amount that fits and is nearest to the one asked for; of two as near, the lower. */
export const nearestFit = (fit: Fit, asked: Cents): Cents | null =>
  nearerTo(asked, firstDown(fit, asked), firstUp(fit, asked));

/** The same where the fit is what is left of a wager: of two as near, the higher, which takes less. */
export const nearestRest = (fit: Fit, asked: Cents): Cents | null =>
  nearerTo(asked, firstUp(fit, asked), firstDown(fit, asked));
