// Small makers for what the tests append.
import type { LedgerEntry, LogEntry, Posting, StoreFault, Work } from '../../src/store/store.js';
import { StoreError } from '../../src/store/store.js';

export const event = (stream: string, position: number, body: unknown = { n: position }): LogEntry => ({
  stream,
  position,
  at: 1_700_000_000_000 + position,
  body: JSON.stringify(body),
});

export const command = (id: string, hash = `hash of ${id}`): NonNullable<Work['command']> => ({
  id,
  hash,
  answer: JSON.stringify({ done: id }),
});

/** From one account to another. */
export const move = (from: string, to: string, amount: number): LedgerEntry => ({
  reason: `${from} to ${to}`,
  postings: [
    { account: from, amount: -amount },
    { account: to, amount },
  ],
});

export const work = (parts: Partial<Work>): Work => ({ command: null, events: [], entries: [], ...parts });

/** The fault that a refused append names; an error of any other kind comes through. */
export const faultOf = async (appended: Promise<unknown>): Promise<StoreFault | 'none'> => {
  try {
    await appended;
    return 'none';
  } catch (error) {
    if (error instanceof StoreError) return error.fault;
    throw error;
  }
};

export const sumByAccount = (postings: readonly Posting[]): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const { account, amount } of postings) sums.set(account, (sums.get(account) ?? 0) + amount);
  return sums;
};
