import { type Cents, gcd } from '../money.js';

/** So many chips of one kind. */
export interface ChipCount {
  readonly chip: Cents;
  readonly count: number;
}
/** The chips there are to give, the largest first; `Infinity` of a kind that nobody counts. */
export type Stock = readonly ChipCount[];

export const makeStock = (chips: readonly ChipCount[]): Stock => [...chips].sort((a, b) => b.chip - a.chip);

export const worth = (chips: readonly ChipCount[]): Cents =>
  chips.reduce((sum, { chip, count }) => sum + chip * count, 0);
export const counted = (chips: readonly ChipCount[]): number =>
  chips.reduce((sum, { count }) => sum + count, 0);

/** Longer lists of ways than this are not gone through: there the largest first is few enough. */
const UNITS_MAX = 200_000;

/** The fewest chips that make an amount; null where these chips cannot. */
export function fewestChips(amount: Cents, stock: Stock): readonly ChipCount[] | null {
  if (amount === 0) return [];
  return isChain(stock) ? greedy(amount, stock) : search(amount, stock);
}

/** Every kind divides the next larger one. */
const isChain = (stock: Stock): boolean =>
  stock.every(({ chip }, i) => i === 0 || (stock[i - 1] as ChipCount).chip % chip === 0);

/**
 * Of each kind as many as fit, the largest first. In a chain that is the fewest and misses nothing, however many there
 * are: smaller chips that are worth a larger one together contain some that are worth exactly that.
 */
function greedy(amount: Cents, stock: Stock): readonly ChipCount[] | null {
  const made: ChipCount[] = [];
  let rest = amount;
  for (const { chip, count } of stock) {
    const some = Math.min(count, Math.floor(rest / chip));
    if (some > 0) made.push({ chip, count: some });
    rest -= some * chip;
  }
  return rest === 0 ? made : null;
}

/** Where kinds do not divide each other the most of the largest may be too many: $8 in fives, fours and ones is 4 + 4, not 5 + 1 + 1 + 1. */
function search(amount: Cents, stock: Stock): readonly ChipCount[] | null {
  const step = stock.reduce((common, { chip }) => gcd(common, chip), 0);
  if (amount % step !== 0) return null;
  const sure = surelyLargest(amount, stock, step);
  const rest = amount - worth(sure);
  if (rest / step > UNITS_MAX) return greedy(amount, stock);
  const found = dynamic(rest / step, bundlesOf(rest, without(stock, sure), step));
  return found && gathered([...sure, ...found]);
}

/**
 * Of `largest / step` smaller chips some add up to whole largest ones, so that in the fewest there are never as many:
 * what they cannot reach is made of largest chips, if there are enough of those.
 */
function surelyLargest(amount: Cents, stock: Stock, step: Cents): readonly ChipCount[] {
  const [largest, second] = stock;
  if (!largest || !second || largest.count < Math.floor(amount / largest.chip)) return [];
  const reach = (largest.chip / step - 1) * second.chip;
  const count = Math.floor((amount - reach) / largest.chip);
  return count > 0 ? [{ chip: largest.chip, count }] : [];
}

/** Some chips of one kind that are given together or not at all. */
interface Bundle extends ChipCount {
  readonly units: number;
}

/** 13 chips as bundles of 1, 2, 4 and 6: any number of them is some of the bundles. */
function bundlesOf(amount: Cents, stock: Stock, step: Cents): readonly Bundle[] {
  return stock.flatMap(({ chip, count }) => {
    const bundles: Bundle[] = [];
    let left = Math.min(count, Math.floor(amount / chip));
    for (let size = 1; left > 0; size *= 2) {
      const some = Math.min(size, left);
      bundles.push({ chip, count: some, units: (some * chip) / step });
      left -= some;
    }
    return bundles;
  });
}

/** Bundle by bundle, the fewest chips for every amount up to this one. */
function dynamic(units: number, bundles: readonly Bundle[]): readonly Bundle[] | null {
  const least = new Float64Array(units + 1).fill(Number.POSITIVE_INFINITY);
  least[0] = 0;
  const used = bundles.map((bundle) => improve(least, bundle));
  if (least[units] === Number.POSITIVE_INFINITY) return null;
  let at = units;
  return bundles.toReversed().filter((bundle, i) => {
    const isGiven = used[bundles.length - 1 - i]?.[at] === 1;
    if (isGiven) at -= bundle.units;
    return isGiven;
  });
}

/** Which amounts are made with fewer chips when this bundle is among them. */
function improve(least: Float64Array, { count, units }: Bundle): Uint8Array {
  const better = new Uint8Array(least.length);
  for (let at = least.length - 1; at >= units; at--) {
    const chips = least[at - units]! + count;
    if (chips >= least[at]!) continue;
    least[at] = chips;
    better[at] = 1;
  }
  return better;
}

/** A kind once, the largest first. */
function gathered(chips: readonly ChipCount[]): readonly ChipCount[] {
  const counts = new Map<Cents, number>();
  for (const { chip, count } of chips) counts.set(chip, (counts.get(chip) ?? 0) + count);
  return makeStock([...counts].map(([chip, count]) => ({ chip, count })));
}

/** What is left of a stock. */
export const without = (stock: Stock, given: readonly ChipCount[]): Stock =>
  stock.map(({ chip, count }) => ({
    chip,
    count: count - (given.find((one) => one.chip === chip)?.count ?? 0),
  }));

/** A stock with more in it. */
export const added = (stock: Stock, taken: readonly ChipCount[]): Stock => {
  const more = gathered(taken).filter(({ chip }) => !stock.some((one) => one.chip === chip));
  const known = stock.map(({ chip, count }) => ({
    chip,
    count: count + (taken.find((one) => one.chip === chip)?.count ?? 0),
  }));
  return more.length === 0 ? known : makeStock([...known, ...more]);
};

/** The same amount without the largest chip that the fewest would take; null where there is no smaller way. */
export function smallerChips(amount: Cents, stock: Stock): readonly ChipCount[] | null {
  const largest = fewestChips(amount, stock)?.[0]?.chip;
  if (largest === undefined) return null;
  return fewestChips(
    amount,
    stock.filter(({ chip }) => chip < largest),
  );
}

/** One larger chip against change from the player's own chips that come down with it. */
export interface ColouredUp {
  readonly give: readonly ChipCount[];
  readonly take: readonly ChipCount[];
}

/** `own` is what the player has at hand there; the change is counted in the kinds that the table has. */
export function colouredUp(
  amount: Cents,
  own: Cents,
  stock: Stock,
  kinds: readonly Cents[],
): ColouredUp | null {
  const larger = [...stock].reverse().find(({ chip, count }) => chip > amount && count > 0);
  if (amount === 0 || !larger || larger.chip - amount > own) return null;
  const take = fewestChips(larger.chip - amount, uncounted(kinds));
  return take && { give: [{ chip: larger.chip, count: 1 }], take };
}

/** As many as anybody wants of every kind. */
export const uncounted = (kinds: readonly Cents[]): Stock =>
  makeStock(kinds.map((chip) => ({ chip, count: Number.POSITIVE_INFINITY })));
