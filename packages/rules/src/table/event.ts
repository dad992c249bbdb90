import type { Clause, RulingId } from '../clause.js';
import type { Dice, PointNumber, Total } from '../dice.js';
import type { Outcome, RollCall, SettledTokens, TokenTerms, WagerTokens } from '../game/index.js';
import type { Selection } from '../game/save.js';
import type { Limit } from '../game/sign.js';
import type { Called } from '../game/state.js';
import type { HigherPay } from '../higher-pays.js';
import type { Cents } from '../money.js';
import type { Pay } from '../odds.js';
import type { BettingOrder, BoughtWith, CrewStation, InvalidReason, Measure, NoticeKind } from './fields.js';
import type { ClosingNotice, DieId, Instant, TableSettings, TableSign } from './state.js';

/** The version of the record: a later engine reads every earlier one. */
export const EVENT_VERSION = 1;

/** Who acted, in what role. */
export interface By {
  readonly role: string;
  readonly id: string;
}

export type ReturnedWager = Selection & {
  readonly player: string;
  readonly amount: Cents;
  readonly commission: Cents;
  /** The part of the amount that is promotional tokens. */
  readonly tokens?: Cents;
};

/** Tokens that a player has, by the voucher that they came from. */
export interface TokensHeld {
  readonly voucher: string;
  readonly amount: Cents;
}

export type SettledWager = Selection & {
  readonly player: string;
  readonly stake: Cents;
  readonly outcome: Outcome;
  readonly winnings: Cents;
  readonly returned: Cents;
  readonly collected: Cents;
  /** What became of the tokens in the stake; `returned` and `collected` are chips (R91). */
  readonly tokens?: SettledTokens;
  readonly commissionReturned?: Cents;
  readonly pay: Pay | null;
  readonly clause: Clause | null;
};
/** A wager that a roll had decided and that is void after all. */
export type VoidedWager = Selection & {
  readonly player: string;
  readonly stake: Cents;
  /** What the player has the more, or the less, by it. */
  readonly change: Cents;
  /** Tokens that were taken with it and come back. */
  readonly tokens?: TokensHeld;
};
export interface PersonsMoney {
  readonly player: string;
  readonly person: string;
  readonly amount: Cents;
}
export type MovedWager = Selection & { readonly player: string; readonly amount: Cents };

/** Placed again (R1), so much of it in tokens. */
export type ReplacedWager = MovedWager & { readonly commission: Cents; readonly tokens?: Cents };

export interface RollOutcome {
  readonly dice: Dice;
  readonly total: Total;
  readonly hard: boolean;
  readonly call: RollCall;
  readonly point: PointNumber | null;
  readonly settled: readonly SettledWager[];
  readonly travelled: readonly MovedWager[];
  readonly replaced: readonly ReplacedWager[];
  readonly warned: readonly string[];
}

/** How dice go from one shooter to the next. */
export type PassHow =
  | 'by-choice'
  | 'ordered'
  | 'seven-out'
  | 'line-wager-lost'
  | 'no-line-wager'
  | 'left'
  | 'excluded'
  | 'late'
  | 'determined';

/** What happened, in the past tense, with all that a screen, an audit or a dispute needs. */
export interface EventBodies {
  opened: { readonly settings: TableSettings; readonly hash: string };
  /** `station`: where they stand, where it was said; somebody who is here already goes there. */
  'staff-came': { readonly person: string; readonly role: string; readonly station?: CrewStation };
  'staff-left': { readonly person: string };
  sat: {
    readonly player: string;
    readonly person: string;
    readonly seat: number;
    readonly bankroll: Cents;
    /** With chips on the felt, which the crew enters; the bankroll are chips that were brought (R53). */
    readonly chips?: true;
    /** Takes up again what they had left to play out (R59). */
    readonly again?: true;
    /** Whoever had that name at the last roll has left since (R36); older records do not say. */
    readonly namesake?: true;
  };
  left: {
    readonly player: string;
    readonly paid: Cents;
    readonly returned: readonly ReturnedWager[];
    /** `away`: the place of somebody who was away, or whose last wager left to play out is decided (R59). */
    readonly why: 'by-choice' | 'vacated' | 'away';
    /** Promotional tokens that went along: they are no part of what was paid (R94). */
    readonly tokens?: readonly TokensHeld[];
  };
  /** No connection to the player any more, and one again: told by the house (R58). */
  'went-away': { readonly player: string };
  'came-back': { readonly player: string };
  /** The player needs no more time before the next throw (R57). */
  'said-ready': { readonly player: string };
  /** At a table of a tournament: from now on players bet in turn before every roll, or all at once again (R110). */
  'betting-ordered': { readonly how: BettingOrder };
  /** At a table of a tournament: players bet in turn, each for so long; whose turn is over (R110). */
  'turns-opened': {
    readonly order: readonly string[];
    /** Who bets after whom at the other end, where both bet at the same time. */
    readonly otherEnd?: readonly string[];
    readonly ms: number;
    /** What whoever is silent has on the layout at the least. */
    readonly least?: Cents;
  };
  /** `silent`: by the clock. */
  'turn-passed': { readonly player: string; readonly silent?: true };
  /** Tournament chips that were taken as a penalty (R112). */
  'chips-taken': { readonly player: string; readonly amount: Cents };
  /** The place is free, the money paid out, what could not be taken down plays out; then what that brought (R59). */
  released: {
    readonly player: string;
    readonly paid: Cents;
    readonly why: 'away' | 'by-choice';
    readonly tokens?: readonly TokensHeld[];
  };
  /** `with`: at a seat of chips, what they were bought with, or that they were brought (R53). */
  'chips-bought': { readonly player: string; readonly amount: Cents; readonly with?: BoughtWith };
  /** star 1.1: a voucher changed for tokens; `brought`: tokens that a voucher was changed for before (R94). */
  'tokens-exchanged': {
    readonly player: string;
    readonly voucher: string;
    readonly amount: Cents;
    readonly terms: TokenTerms;
    readonly brought?: true;
  };
  /** Chips changed for larger ones, or smaller: no money moves. */
  'coloured-up': { readonly player: string; readonly amount: Cents };
  /** Electronic: credits paid out of the meter while the terminal is kept. */
  'credits-collected': { readonly player: string; readonly amount: Cents };
  'card-presented': { readonly player: string; readonly card: string; readonly holder: string };
  /** `onePerArea`: one player to each dedicated area as well (star-2024 6.10). */
  'players-limited': { readonly most: number | null; readonly onePerArea?: true };
  'terminals-limited': { readonly person: string; readonly most: number };
  'dice-offered': { readonly player: string };
  /** `silent`: by giving no answer in time (R58). */
  'dice-declined': { readonly player: string; readonly silent?: true };
  'dice-accepted': { readonly player: string };
  'dice-chosen': { readonly player: string; readonly dice: readonly DieId[] };
  'thrower-authorised': { readonly player: string; readonly thrower: string };
  'nobody-took-dice': { readonly throws: 'stickperson' | 'nobody' };
  'point-lapsed': { readonly point: PointNumber };
  'dice-passed': { readonly player: string | null; readonly how: PassHow; readonly ground?: string };
  'line-wager-asked': { readonly player: string };
  'game-voided': { readonly point: PointNumber | null; readonly returned: readonly ReturnedWager[] };
  'no-more-bets': object;
  'dice-thrown': { readonly thrower: string | null; readonly shooter: string | null };
  wagered: Selection & {
    readonly player: string;
    readonly amount: Cents;
    readonly whole: Cents;
    readonly commission: Cents;
    /** The part of the amount that is tokens, and commission that they paid. */
    readonly tokens?: WagerTokens;
    readonly stay?: boolean;
    readonly found?: true;
    /** Found over a maximum: no more than this of the whole counts (R35). */
    readonly counts?: Cents;
    /** Found while a notice asked for multiples of this minimum (R35). */
    readonly multiple?: Cents;
    readonly rescue?: true;
    readonly late?: true;
    readonly oral?: true;
    readonly unfair?: string;
    readonly confirmed?: readonly By[];
    /** The person it was placed for, where that is another than the player (R49). */
    readonly for?: string;
  };
  took: Selection & {
    readonly player: string;
    readonly amount: Cents;
    readonly tokens?: Cents;
    readonly commissionReturned: Cents;
    readonly alsoReturned: readonly ReturnedWager[];
    readonly holdsDontCome: boolean;
    readonly unfair?: string;
  };
  called: {
    readonly player: string;
    readonly to: Called;
    /** What each wager covered is called now. */
    readonly wagers: readonly (Selection & { readonly called: Called | null })[];
  };
  /** `faceDecided`: not called but decided, after a dispute about the faces. */
  rolled: RollOutcome & {
    readonly faceDecided?: true;
    /** The number of the throw at this table: by it a roll is named later. */
    readonly throw?: number;
  };
  'no-roll': {
    readonly ground: string;
    readonly must: boolean;
    readonly text: string;
    readonly diceOff: readonly DieId[];
  };
  'face-decided': {
    readonly was: readonly [number, number];
    readonly outcome: RollOutcome;
    /** What the commission taken changes by, against the first reading; older records do not say. */
    readonly commission?: Cents;
  };
  /** R55: the call was wrong, and nobody disputes the faces. */
  'call-corrected': {
    readonly was: readonly [number, number];
    readonly outcome: RollOutcome;
    readonly reason: string;
    /** What the commission taken changes by, against the first call. */
    readonly commission?: Cents;
  };
  'throw-voided': {
    readonly was: readonly [number, number];
    /** Why, where it was not a dispute about the faces. */
    readonly ground?: string;
    /** What the commission taken changes by; older records do not say. */
    readonly commission?: Cents;
  };
  settled: { readonly idle: readonly string[] };
  /** Lines of the dealing sheet that are done (R54). */
  'lines-dealt': { readonly lines: readonly string[] };
  /** Over- or underpaid: what was owed on a line, besides the stake, and what really went over. */
  'line-differs': {
    readonly line: string;
    readonly player: string;
    readonly owed: Cents;
    readonly paid: Cents;
    readonly note: string;
  };
  /** The dice went on with these lines open. */
  'sheet-waved': { readonly open: readonly string[]; readonly reason: string };
  'die-found': { readonly die: DieId };
  'die-checked': {
    readonly die: DieId;
    readonly sound: boolean;
    readonly to: 'bowl' | 'shooter' | 'removed';
  };
  'die-lost': { readonly die: DieId };
  'set-replaced': { readonly set: number; readonly dice: readonly DieId[] };
  'sign-posted': { readonly sign: TableSign; readonly from: Instant };
  'limits-changed': { readonly sign: TableSign };
  'personal-limits-set': { readonly player: string; readonly limit: Limit | null };
  'closing-announced': {
    readonly kind: ClosingNotice['kind'] /** The proposed time, where the notice has one. */;
    readonly closesAt: Instant | null;
  };
  closed: { readonly returned: readonly ReturnedWager[] };
  'wager-refused': {
    readonly player: string;
    readonly reason: string;
    readonly returned: readonly ReturnedWager[];
  };
  'wagers-voided': {
    readonly player: string;
    readonly ground: string;
    readonly returned: readonly ReturnedWager[];
    /** While a roll is settled: what it decided has no result; winnings go back to the house, stakes to the player. */
    readonly decided?: readonly VoidedWager[];
  };
  'player-excluded': { readonly player: string; readonly person: string; readonly ground: string };
  /** Further wagers of the player are refused. */
  'wagers-barred': { readonly player: string; readonly person: string; readonly ground: string };
  'person-readmitted': { readonly person: string; readonly reason: string };
  /** Excluded by the house elsewhere, while here (R63); and that lifted again. */
  'person-kept-out': { readonly person: string; readonly reason: string };
  'person-let-in': { readonly person: string; readonly reason: string };
  'measure-recorded': {
    readonly player: string;
    readonly person: string;
    readonly measure: Measure;
    readonly note: string;
    /** Money of the player that went to the house with it (crown 9.2.3). */
    readonly seized?: Cents;
  };
  'outcome-invalidated': {
    readonly ground: string;
    readonly money: 'refunded' | 'stands';
    readonly point: PointNumber | null;
    readonly refunded: readonly (Selection & {
      readonly player: string;
      readonly stake: Cents;
      readonly commission: Cents;
    })[];
    readonly forfeited: readonly (Selection & { readonly player: string; readonly stake: Cents })[];
    /** R36, R37: the roll taken out of the game, or only its money put right; missing in older records: undone. */
    readonly how?: 'undone' | 'refunded';
    readonly throw?: number;
    /** What every balance gains or loses by it, wagers returned apart. */
    readonly adjusted?: readonly { readonly player: string; readonly amount: Cents }[];
    /** Tokens that it took and that are back (R95). */
    readonly tokensBack?: readonly (TokensHeld & { readonly player: string })[];
    /** Placed since and unable to stand without the roll, or placed again by it. */
    readonly returned?: readonly ReturnedWager[];
    /** Wagers that the roll had moved, by where they stood, and that are back where they came from. */
    readonly travelledBack?: readonly MovedWager[];
    /** Whoever threw that roll may throw no more. */
    readonly offeredAnew?: true;
    /** What is wanting at the table: winnings that are gone, and refunds to people who have left. */
    readonly claims?: readonly PersonsMoney[];
    readonly owed?: readonly PersonsMoney[];
  };
  'wagers-found-invalid': {
    readonly player: string;
    readonly when: 'before-roll' | 'during-result';
    readonly returned: readonly ReturnedWager[];
    /** Winnings of the last roll that the player is not entitled to. */
    readonly winningsTaken: Cents;
    /** What makes them invalid, where it was said. */
    readonly why?: InvalidReason;
  };
  /** aruze 7.3: a player tells the house that a terminal is faulty. */
  'fault-reported': { readonly player: string; readonly person: string; readonly note: string };
  'report-answered': { readonly player: string; readonly note: string };
  /** aruze 7.13.2: somebody beside a terminal was told to make room, and did. */
  'area-cleared': { readonly person: string };
  /** aruze 7.13: somebody told to make room stayed; `player` where it was from a terminal. */
  'vacate-refused': { readonly person: string; readonly player: string | null };
  'notice-taken-down': { readonly notice: NoticeKind };
  /** adelaide 6(b): what the house pays at all its tables from a time on (R60). */
  'pays-posted': { readonly higherPays: readonly HigherPay[]; readonly from: Instant };
  'pays-raised': { readonly higherPays: readonly HigherPay[] };
  /** star-2024 2.5.1: the table runs without its drop box, or with it again (R61). */
  'cashless-set': { readonly on: boolean };
  'wagering-opened': { readonly until: Instant };
  'wagering-closed': { readonly shooter: string | null; readonly shootBy: Instant | null };
  shot: { readonly how: 'shooter' | 'automatic' | 'machine'; readonly player: string | null };
  'round-voided': { readonly ground: string; readonly returned: readonly ReturnedWager[] };
  'malfunction-declared': {
    readonly player: string;
    readonly ground: string;
    /** The number of the last throw whose result is not in doubt. */
    readonly since?: number;
  };
  'malfunction-resolved': {
    readonly player: string;
    readonly how: 'confirmed' | 'voided';
    /** What the meter gains or loses, what `decided` says included. */
    readonly adjustment: Cents;
    /** Decided by rolls since the fault was declared, and void with the rest. */
    readonly decided?: readonly VoidedWager[];
    readonly returned: readonly ReturnedWager[];
    readonly reason: string;
  };
  'system-malfunctioned': { readonly ground: string; readonly returned: readonly ReturnedWager[] };
  'system-restored': object;
}
export type EventName = keyof EventBodies;

interface EventHead {
  readonly v: typeof EVENT_VERSION;
  readonly at: Instant;
  readonly by?: By;
  /** The clause under which it happened, and our ruling where the book is silent. */
  readonly clause?: Clause | null;
  readonly ruling?: RulingId;
}
export type TableEvent = {
  [Name in EventName]: EventHead & { readonly event: Name } & EventBodies[Name];
}[EventName];
export type EventOf<Name extends EventName> = Extract<TableEvent, { event: Name }>;

/** An event before the table adds version, time and person. */
export type Happened = {
  [Name in EventName]: {
    readonly event: Name;
    readonly clause?: Clause | null;
    readonly ruling?: RulingId;
  } & EventBodies[Name];
}[EventName];
