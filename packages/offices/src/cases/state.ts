import type { Cents } from '@boxperson/rules';
import { type Changes, evolveBy } from '../kit.js';
import { need } from '../office.js';
import type { TablePlace } from '../posts.js';
import type { CaseBodies, CaseEvent } from './events.js';
import { isWrongPayment } from './kinds.js';
import { type Ladder, ladderOf, type Rung } from './ladder.js';
import type { MomentLine } from './moment.js';

/** An entry of a case with the time at which it was made. */
type Entered<Name extends keyof CaseBodies> = CaseBodies[Name] & { readonly at: number };

export type Opened = Entered<'case-opened'>;
export type Piece = Entered<'evidence-added'>;
export type CaseDecision = Entered<'case-decided'>;

/** One matter from its opening to its end. Nothing in it is ever taken away. */
export interface Case {
  /** Null before anybody has opened it. */
  readonly opened: Opened | null;
  readonly patron: string | null;
  readonly evidence: readonly Piece[];
  readonly seen: Entered<'payment-seen'> | null;
  /** The roll read otherwise, as often as that was tried. */
  readonly readings: readonly Entered<'reading-tried'>[];
  /** What those are called who had a hand in it, besides the patron. */
  readonly known: readonly string[];
  readonly decisions: readonly CaseDecision[];
  /** A review of the last decision was asked for and not made yet. */
  readonly reviewAsked: Entered<'review-asked'> | null;
  /** When each rung was asked for a review. */
  readonly askedAt: Readonly<Record<string, number>>;
  readonly advised: readonly Entered<'rights-advised'>[];
  readonly enquiries: readonly Entered<'enquired'>[];
  readonly attempts: readonly Entered<'attempted'>[];
  /** When it came to be known that something was paid wrong, by the sheet, by a tape, or because nobody can say how much. */
  readonly wrongFrom: number | null;
  /** When what was paid wrong was first put right, or that was fairly tried. */
  readonly rectifiedAt: number | null;
  readonly told: readonly Entered<'told'>[];
  readonly acknowledged: readonly Entered<'told-acknowledged'>[];
  readonly moved: readonly Entered<'put-right'>[];
  /** What other cases about the same line have put right. */
  readonly elsewhere: readonly Entered<'settled-elsewhere'>[];
  readonly withheld: Entered<'money-withheld'> | null;
  readonly withheldEnded: Entered<'withheld-ended'> | null;
  readonly measures: readonly Entered<'measure-taken'>[];
  readonly directions: readonly Entered<'directed'>[];
  readonly closed: Entered<'case-closed'> | null;
}

export const NO_CASE: Case = {
  opened: null,
  patron: null,
  evidence: [],
  seen: null,
  readings: [],
  known: [],
  decisions: [],
  reviewAsked: null,
  askedAt: {},
  advised: [],
  enquiries: [],
  attempts: [],
  wrongFrom: null,
  rectifiedAt: null,
  told: [],
  acknowledged: [],
  moved: [],
  elsewhere: [],
  withheld: null,
  withheldEnded: null,
  measures: [],
  directions: [],
  closed: null,
};

/** A case that there is: of one that nobody opened, nothing can be asked. */
export interface OpenedCase extends Case {
  readonly opened: Opened;
}
export const isOpened = (state: Case): state is OpenedCase => state.opened !== null;

export const placeOfCase = ({ opened: { table, rulebook } }: OpenedCase): TablePlace => ({
  id: table ?? '',
  rulebook,
});

export const ladderIn = ({ opened: { rulebook, kind } }: OpenedCase): Ladder => ladderOf(rulebook, kind);

/** The only rung that may decide now: the first, then each after the one that decided last; null at the top. */
export const nextRung = (state: OpenedCase): Rung | null => {
  const { rungs } = ladderIn(state);
  const last = state.decisions.at(-1);
  return rungs[last ? rungs.findIndex(({ id }) => id === last.rung) + 1 : 0] ?? null;
};

/** The line of the roll that it is about. */
export const lineIn = ({ opened: { moment, subject } }: OpenedCase): MomentLine | null =>
  moment?.lines.find(({ line }) => line === subject.line) ?? null;

/** The reading of the roll by which it was decided last; null where that is the record's. */
export function readingIn({ decisions, readings }: Case): Entered<'reading-tried'> | null {
  const last = decisions.at(-1);
  return last?.reading === undefined ? null : (readings[last.reading - 1] ?? null);
}

/** What was owed and what was paid: by the engine, on the roll as it is on record or as it was found to be (R100). */
export function figuresIn(state: OpenedCase): { readonly owed: Cents; readonly paid: Cents } | null {
  const figures = state.seen ?? lineIn(state);
  const reading = readingIn(state);
  return figures && { owed: figures.owed + (reading ? reading.would - reading.was : 0), paid: figures.paid };
}

/** What is owed to the patron by the engine's figures and not put right yet; below nothing, what the house may ask back. */
export function owing(state: OpenedCase): Cents | null {
  const figures = figuresIn(state);
  if (!figures) return null;
  const elsewhere = state.elsewhere.reduce((sum, { amount }) => sum + amount, 0);
  return figures.owed - figures.paid - movedIn(state) - elsewhere;
}

/** What a case has put right by itself: to the patron, or below nothing to the house. */
export const movedIn = ({ moved }: Case): Cents =>
  moved.reduce((sum, { to, amount }) => sum + (to === 'patron' ? amount : -amount), 0);

/** Are both about the same line of the same roll? */
export function isSameLine(one: OpenedCase, other: OpenedCase): boolean {
  const [mine, theirs] = [one.opened, other.opened];
  return (
    mine.case !== theirs.case &&
    mine.subject.line !== undefined &&
    mine.subject.line === theirs.subject.line &&
    mine.table === theirs.table &&
    mine.moment?.n === theirs.moment?.n
  );
}

/** The difference as it was found, whatever was done since. */
export const difference = (state: OpenedCase): Cents | null => {
  const figures = figuresIn(state);
  return figures && figures.paid - figures.owed;
};

export const isAdvised = ({ advised, decisions }: Case): boolean =>
  advised.some(({ at }) => at >= (decisions.at(-1)?.at ?? 0));

/** `at` and the body, without the head of an event. */
const entered = <Name extends keyof CaseBodies>(
  event: CaseEvent & { readonly event: Name },
): Entered<Name> => {
  const { v: _v, event: _event, ...rest } = event;
  return rest as unknown as Entered<Name>;
};

const open = (state: Case): OpenedCase => {
  need(isOpened(state), 'nobody has opened this case');
  need(state.closed === null, 'this case is closed');
  return state;
};
const twoPeople = ({ by, confirmedBy }: { readonly by: string; readonly confirmedBy: string }): void =>
  need(by !== '' && confirmedBy !== '' && by !== confirmedBy, 'money of a case is moved by two people');
const positive = (amount: Cents): void =>
  need(Number.isSafeInteger(amount) && amount > 0, 'amount is not a positive number of cents');

const CHANGES: Changes<Case, CaseBodies> = {
  'case-opened': (state, event) => {
    need(!isOpened(state), 'a case is opened once');
    return { ...state, opened: entered<'case-opened'>(event), patron: event.patron };
  },
  'evidence-added': (state, event) => {
    need(isOpened(state), 'nobody has opened this case');
    return { ...state, evidence: [...state.evidence, entered<'evidence-added'>(event)] };
  },
  'payment-seen': (state, event) => ({ ...open(state), seen: entered<'payment-seen'>(event) }),
  'reading-tried': (state, event) => ({
    ...open(state),
    readings: [...state.readings, entered<'reading-tried'>(event)],
  }),
  'patron-identified': (state, { patron }) => ({ ...open(state), patron }),
  'case-decided': (state, event) => {
    const next = nextRung(open(state));
    need(next?.id === event.rung, `the next rung is ${next?.id}, not ${event.rung}`);
    need(
      state.decisions.every(({ by }) => by !== event.by),
      'whoever decided before does not review',
    );
    need((event.reading ?? 0) <= state.readings.length, 'that reading was not tried');
    const decisions = [...state.decisions, entered<'case-decided'>(event)];
    return { ...state, decisions, reviewAsked: null };
  },
  'review-asked': (state, event) => {
    const { askedAt } = open(state);
    return {
      ...state,
      reviewAsked: entered<'review-asked'>(event),
      askedAt: { ...askedAt, [event.rung]: event.at },
    };
  },
  'rights-advised': (state, event) => ({
    ...open(state),
    advised: [...state.advised, entered<'rights-advised'>(event)],
  }),
  enquired: (state, event) => ({
    ...open(state),
    enquiries: [...state.enquiries, entered<'enquired'>(event)],
  }),
  attempted: (state, event) => ({
    ...open(state),
    attempts: [...state.attempts, entered<'attempted'>(event)],
  }),
  told: (state, event) => ({ ...open(state), told: [...state.told, entered<'told'>(event)] }),
  'told-acknowledged': (state, event) => ({
    ...state,
    acknowledged: [...state.acknowledged, entered<'told-acknowledged'>(event)],
  }),
  'put-right': (state, event) => {
    positive(event.amount);
    twoPeople(event);
    return { ...open(state), moved: [...state.moved, entered<'put-right'>(event)] };
  },
  'settled-elsewhere': (state, event) => {
    need(
      open(state).elsewhere.every((one) => one.case !== event.case),
      'another case counts once',
    );
    return { ...state, elsewhere: [...state.elsewhere, entered<'settled-elsewhere'>(event)] };
  },
  'money-withheld': (state, event) => {
    positive(event.amount);
    twoPeople(event);
    need(open(state).withheld === null, 'money of a case is withheld once');
    return { ...state, withheld: entered<'money-withheld'>(event) };
  },
  'withheld-ended': (state, event) => {
    twoPeople(event);
    need(open(state).withheld?.amount === event.amount, 'what is withheld ends as a whole');
    need(state.withheldEnded === null, 'what is withheld ends once');
    return { ...state, withheldEnded: entered<'withheld-ended'>(event) };
  },
  'measure-taken': (state, event) => ({
    ...open(state),
    measures: [...state.measures, entered<'measure-taken'>(event)],
  }),
  directed: (state, event) => {
    need(isOpened(state), 'nobody has opened this case');
    return { ...state, directions: [...state.directions, entered<'directed'>(event)] };
  },
  'case-closed': (state, event) => ({ ...open(state), closed: entered<'case-closed'>(event) }),
};

export const hasTried = ({ attempts }: OpenedCase, what: string): boolean =>
  attempts.some((one) => one.what === what);

/** star-2024 9.1.2, 9.3.1: put right, or a fair attempt at it: to find and reach the patron, and to pay or ask back. */
export function isRectified(state: OpenedCase): boolean {
  // Nothing is put right while nothing is known to be wrong.
  if (state.wrongFrom === null) return false;
  if (owing(state) === 0) return true;
  const { attempts } = state;
  const isOver = (owing(state) ?? 0) < 0 || state.opened.kind === 'overpayment';
  const found = state.patron !== null || hasTried(state, 'identify');
  return (
    found &&
    (hasTried(state, isOver ? 'demand' : 'reimburse') ||
      attempts.some(({ what, succeeded }) => what === 'identify' && !succeeded))
  );
}

function withKnown(state: Case, names: readonly string[]): Case {
  const fresh = names.filter((name) => !state.known.includes(name));
  return fresh.length === 0 ? state : { ...state, known: [...state.known, ...fresh] };
}

const change = evolveBy<Case, CaseBodies>(CHANGES);

/** When a wrong payment was first put right, or that was fairly tried, does not change by what is tried afterwards. */
export function evolve(kept: Case, event: CaseEvent): Case {
  // Books that an earlier version kept know nothing of what it had not.
  const state = { ...NO_CASE, ...kept };
  const after = withKnown(change(state, event), event.names ?? []);
  if (!isOpened(after)) return after;
  const known = { ...after, wrongFrom: after.wrongFrom ?? (isWrong(after) ? event.at : null) };
  const isFirst = known.rectifiedAt === null && isRectified(known);
  return isFirst ? { ...known, rectifiedAt: event.at } : known;
}

/** Do the figures differ? Without a line of a roll there are none, and then whoever opened it says so. */
const isWrong = (state: OpenedCase): boolean => isWrongPayment(state.opened.kind) && difference(state) !== 0;
