import { no, type Outcome } from '../codes.js';
import { type Facts, mattersOf } from '../facts.js';
import type { Person } from '../person.js';
import type { CaseKind } from './kinds.js';
import { type Case, isOpened, type Opened, type OpenedCase } from './state.js';

// What guests may raise. Anybody can be one, as often as they like, and whatever they raise stays on record for good
// and waits for somebody to decide it.

/** So many of one guest's may go on at a time. */
export const GUEST_OPEN_MOST = 3;
/** So many of all guests in a day; complaints use up nothing of what there is for disputes. */
export const GUESTS_A_DAY = 100;
const DAY = 24 * 3_600_000;
/** So many of all guests of one network, who may be one person under many names: it leaves the others the most of it. */
export const NEAR = { guests: 20, ms: DAY } as const;

const ALL_CASES = mattersOf('cases');

/** Under which name it is asked whether somebody sits at a table, or sat there not long ago. */
export const satAt = (table: string, person: string): string => `sat-at/${table}/${person}`;
export function satAtIn(name: string): { readonly table: string; readonly person: string } | null {
  const [, table, person] = /^sat-at\/([^/]+)\/([^/]+)$/.exec(name) ?? [];
  return table === undefined || person === undefined ? null : { table, person };
}

/** What it takes to know whether a guest may raise something of that table. */
export const guestNeeds = ({ id }: Person, table: string): readonly string[] => [ALL_CASES, satAt(table, id)];

export interface Raised {
  readonly kind: CaseKind;
  readonly table: string;
}

/** Why a guest may not raise it; null when they may. */
export function whyNotRaise(
  { id }: Person,
  { kind, table }: Raised,
  at: number,
  facts: Facts,
): Outcome<never> | null {
  // star 9.12 and its likes hear patrons of a table. Whose line a roll decided needs no other proof of being one.
  if (kind === 'complaint' && !facts.books<boolean>(satAt(table, id)))
    return no(
      'not-eligible',
      'table: sit there first; only whoever plays there, or played there, complains.',
    );
  const raised = (facts.books<readonly Case[]>(ALL_CASES) ?? []).filter(isOpened);
  if (raised.filter(({ opened, closed }) => opened.by === id && closed === null).length >= GUEST_OPEN_MOST)
    return no('used-up', `${GUEST_OPEN_MOST} cases of yours go on: wait until one of them is closed.`);
  return whyNotToday(
    raised.filter(({ opened }) => isGuests(opened) && opened.kind === kind && opened.at > at - DAY),
    at,
  );
}

function whyNotToday(today: readonly OpenedCase[], at: number): Outcome<never> | null {
  if (today.length < GUESTS_A_DAY) return null;
  const first = Math.min(...today.map(({ opened }) => opened.at));
  const retryAfter = Math.ceil((first + DAY - at) / 1_000);
  return no('too-fast', 'Guests have raised as much as is heard in a day: tell the crew.', { retryAfter });
}

/** Records of earlier versions do not say. */
const isGuests = ({ guest }: Opened): boolean => guest === true;
