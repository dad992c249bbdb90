import type { CalledRoll, LobbyTable, OwnRound, TableRolls, WirePerson } from '@boxperson/house';
import { type Answered, HouseApi, HouseClient, HouseSaysNo, type SocketLike } from '@boxperson/house/client';

import type { OwnCase, PromotionTold, PromotionView } from '@boxperson/offices';
import { type Matters, matterPage, useMatters } from './ui/matters.js';
import { forgetPlayer } from './ui/window-memory.js';

const TOKEN = 'boxperson.token';

/** Somebody comes or goes: nothing of whoever was here before is left for them. */
function become(token: string | null): void {
  forgetPlayer();
  if (token === null) localStorage.removeItem(TOKEN);
  else localStorage.setItem(TOKEN, token);
}

// Somebody went, or another came, in another window of this browser.
globalThis.addEventListener?.('storage', ({ key, oldValue }) => {
  if (key === TOKEN && oldValue !== null) forgetPlayer();
});

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

const NAME_LETTERS = 12;
const freshCase = (): string => `d-${crypto.randomUUID().replaceAll('-', '').slice(0, NAME_LETTERS)}`;

/** A round of one's own that is not right: a case of its own, which somebody must decide. */
export async function disputeRound(
  table: string,
  roll: number,
  wager: string | null,
  says: string,
): Promise<string> {
  const said = { do: 'dispute', table, roll, ...(wager === null ? {} : { wager }), says };
  return must(await api.submit<{ case: string }>(`cases/${freshCase()}`, said)).case;
}

/** One's own cases. */
export const useOwnCases = (againMs: number, onFault: (error: Error) => void): Matters<OwnCase> =>
  useMatters<OwnCase>(api, 'cases', againMs, onFault);

export async function askReview(name: string, says: string): Promise<void> {
  must<object>(await api.submit(`cases/${name}`, { do: 'ask-review', says }));
}

export interface ListedPromotion extends PromotionTold {
  readonly matter: string;
}

/** Promotions of which anything is for everybody. */
export async function promotions(): Promise<readonly ListedPromotion[]> {
  const { matters } = await matterPage<PromotionTold>(api, 'promotions');
  return matters.map(({ matter, books }) => ({ ...books, matter }));
}

export interface OwnPoints {
  readonly every: number | null;
  readonly earned: number;
  readonly redeemed: number;
}

/** One's own points; null for somebody who has not come in. */
export const ownPoints = async (): Promise<OwnPoints | null> =>
  localStorage.getItem(TOKEN) === null ? null : api.get('/api/rewards');

/** A promotion as this browser may see it. */
export const readPromotion = async (name: string): Promise<PromotionView> =>
  (await api.get<{ books: PromotionView }>(`/api/matters/promotions/${encodeURIComponent(name)}`)).books;

/** Something asked of a promotion, as whoever this browser is. */
export const askPromotion = (name: string, command: { readonly do: string }): Promise<Answered<unknown>> =>
  api.submit(`promotions/${name}`, command);

export interface AboutHouse {
  readonly name: string;
  readonly guests: boolean;
  /** May a player ask for company at a table? */
  readonly bots?: boolean;
  /** Is there a tournament that anybody may enter at any time? */
  readonly quickCup?: boolean;
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
    // Somebody signed in meanwhile, and the house ended what was in hand.
    if (localStorage.getItem(TOKEN) !== known) return whoAmI();
    become(null);
    return null;
  }
}

async function comeAsGuest(): Promise<Known> {
  const { token } = await api.post<{ token: string }>('/api/guest', {});
  become(token);
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

/** The house ends the session that is in hand: it comes along, as with every call. */
export async function signIn(card: string, pin: string): Promise<void> {
  const { token } = await api.post<{ token: string }>('/api/sign-in', { card, pin });
  become(token);
}

export async function signOut(): Promise<void> {
  const token = localStorage.getItem(TOKEN);
  if (token === null) return;
  become(null);
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

/** A tournament as anybody is told of it. */
export interface ToldTournament extends TournamentTold {
  readonly matter: string;
}
interface TournamentTold {
  readonly name: string;
  readonly stage: string;
  readonly startsAt: number | null;
  readonly players: number;
  readonly most: number | null;
  readonly round: number;
  readonly tables: readonly string[];
}
/** Those that go on, and the newest that are over, newest first. */
export async function tournaments(): Promise<readonly ToldTournament[]> {
  const { matters } = await matterPage<TournamentTold>(api, 'tournaments');
  return matters.map(({ matter, books }) => ({ ...books, matter }));
}
export const useTournaments = (againMs: number): Matters<TournamentTold> =>
  useMatters<TournamentTold>(api, 'tournaments', againMs);

/** Something that one asks of a tournament. Whoever asks comes in first. */
export async function askTournament(matter: string, command: { readonly do: string }): Promise<void> {
  await me();
  must(await api.submit(`tournaments/${matter}`, command));
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
