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
  { player: name, spot, amount, commission, stay, found, rescue, marks }: PlacedFact,
): Game {
  const player = playerOf(game, name);
  const { counts: _counts, multiple: _multiple, ...stands } = wagerAt(player, spot) ?? nothingOn(spot);
  const wager: Wager = {
    ...stands,
    amount: stands.amount + amount,
    added: stands.added + amount,
    commission: stands.commission + commission,
    stay: stay ?? stands.stay,
    found: found === true || stands.found,
    ...(rescue ? { rescue: true as const } : {}),
    ...marks,
  };
  const balance = pay(player, -amount - commission);
  const players = withPlayer(game, { ...player, balance, wagers: withWager(player.wagers, spot, wager) });
  return { ...game, players, house: game.house + commission };
}

/** Chips that went back to their owner, with the commission that went back with them. */
export interface ReturnedFact {
  readonly player: string;
  readonly spot: Spot;
  readonly amount: Cents;
  readonly commission: Cents;
}

export function applyReturned(game: Game, { player: name, spot, amount, commission }: ReturnedFact): Game {
  const player = playerOf(game, name);
  const wager = standing(player, spot);
  const rest = wager.amount - amount;
  if (rest < 0) impossible(`${name} has less than that on ${spot.wager}`);
  const left: Wager | null =
    rest === 0
      ? null
      : {
          ...wager,
          amount: rest,
          added: Math.max(0, wager.added - amount),
          commission: wager.commission - commission,
        };
  const balance = pay(player, amount + commission);
  const players = withPlayer(game, { ...player, balance, wagers: withWager(player.wagers, spot, left) });
  return { ...game, players, house: game.house - commission };
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
  readonly replaced: readonly (MovedFact & { readonly commission: Cents })[];
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
  if (wager.amount !== fact.stake || fact.stake !== fact.returned + fact.collected)
    impossible('a settlement of another stake');
  replacing.set(`${fact.player}/${fact.spot.index}`, wager);
  const back = fact.commissionReturned ?? 0;
  const balance = player.balance + fact.returned + fact.winnings + back;
  const players = withPlayer(game, { ...player, balance, wagers: withWager(player.wagers, fact.spot, null) });
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
  const placed = applyPlaced(game, { ...again, stay: true });
  return applyCalled(placed, again.player, [{ spot: again.spot, called: before.called }]);
}
