import type { Conduct } from '../conduct.js';
import type { OwedLine } from '../dealing/owed.js';
import { impossible } from '../game/apply.js';
import type { Game, SignSettings } from '../game/index.js';
import type { Limit } from '../game/sign.js';
import type { HigherPay } from '../higher-pays.js';
import type { Cents } from '../money.js';
import type { RulebookId } from '../rulebook.js';
import type { CrewStation } from './fields.js';

/**
 * Where a table stands. Staffed: `offering` (nobody has the dice) → `betting` → `thrown` → `settling` → … Electronic:
 * `wagering` → `shooting` (the shooter has ten seconds) → `rolling` → `wagering` … Both end in `closed`; `stopped` is
 * an electronic table whose system malfunctioned.
 */
export const PHASES = [
  'offering',
  'betting',
  'thrown',
  'settling',
  'wagering',
  'shooting',
  'rolling',
  'stopped',
  'closed',
] as const;
export type Phase = (typeof PHASES)[number];

/** What a phase is to a person. */
export const PHASE_WORDS: Readonly<Record<Phase, string>> = {
  offering: 'nobody has the dice',
  betting: 'the shooter has the dice and wagers are open',
  thrown: 'the dice are in the air',
  settling: 'the last roll is being settled',
  wagering: 'the wagering period is open',
  shooting: 'wagering is closed and the shooter is to shoot',
  rolling: 'the dice are rolling',
  stopped: 'the game system is stopped',
  closed: 'the table is closed',
};

/** Time in milliseconds, from wherever the clock outside starts. */
export type Instant = number;
/** The last moment that a calendar can name: what is added to a time stays a whole number. */
const INSTANT_MAX = 8_640_000_000_000_000;
export const isInstant = (value: unknown): value is Instant =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= INSTANT_MAX;

/** How long until then, for a person: `12 minutes 30 seconds`, never nothing. */
export function makeWait(from: Instant, until: Instant): string {
  const seconds = Math.max(1, Math.ceil((until - from) / 1000));
  const counted = (count: number, what: string) =>
    count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}`];
  return [...counted(Math.floor(seconds / 60), 'minute'), ...counted(seconds % 60, 'second')].join(' ');
}

/** The sign at the table, with what a table may say beyond a single wager (R12). */
export interface TableSign extends SignSettings {
  /** The sum of one player's wagers. */
  readonly perPlayer?: { readonly min?: Cents; readonly max: Cents };
  /** The sum of all players' chips on one spot. */
  readonly perArea?: { readonly max: Cents };
}

export interface TableSettings extends TableSign {
  readonly rulebook: RulebookId;
  readonly seats: number;
  /** adelaide 6(b): odds above those listed, which the house pays at all its tables. */
  readonly higherPays?: readonly HigherPay[];
  /** People deal: a roll is settled line by line of its dealing sheet (R54). */
  readonly dealt?: true;
  /** crown 8.2.5: kept for tournaments, and played with tournament chips, which are no money. */
  readonly tournament?: true;
  /** Electronic: how long the wagering period lasts. */
  readonly wageringMs: number;
  /** Electronic: the least line wager that makes a shooter (R16). */
  readonly shootingValue: Cents;
}

export interface Staff {
  readonly person: string;
  readonly role: string;
  /** Where they stand, where it was said. */
  readonly station?: CrewStation;
}

/** What the table knows of a player beyond the game: the same order as the game's players. */
export interface Guest {
  readonly player: string;
  /** Who it is; at `aruze` one person may hold several terminals (7.1). */
  readonly person: string;
  /** The card presented: whose it is. Null where none was. */
  readonly card: { readonly id: string; readonly holder: string } | null;
  readonly excluded: boolean;
  /** Rounds in a row without a wager. */
  readonly idleRounds: number;
  /** A terminal that malfunctioned takes nothing until it is resolved (aruze 6.1). */
  readonly malfunction: string | null;
  readonly personalLimit: Limit | null;
  /** The ground on which further wagers of this player are refused (adelaide 14(b), 14(c)). */
  readonly barred?: string;
  /** The number of the last throw when the terminal was declared faulty: what later rolls decide is in doubt. */
  readonly faultySince?: number;
  /** A fault that the player reported and nobody has answered yet (aruze 7.3). */
  readonly reported?: string | null;
  /** Plays with chips on the felt: the crew enters what they do, and nobody counts their rail (R53). */
  readonly chips?: true;
  /** Since when the house has had no connection to them: no dice are offered (R58). */
  readonly away?: Instant;
  /** Needs no more time before the next throw (R57). */
  readonly ready?: true;
  /** Did not answer an offer of the dice: the next comes when they have done something (R58). */
  readonly silent?: true;
  /** Has left what could not be taken down to play out, and has no place any more (R59). */
  readonly gone?: true;
}

/** A die by its set and letter, e.g. `1a`. */
export type DieId = string;

export interface DiceState {
  /** How many sets have been used: the number of the one in use. */
  readonly set: number;
  readonly bowl: readonly DieId[];
  /** The two in play. */
  readonly hand: readonly DieId[];
  /** Off the table and looked for. */
  readonly off: readonly DieId[];
  /** Found, to be checked by the box. */
  readonly found: readonly DieId[];
  readonly lost: readonly DieId[];
  /** What is left of a replaced set, for this shooter only. */
  readonly old: readonly DieId[];
}

export interface ShooterState {
  readonly shooter: string | null;
  /** Throws for the shooter, who authorised it (crown 5.1.1(b)(i)). */
  readonly thrower: string | null;
  /** The stickperson throws because nobody took the dice. */
  readonly stick: boolean;
  readonly offeredTo: string | null;
  /** Who declined in this round of offers. */
  readonly declined: readonly string[];
  /** The seat that last had the dice; 0 before anybody had. */
  readonly lastSeat: number;
  /** Asked for a line wager with the point on (crown 5.1.1(c)). */
  readonly asked: boolean;
}

/** A sign with new limits that stands before they take effect. */
export interface PostedSign {
  readonly sign: TableSign;
  readonly postedAt: Instant;
  readonly from: Instant;
}

export interface ClosingNotice {
  readonly kind: Conduct['notices']['closing']['value'];
  readonly givenAt: Instant;
  /** The proposed time, where the notice has one. */
  readonly at: Instant | null;
  /** The last shooter, once "last shooter" was called: who had the dice then, or took them next. */
  readonly shooter: string | null;
  /** The last shooter has given up the dice. */
  readonly done?: true;
}

/** What is needed to undo the last roll (R14) or to read its dice anew. */
export interface LastRoll {
  readonly before: Game;
  readonly shooter: ShooterState;
  readonly dice: readonly [number, number];
  /** What it decided, for refunds. */
  readonly settled: readonly {
    readonly player: string;
    readonly spot: number;
    readonly stake: Cents;
    readonly outcome: string;
    readonly winnings: Cents;
  }[];
  /** Commission that it took, less what it gave back; left out where that is nothing. */
  readonly commission?: Cents;
  /** Its faces were disputed and decided: once, and for good (crown 5.3.1(b)(i)). */
  readonly faceDecided?: true;
  /** How often its call was corrected (R55); left out where it never was. */
  readonly corrections?: number;
  /** Wagers were placed, taken or called since: too late to read its faces anew (R33). */
  readonly touched: boolean;
}

/** What a roll decided for one wager, to be put right in money when the roll is found wanting later (R37). */
export interface PastSettled {
  readonly player: string;
  readonly person: string;
  readonly spot: number;
  readonly stake: Cents;
  /** Commission that goes back with the stake (R9). */
  readonly commission: Cents;
  readonly winnings: Cents;
  /** All the money that came to the player: stake returned, winnings, commission returned. */
  readonly got: Cents;
  /** Tokens in the stake: how many there were, and how many of them were taken. */
  readonly tokens?: { readonly voucher: string; readonly stake: Cents; readonly taken: Cents };
}

/** A roll by the number of its throw. */
export interface PastRoll {
  readonly throw: number;
  readonly settled: readonly PastSettled[];
  /** Wagers that it moved, by where they went, and wagers placed again. */
  readonly travelled: readonly { readonly player: string; readonly spot: number }[];
  readonly replaced: readonly { readonly player: string; readonly spot: number }[];
  readonly invalidated?: true;
}

/** What of a dealing sheet is still to be done, and what was done otherwise than owed (R54). */
export interface DealtSheet {
  readonly open: readonly OwedLine[];
  readonly differs: readonly (OwedLine & { readonly paid: Cents })[];
  /** Somebody has dealt by it: the call is no longer the stick's to correct (R55). */
  readonly begun?: true;
}

/** Turns to bet at one end of a table, or at all of it: everybody of `order` before `next` has had theirs. */
export interface TurnsAtEnd {
  readonly order: readonly string[];
  readonly next: number;
  readonly until: Instant;
}

/** Betting in turn before one roll. */
export interface Turns extends TurnsAtEnd {
  readonly ms: number;
  readonly least?: Cents;
  /** The other end of the table, where it bets at the same time. */
  readonly otherEnd?: TurnsAtEnd;
}

export interface Table {
  readonly settings: TableSettings;
  /** The sign as it stands now. */
  readonly sign: TableSign;
  readonly game: Game;
  readonly at: Instant;
  readonly phase: Phase;
  /** Since when the table stands as it does; wagers do not start it anew. Older saves do not say. */
  readonly since?: Instant;
  /** Staffed: since when wagers are open before the next throw. */
  readonly wagersSince?: Instant;
  readonly staff: readonly Staff[];
  readonly guests: readonly Guest[];
  readonly playersMost: number | null;
  /** One player to each dedicated area (star-2024 6.10). */
  readonly onePerArea?: boolean;
  /** Persons held to fewer terminals (aruze 7.1). */
  readonly terminalsMost: readonly { readonly person: string; readonly most: number }[];
  readonly excluded: readonly string[];
  readonly dice: DiceState;
  /** How often dice have been thrown or shot here: every throw has a number, so that it is drawn once. */
  readonly throws: number;
  readonly shooter: ShooterState;
  /** crown 7.4.1: "no more bets" has been announced. */
  readonly noMoreBets: boolean;
  readonly posted: PostedSign | null;
  readonly closing: ClosingNotice | null;
  /** Higher odds that the house has announced for its tables (adelaide 6(b)). */
  readonly pays?: { readonly higherPays: readonly HigherPay[]; readonly from: Instant };
  /** Runs without its drop box: chips are bought at the cashless terminal (star-2024 2.5.1). */
  readonly cashless?: true;
  /** At a table of a tournament: before every roll players bet in turn, and nobody before the turns are open (R110). */
  readonly inTurn?: true;
  /** Who bets after whom before the next roll, whose turn it is and until when (R110). */
  readonly turns?: Turns;
  /** Electronic: when the wagering period ends, or the shooter's time; at no other time is there one. */
  readonly deadline: Instant | null;
  readonly last: LastRoll | null;
  /** The rolls that can still be put right, the latest last; none where the record does not number them. */
  readonly past?: readonly PastRoll[];
  /** While a roll is settled at a table where people deal. */
  readonly sheet?: DealtSheet;
}

export const guestOf = (table: Table, player: string): Guest | undefined =>
  table.guests.find((guest) => guest.player === player);

/** Who plays under that name. */
export const personOf = (table: Table, player: string): string => guestOf(table, player)?.person ?? player;

/** Does this player play with chips on the felt? */
export const playsChips = (table: Table, player: string): boolean => guestOf(table, player)?.chips === true;

/** Is this one there: neither away nor gone? */
export const isPresent = ({ away, gone }: Guest): boolean => away === undefined && gone === undefined;

/** Has this player left wagers behind to play out (R59)? */
export const isGone = (table: Table, player: string): boolean => guestOf(table, player)?.gone === true;

/** Those who have a place: whoever left wagers to play out has none. */
export const seatedGuests = ({ guests }: Table): readonly Guest[] =>
  guests.some(({ gone }) => gone) ? guests.filter(({ gone }) => !gone) : guests;

export function withGuest(table: Table, player: string, change: Partial<Guest>): Table {
  if (!guestOf(table, player)) impossible(`${player} is not at the table`);
  return {
    ...table,
    guests: table.guests.map((guest) => (guest.player === player ? { ...guest, ...change } : guest)),
  };
}
