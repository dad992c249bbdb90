import { createHash, randomBytes } from 'node:crypto';
import { faultInRoles, type HeldRole, type Person, type PersonKind } from '@boxperson/offices';
import { placeOf } from './address.js';
import { Bounded } from './bounded.js';
import type { Documents } from './documents.js';
import { Guard, type GuardOptions, type Wait } from './guard.js';
import {
  faultInPassword,
  faultInPin,
  foldName,
  makeFriendlyName,
  makeId,
  NAME_FAULT,
  pickNumber,
  readCard,
  readLogin,
  readName,
} from './names.js';
import { type Hashed, type Lane, Secrets, type SecretsOptions } from './secrets.js';
import { type Holder, type OpenSession, Sessions, type SessionsOptions, sessionIdOf } from './sessions.js';
import { Turns } from './turns.js';

export interface PeopleOptions {
  readonly secrets?: SecretsOptions;
  readonly guard?: GuardOptions;
  readonly sessions?: SessionsOptions;
  /** Writes into the log what was done to whom, and by whom: before it is done, and never a secret. */
  readonly note?: Note;
}
export type Note = (event: string, body: object) => Promise<unknown>;

/** Who did it, where nobody did: the house itself. */
export const HOUSE = 'house';

/** Somebody as those who manage the house see them. */
export interface Listed extends Person {
  readonly login?: string;
}

export interface SignedIn {
  readonly kind: 'ok';
  readonly person: Person;
  readonly token: string;
  readonly expiresAt: number;
}
export type Wrong = { readonly kind: 'wrong' };
export type Busy = { readonly kind: 'busy' };
/** Input that cannot be taken: which, and why in a sentence. */
export interface NotTaken {
  readonly kind: 'refused';
  readonly field: 'name' | 'card' | 'pin' | 'login' | 'password' | 'roles';
  readonly message: string;
}
export type SignIn = SignedIn | Wrong | Wait | Busy;
export type Registered = { readonly kind: 'ok'; readonly person: Person } | NotTaken | Busy;
export type Changed = { readonly kind: 'ok' } | NotTaken | Wrong | Wait | Busy;

/** What is stored of a person. */
interface Kept extends Holder {
  /** Where the person's secret is; null for guests. */
  readonly account: string | null;
}

/** How somebody proves who they are: the hash of a PIN or password, and where it was right before. */
interface Credential {
  readonly person: string;
  readonly secret: string;
  readonly known: readonly string[];
}

/** Who proved to be who, and the hash of the secret that was right. */
interface Proved {
  readonly kind: 'ok';
  readonly kept: Kept;
  readonly secret: string;
}

const PERSON = 'person';
const CREDENTIAL = 'credential';
const DEVICE_KEY = 'device-key';
const GUEST_NAME = 'guest-name';
/** At the end of every bot's name, and in no name that a person can have. */
const BOT_MARK = ' (bot)';
const KNOWN_PLACES_MOST = 16;
const KEY_BYTES = 32;

const playersAccount = (card: string): string => `player:${card}`;
const staffsAccount = (login: string): string => `staff:${login}`;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Everybody the house knows: who they are, how they come in, and how they are kept out. */
export class People {
  readonly sessions: Sessions;
  readonly secrets: Secrets;
  readonly guard: Guard;
  readonly #store: Documents;
  readonly #now: () => number;
  readonly #cache = new Bounded<string, Kept>(50_000);
  readonly #turns = new Turns();
  readonly #note: Note;
  readonly #guestListeners = new Set<(person: Person) => void>();

  constructor(store: Documents, now: () => number, options: PeopleOptions = {}) {
    this.#note = options.note ?? (() => Promise.resolve());
    this.#store = store;
    this.#now = now;
    this.secrets = new Secrets(options.secrets);
    this.guard = new Guard(now, options.guard);
    this.sessions = new Sessions(store, now, (id) => this.#kept(id), options.sessions);
  }

  /** Somebody who wants to play and fills in nothing. */
  async createGuest(name?: string, { bot }: { readonly bot?: true } = {}): Promise<SignedIn | NotTaken> {
    const wanted = name === undefined ? null : readName(name);
    if (name !== undefined && wanted === null) return { kind: 'refused', field: 'name', message: NAME_FAULT };
    const id = makeId('g');
    const own = await this.#claimName(id, wanted, bot ? BOT_MARK : '');
    const person: Person = {
      id,
      kind: 'guest',
      name: own,
      ...(bot ? { bot } : {}),
      createdAt: this.#now(),
    };
    const kept = await this.#keep({ person, generation: 0, account: null });
    for (const listener of this.#guestListeners) listener(person);
    return this.#signedIn(kept);
  }

  /** Hears of every guest who comes in. */
  onGuest(listener: (person: Person) => void): void {
    this.#guestListeners.add(listener);
  }

  async registerPlayer(
    asked: { readonly name: string; readonly card: string; readonly pin: string },
    by: string = HOUSE,
  ): Promise<Registered> {
    const name = readName(asked.name);
    if (name === null) return notTaken('name', NAME_FAULT);
    const card = readCard(asked.card);
    if (card === null) return notTaken('card', 'A card number has 4 to 32 letters, digits and hyphens.');
    const fault = faultInPin(asked.pin, card);
    if (fault !== null) return notTaken('pin', fault);
    const person: Person = { id: makeId('p'), kind: 'player', name, card, createdAt: this.#now() };
    return this.#register(person, playersAccount(card), asked.pin, () =>
      this.#note('player-registered', { person: person.id, name, card, by }),
    );
  }

  async registerStaff(
    asked: {
      readonly name: string;
      readonly login: string;
      readonly password: string;
      readonly roles: readonly HeldRole[];
      /** The password is the house's, and must be changed. */
      readonly oneTime?: true;
    },
    by: string = HOUSE,
  ): Promise<Registered> {
    const name = readName(asked.name);
    if (name === null) return notTaken('name', NAME_FAULT);
    const login = readLogin(asked.login);
    if (login === null) return notTaken('login', 'A login has 2 to 40 letters and digits.');
    const fault = faultInPassword(asked.password, login);
    if (fault !== null) return notTaken('password', fault);
    const stranger = faultInRoles(asked.roles);
    if (stranger !== null) return notTaken('roles', stranger);
    const { roles, oneTime } = asked;
    const person: Person = {
      id: makeId('s'),
      kind: 'staff',
      name,
      roles,
      ...(oneTime ? { oneTime } : {}),
      createdAt: this.#now(),
    };
    return this.#register(person, staffsAccount(login), asked.password, () =>
      this.#note('staff-registered', { person: person.id, name, login, roles, by }),
    );
  }

  /** The key is shown this once: only its hash is kept. */
  async registerDevice(
    { name: asked }: { readonly name: string },
    by: string = HOUSE,
  ): Promise<{ readonly kind: 'ok'; readonly person: Person; readonly key: string } | NotTaken> {
    const name = readName(asked);
    if (name === null) return notTaken('name', NAME_FAULT);
    const key = randomBytes(KEY_BYTES).toString('base64url');
    const account = sha256(key);
    const person: Person = { id: makeId('d'), kind: 'device', name, createdAt: this.#now() };
    await this.#note('device-registered', { person: person.id, name, by });
    await this.#store.putDocument(DEVICE_KEY, account, JSON.stringify({ person: person.id }));
    await this.#keep({ person, generation: 0, account });
    return { kind: 'ok', person, key };
  }

  async #register(
    person: Person,
    account: string,
    secret: string,
    note: () => Promise<unknown>,
  ): Promise<Registered> {
    const hashed = await this.secrets.hash(secret);
    if (hashed.kind === 'busy') return hashed;
    return this.#turns.take(account, async () => {
      if (await this.#isTaken(account)) {
        const field = person.kind === 'player' ? 'card' : 'login';
        return notTaken(field, `That ${field} is registered already.`);
      }
      // The credential first: should we stop in between, nobody holds it and it may be taken again.
      await this.#putCredential(account, { person: person.id, secret: hashed.encoded, known: [] });
      await note();
      await this.#keep({ person, generation: 0, account });
      return { kind: 'ok', person };
    });
  }

  async #isTaken(account: string): Promise<boolean> {
    const credential = await this.#credential(account);
    return credential !== null && (await this.get(credential.person)) !== null;
  }

  signInPlayer(card: string, pin: string, from: string): Promise<SignIn> {
    return this.#signIn(playersAccount(readCard(card) ?? strange(card)), pin, from);
  }

  signInStaff(login: string, password: string, from: string): Promise<SignIn> {
    return this.#signIn(staffsAccount(readLogin(login) ?? strange(login)), password, from);
  }

  /** A new session for a bot whose player is gone; for the house itself, and for nobody but bots. */
  async resumeBot(id: string): Promise<SignedIn | null> {
    const kept = await this.#kept(id);
    return kept?.person.bot && !kept.person.inactive ? this.#signedIn(kept) : null;
  }

  /** A key of 256 bits cannot be guessed: it needs neither a slow hash nor a guard. */
  async signInDevice(key: string, _from: string): Promise<SignedIn | Wrong> {
    const body = await this.#store.getDocument(DEVICE_KEY, sha256(key));
    if (body === null) return { kind: 'wrong' };
    const kept = await this.#kept((JSON.parse(body) as { person: string }).person);
    return kept && !kept.person.inactive ? this.#signedIn(kept) : { kind: 'wrong' };
  }

  async #signIn(account: string, secret: string, from: string): Promise<SignIn> {
    const proved = await this.#prove(account, secret, from);
    return proved.kind === 'ok' ? this.#signedIn(proved.kept) : proved;
  }

  /** Is this the secret of that account? The same work and the same answers whether the account exists or not. */
  async #prove(account: string, secret: string, from: string): Promise<Proved | Wrong | Wait | Busy> {
    const credential = await this.#credential(account);
    const place = placeOf(from);
    const lane: Lane = credential?.known.includes(markOf(account, place)) ? 'known' : 'unknown';
    const admitted = this.guard.admit(account, place, lane);
    if (admitted.kind === 'wait') return admitted;
    const checked = await this.secrets.check(secret, credential?.secret ?? null, lane);
    if (checked.kind === 'busy') {
      admitted.done('untried');
      return checked;
    }
    const fresh = checked.kind === 'right' && checked.stale ? await this.secrets.hash(secret) : null;
    const proved = checked.kind === 'right' ? await this.#confirm(account, credential, place, fresh) : null;
    admitted.done(proved ? 'right' : 'wrong');
    return proved ?? { kind: 'wrong' };
  }

  /** A secret that was right when we looked must be right still: it may have been changed while we hashed. */
  #confirm(
    account: string,
    seen: Credential | null,
    place: string,
    fresh: Hashed | null,
  ): Promise<Proved | null> {
    return this.#turns.take(account, async () => {
      const now = await this.#credential(account);
      if (!now || now.secret !== seen?.secret) return null;
      const kept = await this.#kept(now.person);
      if (!kept || kept.person.inactive) return null;
      const mark = markOf(account, place);
      const known = [...now.known.filter((other) => other !== mark), mark].slice(-KNOWN_PLACES_MOST);
      const secret = fresh?.kind === 'ok' ? fresh.encoded : now.secret;
      if (secret !== now.secret || known.join() !== now.known.join())
        await this.#putCredential(account, { ...now, secret, known });
      return { kind: 'ok', kept, secret };
    });
  }

  /** A person's own change of PIN or password. Ends every other session; `keep` is the token that goes on. */
  async changeSecret(
    id: string,
    change: {
      readonly old: string;
      readonly next: string;
      readonly from: string;
      readonly keep?: string;
    },
  ): Promise<Changed> {
    const kept = await this.#kept(id);
    if (!kept || kept.account === null || kept.person.kind === 'device') return { kind: 'wrong' };
    const fault = faultInSecret(kept.person, kept.account, change.next);
    if (fault) return fault;
    if (change.next === change.old)
      return notTaken(
        kept.person.kind === 'player' ? 'pin' : 'password',
        'That is the one you have: choose another.',
      );
    const proved = await this.#prove(kept.account, change.old, change.from);
    if (proved.kind !== 'ok') return proved;
    return this.#setSecret(kept, change.next, {
      instead: proved.secret,
      known: [markOf(kept.account, placeOf(change.from))],
      keep: change.keep ?? null,
      note: () => this.#note('secret-changed', { person: id, by: id }),
    });
  }

  /**
   * A new PIN or password from the house, for somebody who forgot theirs. Ends all sessions. One that is `oneTime` must
   * be changed before anything else.
   */
  async resetSecret(
    id: string,
    next: string,
    { by = HOUSE, oneTime }: { readonly by?: string; readonly oneTime?: true } = {},
  ): Promise<Changed> {
    const kept = await this.#kept(id);
    if (!kept || kept.account === null || kept.person.kind === 'device') return { kind: 'wrong' };
    const fault = faultInSecret(kept.person, kept.account, next);
    const note = () => this.#note('secret-reset', { person: id, by });
    return (
      fault ??
      this.#setSecret(kept, next, {
        ...{ instead: null, known: [], keep: null, note },
        ...(oneTime ? { oneTime } : {}),
      })
    );
  }

  async #setSecret(
    { person, account }: Kept,
    next: string,
    how: {
      readonly instead: string | null;
      readonly known: readonly string[];
      readonly keep: string | null;
      readonly note: () => Promise<unknown>;
      readonly oneTime?: true;
    },
  ): Promise<Changed> {
    const { instead, known, keep, note, oneTime } = how;
    const hashed = await this.secrets.hash(next);
    if (hashed.kind === 'busy') return hashed;
    const key = account as string;
    const isSet = await this.#turns.take(key, async () => {
      const now = await this.#credential(key);
      // Set anew by the house while its old self was being proved: the house's word stands.
      if (instead !== null && now?.secret !== instead) return false;
      await note();
      await this.#putCredential(key, { person: person.id, secret: hashed.encoded, known });
      return true;
    });
    if (!isSet) return { kind: 'wrong' };
    const withOwn = ({ oneTime: _old, ...rest }: Person) => ({ ...rest, ...(oneTime ? { oneTime } : {}) });
    await this.#endSessions(person.id, withOwn, keep);
    return { kind: 'ok' };
  }

  resume(token: string): Promise<Person | null> {
    return this.sessions.resume(token);
  }

  openSession(token: string): Promise<OpenSession | null> {
    return this.sessions.open(token);
  }

  revoke(token: string): Promise<void> {
    return this.sessions.revoke(token);
  }

  /** Ends every session of a person, save the one of the token `keep`. */
  async revokeAll(id: string, keep: string | null = null, by: string = HOUSE): Promise<void> {
    await this.#endSessions(
      id,
      (before) => before,
      keep,
      () => this.#note('sessions-revoked', { person: id, by }),
    );
  }

  async #endSessions(
    id: string,
    change: (person: Person) => Person,
    keep: string | null,
    note?: () => Promise<unknown>,
  ): Promise<void> {
    const kept = await this.#change(id, change, keep, note);
    if (kept && keep !== null) await this.sessions.renew(keep, kept);
  }

  /** Keeps somebody out from now on. Their past stays. */
  async deactivate(id: string, by: string = HOUSE): Promise<void> {
    const note = () => this.#note('person-disabled', { person: id, by });
    await this.#change(id, (person) => ({ ...person, inactive: true }), null, note);
  }

  async reactivate(id: string, by: string = HOUSE): Promise<void> {
    const note = () => this.#note('person-enabled', { person: id, by });
    await this.#change(id, ({ inactive: _inactive, ...person }) => person, null, note);
  }

  /** Ends the person's sessions: no connection goes on with roles that are no longer held. */
  async setRoles(id: string, roles: readonly HeldRole[], by: string = HOUSE): Promise<Registered> {
    const fault = faultInRoles(roles);
    if (fault !== null) return notTaken('roles', fault);
    if ((await this.get(id))?.kind !== 'staff') return notTaken('roles', 'Only staff have roles.');
    const note = () => this.#note('roles-changed', { person: id, roles, by });
    const kept = await this.#change(id, (person) => ({ ...person, roles }), null, note);
    return kept ? { kind: 'ok', person: kept.person } : notTaken('roles', 'Only staff have roles.');
  }

  /** Forgets somebody altogether: for guests and mistakes. Whoever moved money is deactivated instead. */
  async remove(id: string): Promise<void> {
    const kept = await this.#change(id, (person) => ({ ...person, inactive: true }), null);
    if (!kept) return;
    const { person, account } = kept;
    if (person.kind === 'guest') await this.#store.deleteDocument(GUEST_NAME, foldName(person.name));
    if (account !== null)
      await this.#store.deleteDocument(person.kind === 'device' ? DEVICE_KEY : CREDENTIAL, account);
    await this.#turns.take(id, async () => {
      await this.#store.deleteDocument(PERSON, id);
      this.#cache.delete(id);
    });
  }

  async get(id: string): Promise<Person | null> {
    return (await this.#kept(id))?.person ?? null;
  }

  async list(kind: PersonKind): Promise<readonly Person[]> {
    return (await this.#all(kind)).map(({ person }) => person);
  }

  /** Everybody of a kind, staff with their logins. */
  async directory(kind: PersonKind): Promise<readonly Listed[]> {
    const prefix = staffsAccount('');
    return (await this.#all(kind)).map(({ person, account }) =>
      account?.startsWith(prefix) ? { ...person, login: account.slice(prefix.length) } : person,
    );
  }

  async #all(kind: PersonKind): Promise<readonly Kept[]> {
    const all = await this.#store.listDocuments(PERSON);
    return all.map(({ body }) => JSON.parse(body) as Kept).filter(({ person }) => person.kind === kind);
  }

  async #signedIn(kept: Kept): Promise<SignedIn> {
    const started = await this.sessions.start(kept);
    return { kind: 'ok', person: kept.person, ...started };
  }

  /** A free name near the one wanted, or a friendly one. */
  async #claimName(person: string, wanted: string | null, mark: string): Promise<string> {
    for (let tries = 0; ; tries++) {
      // Two digits give some 370,000 names; every ten collisions add one more.
      const digits = 2 + Math.floor(tries / 10);
      const name =
        wanted === null ? makeFriendlyName(digits) : tries === 0 ? wanted : numbered(wanted, digits);
      if (await this.#claim(person, name + mark)) return name + mark;
    }
  }

  #claim(person: string, name: string): Promise<boolean> {
    const key = foldName(name);
    return this.#turns.take(`name:${key}`, async () => {
      if ((await this.#store.getDocument(GUEST_NAME, key)) !== null) return false;
      await this.#store.putDocument(GUEST_NAME, key, JSON.stringify({ person }));
      return true;
    });
  }

  async #credential(account: string): Promise<Credential | null> {
    const body = await this.#store.getDocument(CREDENTIAL, account);
    return body === null ? null : (JSON.parse(body) as Credential);
  }

  #putCredential(account: string, credential: Credential): Promise<void> {
    return this.#store.putDocument(CREDENTIAL, account, JSON.stringify(credential));
  }

  async #kept(id: string): Promise<Kept | null> {
    return this.#cache.get(id) ?? this.#turns.take(id, () => this.#load(id));
  }

  async #load(id: string): Promise<Kept | null> {
    const cached = this.#cache.get(id);
    if (cached) return cached;
    // From outside anything may come for an id; the store takes no null characters and no long names.
    const body = isId(id) ? await this.#store.getDocument(PERSON, id) : null;
    if (body === null) return null;
    const kept = JSON.parse(body) as Kept;
    this.#cache.set(id, kept);
    return kept;
  }

  #keep(kept: Kept): Promise<Kept> {
    return this.#turns.take(kept.person.id, () => this.#put(kept));
  }

  async #put(kept: Kept): Promise<Kept> {
    await this.#store.putDocument(PERSON, kept.person.id, JSON.stringify(kept));
    this.#cache.set(kept.person.id, kept);
    return kept;
  }

  /** Changes a person and ends their sessions. Memory comes before the store, so that the end is not waited for. */
  #change(
    id: string,
    change: (person: Person) => Person,
    keep: string | null,
    note?: () => Promise<unknown>,
  ): Promise<Kept | null> {
    return this.#turns.take(id, async () => {
      const before = await this.#load(id);
      if (!before) return null;
      const kept = { ...before, person: change(before.person), generation: before.generation + 1 };
      this.#cache.set(id, kept);
      this.sessions.tellAllRevoked(id, keep === null ? null : sessionIdOf(keep));
      await note?.();
      return this.#put(kept);
    });
  }
}

const isId = (id: string): boolean => /^[\w-]{1,80}$/.test(id);

const notTaken = (field: NotTaken['field'], message: string): NotTaken => ({
  kind: 'refused',
  field,
  message,
});

/** Cut so that the number fits. */
const numbered = (name: string, digits: number): string =>
  `${name.slice(0, 30).trim()} ${pickNumber(digits)}`;

/** Something that cannot be a card or a login: nobody's, but tried and counted like any other. */
const strange = (text: string): string => `?${sha256(text)}`;

/** A place where an account was signed in to, without saying which place. */
const markOf = (account: string, place: string): string => sha256(`${account}\n${place}`).slice(0, 32);

function faultInSecret(person: Person, account: string, next: string): NotTaken | null {
  if (person.kind === 'player') {
    const fault = faultInPin(next, person.card ?? '');
    return fault === null ? null : notTaken('pin', fault);
  }
  const fault = faultInPassword(next, account.slice(staffsAccount('').length));
  return fault === null ? null : notTaken('password', fault);
}
