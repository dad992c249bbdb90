import { type Cents, type Clause, makeChips, makeDollars } from '@boxperson/rules';
import { no, type Refused } from '../codes.js';
import type { Facts } from '../facts.js';
import { wrongPaymentClause } from './asking.js';
import { whyNotMoney } from './chips.js';
import { isWrongPayment, KINDS } from './kinds.js';
import { dutiesOf } from './owed.js';
import { hasTried, isRectified, nextRung, type OpenedCase, owing } from './state.js';

// What must have been done before a case may end.

const WHY = 'not-eligible';

/** Decided, and nobody waits for a review. */
function whyNotDecided(state: OpenedCase): Refused | null {
  const { decisions, reviewAsked } = state;
  if (decisions.length === 0) {
    if (!KINDS[state.opened.kind].isDecided) return null;
    return no(WHY, 'Nobody has decided it yet.', { clause: nextRung(state)?.clause ?? null }).refused;
  }
  if (!reviewAsked) return null;
  return no(WHY, 'A review has been asked for and not made yet.', {
    clause: nextRung(state)?.clause ?? null,
  }).refused;
}

function whyNotRectified(state: OpenedCase): Refused | null {
  const last = state.enquiries.at(-1);
  if (!last)
    return no(WHY, 'Enquire first whether it was intended.', { clause: wrongPaymentClause(state, '9.1.1') })
      .refused;
  const isSuspected = last.finds === 'suspected';
  if (isSuspected && state.patron === null && !hasTried(state, 'identify'))
    return no(WHY, 'It may have been intended: try to find out who the patron is.', {
      clause: wrongPaymentClause(state, '9.2.2'),
    }).refused;
  // Looked into, and nothing was found to differ.
  if (state.wrongFrom === null || isRectified(state)) return null;
  // Where it may have been intended, telling the commission is not enough (9.2.1).
  if (!isSuspected && state.told.length > 0) return null;
  return no(WHY, 'Put it right, or try to: reach the patron, and pay or ask back what differs.', {
    clause: wrongPaymentClause(state, isSuspected ? '9.2.1' : '9.1.2'),
  }).refused;
}

/** What was found for the patron is theirs before the case ends. */
function whyNotPaid(state: OpenedCase, facts: Facts): Refused | null {
  const left = owing(state);
  const isUpheld = state.decisions.at(-1)?.finds === 'upheld';
  if (isWrongPayment(state.opened.kind) || !isUpheld || left === null || left <= 0) return null;
  const clause = state.decisions.at(-1)?.clause ?? null;
  const why = whyNotMoney(state, facts);
  if (why === 'chips') return whyNotGiven(state, left, clause);
  if (why) return hasTried(state, 'reimburse') ? null : orTried(why);
  return no(WHY, `${makeDollars(left)} are still owed to the patron: put that right first.`, {
    clause,
    nearest: left,
  }).refused;
}

/** A table may be gone for good: then no case says any more what its chips were. */
const orTried = (why: Refused): Refused => ({
  ...why,
  message: `${why.message} If it does not come back, record what was done as an attempt to reimburse.`,
});

/** Chips are put right at the table, where no case moves them: that it was done, or tried, is written down here. */
const whyNotGiven = (state: OpenedCase, left: Cents, clause: Clause | null): Refused | null =>
  hasTried(state, 'reimburse')
    ? null
    : no(
        WHY,
        `${makeChips(left)} of the tournament are still owed to the patron: have that put right at the table, and record it as an attempt to reimburse.`,
        { clause, nearest: left },
      ).refused;

/** Nothing is dropped by closing: the advice of rights, and whatever the case still owes comes first. */
function whyStillOwed(state: OpenedCase): Refused | null {
  const left = dutiesOf(state).find(({ what, doneAt }) => what !== 'end' && doneAt === null);
  return left ? no(WHY, `Still owed: ${left.says}.`, { clause: left.clause }).refused : null;
}

/** Why a case may not end yet; null when it may. */
export function whyNotEnd(state: OpenedCase, facts: Facts): Refused | null {
  if (state.withheld && !state.withheldEnded)
    return no(WHY, 'Money is still set aside: release it or return it first.', {
      clause: state.withheld.clause,
    }).refused;
  return (
    whyNotDecided(state) ??
    whyNotPaid(state, facts) ??
    (isWrongPayment(state.opened.kind) ? whyNotRectified(state) : null) ??
    whyStillOwed(state)
  );
}
