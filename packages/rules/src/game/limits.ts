import type { Cited } from '../clause.js';
import type { PointNumber } from '../dice.js';
import type { Cents } from '../money.js';
import { scaleDown } from '../odds.js';
import { FLAT_OF, isOddsId, ODDS_OF, type OddsId, type Spot, spotOf, type WagerId } from '../wager.js';
import type { Limit } from './sign.js';
import { type FoundMarks, type Game, type Player, type Wager, wagerAt } from './state.js';

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

/** R11, R35: what counts of a stake: all of it, unless the wager was found over a maximum. */
export const countedOf = (wager: FoundMarks | undefined, stake: Cents): Cents =>
  wager?.counts === undefined ? stake : Math.min(stake, wager.counts);

/** R11: of what is over the maximum only the maximum counts; of a split wager each part to its share of it. */
const inShares = (game: Game, spot: Spot, max: Cents): Cents => {
  const parts = partsOf(game, spot);
  return Math.floor(max / parts) * parts;
};

const NO_MARKS: FoundMarks = {};

/** What a wager of this size remembers when it is found now; what counted before counts on (R35). */
export function marksOf(game: Game, player: Player, spot: Spot, whole: Cents): FoundMarks {
  const limit = limitFor(game, player, spot.wager);
  if (limit === null) return NO_MARKS;
  const stands = wagerAt(player, spot);
  const counted = stands ? countedOf(stands, stands.amount) : 0;
  const { offMultiple } = game.rulebook.money;
  const asked = game.sign.multiplesOfMinimum && offMultiple.value === 'lower-multiple';
  return {
    ...(whole > limit.max ? { counts: Math.max(counted, inShares(game, spot, limit.max)) } : {}),
    ...(asked && !isOddsId(spot.wager) ? { multiple: limit.min } : {}),
  };
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
 * R8: the most that odds may be behind a flat wager of which this much counts. Taken odds: k times the flat wager. Laid
 * odds: as much as would win k times the flat wager at true odds, before rounding.
 */
export function oddsLimit(game: Game, odds: Spot, flatCounted: Cents): Cents {
  const number = numberUnder(game, odds);
  const rule = isOddsId(odds.wager) ? game.rulebook.wagers[odds.wager] : null;
  if (number === null || !rule) return 0;
  const most = flatCounted * game.sign.oddsMultiple[number];
  const isLaid = odds.wager === 'dont-pass-odds' || odds.wager === 'dont-come-odds';
  if (!isLaid) return most;
  const [win, on] = rule.pays.value[number];
  return most > Number.MAX_SAFE_INTEGER ? most : scaleDown(most, on, win);
}
