import type { Cents } from '../money.js';
import {
  added,
  type ChipCount,
  colouredUp,
  fewestChips,
  type Stock,
  smallerChips,
  uncounted,
  without,
  worth,
} from './fewest.js';
import type { ChipWay, DealtWager } from './line.js';
import type { Ordered } from './order.js';
import { STATIONS } from './places.js';
import { CHIP_PREFERENCES, type ChipPreference, type DealingProfile } from './profile.js';
import type { Joined } from './together.js';

/** How something is handed over. */
export interface Handed {
  readonly chips: readonly ChipWay[];
  readonly short: boolean;
}
const NOTHING_HANDED: Handed = { chips: [], short: false };

/** All that is handed over, and what the float is after it. */
export interface Handing {
  readonly lines: ReadonlyMap<string, Handed>;
  readonly totals: ReadonlyMap<Joined, Handed>;
  readonly after: Stock;
  /** Money that moved and is not in these chips: payments that the float is short of, stakes in other chips. */
  readonly loose: Cents;
}

/** Both ends at once: losers first, then line by line. */
export const inTurn = (all: readonly Ordered[]): readonly Ordered[] =>
  [...all].sort(
    (a, b) =>
      Number(a.dealt.stage === 'pay') - Number(b.dealt.stage === 'pay') ||
      a.order - b.order ||
      STATIONS.indexOf(a.station) - STATIONS.indexOf(b.station),
  );

/** Chips go into the float and out of it as the lines are dealt, so that what was taken can be paid with. */
export function handingOf(
  profile: DealingProfile,
  all: readonly Ordered[],
  joined: readonly Joined[],
  float: Stock,
  kinds: readonly Cents[],
): Handing {
  const lines = new Map<string, Handed>();
  const totals = new Map<Joined, Handed>();
  const totalOf = new Map(
    joined.flatMap((one) => (one.as === 'total' ? one.lines.map((id) => [id, one]) : [])),
  );
  let stock = float;
  let loose = 0;
  const deal = (handed: Handed, toHouse: Cents): void => {
    const way = handed.chips[0];
    if (way) stock = added(without(stock, way.give), way.take);
    loose += toHouse - (way ? worth(way.take) - worth(way.give) : 0);
  };
  for (const { dealt } of inTurn(all)) {
    const total = totalOf.get(dealt.id);
    const handed = handedFor(profile, dealt, stock, kinds);
    lines.set(dealt.id, handed);
    if (!total) deal(handed, dealt.moved.house);
    else if (!totals.has(total)) {
      totals.set(total, waysOf(profile, total, stock, kinds));
      deal(totals.get(total) as Handed, -total.hands);
    }
  }
  return { lines, totals, after: stock, loose };
}

function handedFor(
  profile: DealingProfile,
  dealt: DealtWager,
  stock: Stock,
  kinds: readonly Cents[],
): Handed {
  if (dealt.moved.house > 0) return takenIn(dealt.moved.house, kinds);
  return dealt.hands > 0 ? waysOf(profile, dealt, stock, kinds) : NOTHING_HANDED;
}

/** A stake is thought of in the fewest chips that make it: what really lay there nobody has told. */
function takenIn(taken: Cents, kinds: readonly Cents[]): Handed {
  const take = fewestChips(taken, uncounted(kinds));
  return { chips: take ? [{ way: 'fewest', give: [], take }] : [], short: false };
}

type Payment = Pick<DealtWager, 'hands' | 'back'> &
  Partial<Pick<DealtWager, 'paid' | 'taken' | 'commission' | 'commissionBack'>>;

/** Every way to hand it over, the one that the house prefers first. */
function waysOf({ chips }: DealingProfile, payment: Payment, stock: Stock, kinds: readonly Cents[]): Handed {
  const ways = [chips, ...CHIP_PREFERENCES.filter((way) => way !== chips)].flatMap((way) => {
    const made = WAYS[way](payment, stock, kinds);
    return made ? [{ way, ...made }] : [];
  });
  return { chips: ways, short: ways.length === 0 };
}

type Made = Pick<ChipWay, 'give' | 'take'>;
const give = (chips: readonly ChipCount[] | null): Made | null => chips && { give: chips, take: [] };

const WAYS: Readonly<
  Record<ChipPreference, (payment: Payment, stock: Stock, kinds: readonly Cents[]) => Made | null>
> = {
  fewest: (payment, stock, kinds) =>
    give(fewestChips(payment.hands, stock)) ?? bothWays(payment, stock, kinds),
  smaller: ({ hands }, stock) => give(smallerChips(hands, stock)),
  'colour-up': ({ hands, back }, stock, kinds) => colouredUp(hands, back, stock, kinds),
};

/** What is left after commission, or after the parts that lost, may be no amount in chips: then it goes both ways. */
function bothWays(payment: Payment, stock: Stock, kinds: readonly Cents[]): Made | null {
  const { paid = 0, taken = 0, commission = 0, commissionBack = 0 } = payment;
  if (taken + commission === 0) return null;
  const out = fewestChips(paid + commissionBack, stock);
  const take = fewestChips(taken + commission, uncounted(kinds));
  return out && take && { give: out, take };
}
