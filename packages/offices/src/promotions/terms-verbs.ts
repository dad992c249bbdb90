import type { Cents } from '@boxperson/rules';
import { z } from 'zod';
import { no, type Refused, yes } from '../codes.js';
import { takesSecond } from '../decide.js';
import type { Facts } from '../facts.js';
import type { Asked, Verb } from '../office.js';
import type { Person } from '../person.js';
import { manages } from '../posts.js';
import { PROMISED_ALONE_MOST, PROMISES, promisedAlone } from '../promised.js';
import * as text from '../text.js';
import { tellTime } from '../time.js';
import {
  byHand,
  byOf,
  type Decided,
  HOUSE_LIST,
  houseIn,
  managers,
  refused,
  verb,
  whyDoubtful,
  whyNotAt,
} from './asking.js';
import { PROMOTION_BOOKS, type PromotionBook } from './books.js';
import { morePromised, type Promotion, type PromotionEvent, rulesOf, termsOf } from './state.js';
import { faultsInTerms, promisedIn, promisesMuch, type Terms, terms } from './terms.js';

/** Everything that keeps terms from the regulator, as far as the books alone tell it. */
const lacksIn = ({ book }: Promotion, { terms: made }: { readonly terms: Terms }) =>
  faultsInTerms(book, made).map(({ field, clause, says }) => ({
    field: `terms.${field}`,
    clause,
    says: `${says}.`,
  }));

const title = text.line.meta({ title: 'Title' });
const reference = text.line.meta({ title: 'Reference' });

/** Whoever drafts for a book that others manage could not even read what they wrote. */
function whyNotBook(book: PromotionBook, by: Person | null): Refused | null {
  if (by === null || manages(by, book)) return null;
  const own = PROMOTION_BOOKS.filter((one) => manages(by, one)).join(', ');
  const message = own
    ? `book: you manage ${own}, and a promotion of ${book} is drafted by those who manage that.`
    : 'book: you manage none of the books that have promotions.';
  return no('not-allowed', message).refused;
}

const draft = byHand({
  help: 'Draft a promotion',
  clause: 'star 10.1',
  who: managers,
  body: z.strictObject({ title, book: z.enum(PROMOTION_BOOKS), terms }),
  decide: (state, asked): Decided => {
    if (state.stage !== 'none') return no('taken', 'There is a promotion of that name already.');
    const { title: named, book, terms: made } = asked.body;
    const why = whyNotBook(book, asked.by);
    if (why) return refused(why);
    return yes([
      { event: 'drafted' as const, promotion: asked.fresh, title: named, book, terms: made, by: byOf(asked) },
    ]);
  },
  answer: (_state, [event]) => (event?.event === 'drafted' ? { promotion: event.promotion } : {}),
});

/** What was with the regulator is not any more: it goes there again. */
const redraft = byHand({
  help: 'Write the terms anew before the start',
  clause: 'star 10.7',
  who: managers,
  body: z.strictObject({ title, terms }),
  standing: ({ title: named, terms: made }) => made && { title: named, terms: made },
  lacks: lacksIn,
  decide: (state, asked): Decided => {
    const why = whyNotAt(state, 'draft', 'submitted');
    if (why) return refused(why);
    const { title: named, terms: made } = asked.body;
    return yes([{ event: 'redrafted' as const, title: named, terms: made, by: byOf(asked) }]);
  },
});

/** The first thing wrong with terms, where it stands and by which clause. */
function whyNotTerms(state: Promotion, made: Terms, facts: Facts): Refused | null {
  const [fault] = faultsInTerms(state.book, made, houseIn(facts));
  if (!fault) return null;
  const { field, clause, ruling, says } = fault;
  return no('bad-input', `terms.${field}: ${says}.`, { clause, ...(ruling ? { ruling } : {}) }).refused;
}

/** Why it is too late to submit for the start that the terms name. */
function whyTooLate(state: Promotion, startsAt: number, at: number): Refused | null {
  const { submitBeforeMs, regulator } = rulesOf(state);
  const { value, clause } = submitBeforeMs;
  if (at + value <= startsAt) return null;
  const first = tellTime(Math.ceil((at + value) / 60_000) * 60_000);
  return no(
    'not-eligible',
    `terms.startsAt: the ${regulator} has the terms 24 hours before the start. Start at ${first} or later.`,
    { clause },
  ).refused;
}

const takesTwo = (state: Promotion): boolean =>
  state.terms !== null && promisesMuch(rulesOf(state), state.terms);

const promised = (state: Promotion): Cents =>
  state.terms === null ? 0 : promisedIn(rulesOf(state), state.terms);

const agreed = ({ second }: Asked): { readonly second?: string } => (second ? { second: second.id } : {});

/** What two people agree on is what both have read: nobody writes something else in between. */
function whyNotRead(state: Promotion, read: number | undefined, isTwo: () => boolean): Refused | null {
  const { version } = state;
  if (read === version) return null;
  if (read !== undefined)
    return no(
      'does-not-match',
      `version: ${read} was read, and now the terms are version ${version}: read that.`,
    ).refused;
  return isTwo()
    ? no('bad-input', `version: it takes two, and both read the same: say which version, now ${version}.`)
        .refused
    : null;
}

/** When it takes two to submit terms. */
const SUBMITTING: Pick<Verb<Promotion, PromotionEvent>, 'second' | 'alone'> = {
  second: takesTwo,
  alone: {
    most: PROMISED_ALONE_MOST,
    sum: (state, asked, facts) => promisedAlone(asked, facts) + promised(state),
  },
};

const submit = byHand({
  help: 'Submit the terms to the regulator; two people where you promise more than $10,000 in all in 30 days',
  clause: 'star 10.9',
  who: managers,
  turn: 'promises',
  ...SUBMITTING,
  money: promised,
  body: z.strictObject({
    reference,
    version: z
      .number()
      .int()
      .positive()
      .optional()
      .meta({ title: 'Version of the terms that was read', description: 'Where it takes two people.' }),
  }),
  standing: ({ version }) => (version === 0 ? null : { version }),
  needs: () => ({ books: [HOUSE_LIST, ...PROMISES] }),
  decide: (state, asked, facts): Decided => {
    const made = state.terms;
    const why =
      whyNotAt(state, 'draft') ??
      (made && (whyNotTerms(state, made, facts) ?? whyTooLate(state, made.startsAt ?? 0, asked.at))) ??
      whyNotRead(state, asked.body.version, () => takesSecond(SUBMITTING, state, asked, facts));
    if (why) return refused(why);
    const { regulator: to } = rulesOf(state);
    const { version } = state;
    const { reference: letter } = asked.body;
    return yes([
      { event: 'submitted' as const, to, reference: letter, version, by: byOf(asked), ...agreed(asked) },
    ]);
  },
});

const NOT_YET = no('not-eligible', 'Its time has not come.');

/** At its time, with its terms where they belong; else it does not. */
const start = verb({
  help: 'Start a promotion at its time',
  clause: 'star 10.9',
  who: 'house',
  body: z.strictObject({}),
  decide: (state, { at }): Decided => {
    const why = whyNotAt(state, 'draft', 'submitted') ?? whyDoubtful(state);
    if (why) return refused(why);
    const { startsAt } = termsOf(state);
    if (startsAt === null || startsAt > at || state.lapsed === startsAt) return NOT_YET;
    const { regulator, submitBeforeMs } = rulesOf(state);
    if (state.stage === 'submitted')
      return yes([{ event: 'started' as const, promotion: state.id, terms: termsOf(state) }]);
    const says = `The ${regulator} does not have its terms (${state.book} ${submitBeforeMs.clause}).`;
    return yes([{ event: 'not-started' as const, why: says }]);
  },
});

/** What may not change any more: when it began, and when entries closed if they have. */
function whyNotAmend(state: Promotion, made: Terms, at: number): Refused | null {
  const now = termsOf(state);
  if (made.startsAt !== now.startsAt) return no('not-eligible', 'terms.startsAt: it has started.').refused;
  const isClosed = now.closesAt !== null && now.closesAt <= at;
  if (made.closesAt !== now.closesAt && (isClosed || (made.closesAt ?? 0) <= at))
    return no('not-eligible', 'terms.closesAt: entries are closed, or would be.').refused;
  return null;
}

/** A word of the regulator where the book asks for one; else the terms go there again in the same act (R87). */
const amend = byHand({
  help: 'Change the terms of a running promotion; two people where you promise more than $10,000 in all in 30 days',
  clause: 'star 10.9.1',
  who: managers,
  turn: 'promises',
  second: (state, { terms: made }) => promisesMuch(rulesOf(state), made),
  money: (state, { terms: made }) => promisedIn(rulesOf(state), made),
  alone: {
    most: PROMISED_ALONE_MOST,
    sum: (state, asked, facts) =>
      state.terms === null ? 0 : promisedAlone(asked, facts) + morePromised(state, asked.body.terms),
  },
  body: z.strictObject({
    terms,
    reason: text.reason,
    approval: reference.optional().meta({ title: 'Reference of the approval' }),
    submission: reference.optional().meta({ title: 'Reference of the new submission' }),
  }),
  standing: ({ terms: made }) => made && { terms: made },
  needs: () => ({ books: [HOUSE_LIST, ...PROMISES] }),
  decide: (state, asked, facts): Decided => {
    const { terms: made, reason } = asked.body;
    const why = whyNotAt(state, 'running') ?? whyDoubtful(state) ?? whyNotAmend(state, made, asked.at);
    if (why) return refused(why);
    const { amending, regulator } = rulesOf(state);
    const referred = asked.body[amending.value];
    if (referred === undefined) {
      const takes = amending.value === 'approval' ? 'approves a change first' : 'gets changed terms at once';
      return no('not-eligible', `${amending.value}: the ${regulator} ${takes}.`, { clause: amending.clause });
    }
    const fault = whyNotTerms(state, made, facts);
    if (fault) return refused(fault);
    const known = { terms: made, reason, reference: referred, by: byOf(asked), ...agreed(asked) };
    return yes([{ event: 'amended' as const, ...known }]);
  },
});

export const TERMS_VERBS = { draft, redraft, submit, start, amend };
