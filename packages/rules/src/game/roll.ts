import type { Clause } from '../clause.js';
import { type Dice, isHard, isPointNumber, type PointNumber, type Total, totalOf } from '../dice.js';
import type { Cents } from '../money.js';
import { isWhole, type Pay, scaleDown, scaleUp } from '../odds.js';
import { accept, badInput, invariant, type Result, refuse } from '../result.js';
import { isOddsId, type Spot, spotOf } from '../wager.js';
import type { Decision } from '../wagers/index.js';
import { whyNotAmount } from './amounts.js';
import { commissionDue } from './commission.js';
import { decisionsFor } from './decisions.js';
import { type Fields, faultInDice, isObject, show, unknownField } from './input.js';
import { countedStake, isUnderMinimum, limitFor } from './limits.js';
import { type Game, isWorking, type Player, type Wager, withWager } from './state.js';

export type RollCall = 'natural' | 'craps' | 'point-set' | 'point-made' | 'seven-out' | 'no-decision';
export type Outcome = 'won' | 'lost' | 'void' | 'returned';

/** A wager that was decided or came down, with everything needed to explain it. */
export interface Settlement {
  readonly player: string;
  readonly spot: Spot;
  readonly stake: Cents;
  readonly outcome: Outcome;
  readonly winnings: Cents;
  readonly returned: Cents;
  readonly collected: Cents;
  /** For a `buy` or `lay` that is sent back (R11). */
  readonly commissionReturned?: Cents;
  /** The odds it was paid at, and the clause that decided it. */
  readonly pay: Pay | null;
  readonly clause: Clause | null;
}
export interface Travel {
  readonly player: string;
  readonly spot: Spot;
  readonly amount: Cents;
}
/** Placed again because it was to stay up (R1). */
export interface Replacement extends Travel {
  readonly commission: Cents;
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
  return fault === null ? accept(settle(game, asked['dice'] as Dice)) : refuse(badInput(fault));
}

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
  const next: Game = { ...game, players, point: pointAfter(game.point, total), house: game.house + tally.house };
  const { settled, travelled, replaced, warned } = tally;
  return { game: next, dice, total, hard: isHard(dice), call, settled, travelled, replaced, warned };
}

function callOf(point: PointNumber | null, total: Total): RollCall {
  if (point === null) return isPointNumber(total) ? 'point-set' : total === 7 || total === 11 ? 'natural' : 'craps';
  return total === point ? 'point-made' : total === 7 ? 'seven-out' : 'no-decision';
}

function pointAfter(point: PointNumber | null, total: Total): PointNumber | null {
  if (point === null) return isPointNumber(total) ? total : null;
  return total === point || total === 7 ? null : point;
}

function settlePlayer(
  game: Game,
  player: Player,
  decisions: readonly (Decision | null)[],
  isPointDecided: boolean,
  tally: Tally,
): Player {
  const kept: Wager[] = [];
  const moved: Wager[] = [];
  let balance = player.balance;
  let stood = 0;
  let stands = 0;
  const houseBefore = tally.house;
  for (const wager of player.wagers) {
    stood += wager.amount;
    const settlement = settleWager(game, player, wager, decisions[wager.spot.index] as Decision, moved);
    if (settlement === null) {
      kept.push(aged(wager));
      stands += wager.amount;
      continue;
    }
    if (settlement === TRAVELLED) {
      stands += wager.amount;
      continue;
    }
    const back = settlement.commissionReturned ?? 0;
    balance += settlement.returned + settlement.winnings + back;
    tally.house += settlement.collected - settlement.winnings - back;
    tally.settled.push(settlement);
    const again = settlement.outcome === 'won' && wager.stay ? placedAgain(game, player, wager, balance) : null;
    if (again === null) continue;
    balance -= again.amount + again.commission;
    tally.house += again.commission;
    stands += again.amount;
    kept.push(again);
    tally.replaced.push({ player: player.name, spot: again.spot, amount: again.amount, commission: again.commission });
  }
  for (const { spot, amount } of moved) tally.travelled.push({ player: player.name, spot, amount });
  invariant(
    balance + stands + (tally.house - houseBefore) === player.balance + stood,
    'settling a roll made or lost money',
  );
  const newlyWarned = !player.warned && isToBeWarned(game, player);
  if (newlyWarned) tally.warned.push(player.name);
  return {
    ...player,
    balance,
    wagers: moved.reduce<readonly Wager[]>((wagers, wager) => withWager(wagers, wager.spot, wager), kept),
    warned: player.warned || newlyWarned,
    dontComeHeld: player.dontComeHeld && !isPointDecided,
  };
}

/** A wager that has been through a roll. */
const aged = (wager: Wager): Wager =>
  wager.rolled && wager.added === 0 && !wager.found ? wager : { ...wager, added: 0, found: false, rolled: true };

/** R11: found under the minimum at a book that warns once and sends back from then on. */
const isWarnable = (game: Game, player: Player, wager: Wager): boolean =>
  wager.found &&
  game.rulebook.found.underMinimum.value === 'warned-then-returned' &&
  isUnderMinimum(game, player, wager);

const isToBeWarned = (game: Game, player: Player): boolean =>
  player.wagers.some((wager) => isWarnable(game, player, wager));

const TRAVELLED = 'travelled';

/** What the roll does to one wager: a settlement, a journey (pushed to `moved`), or nothing. */
function settleWager(
  game: Game,
  player: Player,
  wager: Wager,
  decision: Decision,
  moved: Wager[],
): Settlement | typeof TRAVELLED | null {
  if (wager.found && player.warned && isWarnable(game, player, wager)) return sentBack(game, player, wager);
  if (decision.verdict === 'stands') return null;
  if (!isWorking(game, wager)) return settleInactive(player, wager);
  switch (decision.verdict) {
    case 'travels':
      moved.push({ ...aged(wager), spot: spotOf(wager.spot.wager, decision.to) });
      return TRAVELLED;
    case 'void':
      return returned(player, wager, 'void', decision.clause);
    case 'loses':
      return lost(game, player, wager, decision);
    case 'wins':
      return won(game, player, wager, decision);
  }
}

/** R5: come odds that are off come back when their come wager is decided; anything else is not touched. */
const settleInactive = (player: Player, wager: Wager): Settlement | null =>
  wager.spot.wager === 'come-odds' ? returned(player, wager, 'returned', null) : null;

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

function sentBack(game: Game, player: Player, wager: Wager): Settlement {
  const settlement = returned(player, wager, 'returned', game.rulebook.found.underMinimum.clause);
  const hasCommission = wager.spot.wager === 'buy' || wager.spot.wager === 'lay';
  return hasCommission ? { ...settlement, commissionReturned: wager.commission } : settlement;
}

function lost(game: Game, player: Player, wager: Wager, decision: Decision & { verdict: 'loses' }): Settlement {
  const collected = countedStake(game, player, wager.spot, wager.amount);
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
  const counted = countedStake(game, player, wager.spot, wager.amount);
  const collected = parts === 1 ? 0 : (counted / parts) * (parts - winning);
  return {
    player: player.name,
    spot: wager.spot,
    stake: wager.amount,
    outcome: 'won',
    winnings: winningsOn(game, player, wager, counted, decision),
    returned: wager.amount - collected,
    collected,
    pay,
    clause,
  };
}

/** R10: up to the next amount that chips can make; adelaide 14(h) where the sign asks for multiples of the minimum. */
function winningsOn(
  game: Game,
  player: Player,
  wager: Wager,
  counted: Cents,
  { pay, parts, winning }: Decision & { verdict: 'wins' },
): Cents {
  const { chips } = game.sign;
  const times = pay[0] * winning;
  const over = pay[1] * parts;
  const exact = isWhole(counted, times, over) && chips.canMake(scaleDown(counted, times, over));
  const min = exact ? null : minimumOffMultiple(game, player, wager, counted);
  if (min === null) return chips.atLeast(scaleUp(counted, times, over));
  if (counted < min) return chips.atMost(scaleDown(counted, times, over));
  return chips.atLeast(scaleUp(counted - (counted % min), times, over));
}

/** The minimum that this stake should have been a multiple of and is not; null where that does not matter. */
function minimumOffMultiple(game: Game, player: Player, wager: Wager, counted: Cents): Cents | null {
  if (game.rulebook.money.offMultiple.value !== 'lower-multiple' || !game.sign.multiplesOfMinimum) return null;
  const limit = isOddsId(wager.spot.wager) ? null : limitFor(game, player, wager.spot.wager);
  return limit !== null && counted % limit.min !== 0 ? limit.min : null;
}

/** R1: the same wager again as a new one, with a new commission, if balance and limits allow; else it is down. */
function placedAgain(game: Game, player: Player, wager: Wager, balance: Cents): Wager | null {
  const { spot, amount, called } = wager;
  const owner: Player = { ...player, balance, wagers: player.wagers.filter((other) => other !== wager) };
  if (whyNotAmount(game, owner, spot, amount, 'placed')) return null;
  const commission = commissionDue(game, owner, spot, amount);
  return { spot, amount, added: amount, commission, called, stay: true, found: false, rolled: false };
}
