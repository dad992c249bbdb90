import type { Clause } from '../clause.js';
import type { Cents } from '../money.js';
import { type Pay, scaleDown } from '../odds.js';
import type { Spot } from '../wager.js';
import type { Decision } from '../wagers/index.js';
import { countedOf } from './limits.js';
import type { Game, Player, Wager } from './state.js';
import { fateOf, type SettledTokens } from './tokens.js';
import { winningsOn } from './winnings.js';

export type Outcome = 'won' | 'lost' | 'void' | 'returned';

/** A wager that was decided or came down, with everything needed to explain it. */
export interface Settlement {
  readonly player: string;
  readonly spot: Spot;
  /** The whole stake: what is returned and collected of it in chips, and in `tokens`. */
  readonly stake: Cents;
  readonly outcome: Outcome;
  readonly winnings: Cents;
  readonly returned: Cents;
  readonly collected: Cents;
  /** What became of the tokens in it (R91). */
  readonly tokens?: SettledTokens;
  /** For a `buy` or `lay` that is sent back (R11). */
  readonly commissionReturned?: Cents;
  /** The odds it was paid at, and the clause that decided it. */
  readonly pay: Pay | null;
  readonly clause: Clause | null;
}

/** A decision that ends the wager. */
type Decided = Exclude<Decision, { verdict: 'stands' } | { verdict: 'travels' }>;

export function decided(game: Game, player: Player, wager: Wager, decision: Decided): Settlement {
  return apart(decidedWhole(game, player, wager, decision), player, wager);
}

function decidedWhole(game: Game, player: Player, wager: Wager, decision: Decided): Settlement {
  if (decision.verdict === 'wins') return won(game, player, wager, decision);
  return decision.verdict === 'loses'
    ? lost(player, wager, decision)
    : returned(player, wager, 'void', decision.clause);
}

/** A stake is decided as a whole, whatever it is made of; then its tokens go their way and its chips theirs (R91). */
function apart(settlement: Settlement, player: Player, wager: Wager): Settlement {
  if (wager.tokens === undefined) return settlement;
  const { stake, collected } = settlement;
  const chips = stake - wager.tokens.amount;
  const counted = countedOf(wager, stake);
  // Of what does not count (R11) chips go back before tokens do.
  const countedTokens = Math.min(wager.tokens.amount, counted);
  // Each part of a wager of several has the same share of tokens (R92).
  const lost = collected === 0 ? 0 : scaleDown(countedTokens, collected, counted);
  const tokens = fateOf(player, wager.tokens, settlement.outcome, countedTokens, lost);
  return { ...settlement, collected: collected - lost, returned: chips - collected + lost, tokens };
}

/** R5: come odds that are off come back when their come wager is decided; anything else is not touched. */
export const settleInactive = (player: Player, wager: Wager): Settlement | null =>
  wager.spot.wager === 'come-odds' ? undecided(player, wager, null) : null;

/** Sent back without a decision: the tokens in it too, whatever their voucher says. */
const undecided = (player: Player, wager: Wager, clause: Clause | null): Settlement =>
  apart(returned(player, wager, 'returned', clause), player, wager);

const returned = (player: Player, wager: Wager, outcome: Outcome, clause: Clause | null): Settlement => ({
  player: player.name,
  spot: wager.spot,
  stake: wager.amount,
  outcome,
  winnings: 0,
  returned: wager.amount,
  collected: 0,
  pay: null,
  clause,
});

/** R11: found under the minimum by a player who has been warned; commission comes back with it (R9). */
export function sentBack(game: Game, player: Player, wager: Wager): Settlement {
  const settlement = undecided(player, wager, game.rulebook.found.underMinimum.clause);
  const hasCommission = wager.spot.wager === 'buy' || wager.spot.wager === 'lay';
  return hasCommission ? { ...settlement, commissionReturned: wager.commission } : settlement;
}

function lost(player: Player, wager: Wager, decision: Decision & { verdict: 'loses' }): Settlement {
  const collected = countedOf(wager, wager.amount);
  return {
    player: player.name,
    spot: wager.spot,
    stake: wager.amount,
    outcome: 'lost',
    winnings: 0,
    returned: wager.amount - collected,
    collected,
    pay: null,
    clause: decision.clause,
  };
}

/** R3: the winning part goes back with its winnings, the other parts are collected as far as they count (R11). */
function won(game: Game, player: Player, wager: Wager, decision: Decision & { verdict: 'wins' }): Settlement {
  const { parts, winning, pay, clause } = decision;
  const counted = countedOf(wager, wager.amount);
  const collected = (counted / parts) * (parts - winning);
  return {
    player: player.name,
    spot: wager.spot,
    stake: wager.amount,
    outcome: 'won',
    winnings: winningsOn(game, wager, counted, decision),
    returned: wager.amount - collected,
    collected,
    pay,
    clause,
  };
}
