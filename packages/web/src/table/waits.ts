import { areTurnsToCome, type Next, nextOf, type Table, turnsNow } from '@boxperson/rules';
import { sayList } from '../ui/words.js';

/** What the seconds are for, after their number: `21 seconds for Ruby to throw`. */
export function sayWait({ what, who }: Next, player: string | null, of: 'window' | 'time'): string {
  const name = who === null ? '' : who === player ? 'you' : who;
  if (of === 'window') return what === 'thrown' && who === player ? 'to bet, then you throw' : 'to bet';
  switch (what) {
    case 'turn':
      if (who === null) return 'to the turns to bet';
      return who === player ? 'for your turn to bet' : `for ${name} to bet`;
    case 'answer':
      return `for ${name} to take the dice`;
    case 'line':
      return `for ${name} to bet on a line`;
    case 'throw':
      return `for ${name} to throw`;
    case 'shoot':
      return who === null ? 'to the shot' : `for ${name} to shoot`;
    case 'stick':
      return 'until the stickperson throws';
    case 'release':
      return `until the place of ${name} is free`;
    case 'settle':
      return 'to pay and take';
    default:
      return 'to go on';
  }
}

/** Betting in turn: whose turn it is, for this player; null where all bet at once (R110). */
export function sayTurn(table: Table, player: string | null): string | null {
  if (areTurnsToCome(table)) return 'The turns to bet come next';
  const now = turnsNow(table).map((turn) => turn.player);
  if (now.length === 0) return null;
  if (player !== null && now.includes(player)) return 'Your turn to bet';
  return `${sayList(now)} ${now.length === 1 ? 'bets' : 'bet'} now`;
}

/** Nobody has the dice: what moves them on, for this player. */
export function sayOffering(table: Table, player: string | null): string {
  if (player === null) return 'Waiting for a shooter';
  if (nextOf(table, {})?.what === 'offer') return 'The dice go round';
  const guest = table.guests.find((one) => one.player === player);
  return guest?.silent
    ? 'Bet or say Ready to be offered the dice'
    : 'Bet on either line to be offered the dice';
}
