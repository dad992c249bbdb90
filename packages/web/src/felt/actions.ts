import type { Command, Spot, TokenHolding, WagerId } from '@boxperson/rules';
import type { Done, TableModel } from '../model.js';
import type { Acted } from './deeds/acted.js';
import { call } from './deeds/calls.js';
import { Desk, type EnteredFor } from './deeds/desk.js';
import { clear, double, half, maxOdds, putAll, repeat } from './deeds/many.js';
import { commission, type Manner, move, odds, put, take } from './deeds/one.js';
import { dropPattern, type Pattern, patterns, playPattern, savePattern } from './deeds/patterns.js';
import { nearestIn, type Stake } from './deeds/stake.js';

export type { Acted } from './deeds/acted.js';
export type { EnteredFor } from './deeds/desk.js';
export type { Manner } from './deeds/one.js';
export type { Pattern } from './deeds/patterns.js';
export type { Stake } from './deeds/stake.js';
export { isTravelled, nearestIn, oddsSpotFor, plain, selectionOf, spotOfCommand } from './deeds/stake.js';

/**
 * Everything a player can do at a table. Felt, keyboard and text view all use this one object. Amounts are cents.
 * Every call resolves when the table here shows what it did. What is refused is also shown to the player
 * (`state.refused`), what a larger act left out is told (`state.notice`).
 */
export interface TableActions {
  /** Puts chips on a spot, or adds to what stands there. */
  put(spot: Spot, amount: number, manner?: Manner): Promise<Done>;
  /** Puts down several, each with the amount nearest to the wish. */
  putAll(stakes: readonly Stake[], says: string): Promise<Acted>;
  /** Takes chips from a spot; all of them without an amount. */
  take(spot: Spot, amount?: number): Promise<Done>;
  /** Takes from one spot and puts on another; nothing happens unless both are allowed. */
  move(from: Spot, to: Spot, amount?: number): Promise<Done>;
  /** Odds behind a wager: the spot of the flat wager or of the odds. `max` is the most that is accepted now. */
  odds(spot: Spot, amount: number | 'max'): Promise<Done>;
  /** Calls a wager, all of a kind, or all that can be called, on or off. */
  call(what: Spot | WagerId | 'all', to: 'on' | 'off'): Promise<Acted>;

  /** Are new place, buy, lay, hardway and Big wagers asked to stay up when they win (R1)? */
  readonly stayUp: boolean;
  setStayUp(to: 'on' | 'off'): void;

  /** Promotional tokens that the player holds, and the voucher whose tokens go down next; null for chips. */
  readonly tokens: readonly TokenHolding[];
  readonly voucher: string | null;
  chooseTokens(voucher: string | null): void;

  /** What `undo` and `redo` would do now, in words; null when there is nothing. */
  readonly nextUndo: string | null;
  readonly nextRedo: string | null;
  undo(): Promise<Acted>;
  redo(): Promise<Acted>;

  /** Takes down whatever may be taken; says which wagers stay and why. */
  clear(): Promise<Acted>;
  /** Puts down again what stood at the last throw and is not there now. */
  repeat(): Promise<Acted>;
  double(): Promise<Acted>;
  half(): Promise<Acted>;
  /** The most odds behind every wager that carries odds. */
  maxOdds(): Promise<Acted>;

  /** Patterns this table can take: the usual ones and those the player saved. */
  patterns(): readonly Pattern[];
  /** Plays a pattern; the usual ones with `amount` on each number, saved ones with what was saved. */
  pattern(name: string, amount: number): Promise<Acted>;
  /** Keeps the wagers that stand now under a name. */
  savePattern(name: string): Acted;
  dropPattern(name: string): void;

  /** Throws the dice, or presses SHOOT at an electronic table. */
  shoot(): Promise<Done>;
  acceptDice(): Promise<Done>;
  decline(): Promise<Done>;
  /** Two dice of those that are offered. */
  chooseDice(dice: readonly string[]): Promise<Done>;
  passDice(): Promise<Done>;
  /** crown 5.1.1(c): a shooter who was asked for a line wager will not place one. */
  refuseLine(): Promise<Done>;

  sit(seat: number, bankroll: number): Promise<Done>;
  leave(): Promise<Done>;
  /** Leaves what cannot be taken down to play out (R59). */
  leaveStanding(): Promise<Done>;
  /** Needs no more time to bet before the next throw (R57). */
  ready(): Promise<Done>;
  /** More from the wallet to the table. */
  buyIn(amount: number): Promise<Done>;
  /** A voucher that is made out to the player, handed to an automatic dealer for its tokens (R124). */
  exchange(voucher: string): Promise<Done>;
  /** Electronic: from the meter to the wallet; all of it without an amount. */
  collect(amount?: number): Promise<Done>;

  /** What a bet would cost beyond its stake, by the rules; 0 where nothing is charged or it would be refused. */
  commission(spot: Spot, amount: number): number;
  /** Commission that would come back, and that would stay with the house, if so much were taken. */
  refund(spot: Spot, amount?: number): { readonly back: number; readonly kept: number };
  /** The amount nearest to a wish that the options accept; null when none is. */
  nearest(spot: Spot, wish: number): number | null;

  /** Called when stay-up, undo or patterns change. */
  subscribe(listener: () => void): () => void;
  /** Grows with every such change. */
  readonly version: () => number;
  close(): void;
}

/** Left out for whom it is entered: whoever looks plays. */
export function makeActions(model: TableModel, entered: EnteredFor | null = null): TableActions {
  const desk = new Desk(model, entered);
  // Assigned onto the switches, whose getters a spread would read once and for all.
  return Object.assign(switches(desk), wagerActs(desk), roundActs(desk), placeActs(desk));
}

type WagerActs = 'put' | 'putAll' | 'take' | 'move' | 'odds' | 'call' | 'commission' | 'refund' | 'nearest';
const wagerActs = (desk: Desk): Pick<TableActions, WagerActs> => ({
  put: (spot, amount, manner) => put(desk, spot, amount, manner),
  putAll: async (stakes, says) => desk.tell(`${says}, but for these`, await putAll(desk, stakes, says)),
  take: (spot, amount) => take(desk, spot, amount),
  move: (from, to, amount) => move(desk, from, to, amount),
  odds: (spot, amount) => odds(desk, spot, amount),
  call: (what, to) => call(desk, what, to),
  commission: (spot, amount) => commission(desk, spot, amount),
  refund: (spot, amount) => desk.refundOf(desk.take(spot, amount)),
  nearest(spot, wish) {
    const bet = desk.spots[spot.index]?.bet;
    return bet?.may ? nearestIn(bet.amounts, wish) : null;
  },
});

type RoundActs =
  | 'undo'
  | 'redo'
  | 'clear'
  | 'repeat'
  | 'double'
  | 'half'
  | 'maxOdds'
  | 'patterns'
  | 'pattern'
  | 'savePattern'
  | 'dropPattern';
const roundActs = (desk: Desk): Pick<TableActions, RoundActs> => ({
  undo: () => desk.undo(),
  redo: () => desk.redo(),
  clear: () => clear(desk),
  repeat: () => repeat(desk),
  double: () => double(desk),
  half: () => half(desk),
  maxOdds: () => maxOdds(desk),
  patterns,
  pattern: (name, amount) => playPattern(desk, name, amount),
  savePattern: (name) => savePattern(desk, name),
  dropPattern: (name) => dropPattern(desk, name),
});

type PlaceActs =
  | 'shoot'
  | 'acceptDice'
  | 'decline'
  | 'chooseDice'
  | 'passDice'
  | 'refuseLine'
  | 'sit'
  | 'leave'
  | 'leaveStanding'
  | 'ready'
  | 'buyIn'
  | 'exchange'
  | 'collect';
function placeActs(desk: Desk): Pick<TableActions, PlaceActs> {
  const give = (command: Command): Promise<Done> => desk.model.do(desk.asked(command));
  const throws = (): string =>
    desk.table.game.rulebook.conduct.run.value === 'electronic' ? 'shoot' : 'throw';
  return {
    shoot: () => give({ do: throws() }),
    acceptDice: () => give({ do: 'accept' }),
    decline: () => give({ do: 'decline' }),
    chooseDice: (dice) => give({ do: 'choose', dice }),
    passDice: () => give({ do: 'pass' }),
    refuseLine: () => give({ do: 'refuse-line' }),
    // Who sits is whoever is signed in: the house fills in the name.
    sit: (seat, bankroll) => desk.model.do({ do: 'sit', seat, bankroll }),
    leave: () => give({ do: 'leave' }),
    leaveStanding: () => give({ do: 'leave', standing: true }),
    ready: () => give({ do: 'ready' }),
    buyIn: (amount) => give({ do: 'chips', amount }),
    exchange: (voucher) => desk.model.quietly(desk.asked({ do: 'exchange', voucher })),
    collect: (amount) => give({ do: 'collect', ...(amount === undefined ? {} : { amount }) }),
  };
}

type Switches =
  | 'tokens'
  | 'voucher'
  | 'chooseTokens'
  | 'stayUp'
  | 'setStayUp'
  | 'nextUndo'
  | 'nextRedo'
  | 'subscribe'
  | 'version'
  | 'close';
const switches = (desk: Desk): Pick<TableActions, Switches> => ({
  get stayUp() {
    return desk.stayUp;
  },
  setStayUp(to) {
    desk.stayUp = to === 'on';
  },
  get tokens() {
    return desk.tokens;
  },
  get voucher() {
    return desk.voucher;
  },
  chooseTokens(voucher) {
    desk.voucher = voucher;
  },
  get nextUndo() {
    return desk.nextUndo;
  },
  get nextRedo() {
    return desk.nextRedo;
  },
  subscribe: desk.subscribe,
  version: desk.version,
  close: () => desk.close(),
});
