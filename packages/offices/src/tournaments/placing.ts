import type { Cents } from '@boxperson/rules';
import { shuffled } from './lots.js';
import type { Terms } from './terms.js';

/** How somebody stands at the end of a round, or of the tournament. */
export interface Standing {
  readonly player: string;
  readonly table: string;
  readonly bank: Cents;
  /** After the last count but one: settles a tie where the terms say so. */
  readonly before: Cents;
}

/** A strict order, whatever the banks: what the terms do not settle, the lot does (R77). */
export function ordered(
  standings: readonly Standing[],
  ties: Terms['winners']['ties'],
  seed: string,
): readonly Standing[] {
  const lot = new Map(
    shuffled(standings.map(({ player }) => player).sort(), `${seed}:ties`).map((player, at) => [player, at]),
  );
  return [...standings].sort(
    (one, other) =>
      other.bank - one.bank ||
      (ties === 'last-count' ? other.before - one.before : 0) ||
      (lot.get(one.player) as number) - (lot.get(other.player) as number),
  );
}

/** Who goes on from a round, best first; nobody without chips where the terms put them out. */
export function goingOn(order: readonly Standing[], terms: Terms): readonly string[] {
  const alive = order.filter(({ bank }) => bank > 0 || !terms.elimination.noChips);
  const { how, count } = terms.progression ?? { how: 'best-overall' as const, count: 1 };
  if (how === 'best-overall') return alive.slice(0, count).map(({ player }) => player);
  const taken = new Map<string, number>();
  return alive
    .filter(({ table }) => {
      const so = taken.get(table) ?? 0;
      taken.set(table, so + 1);
      return so < count;
    })
    .map(({ player }) => player);
}

/** Is it certain who goes on from a table, whatever is still thrown (crown 8.4.8(d)(i))? */
export const isDecided = (here: readonly Standing[], through: number, terms: Terms): boolean => {
  const alive = here.filter(({ bank }) => bank > 0);
  return terms.elimination.noChips && alive.length <= through;
};

/** What each place has of the pool; the cents that do not divide go to the first (R80). */
export function prizesOf(pool: Cents, distribution: readonly number[], places: number): readonly Cents[] {
  const shares = distribution.slice(0, places);
  const all = shares.reduce((sum, share) => sum + share, 0);
  if (all === 0) return [];
  // Fewer places than shares: the whole pool among those there are.
  const [whole, rest] = [Math.floor(pool / all), pool % all];
  const prizes = shares.map((share) => whole * share + Math.floor((rest * share) / all));
  const left = pool - prizes.reduce((sum, prize) => sum + prize, 0);
  return prizes.map((prize, at) => (at === 0 ? prize + left : prize));
}

export interface Prize {
  readonly player: string;
  /** In the order of the tournament, those who win nothing included. */
  readonly place: number;
  readonly amount: Cents;
}

/** Staff are passed over, and the next who may have a prize moves up (crown 8.4.2(a)(v)). */
export function prizesFor(
  places: readonly string[],
  isStaff: (player: string) => boolean,
  pool: Cents,
  distribution: readonly number[],
): readonly Prize[] {
  const eligible = places
    .map((player, at) => ({ player, place: at + 1 }))
    .filter(({ player }) => !isStaff(player));
  return prizesOf(pool, distribution, eligible.length).map((amount, at) => ({
    ...(eligible[at] as { player: string; place: number }),
    amount,
  }));
}
