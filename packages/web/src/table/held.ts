import type { Table } from '@boxperson/rules';
import type { TableState } from '../model.js';

/** What every screen calls a line to the house that is down. */
export const NOT_CONNECTED = 'Not connected';

/** Why nothing can be played from here now, in the fewest words; null while it can (aruze 6.1, 6.6 and 7.7.2). */
export function whyHeld(
  { guests, phase }: Table,
  { online }: Pick<TableState, 'online'>,
  player: string | null,
): string | null {
  if (!online) return NOT_CONNECTED;
  const guest = guests.find((one) => one.player === player);
  if (guest?.malfunction) return 'This terminal waits for an attendant';
  if (guest?.excluded) return 'Play is locked';
  return phase === 'stopped' ? 'The game is stopped' : null;
}
