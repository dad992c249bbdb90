import type { Facts } from '../facts.js';

/** Guests play with play money; and it is guests alone whom the house forgets. */
export const hasPlayMoney = (id: string, facts: Facts): boolean =>
  (facts.person(id)?.kind ?? 'guest') === 'guest';
