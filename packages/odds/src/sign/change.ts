import {
  type Cents,
  DEFAULT_CHIPS,
  isOddsId,
  type Limit,
  type OpenSettings,
  openGame,
  type Rulebook,
  type WagerId,
} from '@boxperson/rules';
import { lcm } from '../exact/alone.js';
import { signOf } from '../rational.js';
import { type Stakes, stakesOn } from './stakes.js';

/** A change of what the sign says for one wager id. */
export interface Change {
  readonly wager: WagerId;
  /** What the sign should say; null when no minimum and no unit stops the leak. */
  readonly limit: Limit | null;
  /** The share of stakes that are still allowed. */
  readonly keeps: number;
  /** A chip that would stop it too, if the table had it. */
  readonly chip: Cents | null;
}

/** Units and minimums beyond this many steps are no small change any more. */
const STEPS_MAX = 2_000;

const leaks = (stakes: Stakes, stake: Cents): boolean => signOf(stakes.worth(stake)) > 0;

/** Does any of these stakes leak on any number? Looks as far as leaks can go: one common period, or to the last one. */
function anyLeak(all: readonly Stakes[], from: Cents, step: Cents, most: Cents): boolean {
  return all.some((stakes) => {
    const { allowed, period, regularFrom } = stakes;
    const endless = signOf(stakes.fair(period)) >= 0;
    const horizon = endless ? regularFrom + 2 * lcm(step, period) : lastPossible(stakes);
    const to = Math.min(most, allowed.most, horizon);
    for (let stake = from; stake <= to; stake += step)
      if (stakes.takes(stake) && leaks(stakes, stake)) return true;
    return false;
  });
}

/** No stake above this leaks: what rounding can give away is eaten up by the edge. */
function lastPossible(stakes: Stakes): Cents {
  let last = 0;
  for (const stake of stakes.telling()) {
    if (!leaks(stakes, stake)) continue;
    let at = stake;
    // Below the regular part every stake stands for itself alone.
    const most = stake < stakes.regularFrom ? stake : stakes.allowed.most;
    while (at + stakes.period <= most && leaks(stakes, at + stakes.period)) at += stakes.period;
    last = Math.max(last, at);
  }
  return last;
}

interface Found {
  readonly limit: Limit;
  readonly keeps: number;
}

/** The lowest minimum above which nothing leaks. */
function higherMinimum(all: readonly Stakes[], limit: Limit): Found | null {
  if (all.some((stakes) => signOf(stakes.fair(stakes.period)) >= 0)) return null;
  const last = Math.max(...all.map(lastPossible));
  const { step } = (all[0] as Stakes).allowed;
  let min = last + step;
  while (min <= limit.max && !all.every((stakes) => stakes.takes(min))) min += step;
  if (min > limit.max) return null;
  return { limit: { ...limit, min }, keeps: (limit.max - min + step) / (limit.max - limit.min + step) };
}

/** The smallest unit, from the minimum or from the first multiple of the unit above it, whose stakes do not leak. */
function coarserUnit(book: Rulebook, all: readonly Stakes[], limit: Limit): Found | null {
  if (book.limits.unit.value === 'no') return null;
  const { step, least } = (all[0] as Stakes).allowed;
  for (let times = 2; times <= STEPS_MAX; times++) {
    const unit = times * step;
    if (limit.min + unit > limit.max) return null;
    // A stake allowed now must stay allowed: the old unit goes into the new one.
    for (const min of new Set([least, Math.ceil(least / unit) * unit]))
      if ((all[0] as Stakes).takes(min) && min <= limit.max && !anyLeak(all, min, unit, limit.max))
        return { limit: { min, max: limit.max, unit }, keeps: step / unit };
  }
  return null;
}

/** What the sign says now; odds wagers without a limit of their own go up to what their flat wager carries. */
function limitNow(settings: OpenSettings, wager: WagerId, all: readonly Stakes[]): Limit {
  const named = settings.limits[wager];
  if (named) return named;
  if (!isOddsId(wager)) return settings.limits.default;
  return { min: (all[0] as Stakes).allowed.least, max: Math.max(...all.map(({ allowed }) => allowed.most)) };
}

/** Denominations that a house might add. */
const SMALL_CHIPS: readonly Cents[] = [50, 25, 20, 10, 5, 2, 1];

/** The largest small chip with which this wager does not leak at any stake. */
function smallerChip(settings: OpenSettings, book: Rulebook, all: readonly Stakes[]): Cents | null {
  if (book.money.counts.value === 'cents') return null;
  const chips = settings.chips ?? DEFAULT_CHIPS;
  const smallest = Math.min(...chips);
  for (const chip of SMALL_CHIPS.filter((each) => each < smallest)) {
    const changed = { ...settings, chips: [chip, ...chips] };
    if (!openGame(changed).ok) continue;
    const without = all.every(({ choice }) => {
      const stakes = stakesOn(changed, book, choice);
      return stakes !== null && ![...stakes.telling()].some((stake) => leaks(stakes, stake));
    });
    if (without) return chip;
  }
  return null;
}

/** Of the two ways to close a leak by limits the one that leaves more stakes. */
export function changesFor(
  settings: OpenSettings,
  book: Rulebook,
  wager: WagerId,
  all: readonly Stakes[],
): Change {
  const limit = limitNow(settings, wager, all);
  const ways = [higherMinimum(all, limit), coarserUnit(book, all, limit)].filter((way) => way !== null);
  const [best] = ways.sort((a, b) => b.keeps - a.keeps);
  return {
    wager,
    limit: best?.limit ?? null,
    keeps: best?.keeps ?? 0,
    chip: smallerChip(settings, book, all),
  };
}
