import { unitIn } from '../cases/chips.js';
import type { CaseEvent } from '../cases/events.js';
import { isWrongPayment } from '../cases/kinds.js';
import { type CaseDuty, dutiesOf } from '../cases/owed.js';
import { type Case, difference, evolve, isOpened, NO_CASE, type OpenedCase } from '../cases/state.js';
import { parted } from '../offices.js';
import type { Projection } from '../projection.js';
import { REPORTED, type WrongPayment } from './state.js';

/** What a case brings into the books of duties: told again, it is the same. */
export interface CaseNotice {
  readonly do: 'owe' | 'discharge' | 'note-payment';
  readonly body: object;
}

/** Cases that go on, by their name. One that has ended owes nothing any more. */
type Following = Record<string, Case>;

const nameOf = (matter: string, { what }: CaseDuty): string => `${matter}/${what}`;

const oweNotice = (matter: string, state: OpenedCase, duty: CaseDuty): CaseNotice => {
  const { what: _what, doneAt: _done, ...rest } = duty;
  return {
    do: 'owe',
    body: { duty: nameOf(matter, duty), ...rest, book: state.opened.rulebook, case: matter },
  };
};

/** star-2024 9.3.2 counts from when the house came to know of it: when the case was opened, or the tape was seen. */
function paymentOf(matter: string, state: OpenedCase): WrongPayment | null {
  const { opened, seen } = state;
  const amount = difference(state);
  const isOfBook = opened.rulebook === REPORTED.book && isWrongPayment(opened.kind);
  // What was wrong at a tournament's table was so in chips, which are no money.
  if (!isOfBook || unitIn(state) === 'chips' || amount === null || amount === 0) return null;
  return { case: matter, table: opened.table, amount, awareAt: (seen ?? opened).at };
}

/** What is new in a case after an event. */
function noticesOf(matter: string, before: Case, after: OpenedCase): readonly CaseNotice[] {
  const had = isOpened(before) ? dutiesOf(before) : [];
  const found = (duty: CaseDuty) => had.find(({ what }) => what === duty.what);
  const duties = dutiesOf(after).flatMap((duty): CaseNotice[] => {
    const was = found(duty);
    const body = { duty: nameOf(matter, duty), doneAt: duty.doneAt };
    return [
      ...(was ? [] : [oweNotice(matter, after, duty)]),
      ...(duty.doneAt !== null && (was?.doneAt ?? null) === null ? [{ do: 'discharge' as const, body }] : []),
    ];
  });
  const [was, is] = [isOpened(before) ? paymentOf(matter, before) : null, paymentOf(matter, after)];
  const isNew = is !== null && (was?.amount !== is.amount || was.awareAt !== is.awareAt);
  return [...duties, ...(isNew ? [{ do: 'note-payment' as const, body: is }] : [])];
}

/** Follows every case, and tells what it obliges the house to and what of that is done. */
export const followingCases: Projection<Following, CaseNotice> = {
  name: 'duties',
  version: 2,
  reads: (stream) => stream.startsWith('cases/'),
  start: () => ({}),
  fold: (state, { stream, event }, tell) => {
    const matter = parted(stream)[1] ?? '';
    const said = event as CaseEvent;
    const before = Object.hasOwn(state, matter) ? (state[matter] as Case) : NO_CASE;
    // Of a case that has ended there is more evidence at most.
    if (!isOpened(before) && said.event !== 'case-opened') return state;
    const after = evolve(before, said);
    if (isOpened(after)) for (const notice of noticesOf(matter, before, after)) tell(notice);
    if (after.closed) delete state[matter];
    else state[matter] = after;
    return state;
  },
  save: (state) => state,
  restore: (saved) => saved as Following,
};
