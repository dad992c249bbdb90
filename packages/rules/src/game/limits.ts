import type { Cited } from '../clause.js';
import type { PointNumber } from '../dice.js';
import type { Cents } from '../money.js';
import { scaleDown } from '../odds.js';
import { FLAT_OF, isOddsId, ODDS_OF, type OddsId, type Spot, spotOf, type WagerId } from '../wager.js';
import type { Limit } from './sign.js';
import { type Game, type Player, type Wager, wagerAt } from './state.js';

/** R12: what the sign says for this wager, or what was agreed with this player; null where nothing limits it. */
export function limitFor(game: Game, player: Player, wager: WagerId): Limit | null {
  const signed = game.sign.limits[wager];
  return signed !== null && player.limit ? player.limit : signed;
}

/** The rule behind that limit: the sign's, or the one on limits of a player's own (crown 4.3, star 7.6). */
export const limitRule = ({ rulebook }: Game, player: Player): Cited<unknown> =>
  player.limit ? rulebook.limits.personal : rulebook.limits.sign;

/** In how many equal wagers a stake on this spot falls (R3). */
export function partsOf(game: Game, spot: Spot): number {
  const rule = game.rulebook.wagers[spot.wager];
  return rule && 'parts' in rule ? rule.parts.value : 1;
}

/** R11: of a stake over the maximum only the maximum counts; of a split wager each part to its share of it. */
export function countedStake(game: Game, player: Player, spot: Spot, stake: Cents): Cents {
  const limit = limitFor(game, player, spot.wager);
  if (limit === null || stake <= limit.max) return stake;
  const parts = partsOf(game, spot);
  return Math.min(stake, Math.floor(limit.max / parts) * parts);
}

export function isUnderMinimum(game: Game, player: Player, wager: Wager): boolean {
  const limit = limitFor(game, player, wager.spot.wager);
  return limit !== null && wager.amount < limit.min;
}

/** The spot of the flat wager that odds on this spot would back. */
export const flatSpotOf = (odds: Spot): Spot => spotOf(FLAT_OF[odds.wager as OddsId], odds.number);

/** The spot of the odds behind a flat wager; a come wager still in its box has none. */
export function oddsSpotOf(flat: Spot): Spot | null {
  if (flat.wager === 'pass' || flat.wager === 'dont-pass') return spotOf(ODDS_OF[flat.wager]);
  if (flat.wager !== 'come' && flat.wager !== 'dont-come') return null;
  return flat.number === undefined ? null : spotOf(ODDS_OF[flat.wager], flat.number);
}

/** The number that a flat wager stands on: its come point, or the come out point for the line. */
const numberUnder = (game: Game, odds: Spot): PointNumber | null => odds.number ?? game.point;

/** The flat wager that these odds would back, if it stands and has its point. */
export function flatBehind(game: Game, player: Player, odds: Spot): Wager | undefined {
  const flat = numberUnder(game, odds) === null ? undefined : wagerAt(player, flatSpotOf(odds));
  return flat?.rescue ? undefined : flat;
}

/**
 * R8: the most that odds may be behind a flat wager of this amount. Taken odds: k times the flat wager. Laid odds: as
 * much as would win k times the flat wager at true odds, before rounding.
 */
export function oddsLimit(game: Game, player: Player, odds: Spot, flatAmount: Cents): Cents {
  const number = numberUnder(game, odds);
  const rule = isOddsId(odds.wager) ? game.rulebook.wagers[odds.wager] : null;
  if (number === null || !rule) return 0;
  const most = countedStake(game, player, flatSpotOf(odds), flatAmount) * game.sign.oddsMultiple[number];
  const isLaid = odds.wager === 'dont-pass-odds' || odds.wager === 'dont-come-odds';
  if (!isLaid) return most;
  const [win, on] = rule.pays.value[number];
  return most > Number.MAX_SAFE_INTEGER ? most : scaleDown(most, on, win);
}
