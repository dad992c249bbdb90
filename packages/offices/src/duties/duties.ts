import { makeDollars, RULEBOOK_IDS } from '@boxperson/rules';
import { z } from 'zod';
import { no, type Outcome, type Refused, yes } from '../codes.js';
import { type HappenedOf, type Office, type OfficeDue, office, verbOf } from '../office.js';
import type { Person } from '../person.js';
import { NO_ENTRIES } from '../postings.js';
import { manages } from '../posts.js';
import * as text from '../text.js';
import type { Who } from '../who.js';
import { endOfMonth, tellLocal } from '../zone.js';
import { speaksOf, withoutOthers } from './sight.js';
import {
  COMMISSION,
  DUTY_AUDIENCE,
  type Duties,
  type DutyEvent,
  evolve,
  type MonthReport,
  NO_DUTIES,
  paymentsIn,
  REPORT_ZONE,
  REPORTED,
  type WrongPayment,
} from './state.js';

type Decided = Outcome<readonly HappenedOf<DutyEvent>[]>;

const verb = verbOf<Duties, DutyEvent>();
const ON_RECORD = no('taken', 'That is on record already.');
const managers: Who = { post: 'manager' };

const duty = text.line.meta({ title: 'Duty' });
const month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month, like 2026-11')
  .meta({ title: 'Month' });
const name = text.name;

const isKnown = ({ owed, done }: Duties, one: string): boolean =>
  Object.hasOwn(owed, one) || Object.hasOwn(done, one);

/** From a case, or from another office: by what happened there, never by hand. */
const owe = verb({
  help: 'Owe something by a time',
  clause: null,
  who: 'house',
  body: z.strictObject({
    duty,
    says: text.reason,
    clause: name.nullable(),
    ruling: name.optional(),
    book: z.enum(RULEBOOK_IDS),
    case: name.nullable(),
    owner: name,
    from: text.instant,
    by: text.instant,
  }),
  decide: (state, { body: { ruling, ...body } }): Decided =>
    isKnown(state, body.duty)
      ? ON_RECORD
      : yes([{ event: 'duty-owed' as const, ...body, ...(ruling === undefined ? {} : { ruling }) }]),
});

const discharge = verb({
  help: 'Say that what was owed is done',
  clause: null,
  who: 'house',
  body: z.strictObject({ duty, doneAt: text.instant }),
  decide: ({ owed }, { body }): Decided => {
    const found = Object.hasOwn(owed, body.duty) ? owed[body.duty] : undefined;
    if (!found) return ON_RECORD;
    // The reports of this office are done by sending them.
    if (found.case === null && found.clause === REPORTED.clause)
      return no('not-eligible', 'duty: a report is done when it is sent.', { clause: REPORTED.clause });
    return yes([{ event: 'duty-done' as const, ...body, late: body.doneAt > found.by }]);
  },
});

const markOverdue = verb({
  help: 'Say that a duty was not done in time',
  clause: null,
  who: 'house',
  body: z.strictObject({ duty }),
  decide: ({ owed }, { at, body }): Decided => {
    const found = Object.hasOwn(owed, body.duty) ? owed[body.duty] : undefined;
    if (!found || found.overdueAt !== null) return ON_RECORD;
    if (at < found.by) return no('not-eligible', 'It is not due yet.');
    const { says, book, case: of } = found;
    return yes([{ event: 'duty-overdue' as const, duty: body.duty, says, book, case: of }]);
  },
});

/** R71: a day after it was overdue it is the manager's, whosever it was. */
export const ESCALATES_MS = 24 * 3_600_000;

const escalate = verb({
  help: 'Take a duty that is overdue to a manager',
  clause: null,
  who: 'house',
  body: z.strictObject({ duty }),
  decide: ({ owed }, { at, body }): Decided => {
    const found = Object.hasOwn(owed, body.duty) ? owed[body.duty] : undefined;
    if (!found || found.overdueAt === null || found.escalatedAt !== null) return ON_RECORD;
    if (at < found.by + ESCALATES_MS) return no('not-eligible', 'It is not time yet.');
    return yes([{ event: 'duty-escalated' as const, duty: body.duty, to: 'manager' }]);
  },
});

const beginReporting = verb({
  help: 'Begin to report wrong payments by the month',
  clause: 'star-2024 9.3.2',
  who: 'house',
  body: z.strictObject({ month }),
  decide: (state, { body }): Decided =>
    state.nextMonth === null ? yes([{ event: 'reporting-begun' as const, ...body }]) : ON_RECORD,
});

const isSame = (one: WrongPayment | undefined, other: WrongPayment): boolean =>
  one?.amount === other.amount && one.awareAt === other.awareAt;

const notePayment = verb({
  help: 'Note a wrong payment that came to be known',
  clause: 'star-2024 9.3.2',
  who: 'house',
  body: z.strictObject({
    case: name,
    table: name.nullable(),
    amount: z.number().int().min(-1e12).max(1e12),
    awareAt: text.instant,
  }),
  decide: ({ payments }, { body }): Decided => {
    const known = Object.hasOwn(payments, body.case) ? payments[body.case] : undefined;
    return isSame(known, body) ? ON_RECORD : yes([{ event: 'payment-noted' as const, ...body }]);
  },
});

/** At the end of every month, with or without a payment in it. */
const draftReport = verb({
  help: 'Draft the report of a month that is over',
  clause: 'star-2024 9.3.2',
  who: 'house',
  body: z.strictObject({ month }),
  decide: (state, { at, body }): Decided => {
    if (state.nextMonth !== body.month) return ON_RECORD;
    if (at < endOfMonth(REPORT_ZONE, body.month))
      return no('not-eligible', `month: ${body.month} is not over yet.`, { clause: REPORTED.clause });
    return yes([{ event: 'report-drafted' as const, ...body, payments: paymentsIn(state, body.month) }]);
  },
});

const SOMEBODYS = no('not-allowed', 'That is done by people, and under their names.').refused;

/** The report is the house's of that book: whoever manages another has no part in it. */
const whyNotReporter = (by: Person | null): Refused | null => {
  if (!by) return SOMEBODYS;
  return manages(by, REPORTED.book)
    ? null
    : no('not-allowed', 'That takes a manager of the book that asks for the report.', {
        clause: REPORTED.clause,
      }).refused;
};

function reportFor(state: Duties, said: string, by: Person | null): Outcome<MonthReport> {
  const refused = whyNotReporter(by);
  if (refused) return { ok: false, refused };
  const found = Object.hasOwn(state.months, said) ? state.months[said] : undefined;
  if (found) return yes(found);
  const nearest = Object.keys(state.months).at(-1);
  return no(
    'not-found',
    `month: no report of ${said} is drafted.${nearest ? ` That of ${nearest} is.` : ''}`,
  );
}

const reviewReport = verb({
  help: 'Say that you have reviewed the report of a month',
  clause: 'star-2024 9.3.2',
  who: managers,
  body: z.strictObject({ month }),
  decide: (state, { by, body }): Decided => {
    const found = reportFor(state, body.month, by);
    if (!found.ok) return found;
    if (found.value.sent)
      return no('used-up', 'month: that report is sent: what is wrong with it goes into an addendum.');
    if (found.value.reviewed) return no('used-up', 'month: that report is reviewed.');
    return yes([{ event: 'report-reviewed' as const, ...body, by: by?.id ?? '' }]);
  },
});

const numberAfter = ({ serial }: Duties): string => `N-${serial + 1}`;

/** Paid too much or too little, line by line; a month without any says so. */
export function reportText({ month: of, payments }: Pick<MonthReport, 'month' | 'payments'>): string {
  const figure = makeDollars(REPORTED.over);
  if (payments.length === 0)
    return `In ${of} the house came to know of no over- or underpayment above ${figure}.`;
  const lines = payments.map(
    ({ case: one, table, amount, awareAt }) =>
      `${tellLocal(REPORT_ZONE, awareAt)}: case ${one}${table ? ` at ${table}` : ''}, ${makeDollars(Math.abs(amount))} ${amount > 0 ? 'over' : 'under'}paid.`,
  );
  return [
    `In ${of} the house came to know of ${payments.length === 1 ? 'one wrong payment' : `${payments.length} wrong payments`} above ${figure}.`,
    ...lines,
  ].join(' ');
}

const sendReport = verb({
  help: 'Send the report of a month to the commission',
  clause: 'star-2024 9.3.2',
  who: managers,
  body: z.strictObject({ month, how: text.line.meta({ title: 'How it was sent' }) }),
  decide: (state, { by, body }): Decided => {
    const found = reportFor(state, body.month, by);
    if (!found.ok) return found;
    if (found.value.sent) return no('used-up', 'month: that report is sent.');
    if (!found.value.reviewed)
      return no('not-eligible', 'month: that report must be reviewed first.', { clause: REPORTED.clause });
    const says = reportText(found.value);
    return yes([
      { event: 'report-sent' as const, ...body, number: numberAfter(state), says, by: by?.id ?? '' },
    ]);
  },
  answer: (_state, [event]) => (event?.event === 'report-sent' ? { number: event.number } : {}),
});

const addendum = verb({
  help: 'Correct a report that was sent, by an addendum',
  clause: 'star-2024 9.3.2',
  who: managers,
  body: z.strictObject({ month, says: text.reason.meta({ title: 'What is corrected, and why' }) }),
  decide: (state, { by, body }): Decided => {
    const found = reportFor(state, body.month, by);
    if (!found.ok) return found;
    if (!found.value.sent)
      return no('not-eligible', 'month: that report is not sent yet: it can still be changed.');
    const { late: payments } = found.value;
    return yes([
      { event: 'addendum-sent' as const, ...body, number: numberAfter(state), payments, by: by?.id ?? '' },
    ]);
  },
  answer: (_state, [event]) => (event?.event === 'addendum-sent' ? { number: event.number } : {}),
});

const notify = verb({
  help: 'Send a notice to a regulator or an inspector',
  clause: 'aruze 6.5',
  who: managers,
  body: z.strictObject({
    to: text.line.meta({ title: 'To' }),
    about: text.line.meta({ title: 'About' }),
    says: text.reason.meta({ title: 'Notice' }),
  }),
  decide: (state, { by, body }): Decided => {
    if (!by) return { ok: false, refused: SOMEBODYS };
    const books = RULEBOOK_IDS.filter((one) => manages(by, one));
    return yes([{ event: 'notice-sent' as const, number: numberAfter(state), ...body, by: by.id, books }]);
  },
  answer: (_state, [event]) => (event?.event === 'notice-sent' ? { number: event.number } : {}),
});

const acknowledge = verb({
  help: 'Acknowledge a notice',
  clause: 'star-2024 1.1 nicc',
  who: { post: 'inspector' },
  body: z.strictObject({
    number: z
      .string()
      .regex(/^N-\d{1,9}$/, 'must be the number of a notice, like N-3')
      .meta({ title: 'Notice' }),
  }),
  decide: ({ notices }, { by, body }): Decided => {
    if (!by) return { ok: false, refused: SOMEBODYS };
    const waiting = Object.keys(notices).filter((one) => notices[one]?.acknowledged === null);
    if (!waiting.includes(body.number))
      return no('not-found', `number: no such notice waits.${waiting[0] ? ` ${waiting[0]} does.` : ''}`);
    return yes([{ event: 'notice-acknowledged' as const, ...body, by: by.id }]);
  },
});

/** What lapses first: a duty that is not done, one that nobody saw to, or a month. */
function due(state: Duties): OfficeDue | null {
  const lapses = Object.entries(state.owed).flatMap(([one, { by, overdueAt, escalatedAt }]): OfficeDue[] => {
    if (overdueAt === null) return [{ at: by, do: 'mark-overdue', body: { duty: one } }];
    return escalatedAt === null ? [{ at: by + ESCALATES_MS, do: 'escalate', body: { duty: one } }] : [];
  });
  const report: readonly OfficeDue[] =
    state.nextMonth === null
      ? []
      : [
          {
            at: endOfMonth(REPORT_ZONE, state.nextMonth),
            do: 'draft-report',
            body: { month: state.nextMonth },
          },
        ];
  return [...lapses, ...report].reduce<OfficeDue | null>(
    (first, one) => (first === null || one.at < first.at ? one : first),
    null,
  );
}

/** What the house owes by a time, and the notices by which it tells: dated, numbered, and never dropped. */
export const DUTIES: Office<Duties, DutyEvent> = office<Duties, DutyEvent>({
  name: 'duties',
  title: 'Duties and notices',
  streams: 'one',
  version: 1,
  start: NO_DUTIES,
  verbs: {
    owe,
    discharge,
    'mark-overdue': markOverdue,
    escalate,
    'begin-reporting': beginReporting,
    'note-payment': notePayment,
    'draft-report': draftReport,
    'review-report': reviewReport,
    'send-report': sendReport,
    addendum,
    notify,
    acknowledge,
  },
  evolve,
  entries: () => NO_ENTRIES,
  audience: DUTY_AUDIENCE,
  speaksOf,
  without: withoutOthers,
  due,
  counts: ({ owed, done, serial }) => ({
    owed: Object.keys(owed).length,
    done: Object.keys(done).length,
    notices: serial,
  }),
});

export { COMMISSION };
