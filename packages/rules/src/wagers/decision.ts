import type { Clause } from '../clause.js';
import type { PointNumber } from '../dice.js';
import type { Pay } from '../odds.js';

/**
 * What one roll does to a wager that is working. `stands` covers every roll that does not touch it, the barred total
 * at the books where a don't wager stays among them (R2).
 */
export type Decision =
  | { readonly verdict: 'stands' }
  | { readonly verdict: 'travels'; readonly to: PointNumber }
  | { readonly verdict: 'void'; readonly clause: Clause }
  | { readonly verdict: 'loses'; readonly clause: Clause; readonly parts: number }
  | {
      readonly verdict: 'wins';
      readonly clause: Clause;
      readonly pay: Pay;
      /** The stake is so many equal wagers (R3) … */
      readonly parts: number;
      /** … of which so many are on the thrown total. */
      readonly winning: number;
    };

export const STANDS: Decision = { verdict: 'stands' };
export const travels = (to: PointNumber): Decision => ({ verdict: 'travels', to });
export const wins = (pay: Pay, clause: Clause): Decision => ({
  verdict: 'wins',
  pay,
  clause,
  parts: 1,
  winning: 1,
});
export const loses = (clause: Clause): Decision => ({ verdict: 'loses', clause, parts: 1 });
