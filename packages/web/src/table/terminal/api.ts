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

const TRIES = 4;
const AGAIN_MS = 1_500;

/** Each press of a button is said under an id of its own: repeated after a lost answer, it is done once. */
const newCommand = (): string => `web-${crypto.randomUUID()}`;

async function call<T>({ table, seat, token }: TerminalAt, path: string, body?: object): Promise<T> {
  const response = await fetch(`/api/terminals/${encodeURIComponent(table)}.${seat}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as T & { error?: string };
  if (!response.ok) throw new Error(answer.error ?? 'The house did not answer.');
  return answer;
}

async function move<T>(at: TerminalAt, path: string, body: object): Promise<Done<T>> {
  const said = { command: newCommand(), ...body };
  for (let tries = 1; ; tries++) {
    try {
      return await call<Done<T>>(at, path, said);
    } catch (error) {
      // Only a lost connection is tried again: what the house said stands.
      if (!(error instanceof TypeError) || tries === TRIES) {
        const message =
          error instanceof TypeError ? 'The house cannot be reached.' : (error as Error).message;
        return { ok: false, refused: { message, clause: null } };
      }
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS * tries));
    }
  }
}

export const terminalState = (at: TerminalAt): Promise<TerminalState> => call(at, '');
export const recall = async (at: TerminalAt): Promise<readonly RecalledRound[]> =>
  (await call<{ rounds: readonly RecalledRound[] }>(at, '/recall')).rounds;
export const noteIn = (at: TerminalAt, amount: number) => move(at, '/note', { amount });
export const ticketIn = (at: TerminalAt, number: string) => move(at, '/ticket-in', { number });
export const ticketOut = (at: TerminalAt, amount?: number) =>
  move<{ ticket: Ticket }>(at, '/ticket-out', amount === undefined ? {} : { amount });
export const ticketPrinted = (at: TerminalAt, ticket: string) => call(at, '/printed', { ticket });
export const callAttendant = (at: TerminalAt) => call(at, '/attendant', {});
export const reportFault = (at: TerminalAt, what: string) => call(at, '/fault', { what });
