import type { DeviceLimits, HeldPost, HeldRole, Person } from '@boxperson/offices';
import { PEOPLE } from '@boxperson/offices';
import { makeFetch } from '../../src/office/facts.js';
import { OfficeHost, type Origin } from '../../src/office/office-host.js';
import type { Done } from '../../src/office/once.js';
import { People, type PeopleOptions } from '../../src/people/people.js';
import type { Store } from '../../src/store/store.js';
import { clockOf } from './clock.js';

/** What became of it, in the words of the tests. */
export type Became =
  | { readonly kind: 'ok' }
  | { readonly kind: 'refused'; readonly field: string; readonly message: string }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'busy' };
type Registered = { readonly kind: 'ok'; readonly person: Person } | Exclude<Became, { kind: 'ok' }>;

export interface StaffAsked {
  readonly name: string;
  readonly login: string;
  /** Of their own. */
  readonly password: string;
  readonly roles: readonly HeldRole[];
  readonly posts?: readonly HeldPost[];
  /** They have not set one of their own: `password` is not used. */
  readonly oneTime?: true;
}

export interface How {
  readonly by?: Person | null;
  readonly second?: Person | null;
  readonly origin?: Origin;
  readonly id?: string;
}

let commands = 0;

function became(done: Done): Became {
  if (done.ok) return { kind: 'ok' };
  const { code, message, retryAfter } = done.refused;
  if (code === 'too-fast') return { kind: 'wait', seconds: retryAfter ?? 0 };
  if (code === 'unavailable') return { kind: 'busy' };
  if (message.startsWith('old:')) return { kind: 'wrong' };
  return { kind: 'refused', field: message.split(':')[0] ?? '', message };
}

/** The desk at which people are registered: the house itself asks, unless it is said who does. */
export class PeoplesDesk {
  readonly #people: People;
  readonly #host: OfficeHost;

  constructor(people: People, host: OfficeHost) {
    this.#people = people;
    this.#host = host;
  }

  async do(verb: string, body: object, how: How = {}): Promise<Done> {
    const { by = null, second = null, origin, id = `desk-${++commands}` } = how;
    const wanted = { do: verb, body, by, second, ...(origin ? { origin } : {}) };
    const done = await this.#host.submit(wanted, { id, hash: 'desk' });
    return done.ok && done.answer ? { ...done, answer: this.#people.reveal(id, done.answer) } : done;
  }

  async become(verb: string, body: object, how: How = {}): Promise<Became> {
    return became(await this.do(verb, body, how));
  }

  async #registered(done: Done): Promise<Registered> {
    const as = became(done);
    if (as.kind !== 'ok' || !done.ok) return as as Exclude<Became, { kind: 'ok' }>;
    const { person } = done.answer as { readonly person: Person };
    return { kind: 'ok', person: (await this.#people.get(person.id)) as Person };
  }

  async registerPlayer(asked: { name: string; card: string; pin: string }): Promise<Registered> {
    return this.#registered(await this.do('register-player', asked));
  }

  async registerDevice(asked: {
    name: string;
    limits?: DeviceLimits;
  }): Promise<
    | { readonly kind: 'ok'; readonly person: Person; readonly key: string }
    | Exclude<Became, { readonly kind: 'ok' }>
  > {
    const done = await this.do('register-device', asked);
    const made = await this.#registered(done);
    const { key } = (done.ok ? done.answer : {}) as { readonly key: string };
    return made.kind === 'ok' ? { ...made, key } : made;
  }

  /** With a password of their own, as if they had signed in and set it. */
  async registerStaff({ password, oneTime, ...asked }: StaffAsked): Promise<Registered> {
    const done = await this.do('register-staff', asked);
    const made = await this.#registered(done);
    if (made.kind !== 'ok' || oneTime) return made;
    const { password: old } = (done.ok ? done.answer : {}) as { readonly password: string };
    const set = await this.changeSecret(made.person.id, { old, next: password, from: '192.0.2.250' });
    if (set.kind !== 'ok') return set;
    return { kind: 'ok', person: (await this.#people.get(made.person.id)) as Person };
  }

  async changeSecret(
    id: string,
    { old, next, from, keep = '' }: { old: string; next: string; from: string; keep?: string },
  ): Promise<Became> {
    const by = await this.#people.get(id);
    return this.become('set-password', { old, next }, { by, origin: { from, token: keep } });
  }

  /** The new PIN. */
  async newPin(person: string): Promise<string> {
    const done = await this.do('new-pin', { person });
    if (!done.ok) throw new Error(done.refused.message);
    return (done.answer as { readonly pin: string }).pin;
  }

  /** The new one-time password. */
  async newPassword(person: string): Promise<string> {
    const done = await this.do('new-password', { person });
    if (!done.ok) throw new Error(done.refused.message);
    return (done.answer as { readonly password: string }).password;
  }
}

/** The desk of a house that is open. */
export const deskOf = ({
  people,
  house,
}: {
  readonly people: People;
  readonly house: { readonly offices: { host(stream: string): OfficeHost | null } };
}): PeoplesDesk => new PeoplesDesk(people, house.offices.host('people') as OfficeHost);

/** People with their office, without a house around them. */
export async function openPeople(
  documents: object,
  now: () => number,
  options: PeopleOptions = {},
): Promise<{ readonly people: People; readonly desk: PeoplesDesk; readonly host: OfficeHost }> {
  const store = documents as Store;
  const people = new People(store, now, options);
  const person = (id: string) => people.get(id);
  const fetch = makeFetch({ store, person, table: () => null, books: async () => null });
  const host = await OfficeHost.load(PEOPLE, 'people', {
    store,
    clock: clockOf(now),
    fetch,
    keeper: people.keeper,
  });
  await people.keeper.opened?.(host);
  return { people, desk: new PeoplesDesk(people, host), host };
}
