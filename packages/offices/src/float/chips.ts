import { type Cents, makeDollars } from '@boxperson/rules';
import { z } from 'zod';
import { need } from '../office.js';

/** So many chips of one kind. */
export interface ChipCount {
  /** What one of them is worth. */
  readonly chip: Cents;
  readonly count: number;
}
export type Chips = readonly ChipCount[];

const KINDS_MOST = 20;
const COUNT_MOST = 1_000_000;

const chipCount = z.strictObject({
  chip: z.number().int().positive().max(100_000_000).meta({ money: true, title: 'Chip' }),
  count: z.number().int().nonnegative().max(COUNT_MOST).meta({ title: 'How many' }),
});

const areDistinct = (chips: Chips): boolean => new Set(chips.map(({ chip }) => chip)).size === chips.length;

/** What lies in a tray, or is carried to or from it, by denomination. */
export const chipsCounted = z
  .array(chipCount)
  .min(1)
  .max(KINDS_MOST)
  .refine(areDistinct, 'name each kind of chip once')
  .meta({ title: 'Chips by denomination' });

/** The same where nothing carries nothing. */
export const chipsCarried = chipsCounted.refine((chips) => worthOf(chips) > 0, 'there must be a chip');

export const worthOf = (chips: Chips): Cents => chips.reduce((sum, { chip, count }) => sum + chip * count, 0);

/** The largest first, kinds of which there is none left out. */
export const sortedChips = (chips: Chips): Chips =>
  chips.filter(({ count }) => count > 0).sort((one, other) => other.chip - one.chip);

/** What was counted less what should have been, kind by kind; kinds that agree are left out. */
export function chipsApart(counted: Chips, expected: Chips): Chips {
  const kinds = [...new Set([...counted, ...expected].map(({ chip }) => chip))];
  const many = (chips: Chips, kind: Cents) => chips.find(({ chip }) => chip === kind)?.count ?? 0;
  return kinds
    .map((chip) => ({ chip, count: many(counted, chip) - many(expected, chip) }))
    .filter(({ count }) => count !== 0)
    .sort((one, other) => other.chip - one.chip);
}

export function needChips(chips: Chips): void {
  need(Array.isArray(chips) && chips.length <= KINDS_MOST, 'chips are not a list');
  need(areDistinct(chips), 'a kind of chip is counted twice');
  for (const { chip, count } of chips) {
    need(Number.isSafeInteger(chip) && chip > 0, 'a chip is worth nothing');
    need(Number.isSafeInteger(count) && count >= 0, 'chips are counted in whole numbers');
  }
}

/** What is not as it should be, in words for whoever counted. */
export const apartInWords = (counted: Cents, expected: Cents): string =>
  counted === expected
    ? 'as expected'
    : `${makeDollars(Math.abs(counted - expected))} ${counted > expected ? 'over' : 'short'}`;

export const inWords = (chips: Chips): string =>
  sortedChips(chips)
    .map(({ chip, count }) => `${count} × ${makeDollars(chip)}`)
    .join(', ');
