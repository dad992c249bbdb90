import { RULEBOOK_IDS, RULEBOOKS, type RulebookId } from '@boxperson/rules';
import { type HeldRole, type Person, rolesAt, rolesHere, type TablePlace } from './person.js';

export type { TablePlace } from './person.js';

/** Posts of the house, beside the roles of the books: no book ranks a cashier, and every house has one. */
export const POST_NAMES = [
  'manager',
  'cashier',
  'runner',
  'pit-supervisor',
  'surveillance',
  'inspector',
  'tournament-director',
  'scrutineer',
  'trainer',
] as const;
export type PostName = (typeof POST_NAMES)[number];

/** How much of a table a post sees. */
export type TableSight = 'public' | 'crew';

export interface Post {
  readonly title: string;
  readonly help: string;
  /** At the tables for which it is held: what anybody sees, or all that the crew sees. */
  readonly tables: TableSight;
  /** Offices whose books are open to it. `*`: every one, those to come included. */
  readonly books: readonly string[] | '*';
}

/** What each post is for and what it sees. What it may do stands with each verb of each office. */
export const POSTS: Readonly<Record<PostName, Post>> = {
  manager: {
    title: 'Manager',
    help: 'Runs the house, or the tables of a book: people, tables, corrections.',
    tables: 'crew',
    books: [
      'people',
      'house',
      'ledger',
      'proposals',
      'tickets',
      'terminal',
      'bots',
      'cage',
      'drawers',
      'dice',
      'audit',
      'float',
      'alerts',
      'duties',
      'promotions',
      'rewards',
      'tournaments',
    ],
  },
  cashier: {
    title: 'Cashier',
    help: 'Pays tickets and takes and gives cash at the cage.',
    tables: 'public',
    books: [
      'tickets',
      'cage',
      'drawers',
      'proposals',
      'float',
      'alerts',
      'promotions',
      'rewards',
      'tournaments',
    ],
  },
  runner: {
    title: 'Runner',
    help: 'Carries chips between the cage and the tables, and has no other hand in them.',
    tables: 'public',
    books: ['float'],
  },
  'pit-supervisor': {
    title: 'Pit supervisor',
    help: 'Looks after a group of tables: signs, floats, crew, alerts.',
    tables: 'crew',
    books: ['house', 'proposals', 'terminal', 'dice', 'float', 'alerts', 'duties'],
  },
  surveillance: {
    title: 'Surveillance',
    help: 'Watches tables and money, and touches nothing.',
    tables: 'crew',
    books: [
      'tickets',
      'terminal',
      'cage',
      'drawers',
      'dice',
      'house',
      'audit',
      'float',
      'alerts',
      'duties',
      'promotions',
      'rewards',
    ],
  },
  inspector: {
    title: 'Inspector',
    help: 'Of the authority: sees everything, and does only what a book gives an inspector.',
    tables: 'crew',
    books: '*',
  },
  'tournament-director': {
    title: 'Tournament director',
    help: 'Runs a tournament from its terms to its prizes.',
    tables: 'crew',
    books: ['tournaments'],
  },
  scrutineer: {
    title: 'Scrutineer',
    help: 'Signs for the fairness of a draw.',
    tables: 'public',
    books: ['promotions'],
  },
  trainer: {
    title: 'Trainer',
    help: 'Teaches the crew at training tables.',
    tables: 'crew',
    books: ['school'],
  },
};

/** A post that somebody holds, at these tables or at all of them. */
export interface HeldPost {
  readonly post: PostName;
  readonly tables: readonly string[] | '*';
}

/**
 * The books rank their roles; whoever holds the highest of one manages the tables of that book, and those who work at
 * them. No book ranks a role above it, so there is nobody else to ask.
 */
export const managersRole = (rulebook: RulebookId): string => RULEBOOKS[rulebook].roles.at(-1)?.id as string;

export const manages = (person: Person, rulebook: RulebookId): boolean =>
  !person.inactive &&
  (rolesAt(person, rulebook).includes(managersRole(rulebook)) ||
    person.posts?.some(({ post, tables }) => post === 'manager' && tables === '*') === true);

/** Does somebody manage the whole house? */
export const managesAll = (person: Person): boolean =>
  RULEBOOK_IDS.every((rulebook) => manages(person, rulebook));

export const isManager = (person: Person): boolean => RULEBOOK_IDS.some((book) => manages(person, book));

/** Does somebody hold a post, at this table if one is meant? */
export function holdsPost(person: Person, post: PostName, table: TablePlace | null): boolean {
  if (person.kind !== 'staff' || person.inactive) return false;
  if (post === 'manager' && (table ? manages(person, table.rulebook) : isManager(person))) return true;
  return (
    person.posts?.some(
      (held) =>
        held.post === post && (held.tables === '*' || table === null || held.tables.includes(table.id)),
    ) === true
  );
}

/** Does somebody hold a post at all tables, so that the whole house is theirs to look at? */
export const holdsPostEverywhere = (person: Person, post: PostName): boolean =>
  person.kind === 'staff' &&
  !person.inactive &&
  (person.posts?.some((held) => held.post === post && held.tables === '*') === true ||
    (post === 'manager' && managesAll(person)));

export const postsOf = (person: Person): readonly PostName[] =>
  POST_NAMES.filter((post) => holdsPost(person, post, null));

/** Does somebody see at a table what its crew sees? Those with a role there, and those whose post says so. */
export const seesAsCrew = (person: Person | null, table: TablePlace): boolean =>
  person !== null &&
  !person.inactive &&
  (rolesHere(person, table).length > 0 ||
    POST_NAMES.some((post) => POSTS[post].tables === 'crew' && holdsPost(person, post, table)));

const opensBooks = (post: PostName, office: string): boolean =>
  POSTS[post].books === '*' || POSTS[post].books.includes(office);

/** Are the books of an office open to somebody? Those that accompany a table: by a post that is held there. */
export const seesBooks = (person: Person | null, office: string, table: TablePlace | null = null): boolean =>
  person !== null && POST_NAMES.some((post) => opensBooks(post, office) && holdsPost(person, post, table));

/** Posts that serve the whole house at whatever tables they are held: the cage is no table's, and pays for all. */
const FOR_ALL: readonly PostName[] = ['cashier'];

/**
 * Is what is of these rulebooks in the books of an office open to somebody: by a post for the whole house, or as they
 * manage every one of them? What is of none is the whole house's.
 */
export const seesBooksOf = (
  person: Person | null,
  office: string,
  rulebooks: readonly RulebookId[],
): boolean => {
  if (person === null) return false;
  const managesThem = rulebooks.length > 0 && rulebooks.every((one) => manages(person, one));
  const serves = (post: PostName): boolean =>
    holdsPostEverywhere(person, post) ||
    (post === 'manager' && managesThem) ||
    (FOR_ALL.includes(post) && holdsPost(person, post, null));
  return POST_NAMES.some((post) => opensBooks(post, office) && serves(post));
};

/** The name of what is of these rulebooks in the books of an office, where events speak of streams. */
export const partOfBooks = (office: string, rulebooks: readonly RulebookId[]): string =>
  `${office}@${rulebooks.join('+')}`;

/** Is a part of that name somebody's to see? Null: it is the name of no part. */
export function seesPartNamed(person: Person | null, name: string): boolean | null {
  const [office = '', rulebooks] = name.split('@');
  if (rulebooks === undefined) return null;
  const named = rulebooks.split('+');
  return seesBooksOf(
    person,
    office,
    RULEBOOK_IDS.filter((one) => named.includes(one)),
  );
}

interface WholeOf {
  readonly name: string;
  entitles?(state: unknown, person: Person): boolean;
  ofBooks?(state: unknown): readonly RulebookId[];
}

/** Are the books of an office, or of one of its matters, somebody's to see whole? */
export const seesWhole = (
  office: WholeOf,
  state: unknown,
  person: Person | null,
  table: TablePlace | null = null,
): boolean =>
  (office.ofBooks
    ? seesBooksOf(person, office.name, office.ofBooks(state))
    : seesBooks(person, office.name, table)) ||
  (person !== null && office.entitles?.(state, person) === true);

/** Why somebody is not a manager of all of these books; null when they are. */
export function whyNotManageBooks(person: Person, books: readonly RulebookId[]): string | null {
  const foreign = books.find((book) => !manages(person, book));
  return foreign === undefined ? null : `That takes a manager of ${RULEBOOKS[foreign].title}.`;
}

/** The books in which a role counts. */
const booksOf = ({ rulebook, role }: HeldRole): readonly RulebookId[] =>
  RULEBOOK_IDS.filter(
    (id) => (rulebook === '*' || rulebook === id) && RULEBOOKS[id].roles.some((known) => known.id === role),
  );

/**
 * Why these roles are not this manager's to give, take or hold power over; null when they are. Else a manager of one
 * book could make themselves one of another, or set the password of somebody who is.
 */
export const whyNotManage = (person: Person, roles: readonly HeldRole[]): string | null =>
  whyNotManageBooks(person, roles.flatMap(booksOf));

/** Posts are the house's: they are given by whoever manages all of it. */
export const whyNotGivePosts = (person: Person, posts: readonly HeldPost[]): string | null =>
  posts.length === 0 || managesAll(person) ? null : 'Posts are given by a manager of the whole house.';
