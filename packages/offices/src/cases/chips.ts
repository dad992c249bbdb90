import { type Cents, type Clause, makeAmount, RULEBOOKS, type RulebookId, type Unit } from '@boxperson/rules';
import { no, type Refused } from '../codes.js';
import type { Facts, Needs } from '../facts.js';
import type { Case, OpenedCase } from './state.js';

// What a case about a tournament's table is about: chips, which are no money and never become any.

/** What the table of a case is played with, only the table says. */
export const tableNeeds = ({ opened }: Case): Needs =>
  opened?.table == null ? {} : { tables: [opened.table] };

/** Chips by its roll or by its table; null where neither is there to say so: then nothing is taken for money. */
function unitFound({ opened: { table, moment, rulebook } }: OpenedCase, facts: Facts): Unit | null {
  // No tournament is played at electronic tables.
  if (table === null || RULEBOOKS[rulebook].conduct.run.value === 'electronic') return 'money';
  const there = facts.table(table);
  const isKept = there?.table.settings.tournament === true;
  if (isKept || moment?.unit === 'chips') return 'chips';
  return there ? 'money' : (moment?.unit ?? null);
}

/** crown 8.4.4(a): why nothing of a case may be paid in money; null when it may. */
export function whyNotMoney(state: OpenedCase, facts: Facts): 'chips' | Refused | null {
  const unit = unitFound(state, facts);
  if (unit === 'money') return null;
  if (unit === 'chips') return 'chips';
  const { table } = state.opened;
  const message = `The table ${table} is not running, and the case does not say whether its roll was played for money or for chips: put it right when the table is back.`;
  return no('not-eligible', message).refused;
}

/** What the amounts of a case are, by the roll that it is about; without one nothing in it was counted at a table. */
export const unitIn = ({ opened: { moment } }: OpenedCase): Unit => moment?.unit ?? 'money';

/** An amount of a case in words: chips are never written like money. */
export const sayAmount = (state: OpenedCase, amount: Cents): string => makeAmount(amount, unitIn(state));

/** Only crown has clauses on tournaments. */
const CLAUSES: Readonly<Partial<Record<RulebookId, Clause>>> = {
  crown: '8.4.4(a)',
  'crown-mini': '8.4.4(a)',
};
export const chipsClause = ({ opened: { rulebook } }: OpenedCase): Clause | null => CLAUSES[rulebook] ?? null;
