import { account } from '../accounts.js';
import { type Entry, NO_ENTRIES, transfer } from '../postings.js';
import type { TerminalEvent } from './events.js';

const kindOf = (play: boolean) => (play ? 'play' : 'real');

/** Money between a terminal and the world outside goes by the player's account: the table moves it on from there. */
export function entriesOf(event: TerminalEvent): readonly Entry[] {
  switch (event.event) {
    case 'note-in':
      return into(event, event.play ? account.play : account.cashIn);
    case 'ticket-in':
      return into(event, account.ticket(event.ticket, kindOf(event.play)));
    case 'transfer-in':
      return into(event, account.central);
    case 'ticket-out':
      return out(event, account.ticket(event.ticket, kindOf(event.play)));
    case 'hand-paid':
      return out(event, event.play ? account.play : account.cashOut);
    default:
      return NO_ENTRIES;
  }
}

type Moved = Extract<
  TerminalEvent,
  { readonly amount: number; readonly person: string; readonly play: boolean }
>;

const into = ({ event, person, amount }: Moved, from: string): readonly Entry[] => [
  transfer(event, from, account.wallet(person), amount),
];
const out = ({ event, person, amount }: Moved, to: string): readonly Entry[] => [
  transfer(event, account.wallet(person), to, amount),
];
