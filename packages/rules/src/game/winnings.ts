import type { Cents } from '../money.js';
import { isWhole, scaleDown, scaleUp } from '../odds.js';
import type { Decision } from '../wagers/index.js';
import type { FoundMarks, Game } from './state.js';

/**
 * R10: what a winning stake is paid, up to the next amount that chips can make; adelaide 14(h) for a wager found off
 * the multiple that a notice asked for. `counted` is the part of the stake that counts (R11).
 */
export function winningsOn(
  game: Game,
  { multiple }: FoundMarks,
  counted: Cents,
  { pay, parts, winning }: Decision & { verdict: 'wins' },
): Cents {
  const times = pay[0] * winning;
  const over = pay[1] * parts;
  if (multiple === undefined || isPayable(game, counted, times, over))
    return payable(game, scaleUp(counted, times, over));
  if (counted < multiple) return game.sign.chips.atMost(scaleDown(counted, times, over));
  return payable(game, scaleUp(counted - (counted % multiple), times, over));
}

/** A meter pays any cent; a dealer pays what chips can make. */
const payable = (game: Game, cents: Cents): Cents =>
  game.rulebook.money.rounded.value === 'up-to-cent' ? cents : game.sign.chips.atLeast(cents);

const isPayable = (game: Game, counted: Cents, times: number, over: number): boolean =>
  isWhole(counted, times, over) && game.sign.chips.canMake(scaleDown(counted, times, over));
