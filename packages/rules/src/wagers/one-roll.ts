import { type Dice, isHard, makePair, type Total } from '../dice.js';
import type { HopRule, OneRollRule, SplitRule } from '../rulebook.js';
import type { HornTotal } from '../wager.js';
import { type Decision, loses, wins } from './decision.js';

export function decideOneRoll(rule: OneRollRule, total: Total): Decision {
  const pay = rule.pays.value[total];
  return pay ? wins(pay, rule.wins) : loses(rule.loses);
}

/** The exact pair, in either order. */
export function decideHop(rule: HopRule, pair: Dice, dice: Dice): Decision {
  const [low, high] = makePair(dice);
  if (pair[0] !== low || pair[1] !== high) return loses(rule.loses);
  return wins(isHard(dice) ? rule.pays.value.hard : rule.pays.value.easy, rule.wins);
}

/** So many equal wagers (R3): the part on the thrown total wins; a horn-high has two parts on its nominated total. */
export function decideSplit(rule: SplitRule, high: HornTotal | undefined, total: Total): Decision {
  const parts = rule.parts.value;
  const pay = rule.pays.value[total];
  if (!pay) return { verdict: 'loses', clause: rule.loses, parts };
  return { verdict: 'wins', clause: rule.wins, pay, parts, winning: total === high ? 2 : 1 };
}
