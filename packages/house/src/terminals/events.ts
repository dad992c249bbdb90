import type { Cents, Dice, Total } from '@boxperson/rules';

/** The version of what terminals write into the log. */
export const TERMINAL_VERSION = 1;

export const terminalStream = (table: string): string => `terminal/${table}`;

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

interface Bodies {
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

/** Events that bring money to the meter or take it off, beside the table's own event of it. */
export const MONEY_EVENTS: readonly string[] = [
  'note-in',
  'ticket-in',
  'transfer-in',
  'ticket-out',
  'hand-paid',
];

interface At {
  readonly seat: number;
  readonly player: string;
}
interface Money extends At {
  readonly person: string;
  readonly amount: Cents;
  /** Play money never becomes anything else. */
  readonly play: boolean;
}

export type TerminalEventName = keyof Bodies;
export type TerminalEvent = {
  [Name in TerminalEventName]: {
    readonly v: typeof TERMINAL_VERSION;
    readonly at: number;
    readonly event: Name;
    /** The table's place in its own stream when it happened. */
    readonly n: number;
  } & Bodies[Name];
}[TerminalEventName];
export type TerminalHappened = {
  [Name in TerminalEventName]: { readonly event: Name } & Bodies[Name];
}[TerminalEventName];
