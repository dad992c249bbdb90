import type { Cents } from '@boxperson/rules';
import type { Person } from '../person.js';
import { type No, noBy } from './acting.js';
import type { Paid, Refund } from './events.js';
import { type Entrant, paidNow, type Tournament } from './state.js';
import type { DraftTerms, Terms } from './terms.js';

// One kind of money in a tournament, whatever moves: what guests play for never becomes anybody's real money.

/** More than this is not one person's to pay. */
export const PAID_ALONE_MOST: Cents = 1_000_000;

/** Does money move by these terms, in or out? */
export const movesMoney = ({ fees, buyBack, pool, chipsAfter }: Terms): boolean =>
  [
    fees.entry,
    fees.buyIn,
    fees.reBuy,
    fees.addOn,
    buyBack?.price ?? 0,
    pool.guaranteed,
    chipsAfter.centsPerDollar,
  ].some((amount) => amount > 0);

/** Guests play for play money, and nobody else. Where none moves, anybody plays. */
export const whyWrongMoney = (terms: Terms, { kind }: Person): No | null =>
  (terms.fees.money === 'play') === (kind === 'guest') || !movesMoney(terms)
    ? null
    : noBy('8.4.1(a)(ii)', `fees: this tournament is played for ${terms.fees.money} money.`, 'not-allowed');

/** Once somebody has entered, the money is what it was: the pool holds theirs, and they entered for it. */
export function whyOtherMoney({ entries }: Tournament, before: Terms, terms: Terms): No | null {
  if (Object.keys(entries).length === 0) return null;
  const { money } = before.fees;
  if (terms.fees.money !== money)
    return noBy('8.4.1(a)(ii)', `fees: people have entered for ${money} money, and it stays that.`);
  if (movesMoney(terms) === movesMoney(before)) return null;
  return movesMoney(before)
    ? noBy('8.4.1(a)(ii)', `fees: people have entered for ${money} money: it does not become free for all.`)
    : noBy('8.4.1(a)(ii)', 'fees: people have entered where no money moves, and none moves from now on.');
}

export const sumOf = ({ entry, buyIn }: Paid): Cents => entry + buyIn;

/** What comes back of an entry to whoever has it, and what to those who paid for it before. */
export interface Back {
  readonly refund: Paid;
  readonly refunds?: readonly Refund[];
}

/** Money for an entry comes back to whoever paid it, so that nobody gets another's by taking their place. */
export function backOf(entrant: Entrant, how: (paid: Paid) => Paid): Back {
  const refunds = (entrant.earlier ?? [])
    .map(({ person, paid }) => ({ person, refund: how(paid) }))
    .filter((one) => sumOf(one.refund) > 0);
  const refund = how(paidNow(entrant));
  return refunds.length === 0 ? { refund } : { refund, refunds };
}

/** To whom it comes back; events of before there were payers name one person for all of it. */
export const refundsIn = ({
  person,
  refund,
  refunds = [],
}: Back & { readonly person: string }): readonly Refund[] => [{ person, refund }, ...refunds];

/** What of terms says what they come to. */
type Promises = Pick<DraftTerms, 'fees' | 'rounds' | 'pool' | 'bank' | 'chipsAfter' | 'players'>;

/** Banks that one player may cash: with those bought beside the first, of every round where they are carried on. */
function banksEach({ fees, rounds }: Promises): number {
  const again = (fees?.reBuy ?? 0) > 0 ? 1 : 0;
  if (rounds?.banks !== 'carried') return 1 + again;
  const added = (fees?.addOn ?? 0) > 0 ? 1 : 0;
  return 1 + rounds.most * (again + added);
}

/**
 * What the house promises of its own real money: into a pool, and for chips that it gives out. Where play money moves,
 * guests alone enter, and nobody is paid anything else.
 */
export function promisedIn(terms: Promises): Cents {
  const { fees, pool, bank, chipsAfter, players } = terms;
  if (fees?.money === 'play') return 0;
  const worth = Math.floor((bank?.chips ?? 0) / 100) * (chipsAfter?.centsPerDollar ?? 0);
  return (pool?.guaranteed ?? 0) + worth * banksEach(terms) * (players?.most ?? 0);
}
