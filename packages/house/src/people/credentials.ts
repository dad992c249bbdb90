import { createHash } from 'node:crypto';
import { playersAccount } from '@boxperson/offices';
import { placeOf } from './address.js';
import type { Documents } from './documents.js';
import type { Guard, Standing, Wait } from './guard.js';
import type { Hashed, Lane, Secrets } from './secrets.js';
import type { Holder } from './sessions.js';
import { Turns } from './turns.js';

const CREDENTIAL = 'credential';
const DEVICE_KEY = 'device-key';
/** When strangers were wrong at an account. */
const TRIES = 'tries';
/** What is written where there is no account: the same work, and nothing that anybody made up. */
const NOBODYS = 'nobody';
const KNOWN_PLACES_MOST = 16;

/** How somebody proves who they are: the hash of a PIN or password, and where it was right before. */
export interface Credential {
  readonly person: string;
  readonly secret: string;
  readonly known: readonly string[];
  /** Where the secret was right that the house replaced by this one. */
  readonly former?: readonly string[];
  /** Which of the secrets that the house gave this is, or followed from: what was tried at an earlier one is over. */
  readonly issue?: string;
}

/** When strangers were wrong at an account, since it had that secret of the house's. */
interface KeptTries {
  readonly issue: string | null;
  readonly times: readonly number[];
  /**
   * When somebody was wrong at a former place; strangers' budgets have nothing to do with it. It was how often, place by
   * place.
   */
  readonly former?: readonly number[] | Readonly<Record<string, number>>;
}

/** Who proved to be who, and the hash of the secret that was right. */
export interface Proved {
  readonly kind: 'ok';
  readonly holder: Holder;
  readonly secret: string;
}
export type Wrong = { readonly kind: 'wrong' };
export type Busy = { readonly kind: 'busy' };

const triesAt = (tries: KeptTries, issue: string | null): KeptTries =>
  tries.issue === issue ? tries : { issue, times: [] };

/** Tries that were only counted are as old as can be: what was wrong at a former place counts whenever it was. */
function formerTries({ former = [] }: KeptTries): readonly number[] {
  if (Array.isArray(former)) return former;
  return Object.values(former).flatMap((count: number) => Array.from({ length: count }, () => 0));
}

/**
 * Whoever is besieged and gets a new secret is let in at home. That whoever knew the one before may be there, too, gains
 * them a few tries, at however many places they were. Where not even the one before was right is nobody's home.
 */
function formerPlaces(before: Credential | null, { person, known }: Credential, issue: string) {
  if (before?.person !== person) return [];
  // Asked for once more, because it was cut short: the one before is still the one before.
  const places = before.issue === issue ? [...(before.former ?? []), ...before.known] : before.known;
  return [...new Set(places)].filter((mark) => !known.includes(mark));
}

const ISSUE_LETTERS = 16;

/** The house's own word. What follows from one command is one secret, however often it is hashed. */
function anew(credential: Credential, before: Credential | null, command: string | null): Credential {
  const issue = sha256(command ?? credential.secret).slice(0, ISSUE_LETTERS);
  return { ...credential, former: formerPlaces(before, credential, issue), issue };
}

/** One's own, in place of the one before. */
const followed = (credential: Credential, before: Credential | null): Credential =>
  before?.issue === undefined ? credential : { ...credential, issue: before.issue };

/** Tries are counted for an account as it is now: whoever was besieged is let in by a secret that the house makes anew. */
const countedAs = (account: string, issue: string | null): string =>
  issue === null ? account : `${account} ${issue}`;

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Something that cannot be a card or a login: nobody's, but tried and counted like any other. */
export const strange = (text: string): string => `?${sha256(text)}`;

/** A place where an account was signed in to, without saying which place. */
export const markOf = (account: string, from: string): string =>
  sha256(`${account}\n${placeOf(from)}`).slice(0, 32);

/** A card that was lost or replaced opens nothing any more, whatever PIN goes with it. */
const isOldCard = (account: string, { person: { kind, card } }: Holder): boolean =>
  kind === 'player' && account !== playersAccount(card ?? '');

export interface CredentialsOptions {
  readonly store: Documents;
  readonly secrets: Secrets;
  readonly guard: Guard;
  /** Somebody by their id; null when there is nobody. */
  readonly find: (person: string) => Promise<Holder | null>;
}

/** PINs, passwords and keys, as hashes: outside the log, which nobody can make forget. */
export class Credentials {
  readonly #options: CredentialsOptions;
  readonly #turns = new Turns();

  constructor(options: CredentialsOptions) {
    this.#options = options;
  }

  async get(account: string): Promise<Credential | null> {
    const body = await this.#options.store.getDocument(CREDENTIAL, account);
    return body === null ? null : (JSON.parse(body) as Credential);
  }

  #put(account: string, credential: Credential): Promise<void> {
    return this.#options.store.putDocument(CREDENTIAL, account, JSON.stringify(credential));
  }

  async #tries(paper: string): Promise<KeptTries> {
    const body = await this.#options.store.getDocument(TRIES, paper);
    return body === null ? { issue: null, times: [] } : (JSON.parse(body) as KeptTries);
  }

  /** On paper before they hear of it: no restart forgets it, and every node knows it. */
  #keepTry(
    account: string,
    credential: Credential | null,
    withOne: (tries: KeptTries) => KeptTries,
  ): Promise<void> {
    const paper = credential ? account : NOBODYS;
    const issue = credential?.issue ?? null;
    return this.#turns.take(`${TRIES}/${account}`, async () => {
      const [now, tries] = await Promise.all([this.get(account), this.#tries(paper)]);
      // Made anew while somebody tried the one before: the new one's count has begun.
      if ((now?.issue ?? null) !== issue) return;
      const body = JSON.stringify(withOne(triesAt(tries, issue)));
      await this.#options.store.putDocument(TRIES, paper, body);
    });
  }

  /**
   * Sets a secret; where one was proved for it (`instead`), only if that one still holds. Answers whether it did. The
   * house's own word begins a new count of tries, and leaves five more where the last secret was right. `command`: the
   * one that a secret follows from.
   */
  set(
    account: string,
    credential: Credential,
    { instead, command }: { readonly instead: string | null; readonly command: string | null },
  ): Promise<boolean> {
    return this.#turns.take(account, async () => {
      const before = await this.get(account);
      if (instead !== null && before?.secret !== instead) return false;
      const next = instead === null ? anew(credential, before, command) : followed(credential, before);
      await this.#put(account, next);
      return true;
    });
  }

  /** A key of 256 bits cannot be guessed: it needs neither a slow hash nor a guard. */
  async holderOfKey(key: string): Promise<string | null> {
    const body = await this.#options.store.getDocument(DEVICE_KEY, sha256(key));
    return body === null ? null : (JSON.parse(body) as { readonly person: string }).person;
  }

  setKey(key: string, person: string): Promise<void> {
    return this.#options.store.putDocument(DEVICE_KEY, sha256(key), JSON.stringify({ person }));
  }

  #standingOf(account: string, from: string, credential: Credential | null, tries: KeptTries): Standing {
    const mark = markOf(account, from);
    if (credential?.known.includes(mark)) return 'known';
    if (!credential?.former?.includes(mark)) return 'unknown';
    const counted = countedAs(account, credential.issue ?? null);
    return this.#options.guard.hasFormerLeft(counted, formerTries(tries)) ? 'former' : 'unknown';
  }

  /** Is this the secret of that account? The same work and the same answers whether the account exists or not. */
  async prove(account: string, secret: string, from: string): Promise<Proved | Wrong | Wait | Busy> {
    const { guard, secrets } = this.#options;
    const [credential, paper] = await Promise.all([this.get(account), this.#tries(account)]);
    const issue = credential?.issue ?? null;
    const tries = triesAt(paper, issue);
    const standing = this.#standingOf(account, from, credential, tries);
    const lane: Lane = standing === 'unknown' ? 'unknown' : 'known';
    const kept = credential && (standing === 'former' ? formerTries(tries) : tries.times);
    const admitted = guard.admit(countedAs(account, issue), placeOf(from), standing, kept);
    if (admitted.kind === 'wait') return admitted;
    const checked = await secrets.check(secret, credential?.secret ?? null, lane, placeOf(from));
    if (checked.kind === 'busy') {
      admitted.done('untried');
      return checked;
    }
    const fresh = checked.kind === 'right' && checked.stale ? await secrets.hash(secret) : null;
    const proved = checked.kind === 'right' ? await this.#confirm(account, credential, from, fresh) : null;
    admitted.done(proved ? 'right' : 'wrong');
    if (!proved && standing !== 'known')
      await this.#keepTry(account, credential, (before) =>
        standing === 'former'
          ? { ...before, former: guard.keepFormer(formerTries(before), admitted.at) }
          : { ...before, times: guard.keep(before.times, admitted.at) },
      );
    return proved ?? { kind: 'wrong' };
  }

  /** A secret that was right when we looked must be right still: it may have been changed while we hashed. */
  #confirm(
    account: string,
    seen: Credential | null,
    from: string,
    fresh: Hashed | null,
  ): Promise<Proved | null> {
    return this.#turns.take(account, async () => {
      const now = await this.get(account);
      if (!now || now.secret !== seen?.secret) return null;
      const holder = await this.#options.find(now.person);
      if (!holder || holder.person.inactive || isOldCard(account, holder)) return null;
      const mark = markOf(account, from);
      const known = [...now.known.filter((other) => other !== mark), mark].slice(-KNOWN_PLACES_MOST);
      const secret = fresh?.kind === 'ok' ? fresh.encoded : now.secret;
      if (secret !== now.secret || known.join() !== now.known.join())
        await this.#put(account, { ...now, secret, known });
      return { kind: 'ok', holder, secret };
    });
  }
}
