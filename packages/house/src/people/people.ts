import {
  directoryOf,
  type KnownPerson,
  knownIn,
  type ListedPerson,
  PEOPLE,
  type PeopleBooks,
  type Person,
  type PersonKind,
  type Practice,
  playersAccount,
  type Revealed,
  readCard,
  readLogin,
  staffsAccount,
} from '@boxperson/offices';
import type { Keeper, OfficeHost } from '../office/office-host.js';
import { Comings, type ComingsOptions } from './comings.js';
import { type Busy, Credentials, strange, type Wrong } from './credentials.js';
import type { Documents } from './documents.js';
import { Guard, type GuardOptions, type Wait } from './guard.js';
import { Guests, isOnPaper, type Papers } from './guests.js';
import { PeoplesKeeper } from './keeper.js';
import { OneTime } from './one-time.js';
import { Secrets, type SecretsOptions } from './secrets.js';
import { type Holder, type OpenSession, Sessions, type SessionsOptions } from './sessions.js';

export type { Busy, Wrong } from './credentials.js';

export interface PeopleOptions {
  readonly secrets?: SecretsOptions;
  readonly guard?: GuardOptions;
  readonly sessions?: SessionsOptions;
  readonly comings?: ComingsOptions;
  /** What the house is called: no password is made of that. */
  readonly house?: string;
}

export interface SignedIn {
  readonly kind: 'ok';
  readonly person: Person;
  readonly token: string;
  readonly expiresAt: number;
}
/** Input that cannot be taken: which, and why in a sentence. */
export interface NotTaken {
  readonly kind: 'refused';
  readonly field: 'name';
  readonly message: string;
}
export type SignIn = SignedIn | Wrong | Wait | Busy;

/** An answer that says which secret belongs to it, and to whom. */
interface Revealing {
  readonly person: ListedPerson;
  readonly reveals: Revealed;
}

/**
 * How people come in and are kept out: secrets, sessions, and guests. Who works here, plays with a card or is a device
 * of the house is in the books of the people's office; this keeps for it what must not be in the log.
 */
export class People {
  readonly sessions: Sessions;
  readonly secrets: Secrets;
  readonly guard: Guard;
  readonly comings: Comings;
  readonly keeper: Keeper;
  readonly #credentials: Credentials;
  readonly #guests: Guests;
  readonly #store: Documents;
  readonly #guestListeners = new Set<(person: Person) => void>();
  #host: OfficeHost | null = null;
  #oneTime: OneTime | null = null;
  /** All papers, read once for whoever needs them at a start: there may be very many. */
  #atStart: Promise<readonly Papers[]> | null = null;

  constructor(store: Documents, now: () => number, options: PeopleOptions = {}) {
    this.#store = store;
    this.secrets = new Secrets(options.secrets);
    this.guard = new Guard(now, options.guard);
    this.comings = new Comings(options.comings);
    const find = (id: string) => this.#find(id);
    const books = () => this.#books;
    this.sessions = new Sessions(store, now, find, options.sessions);
    this.#guests = new Guests(store, now, books);
    const { secrets, guard, sessions } = this;
    this.#credentials = new Credentials({ store, secrets, guard, find });
    const credentials = this.#credentials;
    const oneTime = () => this.#made;
    const { house = '' } = options;
    const keeper = new PeoplesKeeper({ books, credentials, secrets, sessions, oneTime, find, house });
    this.keeper = {
      opened: (host) => this.#opened(host),
      prepare: (events, wanted, key) => keeper.prepare(events, wanted, key),
      before: (events, wanted, ready) => keeper.before(events, wanted, ready),
      after: (events, wanted) => keeper.after(events, wanted),
    };
  }

  /** As decided: whoever is shut out is out before it is written down. */
  get #books(): PeopleBooks {
    return (this.#host?.state ?? PEOPLE.start) as PeopleBooks;
  }

  get #made(): OneTime {
    if (!this.#oneTime) throw new Error('the books of the people are not open yet');
    return this.#oneTime;
  }

  async #opened(host: OfficeHost): Promise<void> {
    this.#host = host;
    this.#oneTime = await OneTime.open(this.#store);
    const all = await (this.#atStart ?? this.#guests.papers());
    this.#atStart = null;
    for (const papers of all)
      if (!isOnPaper(papers.person) && !host.isElsewhere) await this.#takeOver(host, papers);
  }

  /** Earlier versions kept everybody on paper: on record once, then the paper goes. */
  async #takeOver(host: OfficeHost, papers: Papers): Promise<void> {
    const done = await host.submit({ do: 'keep', body: { known: knownFrom(papers) }, by: null });
    if (!done.ok && done.refused.code !== 'used-up') throw new Error(done.refused.message);
    await this.#guests.throwAway(papers.person.id);
  }

  /** A secret that is shown once, added to the answer of the command that asked for it. */
  reveal(command: string, answer: object): object {
    if (!('reveals' in answer)) return answer;
    const { reveals, ...rest } = answer as Revealing;
    const { login = '', card = '' } = rest.person;
    switch (reveals) {
      case 'password':
        return { ...rest, password: this.#made.password(command, login) };
      case 'pin':
        return { ...rest, pin: this.#made.pin(command, card) };
      case 'key':
        return { ...rest, key: this.#made.deviceKey(command) };
    }
  }

  /** The ids of all bots, asked for before the books are opened. */
  async bots(): Promise<readonly string[]> {
    this.#atStart = this.#guests.papers();
    return (await this.#atStart).flatMap(({ person: { id, kind, bot } }) =>
      kind === 'guest' && bot ? [id] : [],
    );
  }

  /** Somebody who wants to play and fills in nothing. */
  async createGuest(name?: string, as: { readonly bot?: true } = {}): Promise<SignedIn | NotTaken> {
    const made = await this.#guests.make(name, as);
    if (typeof made === 'string') return { kind: 'refused', field: 'name', message: made };
    for (const listener of this.#guestListeners) listener(made.person);
    return this.#signedIn(made);
  }

  /** Somebody who practises at one table. Whoever stands at the dice is on record, though nobody knows who they are. */
  async createTrainee(practice: Practice): Promise<SignedIn> {
    const made = await this.#guests.makeTrainee(practice);
    this.comings.came(made.person.id);
    return this.#signedIn(made);
  }

  /** Hears of every guest who comes in. */
  onGuest(listener: (person: Person) => void): void {
    this.#guestListeners.add(listener);
  }

  signInPlayer(card: string, pin: string, from: string): Promise<SignIn> {
    return this.#signIn(playersAccount(readCard(card) ?? strange(card)), pin, from);
  }

  signInStaff(login: string, password: string, from: string): Promise<SignIn> {
    return this.#signIn(staffsAccount(readLogin(login) ?? strange(login)), password, from);
  }

  /** A new session for a bot whose player is gone; for the house itself, and for nobody but bots. */
  async resumeBot(id: string): Promise<SignedIn | null> {
    const holder = await this.#find(id);
    return holder?.person.bot && !holder.person.inactive ? this.#signedIn(holder) : null;
  }

  async signInDevice(key: string, from: string): Promise<SignedIn | Wrong> {
    const id = await this.#credentials.holderOfKey(key);
    const holder = id === null ? null : await this.#find(id);
    if (!holder || holder.person.inactive) {
      // Keys that are nobody's are one line for all of them; one that was revoked names its device.
      this.comings.failed(id === null ? null : `${DEVICE}${id}`);
      return { kind: 'wrong' };
    }
    this.comings.came(holder.person.id);
    return this.#signedIn(holder, from);
  }

  async #signIn(account: string, secret: string, from: string): Promise<SignIn> {
    const proved = await this.#credentials.prove(account, secret, from);
    if (proved.kind === 'wrong') this.comings.failed((await this.#isHeld(account)) ? account : null);
    if (proved.kind !== 'ok') return proved;
    this.comings.came(proved.holder.person.id);
    return this.#signedIn(proved.holder, from);
  }

  async #isHeld(account: string): Promise<boolean> {
    return (await this.#credentials.get(account)) !== null;
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

  /** Ends one's own session. Guests come and go unrecorded. */
  async signOut(token: string): Promise<void> {
    const person = await this.resume(token);
    await this.revoke(token);
    if (person && RECORDED.includes(person.kind)) this.comings.went(person.id);
  }

  /**
   * Ends the session that somebody had in hand when they came in anew: nobody would ever sign out of it. That of a device
   * stays, for people may come in through it.
   */
  async leaveFor({ token }: SignedIn, earlier: string): Promise<void> {
    const person = earlier === '' || earlier === token ? null : await this.resume(earlier);
    if (person && person.kind !== 'device') await this.signOut(earlier);
  }

  /** Ends one of one's own sessions by its name; answers whether there was one. */
  async endSession({ id, kind }: Person, session: string): Promise<boolean> {
    const isEnded = await this.sessions.endOf(id, session);
    if (isEnded && RECORDED.includes(kind)) this.comings.went(id);
    return isEnded;
  }

  /** Forgets a guest altogether. Everybody else is in the log, and can only be kept out. */
  async remove(id: string): Promise<void> {
    if (await this.#guests.remove(id)) this.sessions.tellAllRevoked(id, null);
  }

  async get(id: string): Promise<Person | null> {
    return (await this.#find(id))?.person ?? null;
  }

  async list(kind: PersonKind): Promise<readonly Person[]> {
    if (kind === 'guest') return this.#guests.list();
    const all = Object.values(this.#books.persons).map(({ person }) => person);
    return all.filter((person) => person.kind === kind);
  }

  /** Everybody of a kind, staff with their logins. */
  directory(kind: PersonKind): readonly ListedPerson[] {
    return directoryOf(this.#books, kind);
  }

  async #find(id: string): Promise<Holder | null> {
    return knownIn(this.#books, id) ?? this.#guests.find(id);
  }

  async #signedIn(holder: Holder, from?: string): Promise<SignedIn> {
    const started = await this.sessions.start(holder, from);
    return { kind: 'ok', person: holder.person, ...started };
  }
}

/** Kinds of people whose coming and going is on record. */
const RECORDED: readonly PersonKind[] = ['staff', 'player', 'device', 'trainee'];

/** A device has no account: before its id it stands for one where failures are counted. */
const DEVICE = 'device:';

const STAFF = staffsAccount('');

const knownFrom = ({ person, generation, account }: Papers): KnownPerson => ({
  person,
  ...(account?.startsWith(STAFF) ? { login: account.slice(STAFF.length) } : {}),
  generation,
});
