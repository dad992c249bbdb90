import type { Refused } from '@boxperson/offices';
import {
  type Amounts,
  type Command,
  findSpot,
  isFlatId,
  isOddsId,
  ODDS_OF,
  type Spot,
  type SpotOptions,
  spotOf,
} from '@boxperson/rules';

export interface Stake {
  readonly spot: Spot;
  readonly amount: number;
}
type Selection = Omit<Spot, 'index'>;
/** A stake as it is kept: plain JSON. */
export type SavedStake = Selection & { readonly amount: number };

/** A spot as commands name it. */
export const selectionOf = ({ wager, number, high, dice }: Selection): Selection => ({
  wager,
  ...(number === undefined ? {} : { number }),
  ...(high === undefined ? {} : { high }),
  ...(dice === undefined ? {} : { dice }),
});

export const spotOfCommand = (command: Command): Spot | null =>
  typeof command['wager'] === 'string'
    ? (findSpot(selectionOf(command as unknown as Selection)) ?? null)
    : null;

/** The odds that go with a flat wager; the spot itself where it is odds already. */
export function oddsSpotFor(spot: Spot): Spot | null {
  if (isOddsId(spot.wager)) return spot;
  if (!isFlatId(spot.wager)) return null;
  const isCome = spot.wager === 'come' || spot.wager === 'dont-come';
  if (isCome && spot.number === undefined) return null;
  return spotOf(ODDS_OF[spot.wager], spot.number);
}

/** The nearest amount between the least and the most, on the step. Chips with gaps are left to the house's answer. */
export function nearestIn({ least, most, step }: Amounts, wish: number): number {
  if (wish <= least) return least;
  if (wish >= most) return most;
  return least + Math.round((wish - least) / step) * step;
}

/** A refusal's sentence without the hint that a button gives. */
export const plain = ({ message }: Refused): string => message.replace(/ Nearest: [^ ]+\.$/, '');

/** What may be taken: all, as much as may be, or about half; null when nothing may. */
export function shareOf({ take, stands }: SpotOptions, share: 'all' | 'half'): number | null {
  if (!take.may) return null;
  if (share === 'all') return take.all ? stands : (take.part?.most ?? null);
  return take.part ? nearestIn(take.part, Math.floor(stands / 2)) : null;
}

/** The dice bring a come wager to its number: nobody places it there. */
export const isTravelled = ({ wager, number }: Spot): boolean =>
  number !== undefined && (wager === 'come' || wager === 'dont-come');

export const saveStake = ({ spot, amount }: Stake): SavedStake => ({ ...selectionOf(spot), amount });

/** None for what this engine does not know: it may have been kept by another version. */
export function readStake({ amount, ...selection }: SavedStake): readonly Stake[] {
  const spot = findSpot(selection);
  return spot && Number.isSafeInteger(amount) ? [{ spot, amount }] : [];
}

/**
 * Runs what does not depend on each other side by side, which the house commits together. Odds and the wagers they
 * back depend on each other: where the one kind follows the other, it waits.
 */
export async function inWaves<T, R>(
  items: readonly T[],
  spotIn: (item: T) => Spot | null,
  run: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  let from = 0;
  while (from < items.length) {
    const isOdds = (item: T | undefined) => item !== undefined && isOddsId(spotIn(item)?.wager ?? 'pass');
    let to = from + 1;
    while (to < items.length && isOdds(items[to]) === isOdds(items[from])) to += 1;
    results.push(...(await Promise.all(items.slice(from, to).map(run))));
    from = to;
  }
  return results;
}
