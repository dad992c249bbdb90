import { isPointNumber, type PointNumber, type Total } from '../dice.js';
import type { DontRule, LineRule, Rulebook } from '../rulebook.js';
import { type Decision, loses, STANDS, wins } from './decision.js';

const isNatural = (total: Total): boolean => total === 7 || total === 11;

/** The first roll of a pass or come wager; a number neither wins nor loses, it becomes the point. */
export function decideFirstRoll(rule: LineRule, total: Total): Decision {
  if (isNatural(total)) return wins(rule.pays.value, rule.wins.natural);
  return isPointNumber(total) ? STANDS : loses(rule.loses.craps);
}

/** The first roll of a don't wager, with the barred total of the book (R2). */
export function decideFirstRollDont(book: Rulebook, rule: DontRule, total: Total): Decision {
  if (isNatural(total)) return loses(rule.loses.natural);
  if (isPointNumber(total)) return STANDS;
  if (total !== book.bar.total.value) return wins(rule.pays.value, rule.wins.craps);
  return book.bar.wager.value === 'void' ? { verdict: 'void', clause: rule.bar } : STANDS;
}

export function decideOnPoint(rule: LineRule, point: PointNumber, total: Total): Decision {
  if (total === point) return wins(rule.pays.value, rule.wins.point);
  return total === 7 ? loses(rule.loses.point) : STANDS;
}

export function decideOnPointDont(rule: DontRule, point: PointNumber, total: Total): Decision {
  if (total === 7) return wins(rule.pays.value, rule.wins.point);
  return total === point ? loses(rule.loses.point) : STANDS;
}

export const decidePass = (rule: LineRule, point: PointNumber | null, total: Total): Decision =>
  point === null ? decideFirstRoll(rule, total) : decideOnPoint(rule, point, total);

export const decideDontPass = (
  book: Rulebook,
  rule: DontRule,
  point: PointNumber | null,
  total: Total,
): Decision =>
  point === null ? decideFirstRollDont(book, rule, total) : decideOnPointDont(rule, point, total);
