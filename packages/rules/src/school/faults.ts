import type { DealtWager } from '../dealing/line.js';
import { isCentre } from '../dealing/sections.js';
import { isPointNumber, THROWS, totalOf } from '../dice.js';
import type { Sign } from '../game/index.js';
import type { Cents } from '../money.js';
import type { Rulebook } from '../rulebook.js';
import { spotOf } from '../wager.js';
import { decide } from '../wagers/index.js';

/** What goes wrong when craps is dealt, by name. */
export const FAULTS = [
  'paid-before-taking',
  'out-of-order',
  'wrong-seat',
  'place-at-odds',
  'off-odds-kept',
  'off-and-on-unequal',
  'for-read-as-to',
  'commission-forgotten',
  'parts-forgotten',
  'stake-paid-too',
  'wrong-rounding',
  'wrong-sum',
  'wrong-act',
  'needless',
  'missed',
] as const;
export type Fault = (typeof FAULTS)[number];

export const FAULT_WORDS: Readonly<Record<Fault, string>> = {
  'paid-before-taking': 'paid before every loser was taken',
  'out-of-order': 'dealt out of the order of this house',
  'wrong-seat': 'right sum, wrong seat',
  'place-at-odds': 'a place wager paid at the price of odds',
  'off-odds-kept': 'odds that were off were taken: they go back',
  'off-and-on-unequal': 'off and on with unequal chips: the old comes down and the new moves',
  'for-read-as-to': '“for” read as “to”, or the other way round: one stake too much or too little',
  'commission-forgotten': 'the commission on what stays up was forgotten',
  'parts-forgotten': 'the parts that lost were not taken off',
  'stake-paid-too': 'the stake was paid on top of the winnings',
  'wrong-rounding': 'rounded the wrong way for these chips',
  'wrong-sum': 'the wrong sum',
  'wrong-act': 'the wrong thing was done with it',
  needless: 'nothing was to be done there',
  missed: 'left undone',
};

/** What a diagnosis looks at beside the line. */
export interface PaidAt {
  readonly rulebook: Rulebook;
  readonly chips: Sign['chips'];
}

/**
 * Why a sum is wrong: the first known slip that leads to just this amount. It explains and decides nothing: what is
 * right stands in the line, which comes from the engine.
 */
export function whyWrong(at: PaidAt, line: DealtWager, answered: Cents): Fault | null {
  if (answered === line.hands) return null;
  if (line.commission > 0 && answered === line.hands + line.commission) return 'commission-forgotten';
  if (line.taken > 0 && answered === line.paid) return 'parts-forgotten';
  if (line.selection.wager === 'place' && answered === atOdds(at, line)) return 'place-at-odds';
  const part = line.stake - line.taken;
  if (isCentre(line.section) && Math.abs(answered - line.hands) === part) return 'for-read-as-to';
  if (answered === line.hands + line.stake) return 'stake-paid-too';
  return isNear(at, line, answered) ? 'wrong-rounding' : 'wrong-sum';
}

/** What line odds on the same number would have won. */
function atOdds({ rulebook, chips }: PaidAt, { selection: { number }, stake }: DealtWager): Cents | null {
  if (!isPointNumber(number)) return null;
  const dice = THROWS.find((pair) => totalOf(pair) === number) as (typeof THROWS)[number];
  const decision = decide(rulebook, spotOf('pass-odds'), dice, number);
  if (decision?.verdict !== 'wins') return null;
  return chips.atLeast(Math.ceil((stake * decision.pay[0]) / decision.pay[1]));
}

/** The next amount that chips make, up or down from the exact winnings. */
function isNear({ chips }: PaidAt, line: DealtWager, answered: Cents): boolean {
  if (line.rounding === null || line.exact === null) return false;
  const exact = line.exact[0] / line.exact[1] - line.taken - line.commission;
  return Math.abs(answered - exact) < 2 * chips.step;
}
