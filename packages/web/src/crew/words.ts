import type { Table } from '@boxperson/rules';

/** `Seat 3, Ann`. */
export function seatOf({ game }: Table, player: string): string {
  const seat = game.players.find(({ name }) => name === player)?.seat;
  if (seat === undefined) return player;
  return player === `Seat ${seat}` ? player : `Seat ${seat}, ${player}`;
}
