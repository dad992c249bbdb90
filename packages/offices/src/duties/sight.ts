import type { RulebookId } from '@boxperson/rules';
import { own } from '../kit.js';
import { partOfBooks } from '../posts.js';
import { type Duties, type DutyEvent, REPORTED } from './state.js';

// Whose a duty is: of those who see its case, and of those who manage its book. Reports are of the book that asks for
// them, notices of the books that their writers manage.

const part = (...books: readonly RulebookId[]): string => partOfBooks('duties', books);
const ALL = part();
const REPORTS = part(REPORTED.book);

const ofCase = (name: string, ...books: readonly RulebookId[]): readonly string[] => [
  `cases/${name}`,
  part(...books),
];

/** Of a duty that is done its name alone is left: that of the case comes first in it. */
function ofDuty({ owed }: Pick<Duties, 'owed'>, name: string): readonly string[] {
  const duty = own(owed, name);
  if (duty) return duty.case === null ? [part(duty.book)] : ofCase(duty.case, duty.book);
  const slash = name.indexOf('/');
  return slash < 0 ? [REPORTS] : ofCase(name.slice(0, slash));
}

/** The books that a notice is of; null where the record does not say. */
export function booksOfNotice({ months, notices }: Duties, number: string): readonly RulebookId[] | null {
  const isReport = Object.values(months).some(({ sent, addenda }) =>
    [sent, ...addenda].some((paper) => paper?.number === number),
  );
  return isReport ? [REPORTED.book] : (own(notices, number)?.books ?? null);
}

const ofNotice = (state: Duties, number: string): readonly string[] => [
  part(...(booksOfNotice(state, number) ?? [])),
];

export function speaksOf(state: Duties, event: DutyEvent): readonly string[] {
  switch (event.event) {
    case 'duty-owed':
    case 'duty-overdue':
      return event.case === null ? [part(event.book)] : ofCase(event.case, event.book);
    case 'duty-done':
    case 'duty-escalated':
      return ofDuty(state, event.duty);
    case 'payment-noted':
      return ofCase(event.case, REPORTED.book);
    case 'notice-sent':
      return [part(...(event.books ?? []))];
    case 'notice-acknowledged':
      return ofNotice(state, event.number);
    default:
      return [REPORTS];
  }
}

/** Each name is asked about once: there may be many duties of one case. */
function seesAny(sees: (name: string) => boolean): (names: readonly string[]) => boolean {
  const known = new Map<string, boolean>();
  const asks = (name: string): boolean => {
    const answer = known.get(name) ?? sees(name);
    known.set(name, answer);
    return answer;
  };
  return (names) => names.some(asks);
}

const kept = <T>(all: Readonly<Record<string, T>>, keeps: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => keeps(name)));

/** The books without what is of other books, and of tables that are not theirs. */
export function withoutOthers(state: Duties, sees: (name: string) => boolean): Duties {
  if (sees(ALL)) return state;
  const isSeen = seesAny(sees);
  return {
    ...state,
    owed: kept(state.owed, (name) => isSeen(ofDuty(state, name))),
    done: kept(state.done, (name) => isSeen(ofDuty(state, name))),
    payments: kept(state.payments, (name) => isSeen(ofCase(name, REPORTED.book))),
    months: isSeen([REPORTS]) ? state.months : {},
    notices: kept(state.notices, (number) => isSeen(ofNotice(state, number))),
  };
}
