import { RULEBOOK_IDS } from '@boxperson/rules';
import type { Facts, Needs } from '../facts.js';
import type { HeldRole, Person } from '../person.js';
import { type HeldPost, holdsPost, managersRole } from '../posts.js';
import { MADE_MS, whyNotApart, whyNotTwo } from '../proposals/proposals.js';
import type { PeopleBooks } from './state.js';

/** The highest role of a book makes a manager, and so does the post. */
const isManagersRole = ({ rulebook, role }: HeldRole): boolean =>
  RULEBOOK_IDS.some((book) => (rulebook === '*' || rulebook === book) && managersRole(book) === role);

export const makesManager = (roles: readonly HeldRole[], posts: readonly HeldPost[]): boolean =>
  roles.some(isManagersRole) || posts.some(({ post }) => post === 'manager');

/** Manages, and has a password that nobody else knows. */
const isAble = (person: Person): boolean => !person.oneTime && holdsPost(person, 'manager', null);

type Persons = Pick<PeopleBooks, 'persons'>;

/** Are there two managers of whom nothing speaks against their being two? */
function hasPair({ persons }: Persons, whyNot: (one: Person, other: Person) => string | null): boolean {
  const able = Object.values(persons).flatMap(({ person }) => (isAble(person) ? [person] : []));
  return able.some((one, index) => able.slice(index + 1).some((other) => whyNot(one, other) === null));
}

/** Are there two managers who are two people: neither let the other in? */
export const hasTwo = (state: Persons, at: number): boolean =>
  hasPair(state, (one, other) => whyNotTwo(one, other, at, 0));

/** And nobody else let both of them in? */
export const hasTwoApart = (state: Persons, at: number): boolean =>
  hasPair(state, (one, other) => whyNotTwo(one, other, at, 0) ?? whyNotApart(one, other, at));

/**
 * Does it take a second person? Not in a house that never had two: it must be able to begin. Whoever has shut the other
 * out, or has taken their password, gains nothing by it: there were two a while ago, and so it takes two.
 */
export const takesTwo = (state: PeopleBooks, at: number): boolean =>
  hasTwo(state, at) || (state.twoAt !== undefined && at - state.twoAt < MADE_MS);

/**
 * Two people are two people: neither let the other in, nor one and the same both of them. That last is not asked of a
 * house that never had two managers apart: there is nobody else, and it must be able to begin. Without its books it is.
 */
export function whyNotBoth(
  books: PeopleBooks | null,
  [first, second]: readonly [Person, Person],
  at: number,
  money: number,
): string | null {
  const hadApart =
    books === null || hasTwoApart(books, at) || (books.apartAt !== undefined && at - books.apartAt < MADE_MS);
  return whyNotTwo(first, second, at, money) ?? (hadApart ? whyNotApart(first, second, at) : null);
}

const PEOPLE = 'people';
type Hands = readonly (string | null | undefined)[];
const named = (hands: Hands): readonly string[] => hands.flatMap((id) => id || []);

/** What must be known of those who had a hand in something before. */
export const handNeeds = (hands: Hands): Required<Pick<Needs, 'persons' | 'books'>> => ({
  persons: named(hands),
  books: [PEOPLE],
});

/**
 * Where one hand follows another without a proposal: why somebody is not another than all who had one; null when they
 * are. Of whoever is not known any more the id alone counts.
 */
export function whyNotOther(
  hands: Hands,
  { by, at }: { readonly by: Person | null; readonly at: number },
  facts: Facts,
  money: number,
): string | null {
  if (by === null) return null;
  for (const id of named(hands)) {
    if (id === by.id) return 'Another person has to do that.';
    const other = facts.person(id);
    const why = other && whyNotBoth(facts.books<PeopleBooks>(PEOPLE) ?? null, [other, by], at, money);
    if (why) return why;
  }
  return null;
}
