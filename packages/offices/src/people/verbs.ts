import { RULEBOOK_IDS, RULEBOOKS } from '@boxperson/rules';
import { z } from 'zod';
import { no, type Outcome, yes } from '../codes.js';
import type { Facts } from '../facts.js';
import { type Asked, verbOf } from '../office.js';
import { faultInRoles, type HeldRole, type Person, type PersonKind } from '../person.js';
import { type HeldPost, holdsPost, POST_NAMES, POSTS, whyNotGivePosts, whyNotManage } from '../posts.js';
import * as text from '../text.js';
import type { Who } from '../who.js';
import { EXCLUSION_VERBS } from './exclusions.js';
import {
  CARD_FAULT,
  LOGIN_FAULT,
  NAME_FAULT,
  playersAccount,
  readCard,
  readLogin,
  readName,
  staffsAccount,
} from './names.js';
import {
  accountOf,
  BY_HOUSE,
  DEVICE_LIMITS,
  DEVICE_MOST,
  holderOf,
  type KnownPerson,
  knownIn,
  listed,
  type PeopleBooks,
  type PeopleEvent,
} from './state.js';
import { makesManager, takesTwo } from './two.js';

/** A secret that is shown once to whoever asked for it: it is not in the answer, which is kept. */
export const REVEALED = ['password', 'pin', 'key'] as const;
export type Revealed = (typeof REVEALED)[number];

const managers: Who = { post: 'manager' };
const person = text.id.meta({ title: 'Person' });
/** What books, roles and posts are called, for whoever fills in a form. */
const BOOK_SAYS = {
  ...Object.fromEntries(RULEBOOK_IDS.map((id) => [id, RULEBOOKS[id].title])),
  '*': 'Every book that has the role',
};
const ROLE_SAYS = Object.fromEntries(
  RULEBOOK_IDS.flatMap((id) => RULEBOOKS[id].roles.map((role) => [role.id, role.title])),
);
const POST_SAYS = Object.fromEntries(POST_NAMES.map((name) => [name, POSTS[name].title]));

const rulebook = z.enum([...RULEBOOK_IDS, '*']).meta({ says: BOOK_SAYS });
const role = text.name.meta({ says: ROLE_SAYS });
const heldRoles = z
  .array(z.strictObject({ rulebook, role }).meta({ title: 'Role' }))
  .max(100)
  .meta({ title: 'Roles of the books' });
const post = z.enum(POST_NAMES).meta({ says: POST_SAYS });
const tables = z.union([
  z.literal('*').meta({ title: 'All tables' }),
  z
    .array(text.name.meta({ title: 'Table', of: 'table' }))
    .max(500)
    .meta({ title: 'Some of them' }),
]);
const heldPosts = z
  .array(z.strictObject({ post, tables }).meta({ title: 'Post' }))
  .max(20)
  .meta({ title: 'Posts of the house' });
const limits = z.strictObject({
  tables,
  most: text.cents.max(DEVICE_MOST, 'a device moves at most $10,000 at once'),
});

const verb = verbOf<PeopleBooks, PeopleEvent>();

/** Who did it, and who agreed. */
const signed = ({ by, second }: Asked): { readonly by: string; readonly second?: string } => ({
  by: by?.id ?? BY_HOUSE,
  ...(second ? { second: second.id } : {}),
});

const ANY_KIND: readonly PersonKind[] = ['guest', 'player', 'staff', 'device', 'trainee'];

/** Why this manager has no say over whoever holds these; null when they have. */
const whyNotOver = (by: Person, roles: readonly HeldRole[], posts: readonly HeldPost[]): string | null =>
  whyNotManage(by, roles) ?? whyNotGivePosts(by, posts);

/** Somebody of these kinds, over whom this manager has a say. Nobody manages themselves, nor agrees to it. */
function managed(found: Person | null, { by, second }: Asked, kinds: readonly PersonKind[]): Outcome<Person> {
  if (!found || !kinds.includes(found.kind))
    return no('not-found', `person: there is no ${kinds.join(' or ')} of that id.`);
  if (found.id === by?.id || found.id === second?.id)
    return no('not-allowed', 'Another manager must do that for you.');
  const why = by && whyNotOver(by, found.roles ?? [], found.posts ?? []);
  return why ? no('not-allowed', why) : yes(found);
}

/** As `managed`, of those whom the log introduces. */
const managedIn = (state: PeopleBooks, asked: Asked, id: string, kinds: readonly PersonKind[]) =>
  managed(knownIn(state, id)?.person ?? null, asked, kinds);

/** Of all, guests included. */
const managedOfAll = (state: PeopleBooks, asked: Asked<{ readonly person: string }>, facts: Facts) =>
  managed(knownIn(state, asked.body.person)?.person ?? facts.person(asked.body.person), asked, ANY_KIND);

const whyNotGive = (
  { by }: Asked,
  roles: readonly HeldRole[],
  posts: readonly HeldPost[],
): ReturnType<typeof no> | null => {
  const stranger = faultInRoles(roles);
  if (stranger !== null) return no('bad-input', `roles: ${stranger}`);
  const why = by && whyNotOver(by, roles, posts);
  return why ? no('not-allowed', `${whyNotManage(by, roles) === null ? 'posts' : 'roles'}: ${why}`) : null;
};

const answered = (after: PeopleBooks, events: readonly PeopleEvent[]): object => {
  const known = knownIn(after, events[0]?.person ?? '');
  return known ? { person: listed(known) } : {};
};
const revealing =
  (reveals: Revealed) =>
  (after: PeopleBooks, events: readonly PeopleEvent[]): object => ({ ...answered(after, events), reveals });

const registerStaff = verb({
  help: 'Register somebody of the staff; they come in with a password that is shown once',
  clause: null,
  who: managers,
  body: z.strictObject({
    name: text.name,
    login: text.name,
    roles: heldRoles,
    posts: heldPosts.optional(),
  }),
  second: (state, { roles, posts = [] }, at) => makesManager(roles, posts) && takesTwo(state, at),
  decide: (state, asked) => {
    const { roles, posts, ...said } = asked.body;
    const name = readName(said.name);
    if (name === null) return no('bad-input', `name: ${NAME_FAULT}`);
    const login = readLogin(said.login);
    if (login === null) return no('bad-input', `login: ${LOGIN_FAULT}`);
    const refused = whyNotGive(asked, roles, posts ?? []);
    if (refused) return refused;
    if (holderOf(state, staffsAccount(login))) return no('taken', 'login: that login is registered already.');
    const more = posts === undefined ? {} : { posts };
    const made = { person: `s-${asked.fresh}`, name, login, roles, ...more, ...signed(asked) };
    return yes([{ event: 'staff-registered' as const, ...made }]);
  },
  answer: revealing('password'),
});

const setRoles = verb({
  help: 'Give somebody of the staff other roles of the books; ends their sessions',
  clause: null,
  who: managers,
  body: z.strictObject({ person, roles: heldRoles }),
  second: (state, body, at) => makesManager(body.roles, []) && takesTwo(state, at),
  decide: (state, asked) => {
    const { person: id, roles } = asked.body;
    const refused = whyNotGive(asked, roles, []);
    if (refused) return refused;
    const found = managedIn(state, asked, id, ['staff']);
    return found.ok ? yes([{ event: 'roles-changed' as const, person: id, roles, ...signed(asked) }]) : found;
  },
  answer: answered,
});

const setPosts = verb({
  help: 'Give somebody of the staff other posts of the house; ends their sessions',
  clause: null,
  who: managers,
  body: z.strictObject({ person, posts: heldPosts }),
  second: (state, body, at) => makesManager([], body.posts) && takesTwo(state, at),
  decide: (state, asked) => {
    const { person: id, posts } = asked.body;
    const refused = whyNotGive(asked, [], posts);
    if (refused) return refused;
    const found = managedIn(state, asked, id, ['staff']);
    return found.ok ? yes([{ event: 'posts-changed' as const, person: id, posts, ...signed(asked) }]) : found;
  },
  answer: answered,
});

const newPassword = verb({
  help: 'Make a new password for somebody of the staff, shown once; ends their sessions',
  clause: null,
  who: managers,
  body: z.strictObject({ person }),
  decide: (state, asked) => {
    const found = managedIn(state, asked, asked.body.person, ['staff']);
    return found.ok ? yes([{ event: 'secret-reset' as const, ...asked.body, ...signed(asked) }]) : found;
  },
  answer: revealing('password'),
});

const registerPlayer = verb({
  help: 'Register a player with a card',
  clause: null,
  who: managers,
  body: z.strictObject({ name: text.name, card: text.name, pin: text.secret.meta({ title: 'PIN' }) }),
  decide: (state, asked) => {
    const name = readName(asked.body.name);
    if (name === null) return no('bad-input', `name: ${NAME_FAULT}`);
    const card = readCard(asked.body.card);
    if (card === null) return no('bad-input', `card: ${CARD_FAULT}`);
    if (holderOf(state, playersAccount(card)) || state.oldCards?.[card] !== undefined)
      return no('taken', 'card: that card is registered already.');
    const made = { person: `p-${asked.fresh}`, name, card, ...signed(asked) };
    return yes([{ event: 'player-registered' as const, ...made }]);
  },
  answer: answered,
});

/** Whoever sets somebody's PIN could play as them: one asks for it, and the other is shown it. */
const newPin = verb({
  help: 'Make a new PIN for a player, shown once; ends their sessions',
  clause: null,
  who: managers,
  body: z.strictObject({ person }),
  second: (state, _body, at) => takesTwo(state, at),
  decide: (state, asked) => {
    const found = managedIn(state, asked, asked.body.person, ['player']);
    return found.ok ? yes([{ event: 'secret-reset' as const, ...asked.body, ...signed(asked) }]) : found;
  },
  answer: revealing('pin'),
});

/** Urgent, and harmless: whoever finds it was not lost is given another. */
const reportLost = verb({
  help: 'Take a card that was lost or stolen out of use; ends its holder’s sessions',
  clause: 'star-2024 10.1',
  who: { either: [managers, { post: 'cashier' }, { post: 'pit-supervisor' }] },
  body: z.strictObject({ person }),
  decide: (state, asked) => {
    const found = managedIn(state, asked, asked.body.person, ['player']);
    if (!found.ok) return found;
    const { card } = found.value;
    if (card === undefined) return no('not-eligible', 'person: they have no card.');
    return yes([{ event: 'card-lost' as const, ...asked.body, card, ...signed(asked) }]);
  },
});

const replaceCard = verb({
  help: 'Issue a player another card, with a new PIN that is shown once; ends their sessions',
  clause: 'star-2024 10.1',
  who: managers,
  body: z.strictObject({ person, card: text.name.meta({ title: 'New card' }) }),
  second: (state, _body, at) => takesTwo(state, at),
  decide: (state, asked) => {
    const found = managedIn(state, asked, asked.body.person, ['player']);
    if (!found.ok) return found;
    const card = readCard(asked.body.card);
    if (card === null) return no('bad-input', `card: ${CARD_FAULT}`);
    if (holderOf(state, playersAccount(card)) || state.oldCards?.[card] !== undefined)
      return no('taken', 'card: that card is or was somebody’s.');
    const made = { person: found.value.id, card, was: found.value.card ?? null };
    return yes([{ event: 'card-replaced' as const, ...made, ...signed(asked) }]);
  },
  answer: revealing('pin'),
});

/** aruze 3.4.4: a central system moves money to terminals. */
const registerDevice = verb({
  help: 'Register a device that moves money; its key is shown once',
  clause: null,
  who: managers,
  body: z.strictObject({ name: text.name, limits: limits.optional() }),
  second: (state, _body, at) => takesTwo(state, at),
  decide: (_state, asked) => {
    const name = readName(asked.body.name);
    if (name === null) return no('bad-input', `name: ${NAME_FAULT}`);
    const made = { person: `d-${asked.fresh}`, name, limits: asked.body.limits ?? DEVICE_LIMITS };
    return yes([{ event: 'device-registered' as const, ...made, ...signed(asked) }]);
  },
  answer: revealing('key'),
});

const revokeDevice = verb({
  help: 'Take a device its key',
  clause: null,
  who: managers,
  body: z.strictObject({ person }),
  decide: (state, asked) => {
    const found = managedIn(state, asked, asked.body.person, ['device']);
    if (!found.ok) return found;
    if (found.value.inactive) return no('not-eligible', 'Its key is taken already.');
    return yes([{ event: 'person-disabled' as const, ...asked.body, ...signed(asked) }]);
  },
});

const disable = verb({
  help: 'Keep somebody out from now on; what they did stays on record',
  clause: null,
  who: managers,
  body: z.strictObject({ person }),
  needs: (_state, body) => ({ persons: [body.person] }),
  decide: (state, asked, facts) => {
    const found = managedOfAll(state, asked, facts);
    if (!found.ok) return found;
    if (found.value.inactive) return no('not-eligible', 'They are kept out already.');
    return yes([{ event: 'person-disabled' as const, ...asked.body, ...signed(asked) }]);
  },
});

/** To let a manager in again is to make one. */
const enable = verb({
  help: 'Let somebody in again',
  clause: null,
  who: managers,
  body: z.strictObject({ person }),
  second: (state, body, at) => {
    const { roles = [], posts = [] } = knownIn(state, body.person)?.person ?? {};
    return makesManager(roles, posts) && takesTwo(state, at);
  },
  needs: (_state, body) => ({ persons: [body.person] }),
  decide: (state, asked, facts) => {
    const found = managedOfAll(state, asked, facts);
    if (!found.ok) return found;
    if (!found.value.inactive) return no('not-eligible', 'They may come in as it is.');
    return yes([{ event: 'person-enabled' as const, ...asked.body, ...signed(asked) }]);
  },
});

const signOut = verb({
  help: 'End all sessions: your own, or as a manager those of somebody else',
  clause: null,
  who: { either: ['staff', 'players'] },
  body: z.strictObject({ person: person.optional() }),
  needs: (_state, body) => ({ persons: body.person === undefined ? [] : [body.person] }),
  decide: (state, asked, facts) => {
    const { by, body } = asked;
    const id = body.person ?? by?.id ?? '';
    const refused = id === by?.id ? whyNotOwn(by) : whyNotOthers(state, asked, id, facts);
    return refused ?? yes([{ event: 'sessions-revoked' as const, person: id, ...signed(asked) }]);
  },
});

const whyNotOwn = ({ kind }: Person): ReturnType<typeof no> | null =>
  kind === 'guest' ? no('not-allowed', 'A guest has one session: end it with POST /api/sign-out.') : null;

function whyNotOthers(state: PeopleBooks, asked: Asked, id: string, facts: Facts) {
  if (asked.by && !holdsPost(asked.by, 'manager', null)) return no('not-allowed', 'That takes a manager.');
  const found = managedOfAll(state, { ...asked, body: { person: id } }, facts);
  return found.ok ? null : found;
}

/** The one thing that is open to whoever came in with a password made by the house. */
const setPassword = verb({
  help: 'Set your own PIN or password; ends every other session of yours',
  clause: null,
  who: { either: ['staff', 'players'] },
  body: z.strictObject({
    old: text.secret.meta({ title: 'Present PIN or password' }),
    next: text.secret.meta({ title: 'New PIN or password' }),
  }),
  decide: (state, { by }) => {
    const known = by && knownIn(state, by.id);
    if (!known || accountOf(known) === null) return no('not-allowed', 'You have no password.');
    const { id } = known.person;
    return yes([{ event: 'secret-changed' as const, person: id, by: id }]);
  },
});

/** The log is right about whom it introduces; what it never said, the old papers say. */
const merged = (known: KnownPerson | null, papers: KnownPerson): KnownPerson => {
  if (!known) return papers;
  const { oneTime: _log, ...rest } = known.person;
  return { ...known, person: papers.person.oneTime ? { ...rest, oneTime: true } : rest };
};
const isSame = (one: KnownPerson | null, other: KnownPerson): boolean =>
  one !== null && (one.person.oneTime ?? false) === (other.person.oneTime ?? false);

const keep = verb({
  help: 'Take over what an earlier version kept of somebody outside the log',
  clause: null,
  who: 'house',
  body: z.strictObject({ known: z.custom<KnownPerson>() }),
  decide: (state, { body: { known: papers } }) => {
    const { id } = papers.person;
    const before = knownIn(state, id);
    if (isSame(before, papers)) return no('used-up', 'That is on record already.');
    return yes([{ event: 'person-kept' as const, person: id, known: merged(before, papers) }]);
  },
});

export const PEOPLE_VERBS = {
  'register-staff': registerStaff,
  'set-roles': setRoles,
  'set-posts': setPosts,
  'new-password': newPassword,
  'register-player': registerPlayer,
  'new-pin': newPin,
  'report-card-lost': reportLost,
  'replace-card': replaceCard,
  ...EXCLUSION_VERBS,
  'register-device': registerDevice,
  'revoke-device': revokeDevice,
  disable,
  enable,
  'sign-out': signOut,
  'set-password': setPassword,
  keep,
};
