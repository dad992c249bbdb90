import { type Dice, type HardNumber, isHard, totalOf } from '../dice.js';
import type { HardwayRule } from '../rulebook.js';
import { type Decision, loses, STANDS, wins } from './decision.js';

/** The pair wins; the same total thrown easy loses, 7 loses. */
export function decideHardway(rule: HardwayRule, number: HardNumber, dice: Dice): Decision {
  const total = totalOf(dice);
  if (total === number && isHard(dice)) return wins(rule.pays.value[number], rule.wins[number]);
  return total === number || total === 7 ? loses(rule.loses[number]) : STANDS;
}
