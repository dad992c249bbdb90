import { isPointNumber, type PointNumber, type Total } from '../dice.js';
import type { DontRule, LineRule, Rulebook } from '../rulebook.js';
import { type Decision, travels } from './decision.js';
import { decideFirstRoll, decideFirstRollDont, decideOnPoint, decideOnPointDont } from './line.js';

/** In the box a number takes the wager to its own come point; there it is decided like a line wager on its point. */
export function decideCome(rule: LineRule, number: PointNumber | undefined, total: Total): Decision {
  if (number !== undefined) return decideOnPoint(rule, number, total);
  return isPointNumber(total) ? travels(total) : decideFirstRoll(rule, total);
}

export function decideDontCome(
  book: Rulebook,
  rule: DontRule,
  number: PointNumber | undefined,
  total: Total,
): Decision {
  if (number !== undefined) return decideOnPointDont(rule, number, total);
  return isPointNumber(total) ? travels(total) : decideFirstRollDont(book, rule, total);
}
