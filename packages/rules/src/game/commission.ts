import type { PointNumber } from '../dice.js';
import type { Cents } from '../money.js';
import { scaleDown } from '../odds.js';
import type { Spot } from '../wager.js';
import { countedOf } from './limits.js';
import type { Game, Wager } from './state.js';

/** R9: the 5% due on what counts of a stake, rounded down so that it is never more than 5%. */
export function commissionDue(game: Game, spot: Spot, counted: Cents): Cents {
  const { buy, lay } = game.rulebook.commission;
  if (spot.wager === 'buy')
    return roundCommission(game, scaleDown(counted, buy.value.rate[0], buy.value.rate[1]));
  if (spot.wager !== 'lay') return 0;
  const [win, on] = game.rulebook.wagers.lay?.pays.value[spot.number as PointNumber] ?? [0, 1];
  return roundCommission(game, scaleDown(counted, win * lay.value.rate[0], on * lay.value.rate[1]));
}

const roundCommission = (game: Game, cents: Cents): Cents =>
  game.rulebook.commission.rounded.value === 'down-to-cent' ? cents : game.sign.chips.atMost(cents);

/** What a bet pays on top of its stake: what is due on the whole, less what the wager has paid. */
export const commissionToPay = (game: Game, spot: Spot, counted: Cents, paid: Cents): Cents =>
  Math.max(0, commissionDue(game, spot, counted) - paid);

/** What comes back when the player takes the wager down to `rest`. */
export function commissionBack(game: Game, wager: Wager, rest: Cents): Cents {
  const policy = game.rulebook.commission.returned.value;
  if (policy === 'never' || (policy === 'before-a-roll' && wager.rolled)) return 0;
  const due = commissionDue(game, wager.spot, countedOf(wager, rest));
  return Math.max(0, wager.commission - Math.max(0, due - (wager.tokens?.commission ?? 0)));
}
