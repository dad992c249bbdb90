import type { WirePerson } from '@boxperson/house';
import { HouseApi, HouseSaysNo } from '@boxperson/house/client';
import {
  type HeldRole,
  PEOPLE,
  type PeopleBooks,
  type Person,
  type PostName,
  type Practice,
} from '@boxperson/offices';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { go } from '../ui/go.js';
import { forgetWindow } from '../ui/window-memory.js';

// Staff come in by a door of their own: whoever plays in this browser stays who they are.

const TOKEN = 'boxperson.staff';
/** Whoever came without an account, to practise, is shown that way again. */
const TRAINEE = 'boxperson.trainee';

const listeners = new Set<() => void>();
const tellAll = (): void => {
  for (const listener of listeners) listener();
};
export const readToken = (): string | null => localStorage.getItem(TOKEN);

function keepToken(token: string | null): void {
  if (token === null) localStorage.removeItem(TOKEN);
  else localStorage.setItem(TOKEN, token);
  tellAll();
}

function listen(listener: () => void): () => void {
  // Another tab of the same person.
  const fromElsewhere = ({ key, newValue }: StorageEvent): void => {
    if (key !== TOKEN) return;
    if (newValue === null) forgetWindow();
    listener();
  };
  listeners.add(listener);
  addEventListener('storage', fromElsewhere);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', fromElsewhere);
  };
}

export const useToken = (): string | null => useSyncExternalStore(listen, readToken);

/** Everything that staff ask of the house over HTTP. */
export const api = new HouseApi({ token: readToken });

interface Came {
  readonly token: string;
  readonly person: WirePerson;
}

/** Throws what the house says against it. */
export async function signIn(login: string, password: string): Promise<void> {
  const { token, person } = await api.post<Came>('/api/sign-in', { login, password });
  if (person.kind !== 'staff') throw new Error('That is not somebody of the staff.');
  localStorage.removeItem(TRAINEE);
  keepToken(token);
}

/** Without an account, at one practice table. Throws what the house says against it. */
export async function comeAsTrainee(table: string): Promise<void> {
  const { token } = await api.post<Came>('/api/practice', { table });
  localStorage.setItem(TRAINEE, table);
  keepToken(token);
}

/** Nothing that was half written is left for whoever comes next. */
function forget(): void {
  forgetWindow();
  keepToken(null);
}

/** A session that is over: a trainee has no password to come in by, and is led back to where they came from. */
function forgetEnded(): void {
  const wasTrainee = localStorage.getItem(TRAINEE) !== null;
  localStorage.removeItem(TRAINEE);
  forget();
  if (wasTrainee) go('/be-the-crew');
}

/** This browser is signed out at once; the house is told, and need not be there. */
export async function signOut(): Promise<void> {
  const token = readToken();
  forget();
  if (token !== null) await new HouseApi({ token: () => token }).post('/api/sign-out', {}).catch(() => {});
}

/** Every session of one's own, in every browser. Why not, or null. */
export async function signOutEverywhere(): Promise<string | null> {
  const answered = await api.submit(PEOPLE.name, { do: 'sign-out' });
  if (!answered.ok) return answered.refused.message;
  forget();
  return null;
}

interface Me {
  readonly person: WirePerson;
  readonly roles?: readonly HeldRole[];
  readonly posts?: readonly PostName[];
  readonly practice?: Practice;
}

/** Where somebody stands at the door. */
export type Standing =
  | { readonly kind: 'looking' }
  | { readonly kind: 'out'; readonly why: string | null }
  | { readonly kind: 'set-password' }
  | { readonly kind: 'away'; readonly why: string }
  | { readonly kind: 'in'; readonly person: Person };

type PeopleSeen = Partial<PeopleBooks> & { readonly person?: Person };

/** Whoever is signed in, as the people's office knows them: with the tables that a post is held for. */
export async function lookAtMe(): Promise<Person> {
  const { person, roles = [], posts = [], practice } = await api.get<Me>('/api/me');
  const { books } = await api.get<{ books: PeopleSeen | null }>(`/api/books/${PEOPLE.name}`);
  const known = books?.person ?? books?.persons?.[person.id]?.person;
  const held = posts.map((post) => ({ post, tables: '*' as const }));
  return (
    known ?? ({ ...person, bot: undefined, roles, posts: held, practice, createdAt: 0 } as unknown as Person)
  );
}

const ENDED = 'Your session has ended. Sign in again.';

function standingAfter(error: unknown): Standing {
  if (!(error instanceof HouseSaysNo)) return { kind: 'away', why: 'The house cannot be reached.' };
  if (error.refused.code === 'set-password-first') return { kind: 'set-password' };
  return error.status === 401 ? { kind: 'out', why: ENDED } : { kind: 'away', why: error.message };
}

const LOOKING: Standing = { kind: 'looking' };
const AGAIN_MS = 3_000;

/** Who is at the door; looked at again when somebody comes or goes, and when it is asked for. */
export function useStanding(): readonly [Standing, look: () => void] {
  const token = useToken();
  const [standing, setStanding] = useState<Standing>(LOOKING);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round looks again
  useEffect(() => {
    // Why somebody is out was said when their session ended.
    if (token === null)
      return setStanding((before) => (before.kind === 'out' ? before : { kind: 'out', why: null }));
    let gone = false;
    lookAtMe()
      .then((person): Standing => ({ kind: 'in', person }), standingAfter)
      .then((next) => {
        if (gone) return;
        setStanding(next);
        if (next.kind === 'out') forgetEnded();
      });
    return () => {
      gone = true;
    };
  }, [token, round]);
  const look = useCallback(() => setRound((before) => before + 1), []);
  useEffect(() => {
    if (standing.kind !== 'away') return;
    const timer = setTimeout(look, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [standing, look]);
  return [standing, look];
}
