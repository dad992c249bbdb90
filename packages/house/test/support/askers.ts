import { randomBytes } from 'node:crypto';
import { RULEBOOK_IDS, RULEBOOKS, type RulebookId } from '@boxperson/rules';
import { sessionIdOf } from '../../src/people/sessions.js';
import type { TestHouse } from './house.js';
import { deskOf } from './people.js';

/** Everybody who may come to a table of one book, or knock at a door of the house. */
export const KINDS = [
  'nobody',
  'guest',
  'bot',
  'player',
  'device',
  /** Staff who hold the highest role of another book, and none here. */
  'foreign',
  /** Somebody who practises, at another table. */
  'trainee',
  /** A guest whose session was ended, one whose session ran out, one who is disabled. */
  'revoked',
  'expired',
  'disabled',
  /** Staff of the highest role who have not set a password of their own. */
  'one-time',
  'staff',
] as const;
export type Kind = (typeof KINDS)[number];

export interface Asker {
  readonly kind: Kind;
  /** For staff their role, else the kind. */
  readonly label: string;
  readonly book: RulebookId;
  readonly role: string | null;
  readonly id: string;
  readonly name: string;
  readonly token: string | null;
}

export const rolesOf = (book: RulebookId): readonly string[] => RULEBOOKS[book].roles.map(({ id }) => id);
export const topOf = (book: RulebookId): string => rolesOf(book).at(-1) as string;

const PASSWORD = 'hard eight easy six';
let made = 0;

/** One of each kind for a book, and one of the staff for each of its roles. */
export async function makeAskers(house: TestHouse, book: RulebookId): Promise<readonly Asker[]> {
  const kinds = KINDS.filter((kind) => kind !== 'staff');
  const askers = kinds.map((kind) => makeAsker(house, book, kind, kind === 'one-time' ? topOf(book) : null));
  const staff = rolesOf(book).map((role) => makeAsker(house, book, 'staff', role));
  return Promise.all([...askers, ...staff]);
}

async function makeAsker(
  house: TestHouse,
  book: RulebookId,
  kind: Kind,
  role: string | null,
): Promise<Asker> {
  const { id, name, token } = await comes(house, book, kind, role);
  return { kind, label: role !== null && kind === 'staff' ? role : kind, book, role, id, name, token };
}

interface Came {
  readonly id: string;
  readonly name: string;
  readonly token: string | null;
}

const ok = <T extends { readonly kind: string }>(result: T): Extract<T, { kind: 'ok' }> => {
  if (result.kind !== 'ok') throw new Error(JSON.stringify(result));
  return result as Extract<T, { kind: 'ok' }>;
};

async function comes(house: TestHouse, book: RulebookId, kind: Kind, role: string | null): Promise<Came> {
  const { people } = house;
  const other = RULEBOOK_IDS.find((id) => !rolesOf(book).includes(topOf(id))) as RulebookId;
  switch (kind) {
    case 'nobody':
      return { id: 'nobody', name: 'nobody', token: null };
    case 'guest':
    case 'revoked':
    case 'expired':
    case 'disabled':
      return guestOf(house, kind);
    case 'bot': {
      const { person, token } = ok(await people.createGuest(undefined, { bot: true }));
      return { id: person.id, name: person.name, token };
    }
    case 'player': {
      const card = `M-${1_000 + ++made}`;
      const { person } = ok(
        await deskOf(house).registerPlayer({ name: `Player ${made}`, card, pin: '471147' }),
      );
      const { token } = ok(await people.signInPlayer(card, '471147', '127.0.0.1'));
      return { id: person.id, name: person.name, token };
    }
    case 'device': {
      const { person, key } = ok(await deskOf(house).registerDevice({ name: `Device ${++made}` }));
      const { token } = ok(await people.signInDevice(key, '127.0.0.1'));
      return { id: person.id, name: person.name, token };
    }
    case 'trainee': {
      const { person, token } = await people.createTrainee({ table: 'elsewhere', roles: rolesOf(book) });
      return { id: person.id, name: person.name, token };
    }
    case 'foreign':
      return staffOf(house, other, topOf(other), {});
    case 'one-time':
      return staffOf(house, book, role as string, { oneTime: true });
    case 'staff':
      return staffOf(house, book, role as string, {});
  }
}

async function guestOf(house: TestHouse, kind: Kind): Promise<Came> {
  const {
    people,
    house: { store },
  } = house;
  const { person, token } = ok(await people.createGuest());
  if (kind === 'revoked') await people.revoke(token);
  if (kind === 'disabled') await deskOf(house).do('disable', { person: person.id });
  if (kind !== 'expired') return { id: person.id, name: person.name, token };
  // A session as the house stores it, but over since a minute.
  const old = randomBytes(32).toString('base64url');
  const body = { person: person.id, kind: 'guest', generation: 0, expiresAt: Date.now() - 60_000 };
  await store.putDocument('session', sessionIdOf(old), JSON.stringify(body));
  return { id: person.id, name: person.name, token: old };
}

export async function staffOf(
  house: TestHouse,
  book: RulebookId,
  role: string | null,
  more: { readonly oneTime?: true },
): Promise<Came & { readonly token: string }> {
  const login = `matrix${++made}`;
  const roles = role === null ? [] : [{ rulebook: book, role }];
  const name = `Staff ${made}`;
  const desk = deskOf(house);
  const { person } = ok(await desk.registerStaff({ name, login, password: PASSWORD, roles, ...more }));
  const password = more.oneTime ? await desk.newPassword(person.id) : PASSWORD;
  const { token } = ok(await house.people.signInStaff(login, password, '127.0.0.1'));
  return { id: person.id, name, token };
}
