import type { CalledRoll, LobbyTable, OwnRound, TableRolls, WirePerson } from '@boxperson/house';
import { type Answered, HouseApi, HouseClient, HouseSaysNo, type SocketLike } from '@boxperson/house/client';

const TOKEN = 'boxperson.token';

/** Asks the house this page came from, as whoever this browser is. */
const api = new HouseApi({ token: () => localStorage.getItem(TOKEN) });

export const lobby = (): Promise<readonly LobbyTable[]> => api.get('/api/tables');

export type { CalledRoll, OwnRound, TableRolls };

/** What a table tells of its past to whoever comes to it. */
export const pastRolls = (table: string): Promise<TableRolls> =>
  api.get(`/api/tables/${encodeURIComponent(table)}/rolls`);

/** One's own last rounds at a table, newest first. */
export const ownRounds = async (table: string): Promise<readonly OwnRound[]> =>
  (await api.get<{ rounds: readonly OwnRound[] }>(`/api/tables/${encodeURIComponent(table)}/recall`)).rounds;

export interface AboutHouse {
  readonly name: string;
  readonly guests: boolean;
  /** May a player ask for company at a table? */
  readonly bots?: boolean;
}
export const aboutHouse = (): Promise<AboutHouse> => api.get('/api/house');

export interface Me {
  readonly person: WirePerson;
  readonly wallet: number;
}
type Known = Me & { readonly token: string };

const asKnown = async (token: string): Promise<Known> => ({ ...(await api.get<Me>('/api/me')), token });

/** Whoever this browser is; null for somebody who has not come in yet. */
export async function whoAmI(): Promise<Known | null> {
  const known = localStorage.getItem(TOKEN);
  if (known === null) return null;
  try {
    return await asKnown(known);
  } catch (error) {
    // Only the house may end a session: a house that is away says nothing about it.
    if (!(error instanceof HouseSaysNo) || error.status !== 401) throw error;
    localStorage.removeItem(TOKEN);
    return null;
  }
}

async function comeAsGuest(): Promise<Known> {
  const { token } = await api.post<{ token: string }>('/api/guest', {});
  localStorage.setItem(TOKEN, token);
  return asKnown(token);
}

let coming: Promise<Known> | null = null;

/** Whoever this browser is; a guest at once when it is nobody yet. Asked twice at a time, it comes in once. */
export function me(): Promise<Known> {
  coming ??= whoAmI()
    .then((known) => known ?? comeAsGuest())
    .finally(() => {
      coming = null;
    });
  return coming;
}

export async function signIn(card: string, pin: string): Promise<void> {
  const { token } = await api.post<{ token: string }>('/api/sign-in', { card, pin });
  localStorage.setItem(TOKEN, token);
}

export async function signOut(): Promise<void> {
  const token = localStorage.getItem(TOKEN);
  if (token === null) return;
  localStorage.removeItem(TOKEN);
  await new HouseApi({ token: () => token }).post('/api/sign-out', {});
}

/** What was refused is thrown, to be shown where somebody pressed. */
function must<T>(answered: Answered<T>): T {
  if (!answered.ok) throw new Error(answered.refused.message);
  return answered;
}

export const morePlayMoney = async (): Promise<{ amount: number }> =>
  must(await api.submit<{ amount: number }>('cage', { do: 'more-play-money' }));

/** Asks for so many bots at a table. Whoever asks comes in first: the house wants to know who it does this for. */
export async function bringCompany(table: string, count: number): Promise<void> {
  await me();
  const answered = await api.submit('bots', { do: 'want', table, count });
  // As many as that are on their way already.
  if (!answered.ok && answered.refused.code === 'used-up') return;
  must(answered);
}

const wire = (): SocketLike =>
  new WebSocket(
    `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/wire`,
  ) as unknown as SocketLike;

type Connecting = Omit<ConstructorParameters<typeof HouseClient>[0], 'connect'>;

/** A connection to the house this page came from. */
export const connectAs = (options: Connecting): HouseClient => new HouseClient({ ...options, connect: wire });

export const connect = (token: string, status: (online: boolean) => void): HouseClient =>
  connectAs({ token, status });
