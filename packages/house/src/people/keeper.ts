import {
  accountOf,
  faultInPassword,
  faultInPin,
  faultInWords,
  type KnownPerson,
  knownIn,
  no,
  type OfficeEvent,
  type Outcome,
  type PeopleBooks,
  type PeopleEvent,
  playersAccount,
  staffsAccount,
  yes,
} from '@boxperson/offices';
import type { Keeper, Wanted } from '../office/office-host.js';
import type { CommandKey } from '../stream/host.js';
import { isCommonPassword } from './common-passwords.js';
import { type Credentials, markOf } from './credentials.js';
import type { OneTime } from './one-time.js';
import type { Secrets } from './secrets.js';
import { type Holder, type Sessions, sessionIdOf } from './sessions.js';

export interface KeeperParts {
  readonly books: () => PeopleBooks;
  readonly credentials: Credentials;
  readonly secrets: Secrets;
  readonly sessions: Sessions;
  readonly oneTime: () => OneTime;
  readonly find: (person: string) => Promise<Holder | null>;
  /** What the house is called. */
  readonly house: string;
}

/** What goes with an event and must not be in it. */
type Ready =
  | { readonly kind: 'key'; readonly key: string }
  | {
      readonly kind: 'secret';
      readonly account: string;
      readonly encoded: string;
      /** The hash that was proved, where one had to be. */
      readonly instead: string | null;
      /** The command that the secret follows from, where it was made up. */
      readonly command: string | null;
      readonly known: readonly string[];
    };

/** What is not the same for every secret. */
interface HowSet {
  readonly instead?: string;
  readonly command?: string;
  readonly known?: readonly string[];
}

const BUSY = no('unavailable', 'Busy: try again in a moment.', { retryAfter: 2 });
const NOT_IT = no('bad-input', 'old: that does not match');

/** Events after which no session of that person holds any more. */
const ENDING: readonly PeopleEvent['event'][] = [
  'card-lost',
  'card-replaced',
  'roles-changed',
  'posts-changed',
  'secret-changed',
  'secret-reset',
  'sessions-revoked',
  'person-disabled',
  'person-enabled',
];

interface Said {
  readonly pin: string;
  readonly old: string;
  readonly next: string;
}

/** Keeps secrets and ends sessions, as the people's office decides. */
export class PeoplesKeeper implements Pick<Required<Keeper>, 'prepare' | 'before' | 'after'> {
  readonly #parts: KeeperParts;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
  }

  /** Hashing takes its time: nobody else waits for it. */
  async prepare(
    events: readonly OfficeEvent[],
    wanted: Wanted,
    key: CommandKey | null,
  ): Promise<Outcome<Ready | null>> {
    const event = events[0] as PeopleEvent;
    const said = wanted.body as Said;
    switch (event.event) {
      case 'player-registered': {
        const fault = faultInPin(said.pin, event.card);
        if (fault !== null) return no('bad-input', `pin: ${fault}`);
        return this.#hashed(playersAccount(event.card), said.pin);
      }
      case 'staff-registered':
        return this.#madeUp(staffsAccount(event.login), event, idOf(key));
      case 'card-replaced':
        return this.#madeUp(playersAccount(event.card), event, idOf(key));
      case 'device-registered':
        return yes({ kind: 'key', key: this.#parts.oneTime().deviceKey(idOf(key)) });
      case 'secret-reset':
        return this.#madeUp(this.#account(event.person), event, idOf(key));
      case 'secret-changed':
        return this.#proved(this.#known(event.person), said, wanted);
      default:
        return yes(null);
    }
  }

  /** The secret that follows from a command's id: a PIN for a player, a password for staff. */
  #made(event: PeopleEvent, command: string): string {
    const oneTime = this.#parts.oneTime();
    if (event.event === 'staff-registered') return oneTime.password(command, event.login);
    if (event.event === 'card-replaced') return oneTime.pin(command, event.card);
    const { person, login } = this.#known(event.person);
    return person.kind === 'player'
      ? oneTime.pin(command, person.card ?? '')
      : oneTime.password(command, login ?? '');
  }

  #known(id: string): KnownPerson {
    const known = knownIn(this.#parts.books(), id);
    if (!known) throw new Error(`broken invariant: there is no ${id}`);
    return known;
  }

  #account(id: string): string {
    return accountOf(this.#known(id)) ?? '';
  }

  #madeUp(account: string, event: PeopleEvent, command: string): Promise<Outcome<Ready>> {
    return this.#hashed(account, this.#made(event, command), { command });
  }

  async #hashed(account: string, secret: string, how: HowSet = {}): Promise<Outcome<Ready>> {
    const hashed = await this.#parts.secrets.hash(secret);
    if (hashed.kind !== 'ok') return BUSY;
    const { encoded } = hashed;
    return yes({ kind: 'secret', account, encoded, instead: null, command: null, known: [], ...how });
  }

  /** One's own new secret: good enough, another one, and from somebody who knows the old. */
  async #proved(known: KnownPerson, { old, next }: Said, { origin }: Wanted): Promise<Outcome<Ready>> {
    if (!origin) return no('not-allowed', 'Set it over HTTP: POST /api/people/set-password.');
    const fault = faultInNext(known, old, next, this.#parts.house);
    if (fault !== null) return no('bad-input', fault);
    const account = this.#account(known.person.id);
    const proved = await this.#parts.credentials.prove(account, old, origin.from);
    switch (proved.kind) {
      case 'ok':
        return this.#hashed(account, next, {
          instead: proved.secret,
          known: [markOf(account, origin.from)],
        });
      case 'wrong':
        return (await this.#setBefore(account, next, origin.from)) ?? NOT_IT;
      case 'busy':
        return BUSY;
      case 'wait':
        return no('too-fast', `Wait ${proved.seconds} seconds and try again.`, {
          retryAfter: proved.seconds,
        });
    }
  }

  /** It was set, and then the books went to another node before that was on record: whoever asks again knows it. */
  async #setBefore(account: string, next: string, from: string): Promise<Outcome<Ready> | null> {
    const kept = (await this.#parts.credentials.get(account))?.secret;
    if (kept === undefined) return null;
    const { kind } = await this.#parts.secrets.check(next, kept, 'known');
    if (kind !== 'right') return null;
    const known = [markOf(account, from)];
    return yes({ kind: 'secret', account, encoded: kept, instead: kept, command: null, known });
  }

  /** The secret first: should we stop in between, nobody holds it, or whoever asked asks again. */
  async before(events: readonly OfficeEvent[], _wanted: Wanted, prepared: unknown) {
    const ready = prepared as Ready | null;
    const { person } = events[0] as PeopleEvent;
    const { credentials } = this.#parts;
    if (ready?.kind === 'key') await credentials.setKey(ready.key, person);
    if (ready?.kind !== 'secret') return null;
    const { account, encoded, known, instead, command } = ready;
    // Set anew by the house while the old one was being proved: the house's word stands.
    const isSet = await credentials.set(account, { person, secret: encoded, known }, { instead, command });
    return isSet ? null : NOT_IT;
  }

  /** From the decision on no session of theirs holds; here its connections end, and one goes on. */
  async after(events: readonly OfficeEvent[], { origin }: Wanted): Promise<void> {
    const { sessions, find } = this.#parts;
    for (const { event, person } of events as readonly PeopleEvent[]) {
      if (!ENDING.includes(event)) continue;
      const keep = event === 'secret-changed' ? (origin?.token ?? null) : null;
      sessions.tellAllRevoked(person, keep === null ? null : sessionIdOf(keep));
      const holder = keep === null ? null : await find(person);
      if (keep !== null && holder) await sessions.renew(keep, holder);
    }
  }
}

/** A secret that is made up follows from an id: whoever asks for one brings it. */
function idOf(key: CommandKey | null): string {
  if (!key) throw new Error('broken invariant: a secret was to be made for a command without an id');
  return key.id;
}

const COMMON = 'That password is too easy to guess: many people have it. Choose another.';

function faultInNext(known: KnownPerson, old: string, next: string, house: string): string | null {
  const { person } = known;
  const fault =
    person.kind === 'player' ? faultInPin(next, person.card ?? '') : faultInOwnPassword(known, next, house);
  if (fault !== null) return `next: ${fault}`;
  return next === old ? 'next: that is the one you have: choose another.' : null;
}

function faultInOwnPassword({ person, login }: KnownPerson, next: string, house: string): string | null {
  const fault = faultInPassword(next, login ?? '');
  if (fault !== null) return fault;
  return isCommonPassword(next) ? COMMON : faultInWords(next, [house, person.name]);
}
