import type { Cents, ReturnedWager, TableEvent } from '@boxperson/rules';
import type { MoneyEvent } from './events.js';

/**
 * The meters of one terminal: they only count up, each from what the record says of its own kind, never from the credit
 * itself. The credit must come out of them: that is the self-audit.
 */
export interface Meters {
  /** Notes by their value in cents: how many. */
  readonly notes: Readonly<Record<string, number>>;
  readonly noteIn: Cents;
  readonly ticketIn: Cents;
  readonly transferIn: Cents;
  /** From the player's own account in the house, and back to it. */
  readonly accountIn: Cents;
  readonly accountOut: Cents;
  /** Wagers and commission put up. */
  readonly turnover: Cents;
  /** Wagers and commission taken back, or given back by a void. */
  readonly returned: Cents;
  /** Paid by settlement: stakes and winnings. */
  readonly wins: Cents;
  readonly ticketOut: Cents;
  /** Credit cancelled and paid by hand. */
  readonly cancelled: Cents;
  /** Put right by staff: up, and down. */
  readonly correctedUp: Cents;
  readonly correctedDown: Cents;
}

export const NO_METERS: Meters = {
  notes: {},
  noteIn: 0,
  ticketIn: 0,
  transferIn: 0,
  accountIn: 0,
  accountOut: 0,
  turnover: 0,
  returned: 0,
  wins: 0,
  ticketOut: 0,
  cancelled: 0,
  correctedUp: 0,
  correctedDown: 0,
};

export type MeterName = Exclude<keyof Meters, 'notes'>;
export const METER_NAMES = Object.keys(NO_METERS).filter((name) => name !== 'notes') as MeterName[];

/** What the meters say is on the credit meter. */
export const creditOf = (meters: Meters): Cents =>
  meters.noteIn +
  meters.ticketIn +
  meters.transferIn +
  meters.accountIn +
  meters.returned +
  meters.wins +
  meters.correctedUp -
  meters.turnover -
  meters.ticketOut -
  meters.cancelled -
  meters.accountOut -
  meters.correctedDown;

/** What is wrong within the meters themselves; null when nothing is. */
export function faultInMeters(meters: Meters): string | null {
  const counted = Object.entries(meters.notes).reduce((sum, [value, n]) => sum + Number(value) * n, 0);
  if (counted !== meters.noteIn) return `the notes come to ${counted}, their meter says ${meters.noteIn}`;
  const below = METER_NAMES.find((name) => meters[name] < 0);
  return below === undefined ? null : `the meter ${below} is below nothing`;
}

const up = (meters: Meters, name: MeterName, amount: Cents): Meters =>
  amount === 0 ? meters : { ...meters, [name]: meters[name] + amount };

const sumOf = (all: readonly ReturnedWager[], player: string): Cents =>
  all
    .filter((one) => one.player === player)
    .reduce((sum, { amount, commission }) => sum + amount + commission, 0);

const correct = (meters: Meters, amount: Cents): Meters =>
  amount >= 0 ? up(meters, 'correctedUp', amount) : up(meters, 'correctedDown', -amount);

/**
 * What an event at the table does to the meters of the terminal where this player sits. `change` is how the credit
 * changed: asked for only where staff undid a roll, which the event tells by its result alone.
 */
export function meterTable(meters: Meters, player: string, event: TableEvent, change: () => Cents): Meters {
  switch (event.event) {
    case 'wagered':
      return event.player === player ? up(meters, 'turnover', event.amount + event.commission) : meters;
    case 'took': {
      if (event.player !== player) return meters;
      const back = event.amount + event.commissionReturned + sumOf(event.alsoReturned, player);
      return up(meters, 'returned', back);
    }
    case 'rolled':
      return meterRoll(meters, player, event);
    case 'malfunction-resolved': {
      if (event.player !== player) return meters;
      return correct(up(meters, 'returned', sumOf(event.returned, player)), event.adjustment);
    }
    case 'outcome-invalidated':
    case 'wagers-found-invalid':
      return correct(meters, change());
    default:
      return 'returned' in event ? up(meters, 'returned', sumOf(event.returned, player)) : meters;
  }
}

function meterRoll(
  meters: Meters,
  player: string,
  { settled, replaced }: Extract<TableEvent, { event: 'rolled' }>,
): Meters {
  const won = settled
    .filter((wager) => wager.player === player)
    .reduce((sum, wager) => sum + wager.winnings + wager.returned + (wager.commissionReturned ?? 0), 0);
  const again = replaced
    .filter((wager) => wager.player === player)
    .reduce((sum, wager) => sum + wager.amount + wager.commission, 0);
  return up(up(meters, 'wins', won), 'turnover', again);
}

/**
 * Money that comes to a terminal and leaves it, by where it comes from and goes to. The table knows nothing of that: its
 * own event of the same money counts with the player's account, where it is taken off here.
 */
export function meterMoney(meters: Meters, event: MoneyEvent): Meters {
  const { amount } = event;
  switch (event.event) {
    case 'note-in': {
      const value = String(amount);
      const notes = { ...meters.notes, [value]: (meters.notes[value] ?? 0) + 1 };
      return up(up({ ...meters, notes }, 'noteIn', amount), 'accountIn', -amount);
    }
    case 'ticket-in':
      return up(up(meters, 'ticketIn', amount), 'accountIn', -amount);
    case 'transfer-in':
      return up(up(meters, 'transferIn', amount), 'accountIn', -amount);
    case 'ticket-out':
      return up(up(meters, 'ticketOut', amount), 'accountOut', -amount);
    case 'hand-paid':
      return up(up(meters, 'cancelled', amount), 'accountOut', -amount);
  }
}

/** Money between the terminal and the player's account, as far as the table knows. */
export function meterAccount(meters: Meters, player: string, event: TableEvent): Meters {
  switch (event.event) {
    case 'sat':
      return event.player === player ? up(meters, 'accountIn', event.bankroll) : meters;
    case 'chips-bought':
      return event.player === player ? up(meters, 'accountIn', event.amount) : meters;
    case 'credits-collected':
      return event.player === player ? up(meters, 'accountOut', event.amount) : meters;
    case 'left':
    case 'released':
      return event.player === player ? up(meters, 'accountOut', event.paid) : meters;
    default:
      return meters;
  }
}
