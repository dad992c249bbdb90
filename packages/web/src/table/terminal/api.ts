import { HouseApi } from '@boxperson/house/client';
import type { Refusal } from '@boxperson/rules';

/** A redeemable ticket as the house issued it. */
export interface Ticket {
  readonly number: string;
  readonly amount: number;
  readonly at: number;
  readonly table: string;
  readonly seat: number;
  readonly play: boolean;
  readonly checkpoint: string | null;
}

export interface TerminalState {
  readonly credit: number;
  /** Notes that this terminal takes, in cents. */
  readonly notes: readonly number[];
  readonly handPayAbove: number;
  readonly locked: string | null;
  readonly attendant: string | null;
  readonly unprinted: Ticket | null;
  readonly handPay: number | null;
}

export interface RecalledWager {
  readonly wager: string;
  readonly number?: number;
  readonly high?: number;
  readonly dice?: readonly [number, number];
  readonly amount: number;
  readonly outcome: 'won' | 'lost' | 'drawn' | 'stays' | 'moved' | 'returned';
  readonly paid: number;
}

export interface RecalledRound {
  /** The place of the roll in the table's record, where it is told. */
  readonly n?: number;
  readonly at: number;
  readonly round: number;
  readonly dice: readonly [number, number] | null;
  readonly total: number | null;
  readonly point: number | null;
  readonly void?: string;
  readonly wagers: readonly RecalledWager[];
  readonly creditBefore: number;
  readonly creditAfter: number;
}

export type Done<T = object> =
  | ({ readonly ok: true } & T)
  | { readonly ok: false; readonly refused: Pick<Refusal, 'message' | 'clause' | 'nearest'> };

/** Which terminal, and in whose name. */
export interface TerminalAt {
  readonly table: string;
  readonly seat: number;
  readonly token: string;
}

const houseFor = ({ token }: TerminalAt): HouseApi => new HouseApi({ token: () => token });
const pathOf = ({ table, seat }: TerminalAt): string => `/api/terminal/${encodeURIComponent(table)}/${seat}`;

/** Each press of a button is said under an id of its own: repeated after a lost answer, it is done once. */
const move = <T>(at: TerminalAt, verb: string, body: object): Promise<Done<T>> =>
  houseFor(at).submit<T>(`terminal/${at.table}`, { do: verb, ...body });

/** Something that moves no money: the house's no is thrown. */
async function tell(at: TerminalAt, verb: string, body: object): Promise<void> {
  const done = await move(at, verb, body);
  if (!done.ok) throw new Error(done.refused.message);
}

export const terminalState = (at: TerminalAt): Promise<TerminalState> => houseFor(at).get(pathOf(at));
export const recall = async (at: TerminalAt): Promise<readonly RecalledRound[]> =>
  (await houseFor(at).get<{ rounds: readonly RecalledRound[] }>(`${pathOf(at)}/recall`)).rounds;
export const noteIn = (at: TerminalAt, amount: number) => move(at, 'note', { seat: at.seat, amount });
export const ticketIn = (at: TerminalAt, number: string) => move(at, 'ticket-in', { seat: at.seat, number });
export const ticketPrinted = (at: TerminalAt, ticket: string) => tell(at, 'printed', { ticket });
export const callAttendant = (at: TerminalAt) => tell(at, 'attendant', { seat: at.seat });
export const reportFault = (at: TerminalAt, what: string) => tell(at, 'fault', { seat: at.seat, what });

const BY_HAND = { message: 'So much is paid by hand: an attendant is on the way.', clause: '4.1' };

/** Credit as a ticket. More than a terminal may print is asked for by hand, and there is no ticket. */
export async function ticketOut(at: TerminalAt, amount?: number): Promise<Done<{ ticket: Ticket }>> {
  const said = { seat: at.seat, ...(amount === undefined ? {} : { amount }) };
  const done = await move<{ ticket?: Ticket }>(at, 'ticket-out', said);
  if (!done.ok) return done;
  return done.ticket ? { ok: true, ticket: done.ticket } : { ok: false, refused: BY_HAND };
}
