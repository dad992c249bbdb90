import type { PointNumber, Total } from '../dice.js';
import type { NumberRule, OddsRule } from '../rulebook.js';
import { type Decision, loses, STANDS, wins } from './decision.js';

/** For the number: it wins, 7 loses. Odds taken follow their flat wager, so they are decided the same way. */
export function decideForNumber(rule: OddsRule | NumberRule, number: PointNumber, total: Total): Decision {
  if (total === number) return wins(rule.pays.value[number], rule.wins);
  return total === 7 ? loses(rule.loses) : STANDS;
}

/** Against the number: 7 wins, it loses. */
export function decideAgainstNumber(
  rule: OddsRule | NumberRule,
  number: PointNumber,
  total: Total,
): Decision {
  if (total === 7) return wins(rule.pays.value[number], rule.wins);
  return total === number ? loses(rule.loses) : STANDS;
}

/** Odds behind the line stand on the come out point; without one there are none. */
export const decideLineOdds = (rule: OddsRule, point: PointNumber | null, total: Total): Decision =>
  point === null ? STANDS : decideForNumber(rule, point, total);

export const decideDontLineOdds = (rule: OddsRule, point: PointNumber | null, total: Total): Decision =>
  point === null ? STANDS : decideAgainstNumber(rule, point, total);
