import { citation } from '../clause.js';
import type { Cents } from '../money.js';
import { accept, badInput, invariant, type Refusal, type Result, refuse } from '../result.js';
import { isOddsId, type Spot, type WagerId } from '../wager.js';
import { marksOn, suggestPut, whyNotAmount } from './amounts.js';
import { commissionToPay } from './commission.js';
import { type Fields, faultInAmount, faultInStay, isObject, readSpot, show, unknownField } from './input.js';
import { countedOf, flatBehind } from './limits.js';
import { nameOf } from './names.js';
import {
  addedTo,
  type FoundMarks,
  findPlayer,
  type Game,
  nothingOn,
  type Player,
  playerAfter,
  type Wager,
  wagerAt,
  withChanged,
  withWager,
} from './state.js';
import {
  commissionInTokens,
  faultInTokens,
  type TokenPut,
  tokensFor,
  type WagerTokens,
  whyNotPutTokens,
  withTokens,
} from './tokens.js';

/** A bet as it is asked for. */
export interface Bet {
  readonly player: string;
  readonly wager: WagerId;
  readonly amount: Cents;
  readonly number?: number;
  readonly high?: number;
  readonly dice?: readonly [number, number];
  readonly stay?: boolean;
  readonly found?: boolean;
  /** The part of the amount that is promotional tokens. */
  readonly tokens?: Cents;
  /** Of which voucher, where there is a choice. */
  readonly voucher?: string;
}

export interface Placed {
  readonly game: Game;
  readonly player: string;
  readonly spot: Spot;
  /** The whole amount now on the spot. */
  readonly amount: Cents;
  /** Commission paid by this bet. */
  readonly commission: Cents;
  /** Of a found wager: what counts of it, and the multiple it should have been (R35). */
  readonly marks: FoundMarks;
  /** The part of this bet that was tokens, and the commission that they paid. */
  readonly tokens?: WagerTokens;
}

interface CheckedBet {
  readonly player: Player;
  readonly spot: Spot;
  readonly amount: Cents;
  readonly stay: boolean | undefined;
  readonly found: boolean;
  readonly put: TokenPut | null;
}

const BET_FIELDS = [
  'player',
  'wager',
  'amount',
  'number',
  'high',
  'dice',
  'stay',
  'found',
  'tokens',
  'voucher',
];

export function bet(game: Game, asked: Bet | Fields): Result<Placed> {
  const checked = checkBet(game, asked);
  if (!checked.ok) return checked;
  const { player, spot, amount, found, put } = checked.value;
  const untimely = whyNotNow(game, player, spot, found);
  if (untimely) return refuse(untimely);
  if (put) return betTokens(game, checked.value, put);
  const how = found ? 'found' : 'placed';
  const no = whyNotAmount(game, player, spot, amount, how);
  return no ? refuse(suggestPut(game, player, spot, amount, no, how)) : accept(place(game, checked.value));
}

/** star 6.2: tokens count as chips of their value; what they are good for is on their voucher (R92). */
function betTokens(game: Game, checked: CheckedBet, put: TokenPut): Result<Placed> {
  const { player, spot, amount, found } = checked;
  const no = whyNotPutTokens(game, player, spot, put);
  if (no) return refuse(no);
  const how = found ? 'found' : 'placed';
  const able = withTokensAsMoney(game, checked, put);
  const why = whyNotAmount(game, able, spot, amount, how);
  if (!why) return accept(place(game, checked));
  const { nearest, ...bare } = suggestPut(game, able, spot, amount, why, how);
  const isTaken =
    nearest !== undefined &&
    nearest >= put.amount &&
    betTokens(game, { ...checked, amount: nearest }, put).ok;
  return refuse(isTaken ? { ...bare, nearest } : why);
}

/** What the player can pay with, for this bet: money, the tokens put down, and those that pay its commission. */
function withTokensAsMoney(game: Game, { player, spot, amount, found }: CheckedBet, put: TokenPut): Player {
  const stands = wagerAt(player, spot) ?? nothingOn(spot);
  const whole = stands.amount + amount;
  const marks = marksOn(game, player, spot, whole, found ? 'found' : 'placed');
  const due = commissionToPay(game, spot, countedOf(marks, whole), commissionPaid(stands));
  const tokens = put.amount + commissionInTokens(put, due);
  return { ...player, balance: player.balance + tokens };
}

/** What has been paid on a wager, in chips or tokens. */
const commissionPaid = ({ commission, tokens }: Wager): Cents =>
  tokens === undefined ? commission : commission + (tokens.commission ?? 0);

/** The player of that name, or the refusal that says there is none. */
export function knownPlayer(game: Game, name: unknown): Result<Player> {
  const player = typeof name === 'string' ? findPlayer(game, name) : undefined;
  return player ? accept(player) : refuse(badInput(`player ${show(name)} is not at the table`));
}

function checkBet(game: Game, asked: unknown): Result<CheckedBet> {
  if (!isObject(asked)) return refuse(badInput('a bet must be an object'));
  const stranger = unknownField(asked, BET_FIELDS);
  if (stranger !== null) return refuse(badInput(`unknown field ${show(stranger)} in a bet`));
  const player = knownPlayer(game, asked['player']);
  if (!player.ok) return player;
  const read = readSpot(asked);
  if ('fault' in read) return refuse(badInput(read.fault));
  const fault =
    faultInAmount(asked['amount']) ??
    faultInStay(read.spot.wager, asked['stay']) ??
    faultInFound(asked['found']) ??
    faultInTokens(asked);
  if (fault !== null) return refuse(badInput(fault));
  const { amount, stay, found, tokens, voucher } = asked as unknown as Bet;
  const plain = { player: player.value, spot: read.spot, amount, stay, found: found === true, put: null };
  if (tokens === undefined) return accept(plain);
  const put = tokensFor(game, player.value, read.spot, tokens, voucher);
  return put.ok ? accept({ ...plain, put: put.value }) : put;
}

const faultInFound = (found: unknown): string | null =>
  found === undefined || typeof found === 'boolean' ? null : 'found must be true or false';

/** Does this table have the wager at all? */
export function whyNotOffered(game: Game, spot: Spot): Refusal | null {
  const rule = game.rulebook.wagers[spot.wager];
  if (!rule) {
    return {
      code: 'not-offered',
      clause: game.rulebook.permissible,
      message: `${spot.wager} is not among the wagers of ${game.rulebook.title}.`,
    };
  }
  const isBig = spot.wager === 'big-6' || spot.wager === 'big-8';
  if (!isBig || game.sign.big68) return null;
  return { code: 'not-offered', clause: rule.clause, message: `${rule.name} is not on this table's layout.` };
}

/** Why the wager cannot be placed or added to at this time, whatever the amount (R6–R8). */
export function whyNotNow(game: Game, player: Player, spot: Spot, found: boolean): Refusal | null {
  return (
    whyNotOffered(game, spot) ?? (found ? whyNotFound(game, spot) : null) ?? whyUntimely(game, player, spot)
  );
}

/** aruze 3.3.6: a terminal takes nothing after the wagering period, so nothing can be found on it. */
function whyNotFound(game: Game, spot: Spot): Refusal | null {
  const policy = game.rulebook.found.underMinimum;
  if (policy.value !== 'refused') return null;
  const message = `${nameOf(game.rulebook, spot)}: no wager is taken after the wagering period has closed.`;
  return { code: 'not-now', ...citation(policy), message };
}

function whyUntimely(game: Game, player: Player, spot: Spot): Refusal | null {
  if (isOddsId(spot.wager)) return whyNoFlat(game, player, spot);
  switch (spot.wager) {
    case 'pass':
      return whyNotPass(game, player, spot);
    case 'dont-pass':
      return game.point === null
        ? null
        : notNow(game, spot, game.rulebook.placing.dontPass, 'is placed before a come out roll');
    case 'come':
      return spot.number === undefined ? whyNotCome(game, spot) : whyNotAddCome(game, player, spot);
    case 'dont-come':
      return spot.number === undefined
        ? whyNotDontCome(game, player, spot)
        : whyNotAddDontCome(game, player, spot);
    default:
      return null;
  }
}

const notNow = (game: Game, spot: Spot, cited: Parameters<typeof citation>[0], when: string): Refusal => ({
  code: 'not-now',
  ...citation(cited),
  message: `${nameOf(game.rulebook, spot)} ${when}${game.point === null ? '; no point is on' : `; the point is ${game.point}`}.`,
});

function whyNotPass(game: Game, player: Player, spot: Spot): Refusal | null {
  if (game.point === null) return null;
  const { placing, afterPoint } = game.rulebook;
  if (afterPoint.pass.value === 'may-add' && wagerAt(player, spot)) return null;
  return notNow(game, spot, placing.pass, 'is placed before a come out roll');
}

function whyNotCome(game: Game, spot: Spot): Refusal | null {
  const { come } = game.rulebook.placing;
  if (game.point !== null || come.value === 'any-roll') return null;
  return notNow(game, spot, come, 'is placed while a come out point is on');
}

function whyNotAddCome(game: Game, player: Player, spot: Spot): Refusal | null {
  if (!wagerAt(player, spot)) return nothingThere(game, spot);
  const { come } = game.rulebook.afterPoint;
  if (come.value === 'may-add') return null;
  const message = `${nameOf(game.rulebook, spot)} has its come point and is a contract wager: nothing can be added to it.`;
  return { code: 'contract', ...citation(come), message };
}

function whyNotDontCome(game: Game, player: Player, spot: Spot): Refusal | null {
  const { placing, afterPoint } = game.rulebook;
  if (game.point === null)
    return notNow(game, spot, placing.dontCome, 'is placed while a come out point is on');
  if (!player.dontComeHeld) return null;
  const message = `${nameOf(game.rulebook, spot)}: after one was taken down or reduced, a fresh one waits until the point of ${game.point} has a result.`;
  return { code: 'no-replacing', ...citation(afterPoint.freshDontCome), message };
}

function whyNotAddDontCome(game: Game, player: Player, spot: Spot): Refusal | null {
  if (!wagerAt(player, spot)) return nothingThere(game, spot);
  const message = `${nameOf(game.rulebook, spot)} has its come point: it may be taken down or reduced, never increased.`;
  return { code: 'no-replacing', ...citation(game.rulebook.afterPoint.dontIncrease), message };
}

function whyNoFlat(game: Game, player: Player, spot: Spot): Refusal | null {
  if (flatBehind(game, player, spot)) return null;
  const rule = game.rulebook.wagers[spot.wager];
  const message = `${nameOf(game.rulebook, spot)} backs a flat wager that has its point; there is none.`;
  return { code: 'no-flat-wager', clause: rule?.clause ?? null, message };
}

export const nothingThere = (game: Game, spot: Spot): Refusal => ({
  code: 'no-such-wager',
  clause: null,
  message: `There is no ${nameOf(game.rulebook, spot)} wager of yours on the layout.`,
});

const NO_MARKS: FoundMarks = {};

function place(game: Game, { player, spot, amount, stay, found, put }: CheckedBet): Placed {
  const stands = wagerAt(player, spot) ?? nothingOn(spot);
  const whole = stands.amount + amount;
  const marks = marksOn(game, player, spot, whole, found ? 'found' : 'placed') ?? NO_MARKS;
  const due = commissionToPay(game, spot, countedOf(marks, whole), commissionPaid(stands));
  const inTokens = put === null ? 0 : commissionInTokens(put, due);
  const commission = due - inTokens;
  const wager = addedTo(stands, amount, commission, {
    stay: stay ?? stands.stay,
    found: found || stands.found,
    counts: marks.counts,
    multiple: marks.multiple,
    tokens: put === null ? stands.tokens : tokensAdded(stands.tokens, put, inTokens),
  });
  const chips = put === null ? amount : amount - put.amount;
  const balance = player.balance - chips - commission;
  invariant(balance >= 0, 'a bet took more than the player had');
  const paid = playerAfter(player, balance, withWager(player.wagers, spot, wager));
  const changed = put === null ? paid : withTokens(paid, put.holding.voucher, -put.amount - inTokens);
  const next = withChanged(game, changed, game.house + commission);
  const placed = { game: next, player: player.name, spot, amount: whole, commission, marks };
  return put === null ? placed : { ...placed, tokens: tokensAdded(undefined, put, inTokens) };
}

/** The tokens on a wager with those put down now. */
function tokensAdded(
  stand: WagerTokens | undefined,
  { amount, holding }: TokenPut,
  paid: Cents,
): WagerTokens {
  const commission = (stand?.commission ?? 0) + paid;
  const tokens = { voucher: holding.voucher, amount: (stand?.amount ?? 0) + amount };
  return commission === 0 ? tokens : { ...tokens, commission };
}
