import type { Cents, RulebookId } from '@boxperson/rules';
import type { Audience } from '../audience.js';
import { type Changes, type EventsOf, evolveBy, without } from '../kit.js';
import { need } from '../office.js';
import { endOfMonth, monthOf, nextMonth, ZONE_OF } from '../zone.js';

/** Something that the house owes to somebody by a time. */
export interface Duty {
  readonly says: string;
  readonly clause: string | null;
  readonly ruling?: string;
  readonly book: RulebookId;
  /** The case from which it follows; null for what follows from none. */
  readonly case: string | null;
  readonly owner: string;
  readonly from: number;
  readonly by: number;
}

/** A wrong payment of which the house knows. */
export interface WrongPayment {
  readonly case: string;
  readonly table: string | null;
  /** Above nothing: paid too much. */
  readonly amount: Cents;
  /** When the house came to know of it. */
  readonly awareAt: number;
}

export interface Addendum {
  readonly number: string;
  readonly payments: readonly WrongPayment[];
  readonly says: string;
  readonly by: string;
  readonly at: number;
}

/** The report of one month. */
export interface MonthReport {
  readonly month: string;
  readonly draftedAt: number;
  readonly payments: readonly WrongPayment[];
  readonly reviewed: { readonly by: string; readonly at: number } | null;
  readonly sent: {
    readonly number: string;
    readonly how: string;
    readonly by: string;
    readonly at: number;
  } | null;
  /** Known after it was sent, or known otherwise: an addendum is owed. */
  readonly late: readonly WrongPayment[];
  readonly addenda: readonly Addendum[];
}

/** A document that went to a regulator or an inspector. */
export interface Notice {
  readonly to: string;
  readonly about: string;
  readonly says: string;
  readonly sentAt: number;
  readonly by: string;
  /** Those that its writer managed; earlier ones do not say, and reports are of the book that asks for them. */
  readonly books?: readonly RulebookId[];
  readonly acknowledged: { readonly by: string; readonly at: number } | null;
}

export interface Duties {
  readonly owed: Readonly<
    Record<string, Duty & { readonly overdueAt: number | null; readonly escalatedAt: number | null }>
  >;
  /** Duties that were done, and when: no duty is owed twice. */
  readonly done: Readonly<Record<string, { readonly at: number; readonly late: boolean }>>;
  /** The month whose report comes next; null while nothing is reported. */
  readonly nextMonth: string | null;
  readonly payments: Readonly<Record<string, WrongPayment>>;
  readonly months: Readonly<Record<string, MonthReport>>;
  readonly notices: Readonly<Record<string, Notice>>;
  readonly serial: number;
}

export const NO_DUTIES: Duties = {
  owed: {},
  done: {},
  nextMonth: null,
  payments: {},
  months: {},
  notices: {},
  serial: 0,
};

/** star-2024 9.3.2: the book, the figure above which a payment is reported, and where its months end. */
export const REPORTED = { book: 'star-2024', over: 100_000, clause: '9.3.2' } as const;
export const REPORT_ZONE = ZONE_OF[REPORTED.book];

/** R70: the report of a month is sent within a day of its end. */
export const REPORT_MS = 24 * 3_600_000;

/** Strictly over the figure of the book, whichever way. */
export const isReported = ({ amount }: WrongPayment): boolean => Math.abs(amount) > REPORTED.over;

export interface DutyBodies {
  'duty-owed': Duty & { readonly duty: string };
  'duty-done': { readonly duty: string; readonly doneAt: number; readonly late: boolean };
  'duty-overdue': {
    readonly duty: string;
    readonly says: string;
    readonly book: RulebookId;
    readonly case: string | null;
  };
  'duty-escalated': { readonly duty: string; readonly to: string };
  'reporting-begun': { readonly month: string };
  'payment-noted': WrongPayment;
  'report-drafted': { readonly month: string; readonly payments: readonly WrongPayment[] };
  'report-reviewed': { readonly month: string; readonly by: string };
  'report-sent': {
    readonly month: string;
    readonly number: string;
    readonly how: string;
    readonly says: string;
    readonly by: string;
  };
  'addendum-sent': {
    readonly month: string;
    readonly number: string;
    readonly payments: readonly WrongPayment[];
    readonly says: string;
    readonly by: string;
  };
  'notice-sent': {
    readonly number: string;
    readonly to: string;
    readonly about: string;
    readonly says: string;
    readonly by: string;
    readonly books?: readonly RulebookId[];
  };
  'notice-acknowledged': { readonly number: string; readonly by: string };
}
export type DutyEvent = EventsOf<DutyBodies>;

const SEERS = ['manager', 'surveillance'] as const;
export const DUTY_AUDIENCE: Audience<DutyBodies> = {
  'duty-owed': {
    hears: SEERS,
    fields: {
      duty: SEERS,
      says: SEERS,
      clause: SEERS,
      ruling: SEERS,
      book: SEERS,
      case: SEERS,
      owner: SEERS,
      from: SEERS,
      by: SEERS,
    },
  },
  'duty-done': { hears: SEERS, fields: { duty: SEERS, doneAt: SEERS, late: SEERS } },
  'duty-overdue': { hears: SEERS, fields: { duty: SEERS, says: SEERS, book: SEERS, case: SEERS } },
  'duty-escalated': { hears: SEERS, fields: { duty: SEERS, to: SEERS } },
  'reporting-begun': { hears: SEERS, fields: { month: SEERS } },
  'payment-noted': { hears: SEERS, fields: { case: SEERS, table: SEERS, amount: SEERS, awareAt: SEERS } },
  'report-drafted': { hears: SEERS, fields: { month: SEERS, payments: SEERS } },
  'report-reviewed': { hears: SEERS, fields: { month: SEERS, by: SEERS } },
  'report-sent': {
    hears: SEERS,
    fields: { month: SEERS, number: SEERS, how: SEERS, says: SEERS, by: SEERS },
  },
  'addendum-sent': {
    hears: SEERS,
    fields: { month: SEERS, number: SEERS, payments: SEERS, says: SEERS, by: SEERS },
  },
  'notice-sent': {
    hears: SEERS,
    fields: { number: SEERS, to: SEERS, about: SEERS, says: SEERS, by: SEERS, books: SEERS },
  },
  'notice-acknowledged': { hears: SEERS, fields: { number: SEERS, by: SEERS } },
};

/** Under which names the house's own reports are owed. */
export const reportDuty = (month: string): string => `report-${month}`;
export const addendumDuty = (month: string, count: number): string => `addendum-${month}-${count + 1}`;

/** What a month's report says: every payment over the figure of which the house came to know in it. */
export const paymentsIn = ({ payments }: Duties, month: string): readonly WrongPayment[] =>
  Object.values(payments).filter((one) => isReported(one) && monthOf(REPORT_ZONE, one.awareAt) === month);

const own = (says: string, from: number): Duty => ({
  says,
  clause: REPORTED.clause,
  ruling: 'R70',
  book: REPORTED.book,
  case: null,
  owner: 'manager',
  from,
  by: from + REPORT_MS,
});
const FRESH = { overdueAt: null, escalatedAt: null } as const;

const owe = (state: Duties, name: string, duty: Duty): Duties => ({
  ...state,
  owed: { ...state.owed, [name]: { ...duty, ...FRESH } },
});

const done = (state: Duties, name: string, at: number): Duties => {
  const duty = state.owed[name];
  need(duty !== undefined, `nobody owes ${name}`);
  const late = at > duty.by;
  return { ...state, owed: without(state.owed, name), done: { ...state.done, [name]: { at, late } } };
};

const reportOf = ({ months }: Duties, month: string): MonthReport => {
  const report = Object.hasOwn(months, month) ? months[month] : undefined;
  need(report !== undefined, `no report of ${month} is drafted`);
  return report;
};

const withReport = (state: Duties, month: string, change: Partial<MonthReport>): Duties => ({
  ...state,
  months: { ...state.months, [month]: { ...reportOf(state, month), ...change } },
});

/** Of which the report that is drafted, or sent, does not know. */
function noted(state: Duties, payment: WrongPayment, at: number): Duties {
  const known = { ...state, payments: { ...state.payments, [payment.case]: payment } };
  const month = monthOf(REPORT_ZONE, payment.awareAt);
  const report = Object.hasOwn(state.months, month) ? state.months[month] : undefined;
  if (!report || !concerns(report, payment)) return known;
  if (!report.sent) return withReport(known, month, { payments: paymentsIn(known, month), reviewed: null });
  const late = [...report.late.filter((one) => one.case !== payment.case), payment];
  const name = addendumDuty(month, report.addenda.length);
  const told = withReport(known, month, { late });
  return Object.hasOwn(state.owed, name)
    ? told
    : owe(told, name, own(`An addendum to the report of ${month} is sent`, at));
}

/** Is it one to report, or was it one when the report was made? */
const concerns = ({ payments, addenda }: MonthReport, payment: WrongPayment): boolean => {
  const told = [...addenda.flatMap((one) => one.payments), ...payments].find(
    (one) => one.case === payment.case,
  );
  return told ? told.amount !== payment.amount : isReported(payment);
};

const sent = (state: Duties, number: string, notice: Omit<Notice, 'acknowledged'>): Duties => {
  need(number === `N-${state.serial + 1}`, 'notices are numbered one after another');
  const notices = { ...state.notices, [number]: { ...notice, acknowledged: null } };
  return { ...state, notices, serial: state.serial + 1 };
};

export const COMMISSION = 'NICC';

const CHANGES: Changes<Duties, DutyBodies> = {
  'duty-owed': (state, { v: _v, event: _event, at: _at, duty, ...rest }) => {
    need(!Object.hasOwn(state.owed, duty) && !Object.hasOwn(state.done, duty), `${duty} is owed once`);
    return owe(state, duty, rest);
  },
  'duty-done': (state, { duty, doneAt }) => done(state, duty, doneAt),
  'duty-overdue': (state, { duty, at }) => {
    const found = state.owed[duty];
    need(found?.overdueAt === null, `${duty} is overdue once`);
    return { ...state, owed: { ...state.owed, [duty]: { ...found, overdueAt: at } } };
  },
  'duty-escalated': (state, { duty, to, at }) => {
    const found = state.owed[duty];
    need(found?.overdueAt != null, `${duty} is overdue before it escalates`);
    return { ...state, owed: { ...state.owed, [duty]: { ...found, owner: to, escalatedAt: at } } };
  },
  'reporting-begun': (state, { month }) => ({ ...state, nextMonth: state.nextMonth ?? month }),
  'payment-noted': (state, { case: name, table, amount, awareAt, at }) =>
    noted(state, { case: name, table, amount, awareAt }, at),
  'report-drafted': (state, { month, payments, at }) => {
    need(state.nextMonth === month, `the next report is that of ${state.nextMonth}`);
    const report: MonthReport = {
      month,
      draftedAt: at,
      payments,
      reviewed: null,
      sent: null,
      late: [],
      addenda: [],
    };
    const months = { ...state.months, [month]: report };
    const from = endOfMonth(REPORT_ZONE, month);
    return owe(
      { ...state, months, nextMonth: nextMonth(month) },
      reportDuty(month),
      own(`The report of ${month} is sent`, from),
    );
  },
  'report-reviewed': (state, { month, by, at }) => withReport(state, month, { reviewed: { by, at } }),
  'report-sent': (state, { month, number, how, says, by, at }) => {
    need(reportOf(state, month).reviewed !== null, 'a report is reviewed before it is sent');
    const about = `Wrong payments of ${month}`;
    const noticed = sent(state, number, { to: COMMISSION, about, says, by, sentAt: at });
    return done(withReport(noticed, month, { sent: { number, how, by, at } }), reportDuty(month), at);
  },
  'addendum-sent': (state, { month, number, payments, says, by, at }) => {
    const { addenda } = reportOf(state, month);
    const about = `Addendum to the wrong payments of ${month}`;
    const noticed = sent(state, number, { to: COMMISSION, about, says, by, sentAt: at });
    const added = withReport(noticed, month, {
      late: [],
      addenda: [...addenda, { number, payments, says, by, at }],
    });
    const name = addendumDuty(month, addenda.length);
    return Object.hasOwn(added.owed, name) ? done(added, name, at) : added;
  },
  'notice-sent': (state, { number, to, about, says, by, at, books }) =>
    sent(state, number, { to, about, says, by, sentAt: at, ...(books ? { books } : {}) }),
  'notice-acknowledged': (state, { number, by, at }) => {
    const found = Object.hasOwn(state.notices, number) ? state.notices[number] : undefined;
    need(found !== undefined && found.acknowledged === null, 'a notice is acknowledged once');
    return { ...state, notices: { ...state.notices, [number]: { ...found, acknowledged: { by, at } } } };
  },
};

export const evolve = evolveBy<Duties, DutyBodies>(CHANGES);
