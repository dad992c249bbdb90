import { makeDollars } from '@boxperson/rules';
import { no, type Refused } from '../codes.js';
import { wrongPaymentClause } from './asking.js';
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
function whyNotPaid(state: OpenedCase): Refused | null {
  const left = owing(state);
  const isUpheld = state.decisions.at(-1)?.finds === 'upheld';
  if (isWrongPayment(state.opened.kind) || !isUpheld || left === null || left <= 0) return null;
  return no(WHY, `${makeDollars(left)} are still owed to the patron: put that right first.`, {
    clause: state.decisions.at(-1)?.clause ?? null,
    nearest: left,
  }).refused;
}

/** Nothing is dropped by closing: the advice of rights, and whatever the case still owes comes first. */
function whyStillOwed(state: OpenedCase): Refused | null {
  const left = dutiesOf(state).find(({ what, doneAt }) => what !== 'end' && doneAt === null);
  return left ? no(WHY, `Still owed: ${left.says}.`, { clause: left.clause }).refused : null;
}

/** Why a case may not end yet; null when it may. */
export function whyNotEnd(state: OpenedCase): Refused | null {
  if (state.withheld && !state.withheldEnded)
    return no(WHY, 'Money is still set aside: release it or return it first.', {
      clause: state.withheld.clause,
    }).refused;
  return (
    whyNotDecided(state) ??
    whyNotPaid(state) ??
    (isWrongPayment(state.opened.kind) ? whyNotRectified(state) : null) ??
    whyStillOwed(state)
  );
}
