import { type Cited, citation } from '../clause.js';
import { type Cents, isCents, makeDollars } from '../money.js';
import { accept, badInput, type Refusal, type Result, refuse } from '../result.js';
import type { Spot, WagerId } from '../wager.js';
import { suggestTake, whyNotLeave } from './amounts.js';
import { knownPlayer, nothingThere, whyNotOffered } from './bet.js';
import { commissionBack } from './commission.js';
import { type Fields, faultInAmount, isObject, readSpot, show, unknownField } from './input.js';
import { countedOf, oddsLimit, oddsSpotOf, partsOf } from './limits.js';
import { nameOf } from './names.js';
import { type Game, type Player, type Wager, wagerAt, withChanged, withWager } from './state.js';
import { tokensIn, tokensOn, withTokens, withTokensLeft } from './tokens.js';

export interface Take {
  readonly player: string;
  readonly wager: WagerId;
  /** All of it when left out. */
  readonly amount?: Cents;
  readonly number?: number;
  readonly high?: number;
  readonly dice?: readonly [number, number];
  /** How much of the amount is tokens; chips come down first when left out (R92). */
  readonly tokens?: Cents;
}

export interface Taken {
  readonly game: Game;
  readonly player: string;
  readonly spot: Spot;
  readonly taken: Cents;
  readonly commissionReturned: Cents;
  /** The part of what came down that is tokens. */
  readonly tokens?: Cents;
  /** Odds that had to come down with it. */
  readonly alsoReturned: readonly { readonly spot: Spot; readonly amount: Cents; readonly tokens?: Cents }[];
}

const TAKE_FIELDS = ['player', 'wager', 'amount', 'number', 'high', 'dice', 'tokens'];

export function take(game: Game, asked: Take | Fields): Result<Taken> {
  if (!isObject(asked)) return refuse(badInput('a take must be an object'));
  const stranger = unknownField(asked, TAKE_FIELDS);
  if (stranger !== null) return refuse(badInput(`unknown field ${show(stranger)} in a take`));
  const player = knownPlayer(game, asked['player']);
  if (!player.ok) return player;
  const read = readSpot(asked);
  if ('fault' in read) return refuse(badInput(read.fault));
  const amount = asked['amount'] as Cents | undefined;
  const fault = amount === undefined ? null : faultInAmount(amount);
  if (fault !== null) return refuse(badInput(fault));
  const tokens = asked['tokens'];
  if (tokens !== undefined && (!isCents(tokens) || amount === undefined || tokens > amount))
    return refuse(badInput('tokens must say how much of amount is tokens, in cents'));
  return takeFrom(game, player.value, read.spot, amount, tokens);
}

function takeFrom(
  game: Game,
  player: Player,
  spot: Spot,
  amount: Cents | undefined,
  tokens: Cents | undefined,
): Result<Taken> {
  const absent = whyNotOffered(game, spot);
  if (absent) return refuse(absent);
  const wager = wagerAt(player, spot);
  if (!wager) return refuse(nothingThere(game, spot));
  const down = amount ?? wager.amount;
  const no = whyNotTake(game, player, wager, amount) ?? whyNotSo(game, wager, down, tokens);
  return no ? refuse(no) : accept(takeDown(game, player, wager, down, tokens ?? tokensIn(wager, down)));
}

/** What is said to be tokens must lie there as tokens, the rest as chips; and what stays be tokens that can be made. */
function whyNotSo(game: Game, wager: Wager, amount: Cents, asked: Cents | undefined): Refusal | null {
  const tokens = asked ?? tokensIn(wager, amount);
  const lie = tokensOn(wager);
  if (tokens > lie || amount - tokens > wager.amount - lie) {
    const message = `${nameOf(game.rulebook, wager.spot)}: of its ${makeDollars(wager.amount)}, ${makeDollars(lie)} is tokens.`;
    return { code: 'no-such-wager', clause: null, message };
  }
  const parts = partsOf(game, wager.spot);
  if (game.sign.chips.canMake((lie - tokens) / parts)) return null;
  const message = `${nameOf(game.rulebook, wager.spot)}: ${makeDollars(lie - tokens)} in tokens cannot be left there. Take all of it.`;
  return { code: 'indivisible', clause: null, message, ruling: 'R92' };
}

/** The most that may be taken from a standing wager now (R7). */
export function mostToTake(game: Game, wager: Wager): Cents {
  const contract = contractOn(game, wager.spot);
  if (contract === null) return wager.amount;
  return contract.value === 'may-add' ? wager.added : 0;
}

/** What makes a wager on this spot a contract now: the point of a pass, the come point of a come wager. */
function contractOn(game: Game, spot: Spot): Cited<'fixed' | 'may-add'> | null {
  if (game.freed) return null;
  if (spot.wager === 'pass' && game.point !== null) return game.rulebook.afterPoint.pass;
  if (spot.wager === 'come' && spot.number !== undefined) return game.rulebook.afterPoint.come;
  return null;
}

export function whyNotTake(
  game: Game,
  player: Player,
  wager: Wager,
  amount: Cents | undefined,
): Refusal | null {
  const asked = amount ?? wager.amount;
  const no =
    whyContract(game, wager, amount) ??
    whyTooMuch(game, wager, asked) ??
    whyNotLeave(game, player, wager, asked);
  return no && suggestTake(game, player, wager, asked, no, mostToTake(game, wager));
}

function whyContract(game: Game, wager: Wager, amount: Cents | undefined): Refusal | null {
  const contract = contractOn(game, wager.spot);
  const free = mostToTake(game, wager);
  if (contract === null || (amount ?? Number.POSITIVE_INFINITY) <= free) return null;
  const may = free > 0 ? ` Only the ${makeDollars(free)} added since the last roll may be taken.` : '';
  return {
    code: 'contract',
    ...citation(contract),
    message: `${nameOf(game.rulebook, wager.spot)} has its point and is a contract wager: it stays until it wins or loses.${may}`,
  };
}

function whyTooMuch(game: Game, wager: Wager, amount: Cents): Refusal | null {
  if (amount <= wager.amount) return null;
  const message = `${nameOf(game.rulebook, wager.spot)}: ${makeDollars(amount)} is more than the ${makeDollars(wager.amount)} on it.`;
  return { code: 'no-such-wager', clause: null, message };
}

function takeDown(game: Game, player: Player, wager: Wager, amount: Cents, tokens: Cents): Taken {
  const { spot } = wager;
  const rest = wager.amount - amount;
  const commissionReturned = commissionBack(game, wager, rest);
  const odds = oddsToReturn(game, player, spot, countedOf(wager, rest));
  const oddsTokens = odds ? tokensIn(odds.wager, odds.amount) : 0;
  const without = withWager(player.wagers, spot, lessened(wager, amount, commissionReturned, tokens));
  const reduced: Player = {
    ...player,
    balance: player.balance + amount - tokens + commissionReturned + (odds ? odds.amount - oddsTokens : 0),
    wagers: odds
      ? withWager(without, odds.wager.spot, lessened(odds.wager, odds.amount, 0, oddsTokens))
      : without,
    dontComeHeld: player.dontComeHeld || holdsDontCome(game, spot),
  };
  const held = [tokensBack(wager, tokens), ...(odds ? [tokensBack(odds.wager, oddsTokens)] : [])];
  return {
    game: withChanged(game, held.reduce(withHeld, reduced), game.house - commissionReturned),
    player: player.name,
    spot,
    taken: amount,
    commissionReturned,
    ...(tokens === 0 ? {} : { tokens }),
    alsoReturned: odds
      ? [{ spot: odds.wager.spot, amount: odds.amount, ...(oddsTokens === 0 ? {} : { tokens: oddsTokens }) }]
      : [],
  };
}

const tokensBack = ({ tokens }: Wager, more: Cents) => ({ voucher: tokens?.voucher, more });

const withHeld = (player: Player, { voucher, more }: ReturnType<typeof tokensBack>): Player =>
  voucher === undefined ? player : withTokens(player, voucher, more);

/** What stands when so much of a wager has come down, with some of its commission; null when nothing does. */
function lessened(wager: Wager, amount: Cents, back: Cents, tokens: Cents): Wager | null {
  if (wager.amount === amount) return null;
  const left = {
    ...wager,
    amount: wager.amount - amount,
    added: Math.max(0, wager.added - amount),
    commission: wager.commission - back,
  };
  return withTokensLeft(left, tokens);
}

/** R7: taking down or reducing a travelled don't come holds a fresh one back while the point is in play. */
const holdsDontCome = (game: Game, spot: Spot): boolean =>
  spot.wager === 'dont-come' &&
  spot.number !== undefined &&
  game.point !== null &&
  game.rulebook.afterPoint.freshDontCome.value === 'after-result';

/** R8: odds above what the rest of the flat wager allows come down with it, to what chips can make. */
function oddsToReturn(
  game: Game,
  player: Player,
  flat: Spot,
  rest: Cents,
): { readonly wager: Wager; readonly amount: Cents } | null {
  const spot = oddsSpotOf(flat);
  const wager = spot && wagerAt(player, spot);
  if (!wager) return null;
  const most = oddsLimit(game, wager.spot, rest);
  return wager.amount > most ? { wager, amount: wager.amount - game.sign.chips.atMost(most) } : null;
}
