import { RULEBOOK_IDS, RULEBOOKS, type RulebookId } from '@boxperson/rules';
import { type HeldRole, type Person, rolesAt } from './person.js';

/**
 * Who runs the house. The books rank their roles; whoever holds the highest of one manages the tables of that book, and
 * those who work at them. No book ranks a role above it, so there is nobody else to ask.
 */
export const managersRole = (rulebook: RulebookId): string => RULEBOOKS[rulebook].roles.at(-1)?.id as string;

export const manages = (person: Person, rulebook: RulebookId): boolean =>
  !person.inactive && rolesAt(person, rulebook).includes(managersRole(rulebook));

export const isManager = (person: Person): boolean => RULEBOOK_IDS.some((book) => manages(person, book));

/** The books in which a role counts. */
const booksOf = ({ rulebook, role }: HeldRole): readonly RulebookId[] =>
  RULEBOOK_IDS.filter(
    (id) => (rulebook === '*' || rulebook === id) && RULEBOOKS[id].roles.some((known) => known.id === role),
  );

/**
 * Why these roles are not this manager's to give, take or hold power over; null when they are. Else a manager of one
 * book could make themselves one of another, or set the password of somebody who is.
 */
export function whyNotManage(person: Person, roles: readonly HeldRole[]): string | null {
  const foreign = roles.flatMap(booksOf).find((book) => !manages(person, book));
  return foreign === undefined ? null : `That takes a manager of ${RULEBOOKS[foreign].title}.`;
}
