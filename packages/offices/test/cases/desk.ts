// A whole house's cases and duties without a house: the same offices, the same projections, a clock that is set by hand.
import {
  type AnyOffice,
  account,
  CASES,
  type Case,
  type CaseNotice,
  type Code,
  DUTIES,
  type Duties,
  decideIn,
  type Entry,
  factsFrom,
  followingCases,
  isOpened,
  type Moment,
  momentIn,
  NO_CASE,
  type OfficeEvent,
  type OpenedCase,
  type Outcome,
  type Person,
  type Refused,
  readBody,
  replayIn,
  type TableFact,
  type Verb,
  whyNotVerb,
} from '@boxperson/offices';
import { RULEBOOK_IDS, RULEBOOKS, type RulebookId } from '@boxperson/rules';
import { placeOf, tableFact } from '../world.js';
import { playedAgain } from './played.js';

export const BOOKS = ['star', 'star-2024', 'crown', 'adelaide', 'aruze'] as const;
/** A table of every book under the book's name, and one that is kept for tournaments. */
const TABLES = new Map<string, TableFact>([
  ...RULEBOOK_IDS.map((id) => [id, tableFact(id)] as const),
  ['cup-1', { ...tableFact('crown', { tournament: true }), id: 'cup-1' }],
]);

const person = (id: string, more: Partial<Person>): Person => ({
  id,
  kind: 'staff',
  name: `${id.charAt(0).toUpperCase()}${id.slice(1)} Staff`,
  createdAt: 0,
  ...more,
});

/** Two of every role of every book, by `boxperson-1@star`; and those with posts. */
export const STAFF: ReadonlyMap<string, Person> = new Map([
  ...RULEBOOK_IDS.flatMap((rulebook) =>
    RULEBOOKS[rulebook].roles.flatMap(({ id: role }) =>
      [1, 2, 3].map((count) => {
        const id = `${role}-${count}-at-${rulebook}`;
        return [id, person(id, { roles: [{ rulebook, role }] })] as const;
      }),
    ),
  ),
  ...(['manager', 'inspector', 'surveillance', 'tournament-director', 'pit-supervisor'] as const).flatMap(
    (post) =>
      [1, 2].map((count) => {
        const id = `${post}-${count}`;
        return [id, person(id, { posts: [{ post, tables: '*' }] })] as const;
      }),
  ),
]);

export const PATRONS: ReadonlyMap<string, Person> = new Map(
  ['ann', 'bob', 'cat'].map((id) => [
    id,
    person(id, { kind: 'player', name: id.toUpperCase(), card: `C-${id}` }),
  ]),
);

/** Plays with play money. */
const GUEST = person('gil', { kind: 'guest', name: 'Gil' });

/** The lowest role of a book that has a power, as somebody of that role. */
export const holder = (rulebook: RulebookId, power: keyof (typeof RULEBOOKS)['star']['powers'], count = 1) =>
  `${RULEBOOKS[rulebook].powers[power]?.role}-${count}-at-${rulebook}`;

export const momentAt = (rulebook: RulebookId, over: Partial<Moment['lines'][number]> = {}): Moment => ({
  table: rulebook,
  rulebook,
  n: 7,
  to: 9,
  seq: 70,
  digest: '00',
  at: 1_767_225_600_000,
  rules: 'hash',
  sign: '$5 to $1,000',
  point: null,
  dice: [3, 4],
  call: 'winner',
  crew: [{ person: `dealer-1-at-${rulebook}`, name: 'Cyrus Dealer', role: 'dealer' }],
  lines: [
    {
      line: '1/pass/Annie',
      player: 'Annie',
      person: 'ann',
      wager: 'pass',
      stake: 50_000,
      owed: 50_000,
      paid: 0,
      ...over,
    },
    { line: '1/field/Bobby', player: 'Bobby', person: 'bob', wager: 'field', stake: 500, owed: 0, paid: 0 },
  ],
});

export interface Say {
  readonly by: string | null;
  readonly second?: string;
}

const everybody = (id: string): Person | null =>
  STAFF.get(id) ?? PATRONS.get(id) ?? (id === GUEST.id ? GUEST : null);

/** Whoever asks, by name; null is the house. */
const find = (id: string | null | undefined): Person | null => {
  if (id === null || id === undefined) return null;
  const found = everybody(id);
  if (!found) throw new Error(`nobody is called ${id}`);
  return found;
};

type Line = { readonly stream: string; readonly event: OfficeEvent };

export class Desk {
  readonly log: Line[] = [];
  readonly cases = new Map<string, Case>();
  readonly balances = new Map<string, number>();
  duties = DUTIES.start;
  moments = new Map<string, Moment>();
  /** Tables that do not run, or are not there any more. */
  readonly away = new Set<string>();
  /** Who sat where, as the house is asked for it. */
  readonly sat = new Set<string>();
  #following = followingCases.start();
  at: number;

  constructor(at = 1_767_225_600_000) {
    this.at = at;
    for (const id of PATRONS.keys()) this.balances.set(account.wallet(id), 10_000_000);
  }

  /** A case that there is. */
  case(matter: string): OpenedCase {
    const found = this.cases.get(matter) ?? NO_CASE;
    if (!isOpened(found)) throw new Error(`there is no case ${matter}`);
    return found;
  }

  #facts() {
    const table = (id: string) => (this.away.has(id) ? null : (TABLES.get(id) ?? null));
    const moment = (name: string) => {
      if (name.startsWith('sat-at/')) return this.sat.has(name) as unknown as Moment;
      if (name.startsWith('cases-at/') || name === 'matters/cases')
        return [...this.cases.values()] as unknown as Moment;
      const again = replayIn(name);
      const played = again && this.moments.get(again.table);
      if (played) return playedAgain(played.rulebook, played) as unknown as Moment;
      const found = momentIn(name);
      return found ? (this.moments.get(found.table) ?? null) : null;
    };
    const map = <T>(get: (name: string) => T) => ({ has: () => true, get }) as unknown as Map<string, T>;
    return factsFrom({
      balances: map((name) => this.balances.get(name) ?? null),
      persons: map(everybody),
      tables: map(table),
      books: map(moment),
    });
  }

  /** As it comes through the one way in: may they, can it be read, does it go. */
  #ask<State>(
    office: AnyOffice,
    state: State,
    [verb, said, { by, second }]: readonly [string, object, Say],
    matter?: string,
  ): Outcome<readonly OfficeEvent[]> {
    const found = office.verbs[verb] as Verb<unknown, OfficeEvent>;
    const body = readBody(found as Verb<never, never>, said);
    if (!body.ok) return body;
    const asker = find(by);
    const why = whyNotVerb(office, found as Verb<unknown, never>, state, body.value, asker, placeOf);
    if (why !== null) return { ok: false, refused: { code: 'not-allowed', clause: null, message: why } };
    const asked = { by: asker, second: find(second), at: this.at, fresh: 'fresh', body: body.value };
    return decideIn(office, found, state, matter ? { ...asked, matter } : asked, this.#facts());
  }

  #post(entries: readonly Entry[]): void {
    for (const { postings } of entries)
      for (const { account: name, amount } of postings)
        this.balances.set(name, (this.balances.get(name) ?? 0) + amount);
  }

  /** Asks something of a case; what it obliges the house to goes to its duties. */
  try(matter: string, verb: string, body: object, say: Say): Outcome<readonly OfficeEvent[]> {
    const before = this.cases.get(matter) ?? NO_CASE;
    const decided = this.#ask(CASES, before, [verb, body, say], matter);
    if (!decided.ok) return decided;
    for (const event of decided.value) {
      const state = this.cases.get(matter) ?? NO_CASE;
      const after = CASES.evolve(state, JSON.parse(JSON.stringify(event)));
      this.#post(CASES.entries(state, event as never, after));
      this.cases.set(matter, after);
      this.log.push({ stream: `cases/${matter}`, event });
      this.#fold(this.log.length - 1);
    }
    return decided;
  }

  #fold(from: number): void {
    for (const [index, { stream, event }] of this.log.slice(from).entries()) {
      const seq = from + index + 1;
      const line = { seq, stream, position: seq, at: event.at, event };
      this.#following = followingCases.fold(this.#following, line, (notice) => this.#tell(notice));
    }
  }

  #tell({ do: verb, body }: CaseNotice): void {
    const told = this.#ask(DUTIES, this.duties, [verb, body, { by: null }]);
    if (told.ok) for (const event of told.value) this.duties = DUTIES.evolve(this.duties, event as never);
    else if (told.refused.code !== 'taken') throw new Error(`${verb}: ${told.refused.message}`);
  }

  do(matter: string, verb: string, body: object, by: string | null, second?: string): void {
    const done = this.try(matter, verb, body, second === undefined ? { by } : { by, second });
    if (!done.ok) throw new Error(`${verb} by ${by}: ${done.refused.code}: ${done.refused.message}`);
  }

  /** What it is refused with. */
  refusal(matter: string, verb: string, body: object, by: string | null, second?: string): Refused {
    const done = this.try(matter, verb, body, second === undefined ? { by } : { by, second });
    if (done.ok) throw new Error(`${verb} by ${by} was not refused`);
    return done.refused;
  }

  /** Something of the duties. */
  duty(verb: string, body: object, by: string | null): Refused | null {
    const done = this.#ask(DUTIES, this.duties, [verb, body, { by }]);
    if (!done.ok) return done.refused;
    for (const event of done.value)
      this.duties = DUTIES.evolve(this.duties, JSON.parse(JSON.stringify(event)));
    return null;
  }

  /** The clock goes on: whatever is due on the way is done, each at its time or, after a jump, as soon as it can be. */
  until(at: number, seen: (due: { readonly at: number; readonly do: string }) => void = () => {}): void {
    for (;;) {
      const due = DUTIES.due?.(this.duties, this.at) ?? null;
      if (!due || due.at > at) break;
      this.at = Math.max(this.at, due.at);
      const refused = this.duty(due.do, due.body, null);
      if (refused) throw new Error(`${due.do} was due: ${refused.message}`);
      seen(due);
    }
    this.at = Math.max(this.at, at);
  }

  /** The house was closed, and opens again from its record: every projection is read anew. */
  restart(): void {
    for (const matter of this.cases.keys()) {
      const events = this.log.filter(({ stream }) => stream === `cases/${matter}`);
      this.cases.set(
        matter,
        events.reduce<Case>(
          (state, { event }) => CASES.evolve(state, JSON.parse(JSON.stringify(event))),
          NO_CASE,
        ),
      );
    }
    this.duties = JSON.parse(JSON.stringify(this.duties)) as Duties;
    this.#following = followingCases.start();
    this.#fold(0);
  }
}

export const codeOf = ({ code, clause }: Refused): readonly [Code, string | null] => [code, clause];
