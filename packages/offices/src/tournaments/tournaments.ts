import { account } from '../accounts.js';
import { type Office, office } from '../office.js';
import type { Person } from '../person.js';
import { type Entry, NO_ENTRIES, type Posting } from '../postings.js';
import { holdsPost, isManager, type PostName } from '../posts.js';
import { ENDING } from './ending.js';
import { ENTERING } from './entering.js';
import { AUDIENCE, type Paid, type Refund, type TournamentEvent } from './events.js';
import { refundsIn } from './money.js';
import { PLANNING } from './planning.js';
import { PLAYING, timeDue } from './playing.js';
import {
  booksOf,
  type Entrant,
  entriesThat,
  entryOf,
  evolve,
  NO_TOURNAMENT,
  NOTHING_PAID,
  paidNow,
  type Round,
  type Tournament,
  termsOf,
} from './state.js';

const entry = (reason: string, postings: readonly Posting[]): readonly Entry[] => {
  const moved = postings.filter(({ amount }) => amount !== 0);
  return moved.length === 0 ? NO_ENTRIES : [{ reason, postings: moved }];
};

/** Fees to the house, buy-ins to the pool; a refund is the same the other way. */
const paysIn = (
  books: string,
  person: string,
  { entry: fee, buyIn }: Paid,
  sign: 1 | -1,
): readonly Posting[] => [
  { account: account.wallet(person), amount: -sign * (fee + buyIn) },
  { account: account.tournament(books, 'fees'), amount: sign * fee },
  { account: account.tournament(books, 'pool'), amount: sign * buyIn },
];

const backIn = (books: string, reason: string, refunds: readonly Refund[]): readonly Entry[] =>
  refunds.flatMap(({ person, refund }) => entry(reason, paysIn(books, person, refund, -1)));

/** What a tournament does to the ledger: money under its own accounts; its chips are the tables' matter. */
function entries({ books }: Tournament, event: TournamentEvent): readonly Entry[] {
  const { event: reason } = event;
  switch (event.event) {
    case 'entered':
    case 'place-taken':
      return entry(reason, paysIn(books, event.person, event.paid, 1));
    case 're-bought':
    case 'added-on':
    case 'bought-back':
      return entry(reason, paysIn(books, event.person, { entry: 0, buyIn: event.paid }, 1));
    case 'entry-refused':
    case 'withdrew':
    case 'disqualified':
      return backIn(books, reason, refundsIn(event));
    case 'cancelled':
      return backIn(books, reason, event.refunds);
    case 'finished':
      return entry(reason, [
        { account: account.tournaments, amount: event.kept - event.added },
        { account: account.tournament(books, 'pool'), amount: event.added - event.kept },
      ]);
    case 'prize-paid':
      return entry(reason, [
        { account: account.tournament(books, 'pool'), amount: -event.amount },
        { account: account.wallet(event.person), amount: event.amount },
      ]);
    case 'chips-cashed':
      return entry(reason, [
        { account: account.tournaments, amount: -event.amount },
        { account: account.wallet(event.person), amount: event.amount },
      ]);
    default:
      return NO_ENTRIES;
  }
}

/** One's own, without who paid for it before. */
const theirs = ({ earlier: _earlier, ...entrant }: Entrant, paid: Paid): Entrant => ({ ...entrant, paid });

/** Of others' entries what is named here, and nothing else: whatever is kept of them one day is theirs. */
const openly = (entrant: Entrant, isTheirs: boolean): Entrant => {
  if (isTheirs) return theirs(entrant, paidNow(entrant));
  const { name, staff, version, stands, briefed, practised, backs, noted, outAt, chips } = entrant;
  const seen = { name, staff, version, stands, briefed, practised, backs, noted, outAt, chips };
  return { ...seen, paid: NOTHING_PAID };
};

/** A wager that is open and not shown yet is its owner's to see (R111). */
const sealedTo = (round: Round, mine: string | null): Round => ({
  ...round,
  seals: Object.fromEntries(
    Object.entries(round.seals).map(([entry, seals]) => [
      entry,
      entry === mine
        ? seals
        : seals.map((seal) => (seal.opened ? { ...seal, opened: { wager: '', key: '' } } : seal)),
    ]),
  ),
});

const covered = (state: Tournament, person: Person | null): Tournament => ({
  ...state,
  rounds: state.rounds.map((round) => sealedTo(round, person && entryOf(state, person.id))),
});

/** What anybody may know: the terms, the lots, the counts and the places; of entrants the name they play under. */
export function viewFor(state: Tournament, person: Person | null): Tournament {
  const { name, stage, versions, tables, approved, places, prizes, isPublished } = state;
  const entries = Object.entries(state.entries).map(([number, entrant]) => [
    number,
    openly(entrant, person !== null && entrant.person === person.id),
  ]);
  return {
    ...NO_TOURNAMENT,
    ...{ name, stage, versions, tables, approved, places, prizes, isPublished },
    entries: Object.fromEntries(entries),
    rounds: covered(state, person).rounds,
  };
}

/** A prize in real money that nobody has paid yet: until then it is not over, however many were played since. */
const isOwing = (state: Tournament): boolean =>
  termsOf(state)?.fees.money === 'real' && state.prizes.some(({ player }) => !state.paid.includes(player));

function overAt(state: Tournament): number | null {
  const { stage, endedAt = 0 } = state;
  return stage === 'cancelled' || (stage === 'over' && !isOwing(state)) ? endedAt : null;
}

/**
 * A director runs any, and an inspector looks at any, at whatever tables they are; managers alone are of books, and see
 * what is of none yet: somebody of theirs is about to say of which.
 */
const OF_ALL_BOOKS: readonly PostName[] = ['tournament-director', 'inspector'];

/** Tournaments as crown 8 wants them: one stream each, from the terms to the prizes. */
export const TOURNAMENTS: Office<Tournament, TournamentEvent> = office<Tournament, TournamentEvent>({
  name: 'tournaments',
  title: 'Tournaments',
  streams: 'many',
  begins: ['plan'],
  // The house's own cup, one after another.
  ownNames: /^quick-/,
  version: 1,
  // The second knows who paid for an entry before somebody else had it.
  shape: 2,
  start: NO_TOURNAMENT,
  verbs: { ...PLANNING, ...ENTERING, ...PLAYING, ...ENDING },
  evolve,
  entries: (before, event) => entries(before, event),
  audience: AUDIENCE,
  subject: (event) => ('person' in event ? (event.person ?? null) : null),
  due: (state) => timeDue(state),
  // Of their own names: a report on the record adds up what all books count.
  counts: ({ entries: all }) => ({ entrants: Object.keys(all).length }),
  tells: (state) => ({
    name: state.name,
    stage: state.stage,
    startsAt: termsOf(state)?.starts.at ?? null,
    players: entriesThat(state, 'in').length,
    most: termsOf(state)?.players.most ?? null,
    round: state.rounds.length,
    tables: state.tables.map(({ id }) => id),
  }),
  overAt,
  // What a manager does with it, promising and calling off, is for those of the books at whose tables it is.
  ofBooks: booksOf,
  entitles: (state, person) =>
    OF_ALL_BOOKS.some((post) => holdsPost(person, post, null)) ||
    (booksOf(state).length === 0 && isManager(person)),
  covered,
  view: viewFor,
});
