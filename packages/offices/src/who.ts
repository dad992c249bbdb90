import { type Power, RULEBOOK_IDS, RULEBOOKS, type RulebookId } from '@boxperson/rules';
import { type Person, rankIn, rolesAt, rolesHere } from './person.js';
import { holdsPost, POSTS, type PostName, type TablePlace, whyNotManageBooks } from './posts.js';

/** Who may use a verb: data, from which the check, the page of the interface and the access matrix are made. */
export type Who =
  /** Anybody who has come in, guests included. */
  | 'anybody'
  /** Whoever plays: guests and players. */
  | 'players'
  | 'staff'
  /** Whoever has a role of the book at the table it happens at. */
  | 'crew'
  | 'devices'
  /** Only the person whom the matter is about. */
  | 'own-matter'
  /** Only the house itself: its clock, its dice, its bots. */
  | 'house'
  | { readonly post: PostName }
  /** A role of that book, any of them. */
  | { readonly crewOf: RulebookId }
  /** A role of that book that is high enough for a power. */
  | { readonly power: Power; readonly of: RulebookId }
  | { readonly either: readonly Who[] };

/** Where and about whom something is asked. */
export interface Matter {
  /** Whom it is about; null when it is about nobody. */
  readonly owner: string | null;
  /** The table that it happens at; null for what concerns no table. */
  readonly table: TablePlace | null;
  /** The rulebooks that it is of; none, or left out, for what is of none or of nobody knows which yet. */
  readonly books?: readonly RulebookId[];
}

export const NO_MATTER: Matter = { owner: null, table: null };

/** Why somebody may not; null when they may. The house itself (`null`) may do what it keeps for itself, and all else. */
export function whyNot(who: Who, person: Person | null, matter: Matter): string | null {
  if (person === null) return null;
  if (person.inactive) return 'This account is closed.';
  // Whoever practises has come in without a name or a secret: no book of the house is theirs to write in.
  if (person.kind === 'trainee') return 'A trainee works at one practice table, and nowhere else.';
  if (typeof who === 'string') return MAY[who](person, matter) ? null : SORRY[who];
  if ('post' in who) return whyNotPost(who.post, person, matter);
  if ('crewOf' in who) return rolesAt(person, who.crewOf).length > 0 ? null : takes(lowestTitle(who.crewOf));
  if ('either' in who) return whyNoneOf(who.either, person, matter);
  return whyNotPower(who, person);
}

/** What is of some books is for those who manage all of them, as what happens at a table is for those of its book. */
function whyNotPost(post: PostName, person: Person, { table, books = [] }: Matter): string | null {
  if (!holdsPost(person, post, table)) return takes(POSTS[post].title);
  return post === 'manager' ? whyNotManageBooks(person, books) : null;
}

type Plain = Extract<Who, string>;

const MAY: Readonly<Record<Plain, (person: Person, matter: Matter) => boolean>> = {
  anybody: () => true,
  players: ({ kind }) => kind === 'guest' || kind === 'player',
  staff: ({ kind }) => kind === 'staff',
  // Asked before it is known where: whoever may nowhere is sent away at once.
  crew: (person, { table }) =>
    table
      ? rolesHere(person, table).length > 0
      : RULEBOOK_IDS.some((rulebook) => rolesAt(person, rulebook).length > 0),
  devices: ({ kind }) => kind === 'device',
  'own-matter': ({ id }, { owner }) => id === owner,
  house: () => false,
};

const SORRY: Readonly<Record<Plain, string>> = {
  anybody: 'Come in first.',
  players: 'That is for whoever plays.',
  staff: 'That is for staff.',
  crew: 'That is for the crew of this table.',
  devices: 'That takes a device of the house.',
  'own-matter': 'That is not yours.',
  house: 'The house does that itself.',
};

const takes = (title: string): string =>
  `That takes a${/^[aeiou]/i.test(title) ? 'n' : ''} ${lowered(title)}.`;
const lowered = (title: string): string => title.charAt(0).toLowerCase() + title.slice(1);

const lowestTitle = (rulebook: RulebookId): string => RULEBOOKS[rulebook].roles[0]?.title ?? 'crew';

/** The first of several reasons names who usually does it; whoever only manages the wrong books is told of the right ones. */
const whyNoneOf = (all: readonly Who[], person: Person, matter: Matter): string | null => {
  const reasons = all.map((who) => whyNot(who, person, matter));
  if (reasons.includes(null)) return null;
  const elsewhere = all.findIndex((who) => whyNot(who, person, { ...matter, books: [] }) === null);
  return reasons[Math.max(0, elsewhere)] ?? SORRY.house;
};

function whyNotPower(
  { power, of }: { readonly power: Power; readonly of: RulebookId },
  person: Person,
): string | null {
  const rule = RULEBOOKS[of].powers[power];
  if (!rule) return `${RULEBOOKS[of].title} gives nobody that power.`;
  const least = rankIn(of, rule.role);
  if (rolesAt(person, of).some((role) => rankIn(of, role) >= least)) return null;
  const title = RULEBOOKS[of].roles[least]?.title ?? rule.role;
  return `${takes(title).slice(0, -1)} (${rule.clause}).`;
}

/** In a few words, for the page of the interface and the access matrix. */
export function tellWho(who: Who): string {
  if (typeof who === 'string') return who;
  if ('post' in who) return POSTS[who.post].title;
  if ('crewOf' in who) return `crew of ${who.crewOf}`;
  if ('either' in who) return who.either.map(tellWho).join(' or ');
  return `${who.power} (${who.of})`;
}
