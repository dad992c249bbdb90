import type { Cents } from '../money.js';
import { isWhole, scaleDown, scaleUp } from '../odds.js';
import { isOddsId, type Spot } from '../wager.js';
import type { Decision } from '../wagers/index.js';
import { limitFor } from './limits.js';
import type { Game, Player } from './state.js';

/**
 * R10: what a winning stake is paid, up to the next amount that chips can make; adelaide 14(h) where the sign asks for
 * multiples of the minimum. `counted` is the part of the stake that counts (R11).
 */
export function winningsOn(
  game: Game,
  player: Player,
  spot: Spot,
  counted: Cents,
  { pay, parts, winning }: Decision & { verdict: 'wins' },
): Cents {
  const times = pay[0] * winning;
  const over = pay[1] * parts;
  const min = minimumOffMultiple(game, player, spot, counted);
  if (min === null || isPayable(game, counted, times, over))
    return payable(game, scaleUp(counted, times, over));
  if (counted < min) return game.sign.chips.atMost(scaleDown(counted, times, over));
  return payable(game, scaleUp(counted - (counted % min), times, over));
}

/** A meter pays any cent; a dealer pays what chips can make. */
const payable = (game: Game, cents: Cents): Cents =>
  game.rulebook.money.rounded.value === 'up-to-cent' ? cents : game.sign.chips.atLeast(cents);

const isPayable = (game: Game, counted: Cents, times: number, over: number): boolean =>
  isWhole(counted, times, over) && game.sign.chips.canMake(scaleDown(counted, times, over));

/** The minimum that this stake should have been a multiple of and is not; null where that does not matter. */
function minimumOffMultiple(game: Game, player: Player, spot: Spot, counted: Cents): Cents | null {
  if (game.rulebook.money.offMultiple.value !== 'lower-multiple' || !game.sign.multiplesOfMinimum)
    return null;
  const limit = isOddsId(spot.wager) ? null : limitFor(game, player, spot.wager);
  return limit !== null && counted % limit.min !== 0 ? limit.min : null;
}
