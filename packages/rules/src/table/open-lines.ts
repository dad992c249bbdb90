import { type OwedLine, owedBy, type Reading, sheetIdOf } from '../dealing/owed.js';
import type { Refusal } from '../result.js';
import { makeList } from '../words.js';
import type { RollOutcome } from './event.js';
import type { DealtSheet, Table } from './state.js';
import { no } from './verb.js';

/** A roll as it was called at first. */
export const CALLED_ONCE: Reading = { corrections: 0, isAnew: false };

/** The sheet of a roll, at a table where people deal. */
export const sheetFor = (
  { settings }: Table,
  throwNumber: number,
  outcome: RollOutcome,
  reading: Reading,
): { readonly sheet?: DealtSheet } =>
  settings.dealt ? { sheet: { open: owedBy(sheetIdOf(throwNumber, reading), outcome), differs: [] } } : {};

export const withoutSheet = ({ sheet: _sheet, ...table }: Table): Table => table;

/** Chips that were declared void are no part of the sheet: their event says what goes back. */
export const withoutLinesOf = ({ sheet }: Table, player: string): { readonly sheet?: DealtSheet } =>
  sheet ? { sheet: { ...sheet, open: sheet.open.filter((line) => line.player !== player) } } : {};

export const openOf = ({ sheet }: Table): readonly OwedLine[] => sheet?.open ?? [];

const counted = (lines: readonly OwedLine[]): string =>
  `${lines.length} ${lines.length === 1 ? 'line is' : 'lines are'} open`;

/** The rule that keeps the dice back until then. */
export const settleFirst = ({ game }: Table) => game.rulebook.conduct.wagers.settleFirst;

/** Why a roll is not settled yet: how many lines are open, and whose. */
export function whyNotDealt(table: Table): Refusal | null {
  const open = openOf(table);
  if (open.length === 0) return null;
  const players = [...new Set(open.map(({ player }) => player))];
  const each = players.map((name) => `${open.filter(({ player }) => player === name).length} of ${name}`);
  return no('out-of-phase', settleFirst(table), `${counted(open)}: ${makeList(each)}.`);
}
