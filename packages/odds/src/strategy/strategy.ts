import type {
  Called,
  Cents,
  Dice,
  Game,
  HornTotal,
  PointNumber,
  RollCall,
  Rulebook,
  Settlement,
  Spot,
  Total,
  WagerId,
} from '@boxperson/rules';

/** Which wager is meant: an id and what it is about. */
export interface Selection {
  readonly wager: WagerId;
  readonly number?: PointNumber;
  readonly high?: HornTotal;
  readonly dice?: Dice;
}

/** A wager that the player has on the layout. */
export interface Standing extends Selection {
  readonly amount: Cents;
  /** Is it in play on the next roll? */
  readonly working: boolean;
  readonly called: Called | null;
  readonly stay: boolean;
}

/** The throw that has just been settled. */
export interface LastThrow {
  readonly dice: Dice;
  readonly total: Total;
  readonly call: RollCall;
  readonly settled: readonly Settlement[];
  /** The dice go to another shooter after it. */
  readonly handOver: boolean;
}

/** All that a strategy can see. There is no bankroll in it: when to stop is the session's business. */
export interface View<Memory> {
  readonly rulebook: Rulebook;
  readonly sign: Game['sign'];
  readonly point: PointNumber | null;
  readonly layout: readonly Standing[];
  /** Null before the first throw. */
  readonly last: LastThrow | null;
  readonly memory: Memory;
  /** Would the table take this bet now? */
  readonly takes: (selection: Selection, amount: Cents) => boolean;
}

/** A wager that a strategy wants to stand before the next throw. */
export interface Want extends Selection {
  /** The whole amount on the spot, or the most that may be there. */
  readonly amount: Cents | 'max';
  readonly stay?: boolean;
  readonly working?: Called;
  /** Where this was asked for, for a message: `wagers[2].amount`. */
  readonly from?: string;
}

export interface Wish<Memory> {
  /** Everything that should stand. What is not named comes down where the rules let it. */
  readonly layout: readonly Want[];
  readonly memory: Memory;
}

/** When a session ends, apart from running out of money. */
export interface SessionPlan {
  readonly bankroll?: Cents;
  /** Stop when ahead by this much. */
  readonly stopWin?: Cents;
  /** Stop when behind by this much. */
  readonly stopLoss?: Cents;
  readonly rolls?: number;
  readonly shooters?: number;
}

/**
 * A way to play: a pure function of what can be seen to the layout wanted. The engine works out the bets, take-downs
 * and calls. The memory is plain data, small and with few values, for every value of it is a state of its own.
 */
export interface Strategy<Memory = unknown> {
  readonly name: string;
  readonly about: string;
  readonly start: Memory;
  readonly wants: (view: View<Memory>) => Wish<Memory>;
  readonly session?: SessionPlan;
}

/** Made for every bet of every state: built up, not spread, which takes a tenth of the time. */
export function selectionOf({ wager, number, high, dice }: Selection | Spot): Selection {
  const selection: { -readonly [Field in keyof Selection]: Selection[Field] } = { wager };
  if (number !== undefined) selection.number = number;
  if (high !== undefined) selection.high = high;
  if (dice !== undefined) selection.dice = dice;
  return selection;
}
