import { RULEBOOK_IDS, type RulebookId } from '@boxperson/rules';
import type { Outcome, Refused } from '../codes.js';
import { no } from '../codes.js';
import { type Asked, type HappenedOf, type Verb, verbOf } from '../office.js';
import { type Person, SOMEBODY_ELSE } from '../person.js';
import { holdsPost, whyNotManageBooks } from '../posts.js';
import type { Who } from '../who.js';
import type { TournamentEvent } from './events.js';
import { entrantOf, entryOf, lastRound, type Round, type Tournament, termsOf } from './state.js';
import type { Terms } from './terms.js';

export type Happened = HappenedOf<TournamentEvent>;
export type Decided = Outcome<readonly Happened[]>;
export type No = { readonly ok: false; readonly refused: Refused };

export const verb = verbOf<Tournament, TournamentEvent>();
export type TournamentVerb = Verb<Tournament, TournamentEvent>;

export const DIRECTORS: Who = { post: 'tournament-director' };
export const PLANNERS: Who = { either: [{ post: 'tournament-director' }, { post: 'manager' }] };
export const CASHIERS: Who = { either: [{ post: 'cashier' }, { post: 'tournament-director' }] };
/** Whose entry it is, or the director for them. */
export const OWNERS: Who = { either: ['own-matter', { post: 'tournament-director' }] };

export const byOf = ({ by }: Asked): string => by?.id ?? '';

/** A "no" by a clause of rule 8. */
export const noBy = (clause: string, message: string, code: Refused['code'] = 'not-eligible'): No =>
  no(code, message, { clause });

export const NOT_PLANNED = no('not-found', 'There is no such tournament: plan it first.');
export const OVER = no('not-eligible', 'This tournament is over.');

/** Is it not there, or no longer? */
export const whyNotOpen = ({ name, stage }: Tournament): No | null => {
  if (name === '') return NOT_PLANNED;
  return stage === 'over' || stage === 'cancelled' ? OVER : null;
};

const isDirector = ({ director, deputies }: Tournament, person: string): boolean =>
  person === director || deputies.includes(person);

/** Somebody who directs is there: the whole time (crown 8.2.3). */
export const isDirected = (state: Tournament): boolean =>
  Object.keys(state.present).some((person) => isDirector(state, person));

/** What the director, or a deputy, does in person (crown 8.2.3, 8.2.3(a)). */
export function whyNotDirector(state: Tournament, by: Person | null): No | null {
  const closed = whyNotOpen(state);
  if (closed) return closed;
  if (by && !isDirector(state, by.id))
    return noBy('8.2.3', 'Only the director of this tournament, or a deputy, may do that.', 'not-allowed');
  return isDirected(state) ? null : noBy('8.2.3', 'No director is present: nothing goes on without one.');
}

/** Which books a manager may name in terms and tables: their own. A director runs tournaments of any. */
export const booksFor = (by: Person | null): readonly RulebookId[] =>
  RULEBOOK_IDS.filter((book) => whyNotTheirs(by, [book]) === null);

/**
 * Terms that name a book promise in its name, and its tables are its managers': no others bring it in, nor agree to it. Who
 * will agree is not known where it is only asked whether it would go.
 */
export function whyNotBooks({ by, second }: Pick<Asked, 'by' | 'second'>, books: readonly string[]) {
  return whyNotTheirs(by, books) ?? (second === SOMEBODY_ELSE ? null : whyNotTheirs(second, books));
}

function whyNotTheirs(person: Person | null, books: readonly string[]): No | null {
  if (person === null || holdsPost(person, 'tournament-director', null)) return null;
  const why = whyNotManageBooks(
    person,
    RULEBOOK_IDS.filter((book) => books.includes(book)),
  );
  return why === null ? null : no('not-allowed', why);
}

/** The entry that is meant: the one that is named, else that of whoever asks. */
export const meant = (state: Tournament, body: { readonly entry?: string | undefined }, by: Person | null) =>
  body.entry ?? (by ? entryOf(state, by.id) : null);

export const ownerOf = (
  state: Tournament,
  { entry }: { readonly entry?: string | undefined },
): string | null => (entry === undefined ? null : (entrantOf(state, entry)?.person ?? null));

export const NO_ENTRY = no('not-found', 'entry: there is no such entry.');

export const NO_TERMS = noBy('8.2.1', 'This tournament has no terms yet: publish them first.');

/** Terms in force and the round that runs, or why there is none. */
export function running(
  state: Tournament,
): { readonly ok: true; readonly terms: Terms; readonly round: Round; readonly at: number } | No {
  const terms = termsOf(state);
  const round = lastRound(state);
  if (!terms) return NO_TERMS;
  if (round?.phase !== 'running') return no('out-of-phase', 'No round runs now.');
  return { ok: true, terms, round, at: state.rounds.length };
}
