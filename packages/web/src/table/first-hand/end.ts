import { go } from '../../ui/go.js';

/** Where the record of a first hand is kept while it lasts. */
export const FIRST_HAND = 'boxperson.first-hand';

/** To the tables of the house; nothing of the first hand is left behind. */
export function endFirstHand(): void {
  try {
    localStorage.removeItem(FIRST_HAND);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
  go('/');
}
