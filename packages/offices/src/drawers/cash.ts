import { type Cents, makeDollars } from '@boxperson/rules';
import { z } from 'zod';
import { need } from '../office.js';

/** So many notes or coins of one kind. */
export interface CashCount {
  readonly note: Cents;
  readonly count: number;
}
export type Cash = readonly CashCount[];

const KINDS_MOST = 20;

const cashCount = z
  .strictObject({
    note: z.number().int().positive().max(10_000_000).meta({ money: true, title: 'Note or coin' }),
    count: z.number().int().nonnegative().max(1_000_000).meta({ title: 'How many' }),
  })
  .meta({ title: 'Kind of cash' });

const areDistinct = (cash: Cash): boolean => new Set(cash.map(({ note }) => note)).size === cash.length;

/** What is in a drawer, by kind. An empty one has nothing in it. */
export const cashCounted = z
  .array(cashCount)
  .max(KINDS_MOST)
  .refine(areDistinct, 'name each kind of note or coin once')
  .meta({ title: 'Cash by kind' });

export const cashWorth = (cash: Cash): Cents => cash.reduce((sum, { note, count }) => sum + note * count, 0);

/** The largest first, kinds of which there is none left out. */
export const sortedCash = (cash: Cash): Cash =>
  cash.filter(({ count }) => count > 0).sort((one, other) => other.note - one.note);

export function needCash(cash: Cash): void {
  need(Array.isArray(cash) && cash.length <= KINDS_MOST && areDistinct(cash), 'cash is not a list');
  for (const { note, count } of cash)
    need(Number.isSafeInteger(note) && note > 0 && Number.isSafeInteger(count) && count >= 0, 'cash is odd');
}

export const cashInWords = (cash: Cash): string =>
  sortedCash(cash)
    .map(({ note, count }) => `${count} × ${makeDollars(note)}`)
    .join(', ') || 'nothing';
