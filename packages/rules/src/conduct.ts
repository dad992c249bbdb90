import { fields, oneOf, orNull, wholeFrom } from './check.js';
import {
  cited,
  fitting,
  type Ground,
  grounds,
  groundsWith,
  maybe,
  numbers,
  type PoliciesOf,
  words,
} from './policy.js';

export type { Ground } from './policy.js';

/** Why a throw does not count. */
export interface NoRollGround extends Ground {
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
const noRoll = (label: string) =>
  groundsWith<Pick<NoRollGround, 'diceOff' | 'afterCall'>>(label, {
    diceOff: oneOf([true]),
    afterCall: oneOf([true]),
  });
const breaches = (label: string) => groundsWith<Pick<Breach, 'bars'>>(label, { bars: oneOf([true]) });

export interface Idle {
  readonly rounds: number;
  readonly whenFull: boolean;
}
const sayIdle = (idle: Idle | null): string => {
  if (idle === null) return 'never';
  const after = idle.rounds === 0 ? 'when found not to play' : `after ${idle.rounds} rounds without a wager`;
  return idle.whenFull ? `${after}, at a full table` : after;
};

const minutes = fitting<{ readonly minutes: number }>(fields({ minutes: wholeFrom(0) }), (value) =>
  value.minutes === 0 ? 'for no set time' : `for ${value.minutes} minutes first`,
);
const offered = words({
  everybody: 'every player in turn',
  'line-bettors': 'players with a line wager, in turn',
});
const needed = words({
  'line-wager': 'a line wager',
  'shooting-value': 'a line wager of the shooting value',
});
const GAME_VOID = 'the game is void and the point cancelled';

/**
 * How the game is conducted: people, dice, phases and notices. The table layer implements each named choice; which one
 * holds is the rulebook's.
 */
export const CONDUCT = {
  /** A crew with dice on a felt, or terminals around a tumbler. */
  run: cited(
    'the dice',
    'the game is run by',
    words({ staffed: 'a crew, with dice on the felt', electronic: 'terminals around a tumbler' }),
  ),
  dice: {
    /** How many dice make the set. */
    set: cited('the dice', 'dice in a set', numbers([5, 2])),
    /** The least edge of a face in millimetres; null where no size is given. */
    faceMm: cited(
      'the dice',
      'a face measures at least',
      fitting<number | null>(orNull(wholeFrom(1)), (v) =>
        v === null ? 'no size is given' : `${v} mm square`,
      ),
    ),
    /** Who chooses the two that are thrown. */
    choice: cited(
      'the dice',
      'the two that are thrown',
      words({ 'shooter-takes-two': 'the shooter chooses them', none: 'are the two there are' }),
    ),
    /** Lost dice that bring a new set to the table; null where dice are sealed. */
    newSetAfter: cited(
      'the dice',
      'lost dice that bring a new set',
      numbers([1, 2, null], 'none, the dice are sealed'),
    ),
    /** How long the shooter may go on with what is left of the old set. */
    oldSet: cited(
      'the dice',
      'the shooter goes on with the old set',
      words({ 'while-shooter': 'while shooting', 'until-seven-out': 'until a 7 out', none: 'not at all' }),
    ),
    /** A die that went off: looked for, offered anew. The clause on getting the same dice back. */
    sameDiceBack: cited(
      'the dice',
      'the same dice again',
      words({
        'on-request': 'on request',
        'if-recovered-at-once': 'if recovered at once and checked',
        none: 'no',
      }),
    ),
  },
  shooter: {
    /** Who is offered the dice at the start, and who when a shooter gives them up. */
    firstOffer: cited('the shooter', 'the dice are first offered to', offered),
    laterOffer: cited('the shooter', 'given up, they are offered to', offered),
    /** Must the set be complete, or are the dice offered that are there? */
    offered: cited(
      'the shooter',
      'what is offered is',
      words({ 'complete-set': 'the complete set', 'what-is-there': 'the dice that are there' }),
    ),
    /** A line wager to throw the come out roll, and one that stays while the point is on. */
    toThrow: cited('the shooter', 'to throw a player needs', needed),
    toKeepThrowing: cited('the shooter', 'to go on throwing a player needs', needed),
    mayAuthorise: cited(
      'the shooter',
      'may let throw in their place',
      words({ anybody: 'anybody at the table', nobody: 'nobody' }),
    ),
    /** crown 5.1.1(c): found without a line wager with the point on. */
    withoutLine: cited(
      'the shooter',
      'found without a line wager, the shooter',
      words({
        passes: 'passes the dice',
        'rescue-wager': 'is asked for a line wager of no more than the minimum, without odds',
      }),
    ),
    /** What follows when that shooter does not place one. */
    refusesLine: cited(
      'the shooter',
      'if none is placed',
      words({ passes: 'the dice pass', 'game-void': GAME_VOID }),
    ),
    passMidPoint: cited(
      'the shooter',
      'dice passed with the point on',
      words({
        'point-stands': 'the next shooter throws for the same point',
        'game-void': GAME_VOID,
        never: 'cannot be',
      }),
    ),
    givesUpOn: cited(
      'the shooter',
      'the dice move on',
      words({
        'seven-out': 'on a 7 out',
        'line-wager-lost': "when the shooter's pass loses or don't pass wins",
      }),
    ),
    nobodyTakes: cited(
      'the shooter',
      'when nobody takes the dice',
      words({
        'stickperson-throws': 'the stick throws while an undetermined wager remains',
        'offered-again': 'they are offered until somebody does',
        'machine-shoots': 'the machine shoots',
      }),
    ),
    /** Grounds to order the shooter to pass; none where the book has no such power. */
    orderGrounds: grounds('the shooter is ordered to pass'),
  },
  noRoll: {
    shall: noRoll('a throw does not count'),
    may: noRoll('a throw may be called no roll'),
  },
  face: cited(
    'the throw',
    'which face is up',
    words({
      'box-decides': 'the box decides',
      'box-decides-or-rethrow': 'the box decides, or has the dice thrown again',
      sensors: 'the sensors read it',
    }),
  ),
  wagers: {
    /** How long wagers are taken once the dice have left the hand (R19). */
    lateUntil: cited(
      'taking wagers',
      'late wagers are taken',
      words({
        'dice-at-rest': 'until the dice rest',
        'result-called': 'until the result is called',
        'not-late': 'never',
        'no-more-bets': 'until no more bets is called',
        'period-end': 'never, the wagering period ends first',
      }),
    ),
    /** How many of the crew confirm a late or an oral wager, each by name. */
    lateConfirmations: cited('taking wagers', 'confirmations of a late wager', numbers([0, 1, 2])),
    oral: cited(
      'taking wagers',
      'oral wagers',
      words({
        'with-chips': 'with chips',
        'second-dealer-only': 'only when a second dealer acts as stickperson',
        no: 'none',
      }),
    ),
    oralConfirmations: cited('taking wagers', 'confirmations of an oral wager', numbers([0, 1, 2])),
    /** crown 7.4.1: an announcement after which nothing is touched until the result. */
    noMoreBets: cited(
      'taking wagers',
      'no more bets',
      words({ announced: 'is announced, and then nothing is touched', no: 'is not announced' }),
    ),
    /** R21: nothing is thrown, and nothing touched, while a decided wager is unsettled. */
    settleFirst: cited(
      'taking wagers',
      'decided wagers are settled',
      words({ 'before-next-throw': 'before the next throw' }),
    ),
    handsOff: cited(
      'taking wagers',
      'players touch no wager',
      words({ 'until-settled': 'until all are settled' }),
    ),
    /** How long wagers may be taken down, reduced and called (R26). */
    removalEnds: cited(
      'taking wagers',
      'wagers may be taken down until',
      words({
        'at-the-throw': 'the dice leave the hand',
        'at-the-result': 'the result is called',
        'period-end': 'the wagering period ends',
      }),
    ),
    tokens: cited(
      'taking wagers',
      'tokens and vouchers',
      words({
        'as-chips': 'promotional tokens count as chips',
        converted: 'are changed into chips at once',
        'chips-only': 'chips only',
        credits: 'credits from notes, tickets and transfers',
      }),
    ),
    card: cited(
      'taking wagers',
      'player card',
      words({ 'own-card': "the player's own, at the start of play", none: 'none asked for' }),
    ),
    /** R53: chips on a felt that the crew enters as the player says. */
    assisted: cited(
      'taking wagers',
      'a wager that the crew enters',
      words({ 'players-care': "is the player's own care, as told" }),
    ),
    /** star-2024 1.1: a terminal at the table that sells chips without cash. */
    cashless: cited(
      'taking wagers',
      'a cashless terminal',
      words({ 'at-the-table': 'may sell chips at the table', no: 'is not known' }),
    ),
  },
  notices: {
    /** Minutes a sign must stand before a higher minimum. */
    raiseMinimum: cited('notices', 'a higher minimum is signed', minutes),
    closing: cited(
      'notices',
      'a table is closed with',
      words({
        sign: 'a sign that gives the time',
        'last-shooter': 'notice of the last shooter',
        'inspector-told': 'an inspector told first',
        'close-of-play': 'a close of play warning, and credits cleared',
      }),
    ),
    /** Minutes a closing sign must stand; 0 where the notice has no length. */
    closingMinutes: cited('notices', 'notice of closing stands', minutes),
  },
  people: {
    limitPlayers: cited(
      'people',
      'the number of players',
      words({ supervisor: 'a supervisor may limit it', no: 'is not limited' }),
    ),
    /** Rounds without a wager after which a player at a full table may be asked to leave; 0: no count, on opinion. */
    idleRounds: cited(
      'people',
      'an idle player is asked to leave',
      fitting<Idle | null>(orNull(fields({ rounds: wholeFrom(0), whenFull: oneOf([true, false]) })), sayIdle),
    ),
    severalPlaces: cited('people', 'one player may hold several places', words({ yes: 'yes', no: 'no' })),
    /** Breaches for which wagers may be voided and a person excluded. */
    breaches: breaches('breaches'),
  },
  /** star-2024 9.4: wagers of somebody who may not play, or not with that card. */
  invalidWagers: cited(
    'people',
    'wagers of somebody who may not play',
    words({
      'returned-or-collected': 'returned before the roll; after it a win is returned bare, a loss collected',
      none: 'no rule',
    }),
  ),
  invalidation: {
    disruption: grounds('an outcome is invalidated for disruption'),
    fraud: grounds('an outcome is invalidated for fraud'),
    refund: cited(
      'invalidated outcomes',
      'the wagers decided by it',
      words({ may: 'may be refunded', will: 'are refunded' }),
    ),
    forfeit: cited(
      'invalidated outcomes',
      'wagers forfeited',
      words({ fraudster: "the fraudster's, if so directed", nobody: 'none' }),
    ),
  },
  /** Electronic tables only. */
  round: maybe({
    shootSeconds: cited(
      'the terminal',
      'the dice are shot by themselves after',
      fitting<number>(wholeFrom(1), (v) => `${v} seconds`),
    ),
    machineShoots: cited(
      'the terminal',
      'the machine shoots',
      words({ 'nobody-qualifies': 'when nobody qualifies' }),
    ),
    relaxClose: cited(
      'the terminal',
      'the close of wagering is relaxed',
      words({ 'if-unfair': 'if it would be unfair' }),
    ),
    malfunctions: grounds('a terminal has malfunctioned'),
    systemMalfunctions: grounds('the system has malfunctioned'),
    voids: grounds('a round is void'),
  }),
};
export type Conduct = PoliciesOf<typeof CONDUCT>;
