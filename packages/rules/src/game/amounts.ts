import { CENTS_MAX, type Cents, makeDollars } from '../money.js';
import type { Refusal } from '../result.js';
import { isOddsId, type Spot } from '../wager.js';
import { commissionToPay } from './commission.js';
import { type Amounts, amountsOf, type Fit, nearerTo, nearestFit, nearestRest } from './fit.js';
import { type Grid, meet, positive } from './grid.js';
import { countedOf, flatBehind, limitFor, limitRule, marksOf, oddsLimit, partsOf } from './limits.js';
import { nameOf } from './names.js';
import type { Limit } from './sign.js';
import { type FoundMarks, type Game, type Player, type Wager, wagerAt } from './state.js';
import type { TokenHolding } from './tokens.js';

export type { Amounts } from './fit.js';

/** May a stake of this size stand on the spot? Chips, parts and the sign's minimum and unit (R3, R12). */
function whyNotStand(game: Game, player: Player, spot: Spot, whole: Cents): Refusal | null {
  return (
    whyNotInParts(game, spot, whole) ??
    whyBelowMinimum(game, player, spot, whole) ??
    whyOffUnit(game, player, spot, whole)
  );
}

const aBetOf = (amount: Cents): string => `a bet of ${makeDollars(amount)}`;
const theRest = (amount: Cents): string => `the ${makeDollars(amount)} that would be left`;

const whyNotInChips = (
  game: Game,
  spot: Spot,
  amount: Cents,
  tell: (amount: Cents) => string,
): Refusal | null =>
  game.sign.chips.canMake(amount)
    ? null
    : {
        code: 'not-in-chips',
        clause: game.rulebook.money.counts.clause,
        message: `${nameOf(game.rulebook, spot)}: ${tell(amount)} cannot be made in this table's chips.`,
      };

function whyNotInParts(game: Game, spot: Spot, whole: Cents): Refusal | null {
  const parts = partsOf(game, spot);
  if (parts === 1 || game.sign.chips.canMake(whole / parts)) return null;
  const rule = game.rulebook.wagers[spot.wager];
  return {
    code: 'indivisible',
    clause: rule && 'parts' in rule ? rule.parts.clause : null,
    message: `${nameOf(game.rulebook, spot)} is ${parts} equal wagers: ${makeDollars(whole)} does not divide into ${parts} amounts that chips can make.`,
  };
}

function whyBelowMinimum(game: Game, player: Player, spot: Spot, whole: Cents): Refusal | null {
  const limit = limitFor(game, player, spot.wager);
  if (limit === null || whole >= limit.min) return null;
  return {
    code: 'below-minimum',
    clause: limitRule(game, player).clause,
    message: `${nameOf(game.rulebook, spot)}: ${makeDollars(whole)} is below the minimum of ${makeDollars(limit.min)}.`,
  };
}

/** What the sign asks of a whole stake above its minimum, one grid for each condition. */
function unitsOf(game: Game, spot: Spot, { min, unit }: Limit): readonly Grid[] {
  const units: Grid[] = unit === undefined ? [] : [{ residue: min % unit, modulus: unit }];
  // Odds wagers are not held to multiples of the minimum, even where a limit is named for them.
  if (game.sign.multiplesOfMinimum && !isOddsId(spot.wager)) units.push({ residue: 0, modulus: min });
  return units;
}

function whyOffUnit(game: Game, player: Player, spot: Spot, whole: Cents): Refusal | null {
  const limit = limitFor(game, player, spot.wager);
  if (limit === null) return null;
  const broken = unitsOf(game, spot, limit).find(({ residue, modulus }) => whole % modulus !== residue);
  if (broken === undefined) return null;
  const asked =
    broken.modulus === limit.unit
      ? `${makeDollars(limit.min)} and then steps of ${makeDollars(limit.unit)}`
      : `multiples of the minimum, ${makeDollars(limit.min)}`;
  return {
    code: 'off-unit',
    clause: limitRule(game, player).clause,
    message: `${nameOf(game.rulebook, spot)}: ${makeDollars(whole)} does not fit the sign, which asks for ${asked}.`,
  };
}

function whyAboveMaximum(game: Game, player: Player, spot: Spot, whole: Cents): Refusal | null {
  const limit = limitFor(game, player, spot.wager);
  if (limit === null || whole <= limit.max) return null;
  return {
    code: 'above-maximum',
    clause: limitRule(game, player).clause,
    message: `${nameOf(game.rulebook, spot)}: ${makeDollars(whole)} is above the maximum of ${makeDollars(limit.max)}.`,
  };
}

function mostOdds(game: Game, player: Player, spot: Spot): Cents {
  if (!isOddsId(spot.wager)) return Number.POSITIVE_INFINITY;
  const flat = flatBehind(game, player, spot);
  return oddsLimit(game, spot, flat ? countedOf(flat, flat.amount) : 0);
}

function whyAboveOddsLimit(game: Game, player: Player, spot: Spot, whole: Cents): Refusal | null {
  const most = mostOdds(game, player, spot);
  if (whole <= most) return null;
  const rule = game.rulebook.wagers[spot.wager];
  return {
    code: 'above-odds-limit',
    clause: rule && 'limit' in rule ? rule.limit : null,
    message: `${nameOf(game.rulebook, spot)}: ${makeDollars(whole)} is more than the ${makeDollars(game.sign.chips.atMost(most))} that may back this wager.`,
  };
}

function whyInsufficient(
  game: Game,
  player: Player,
  spot: Spot,
  amount: Cents,
  how: Discovery,
): Refusal | null {
  const cost = costOf(game, player, spot, amount, how);
  if (cost <= player.balance) return null;
  const commission = cost - amount;
  const plus = commission > 0 ? ` and ${makeDollars(commission)} commission` : '';
  return {
    code: 'insufficient',
    clause: null,
    message: `${nameOf(game.rulebook, spot)}: ${makeDollars(amount)}${plus} is more than the ${makeDollars(player.balance)} you have.`,
  };
}

const standingOn = (player: Player, spot: Spot): Pick<Wager, 'amount' | 'commission' | 'tokens'> =>
  wagerAt(player, spot) ?? { amount: 0, commission: 0 };

/** Stake and commission together. */
function costOf(game: Game, player: Player, spot: Spot, amount: Cents, how: Discovery): Cents {
  const { amount: stands, commission, tokens } = standingOn(player, spot);
  const whole = stands + amount;
  const counted = countedOf(marksOn(game, player, spot, whole, how), whole);
  return amount + commissionToPay(game, spot, counted, commission + (tokens?.commission ?? 0));
}

/** Found chips are on the layout already: the sign does not keep them off it (R11), but odds stay limited. */
export type Discovery = 'placed' | 'found';
const isLifted = (spot: Spot, how: Discovery): boolean => how === 'found' && !isOddsId(spot.wager);
/** The same of the maximum: over it what was found counts to the maximum, or is refused. */
const isMaximumLifted = (game: Game, spot: Spot, how: Discovery): boolean =>
  isLifted(spot, how) && game.rulebook.found.overMaximum.value === 'to-maximum';

/** What the whole wager remembers when this bet is on it: nothing where it was made within the sign (R35). */
export const marksOn = (
  game: Game,
  player: Player,
  spot: Spot,
  whole: Cents,
  how: Discovery,
): FoundMarks | undefined => (how === 'found' ? marksOf(game, player, spot, whole) : undefined);

/** Why this amount may not be put down on the spot, time apart; null when it may. */
export function whyNotAmount(
  game: Game,
  player: Player,
  spot: Spot,
  amount: Cents,
  how: Discovery,
): Refusal | null {
  const whole = standingOn(player, spot).amount + amount;
  const lifted = isLifted(spot, how);
  return (
    whyNotInChips(game, spot, amount, aBetOf) ??
    (lifted ? whyNotInParts(game, spot, whole) : whyNotStand(game, player, spot, whole)) ??
    (isMaximumLifted(game, spot, how) ? null : whyAboveMaximum(game, player, spot, whole)) ??
    whyAboveOddsLimit(game, player, spot, whole) ??
    whyInsufficient(game, player, spot, amount, how)
  );
}

/** Why this much may not be taken from a wager that may be reduced: what is left must be a wager that could be bet. */
export function whyNotLeave(game: Game, player: Player, wager: Wager, amount: Cents): Refusal | null {
  const rest = wager.amount - amount;
  if (rest === 0) return null;
  return whyNotInChips(game, wager.spot, rest, theRest) ?? whyNotStand(game, player, wager.spot, rest);
}

/** The amounts that may be put down now, time apart; null when there is none. */
export function amountsToPut(game: Game, player: Player, spot: Spot): Amounts | null {
  const fit = fitToPut(game, player, spot, 'placed');
  return fit && amountsOf(fit);
}

/** The same in tokens alone: chips pay the commission, and so do tokens that are left where their voucher lets them. */
export function amountsInTokens(
  game: Game,
  player: Player,
  spot: Spot,
  { amount: held, terms }: TokenHolding,
): Amounts | null {
  const canPay = (amount: Cents): boolean =>
    costOf(game, player, spot, amount, 'placed') - amount <=
    player.balance + (terms.commission ? held - amount : 0);
  const fit = fitToPut(game, player, spot, 'placed', mostWhere(held, canPay));
  return fit && amountsOf(fit);
}

/** The amounts that may be taken and leave something standing; null when there is none. */
export function amountsToLeave(game: Game, player: Player, wager: Wager, most: Cents): Amounts | null {
  const fit = fitToLeave(game, player, wager, most);
  const rest = fit && amountsOf(fit);
  return rest && { ...rest, least: wager.amount - rest.most, most: wager.amount - rest.least };
}

/** What may be added to what stands, for `whyNotAmount` to accept it. */
function fitToPut(
  game: Game,
  player: Player,
  spot: Spot,
  how: Discovery,
  affordable = mostAffordable(game, player, spot, how),
): Fit | null {
  const stands = standingOn(player, spot).amount;
  const limit = isLifted(spot, how) ? null : limitFor(game, player, spot.wager);
  const max = isMaximumLifted(game, spot, how) ? null : limitFor(game, player, spot.wager)?.max;
  const ceiling = Math.min(max ?? Number.POSITIVE_INFINITY, mostOdds(game, player, spot));
  const from = Math.max(1, (limit?.min ?? 0) - stands);
  return fitOn(game, spot, limit, stands, from, Math.min(ceiling - stands, affordable, CENTS_MAX));
}

/** What may be left of a wager when at most `most` of it is taken, for `whyNotLeave` to accept it. */
function fitToLeave(game: Game, player: Player, wager: Wager, most: Cents): Fit | null {
  const limit = limitFor(game, player, wager.spot.wager);
  const from = Math.max(1, limit?.min ?? 0, wager.amount - Math.min(most, CENTS_MAX));
  return fitOn(game, wager.spot, limit, 0, from, wager.amount - 1);
}

/** All the conditions of the form "a multiple of" on an amount added to what stands, as one grid. */
function fitOn(
  game: Game,
  spot: Spot,
  limit: Limit | null,
  stands: Cents,
  from: Cents,
  to: Cents,
): Fit | null {
  const { chips } = game.sign;
  const parts = partsOf(game, spot);
  const units = limit === null ? [] : unitsOf(game, spot, limit);
  const inParts = { residue: 0, modulus: parts * chips.step };
  const added = [inParts, ...units].map(({ residue, modulus }) => ({
    residue: positive(residue - stands, modulus),
    modulus,
  }));
  const grid = meet([{ residue: 0, modulus: chips.step }, ...added]);
  return grid && { chips, stands, parts, grid, from, to };
}

/** The most that the player can pay for, commission with it. */
const mostAffordable = (game: Game, player: Player, spot: Spot, how: Discovery): Cents =>
  mostWhere(player.balance, (amount) => costOf(game, player, spot, amount, how) <= player.balance);

/** The largest amount up to `most` that can be paid for, where less can be whenever more can. */
function mostWhere(most: Cents, canPay: (amount: Cents) => boolean): Cents {
  if (canPay(most)) return most;
  let least = 0;
  let above = most;
  while (above - least > 1) {
    const middle = Math.floor((least + above) / 2);
    if (canPay(middle)) least = middle;
    else above = middle;
  }
  return least;
}

const withNearest = (refusal: Refusal, amount: Cents | null): Refusal =>
  amount === null
    ? refusal
    : { ...refusal, message: `${refusal.message} Nearest: ${makeDollars(amount)}.`, nearest: amount };

/** The refusal of a bet's amount with the nearest amount that would be accepted. */
export function suggestPut(
  game: Game,
  player: Player,
  spot: Spot,
  asked: Cents,
  refusal: Refusal,
  how: Discovery,
): Refusal {
  const fit = fitToPut(game, player, spot, how);
  return withNearest(refusal, fit && nearestFit(fit, asked));
}

/** The same for a take of which at most `most` is free: a partial amount or all of it, whichever is nearer. */
export function suggestTake(
  game: Game,
  player: Player,
  wager: Wager,
  asked: Cents,
  refusal: Refusal,
  most: Cents,
): Refusal {
  const fit = fitToLeave(game, player, wager, most);
  const rest = fit && nearestRest(fit, wager.amount - asked);
  const all = most >= wager.amount && wager.amount <= CENTS_MAX ? wager.amount : null;
  return withNearest(refusal, nearerTo(asked, rest && wager.amount - rest, all));
}
