import { account } from '@boxperson/offices';
import type { LedgerEntry, Posting } from '../store/store.js';

/** An event that the house itself wrote, at the cage or in a journal; nothing of it has been checked. */
export type HouseEvent = Readonly<Record<string, unknown>>;

const text = (event: HouseEvent, field: string): string => {
  const value = event[field];
  if (typeof value !== 'string' || value === '') throw new TypeError(`${field} is not a text`);
  return value;
};

const cents = (event: HouseEvent): number => {
  const { amount } = event;
  if (!Number.isSafeInteger(amount) || (amount as number) <= 0)
    throw new TypeError('amount is not a positive number of cents');
  return amount as number;
};

const transfer = (from: string, to: string, amount: number): readonly Posting[] => [
  { account: from, amount: -amount },
  { account: to, amount },
];

const grant = (event: HouseEvent): LedgerEntry => ({
  reason: 'play-money-granted',
  postings: transfer(account.play, account.wallet(text(event, 'person')), cents(event)),
});

const correction = (event: HouseEvent): LedgerEntry => ({
  reason: 'ledger-corrected',
  postings: transfer(text(event, 'from'), text(event, 'to'), cents(event)),
  note: JSON.stringify({
    id: text(event, 'id'),
    reason: text(event, 'reason'),
    by: text(event, 'by'),
    confirmedBy: text(event, 'confirmedBy'),
  }),
});

const wallet = (event: HouseEvent): string => account.wallet(text(event, 'person'));
const cashBox = (event: HouseEvent, box: 'cashIn' | 'cashOut'): string =>
  event['play'] === true ? account.play : account[box];

/** Money between a terminal and the world outside goes by the player's account: the table moves it on from there. */
const into = (from: (event: HouseEvent) => string) => (event: HouseEvent) =>
  moved(event, from(event), wallet(event));
const out = (to: (event: HouseEvent) => string) => (event: HouseEvent) =>
  moved(event, wallet(event), to(event));
const moved = (event: HouseEvent, from: string, to: string): LedgerEntry => ({
  reason: text(event, 'event'),
  postings: transfer(from, to, cents(event)),
});

const moneyOf = (event: HouseEvent) => (event['play'] === true ? 'play' : 'real');
const ticket = (event: HouseEvent): string => account.ticket(text(event, 'ticket'), moneyOf(event));
const withheld = (event: HouseEvent): string => account.withheld(text(event, 'ticket'), moneyOf(event));

/** Every kind of event outside the tables that moves money. One that is not here moves none. */
const MOVES: Readonly<Record<string, (event: HouseEvent) => LedgerEntry>> = {
  'play-money-granted': grant,
  'ledger-corrected': correction,
  'note-in': into((event) => cashBox(event, 'cashIn')),
  'ticket-in': into(ticket),
  'transfer-in': into(() => account.central),
  'ticket-out': out(ticket),
  'hand-paid': out((event) => cashBox(event, 'cashOut')),
  'ticket-redeemed': (event) => moved(event, ticket(event), cashBox(event, 'cashOut')),
  'ticket-withheld': (event) => moved(event, ticket(event), withheld(event)),
  'ticket-released': (event) => moved(event, withheld(event), ticket(event)),
};

/**
 * What an event outside the tables does to the ledger: like `entriesFor`, a pure function, so that a ledger can be
 * rebuilt from the record alone.
 */
export const houseEntriesFor = (event: HouseEvent): readonly LedgerEntry[] => {
  const name = String(event['event']);
  const move = Object.hasOwn(MOVES, name) ? MOVES[name] : undefined;
  return move === undefined ? [] : [move(event)];
};
