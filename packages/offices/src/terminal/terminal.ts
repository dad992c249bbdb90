import { type Office, office, type TableStep } from '../office.js';
import { TERMINAL_AUDIENCE } from './audience.js';
import { entriesOf } from './entries.js';
import type { TerminalEvent, TerminalHappened } from './events.js';
import { creditOf } from './meters.js';
import { handPay, note, ticketIn, ticketOut, transfer } from './money.js';
import { roundEnded } from './rounds.js';
import { attendant, came, decide, delay, fault, hold, lock, printed } from './service.js';
import { evolve, follow, NO_TERMINALS, type Terminals, terminalAt, terminalsIn } from './state.js';
import { ownTerminals } from './view.js';

/** A round in which somebody had a wager. */
function remarks(step: TableStep): readonly TerminalHappened[] {
  const round = roundEnded(step);
  return round && round.terminals.length > 0 ? [round] : [];
}

/** The money side of the terminals of an electronic table: a stream for each table, beside its own. */
export const TERMINAL: Office<Terminals, TerminalEvent> = office<Terminals, TerminalEvent>({
  name: 'terminal',
  title: 'Terminals',
  streams: 'many',
  version: 1,
  start: NO_TERMINALS,
  verbs: {
    note,
    'ticket-in': ticketIn,
    'ticket-out': ticketOut,
    transfer,
    printed,
    attendant,
    fault,
    came,
    'hand-pay': handPay,
    delay,
    hold,
    lock,
    decide,
  },
  evolve,
  entries: (_before, event) => entriesOf(event),
  audience: TERMINAL_AUDIENCE,
  subject: (event) => ('person' in event ? (event.person ?? null) : null),
  view: ownTerminals,
  counts: (state) => ({ terminals: terminalsIn(state).length }),
  accompanies: {
    joins: ({ game }) => game.rulebook.conduct.run.value === 'electronic',
    follow,
    remarks,
    isRemark: ({ event }) => event === 'round',
    fault: (state, event, table) => {
      if (event.event === 'round') return null;
      const { seat } = event;
      const balance = table.game.players.find((player) => player.seat === seat)?.balance ?? 0;
      const credit = creditOf(terminalAt(state, seat).meters);
      return credit === balance
        ? null
        : `the meters of terminal ${seat} come to ${credit}; its credit is ${balance}`;
    },
  },
});
