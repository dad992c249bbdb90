import type { Cents, Table, TableEvent } from '@boxperson/rules';
import { evolveBy } from '../kit.js';
import { need, type TableStep } from '../office.js';
import type { MoneyEvent, TerminalBodies, TerminalEvent } from './events.js';
import { type Meters, meterAccount, meterMoney, meterTable, NO_METERS } from './meters.js';

/** Who sits at a terminal, and since which event of the table. */
export interface Sitting {
  readonly player: string;
  readonly person: string;
  readonly since: number;
}

/** An attendant is wanted, and nobody has come yet. */
export interface Call {
  readonly for: 'help' | 'fault' | 'hand-pay' | 'held';
  readonly reason: string;
  /** Who called; null for the house itself. */
  readonly person: string | null;
}

/** A payment by hand that waits, for the person who asked for it. */
export interface HandPay {
  readonly person: string;
  readonly amount: Cents;
  /** Not before this time, as agreed. */
  readonly from: number | null;
}

/** What stands at a terminal beside the table's own. */
export interface Terminal {
  readonly meters: Meters;
  readonly sits: Sitting | null;
  readonly locked: string | null;
  readonly attendant: Call | null;
  /** Faults that were reported since somebody last came. */
  readonly faults: number;
  readonly handPay: HandPay | null;
}

/** A ticket that was issued and is not yet known to be printed. It is the person's, wherever they sit. */
export interface Unprinted {
  readonly number: string;
  readonly amount: Cents;
  readonly at: number;
  readonly seat: number;
  readonly player: string;
  readonly person: string;
  readonly play: boolean;
  /** The record's signed checkpoint when it was issued: whoever holds the ticket holds a witness. */
  readonly checkpoint: string | null;
}

export interface Terminals {
  /**
   * By seat. Never changed in place. A list with gaps and not a map, for every wager makes a new one, and a list is
   * copied in one piece.
   */
  readonly seats: readonly (Terminal | null)[];
  /** The oldest first. */
  readonly unprinted: readonly Unprinted[];
  /** References of the central system's transfers, the oldest first. */
  readonly references: readonly string[];
}

export const FRESH: Terminal = {
  meters: NO_METERS,
  sits: null,
  locked: null,
  attendant: null,
  faults: 0,
  handPay: null,
};

export const NO_TERMINALS: Terminals = { seats: [], unprinted: [], references: [] };

export const terminalAt = ({ seats }: Terminals, seat: number): Terminal => seats[seat] ?? FRESH;

/** Terminals at which anything has happened, with their seats. */
export const terminalsIn = ({ seats }: Terminals): readonly (readonly [seat: number, terminal: Terminal])[] =>
  seats.flatMap((terminal, seat) => (terminal === null ? [] : [[seat, terminal] as const]));

function withTerminal(state: Terminals, seat: number, terminal: Terminal): Terminals {
  const seats = state.seats.slice();
  while (seats.length < seat) seats.push(null);
  seats[seat] = terminal;
  return { ...state, seats };
}

type Player = Table['game']['players'][number];

/** Whom an event can concern: the player it names, or everybody who is or was there. */
function concerned(before: Table, event: TableEvent, after: Table): readonly Player[] {
  const named = 'player' in event ? event.player : null;
  if (named === null || named === undefined) return everybody(before, after);
  const is = ({ name }: Player) => name === named;
  const player = before.game.players.find(is) ?? after.game.players.find(is);
  return player ? [player] : [];
}

const everybody = ({ game: { players } }: Table, after: Table): readonly Player[] => [
  ...players,
  ...after.game.players.filter((player) => !players.some(({ name }) => name === player.name)),
];

const balanceIn = (table: Table, name: string): Cents =>
  table.game.players.find((player) => player.name === name)?.balance ?? 0;

/** Meters move by what an event of the table says. */
function metered(state: Terminals, { before, event, after }: TableStep): Terminals {
  let changed = state;
  for (const { name, seat } of concerned(before, event, after)) {
    const terminal = terminalAt(state, seat);
    const change = () => balanceIn(after, name) - balanceIn(before, name);
    const meters = meterAccount(meterTable(terminal.meters, name, event, change), name, event);
    if (meters !== terminal.meters) changed = withTerminal(changed, seat, { ...terminal, meters });
  }
  return changed;
}

/** What the table's own event changes at its terminals: the meters, and who sits there. */
export function follow(state: Terminals, step: TableStep): Terminals {
  const after = metered(state, step);
  const { event, before, n } = step;
  if (event.event === 'sat') {
    const { player, person, seat } = event;
    return withTerminal(after, seat, { ...terminalAt(after, seat), sits: { player, person, since: n } });
  }
  if (event.event !== 'left') return after;
  const seat = before.game.players.find(({ name }) => name === event.player)?.seat;
  return seat === undefined ? after : withTerminal(after, seat, vacated(terminalAt(after, seat)));
}

/** What belongs to a person goes with the person. A fault stays, and so does a terminal that is held. */
function vacated(terminal: Terminal): Terminal {
  const { attendant } = terminal;
  const stays = attendant?.for === 'fault' || attendant?.for === 'held';
  return { ...terminal, sits: null, handPay: null, attendant: stays ? attendant : null };
}

/** Of one person, and of all: papers that nobody says a word about are forgotten here, not in the ledger. */
const UNPRINTED_OF_ONE = 10;
const UNPRINTED_MOST = 200;
const REFERENCES_KEPT = 10_000;

function issued(state: Terminals, event: Extract<TerminalEvent, { event: 'ticket-out' }>): Terminals {
  const { ticket: number, amount, at, seat, player, person, play, checkpoint } = event;
  const fresh = { number, amount, at, seat, player, person, play, checkpoint };
  const isOwn = (one: Unprinted) => one.person === person;
  const tooMany = state.unprinted.filter(isOwn).length >= UNPRINTED_OF_ONE;
  const oldest = tooMany ? state.unprinted.find(isOwn) : undefined;
  const kept = state.unprinted.filter((one) => one !== oldest);
  return { ...state, unprinted: [...kept, fresh].slice(-UNPRINTED_MOST) };
}

/** Somebody has it in their hands. */
const handedOut = (state: Terminals, number: string): Terminals =>
  state.unprinted.some((one) => one.number === number)
    ? { ...state, unprinted: state.unprinted.filter((one) => one.number !== number) }
    : state;

const SEAT_MOST = 9_999;

function at(state: Terminals, seat: number, change: (terminal: Terminal) => Partial<Terminal>): Terminals {
  need(Number.isInteger(seat) && seat >= 1 && seat <= SEAT_MOST, `there is no terminal ${seat}`);
  const terminal = terminalAt(state, seat);
  return withTerminal(state, seat, { ...terminal, ...change(terminal) });
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

function paid(state: Terminals, event: MoneyEvent): Terminals {
  need(Number.isSafeInteger(event.amount) && event.amount > 0, 'amount is not a positive number of cents');
  need(isText(event.person), 'person is not a text');
  if ('ticket' in event) need(isText(event.ticket), 'ticket is not a text');
  return at(state, event.seat, ({ meters }) => ({ meters: meterMoney(meters, event) }));
}

/** Whom something at a terminal is about: the first houses wrote down where only. */
const personIn = (terminal: Terminal, { person }: { readonly person?: string }): string =>
  person ?? terminal.sits?.person ?? '';

const money = (state: Terminals, event: unknown): Terminals => paid(state, event as MoneyEvent);

export const evolve = evolveBy<Terminals, TerminalBodies>({
  'note-in': money,
  'ticket-in': (state, event) => handedOut(money(state, event), event.ticket),
  'transfer-in': (state, event) => {
    const after = money(state, event);
    return { ...after, references: [...after.references, event.reference].slice(-REFERENCES_KEPT) };
  },
  'ticket-out': (state, event) => issued(money(state, event), event as typeof event & { n: number }),
  'hand-paid': (state, event) => at(money(state, event), event.seat, () => ({ handPay: null })),
  'hand-pay-delayed': (state, { seat, until }) =>
    at(state, seat, ({ handPay }) => ({ handPay: handPay && { ...handPay, from: until } })),
  'ticket-printed': (state, { ticket }) => handedOut(state, ticket),
  'hand-pay-asked': (state, event) =>
    at(state, event.seat, (terminal) => {
      const person = personIn(terminal, event);
      const attendant: Call = { for: 'hand-pay', reason: 'A payment by hand is waiting.', person };
      return { handPay: { person, amount: event.amount, from: null }, attendant };
    }),
  'attendant-called': (state, event) =>
    at(state, event.seat, (terminal) => ({
      attendant: { for: 'help', reason: event.reason, person: personIn(terminal, event) },
    })),
  'fault-reported': (state, event) =>
    at(state, event.seat, (terminal) => ({
      attendant: { for: 'fault', reason: event.what, person: personIn(terminal, event) },
      faults: terminal.faults + 1,
    })),
  'attendant-came': (state, { seat }) => at(state, seat, () => ({ attendant: null, faults: 0 })),
  locked: (state, { seat, why }) =>
    at(state, seat, () => ({ locked: why, attendant: { for: 'held', reason: why, person: null } })),
  unlocked: (state, { seat }) => at(state, seat, () => ({ locked: null, attendant: null })),
  round: (state) => state,
});
