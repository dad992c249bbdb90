import { no, type Refused } from '../codes.js';

/** Which entries of the books have a form on paper: payments, counts, and chips on their way. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  drawers: [
    'drawer-opened',
    'drawer-closed',
    'cash-deposited',
    'cash-withdrawn',
    'chips-cashed',
    'chips-sold',
    'cash-moved',
  ],
  float: ['float-opened', 'float-closed', 'slip-requested'],
  terminal: ['hand-paid'],
  tickets: ['ticket-redeemed'],
};

export const hasForm = (office: string, event: string): boolean => FORMS[office]?.includes(event) ?? false;

/** How the form of an entry stands for somebody: there is none, its books are closed to them, or they may read it. */
export type FormFact = 'none' | 'closed' | 'open';

/** Under which name it is asked how the form of a place in the log stands for somebody. */
export const formOf = (paper: string, person: string): string => `form/${paper}/${person}`;
export function formIn(name: string): { readonly seq: number; readonly person: string } | null {
  const [, seq, person] = /^form\/([1-9]\d{0,14})\/(.+)$/.exec(name) ?? [];
  return seq === undefined || person === undefined ? null : { seq: Number(seq), person };
}

/** Why somebody is given no form, to look at or to print: `field` is where they named the entry. Null when they are. */
export function whyNoForm(form: FormFact | null, field: string): Refused | null {
  if (form === 'open') return null;
  return form === 'closed'
    ? no('not-allowed', 'That form is of books that are not open to you.').refused
    : no('not-found', `${field}: no form belongs to that entry.`).refused;
}
