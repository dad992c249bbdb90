import type { Clause } from '@boxperson/rules';
import { no, type Outcome, yes } from '../codes.js';
import type { Facts } from '../facts.js';
import { type Asked, type HappenedOf, type Verb, verbOf } from '../office.js';
import type { Person } from '../person.js';
import type { Who } from '../who.js';
import type { CaseEvent } from './events.js';
import { isOfCase, onlyLooks } from './people.js';
import { type Case, isOpened, type OpenedCase } from './state.js';

// What every verb of a case begins with: is there one, does it go on, and is it theirs.

export type CaseHappened = HappenedOf<CaseEvent>;
export type Decided = Outcome<readonly CaseHappened[]>;

export const verb = verbOf<Case, CaseEvent>();

/** Whoever works on cases. Which of them may decide, the ladder of the book says. */
export const WORKERS: readonly Who[] = ['crew', { post: 'manager' }, { post: 'pit-supervisor' }];
export const workers: Who = { either: WORKERS };
export const OPENERS: readonly Who[] = [
  ...WORKERS,
  { post: 'surveillance' },
  { post: 'cashier' },
  { post: 'tournament-director' },
  { post: 'scrutineer' },
];

export const tableOf = ({ opened }: Case): string | null => opened?.table ?? null;
export const patronOf = ({ patron }: Case): string | null => patron;
export const always = (): boolean => true;

const NOT_OPENED = no('not-found', 'There is no such case: open one.');
const CLOSED = no('used-up', 'This case is closed. What comes to light now can be added as evidence.');
const SOMEBODYS = no('not-allowed', 'That is done by people, and under their names.');
export const NOT_OF_CASE = no('not-allowed', 'This case is for its own people.');
const LOOKS_ONLY = no('not-allowed', 'Your post looks at cases and changes nothing in them.');

/** A case, somebody by name who asks, and what they said. */
export interface AskedHere<Body> extends Asked<Body> {
  readonly by: Person;
}

export interface HereOptions {
  /** Also when it is closed. */
  readonly evenClosed?: true;
  /** The patron too. */
  readonly patronToo?: true;
  /** Those too whose post only looks. */
  readonly lookersToo?: true;
}

function whyNotHere(state: Case, by: Person | null, options: HereOptions): Outcome<never> | null {
  if (!by) return SOMEBODYS;
  if (!isOpened(state)) return NOT_OPENED;
  const isPatron = options.patronToo === true && by.id === state.patron;
  if (!isPatron && !isOfCase(state, by)) return NOT_OF_CASE;
  if (state.closed && !options.evenClosed) return CLOSED;
  if (!isPatron && !options.lookersToo && onlyLooks(state, by)) return LOOKS_ONLY;
  return null;
}

interface CaseVerb<Body> extends Omit<Verb<Case, CaseEvent, Body>, 'decide'> {
  readonly here?: HereOptions;
  decide(state: OpenedCase, asked: AskedHere<NoInfer<Body>>, facts: Facts): Decided;
}

/** What happened, with what those who did it are called: their names are kept out of the patron’s letter. */
export function signedBy(
  decided: Decided,
  patron: string | null,
  ...people: readonly (Person | null)[]
): Decided {
  const names = people.flatMap((one) => (one && one.id !== patron ? [one.name] : []));
  return decided.ok && names.length > 0 ? yes(decided.value.map((one) => ({ ...one, names }))) : decided;
}

/** A verb of a case that is open, for somebody who belongs to it. */
export const caseVerb = <Body>({ here = {}, decide, ...made }: CaseVerb<Body>): Verb<Case, CaseEvent> =>
  verb<Body>({
    ...made,
    decide: (state, asked, facts) =>
      whyNotHere(state, asked.by, here) ??
      signedBy(
        decide(state as OpenedCase, asked as AskedHere<NoInfer<Body>>, facts),
        state.patron,
        asked.by,
        asked.second,
      ),
  });

/** One event of a case, or several. */
export const happens = (...events: readonly CaseHappened[]): Decided => yes(events);

/** What star-2024 9 says of wrong payments; the other books have no such clause. */
export const wrongPaymentClause = (state: OpenedCase, clause: Clause): Clause | null =>
  state.opened.rulebook === 'star-2024' ? clause : null;
