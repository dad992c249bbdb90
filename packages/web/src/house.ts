import type { LobbyTable, WirePerson } from '@boxperson/house';
import { HouseClient, type SocketLike } from '@boxperson/house/client';

const TOKEN = 'boxperson.token';

async function call<T>(path: string, body?: unknown, token?: string): Promise<T> {
  const response = await fetch(path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as T & { error?: string };
  if (!response.ok) throw new Error(answer.error ?? 'The house did not answer.');
  return answer;
}

export const lobby = (): Promise<readonly LobbyTable[]> => call('/api/tables');
export const aboutHouse = (): Promise<{ name: string; guests: boolean }> => call('/api/house');

export interface Me {
  readonly person: WirePerson;
  readonly wallet: number;
}

/** Whoever this browser is; a guest at once when it is nobody yet. */
export async function me(): Promise<Me & { token: string }> {
  const known = localStorage.getItem(TOKEN);
  if (known !== null) {
    try {
      return { ...(await call<Me>('/api/me', undefined, known)), token: known };
    } catch {
      localStorage.removeItem(TOKEN);
    }
  }
  const { token } = await call<{ token: string }>('/api/guest', {});
  localStorage.setItem(TOKEN, token);
  return { ...(await call<Me>('/api/me', undefined, token)), token };
}

export async function signIn(card: string, pin: string): Promise<void> {
  const { token } = await call<{ token: string }>('/api/sign-in', { card, pin });
  localStorage.setItem(TOKEN, token);
}

export const morePlayMoney = (token: string): Promise<{ wallet: number }> =>
  call('/api/play-money', {}, token);

export const connect = (token: string, status: (online: boolean) => void): HouseClient =>
  new HouseClient({
    token,
    status,
    connect: () =>
      new WebSocket(
        `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/wire`,
      ) as unknown as SocketLike,
  });
