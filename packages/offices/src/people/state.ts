import type { Cents } from '@boxperson/rules';
import { type EventsOf, evolveBy, without } from '../kit.js';
import { need } from '../office.js';
import type { DeviceLimits, HeldRole, Person, PersonKind } from '../person.js';
import type { HeldPost } from '../posts.js';
import { behind } from '../proposals/proposals.js';
import {
  EXCLUSION_CHANGES,
  type Exclusion,
  type ExclusionBodies,
  type Recommendation,
} from './exclusions.js';
import { playersAccount, staffsAccount } from './names.js';
import { hasTwo, hasTwoApart } from './two.js';

/** Who did it, where nobody did: the house itself. */
export const BY_HOUSE = 'house';

/** About whom, by whom, and who agreed where it took two. */
interface Done {
  readonly person: string;
  readonly by: string;
  readonly second?: string;
}

/** Never a secret. Of the first version, events have no `second`, no posts and no limits. */
export interface PeopleBodies extends ExclusionBodies {
  'staff-registered': Done & {
    readonly name: string;
    readonly login: string;
    readonly roles: readonly HeldRole[];
    readonly posts?: readonly HeldPost[];
  };
  'player-registered': Done & { readonly name: string; readonly card: string };
  'device-registered': Done & { readonly name: string; readonly limits?: DeviceLimits };
  /** The card is good for nothing any more. */
  'card-lost': Done & { readonly card: string };
  'card-replaced': Done & { readonly card: string; readonly was: string | null };
  'roles-changed': Done & { readonly roles: readonly HeldRole[] };
  'posts-changed': Done & { readonly posts: readonly HeldPost[] };
  'secret-changed': Done;
  'secret-reset': Done;
  'sessions-revoked': Done;
  'person-disabled': Done;
  'person-enabled': Done;
  /** What earlier versions kept of somebody outside the log. */
  'person-kept': { readonly person: string; readonly known: KnownPerson };
}
export type PeopleEvent = EventsOf<PeopleBodies>;

/** Somebody, how they come in, and how often all their sessions were ended. */
export interface KnownPerson {
  readonly person: Person;
  /** Of the staff. */
  readonly login?: string;
  readonly generation: number;
}

/** What is on record of somebody whom the log does not introduce: a guest. */
export interface Unintroduced {
  readonly generation: number;
  readonly inactive?: true;
}

export interface PeopleBooks {
  readonly persons: Readonly<Record<string, KnownPerson>>;
  readonly others: Readonly<Record<string, Unintroduced>>;
  /** When there were last two managers who are two people, and then something happened to one of them. */
  readonly twoAt?: number;
  /** The same, of two whom nobody else let in, either. */
  readonly apartAt?: number;
  /** Cards that were lost or replaced, and whose they were. */
  readonly oldCards?: Readonly<Record<string, string>>;
  /** In force, by id. */
  readonly exclusions?: Readonly<Record<string, Exclusion>>;
  readonly recommendations?: Readonly<Record<string, Recommendation>>;
}

/** $10,000 a transfer, at any table, unless it is said otherwise. */
export const DEVICE_MOST: Cents = 1_000_000;
export const DEVICE_LIMITS: DeviceLimits = { tables: '*', most: DEVICE_MOST };

export const knownIn = ({ persons }: PeopleBooks, id: string): KnownPerson | null =>
  Object.hasOwn(persons, id) ? (persons[id] as KnownPerson) : null;

export const otherIn = ({ others }: PeopleBooks, id: string): Unintroduced | null =>
  Object.hasOwn(others, id) ? (others[id] as Unintroduced) : null;

/** Under which name somebody's secret is kept; null for devices, whose key is a name of its own. */
export function accountOf({ person: { kind, card }, login }: Omit<KnownPerson, 'generation'>): string | null {
  if (kind === 'player') return playersAccount(card ?? '');
  return kind === 'staff' ? staffsAccount(login ?? '') : null;
}

/** Who comes in under that name; null when it is free. */
export const holderOf = ({ persons }: PeopleBooks, account: string): KnownPerson | null =>
  Object.values(persons).find((known) => accountOf(known) === account) ?? null;

/** Somebody as those who manage the house see them. */
export interface ListedPerson extends Person {
  readonly login?: string;
}

export const listed = ({ person, login }: KnownPerson): ListedPerson =>
  login === undefined ? person : { ...person, login };

/** Everybody of a kind. */
export const directoryOf = ({ persons }: PeopleBooks, kind: PersonKind): readonly ListedPerson[] =>
  Object.values(persons)
    .filter(({ person }) => person.kind === kind)
    .map(listed);

type Stamped = { readonly v: number; readonly at: number } & Done;

/**
 * Who let somebody in, or gave them a secret, and who may be behind those: added to those who did before. Else somebody
 * would let in another by way of one whom they let in themselves.
 */
function madeBy(
  state: PeopleBooks,
  before: Person['made'],
  { by, second, at }: Stamped,
): { made?: NonNullable<Person['made']> } {
  const now = [by, ...(second === undefined ? [] : [second])]
    .filter((id) => id !== BY_HOUSE)
    .flatMap((id) => behind(knownIn(state, id)?.person ?? { id }, at));
  if (now.length === 0) return before ? { made: before } : {};
  return { made: { by: [...new Set([...(before?.by ?? []), ...now])], at } };
}

const kept = (state: PeopleBooks, known: KnownPerson): PeopleBooks => ({
  ...state,
  persons: { ...state.persons, [known.person.id]: known },
});

function registered(
  state: PeopleBooks,
  event: Stamped,
  { login, ...person }: Omit<ListedPerson, 'id' | 'createdAt'>,
): PeopleBooks {
  need(knownIn(state, event.person) === null, `${event.person} was registered twice`);
  const known: KnownPerson = {
    person: { id: event.person, ...person, createdAt: event.at, ...madeBy(state, undefined, event) },
    ...(login === undefined ? {} : { login }),
    generation: 0,
  };
  const account = accountOf(known);
  const before = account === null ? null : holderOf(state, account);
  need(before === null || event.v === 1, `${account} has two holders`);
  // The first version noted a registration before it was done: cut short in between, it was done anew.
  const free = before ? { ...state, persons: without(state.persons, before.person.id) } : state;
  return kept(free, known);
}

/** Something happened to somebody: all their sessions end with it. */
function changed(state: PeopleBooks, event: Stamped, change: (person: Person) => Person): PeopleBooks {
  const known = knownIn(state, event.person);
  // The first version has people of before the log, too.
  need(known !== null || event.v === 1, `there is no ${event.person}`);
  if (!known) return unintroduced(state, event, (other) => other);
  return kept(state, { ...known, person: change(known.person), generation: known.generation + 1 });
}

function unintroduced(
  state: PeopleBooks,
  { person }: Stamped,
  change: (other: Unintroduced) => Unintroduced,
): PeopleBooks {
  const before = otherIn(state, person) ?? { generation: 0 };
  const after = change({ ...before, generation: before.generation + 1 });
  return { ...state, others: { ...state.others, [person]: after } };
}

/** As `changed`, for what happens to guests, too. */
function changedAnybody(
  state: PeopleBooks,
  event: Stamped,
  change: <Somebody extends { readonly inactive?: true }>(somebody: Somebody) => Somebody,
): PeopleBooks {
  return knownIn(state, event.person)
    ? changed(state, event, (person) => change(person))
    : unintroduced(state, event, (other) => change(other));
}

const out = <Somebody extends { readonly inactive?: true }>(somebody: Somebody): Somebody => ({
  ...somebody,
  inactive: true,
});
const inAgain = <Somebody extends { readonly inactive?: true }>(somebody: Somebody): Somebody => {
  const { inactive: _out, ...rest } = somebody;
  return rest as Somebody;
};

/** A card that is nobody's any more. */
const given = ({ oldCards }: PeopleBooks, card: string, person: string) => ({
  oldCards: { ...oldCards, [card]: person },
});

/** A secret that the house made up must be changed by whoever works here; a player's may stay. */
const withNewSecret =
  (state: PeopleBooks, event: Stamped) =>
  (person: Person): Person => ({
    ...person,
    ...(person.kind === 'staff' ? { oneTime: true } : {}),
    ...madeBy(state, person.made, event),
  });

/** Before something happens that leaves one manager less, it is kept that there were two. */
const withTwo = (state: PeopleBooks, { at }: Stamped): PeopleBooks => ({
  ...state,
  ...(hasTwo(state, at) ? { twoAt: at } : {}),
  ...(hasTwoApart(state, at) ? { apartAt: at } : {}),
});

export const evolvePeople = evolveBy<PeopleBooks, PeopleBodies>({
  'staff-registered': (state, event) => {
    const { name, login, roles, posts } = event;
    const more = posts === undefined ? {} : { posts };
    return registered(state, event, { kind: 'staff', name, roles, ...more, login, oneTime: true });
  },
  'player-registered': (state, event) =>
    registered(state, event, { kind: 'player', name: event.name, card: event.card }),
  'device-registered': (state, event) =>
    registered(state, event, { kind: 'device', name: event.name, limits: event.limits ?? DEVICE_LIMITS }),
  'card-lost': (state, event) => {
    const { card, person } = event;
    need(knownIn(state, person)?.person.card === card, `${card} is not the card of ${person}`);
    return { ...changed(state, event, ({ card: _lost, ...rest }) => rest), ...given(state, card, person) };
  },
  'card-replaced': (state, event) => {
    const { card, was, person } = event;
    need(holderOf(state, playersAccount(card)) === null, `${card} has two holders`);
    const after = changed(state, event, (one) => ({ ...one, card, ...madeBy(state, one.made, event) }));
    return was === null ? after : { ...after, ...given(state, was, person) };
  },
  ...EXCLUSION_CHANGES,
  'roles-changed': (state, event) =>
    changed(withTwo(state, event), event, (person) => ({ ...person, roles: event.roles })),
  'posts-changed': (state, event) =>
    changed(withTwo(state, event), event, (person) => ({ ...person, posts: event.posts })),
  'secret-changed': (state, event) => changed(state, event, ({ oneTime: _own, ...person }) => person),
  'secret-reset': (state, event) => changed(withTwo(state, event), event, withNewSecret(state, event)),
  'sessions-revoked': (state, event) => changedAnybody(state, event, (somebody) => somebody),
  'person-disabled': (state, event) => changedAnybody(withTwo(state, event), event, out),
  'person-enabled': (state, event) => changedAnybody(state, event, inAgain),
  'person-kept': (state, { person, known }) =>
    kept({ ...state, others: without(state.others, person) }, known),
});
