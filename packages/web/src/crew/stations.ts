import { type Person, rolesHere } from '@boxperson/offices';
import type { By, Rulebook, Staff, Table } from '@boxperson/rules';
import { isSingle, USUAL } from '@boxperson/rules/dealing';

/** Where somebody of the crew stands. */
export const CONSOLES = ['stick', 'left', 'right', 'box', 'single'] as const;
export type ConsoleName = (typeof CONSOLES)[number];
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
  table.staff.filter(({ role, ...staff }) => {
    const station = (staff as { readonly station?: string }).station;
    return station === undefined ? role === roleAt(table.game.rulebook, console) : station === console;
  });

/** In which role somebody acts at this table: the highest in which they came. */
export function dutyOf(table: Table, person: Person): By | null {
  const { rulebook } = table.game;
  const mine = table.staff.filter((staff) => staff.person === person.id).map(({ role }) => role);
  const role = mine.sort((a, b) => rankIn(rulebook, b) - rankIn(rulebook, a))[0];
  return role === undefined ? null : { role, id: person.id };
}

export const isAutomaticPerson = (id: string): boolean => id.startsWith('auto-');
