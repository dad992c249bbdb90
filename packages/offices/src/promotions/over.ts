import { evolvePromotion, type Promotion, type PromotionEvent } from './state.js';

// When a promotion is over: of those that go on a list tells of all, of those that are over of the newest alone.

/** Nobody is to draw, claim, be paid or be told anything any more. The archive is only where it is put then. */
function isSettled({ stage, published, doubt, awards, claims, setAside }: Promotion): boolean {
  if (stage === 'archived') return true;
  if (stage !== 'cancelled' && (stage !== 'drawn' || published === null || doubt !== null)) return false;
  return (
    setAside === 0 &&
    doubt?.toldAt !== null &&
    Object.values(awards).every(({ became }) => became !== 'open') &&
    Object.values(claims).every(({ became, toldAt }) => became === 'paid' || toldAt !== undefined)
  );
}

/** The books after an event, with the time of the one that left nothing to do. */
export function evolve(before: Promotion, event: PromotionEvent): Promotion {
  const after = evolvePromotion(before, event);
  const ends = after.endedAt === undefined && isSettled(after) && !isSettled(before);
  return ends ? { ...after, endedAt: event.at } : after;
}

/** What is over stays so, whatever somebody says of it afterwards. Books of earlier versions do not say since when. */
export function overAt(state: Promotion): number | null {
  const { endedAt, draw, frozen, submittedAt } = state;
  if (endedAt !== undefined) return endedAt;
  return isSettled(state) ? (draw?.at ?? frozen?.at ?? submittedAt ?? 0) : null;
}
