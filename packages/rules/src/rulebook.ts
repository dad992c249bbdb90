import type { Clause, RulingId, Stated } from './clause.js';
import type { ByNumber, HardNumber, Total } from './dice.js';
import type { Pay } from './odds.js';
import type { Policies } from './policies.js';
import type { WagerId } from './wager.js';

/**
 * The shape of a rulebook. A rulebook is data: plain literals, every stated value with its clause, every reading with
 * its ruling. Policies (`policies.ts`) are named choices which the engine implements, never functions.
 */
export const RULEBOOK_IDS = ['star', 'star-2024', 'crown', 'crown-mini', 'adelaide', 'aruze'] as const;
export type RulebookId = (typeof RULEBOOK_IDS)[number];

/** Where the outcomes of a wager are written down. */
interface Outcomes {
  readonly wins: Clause;
  readonly loses: Clause;
}

interface Named {
  /** The rulebook's own name for the wager. */
  readonly name: string;
  /** Where the wager is defined. */
  readonly clause: Clause;
}

/** `pass` and `come`: a natural or craps on the first roll, or a point of its own. */
export interface LineRule extends Named {
  readonly pays: Stated<Pay>;
  readonly wins: { readonly natural: Clause; readonly point: Clause };
  readonly loses: { readonly craps: Clause; readonly point: Clause };
}
/** `dont-pass` and `dont-come`: the opposite, with one total barred. */
export interface DontRule extends Named {
  readonly pays: Stated<Pay>;
  readonly wins: { readonly craps: Clause; readonly point: Clause };
  readonly loses: { readonly natural: Clause; readonly point: Clause };
  readonly bar: Clause;
}
export interface OddsRule extends Named, Outcomes {
  readonly pays: Stated<ByNumber<Pay>>;
  /** Where the amount is limited (R8). */
  readonly limit: Clause;
}
export interface NumberRule extends Named, Outcomes {
  readonly pays: Stated<ByNumber<Pay>>;
}
export interface HardwayRule extends Named {
  readonly pays: Stated<Readonly<Record<HardNumber, Pay>>>;
  readonly wins: Readonly<Record<HardNumber, Clause>>;
  readonly loses: Readonly<Record<HardNumber, Clause>>;
}
export interface BigRule extends Named, Outcomes {
  readonly pays: Stated<Pay>;
}
/** Decided by the next roll: the totals that win, each with its pay. */
export interface OneRollRule extends Named, Outcomes {
  readonly pays: Stated<Readonly<Partial<Record<Total, Pay>>>>;
}
/** A one-roll wager that is so many equal wagers; the pay is on the part (R3). */
export interface SplitRule extends OneRollRule {
  readonly parts: Stated<1 | 2 | 4 | 5>;
}
export interface HopRule extends Named, Outcomes {
  readonly pays: Stated<{ readonly hard: Pay; readonly easy: Pay }>;
}

export interface WagerRules {
  readonly pass: LineRule;
  readonly 'dont-pass': DontRule;
  readonly come: LineRule;
  readonly 'dont-come': DontRule;
  readonly 'pass-odds': OddsRule;
  readonly 'dont-pass-odds': OddsRule;
  readonly 'come-odds': OddsRule;
  readonly 'dont-come-odds': OddsRule;
  readonly place: NumberRule;
  readonly 'place-lose': NumberRule;
  readonly buy: NumberRule;
  readonly lay: NumberRule;
  readonly hardway: HardwayRule;
  readonly 'big-6': BigRule;
  readonly 'big-8': BigRule;
  readonly field: OneRollRule;
  readonly 'any-seven': OneRollRule;
  readonly 'any-craps': OneRollRule;
  readonly 'craps-2': OneRollRule;
  readonly 'craps-3': OneRollRule;
  readonly 'craps-12': OneRollRule;
  readonly eleven: OneRollRule;
  readonly craps: OneRollRule;
  readonly 'craps-eleven': SplitRule;
  readonly horn: SplitRule;
  readonly 'horn-high': SplitRule;
  readonly world: SplitRule;
  readonly hop: HopRule;
}
export type OfferedWagers = { readonly [Id in WagerId]: WagerRules[Id] | null };

/** Who a person at the table is to the rules. Higher rank may do what a lower one may. */
export interface Role {
  readonly id: string;
  readonly title: string;
  readonly clause: Clause | null;
}

/** Acts that a rulebook gives to somebody. Null in a rulebook that does not know the act. */
export const POWERS = [
  'offer-dice',
  'call-total',
  'no-roll',
  'decide-face',
  'check-found-die',
  'order-pass',
  'throw-for-nobody',
  'confirm-late-wager',
  'confirm-oral-wager',
  'confirm-call',
  'confirm-call-off',
  'settle-wagers',
  'wave-through',
  'show-sign',
  'change-limits',
  'set-personal-limits',
  'limit-players',
  'refuse-wager',
  'void-wagers',
  'exclude-player',
  'seize-winnings',
  'confiscate-device',
  'detain',
  'recommend-exclusion',
  'invalidate-outcome',
  'forfeit-wagers',
  'vacate-idle',
  'close-table',
  'decide-dispute',
  'review-dispute',
  'add-stickperson',
  'relax-close',
  'confirm-malfunction',
  'void-round',
  'withhold-payment',
  'limit-terminals',
] as const;
export type Power = (typeof POWERS)[number];

/** A reading of ours beyond the shared rulings: what the book is silent on, what we do, why. */
export interface Note {
  readonly clause: Clause | null;
  readonly ruling: RulingId | null;
  readonly reading: string;
  readonly reason: string;
}

/** What it states besides, and how the game is played and conducted: see the table of policies. */
export interface Rulebook extends Policies {
  readonly id: RulebookId;
  /** As the rulebook titles itself. */
  readonly title: string;
  readonly edition: string;
  /** Where the permissible wagers are listed: what says no to any other. */
  readonly permissible: Clause;
  readonly wagers: OfferedWagers;
  /** Lowest rank first. */
  readonly roles: readonly Role[];
  /** The lowest role that may do it. */
  readonly powers: Readonly<
    Record<
      Power,
      { readonly role: string; readonly clause: Clause | null; readonly ruling?: RulingId } | null
    >
  >;
  readonly notes: readonly Note[];
}
