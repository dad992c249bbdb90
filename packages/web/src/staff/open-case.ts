import { CASES, type CaseKind } from '@boxperson/offices';
import type { RulebookId } from '@boxperson/rules';
import { addressOf, verbsAt, type Workplace } from './workplace.js';

const NAME_LETTERS = 8;

/** A name for a case that nobody has opened. */
export const freshName = (): string => `c-${crypto.randomUUID().replaceAll('-', '').slice(0, NAME_LETTERS)}`;

/** What a case is about, as far as the screen knows it where it is opened. */
export interface About {
  readonly kind?: CaseKind;
  /** Where no table is meant. */
  readonly rulebook?: RulebookId;
  readonly table?: string;
  readonly roll?: string;
  readonly line?: string;
  readonly ticket?: string;
  readonly seat?: string;
  readonly player?: string;
  readonly patron?: string;
  /** In a sentence: whoever has nothing to add need not write. */
  readonly says?: string;
  /** The screen that it is opened from, to go back to. */
  readonly from?: string;
}

export const mayOpenCase = (place: Workplace): boolean =>
  verbsAt(place, CASES).some(([name]) => name === 'open');

/** The form of a new case with all of it filled in. */
export const caseAddress = (place: Workplace, about: About): string =>
  `${addressOf(place, CASES, freshName(), 'open')}?${new URLSearchParams(about as Record<string, string>)}`;

/** The rolls of a table, the last first to be seen. */
export const rollsAddress = (place: Workplace, table: string): string =>
  `${addressOf(place, CASES)}?${new URLSearchParams({ table })}`;
