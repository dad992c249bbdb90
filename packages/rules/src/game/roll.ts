import { type Dice, isHard, isPointNumber, type PointNumber, type Total, totalOf } from '../dice.js';
import type { Cents } from '../money.js';
import { accept, badInput, invariant, type Result, refuse } from '../result.js';
import { type Spot, spotOf } from '../wager.js';
import type { Decision } from '../wagers/index.js';
import { whyNotAmount } from './amounts.js';
import { commissionDue } from './commission.js';
import { decisionsFor } from './decisions.js';
import { type Fields, faultInDice, isObject, show, unknownField } from './input.js';
import { isUnderMinimum } from './limits.js';
import { decided, type Settlement, sentBack, settleInactive } from './settlement.js';
import {
  aged,
  type Game,
  gameAfter,
  isWorking,
  movedTo,
  onLayout,
  type Player,
  playerAfter,
  type Wager,
  withWager,
} from './state.js';
import { tokensInHand, tokensOn, tokensOnLayout, withTokens } from './tokens.js';

export type { Outcome, Settlement } from './settlement.js';
export type RollCall = 'natural' | 'craps' | 'point-set' | 'point-made' | 'seven-out' | 'no-decision';
export interface Travel {
  readonly player: string;
  readonly spot: Spot;
  readonly amount: Cents;
}
/** Placed again because it was to stay up (R1). */
export interface Replacement extends Travel {
  readonly commission: Cents;
  /** The part of it that is tokens. */
  readonly tokens?: Cents;
}

export interface Rolled {
  readonly game: Game;
  readonly dice: Dice;
  readonly total: Total;
  readonly hard: boolean;
  readonly call: RollCall;
  readonly settled: readonly Settlement[];
  readonly travelled: readonly Travel[];
  readonly replaced: readonly Replacement[];
  readonly warned: readonly string[];
}

export function roll(game: Game, asked: { readonly dice: Dice } | Fields): Result<Rolled> {
  if (!isObject(asked)) return refuse(badInput('a roll must be an object'));
  const stranger = unknownField(asked, ['dice']);
  if (stranger !== null) return refuse(badInput(`unknown field ${show(stranger)} in a roll`));
  const fault = faultInDice(asked['dice']);
  if (fault !== null) return refuse(badInput(fault));
  const rolled = settle(game, asked['dice'] as Dice);
  return isExact(rolled.game) ? accept(rolled) : refuse(badInput(TOO_MUCH));
}

const TOO_MUCH = 'the dice would pay more money than can be counted to the cent';
/** Can all the money still be counted to the cent? Some hundreds of wins at the highest stakes go past it. */
const isExact = (game: Game): boolean =>
  Number.isSafeInteger(game.house) && game.players.every(({ balance }) => Number.isSafeInteger(balance));

/** What is gathered while the players are settled one after another. */
interface Tally {
  readonly settled: Settlement[];
  readonly travelled: Travel[];
  readonly replaced: Replacement[];
  readonly warned: string[];
  house: Cents;
}

/** R18: every wager against the point as it stood, then come wagers travel, then the point changes. */
export function settle(game: Game, dice: Dice): Rolled {
  const total = totalOf(dice);
  const call = callOf(game.point, total);
  const decisions = decisionsFor(game.decisions, game.point, dice);
  const tally: Tally = { settled: [], travelled: [], replaced: [], warned: [], house: 0 };
  const isDecided = call === 'point-made' || call === 'seven-out';
  const players = game.players.map((player) => settlePlayer(game, player, decisions, isDecided, tally));
  const next = gameAfter(game, players, game.house + tally.house, pointAfter(game.point, total));
  const { settled, travelled, replaced, warned } = tally;
  return { game: next, dice, total, hard: isHard(dice), call, settled, travelled, replaced, warned };
}

function callOf(point: PointNumber | null, total: Total): RollCall {
  if (point === null)
    return isPointNumber(total) ? 'point-set' : total === 7 || total === 11 ? 'natural' : 'craps';
  return total === point ? 'point-made' : total === 7 ? 'seven-out' : 'no-decision';
}

function pointAfter(point: PointNumber | null, total: Total): PointNumber | null {
  if (point === null) return isPointNumber(total) ? total : null;
  return total === point || total === 7 ? null : point;
}

/** One player's side of a roll, while it is worked out. */
interface Hand {
  /** The player as the roll found them. */
  readonly player: Player;
  readonly kept: Wager[];
  readonly moved: Wager[];
  balance: Cents;
  /** What the house has more by this player. */
  house: Cents;
  warn: boolean;
  /** Tokens that came back to the player or went up again, and those that the house took; null where there are none. */
  tokens: { readonly voucher: string; readonly more: Cents; readonly taken: Cents }[] | null;
}

function settlePlayer(
  game: Game,
  player: Player,
  decisions: readonly (Decision | null)[],
  isPointDecided: boolean,
  tally: Tally,
): Player {
  const hand: Hand = {
    player,
    kept: [],
    moved: [],
    balance: player.balance,
    house: 0,
    warn: false,
    tokens: null,
  };
  for (const wager of player.wagers)
    settleWager(game, hand, wager, decisions[wager.spot.index] as Decision, tally);
  const wagers = hand.moved.reduce(withTravelled, hand.kept as readonly Wager[]);
  const paid = playerAfter(player, hand.balance, wagers);
  const next = hand.tokens === null ? paid : withTokensOf(player, hand.tokens, paid);
  assertKept(player, next, hand.house);
  for (const { spot, amount } of hand.moved) tally.travelled.push({ player: player.name, spot, amount });
  const isNewlyWarned = hand.warn && !player.warned;
  if (isNewlyWarned) tally.warned.push(player.name);
  tally.house += hand.house;
  if (!isNewlyWarned && !(isPointDecided && player.dontComeHeld)) return next;
  return {
    ...next,
    warned: player.warned || hand.warn,
    dontComeHeld: player.dontComeHeld && !isPointDecided,
  };
}

/** Tokens are counted apart from money: none is made, and none is lost but what the house took. */
function withTokensOf(player: Player, tokens: NonNullable<Hand['tokens']>, paid: Player): Player {
  const next = tokens.reduce((now, { voucher, more }) => withTokens(now, voucher, more), paid);
  const taken = tokens.reduce((sum, one) => sum + one.taken, 0);
  const had = tokensInHand(player) + tokensOnLayout(player);
  invariant(had === tokensInHand(next) + tokensOnLayout(next) + taken, 'settling a roll made or lost tokens');
  return next;
}

const withTravelled = (wagers: readonly Wager[], wager: Wager): readonly Wager[] =>
  withWager(wagers, wager.spot, wager);

/** Nothing is made or lost: what the player has and stands for, and what the house took, is what there was. */
function assertKept(before: Player, after: Player, house: Cents): void {
  const had = before.balance + onLayout(before);
  const has = after.balance + onLayout(after) + house;
  invariant(had === has || !Number.isSafeInteger(after.balance), 'settling a roll made or lost money');
}

/** R11: found under the minimum at a book that warns once and sends back from then on. */
const isWarnable = (game: Game, player: Player, wager: Wager): boolean =>
  wager.found &&
  game.rulebook.found.underMinimum.value === 'warned-then-returned' &&
  isUnderMinimum(game, player, wager);

/** What the roll does to one wager: it is settled, it travels, or it stands. */
function settleWager(game: Game, hand: Hand, wager: Wager, decision: Decision, tally: Tally): void {
  const settlement = settlementOf(game, hand, wager, decision);
  if (settlement) close(game, hand, wager, settlement, tally);
  else if (decision.verdict === 'travels')
    hand.moved.push(movedTo(spotOf(wager.spot.wager, decision.to), wager));
  else hand.kept.push(aged(wager));
}

function settlementOf(game: Game, hand: Hand, wager: Wager, decision: Decision): Settlement | null {
  const { player } = hand;
  if (isWarnable(game, player, wager)) {
    hand.warn = true;
    if (player.warned) return sentBack(game, player, wager);
  }
  if (decision.verdict === 'stands' || decision.verdict === 'travels') return null;
  return isWorking(game, wager) ? decided(game, player, wager, decision) : settleInactive(player, wager);
}

/** The money of a settlement changes hands; a wager that is to stay up is placed again (R1). */
function close(game: Game, hand: Hand, wager: Wager, settlement: Settlement, tally: Tally): void {
  const back = settlement.commissionReturned ?? 0;
  hand.balance += settlement.returned + settlement.winnings + back;
  hand.house += settlement.collected - settlement.winnings - back;
  tally.settled.push(settlement);
  if (settlement.tokens !== undefined) keepTokens(hand, settlement.tokens);
  if (!wager.stay || settlement.outcome !== 'won') return;
  const again = placedAgain(game, hand.player, wager, hand.balance, settlement);
  if (again === null) return;
  const { spot, amount, commission } = again;
  const tokens = tokensOn(again);
  hand.balance -= amount - tokens + commission;
  hand.house += commission;
  hand.kept.push(again);
  const replaced = { player: hand.player.name, spot, amount, commission };
  tally.replaced.push(tokens === 0 ? replaced : { ...replaced, tokens });
  if (again.tokens !== undefined)
    keepTokens(hand, { voucher: again.tokens.voucher, returned: -tokens, taken: 0 });
}

function keepTokens(hand: Hand, { voucher, returned, taken }: NonNullable<Settlement['tokens']>): void {
  hand.tokens ??= [];
  hand.tokens.push({ voucher, more: returned, taken });
}

/** R1: the same wager again as a new one, with a new commission, if balance and limits allow; else it is down. */
function placedAgain(
  game: Game,
  player: Player,
  wager: Wager,
  balance: Cents,
  { tokens: settled }: Settlement,
): Wager | null {
  const { spot, amount, called } = wager;
  // Without its tokens it would be another wager (R91).
  if (settled !== undefined && settled.taken > 0) return null;
  const tokens = tokensOn(wager);
  const owner = playerAfter(player, balance + tokens, withWager(player.wagers, spot, null));
  if (whyNotAmount(game, owner, spot, amount, 'placed')) return null;
  const commission = commissionDue(game, spot, amount);
  const again = { spot, amount, added: amount, commission, called, stay: true, found: false, rolled: false };
  return wager.tokens === undefined
    ? again
    : { ...again, tokens: { voucher: wager.tokens.voucher, amount: tokens } };
}
