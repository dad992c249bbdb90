import { createHash, randomBytes } from 'node:crypto';
import type { Person, PersonKind } from '@boxperson/offices';
import { Bounded } from './bounded.js';
import type { Documents } from './documents.js';
import { Turns } from './turns.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const TOKEN_BYTES = 32;
const KIND = 'session';
export const SESSION_KIND = KIND;
/** With a person's id behind it: the kind under which the names of their sessions are kept, for whoever lists them. */
const OF_PERSON = 'session-of/';
/** A sliding session is written again only when it has slid this far. */
const SLIDE_MS = DAY;

export interface Lasting {
  readonly ms: number;
  /** Sliding: so long after it was last used. */
  readonly slides: boolean;
}
export const LASTING: Readonly<Record<PersonKind, Lasting>> = {
  guest: { ms: 30 * DAY, slides: true },
  player: { ms: 12 * HOUR, slides: false },
  staff: { ms: 8 * HOUR, slides: false },
  device: { ms: 365 * DAY, slides: false },
  /** Long enough for an evening's practice, and no longer. */
  trainee: { ms: 2 * HOUR, slides: false },
};

/** Whoever comes in without being registered. */
const CASUAL: readonly PersonKind[] = ['guest', 'trainee'];
/** They come in once and have one session, whose name they know: it is on no list. */
const isCasual = ({ kind }: { readonly kind: PersonKind }): boolean => CASUAL.includes(kind);

/** A person with the count of times that all their sessions were ended. */
export interface Holder {
  readonly person: Person;
  readonly generation: number;
}

/** What is stored of a session. The token itself is nowhere but with its holder. */
interface Stored {
  readonly person: string;
  readonly kind: PersonKind;
  readonly generation: number;
  readonly expiresAt: number;
  /** When and from where somebody came in; sessions of earlier versions do not say. */
  readonly startedAt?: number;
  readonly from?: string;
}

/** A session as it lies in the store. */
export interface KeptSession {
  readonly id: string;
  readonly body: string;
}

/** A session as its own holder sees it. */
export interface SeenSession {
  readonly id: string;
  readonly startedAt: number | null;
  readonly from: string | null;
  readonly expiresAt: number;
}

export interface Started {
  readonly token: string;
  readonly expiresAt: number;
}

/** A session that holds now. `id` is no secret: it names the session to whoever keeps its connections. */
export interface OpenSession {
  readonly id: string;
  readonly person: Person;
  readonly expiresAt: number;
}

/** Sessions that were ended: one of a person's, or all but perhaps one. */
export interface Revoked {
  readonly person: string;
  readonly session: string | null;
  readonly keeps: string | null;
}
export type RevokedListener = (revoked: Revoked) => void;

/** Was this session of this person among those ended? */
export const isRevokedBy = (
  { person, session, keeps }: Revoked,
  { personId, sessionId }: { readonly personId: string; readonly sessionId: string },
): boolean => person === personId && (session === null ? sessionId !== keeps : sessionId === session);

/** The name of a session: a hash, from which the token cannot be found. */
export const sessionIdOf = (token: string): string => createHash('sha256').update(token).digest('hex');

export interface SessionsOptions {
  /** How many sessions are kept at hand. */
  readonly remembered?: number;
}

/** Opaque tokens, hashed at rest; they outlive a restart and end the moment they are revoked. */
export class Sessions {
  readonly #store: Documents;
  readonly #now: () => number;
  readonly #find: (person: string) => Promise<Holder | null>;
  readonly #cache: Bounded<string, Stored>;
  /** Names of which the store knows nothing, as long as none is made of that name: tokens are made by us, of chance. */
  readonly #strays: Bounded<string, true>;
  readonly #listeners = new Set<RevokedListener>();
  /** Ended, but perhaps still in the store: refused from the moment of the call. */
  readonly #dead = new Set<string>();
  /** How many were ended: tells a look-up that it may have been overtaken. */
  #ended = 0;
  /** All that are kept have been gone through since the start: those of earlier versions are on their person's list. */
  #areListed = false;
  /** Writing and deleting one session never overtake each other. */
  readonly #turns = new Turns();

  constructor(
    store: Documents,
    now: () => number,
    find: (person: string) => Promise<Holder | null>,
    { remembered = 20_000 }: SessionsOptions = {},
  ) {
    this.#store = store;
    this.#now = now;
    this.#find = find;
    this.#cache = new Bounded(remembered);
    this.#strays = new Bounded(remembered);
  }

  async start({ person, generation }: Holder, from?: string): Promise<Started> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const startedAt = this.#now();
    const expiresAt = startedAt + LASTING[person.kind].ms;
    const whence = from === undefined ? {} : { from };
    const made = { person: person.id, kind: person.kind, generation, expiresAt, startedAt, ...whence };
    const id = sessionIdOf(token);
    await this.#write(id, made);
    if (!isCasual(made)) await this.#list(id);
    return { token, expiresAt };
  }

  async resume(token: string): Promise<Person | null> {
    return (await this.open(token))?.person ?? null;
  }

  /** The session of a token; null when it is unknown, over or revoked. */
  async open(token: string): Promise<OpenSession | null> {
    const id = sessionIdOf(token);
    for (;;) {
      const ended = this.#ended;
      const stored = await this.#read(id);
      const holder = stored && (await this.#find(stored.person));
      // Something was revoked while we looked: look again, it may have been this.
      if (ended !== this.#ended) continue;
      if (!holder || !this.#holds(stored, holder)) return null;
      return { id, person: holder.person, expiresAt: this.#slide(id, stored) };
    }
  }

  /** Of several nodes another may have heard of it before us that all but this one were ended. */
  #holds(stored: Stored, { person, generation }: Holder): boolean {
    return stored.generation >= generation && !person.inactive && stored.expiresAt > this.#now();
  }

  /** Those of one person that hold now, the newest first; `own` is the one in which they ask. */
  async listOf(person: string, own: string): Promise<readonly SeenSession[]> {
    const holder = await this.#find(person);
    if (!holder) return [];
    const found: SeenSession[] = [];
    for (const [id, stored] of await this.#candidates(holder, own)) {
      if (stored.person !== person || this.#dead.has(id) || !this.#holds(stored, holder)) continue;
      const { startedAt = null, from = null, expiresAt } = stored;
      found.push({ id, startedAt, from, expiresAt });
    }
    return found.toSorted((one, other) => (other.startedAt ?? 0) - (one.startedAt ?? 0));
  }

  /** Anybody is a guest who asks, and anybody may ask often: what others have is looked through once, and not for one. */
  async #candidates({ person }: Holder, own: string): Promise<readonly (readonly [string, Stored])[]> {
    if (isCasual(person)) {
      const stored = await this.#read(own);
      return stored ? [[own, stored]] : [];
    }
    if (!this.#areListed)
      return (await this.#store.listDocuments(KIND)).map(({ id, body }) => [id, JSON.parse(body)] as const);
    const names = (await this.#store.listDocuments(OF_PERSON + person.id)).map(({ id }) => id);
    const found: (readonly [string, Stored])[] = [];
    for (const id of new Set([own, ...names])) {
      const stored = await this.#listed(id, person.id);
      if (stored) found.push([id, stored]);
    }
    return found;
  }

  /** A session on somebody's list. Of one that is gone, ended by an earlier version perhaps, the name goes too. */
  #listed(id: string, person: string): Promise<Stored | null> {
    return this.#turns.take(id, async () => {
      const stored = await this.#load(id);
      if (!stored) await this.#store.deleteDocument(OF_PERSON + person, id);
      return stored;
    });
  }

  /** Ends one of a person's own by its name; answers whether they had it. */
  async endOf(person: string, id: string): Promise<boolean> {
    if ((await this.#read(id))?.person !== person) return false;
    await this.#end(id);
    return true;
  }

  /** Ends one session. From this call on the token is refused; the promise says when that is durable. */
  revoke(token: string): Promise<void> {
    return this.#end(sessionIdOf(token));
  }

  async #end(id: string): Promise<void> {
    const stored = await this.#endNow(id);
    if (stored) {
      this.#tell({ person: stored.person, session: id, keeps: null });
      await this.#turns.take(id, () => this.#delete(id, stored));
    }
    this.#dead.delete(id);
  }

  /** Marks a session dead before anything else happens, then finds out whose it was. */
  async #endNow(id: string): Promise<Stored | null> {
    this.#dead.add(id);
    this.#ended += 1;
    const cached = this.#cache.get(id);
    this.#cache.delete(id);
    return cached ?? this.#turns.take(id, () => this.#load(id));
  }

  /** Lets one session go on when its person's others have ended. */
  async renew(token: string, { person, generation }: Holder): Promise<void> {
    const id = sessionIdOf(token);
    const stored = await this.#read(id);
    if (stored?.person !== person.id || this.#dead.has(id)) return;
    await this.#write(id, { ...stored, generation });
  }

  /** All sessions of a person ended; whoever ends them has raised the person's generation. */
  tellAllRevoked(person: string, keeps: string | null): void {
    this.#tell({ person, session: null, keeps });
  }

  /** Hears of every session that ends before its time. The answer takes the listener off again. */
  onRevoked(listener: RevokedListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A session of ours was ended at another node: its connections here end. */
  heardRevoked(revoked: Revoked): void {
    this.#ended += 1;
    if (revoked.session !== null) this.#cache.delete(revoked.session);
    this.#tell(revoked);
  }

  /** Of some that are kept: clears away what is over, and lists what is on no list yet. Answers how many went. */
  async sweep(kept: readonly KeptSession[]): Promise<number> {
    let gone = 0;
    for (const { id, body } of kept) {
      const stored = JSON.parse(body) as Stored;
      if (await this.#isOver(stored)) gone += await this.#clear(id);
      else if (!isCasual(stored) && !(await this.#isListed(id, stored))) await this.#list(id);
    }
    return gone;
  }

  /** The sweep has been through all that there were at the start. */
  allListed(): void {
    this.#areListed = true;
  }

  /**
   * Over for good. At another node somebody may have been registered, or let in again, a moment ago: of whom we know
   * nothing yet, nothing is taken. Nor is what was ended with a secret that is being changed: one of those is about to
   * be kept. They open nothing, and end by themselves.
   */
  async #isOver({ person, kind, generation, expiresAt }: Stored): Promise<boolean> {
    if (expiresAt <= this.#now()) return true;
    const holder = await this.#find(person);
    return isCasual({ kind }) && (holder === null || generation < holder.generation);
  }

  /** Looks again in its turn: the session may have slid since it was listed. */
  #clear(id: string): Promise<0 | 1> {
    return this.#turns.take(id, async () => {
      const stored = await this.#load(id);
      if (!stored || !(await this.#isOver(stored))) return 0;
      this.#cache.delete(id);
      await this.#delete(id, stored);
      return 1;
    });
  }

  /** The session first: what is ended must not come back, whereas a name alone opens nothing. */
  async #delete(id: string, stored: Stored): Promise<void> {
    await this.#store.deleteDocument(KIND, id);
    if (!isCasual(stored)) await this.#store.deleteDocument(OF_PERSON + stored.person, id);
  }

  async #isListed(id: string, { person }: Stored): Promise<boolean> {
    return (await this.#store.getDocument(OF_PERSON + person, id)) !== null;
  }

  /** After the session itself: whoever finds a name finds a session. */
  #list(id: string): Promise<void> {
    return this.#turns.take(id, async () => {
      const stored = await this.#load(id);
      if (stored) await this.#store.putDocument(OF_PERSON + stored.person, id, '{}');
    });
  }

  /** Is it known without asking the store whether it holds? */
  isAtHand(token: string): boolean {
    const id = sessionIdOf(token);
    return this.#dead.has(id) || this.#cache.get(id) !== undefined || this.#strays.get(id) !== undefined;
  }

  /** From memory, or from the store in turn with whatever is being written or deleted there. */
  async #read(id: string): Promise<Stored | null> {
    if (this.#dead.has(id)) return null;
    const cached = this.#cache.get(id);
    if (cached) return cached;
    if (this.#strays.get(id)) return null;
    return this.#turns.take(id, async () => {
      const stored = await this.#load(id);
      if (!stored) this.#strays.set(id, true);
      if (!stored || this.#dead.has(id)) return null;
      this.#cache.set(id, stored);
      return stored;
    });
  }

  async #load(id: string): Promise<Stored | null> {
    const body = await this.#store.getDocument(KIND, id);
    return body === null ? null : (JSON.parse(body) as Stored);
  }

  /** One that is ended meanwhile is deleted in the next turn. */
  #write(id: string, stored: Stored): Promise<void> {
    return this.#turns.take(id, async () => {
      await this.#store.putDocument(KIND, id, JSON.stringify(stored));
      this.#strays.delete(id);
      if (!this.#dead.has(id)) this.#cache.set(id, stored);
    });
  }

  #slide(id: string, stored: Stored): number {
    const { ms, slides } = LASTING[stored.kind];
    const expiresAt = this.#now() + ms;
    if (!slides || expiresAt - stored.expiresAt < SLIDE_MS) return stored.expiresAt;
    const slid = { ...stored, expiresAt };
    this.#cache.set(id, slid);
    // Not waited for: should it be lost, the session ends a day earlier at most.
    this.#write(id, slid).catch(() => {});
    return expiresAt;
  }

  #tell(revoked: Revoked): void {
    for (const listener of this.#listeners) listener(revoked);
  }
}
