import type { Cents, Table, TableEvent } from '@boxperson/rules';
import type { TerminalEvent } from './events.js';
import { type Meters, meterAccount, meterMoney, meterTable, NO_METERS } from './meters.js';

/** What stands at a terminal beside the table's own: for a person there, and for an attendant. */
export interface TerminalState {
  readonly meters: Meters;
  readonly locked: string | null;
  /** An attendant was called, or a fault reported, and nobody has come yet. */
  readonly attendant: string | null;
  /** Issued, and not yet known to be printed. */
  readonly unprinted: Ticket | null;
  /** Waits to be paid by hand. */
  readonly handPay: Cents | null;
  /** Not before this time, as agreed. */
  readonly handPayFrom: number | null;
}

export interface Ticket {
  readonly number: string;
  readonly amount: Cents;
  readonly at: number;
  readonly table: string;
  readonly seat: number;
  readonly play: boolean;
  /** The record's signed checkpoint when it was issued: whoever holds the ticket holds a witness. */
  readonly checkpoint: string | null;
}

export const FRESH: TerminalState = {
  meters: NO_METERS,
  locked: null,
  attendant: null,
  unprinted: null,
  handPay: null,
  handPayFrom: null,
};

/**
 * Terminals by seat. Never changed in place: a commit that fails is taken back by keeping the old one. A list with gaps
 * and not a map, for every wager makes a new one, and a list is copied in one piece.
 */
export type Seats = readonly (TerminalState | undefined)[];

export const stateAt = (seats: Seats, seat: number): TerminalState => seats[seat] ?? FRESH;

export const withState = (seats: Seats, seat: number, state: TerminalState): Seats => {
  const changed = seats.slice();
  changed[seat] = state;
  return changed;
};

export type SeatEntry = readonly [seat: number, state: TerminalState];

export const entriesOf = (seats: Seats): readonly SeatEntry[] =>
  seats.flatMap((state, seat) => (state === undefined ? [] : [[seat, state] as const]));

export const seatsOf = (entries: readonly SeatEntry[]): Seats =>
  entries.reduce<Seats>((seats, [seat, state]) => withState(seats, seat, state), []);

/** Whom an event can concern: the player it names, or everybody who is or was there. */
function concerned(before: Table, event: TableEvent, after: Table): readonly Player[] {
  const named = 'player' in event ? event.player : null;
  if (named === null || named === undefined) return everybody(before, after);
  const is = ({ name }: Player) => name === named;
  const player = before.game.players.find(is) ?? after.game.players.find(is);
  return player ? [player] : [];
}

type Player = Table['game']['players'][number];

const everybody = ({ game: { players } }: Table, after: Table): readonly Player[] => [
  ...players,
  ...after.game.players.filter((player) => !players.some(({ name }) => name === player.name)),
];

const balanceIn = (table: Table, name: string): Cents =>
  table.game.players.find((player) => player.name === name)?.balance ?? 0;

/** Meters move by what an event says; where money changed hands with a source of its own, by that source. */
export function meterEvent(
  seats: Seats,
  before: Table,
  event: TableEvent,
  after: Table,
  money: 'with-source' | 'by-account',
): Seats {
  let changed = seats;
  for (const { name, seat } of concerned(before, event, after)) {
    const state = stateAt(seats, seat);
    const change = () => balanceIn(after, name) - balanceIn(before, name);
    const played = meterTable(state.meters, name, event, change);
    const meters = money === 'with-source' ? played : meterAccount(played, name, event);
    if (meters === state.meters) continue;
    changed = withState(changed, seat, { ...state, meters });
  }
  return changed;
}

export function afterTerminalEvent(seats: Seats, table: string, event: TerminalEvent): Seats {
  if (event.event === 'round') return seats;
  const state = stateAt(seats, event.seat);
  const metered = { ...state, meters: meterMoney(state.meters, event) };
  return withState(seats, event.seat, changedBy(table, metered, event));
}

function changedBy(table: string, state: TerminalState, event: TerminalEvent): TerminalState {
  switch (event.event) {
    case 'ticket-out':
      return { ...state, unprinted: ticketOf(table, event) };
    case 'ticket-printed':
      return state.unprinted?.number === event.ticket ? { ...state, unprinted: null } : state;
    case 'hand-pay-asked':
      return { ...state, handPay: event.amount, attendant: 'A payment by hand is waiting.' };
    case 'hand-paid':
      return { ...state, handPay: null, handPayFrom: null };
    case 'hand-pay-delayed':
      return { ...state, handPayFrom: event.until };
    case 'attendant-called':
      return { ...state, attendant: event.reason };
    case 'fault-reported':
      return { ...state, attendant: event.what };
    case 'attendant-came':
      return { ...state, attendant: null };
    case 'locked':
      return { ...state, locked: event.why, attendant: event.why };
    case 'unlocked':
      return { ...state, locked: null, attendant: null };
    default:
      return state;
  }
}

export const ticketOf = (table: string, event: Extract<TerminalEvent, { event: 'ticket-out' }>): Ticket => ({
  number: event.ticket,
  amount: event.amount,
  at: event.at,
  table,
  seat: event.seat,
  play: event.play,
  checkpoint: event.checkpoint,
});
