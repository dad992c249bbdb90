import type { Clause } from '../clause.js';
import type { PointNumber } from '../dice.js';
import type { Outcome } from '../game/index.js';
import type { Selection } from '../game/save.js';
import type { Cents } from '../money.js';
import type { Pay } from '../odds.js';
import type { Exact } from './exact.js';
import type { ChipCount } from './fewest.js';
import type { Key } from './keys.js';
import type { End, Station } from './places.js';
import type { ChipPreference } from './profile.js';
import type { Section } from './sections.js';

/**
 * What is done with a wager. `pay`: winnings beside chips that are the player's to pick up. `down`: winnings, and the
 * wager handed over with them. `pay-and-leave-up`: winnings, and the wager stands again (R1). `return`: the stake goes
 * back. `stand`: neither taken nor paid though the dice could have decided it; there is nothing to do.
 */
export const ACTIONS = ['take', 'pay', 'pay-and-leave-up', 'down', 'return', 'move', 'stand'] as const;
export type DealingAction = (typeof ACTIONS)[number];

/** What differs between the winnings by the odds and those paid, and by which clause. */
export interface Rounding {
  readonly way: 'up' | 'down';
  readonly by: Exact;
  readonly clause: Clause | null;
}

/** Where the money of a line goes: what the player's rail, the layout and the house have more by it. Always nothing in sum. */
export interface Moved {
  readonly rail: Cents;
  readonly layout: Cents;
  readonly house: Cents;
}

/** One way to hand it over: chips out of the float, and chips that go into it. */
export interface ChipWay {
  readonly way: ChipPreference;
  readonly give: readonly ChipCount[];
  readonly take: readonly ChipCount[];
}

/** Promotional tokens among a stake: how many lay there, what becomes of them, and how many stand afterwards (R91). */
export interface DealtTokens {
  readonly voucher: string;
  readonly lay: Cents;
  readonly taken: Cents;
  readonly back: Cents;
  readonly up: Cents;
}

/** What the roll did to one wager. */
export interface DealtWager {
  /** The throw, the spot and the player: the same whoever makes the sheet, and whenever. */
  readonly id: string;
  readonly player: string;
  readonly seat: number;
  readonly end: End;
  readonly selection: Selection;
  /** The spot in the words of the book. */
  readonly spot: string;
  readonly section: Section;
  readonly stage: 'take' | 'pay';
  readonly action: DealingAction;
  readonly outcome: Outcome | null;
  /** All that lay there, chips and tokens. */
  readonly stake: Cents;
  /** The tokens in it, where there are any: every other figure is in chips. */
  readonly tokens?: DealtTokens;
  /** The odds it was paid at, "to". */
  readonly odds: Pay | null;
  /** Winnings by the odds, before rounding. */
  readonly exact: Exact | null;
  readonly rounding: Rounding | null;
  /** Winnings as the engine paid them, and what it collected of the stake. */
  readonly paid: Cents;
  readonly taken: Cents;
  /** What of the stake goes back to the player. */
  readonly back: Cents;
  /** Commission taken again on a wager put back (R1, R9), and commission handed back (R11). */
  readonly commission: Cents;
  readonly commissionBack: Cents;
  /** What stands on the layout after it. */
  readonly up: Cents;
  /** What the dealer hands over besides the stake: winnings less what other parts of the wager lost, less commission. */
  readonly hands: Cents;
  readonly moved: Moved;
  /** Where a wager moves to. */
  readonly to: PointNumber | null;
  /** The odds that may now be put behind a wager that moved, at most. */
  readonly oddsUpTo: Cents | null;
  /** Why it stands. */
  readonly because: 'barred' | 'off' | null;
  readonly key: Key | null;
  readonly clause: Clause | null;
}

export interface SheetLine extends DealtWager {
  readonly station: Station;
  /** Counted on each sheet by itself. */
  readonly order: number;
  /** What whoever deals it says. */
  readonly words: string;
  /** What the stick says who directs it; null where the stick has no part in it. */
  readonly directs: string | null;
  /** Ways to make it in chips, the profile's first; none where there is nothing to hand over or the float is short. */
  readonly chips: readonly ChipWay[];
  readonly short: boolean;
}
