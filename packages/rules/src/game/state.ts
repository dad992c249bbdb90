import type { PointNumber } from '../dice.js';
import type { Cents } from '../money.js';
import type { Rulebook } from '../rulebook.js';
import type { Spot } from '../wager.js';
import type { DecisionTable } from './decisions.js';
import type { Limit, Sign } from './sign.js';

export type Called = 'on' | 'off';

/** A player's wager on one spot (R17). */
export interface Wager {
  readonly spot: Spot;
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
}

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
}

/** Wagers, the point and money. Never changed: every step makes a new one. */
export interface Game {
  readonly rulebook: Rulebook;
  readonly decisions: DecisionTable;
  readonly sign: Sign;
  readonly point: PointNumber | null;
  /** In seat order. */
  readonly players: readonly Player[];
  /** What the house has won less what it has paid: players + layout + house never changes but by `sit`. */
  readonly house: Cents;
}

export const wagerAt = (player: Player, spot: Spot): Wager | undefined => {
  for (const wager of player.wagers) if (wager.spot === spot) return wager;
  return undefined;
};

/** The player's wagers with the one on that spot put, replaced or (null) taken away. */
export function withWager(wagers: readonly Wager[], spot: Spot, wager: Wager | null): readonly Wager[] {
  const before = wagers.filter((other) => other.spot.index < spot.index);
  const after = wagers.filter((other) => other.spot.index > spot.index);
  return wager ? [...before, wager, ...after] : [...before, ...after];
}

export const withPlayer = (game: Game, player: Player): readonly Player[] =>
  game.players.map((other) => (other.name === player.name ? player : other));

export const findPlayer = (game: Game, name: string): Player | undefined =>
  game.players.find((player) => player.name === name);

export const onLayout = (player: Player): Cents => player.wagers.reduce((sum, wager) => sum + wager.amount, 0);

/** R4: is the wager in play on the next roll? */
export function isWorking(game: Game, wager: Wager): boolean {
  if (wager.called !== null) return wager.called === 'on';
  return game.point !== null || !game.rulebook.calls.inactiveOnComeOut.value.includes(wager.spot.wager);
}
