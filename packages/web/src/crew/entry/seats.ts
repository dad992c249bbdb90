import { type Guest, guestOf, type Player, type Table } from '@boxperson/rules';
import { isSingle, placeOf, USUAL } from '@boxperson/rules/dealing';
import type { ConsoleName } from '../stations.js';

/** A place at the rail, with whoever is there. */
export interface Seat {
  readonly seat: number;
  readonly player: Player | null;
  readonly guest: Guest | null;
}

/** The seats before a console: a base dealer's own end, else the whole table. */
export function seatsBefore(table: Table, console: ConsoleName): readonly number[] {
  const { seats } = table.settings;
  const all = Array.from({ length: seats }, (_, index) => index + 1);
  if ((console !== 'left' && console !== 'right') || isSingle(table.game.rulebook, USUAL)) return all;
  return all.filter((seat) => placeOf(seat, seats, 'ends').end === console);
}

export const seatAt = (table: Table, seat: number): Seat => {
  const player = table.game.players.find((one) => one.seat === seat) ?? null;
  return { seat, player, guest: player && (guestOf(table, player.name) ?? null) };
};
