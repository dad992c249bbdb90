import type { RulebookId } from '@boxperson/rules';
import type { LaidRoll } from '@boxperson/rules/school';

// A roll of the record as the school teaches it: the chips as they lay and the dice. The house reads it from the log when
// a trainer asks for it, and leaves every name where it is.

export interface LaidOfRecord {
  readonly book: RulebookId;
  readonly roll: LaidRoll;
}

/** Under which name such a roll is asked for among facts: the table and the place in its stream. */
export const laidOf = (table: string, n: number): string => `laid/${table}/${n}`;

/** The table and the place that such a name means; null for any other name. */
export function laidIn(name: string): { readonly table: string; readonly n: number } | null {
  const [, table, n] = /^laid\/([^/]+)\/(\d{1,15})$/.exec(name) ?? [];
  return table === undefined || n === undefined ? null : { table, n: Number(n) };
}
