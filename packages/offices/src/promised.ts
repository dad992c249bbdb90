import type { Cents } from '@boxperson/rules';
import { type Facts, mattersOf } from './facts.js';
import type { Asked } from './office.js';
import { DAY_MS } from './time.js';

// Many small promises are a large one that nobody sees: what one person promises of the house's money with nobody beside
// them counts together, whether in promotions or in tournaments.

/** What somebody promised without a second person. */
export interface PromisedAlone {
  readonly by: string;
  readonly at: number;
  readonly amount: Cents;
}

/** More than this is not one person's to promise, however it is cut up. */
export const PROMISED_ALONE_MOST: Cents = 1_000_000;

/** For so long what somebody promised alone counts with what they promise next. */
const ALONE_MS = 30 * DAY_MS;

/** The books in which promises stand, this matter's own too. */
export const PROMISES: readonly string[] = [mattersOf('promotions'), mattersOf('tournaments')];

/** What the same person promised alone lately, whichever it was for. */
export function promisedAlone({ by, at }: Pick<Asked, 'by' | 'at'>, facts: Facts): Cents {
  return PROMISES.flatMap((name) => facts.books<readonly Promising[]>(name) ?? [])
    .flatMap(({ alone = [] }) => alone)
    .filter((one) => one.by === by?.id && at - one.at < ALONE_MS)
    .reduce((sum, { amount }) => sum + amount, 0);
}

interface Promising {
  readonly alone?: readonly PromisedAlone[];
}
