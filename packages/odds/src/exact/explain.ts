import { type Dice, isHard, makePair, makePay, THROWS, TOTALS, totalOf } from '@boxperson/rules';
import {
  add,
  equals,
  isZero,
  makeRational,
  mul,
  ONE,
  type Rational,
  rational,
  signOf,
  sum,
  toNumber,
} from '../rational.js';
import type { Chain, Moment, Step } from './chain.js';
import type { Figures } from './figures.js';

// The way to a figure, written out so that a person can follow it with a pencil.

/** Moments in which every throw does the same, told once. */
function alike(chain: Chain): readonly Moment[][] {
  let classOf: readonly number[] = chain.moments.map(() => 0);
  for (let count = 0; ; ) {
    const ids = new Map<string, number>();
    const at: readonly number[] = classOf;
    const next = chain.moments.map(({ steps }) => {
      const key = steps.map(({ to, end }) => (end ? `=${end.net}` : at[to])).join();
      if (!ids.has(key)) ids.set(key, ids.size);
      return ids.get(key) as number;
    });
    classOf = next;
    if (ids.size === count) break;
    count = ids.size;
  }
  const groups: Moment[][] = [];
  for (const [at, moment] of chain.moments.entries()) {
    const group = classOf[at] as number;
    groups[group] = [...(groups[group] ?? []), moment];
  }
  return groups;
}

const sayPair = (dice: Dice): string => makePair(dice).join('-');

/** Throws as people say them: `7`, `hard 4`, `easy 6`, or the pairs where no total says it. */
export function sayThrows(throws: readonly Dice[]): string {
  return TOTALS.flatMap((total) => sayTotal(total, throws)).join(', ');
}

function sayTotal(total: number, throws: readonly Dice[]): readonly string[] {
  const all = THROWS.filter((dice) => totalOf(dice) === total);
  const held = all.filter((dice) => throws.includes(dice));
  if (held.length === 0) return [];
  if (held.length === all.length) return [String(total)];
  if (held.every(isHard)) return [`hard ${total}`];
  const easy = all.filter((dice) => !isHard(dice));
  if (held.length === easy.length && !held.some(isHard)) return [`easy ${total}`];
  return [...new Set(held.map(sayPair))];
}

/** What a throw does, in words; throws with the same words are told together. */
function sayStep(moment: Moment, { to, end }: Step, chain: Chain): string {
  if (end) {
    const { outcome, pay, stake, collected } = end.settlement;
    if (outcome === 'lost') return 'it loses';
    if (outcome !== 'won' || pay === null) return 'it is void and the stake comes back';
    if (collected === 0) return `it wins ${makePay(pay)}`;
    const part = makeRational(rational(stake - collected, stake));
    return `it wins ${makePay(pay)} on ${part} of the stake and loses the rest`;
  }
  return leadsOn(moment, to, chain) ? SETS_NUMBER : STANDS;
}

const SETS_NUMBER = 'that becomes its number';
const STANDS = 'nothing changes';
const leadsOn = (moment: Moment, to: number, chain: Chain): boolean =>
  goalOf(chain.moments[to] as Moment, chain) !== goalOf(moment, chain);

/** The number that decides it now, where the wager has one of its own; null on its first roll. */
function goalOf(moment: Moment, chain: Chain): number | null {
  const first = chain.moments[0] as Moment;
  if (moment.spot !== first.spot) return moment.spot.number ?? null;
  const isLine = moment.spot.wager === 'pass' || moment.spot.wager === 'dont-pass';
  return isLine ? moment.point : null;
}

const ORDER = ['it wins', 'it loses', 'it is void', SETS_NUMBER, STANDS];
const rank = (words: string): number => ORDER.findIndex((start) => words.startsWith(start));

function groupSteps(
  moment: Moment,
  chain: Chain,
): readonly (readonly [words: string, throws: readonly Dice[]])[] {
  const groups = new Map<string, Dice[]>();
  for (const [at, step] of moment.steps.entries()) {
    const words = sayStep(moment, step, chain);
    groups.set(words, [...(groups.get(words) ?? []), THROWS[at] as Dice]);
  }
  return [...groups].sort(([a], [b]) => rank(a) - rank(b));
}

/** So many that naming them all would tell nothing. */
const NAMED_MAX = 6;

function sayGroup([words, throws]: readonly [string, readonly Dice[]]): string {
  if (words === STANDS && throws.length > NAMED_MAX)
    return `on the other ${throws.length} throws nothing changes`;
  return `on ${sayThrows(throws)} ${words} (${throws.length} of 36)`;
}

const hasNumber = (chain: Chain): boolean => chain.moments.some((moment) => goalOf(moment, chain) !== null);

function sayMoment(moment: Moment, chain: Chain): string {
  const goal = goalOf(moment, chain);
  const lead = goal !== null ? `With ${goal} for its number, ` : hasNumber(chain) ? 'First roll: ' : '';
  const told = groupSteps(moment, chain).map(sayGroup).join('; ');
  return `${lead}${lead === '' ? capital(told) : told}.`;
}
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `5 win against 6 that lose: 5/11 and 6/11`, for a moment that throws decide or leave. */
function sayDecided(moment: Moment, chain: Chain): string | null {
  if (moment.steps.some(({ to }) => to !== undefined && leadsOn(moment, to, chain))) return null;
  const count = (sign: number): number =>
    moment.steps.filter(({ end }) => end && Math.sign(end.net) === sign).length;
  const [won, lost, even] = [count(1), count(-1), count(0)];
  const all = won + lost + even;
  const share = (part: number): string => makeRational(rational(part, all));
  const push = even > 0 ? ` and ends even ${share(even)}` : '';
  return `Of ${all} deciding throws ${won} win: it wins ${share(won)}, loses ${share(lost)}${push}.`;
}

const sayNet = (net: Rational): string => makeRational(net);
const percent = (value: Rational): string => `${(100 * toNumber(value)).toFixed(3)} %`;

function sayMean({ results, edge }: Figures): string {
  const terms = results
    .filter(({ net, chance }) => !isZero(net) && !isZero(chance))
    .map(
      ({ net, chance }) => `${makeRational(chance)} × ${signOf(net) < 0 ? `(${sayNet(net)})` : sayNet(net)}`,
    );
  const mean = sum(results.map(({ net, chance }) => mul(net, chance)));
  return `For each unit put up: ${terms.join(' + ') || '0'} = ${sayNet(mean)}; the edge is ${makeRational(edge)}, ${percent(edge)}.`;
}

function sayCommission({ commission }: Figures): readonly string[] {
  if (isZero(commission)) return [];
  const onStake = rational(commission.n, commission.d - commission.n);
  return [`Commission of ${makeRational(onStake)} of the stake is put up with it, win or lose.`];
}

/** The first roll and all numbers that may follow, as one sum. */
function sayTogether(chain: Chain, { win }: Figures): readonly string[] {
  if (!hasNumber(chain)) return [];
  const { steps } = chain.moments[0] as Moment;
  const first = chain.moments[0] as Moment;
  const won = steps.filter(({ end }) => end && end.net > 0).length;
  const idle = steps.filter(({ to }) => to !== undefined && !leadsOn(first, to, chain)).length;
  const onward = new Map<number, number>();
  for (const { to } of steps)
    if (to !== undefined && leadsOn(first, to, chain)) onward.set(to, (onward.get(to) ?? 0) + 1);
  const terms = [...onward].map(
    ([to, count]) => `${count}/36 × ${makeRational(winsFrom(chain.moments[to] as Moment))}`,
  );
  const all = [`${won}/36`, ...terms].join(' + ');
  const whole = idle === 0 ? all : `(${all}) × 36/${36 - idle}`;
  return [`Together it wins ${whole} = ${makeRational(win)}.`];
}

const winsFrom = ({ steps }: Moment): Rational => {
  const ended = steps.filter(({ end }) => end !== undefined);
  return rational(ended.filter(({ end }) => end && end.net > 0).length, ended.length);
};

/** What a throw does to a wager, for a picture: `sets` gives it its number, `even` ends it without a change of money. */
export type ThrowFate = 'wins' | 'loses' | 'even' | 'sets' | 'stands';

/** A moment in the life of a wager and what each of the 36 throws does then. */
export interface MomentGrid {
  /** The number that decides it; null where it has none, or none yet. */
  readonly goal: number | null;
  readonly says: string;
  /** In the order of THROWS. */
  readonly throws: readonly { readonly fate: ThrowFate; readonly words: string }[];
}

function fateOf(moment: Moment, { to, end }: Step, chain: Chain): ThrowFate {
  if (end) return end.net > 0 ? 'wins' : end.net < 0 ? 'loses' : 'even';
  return leadsOn(moment, to, chain) ? 'sets' : 'stands';
}

/** The moments of a derivation as squares of 36 throws. */
export const drawMoments = (chain: Chain): readonly MomentGrid[] =>
  alike(chain).map((group) => {
    const moment = group[0] as Moment;
    const throws = moment.steps.map((step) => ({
      fate: fateOf(moment, step, chain),
      words: sayStep(moment, step, chain),
    }));
    return { goal: goalOf(moment, chain), says: sayMoment(moment, chain), throws };
  });

export function explain(chain: Chain, figures: Figures): readonly string[] {
  const moments = alike(chain).map((group) => group[0] as Moment);
  const told = moments.flatMap((moment) =>
    [sayMoment(moment, chain), sayDecided(moment, chain) ?? []].flat(),
  );
  return [...told, ...sayTogether(chain, figures), ...sayCommission(figures), ...sayEnd(figures)];
}

/** The lines that every derivation ends with. */
export const sayEnd = (figures: Figures): readonly string[] => [sayMean(figures), sayRolls(figures)];

const sayRolls = ({ rolls, edgePerRoll }: Figures): string =>
  equals(rolls, ONE)
    ? 'The next roll decides it.'
    : `Decided in ${makeRational(rolls)} rolls on average: the edge is ${makeRational(edgePerRoll)} a roll.`;

/** For odds on whatever point comes: each point's chances weighed by how often it comes. */
export function explainMixture(
  parts: readonly { readonly point: number; readonly weight: Rational; readonly figures: Figures }[],
  figures: Figures,
): readonly string[] {
  const told = parts.map(
    ({ point, weight, figures: { win, lose } }) =>
      `Point ${point}, set ${makeRational(weight)} of the time: wins ${makeRational(win)}, loses ${makeRational(lose)}.`,
  );
  const terms = parts.map(({ weight, figures: { win } }) => `${makeRational(weight)} × ${makeRational(win)}`);
  const check = parts.map(({ weight, figures: { win } }) => mul(weight, win)).reduce(add);
  return [...told, `Together it wins ${terms.join(' + ')} = ${makeRational(check)}.`, ...sayEnd(figures)];
}
