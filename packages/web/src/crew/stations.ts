import { type Person, rolesHere } from '@boxperson/offices';
import {
  type By,
  CREW_STATIONS,
  type CrewStation,
  type Rulebook,
  type Staff,
  type Table,
} from '@boxperson/rules';
import { isSingle, USUAL } from '@boxperson/rules/dealing';

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

/** What a crew of this book has, in the order in which one looks at it. */
export const consolesOf = (book: Rulebook): readonly ConsoleName[] =>
  isSingle(book, USUAL) ? ['single'] : ['stick', 'left', 'right', 'box'];

const POWERS = {
  stick: 'offer-dice',
  left: 'settle-wagers',
  right: 'settle-wagers',
  single: 'settle-wagers',
  box: 'decide-face',
} as const satisfies Readonly<Record<ConsoleName, keyof Rulebook['powers']>>;

/** The lowest role that has what this place takes. */
export const roleAt = (book: Rulebook, console: ConsoleName): string =>
  book.powers[POWERS[console]]?.role ?? (book.roles[0]?.id as string);

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

/** Everybody who is there: who came to this place, and who came to none and holds just its role. */
export const standingAt = (table: Table, console: ConsoleName): readonly Staff[] =>
  table.staff.filter(({ role, station }) =>
    station === undefined ? role === roleAt(table.game.rulebook, console) : station === console,
  );

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
