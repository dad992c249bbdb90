import { type Tournament, termsOf } from '@boxperson/offices';
import {
  areTurnsToCome,
  type Command,
  findPlayer,
  isGone,
  nextOf,
  onLayout,
  type Table,
} from '@boxperson/rules';
import { isSingle, placeOf, USUAL } from '@boxperson/rules/dealing';
import type { RoundSeat } from './track.js';

// Betting in turn, as the terms have it (R110): what a table must be told, from the two records alone.

const MS = 1_000;

/** How the terms want players to bet, where the table does not know it yet: said before anybody sits there. */
export function orderFor(state: Tournament, { inTurn }: Table): Command | null {
  const isWanted = (termsOf(state)?.rounds.turnSeconds ?? 0) > 0;
  return isWanted === (inTurn === true)
    ? null
    : { do: 'order-betting', how: isWanted ? 'in-turn' : 'at-once' };
}

/** The turns before the next roll, where they are to be opened: none since the last; or nobody can take the dice. */
export function turnsFor(
  state: Tournament,
  table: Table,
  id: string,
  seats: readonly RoundSeat[],
): Command | null {
  const terms = termsOf(state);
  if (!terms || !table.inTurn || table.noMoreBets) return null;
  if (!areTurnsToCome(table) && nextOf(table, {})?.what !== 'bet') return null;
  const [players, otherEnd] = inTurn(state, table, id, seats).filter((end) => end.length > 0);
  if (!players) return null;
  const { silence, turnSeconds } = terms.rounds;
  return {
    do: 'open-turns',
    players,
    ...(otherEnd ? { otherEnd } : {}),
    ms: turnSeconds * MS,
    ...(silence === 'least-wager' && terms.minimum ? { least: terms.minimum.chips } : {}),
  };
}

/** Everybody who has chips, end by end where both bet at once, by seats from the one whose turn it is to begin. */
function inTurn(
  state: Tournament,
  table: Table,
  id: string,
  players: readonly RoundSeat[],
): readonly (readonly string[])[] {
  const seats = [...players].sort((one, other) => one.seat - other.seat);
  const rolls = state.rounds.at(-1)?.counts[id]?.roll ?? 0;
  const isBothAtOnce = termsOf(state)?.rounds.ends === 'both-at-once';
  return (isBothAtOnce ? endsOf(table, seats) : [seats]).map((end) =>
    [...end.slice(rolls % (end.length || 1)), ...end.slice(0, rolls % (end.length || 1))]
      .filter((seat) => canBet(table, seat))
      .map(({ name }) => name),
  );
}

/** The seats left and right of the box; a table with a single dealer has one end. */
function endsOf({ settings, game }: Table, seats: readonly RoundSeat[]): readonly (readonly RoundSeat[])[] {
  if (isSingle(game.rulebook, USUAL)) return [seats];
  const isLeft = ({ seat }: RoundSeat) => placeOf(seat, settings.seats, 'ends').end === 'left';
  return [seats.filter(isLeft), seats.filter((seat) => !isLeft(seat))];
}

function canBet(table: Table, { name, plays }: RoundSeat): boolean {
  const player = findPlayer(table.game, name);
  return plays && player !== undefined && !isGone(table, name) && player.balance + onLayout(player) > 0;
}
