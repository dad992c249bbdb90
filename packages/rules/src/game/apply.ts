import type { PointNumber } from '../dice.js';
import type { Cents } from '../money.js';
import { type Spot, spotOf } from '../wager.js';
import type { RollCall } from './roll.js';
import {
  type Called,
  type FoundMarks,
  findPlayer,
  type Game,
  type Player,
  type Wager,
  wagerAt,
  withPlayer,
  withWager,
} from './state.js';
import {
  holdingOf,
  type SettledTokens,
  tokensOn,
  type WagerTokens,
  withTokens,
  withTokensLeft,
} from './tokens.js';

/**
 * The game after something that is known to have happened. Nothing is decided here: amounts come from the record, so
 * that a record stays readable whatever becomes of the engine. What cannot have happened throws.
 */
export function impossible(what: string): never {
  throw new Error(`impossible event: ${what}`);
}

const playerOf = (game: Game, name: string): Player =>
  findPlayer(game, name) ?? impossible(`${name} is not at the table`);

const standing = (player: Player, spot: Spot): Wager =>
  wagerAt(player, spot) ?? impossible(`${player.name} has no ${spot.wager} wager there`);

const pay = (player: Player, amount: Cents): Cents =>
  player.balance + amount >= 0 ? player.balance + amount : impossible(`${player.name} has not got that much`);

export interface PlacedFact {
  readonly player: string;
  readonly spot: Spot;
  readonly amount: Cents;
  readonly commission: Cents;
  readonly stay?: boolean;
  readonly found?: boolean;
  readonly rescue?: boolean;
  readonly marks?: FoundMarks;
  /** The part of the amount that is tokens, and commission that tokens paid. */
  readonly tokens?: WagerTokens;
}

const nothingOn = (spot: Spot): Wager => ({
  spot,
  amount: 0,
  added: 0,
  commission: 0,
  called: null,
  stay: false,
  found: false,
  rolled: false,
});

export function applyPlaced(
  game: Game,
  { player: name, spot, amount, commission, stay, found, rescue, marks, tokens }: PlacedFact,
): Game {
  const player = playerOf(game, name);
  const { counts: _counts, multiple: _multiple, ...stands } = wagerAt(player, spot) ?? nothingOn(spot);
  const chips: Wager = {
    ...stands,
    amount: stands.amount + amount,
    added: stands.added + amount,
    commission: stands.commission + commission,
    stay: stay ?? stands.stay,
    found: found === true || stands.found,
    ...(rescue ? { rescue: true as const } : {}),
    ...marks,
  };
  const wager = tokens ? { ...chips, tokens: addTokens(stands.tokens, tokens) } : chips;
  const balance = pay(player, -amount - commission + (tokens?.amount ?? 0));
  const paid = { ...player, balance, wagers: withWager(player.wagers, spot, wager) };
  const next = tokens ? giveTokens(paid, tokens.voucher, -tokens.amount - (tokens.commission ?? 0)) : paid;
  return { ...game, players: withPlayer(game, next), house: game.house + commission };
}

function addTokens(
  stand: WagerTokens | undefined,
  { voucher, amount, commission = 0 }: WagerTokens,
): WagerTokens {
  if (stand !== undefined && stand.voucher !== voucher) impossible('tokens of two vouchers on one spot');
  const paid = (stand?.commission ?? 0) + commission;
  const tokens = { voucher, amount: (stand?.amount ?? 0) + amount };
  return paid === 0 ? tokens : { ...tokens, commission: paid };
}

/** Tokens to a player, or from one who has them. */
export function giveTokens(player: Player, voucher: string, more: Cents): Player {
  const holding = holdingOf(player, voucher) ?? impossible(`${player.name} has no tokens of ${voucher}`);
  if (holding.amount + more < 0) impossible(`${player.name} has not got that many tokens`);
  return withTokens(player, voucher, more);
}

/** Chips that went back to their owner, with the commission that went back with them. */
export interface ReturnedFact {
  readonly player: string;
  readonly spot: Spot;
  readonly amount: Cents;
  readonly commission: Cents;
  /** The part of the amount that is tokens. */
  readonly tokens?: Cents;
}

export function applyReturned(
  game: Game,
  { player: name, spot, amount, commission, tokens = 0 }: ReturnedFact,
): Game {
  const player = playerOf(game, name);
  const wager = standing(player, spot);
  const rest = wager.amount - amount;
  const lie = tokensOn(wager);
  if (rest < 0) impossible(`${name} has less than that on ${spot.wager}`);
  if (tokens > lie || amount - tokens > wager.amount - lie || tokens > amount)
    impossible(`other tokens than lie on ${spot.wager}`);
  const balance = pay(player, amount - tokens + commission);
  const left = rest === 0 ? null : lessenedBy(wager, amount, commission, tokens);
  const paid = { ...player, balance, wagers: withWager(player.wagers, spot, left) };
  const next = wager.tokens ? giveTokens(paid, wager.tokens.voucher, tokens) : paid;
  return { ...game, players: withPlayer(game, next), house: game.house - commission };
}

function lessenedBy(wager: Wager, amount: Cents, commission: Cents, gone: Cents): Wager {
  const left = {
    ...wager,
    amount: wager.amount - amount,
    added: Math.max(0, wager.added - amount),
    commission: wager.commission - commission,
  };
  return withTokensLeft(left, gone);
}

/** R7: a travelled don't come was taken down or reduced while the point was on, at a book that holds a fresh one back. */
export const applyHeld = (game: Game, name: string): Game => ({
  ...game,
  players: withPlayer(game, { ...playerOf(game, name), dontComeHeld: true }),
});

export function applyCalled(
  game: Game,
  name: string,
  calls: readonly { readonly spot: Spot; readonly called: Called | null }[],
): Game {
  const player = playerOf(game, name);
  const wagers = calls.reduce<readonly Wager[]>(
    (before, { spot, called }) => withWager(before, spot, { ...standing(player, spot), called }),
    player.wagers,
  );
  return { ...game, players: withPlayer(game, { ...player, wagers }) };
}

export interface SettledFact {
  readonly player: string;
  readonly spot: Spot;
  readonly stake: Cents;
  readonly winnings: Cents;
  readonly returned: Cents;
  readonly collected: Cents;
  readonly tokens?: SettledTokens;
  readonly commissionReturned?: Cents;
}
export interface MovedFact {
  readonly player: string;
  readonly spot: Spot;
  readonly amount: Cents;
}
export interface RolledFact {
  readonly call: RollCall;
  readonly point: PointNumber | null;
  readonly settled: readonly SettledFact[];
  readonly travelled: readonly MovedFact[];
  readonly replaced: readonly (MovedFact & { readonly commission: Cents; readonly tokens?: Cents })[];
  readonly warned: readonly string[];
}

export function applyRolled(game: Game, fact: RolledFact): Game {
  const settled = fact.settled.reduce(applySettled, { game, replacing: new Map<string, Wager>() });
  const aged = { ...settled.game, players: settled.game.players.map((player) => agedPlayer(player, fact)) };
  const travelled = fact.travelled.reduce(applyTravelled, aged);
  const replaced = fact.replaced.reduce(
    (before, again) => applyReplaced(before, again, settled.replacing),
    travelled,
  );
  return { ...replaced, point: fact.point, freed: false };
}

interface Settling {
  readonly game: Game;
  /** What stood on spots that were settled, for wagers placed again there. */
  readonly replacing: Map<string, Wager>;
}

function applySettled({ game, replacing }: Settling, fact: SettledFact): Settling {
  const player = playerOf(game, fact.player);
  const wager = standing(player, fact.spot);
  const tokens = fact.tokens === undefined ? 0 : fact.tokens.returned + fact.tokens.taken;
  if (wager.amount !== fact.stake || fact.stake !== fact.returned + fact.collected + tokens)
    impossible('a settlement of another stake');
  if (tokensOn(wager) !== tokens || wager.tokens?.voucher !== fact.tokens?.voucher)
    impossible('a settlement of other tokens');
  replacing.set(`${fact.player}/${fact.spot.index}`, wager);
  const back = fact.commissionReturned ?? 0;
  const balance = player.balance + fact.returned + fact.winnings + back;
  const paid = { ...player, balance, wagers: withWager(player.wagers, fact.spot, null) };
  const next = fact.tokens === undefined ? paid : giveTokens(paid, fact.tokens.voucher, fact.tokens.returned);
  const players = withPlayer(game, next);
  return { game: { ...game, players, house: game.house + fact.collected - fact.winnings - back }, replacing };
}

function agedPlayer(player: Player, { call, warned }: RolledFact): Player {
  const isDecided = call === 'point-made' || call === 'seven-out';
  return {
    ...player,
    wagers: player.wagers.map((wager) => ({ ...wager, added: 0, found: false, rolled: true })),
    warned: player.warned || warned.includes(player.name),
    dontComeHeld: player.dontComeHeld && !isDecided,
  };
}

function applyTravelled(game: Game, { player: name, spot, amount }: MovedFact): Game {
  const player = playerOf(game, name);
  const box = spotOf(spot.wager);
  const wager = standing(player, box);
  if (wager.amount !== amount) impossible('a wager that travelled with another amount');
  const wagers = withWager(withWager(player.wagers, box, null), spot, { ...wager, spot });
  return { ...game, players: withPlayer(game, { ...player, wagers }) };
}

function applyReplaced(
  game: Game,
  again: RolledFact['replaced'][number],
  replacing: ReadonlyMap<string, Wager>,
): Game {
  const before =
    replacing.get(`${again.player}/${again.spot.index}`) ??
    impossible('a wager placed again that was not decided');
  const { player, spot, amount, commission, tokens } = again;
  const fact: PlacedFact = { player, spot, amount, commission, stay: true };
  const voucher = before.tokens?.voucher;
  const placed = applyPlaced(
    game,
    tokens === undefined || voucher === undefined ? fact : { ...fact, tokens: { voucher, amount: tokens } },
  );
  return applyCalled(placed, again.player, [{ spot: again.spot, called: before.called }]);
}
