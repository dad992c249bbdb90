import { EVERY_ROLE, type HeldPost, type HeldRole, type PostName } from '@boxperson/offices';
import type { OfficeHost } from '../office/office-host.js';
import { hashCommand } from '../office/once.js';
import type { People } from './people.js';

/** Somebody whom a new house lets in by itself. */
export interface Newcomer {
  readonly name: string;
  readonly login: string;
  readonly roles: readonly HeldRole[];
  readonly posts?: readonly HeldPost[];
}

/** Their login, and the password that opens nothing but the way to one of their own. */
export interface Welcomed {
  readonly name: string;
  readonly login: string;
  readonly password: string;
}

const MANAGER: Newcomer = { name: 'Manager', login: 'manager', roles: EVERY_ROLE };

const inEveryBook = (...roles: readonly string[]): readonly HeldRole[] =>
  roles.map((role) => ({ rulebook: '*', role }));
const everywhere = (post: PostName): readonly HeldPost[] => [{ post, tables: '*' }];
const atPost = (name: string, login: string, post: PostName, ...roles: readonly string[]): Newcomer => ({
  name,
  login,
  roles: inEveryBook(...roles),
  posts: everywhere(post),
});
const atTable = (name: string, login: string, ...roles: readonly string[]): Newcomer => ({
  name,
  login,
  roles: inEveryBook(...roles),
});

/** One of each for a house that is looked at: who wants to see the pit need not hire one first. */
export const DEMONSTRATION_STAFF: readonly Newcomer[] = [
  atPost('Duty manager', 'duty', 'manager'),
  atTable('Stick', 'stick', 'stickperson', 'stickman'),
  atTable('Dealer left', 'left', 'dealer'),
  atTable('Dealer right', 'right', 'dealer'),
  atTable('Box', 'box', 'boxperson', 'boxman', 'higher-duties-dealer'),
  atPost('Pit supervisor', 'pit', 'pit-supervisor', 'gaming-supervisor', 'area-manager'),
  atTable('Attendant', 'attendant', 'electronic-gaming-attendant'),
  atPost('Cashier', 'cage', 'cashier'),
  atPost('Second cashier', 'vault', 'cashier'),
  atPost('Runner', 'runner', 'runner'),
  atPost('Surveillance', 'eye', 'surveillance'),
  atPost('Inspector', 'inspector', 'inspector'),
  atPost('Tournament director', 'director', 'tournament-director'),
  atPost('Scrutineer', 'scrutineer', 'scrutineer'),
  atPost('Trainer', 'trainer', 'trainer'),
];

/** By which command a new house registers somebody: the same one after a start that was cut short. */
const commandOf = ({ login }: Newcomer): string => `house-first-${login}`;

/**
 * Somebody must be able to let the others in: on a first start that is a manager, and whoever else is wanted at once.
 * Nobody is let in by a house that has a staff already.
 */
export async function welcomeFirstStaff(
  books: OfficeHost,
  people: People,
  others: readonly Newcomer[],
): Promise<readonly Welcomed[]> {
  if ((await people.list('staff')).length > 0 || books.isElsewhere) return [];
  return Promise.all([MANAGER, ...others].map((newcomer) => welcome(books, people, newcomer)));
}

async function welcome(books: OfficeHost, people: People, newcomer: Newcomer): Promise<Welcomed> {
  const id = commandOf(newcomer);
  const key = { id, hash: hashCommand('house', 'people', newcomer) };
  const done = await books.submit({ do: 'register-staff', body: newcomer, by: null }, key);
  if (!done.ok) throw new Error(`${newcomer.login} could not be registered: ${done.refused.message}`);
  const { password } = people.reveal(id, done.answer ?? {}) as { readonly password: string };
  return { name: newcomer.name, login: newcomer.login, password };
}
