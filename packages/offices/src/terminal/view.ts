import type { Cents } from '@boxperson/rules';
import type { Person } from '../person.js';
import { mostAtOnce } from './limits.js';
import type { Meters } from './meters.js';
import { type Sitting, type Terminals, terminalAt, terminalsIn, type Unprinted } from './state.js';

/** A redeemable ticket as it is printed. */
export interface Ticket extends Omit<Unprinted, 'person' | 'player'> {
  readonly table: string;
}

export const ticketOf = (
  { person: _person, player: _player, ...ticket }: Unprinted,
  table: string,
): Ticket => ({
  ...ticket,
  table,
});

/** A terminal as whoever sits there may see it. */
export interface TerminalView {
  readonly locked: string | null;
  readonly attendant: string | null;
  readonly handPay: Cents | null;
  readonly handPayFrom: number | null;
  /** Issued last to whoever sits there, and not yet printed. */
  readonly unprinted: Ticket | null;
}

/** As an attendant sees it: everything that waits there, whosever it is. */
export interface ServedTerminal extends TerminalView {
  readonly sits: Sitting | null;
  readonly meters: Meters;
  readonly tickets: readonly (Ticket & { readonly person: string })[];
}

const CALLED = 'An attendant has been called.';

/** For whoever sits there, and for nobody who sat there before. */
export function terminalView(state: Terminals, table: string, seat: number): TerminalView {
  const { locked, attendant, handPay, sits } = terminalAt(state, seat);
  const own = state.unprinted.findLast(({ person }) => person === sits?.person);
  const isOwnCall = attendant && (attendant.person === null || attendant.person === sits?.person);
  return {
    locked,
    attendant: attendant && (isOwnCall ? attendant.reason : CALLED),
    handPay: handPay?.amount ?? null,
    handPayFrom: handPay?.from ?? null,
    unprinted: own ? ticketOf(own, table) : null,
  };
}

/** What is left of it for a device: the number of a ticket is as good as the ticket, and above its limit not for it. */
export const withinLimits = <View extends TerminalView>(view: View, by: Person): View =>
  view.unprinted !== null && mostAtOnce(by, view.unprinted.amount) !== null
    ? { ...view, unprinted: null }
    : view;

export function servedTerminal(state: Terminals, table: string, seat: number): ServedTerminal {
  const { meters, sits, attendant } = terminalAt(state, seat);
  const tickets = state.unprinted
    .filter((one) => one.seat === seat)
    .map((one) => ({ ...ticketOf(one, table), person: one.person }));
  return { ...terminalView(state, table, seat), attendant: attendant?.reason ?? null, sits, meters, tickets };
}

/** What is somebody's own at the terminals of a table: where they sit, and papers that wait for them. */
export interface OwnTerminals {
  readonly seats: readonly number[];
  readonly unprinted: readonly Omit<Unprinted, 'person'>[];
}

export function ownTerminals(state: Terminals, person: Person | null): OwnTerminals | null {
  if (!person) return null;
  return {
    seats: terminalsIn(state).flatMap(([seat, { sits }]) => (sits?.person === person.id ? [seat] : [])),
    unprinted: state.unprinted
      .filter((one) => one.person === person.id)
      .map(({ person: _own, ...ticket }) => ticket),
  };
}
