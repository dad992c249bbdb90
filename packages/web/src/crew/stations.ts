import {
  stationsOf as consolesOf,
  type Person,
  roleAtStation as roleAt,
  rolesHere,
  standingAtStation as standingAt,
} from '@boxperson/offices';
import {
  type By,
  CREW_STATIONS,
  type CrewStation,
  type Rulebook,
  type Staff,
  type Table,
} from '@boxperson/rules';

export { consolesOf, roleAt, standingAt };

/** Where somebody of the crew stands. */
export const CONSOLES = CREW_STATIONS;
export type ConsoleName = CrewStation;
export const isConsole = (name: string | undefined): name is ConsoleName =>
  CONSOLES.includes(name as ConsoleName);

export const CONSOLE_TITLES: Readonly<Record<ConsoleName, string>> = {
  stick: 'Stick',
  left: 'Base dealer, left of the box',
  right: 'Base dealer, right of the box',
  box: 'Box',
  single: 'Dealer',
};
/** As little of it as a narrow bar has room for. */
export const CONSOLE_NAMES: Readonly<Record<ConsoleName, string>> = {
  stick: 'Stick',
  left: 'Left end',
  right: 'Right end',
  box: 'Box',
  single: 'Dealer',
};

const rankIn = (book: Rulebook, role: string): number => book.roles.findIndex(({ id }) => id === role);
export const titleOf = (book: Rulebook, role: string): string =>
  book.roles.find(({ id }) => id === role)?.title ?? role;

/** The roles in which this person may stand there, the lowest first: nobody comes as more than it takes. */
export const rolesToStandAt = (
  person: Person,
  book: Rulebook,
  console: ConsoleName,
  table: string,
): readonly string[] => {
  const least = rankIn(book, roleAt(book, console));
  const mine = rolesHere(person, { id: table, rulebook: book.id });
  return mine.filter((id) => rankIn(book, id) >= least);
};

/** The places of this table where nobody is, not even the automatic crew. */
export const emptyPlaces = (table: Table): readonly ConsoleName[] =>
  consolesOf(table.game.rulebook).filter((place) => standingAt(table, place).length === 0);

/** On duty at the table and at none of its places: supervisors and managers. */
export const standingNowhere = (table: Table): readonly Staff[] => {
  const placed = consolesOf(table.game.rulebook).flatMap((place) => standingAt(table, place));
  return table.staff.filter((staff) => !placed.includes(staff));
};

/** As what somebody comes to a place: as they are on duty, where that is enough, else in the lowest role that is. */
export function roleToStandAt(table: Table, person: Person, console: ConsoleName, id: string): string | null {
  const { rulebook } = table.game;
  const roles = rolesToStandAt(person, rulebook, console, id);
  const now = dutyOf(table, person)?.role;
  return now !== undefined && roles.includes(now) ? now : (roles[0] ?? null);
}

/** Ranks one role above another. */
export const isAbove = (book: Rulebook, role: string, other: string): boolean =>
  rankIn(book, role) > rankIn(book, other);

/** In which role somebody acts at this table: the highest in which they came. */
export function dutyOf(table: Table, person: Person): By | null {
  const { rulebook } = table.game;
  const mine = table.staff.filter((staff) => staff.person === person.id).map(({ role }) => role);
  const role = mine.sort((a, b) => rankIn(rulebook, b) - rankIn(rulebook, a))[0];
  return role === undefined ? null : { role, id: person.id };
}

export const isAutomaticPerson = (id: string): boolean => id.startsWith('auto-');
