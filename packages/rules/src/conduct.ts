import type { Cited, Clause } from './clause.js';

/** Why a throw does not count: an id for the record, our words for the screen. */
export interface NoRollGround {
  readonly id: string;
  readonly text: string;
  readonly clause: Clause;
  /** Dice went off the table: which ones is asked for, and they are looked for. */
  readonly diceOff?: true;
  /** What was wrong can come to light after the total was called; the roll is invalid all the same. */
  readonly afterCall?: true;
}

/** A breach by a person at the table. */
export interface Breach extends Ground {
  /** Further wagers of whoever commits it may be refused. */
  readonly bars?: true;
}

/** A ground on which something may be done to a person or an outcome. */
export interface Ground {
  readonly id: string;
  readonly text: string;
  readonly clause: Clause;
}

/**
 * How the game is conducted: people, dice, phases and notices. The table layer implements each named choice; which one
 * holds is the rulebook's.
 */
export interface Conduct {
  /** A crew with dice on a felt, or terminals around a tumbler. */
  readonly run: Cited<'staffed' | 'electronic'>;
  readonly dice: {
    /** How many dice make the set. */
    readonly set: Cited<5 | 2>;
    /** The least edge of a face in millimetres; null where no size is given. */
    readonly faceMm: Cited<number | null>;
    /** Who chooses the two that are thrown. */
    readonly choice: Cited<'shooter-takes-two' | 'none'>;
    /** Lost dice that bring a new set to the table; null where dice are sealed. */
    readonly newSetAfter: Cited<1 | 2 | null>;
    /** How long the shooter may go on with what is left of the old set. */
    readonly oldSet: Cited<'while-shooter' | 'until-seven-out' | 'none'>;
    /** A die that went off: looked for, offered anew. The clause on getting the same dice back. */
    readonly sameDiceBack: Cited<'on-request' | 'if-recovered-at-once' | 'none'>;
  };
  readonly shooter: {
    /** Who is offered the dice at the start, and who when a shooter gives them up. */
    readonly firstOffer: Cited<'everybody' | 'line-bettors'>;
    readonly laterOffer: Cited<'everybody' | 'line-bettors'>;
    /** Must the set be complete, or are the dice offered that are there? */
    readonly offered: Cited<'complete-set' | 'what-is-there'>;
    /** A line wager to throw the come out roll, and one that stays while the point is on. */
    readonly toThrow: Cited<'line-wager' | 'shooting-value'>;
    readonly toKeepThrowing: Cited<'line-wager' | 'shooting-value'>;
    readonly mayAuthorise: Cited<'anybody' | 'nobody'>;
    /** crown 5.1.1(c): found without a line wager with the point on. */
    readonly withoutLine: Cited<'passes' | 'rescue-wager'>;
    /** What follows when that shooter does not place one. */
    readonly refusesLine: Cited<'passes' | 'game-void'>;
    readonly passMidPoint: Cited<'point-stands' | 'game-void' | 'never'>;
    readonly givesUpOn: Cited<'seven-out' | 'line-wager-lost'>;
    readonly nobodyTakes: Cited<'stickperson-throws' | 'offered-again' | 'machine-shoots'>;
    /** Grounds to order the shooter to pass; none where the book has no such power. */
    readonly orderGrounds: readonly Ground[];
  };
  readonly noRoll: {
    readonly shall: readonly NoRollGround[];
    readonly may: readonly NoRollGround[];
  };
  readonly face: Cited<'box-decides' | 'box-decides-or-rethrow' | 'sensors'>;
  readonly wagers: {
    /** How long wagers are taken once the dice have left the hand (R19). */
    readonly lateUntil: Cited<'dice-at-rest' | 'result-called' | 'not-late' | 'no-more-bets' | 'period-end'>;
    /** How many of the crew confirm a late or an oral wager, each by name. */
    readonly lateConfirmations: Cited<0 | 1 | 2>;
    readonly oral: Cited<'with-chips' | 'second-dealer-only' | 'no'>;
    readonly oralConfirmations: Cited<0 | 1 | 2>;
    /** crown 7.4.1: an announcement after which nothing is touched until the result. */
    readonly noMoreBets: Cited<'announced' | 'no'>;
    /** R21: nothing is thrown, and nothing touched, while a decided wager is unsettled. */
    readonly settleFirst: Cited<'before-next-throw'>;
    readonly handsOff: Cited<'until-settled'>;
    /** How long wagers may be taken down, reduced and called (R26). */
    readonly removalEnds: Cited<'at-the-throw' | 'at-the-result' | 'period-end'>;
    readonly tokens: Cited<'as-chips' | 'converted' | 'chips-only' | 'credits'>;
    readonly card: Cited<'own-card' | 'none'>;
  };
  readonly notices: {
    /** Minutes a sign must stand before a higher minimum. */
    readonly raiseMinimum: Cited<{ readonly minutes: number }>;
    readonly closing: Cited<'sign' | 'last-shooter' | 'inspector-told' | 'close-of-play'>;
    /** Minutes a closing sign must stand; 0 where the notice has no length. */
    readonly closingMinutes: Cited<{ readonly minutes: number }>;
  };
  readonly people: {
    readonly limitPlayers: Cited<'supervisor' | 'no'>;
    /** Rounds without a wager after which a player at a full table may be asked to leave; 0: no count, on opinion. */
    readonly idleRounds: Cited<{ readonly rounds: number; readonly whenFull: boolean } | null>;
    readonly severalPlaces: Cited<'yes' | 'no'>;
    /** Breaches for which wagers may be voided and a person excluded. */
    readonly breaches: readonly Breach[];
  };
  readonly invalidation: {
    readonly disruption: readonly Ground[];
    readonly fraud: readonly Ground[];
    readonly refund: Cited<'may' | 'will'>;
    readonly forfeit: Cited<'fraudster' | 'nobody'>;
  };
  /** star-2024 9.4: wagers of somebody who may not play, or not with that card. */
  readonly invalidWagers: Cited<'returned-or-collected' | 'none'>;
  /** Electronic tables only. */
  readonly round: {
    readonly shootSeconds: Cited<number>;
    readonly machineShoots: Cited<'nobody-qualifies'>;
    readonly relaxClose: Cited<'if-unfair'>;
    readonly malfunctions: readonly Ground[];
    readonly systemMalfunctions: readonly Ground[];
    readonly voids: readonly Ground[];
  } | null;
}
