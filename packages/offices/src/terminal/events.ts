import type { Cents, Dice, Total } from '@boxperson/rules';
import type { EventsOf } from '../kit.js';
import type { CompanionEvent, HappenedOf } from '../office.js';

/** A wager as it stood when wagering closed (aruze 3.3.7), and what became of it. */
export interface RecalledWager {
  readonly wager: string;
  readonly number?: number;
  readonly high?: number;
  readonly dice?: Dice;
  readonly amount: Cents;
  readonly outcome: 'won' | 'lost' | 'drawn' | 'stays' | 'moved' | 'returned';
  /** What came back to the meter for it: stake and winnings. */
  readonly paid: Cents;
}

export interface RecalledTerminal {
  readonly seat: number;
  readonly player: string;
  readonly wagers: readonly RecalledWager[];
  readonly creditBefore: Cents;
  readonly creditAfter: Cents;
}

interface At {
  readonly seat: number;
  readonly player: string;
  /** Whom it is about. The first houses did not write it down everywhere. */
  readonly person?: string;
}
interface Money {
  readonly seat: number;
  readonly player: string;
  readonly person: string;
  readonly amount: Cents;
  /** Play money never becomes anything else. */
  readonly play: boolean;
}

export interface TerminalBodies {
  'note-in': Money;
  'ticket-in': Money & { readonly ticket: string };
  /** From the central system (aruze 3.4.4). */
  'transfer-in': Money & { readonly reference: string };
  'ticket-out': Money & { readonly ticket: string; readonly checkpoint: string | null };
  /** Paid by hand, and signed for (aruze 4.1). */
  'hand-paid': Money & {
    readonly form: string;
    readonly signedBy: string;
    readonly by: string;
    /** Not always what the player asked for (aruze 4.3.2). */
    readonly paidIn: 'cash' | 'cheque' | 'transfer';
    /** What the player showed, where the house asked (aruze 4.3.3). */
    readonly identification?: string;
  };
  /** aruze 4.3.1: paid later, at a time both agree on. */
  'hand-pay-delayed': At & { readonly until: number; readonly reason: string; readonly by: string };
  /** The printer, or the person, has the ticket. */
  'ticket-printed': At & { readonly ticket: string };
  'hand-pay-asked': At & { readonly amount: Cents };
  'attendant-called': At & { readonly reason: string };
  'fault-reported': At & { readonly what: string };
  'attendant-came': At & { readonly by: string };
  locked: At & {
    readonly why: string;
    readonly figures: Readonly<Record<string, number>>;
    /** By hand, while something is looked into, and which inspector was told (aruze 6.5). */
    readonly by?: string;
    readonly inspector?: string;
  };
  unlocked: At & { readonly by: string; readonly how: 'recalculated' | 'voided'; readonly reason: string };
  /** Everybody's wagers as they stood, and what became of them. */
  round: {
    readonly round: number;
    readonly dice: Dice | null;
    readonly total: Total | null;
    readonly point: number | null;
    readonly void?: string;
    readonly terminals: readonly RecalledTerminal[];
  };
}

export type TerminalEvent = EventsOf<TerminalBodies> & Pick<CompanionEvent, 'n'>;
export type TerminalHappened = HappenedOf<TerminalEvent>;
/** Events that bring money to the meter or take it off, beside the table's own event of it. */
export type MoneyEvent = Extract<
  TerminalEvent,
  { event: 'note-in' | 'ticket-in' | 'transfer-in' | 'ticket-out' | 'hand-paid' }
>;
