import {
  type AnyOffice,
  decideIn,
  factsFrom,
  knownIn,
  NO_FACTS,
  NO_MATTER,
  OFFICES,
  type OfficeEvent,
  type PeopleBooks,
  type Person,
  POSTS,
  type PostName,
  postsOf,
  rolesAt,
  SOMEBODY_ELSE,
  seesBooks,
  type Verb,
  whyNot,
} from '@boxperson/offices';
import { RULEBOOK_IDS, RULEBOOKS, type RulebookId } from '@boxperson/rules';
import { fieldOf } from '../ui/form/shape.js';
import { readTyped, typedOf } from '../ui/form/typed.js';

/** Somewhere to work: a post of the house, or a role of a book. */
export interface Workplace {
  /** As it stands in addresses: `cashier`, `star.boxperson`. */
  readonly id: string;
  readonly title: string;
  readonly help: string;
  /** The book that has the role; null for a post of the house. */
  readonly book: RulebookId | null;
  readonly tables: readonly string[] | '*';
  /** Whoever works there, with nothing but what this place gives them. */
  readonly as: Person;
}

export type AnyVerb = Verb<unknown, OfficeEvent>;

function atPost(person: Person, post: PostName): Workplace {
  const { title, help } = POSTS[post];
  const tables = person.posts?.find((held) => held.post === post)?.tables ?? '*';
  const as = { ...person, roles: [], posts: [{ post, tables }] };
  return { id: post, title, help, book: null, tables, as };
}

function inRole(person: Person, book: RulebookId, role: string): Workplace {
  const { title, roles } = RULEBOOKS[book];
  const known = roles.find(({ id }) => id === role);
  return {
    id: `${book}.${role}`,
    title: known?.title ?? role,
    help: `${title}${known?.clause ? ` § ${known.clause}` : ''}`,
    book,
    tables: '*',
    as: { ...person, posts: [], roles: [{ rulebook: book, role }] },
  };
}

/** Every post and role that somebody holds: posts first, then the roles of each book, the highest first. */
export const workplacesOf = (person: Person): readonly Workplace[] => [
  ...postsOf(person).map((post) => atPost(person, post)),
  ...RULEBOOK_IDS.flatMap((book) =>
    [...rolesAt(person, book)].reverse().map((role) => inRole(person, book, role)),
  ),
];

const may = ({ who }: AnyVerb, person: Person): boolean =>
  who !== 'house' && whyNot(who, person, NO_MATTER) === null;

/** The verbs of an office that are open at a workplace. */
export const verbsAt = ({ as }: Workplace, { verbs }: AnyOffice): readonly (readonly [string, AnyVerb])[] =>
  Object.entries(verbs as Record<string, AnyVerb>).filter(([, verb]) => may(verb, as));

/** `a Dealer`, `an Area Manager`. */
export const oneOf = (title: string): string => `${/^[AEIOU]/i.test(title) ? 'an' : 'a'} ${title}`;

/** Opened by the post or the role itself, and not to everybody who works here. */
const isOwn = (verb: AnyVerb, { as }: Workplace): boolean => !may(verb, { ...as, roles: [], posts: [] });

/** The offices of a workplace: those whose books it opens, and those where it gives something to do. */
export const officesAt = (place: Workplace): readonly AnyOffice[] =>
  OFFICES.filter(
    (office) =>
      seesBooks(place.as, office.name) || verbsAt(place, office).some(([, verb]) => isOwn(verb, place)),
  );

export const mayReach = (place: Workplace, { name }: AnyOffice): boolean =>
  officesAt(place).some((office) => office.name === name);

/** The workplace of a role that somebody holds; null where they hold it not, as at the tables of a school. */
export const placeInRole = (person: Person, book: RulebookId, role: string): Workplace | null =>
  workplacesOf(person).find(({ id }) => id === `${book}.${role}`) ?? null;

/** The stream that a part of an address means: an office with one stream, or one of its matters. */
export const addressOf = (place: Workplace, office: AnyOffice, ...more: readonly string[]): string =>
  ['/staff', place.id, office.name, ...more.map(encodeURIComponent)].join('/');

/** Where reports are read, and at which posts. */
export const REPORTS = 'reports';
const READERS: readonly PostName[] = ['manager', 'surveillance', 'inspector', 'pit-supervisor'];
export const readsReports = ({ as }: Workplace): boolean =>
  postsOf(as).some((post) => READERS.includes(post));

/** Registers, and the posts at which each is read: the house says the same. */
export const REGISTERS_AT = 'registers';
const REGISTERS: readonly (readonly [string, string, readonly PostName[]])[] = [
  ['incidents', 'Incidents', ['manager', 'inspector', 'surveillance', 'pit-supervisor']],
  ['measures', 'Measures', ['manager', 'inspector', 'surveillance']],
  ['exclusions', 'Exclusions', ['manager', 'inspector', 'surveillance']],
  ['denied-claims', 'Denied claims', ['manager', 'inspector']],
];
export const registersAt = ({ as }: Workplace): readonly (readonly [string, string])[] =>
  REGISTERS.filter(([, , posts]) => postsOf(as).some((post) => posts.includes(post))).map(
    ([name, title]) => [name, title] as const,
  );

/** Fields that the body of a verb has, by name. */
export const fieldsOf = ({ body }: AnyVerb): readonly string[] =>
  Object.keys((body as { readonly shape?: object }).shape ?? {});

/** Nothing filled in but what is given, as the form would send it. */
function bodyFrom({ body }: AnyVerb, given: Fields): unknown {
  const field = fieldOf('', body);
  const read = readTyped(field, typedOf(field, given)).value;
  return body.safeParse(read).success ? read : null;
}

type Fields = Readonly<Record<string, string>>;

/** Would the office refuse it as its books stand? What needs more to be said is not known yet. */
function isRefused(office: AnyOffice, state: unknown, verb: AnyVerb, person: Person, given: Fields): boolean {
  const body = bodyFrom(verb, given);
  if (body === null) return false;
  const found = knownIn(state as PeopleBooks, given['person'] ?? '')?.person ?? null;
  const facts = factsFrom({ ...NO_FACTS, persons: new Map([[given['person'] ?? '', found]]) });
  const asked = { by: person, second: SOMEBODY_ELSE, at: Date.now(), fresh: 'fresh', body };
  return !decideIn(office, verb, state, asked, facts).ok;
}

/** What may be done about somebody, by the office's own word. */
export const verbsAbout = (
  place: Workplace,
  office: AnyOffice,
  state: unknown,
  given: Fields,
): readonly (readonly [string, AnyVerb])[] =>
  verbsAt(place, office).filter(
    ([, verb]) =>
      Object.keys(given).every((name) => fieldsOf(verb).includes(name)) &&
      !isRefused(office, state, verb, place.as, given),
  );
