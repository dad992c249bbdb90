import { bookFigures, div, ONE, type Rational, sub, type WagerFigures, ZERO } from '@boxperson/odds';
import type { Rulebook } from '@boxperson/rules';

/** A wager as far as its edge depends on it. */
export interface Selection {
  readonly wager: string;
  readonly number?: number | undefined;
  readonly high?: number | undefined;
  readonly dice?: readonly number[] | undefined;
}

/** Whatever number a flat wager has moved to, it was put up on none. */
const MOVES: readonly string[] = ['come', 'dont-come'];

const keyOf = ({ wager, number, high, dice }: Selection): string =>
  [
    wager,
    MOVES.includes(wager) ? '' : (number ?? ''),
    high ?? '',
    dice ? [...dice].sort((one, other) => one - other).join('') : '',
  ].join('/');

/** Of each unit of the stake: commission is put up beside it, and the edge is of both together. */
const onStake = ({ edge, commission }: WagerFigures): Rational => div(edge, sub(ONE, commission));

const known = new WeakMap<Rulebook, ReadonlyMap<string, Rational>>();

function edgesOf(book: Rulebook): ReadonlyMap<string, Rational> {
  const before = known.get(book);
  if (before) return before;
  const found = new Map<string, Rational>();
  for (const row of bookFigures(book)) {
    const key = keyOf(row);
    if (!found.has(key)) found.set(key, onStake(row));
    // Odds on whatever point comes stand for those of which the record does not say the point.
    const bare = keyOf({ wager: row.wager });
    if (!found.has(bare)) found.set(bare, onStake(row));
  }
  known.set(book, found);
  return found;
}

/** What the house keeps on average of each unit of this stake, exactly, by the rulebook itself. */
export function edgeOn(book: Rulebook, wager: Selection): Rational {
  const edges = edgesOf(book);
  return edges.get(keyOf(wager)) ?? edges.get(keyOf({ wager: wager.wager })) ?? ZERO;
}
