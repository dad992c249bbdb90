import { type Cents, gcd, makeDollars } from '../money.js';
import type { Refusal } from '../result.js';
import { isOddsId, type Spot } from '../wager.js';
import { commissionToPay } from './commission.js';
import { flatBehind, limitFor, oddsLimit, partsOf } from './limits.js';
import { nameOf } from './names.js';
import type { Limit } from './sign.js';
import { type Game, type Player, type Wager, wagerAt } from './state.js';

/** Amounts that are accepted: from `least` to `most` in steps, less those that chips cannot make where `gaps`. */
export interface Amounts {
  readonly least: Cents;
  readonly most: Cents;
  readonly step: Cents;
  readonly gaps: boolean;
}

type Check = (amount: Cents) => Refusal | null;

/** May a stake of this size stand on the spot? Chips, parts and the sign's minimum and unit (R3, R12). */
function whyNotStand(game: Game, player: Player, spot: Spot, whole: Cents): Refusal | null {
  return whyNotInParts(game, spot, whole) ?? whyBelowMinimum(game, player, spot, whole) ?? whyOffUnit(game, player, spot, whole);
}

const whyNotInChips = (game: Game, spot: Spot, amount: Cents, what: string): Refusal | null =>
  game.sign.chips.canMake(amount)
    ? null
    : {
        code: 'not-in-chips',
        clause: game.rulebook.money.counts.clause,
        message: `${nameOf(game.rulebook, spot)}: ${what} ${makeDollars(amount)} cannot be made in this table's chips.`,
      };

function whyNotInParts(game: Game, spot: Spot, whole: Cents): Refusal | null {
  const parts = partsOf(game, spot);
  if (parts === 1 || (whole % parts === 0 && game.sign.chips.canMake(whole / parts))) return null;
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
    clause: game.rulebook.limits.sign.clause,
    message: `${nameOf(game.rulebook, spot)}: ${makeDollars(whole)} is below the minimum of ${makeDollars(limit.min)}.`,
  };
}

/** What the sign asks of a stake above its minimum: a remainder and a modulus for each condition. */
function unitsOf(game: Game, spot: Spot, limit: Limit | null): readonly (readonly [residue: Cents, modulus: Cents])[] {
  if (limit === null) return [];
  const units: [Cents, Cents][] = limit.unit === undefined ? [] : [[limit.min % limit.unit, limit.unit]];
  // Odds wagers are not held to multiples of the minimum, even where a limit is named for them.
  if (game.sign.multiplesOfMinimum && !isOddsId(spot.wager)) units.push([0, limit.min]);
  return units;
}

function whyOffUnit(game: Game, player: Player, spot: Spot, whole: Cents): Refusal | null {
  const limit = limitFor(game, player, spot.wager);
  const broken = unitsOf(game, spot, limit).find(([residue, modulus]) => whole % modulus !== residue);
  if (limit === null || broken === undefined) return null;
  const asked =
    broken[1] === limit.unit
      ? `${makeDollars(limit.min)} and then steps of ${makeDollars(limit.unit)}`
      : `multiples of the minimum, ${makeDollars(limit.min)}`;
  return {
    code: 'off-unit',
    clause: game.rulebook.limits.sign.clause,
    message: `${nameOf(game.rulebook, spot)}: ${makeDollars(whole)} does not fit the sign, which asks for ${asked}.`,
  };
}

function whyAboveMaximum(game: Game, player: Player, spot: Spot, whole: Cents): Refusal | null {
  const limit = limitFor(game, player, spot.wager);
  if (limit === null || whole <= limit.max) return null;
  return {
    code: 'above-maximum',
    clause: game.rulebook.limits.sign.clause,
    message: `${nameOf(game.rulebook, spot)}: ${makeDollars(whole)} is above the maximum of ${makeDollars(limit.max)}.`,
  };
}

function mostOdds(game: Game, player: Player, spot: Spot): Cents {
  if (!isOddsId(spot.wager)) return Number.POSITIVE_INFINITY;
  return oddsLimit(game, player, spot, flatBehind(game, player, spot)?.amount ?? 0);
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

function whyInsufficient(game: Game, player: Player, spot: Spot, amount: Cents): Refusal | null {
  const cost = costOf(game, player, spot, amount);
  if (cost <= player.balance) return null;
  const commission = cost - amount;
  const plus = commission > 0 ? ` and ${makeDollars(commission)} commission` : '';
  return {
    code: 'insufficient',
    clause: null,
    message: `${nameOf(game.rulebook, spot)}: ${makeDollars(amount)}${plus} is more than the ${makeDollars(player.balance)} you have.`,
  };
}

const standingOn = (player: Player, spot: Spot): Pick<Wager, 'amount' | 'commission'> =>
  wagerAt(player, spot) ?? { amount: 0, commission: 0 };

/** Stake and commission together. */
function costOf(game: Game, player: Player, spot: Spot, amount: Cents): Cents {
  const { amount: stands, commission } = standingOn(player, spot);
  return amount + commissionToPay(game, player, spot, stands + amount, commission);
}

/** Found chips are on the layout already: the sign does not keep them off it (R11), but odds stay limited. */
export type Discovery = 'placed' | 'found';

/** Why this amount may not be put down on the spot, time apart; null when it may. */
export function whyNotAmount(game: Game, player: Player, spot: Spot, amount: Cents, how: Discovery): Refusal | null {
  const whole = standingOn(player, spot).amount + amount;
  const lifted = how === 'found' && !isOddsId(spot.wager);
  return (
    whyNotInChips(game, spot, amount, 'a bet of') ??
    (lifted ? whyNotInParts(game, spot, whole) : whyNotStand(game, player, spot, whole)) ??
    (lifted ? null : whyAboveMaximum(game, player, spot, whole)) ??
    whyAboveOddsLimit(game, player, spot, whole) ??
    whyInsufficient(game, player, spot, amount)
  );
}

/** Why this much may not be taken from a wager that may be reduced: what is left must be a wager that could be bet. */
export function whyNotLeave(game: Game, player: Player, wager: Wager, amount: Cents): Refusal | null {
  const rest = wager.amount - amount;
  if (rest === 0) return null;
  return whyNotInChips(game, wager.spot, rest, 'what is left,') ?? whyNotStand(game, player, wager.spot, rest);
}

/** The amounts that may be put down now, time apart; null when there is none. */
export function amountsToPut(game: Game, player: Player, spot: Spot): Amounts | null {
  const stands = standingOn(player, spot).amount;
  const limit = limitFor(game, player, spot.wager);
  const ceiling = Math.min(limit?.max ?? Number.POSITIVE_INFINITY, mostOdds(game, player, spot));
  const most = Math.min(ceiling - stands, mostAffordable(game, player, spot));
  const grid = gridOf(game, spot, limit, stands);
  const check: Check = (amount) => whyNotAmount(game, player, spot, amount, 'placed');
  return amountsOn(game, grid, Math.max(1, (limit?.min ?? 0) - stands), most, check);
}

/** The amounts that may be taken and leave something standing; null when there is none. */
export function amountsToLeave(game: Game, player: Player, wager: Wager, most: Cents): Amounts | null {
  const limit = limitFor(game, player, wager.spot.wager);
  const grid = gridOf(game, wager.spot, limit, 0);
  const mirrored = grid && { ...grid, residue: positive(wager.amount - grid.residue, grid.modulus) };
  const check: Check = (amount) => whyNotLeave(game, player, wager, amount);
  const highest = Math.min(most, wager.amount - Math.max(1, limit?.min ?? 0));
  return amountsOn(game, mirrored, 1, highest, check);
}

function mostAffordable(game: Game, player: Player, spot: Spot): Cents {
  let least = 0;
  let most = player.balance;
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (costOf(game, player, spot, middle) <= player.balance) least = middle;
    else most = middle - 1;
  }
  return least;
}

interface Grid {
  readonly residue: Cents;
  readonly modulus: Cents;
}
const positive = (value: number, modulus: number): number => ((value % modulus) + modulus) % modulus;

/** All the conditions of the form "a multiple of" on an amount added to what stands, as one. */
function gridOf(game: Game, spot: Spot, limit: Limit | null, stands: Cents): Grid | null {
  const step = game.sign.chips.step;
  const conditions: [Cents, Cents][] = [[0, step]];
  const parts = partsOf(game, spot);
  if (parts > 1) conditions.push([positive(-stands, parts * step), parts * step]);
  for (const [residue, modulus] of unitsOf(game, spot, limit)) conditions.push([positive(residue - stands, modulus), modulus]);
  return conditions.map(([residue, modulus]): Grid | null => ({ residue, modulus })).reduce(meet);
}

/** Numbers that satisfy both congruences (Chinese remainders); null when none does. */
function meet(a: Grid | null, b: Grid | null): Grid | null {
  if (a === null || b === null) return null;
  const shared = gcd(a.modulus, b.modulus);
  if ((a.residue - b.residue) % shared !== 0) return null;
  const modulus = BigInt(a.modulus / shared) * BigInt(b.modulus);
  let residue = BigInt(a.residue);
  const inner = BigInt(b.modulus / shared);
  const times = (BigInt((b.residue - a.residue) / shared) * inverse(BigInt(a.modulus / shared), inner)) % inner;
  residue = (((residue + BigInt(a.modulus) * times) % modulus) + modulus) % modulus;
  return { residue: Number(residue), modulus: Number(modulus) };
}

function inverse(value: bigint, modulus: bigint): bigint {
  let [r0, r1, s0, s1] = [value % modulus, modulus, 1n, 0n];
  while (r1 !== 0n) {
    const quotient = r0 / r1;
    [r0, r1, s0, s1] = [r1, r0 - quotient * r1, s1, s0 - quotient * s1];
  }
  return ((s0 % modulus) + modulus) % modulus;
}

/** Where chips have gaps a search steps over them; sets with gaps this long are not worth searching further. */
const SEARCH_STEPS_MAX = 20_000;

function amountsOn(game: Game, grid: Grid | null, from: Cents, to: Cents, check: Check): Amounts | null {
  if (grid === null || from > to) return null;
  const least = search(grid, 'up', from, to, check);
  const most = least === null ? null : search(grid, 'down', from, to, check);
  if (least === null || most === null) return null;
  return { least, most, step: grid.modulus, gaps: game.sign.chips.regularFrom > 0 };
}

function search(grid: Grid, way: 'up' | 'down', from: Cents, to: Cents, check: Check): Cents | null {
  const stride = way === 'up' ? grid.modulus : -grid.modulus;
  let amount =
    way === 'up' ? from + positive(grid.residue - from, grid.modulus) : to - positive(to - grid.residue, grid.modulus);
  for (let steps = 0; steps < SEARCH_STEPS_MAX && amount >= from && amount <= to; steps++) {
    if (check(amount) === null) return amount;
    amount += stride;
  }
  return null;
}

/** The accepted amount nearest to the one asked for; of two as near, the lower. */
function nearest(grid: Grid | null, amounts: Amounts | null, asked: Cents, check: Check): Cents | null {
  if (amounts === null || grid === null) return null;
  if (asked >= amounts.most) return amounts.most;
  if (asked <= amounts.least) return amounts.least;
  const below = search(grid, 'down', amounts.least, asked, check) ?? amounts.least;
  const above = search(grid, 'up', asked, amounts.most, check) ?? amounts.most;
  return asked - below <= above - asked ? below : above;
}

const withNearest = (refusal: Refusal, amount: Cents | null): Refusal =>
  amount === null
    ? refusal
    : { ...refusal, message: `${refusal.message} Nearest: ${makeDollars(amount)}.`, nearest: amount };

/** The refusal of a bet's amount with the nearest amount that would be accepted. */
export function suggestPut(game: Game, player: Player, spot: Spot, asked: Cents, refusal: Refusal): Refusal {
  const amounts = amountsToPut(game, player, spot);
  const grid = amounts && { residue: amounts.least % amounts.step, modulus: amounts.step };
  const check: Check = (amount) => whyNotAmount(game, player, spot, amount, 'placed');
  return withNearest(refusal, nearest(grid, amounts, asked, check));
}

/** The same for a take: a partial amount or all of it, whichever is nearer. */
export function suggestTake(game: Game, player: Player, wager: Wager, asked: Cents, refusal: Refusal, most: Cents): Refusal {
  const amounts = amountsToLeave(game, player, wager, most);
  const grid = amounts && { residue: amounts.least % amounts.step, modulus: amounts.step };
  const partial = nearest(grid, amounts, asked, (amount) => whyNotLeave(game, player, wager, amount));
  const all = most >= wager.amount ? wager.amount : null;
  if (partial === null || all === null) return withNearest(refusal, partial ?? all);
  return withNearest(refusal, Math.abs(asked - partial) <= Math.abs(all - asked) ? partial : all);
}
