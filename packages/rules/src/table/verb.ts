import { type Cited, type Clause, citation, type RulingId } from '../clause.js';
import { impossible } from '../game/apply.js';
import { isObject, show, unknownField } from '../game/input.js';
import { isName } from '../plain.js';
import { accept, badInput, type Refusal, type RefusalCode, type Result, refuse } from '../result.js';
import type { Power } from '../rulebook.js';
import type { By, EventName, EventOf, Happened } from './event.js';
import type { FieldSpec, FieldsOf } from './fields.js';
import type { Instant, Phase, Table } from './state.js';

/** When something is asked, and by whom. */
export interface Moment {
  readonly at: Instant;
  readonly by: By | null;
}

/** A command that has been read: its fields fit, time and person are known. */
export interface Asked<Spec extends FieldSpec = FieldSpec> extends Moment {
  readonly fields: FieldsOf<Spec>;
}

/** One act at the table: what it takes, who may do it, when, and what happens then. */
export interface Verb<Spec extends FieldSpec = FieldSpec> {
  readonly fields: Spec;
  /** The power it needs; none for what players do themselves. */
  readonly power?: Power;
  /** What it asks leave for, where its name alone would not read well. */
  readonly act?: string;
  /** Phases in which it makes sense; any but `closed` when left out. */
  readonly phases?: readonly Phase[];
  readonly run: (table: Table, asked: Asked<Spec>) => Result<readonly Happened[]>;
}

/** A verb whose fields are typed by the list that checks them. */
export const verb = <const Spec extends FieldSpec>(one: Verb<Spec>): Verb<Spec> => one;

export type Evolver<Name extends EventName> = (table: Table, event: EventOf<Name>) => Table;
export type Evolvers<Names extends EventName> = { readonly [Name in Names]: Evolver<Name> };

/** What an event says must be so; else it cannot have happened. */
export function need(fact: boolean, otherwise: string): asserts fact {
  if (!fact) impossible(otherwise);
}

/** Money of a record: a sum may be beyond what one bet may be. */
export const isSum = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

export const no = (
  code: RefusalCode,
  cited: Cited<unknown> | { readonly clause: string | null },
  message: string,
): Refusal => ({ code, ...('value' in cited ? citation(cited) : { clause: cited.clause }), message });

export const refused = (
  code: RefusalCode,
  cited: Cited<unknown> | { readonly clause: string | null },
  message: string,
): Result<never> => refuse(no(code, cited, message));

/** The authority of an event: the clause, and our ruling where there is one. */
export interface Authority {
  readonly clause: Clause | null;
  readonly ruling?: RulingId;
}
export const under = (rule: Authority | null | undefined): Authority => ({
  clause: rule?.clause ?? null,
  ...(rule?.ruling === undefined ? {} : { ruling: rule.ruling }),
});

export const happened = (...events: readonly Happened[]): Result<readonly Happened[]> => accept(events);

/** Why this person may not use a power; null when they may. */
export function whyNotAllowed(table: Table, power: Power, by: By | null, what: string): Refusal | null {
  const rule = table.game.rulebook.powers[power];
  if (!rule)
    return no(
      'not-allowed',
      { clause: null },
      `${table.game.rulebook.title} gives nobody the power to ${what}.`,
    );
  if (!by) return no('not-allowed', rule, `Only staff may ${what}: say by whom.`);
  return whyNotOnDuty(table, by) ?? whyRankTooLow(table, rule, by, what);
}

export function whyNotOnDuty(table: Table, by: By): Refusal | null {
  const onDuty = table.staff.some(({ person, role }) => person === by.id && role === by.role);
  return onDuty ? null : no('not-on-duty', { clause: null }, `${by.id} is not at this table as ${by.role}.`);
}

export const rankOf = (table: Table, role: string): number =>
  table.game.rulebook.roles.findIndex(({ id }) => id === role);

function whyRankTooLow(
  table: Table,
  rule: { role: string; clause: string | null },
  by: By,
  what: string,
): Refusal | null {
  if (rankOf(table, by.role) >= rankOf(table, rule.role)) return null;
  const title = table.game.rulebook.roles.find(({ id }) => id === rule.role)?.title ?? rule.role;
  return no('not-allowed', { clause: rule.clause }, `To ${what} takes a ${title} or above.`);
}

/** The rule that gives a power, for what happens under it; none to cite where the book gives it to nobody. */
export const ruleOf = ({ game }: Table, power: Power): Authority =>
  game.rulebook.powers[power] ?? { clause: null };

/** aruze 6.1: what is on a faulty terminal stays as it is until it has been confirmed. */
export const heldTerminal = (table: Table): Refusal =>
  no(
    'out-of-phase',
    ruleOf(table, 'confirm-malfunction'),
    'This terminal is held until an attendant has resolved its fault.',
  );

export const readBy = (value: unknown): By | string => {
  if (!isObject(value)) return 'by must be an object with role and id';
  const stranger = unknownField(value, ['role', 'id']);
  if (stranger !== null) return `by has an unknown field ${show(stranger)}`;
  return isName(value['role']) && isName(value['id'])
    ? (value as unknown as By)
    : 'by must name a role and an id';
};

export const bad = (message: string): Result<never> => refuse(badInput(message));
