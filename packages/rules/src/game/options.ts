import type { Cents } from '../money.js';
import type { Refusal } from '../result.js';
import { SPOTS, type Spot } from '../wager.js';
import { type Amounts, amountsInTokens, amountsToLeave, amountsToPut, whyNotAmount } from './amounts.js';
import { bet, nothingThere, whyNotNow, whyNotOffered } from './bet.js';
import { whyNotCallable } from './call.js';
import { limitFor } from './limits.js';
import { makeSelection } from './save.js';
import { findPlayer, type Game, isWorking, type Player, type Wager, wagerAt } from './state.js';
import { mostToTake, whyNotTake } from './take.js';
import { type TokenHolding, tokensOn } from './tokens.js';

export type Put =
  | { readonly may: true; readonly amounts: Amounts }
  | { readonly may: false; readonly why: Refusal };
export type TakeOption =
  | {
      readonly may: true /** May it be taken whole? */;
      readonly all: boolean /** What may be taken of it. */;
      readonly part: Amounts | null;
    }
  | { readonly may: false; readonly why: Refusal };
export type CallOption =
  | { readonly may: true; readonly working: boolean }
  | { readonly may: false; readonly why: Refusal };

/** Tokens of one voucher on a spot: what may be bet there all in tokens, or why not. */
export type TokenOffer = { readonly voucher: string } & Put;

/** The tokens that stand on a spot, and those that could. */
export interface SpotTokens {
  readonly stands: Cents;
  readonly offers: readonly TokenOffer[];
}

/** What a player may do with one spot now, or why not and by which clause. */
export interface SpotOptions {
  readonly spot: Spot;
  /** What stands there now; 0 when nothing. */
  readonly stands: Cents;
  /** Placing, or adding to what stands. */
  readonly bet: Put;
  readonly take: TakeOption;
  readonly call: CallOption;
  /** For a player who has promotional tokens. */
  readonly tokens?: SpotTokens;
}

/** For every spot there is, in the order of the felt; null for somebody who is not at the table. */
export function options(game: Game, name: string): readonly SpotOptions[] | null {
  const player = findPlayer(game, name);
  return player ? SPOTS.map((spot) => optionsOn(game, player, spot)) : null;
}

export function optionsOn(game: Game, player: Player, spot: Spot): SpotOptions {
  const wager = wagerAt(player, spot);
  return {
    spot,
    stands: wager?.amount ?? 0,
    bet: betOption(game, player, spot),
    take: takeOption(game, player, spot, wager),
    call: callOption(game, spot, wager),
    ...(player.tokens === undefined ? {} : { tokens: tokenOptions(game, player, spot, wager) }),
  };
}

const tokenOptions = (game: Game, player: Player, spot: Spot, wager: Wager | undefined): SpotTokens => ({
  stands: tokensOn(wager),
  offers: (player.tokens ?? [])
    .filter(({ amount }) => amount > 0)
    .map((holding) => ({ voucher: holding.voucher, ...tokenOffer(game, player, spot, holding) })),
});

/** The amounts that tokens alone would make; the least of them is tried, so that what is offered is accepted. */
function tokenOffer(game: Game, player: Player, spot: Spot, holding: TokenHolding): Put {
  const { voucher } = holding;
  const amounts = amountsInTokens(game, player, spot, holding);
  const least = amounts?.least ?? game.sign.chips.step;
  const tried = bet(game, {
    player: player.name,
    ...makeSelection(spot),
    amount: least,
    tokens: least,
    voucher,
  });
  if (!tried.ok) return { may: false, why: tried.refused };
  return amounts ? { may: true, amounts } : { may: false, why: whyNothingFits(game, player, spot) };
}

function betOption(game: Game, player: Player, spot: Spot): Put {
  const untimely = whyNotNow(game, player, spot, false);
  if (untimely) return { may: false, why: untimely };
  const amounts = amountsToPut(game, player, spot);
  return amounts ? { may: true, amounts } : { may: false, why: whyNothingFits(game, player, spot) };
}

/** No amount is accepted: say what stops the smallest one that anybody would try. */
function whyNothingFits(game: Game, player: Player, spot: Spot): Refusal {
  const stands = wagerAt(player, spot)?.amount ?? 0;
  const least = Math.max(game.sign.chips.step, (limitFor(game, player, spot.wager)?.min ?? 0) - stands);
  return whyNotAmount(game, player, spot, game.sign.chips.atLeast(least), 'placed') as Refusal;
}

function takeOption(game: Game, player: Player, spot: Spot, wager: Wager | undefined): TakeOption {
  const absent = whyNotOffered(game, spot);
  if (absent) return { may: false, why: absent };
  if (!wager) return { may: false, why: nothingThere(game, spot) };
  const part = amountsToLeave(game, player, wager, mostToTake(game, wager));
  const why = whyNotTake(game, player, wager, undefined);
  if (why === null) return { may: true, all: true, part };
  return part ? { may: true, all: false, part } : { may: false, why };
}

function callOption(game: Game, spot: Spot, wager: Wager | undefined): CallOption {
  const why = whyNotOffered(game, spot) ?? whyNotCallable(game, spot.wager);
  if (why) return { may: false, why };
  return wager
    ? { may: true, working: isWorking(game, wager) }
    : { may: false, why: nothingThere(game, spot) };
}
