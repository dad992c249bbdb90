import { type Cents, makeAmount, type Unit } from '../money.js';
import { FLAT_OF, isOddsId, type OddsId } from '../wager.js';
import { fewestChips, type Stock } from './fewest.js';
import type { ChipWay, DealtWager } from './line.js';
import type { Ordered } from './order.js';
import type { DealingProfile } from './profile.js';

/**
 * Lines that are shown, or handed over, as one. Never another sum: what is handed over is the sum of its lines.
 * `total`: flat wager and odds in one payment. `off-and-on`: a new come wager of the same size takes the place of the
 * old one, and nothing moves. `down-and-move`: of another size, so the old comes down and the new moves. `bridged` and
 * `heeled`: how laid odds stand beside their flat wager.
 */
export const TOGETHER = ['total', 'off-and-on', 'down-and-move', 'bridged', 'heeled'] as const;

export interface Joined {
  readonly as: (typeof TOGETHER)[number];
  readonly lines: readonly string[];
  readonly hands: Cents;
  readonly back: Cents;
  readonly say: string;
}
export interface Together extends Joined {
  readonly chips: readonly ChipWay[];
  readonly short: boolean;
}

const keyOf = (player: string, wager: string, number: number | undefined): string =>
  `${wager}/${number ?? ''}/${player}`;

/** Everything on the sheets that goes together. */
export function joinedIn(
  profile: DealingProfile,
  all: readonly Ordered[],
  kinds: Stock,
  unit: Unit = 'money',
): readonly Joined[] {
  const byKey = new Map(
    all.map((one) => [keyOf(one.dealt.player, one.dealt.selection.wager, one.dealt.selection.number), one]),
  );
  const flatOf = ({ dealt }: Ordered): Ordered | undefined => {
    const { wager, number } = dealt.selection;
    return isOddsId(wager) ? byKey.get(keyOf(dealt.player, FLAT_OF[wager as OddsId], number)) : undefined;
  };
  return all.flatMap((one) => {
    const flat = flatOf(one);
    if (flat) return withFlat(profile, flat, one, { kinds, unit });
    return one.dealt.action === 'move' && one.dealt.selection.wager === 'come'
      ? offAndOn(one, byKey, unit)
      : [];
  });
}

function join(
  as: Joined['as'],
  dealt: readonly DealtWager[],
  say: (hands: Cents, back: Cents) => string,
): Joined {
  const sum = (of: 'hands' | 'back'): Cents => dealt.reduce((all, one) => all + one[of], 0);
  const [hands, back] = [sum('hands'), sum('back')];
  return { as, lines: dealt.map(({ id }) => id), hands, back, say: say(hands, back) };
}

const isPaid = ({ dealt }: Ordered): boolean => dealt.paid > 0;

/** The chips of the table, and what they are. */
interface Handed {
  readonly kinds: Stock;
  readonly unit: Unit;
}

function withFlat(profile: DealingProfile, flat: Ordered, odds: Ordered, handed: Handed): readonly Joined[] {
  if (!isPaid(flat) || !isPaid(odds)) return [];
  const both = [flat.dealt, odds.dealt];
  const total = profile.totalling === 'flat-with-odds' ? [join('total', both, sayTotal(handed.unit))] : [];
  return odds.dealt.selection.wager.startsWith('dont') ? [...total, laid(flat, odds, handed)] : total;
}

const sayTotal =
  (unit: Unit) =>
  (hands: Cents): string =>
    `pay ${makeAmount(hands, unit)} for both`;

/** Bridged only if the odds win what the flat wager does, in chips of one colour: one stack is then sized into twice. */
function laid({ dealt: flat }: Ordered, { dealt: odds }: Ordered, { kinds, unit }: Handed): Joined {
  const isBridged = odds.paid === flat.paid && oneColour(flat.stake, kinds) === oneColour(odds.stake, kinds);
  return isBridged && oneColour(flat.stake, kinds) !== null && !flat.tokens && !odds.tokens
    ? join('bridged', [flat, odds], () => `bridged: size into ${makeAmount(flat.paid, unit)} twice`)
    : join('heeled', [flat, odds], () => 'heeled: pay the flat wager, then the odds');
}

/** The chip that makes up the whole of a stake, in the fewest chips; null where it takes several kinds. */
function oneColour(stake: Cents, kinds: Stock): Cents | null {
  const chips = fewestChips(stake, kinds);
  return chips?.length === 1 ? (chips[0]?.chip ?? null) : null;
}

function offAndOn(move: Ordered, byKey: ReadonlyMap<string, Ordered>, unit: Unit): readonly Joined[] {
  const { player, to, stake } = move.dealt;
  const old = byKey.get(keyOf(player, 'come', to ?? undefined));
  if (!old || !isPaid(old)) return [];
  const odds = byKey.get(keyOf(player, 'come-odds', to ?? undefined));
  const dealt = [old, ...(odds ? [odds] : []), move].map((one) => one.dealt);
  const oddsDown = odds ? `, ${makeAmount(odds.dealt.back, unit)} odds down` : '';
  // Tokens are not left to stand for chips, nor chips for tokens.
  const isAlike = old.dealt.stake === stake && !old.dealt.tokens && !move.dealt.tokens;
  return isAlike
    ? [
        join(
          'off-and-on',
          dealt,
          (hands) => `off and on: pay ${makeAmount(hands, unit)}${oddsDown}, nothing moves`,
        ),
      ]
    : [
        join(
          'down-and-move',
          dealt,
          (hands, back) =>
            `pay ${makeAmount(hands, unit)} and ${makeAmount(back, unit)} down, then move ${makeAmount(stake, unit)}`,
        ),
      ];
}
