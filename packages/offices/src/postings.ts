import type { Cents } from '@boxperson/rules';

/** Signed integer cents. */
export interface Posting {
  readonly account: string;
  readonly amount: Cents;
}

/** What an event does to the ledger. Its postings sum to zero. */
export interface Entry {
  readonly reason: string;
  readonly postings: readonly Posting[];
  readonly note?: string;
}

/** So much from one account to another. */
export const transfer = (reason: string, from: string, to: string, amount: Cents): Entry => ({
  reason,
  postings: [
    { account: from, amount: -amount },
    { account: to, amount },
  ],
});

export const NO_ENTRIES: readonly Entry[] = [];

/** Accounts that never go below zero. The database checks the same prefixes. */
export const GUARDED_PREFIXES = ['player/', 'terminal/', 'escrow/', 'ticket/'] as const;

export const isGuarded = (account: string): boolean =>
  GUARDED_PREFIXES.some((prefix) => account.startsWith(prefix));

/** How much money goes from one account to another by it. */
export const movedBy = (entries: readonly Pick<Entry, 'postings'>[]): Cents =>
  entries.reduce(
    (sum, { postings }) => sum + postings.reduce((more, { amount }) => more + Math.max(0, amount), 0),
    0,
  );
