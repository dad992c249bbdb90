import type { Total } from '../dice.js';
import type { BigRule } from '../rulebook.js';
import { type Decision, loses, STANDS, wins } from './decision.js';

/** Big 6 and Big 8: the number before a 7, at even money. */
export function decideBig(rule: BigRule, number: 6 | 8, total: Total): Decision {
  if (total === number) return wins(rule.pays.value, rule.wins);
  return total === 7 ? loses(rule.loses) : STANDS;
}
