import type { PointNumber } from '../dice.js';
import type { Cents } from '../money.js';
import type { Rulebook } from '../rulebook.js';
import type { Spot } from '../wager.js';
import type { DecisionTable } from './decisions.js';
import type { Limit, Sign } from './sign.js';
import type { TokenHolding, WagerTokens } from './tokens.js';

export type Called = 'on' | 'off';

/** A player's wager on one spot (R17). */
export interface Wager {
  readonly spot: Spot;
  /** The whole stake, chips and tokens. */
  readonly amount: Cents;
  /** The part put down since the last roll: what an `aruze` player may still take from a contract wager. */
  readonly added: Cents;
  /** Commission paid and not given back, for `buy` and `lay` (R9). */
  readonly commission: Cents;
  readonly called: Called | null;
  /** Placed again when it wins (R1). */
  readonly stay: boolean;
  /** Found on the layout after the dice were thrown; judged at the next roll (R11). */
  readonly found: boolean;
  /** Has been through a roll. */
  readonly rolled: boolean;
  /** Placed by a shooter found without a line wager: no odds behind it (crown 5.1.1(c)). */
  readonly rescue?: true;
  /** Found over a maximum: no more than this of it counts (R11, R35). */
  readonly counts?: Cents;
  /** Found while a notice asked for multiples of this minimum (adelaide 14(h), R35). */
  readonly multiple?: Cents;
  /** The part of the stake that is promotional tokens (star 6.2). */
  readonly tokens?: WagerTokens;
}

/** What a wager remembers of the sign under which it was found; one made within the sign remembers nothing (R35). */
export type FoundMarks = Pick<Wager, 'counts' | 'multiple'>;

export interface Player {
  readonly name: string;
  readonly seat: number;
  /** Money not on the layout. */
  readonly balance: Cents;
  /** In the order of settlement. */
  readonly wagers: readonly Wager[];
  /** Told that further wagers under the minimum come back (R11). */
  readonly warned: boolean;
  /** Took down or reduced a travelled don't come wager while this point is in play (R7). */
  readonly dontComeHeld: boolean;
  /** Limits agreed for this player alone (R12); the sign's where there are none. */
  readonly limit?: Limit;
  /** Promotional tokens in hand, by voucher: no money, and apart from it (R94). */
  readonly tokens?: readonly TokenHolding[];
}

/** Wagers, the point and money. Never changed: every step makes a new one. */
export interface Game {
  readonly rulebook: Rulebook;
  readonly decisions: DecisionTable;
  readonly sign: Sign;
  readonly point: PointNumber | null;
  /** In seat order. */
  readonly players: readonly Player[];
  /** The game was void: until the next throw every wager may be taken down or reduced (crown 5.2.2(b)). */
  readonly freed: boolean;
  /** What the house has won less what it has paid: players + layout + house never changes but by `sit`. */
  readonly house: Cents;
  /** Vouchers that were exchanged here for tokens, each once (star 1.1). */
  readonly vouchers?: readonly string[];
}

export const wagerAt = (player: Player, spot: Spot): Wager | undefined => {
  for (const wager of player.wagers) if (wager.spot === spot) return wager;
  return undefined;
};

/** A spot with nothing on it, as a wager to add to. */
export const nothingOn = (spot: Spot): Wager => ({
  spot,
  amount: 0,
  added: 0,
  commission: 0,
  called: null,
  stay: false,
  found: false,
  rolled: false,
});

/**
 * Objects that every roll and every bet makes anew are spelled out, not spread: a literal is made twenty times as fast.
 * `Spelled` does not compile when a field is missing from the list.
 */
type Spelled<T, Fields extends keyof T> = Exclude<keyof T, Fields> extends never ? T : never;

type GameFields = 'rulebook' | 'decisions' | 'sign' | 'point' | 'players' | 'freed' | 'house' | 'vouchers';
/** The game after a roll: what a void game set free is bound again by the dice (crown 5.2.2(b)). */
export const gameAfter = (
  { rulebook, decisions, sign, vouchers }: Game,
  players: readonly Player[],
  house: Cents,
  point: PointNumber | null,
): Spelled<Game, GameFields> => {
  const next = { rulebook, decisions, sign, point, players, freed: false, house };
  return vouchers === undefined ? next : { ...next, vouchers };
};

/** The game with one player changed. */
export const withChanged = (game: Game, player: Player, house: Cents): Spelled<Game, GameFields> => {
  const { rulebook, decisions, sign, point, freed, vouchers } = game;
  const next = { rulebook, decisions, sign, point, players: withPlayer(game, player), freed, house };
  return vouchers === undefined ? next : { ...next, vouchers };
};

type PlayerFields = 'name' | 'seat' | 'balance' | 'wagers' | 'warned' | 'dontComeHeld' | 'limit' | 'tokens';
/** The player with other money and wagers. */
export function playerAfter(
  { name, seat, warned, dontComeHeld, limit, tokens }: Player,
  balance: Cents,
  wagers: readonly Wager[],
): Spelled<Player, PlayerFields> {
  const next = { name, seat, balance, wagers, warned, dontComeHeld };
  if (limit === undefined && tokens === undefined) return next;
  return { ...next, ...(limit === undefined ? {} : { limit }), ...(tokens === undefined ? {} : { tokens }) };
}

type WagerFields =
  | 'spot'
  | 'amount'
  | 'added'
  | 'commission'
  | 'called'
  | 'stay'
  | 'found'
  | 'rolled'
  | 'rescue'
  | 'counts'
  | 'multiple'
  | 'tokens';

/** What only few wagers have; undefined says that this one has not. */
type Marks = {
  readonly [Mark in 'rescue' | 'counts' | 'multiple' | 'tokens']?: Wager[Mark] | undefined;
};

/** The wager with what only few have; most are made without a second look. */
function withMarks(wager: Wager, { rescue, counts, multiple, tokens }: Marks): Wager {
  if (rescue === undefined && counts === undefined && multiple === undefined && tokens === undefined)
    return wager;
  return {
    ...wager,
    ...(rescue === undefined ? {} : { rescue }),
    ...(counts === undefined ? {} : { counts }),
    ...(multiple === undefined ? {} : { multiple }),
    ...(tokens === undefined ? {} : { tokens }),
  };
}

/** The wager with more on it. */
export function addedTo(
  { spot, amount, added, commission, called, rolled, rescue }: Wager,
  more: Cents,
  paid: Cents,
  { stay, found, counts, multiple, tokens }: Pick<Wager, 'stay' | 'found'> & Marks,
): Spelled<Wager, WagerFields> {
  const next = {
    spot,
    amount: amount + more,
    added: added + more,
    commission: commission + paid,
    called,
    stay,
    found,
    rolled,
  };
  return withMarks(next, { rescue, counts, multiple, tokens });
}

/** The wager on a spot after a roll. */
export function movedTo(spot: Spot, wager: Wager): Spelled<Wager, WagerFields> {
  const { amount, commission, called, stay } = wager;
  return withMarks({ spot, amount, added: 0, commission, called, stay, found: false, rolled: true }, wager);
}

/** A wager that has been through a roll. */
export const aged = (wager: Wager): Wager =>
  wager.rolled && wager.added === 0 && !wager.found ? wager : movedTo(wager.spot, wager);

/** The player's wagers with the one on that spot put, replaced or (null) taken away. */
export function withWager(wagers: readonly Wager[], spot: Spot, wager: Wager | null): readonly Wager[] {
  const next: Wager[] = [];
  let at = 0;
  while (at < wagers.length && (wagers[at] as Wager).spot.index < spot.index)
    next.push(wagers[at++] as Wager);
  if (wager) next.push(wager);
  if (wagers[at]?.spot === spot) at++;
  while (at < wagers.length) next.push(wagers[at++] as Wager);
  return next;
}

export const withPlayer = (game: Game, player: Player): readonly Player[] =>
  game.players.map((other) => (other.name === player.name ? player : other));

export const findPlayer = (game: Game, name: string): Player | undefined =>
  game.players.find((player) => player.name === name);

/** The player's money on the layout; tokens are none, and only those who hold or held some can have put any there. */
export function onLayout(player: Player): Cents {
  let sum = stakesOf(player);
  if (player.tokens === undefined) return sum;
  for (const { tokens } of player.wagers) sum -= tokens?.amount ?? 0;
  return sum;
}

/** All that the player has staked, tokens with it: what limits are about. */
export function stakesOf({ wagers }: Player): Cents {
  let sum = 0;
  for (const { amount } of wagers) sum += amount;
  return sum;
}

/** R4: is the wager in play on the next roll? */
export function isWorking(game: Game, wager: Wager): boolean {
  if (wager.called !== null) return wager.called === 'on';
  return game.point !== null || !game.rulebook.calls.inactiveOnComeOut.value.includes(wager.spot.wager);
}
