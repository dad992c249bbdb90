import { type Cents, RULEBOOK_IDS, RULEBOOKS, type RulebookId } from '@boxperson/rules';
import type { HeldPost } from './posts.js';

export const PERSON_KINDS = ['guest', 'player', 'staff', 'device', 'trainee'] as const;
export type PersonKind = (typeof PERSON_KINDS)[number];

/** A role that somebody of the staff holds: at the tables of one book, or wherever a book has that role. */
export interface HeldRole {
  readonly rulebook: RulebookId | '*';
  readonly role: string;
}

/** What a device may do with money: at which tables, and how much at once. */
export interface DeviceLimits {
  readonly tables: readonly string[] | '*';
  readonly most: Cents;
}

/** Where somebody practises, and at which positions of the crew: there and nowhere else. */
export interface Practice {
  readonly table: string;
  readonly roles: readonly string[];
}

/** Somebody the house knows. */
export interface Person {
  readonly id: string;
  readonly kind: PersonKind;
  readonly name: string;
  /** The number of a player's card. */
  readonly card?: string;
  /** Roles of the books, for staff. */
  readonly roles?: readonly HeldRole[];
  /** Posts of the house, for staff. */
  readonly posts?: readonly HeldPost[];
  /** For trainees. */
  readonly practice?: Practice;
  /** For devices. */
  readonly limits?: DeviceLimits;
  readonly bot?: true;
  /** May not come in any more; what they did stays in the record under their id. */
  readonly inactive?: true;
  /** Holds a password that the house made up: may do nothing but set one of their own. */
  readonly oneTime?: true;
  readonly createdAt: number;
  /** Who let them in, or gave them their present secret: not a second person for these until a while has passed. */
  readonly made?: { readonly by: readonly string[]; readonly at: number };
}

/** Stands for whoever will agree, where it is only asked whether something would go. */
export const SOMEBODY_ELSE: Person = {
  id: 'somebody-else',
  kind: 'staff',
  name: 'somebody else',
  createdAt: 0,
};

/** The roles this person holds at a table of that book, lowest rank first. */
export function rolesAt(person: Person, rulebook: RulebookId): readonly string[] {
  if (person.kind !== 'staff') return [];
  const held = (role: string) =>
    person.roles?.some((one) => one.role === role && (one.rulebook === '*' || one.rulebook === rulebook)) ===
    true;
  return RULEBOOKS[rulebook].roles.map(({ id }) => id).filter(held);
}

/** A table as far as posts and roles need to know it. */
export interface TablePlace {
  readonly id: string;
  readonly rulebook: RulebookId;
}

/** The roles in which this person may stand at one table: what staff hold of its book, and trainees where they practise. */
export function rolesHere(person: Person, { id, rulebook }: TablePlace): readonly string[] {
  if (person.kind !== 'trainee') return rolesAt(person, rulebook);
  const { practice } = person;
  if (practice?.table !== id) return [];
  return RULEBOOKS[rulebook].roles.map((role) => role.id).filter((role) => practice.roles.includes(role));
}

/** The rank of a role among those of its book; -1 for one that it does not know. */
export const rankIn = (rulebook: RulebookId, role: string): number =>
  RULEBOOKS[rulebook].roles.findIndex(({ id }) => id === role);

/** Every role of every book: for the first of the staff of a new house. */
export const EVERY_ROLE: readonly HeldRole[] = RULEBOOK_IDS.flatMap((rulebook) =>
  RULEBOOKS[rulebook].roles.map(({ id }) => ({ rulebook, role: id })),
);

/** A role that no book knows, in words; null when all are known. */
export function faultInRoles(roles: readonly HeldRole[]): string | null {
  const isKnown = ({ rulebook, role }: HeldRole) =>
    EVERY_ROLE.some((known) => known.role === role && (rulebook === '*' || known.rulebook === rulebook));
  const stranger = roles.find((role) => !isKnown(role));
  if (!stranger) return null;
  return stranger.rulebook === '*'
    ? `No rulebook has a role ${JSON.stringify(stranger.role)}.`
    : `The rulebook ${stranger.rulebook} has no role ${JSON.stringify(stranger.role)}.`;
}
