import type { LobbyTable, WirePerson } from '@boxperson/house';
import { HouseClient, type SocketLike } from '@boxperson/house/client';

const TOKEN = 'boxperson.token';

/** The house said no, in its own words. */
export class HouseSaysNo extends Error {
  readonly status: number;
  readonly code: string | null;
  constructor(message: string, status: number, code: string | null = null) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

async function call<T>(path: string, body?: unknown, token?: string): Promise<T> {
  const response = await fetch(path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as T & { refused?: { code: string; message: string } };
  if (response.ok) return answer;
  const { message = 'The house did not answer.', code = null } = answer.refused ?? {};
  throw new HouseSaysNo(message, response.status, code);
}

export const lobby = (): Promise<readonly LobbyTable[]> => call('/api/tables');

export interface AboutHouse {
  readonly name: string;
  readonly guests: boolean;
  /** May a player ask for company at a table? */
  readonly bots?: boolean;
}
export const aboutHouse = (): Promise<AboutHouse> => call('/api/house');

export interface Me {
  readonly person: WirePerson;
  readonly wallet: number;
}

/** Whoever this browser is; null for somebody who has not come in yet. */
export async function whoAmI(): Promise<(Me & { token: string }) | null> {
  const known = localStorage.getItem(TOKEN);
  if (known === null) return null;
  try {
    return { ...(await call<Me>('/api/me', undefined, known)), token: known };
  } catch (error) {
    // Only the house may end a session: a house that is away says nothing about it.
    if (!(error instanceof HouseSaysNo) || error.status !== 401) throw error;
    localStorage.removeItem(TOKEN);
    return null;
  }
}

async function comeAsGuest(): Promise<Me & { token: string }> {
  const { token } = await call<{ token: string }>('/api/guest', {});
  localStorage.setItem(TOKEN, token);
  return { ...(await call<Me>('/api/me', undefined, token)), token };
}

let coming: Promise<Me & { token: string }> | null = null;

/** Whoever this browser is; a guest at once when it is nobody yet. Asked twice at a time, it comes in once. */
export function me(): Promise<Me & { token: string }> {
  coming ??= whoAmI()
    .then((known) => known ?? comeAsGuest())
    .finally(() => {
      coming = null;
    });
  return coming;
}

export async function signIn(card: string, pin: string): Promise<void> {
  const { token } = await call<{ token: string }>('/api/sign-in', { card, pin });
  localStorage.setItem(TOKEN, token);
}

export async function signOut(): Promise<void> {
  const token = localStorage.getItem(TOKEN);
  localStorage.removeItem(TOKEN);
  if (token !== null) await call('/api/sign-out', {}, token);
}

export const morePlayMoney = (token: string): Promise<{ wallet: number }> =>
  call('/api/play-money', {}, token);

/** Asks for so many bots at a table. Whoever asks comes in first: the house wants to know who it does this for. */
export async function bringCompany(table: string, count: number): Promise<void> {
  const { token } = await me();
  const id = crypto.randomUUID();
  try {
    await call('/api/bots/want', { id, table, count }, token);
  } catch (error) {
    // As many as that are on their way already.
    if (!(error instanceof HouseSaysNo) || error.code !== 'used-up') throw error;
  }
}

export const connect = (token: string, status: (online: boolean) => void): HouseClient =>
  new HouseClient({
    token,
    status,
    connect: () =>
      new WebSocket(
        `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/wire`,
      ) as unknown as SocketLike,
  });
