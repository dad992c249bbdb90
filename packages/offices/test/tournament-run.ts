import {
  decideIn,
  factsFrom,
  type Needs,
  type Outcome,
  type Person,
  readBody,
  type TableFact,
  TOURNAMENTS,
  type Tournament,
  type TournamentEvent,
  type Verb,
  whyNotVerb,
} from '@boxperson/offices';
import type { RulebookId } from '@boxperson/rules';
import { tableFact } from './world.js';

// A tournament without a house around it: the books, the ledger and people who ask.

const post = (id: string, name: 'tournament-director' | 'manager' | 'cashier'): Person => ({
  id,
  kind: 'staff',
  name: id,
  createdAt: 0,
  posts: [{ post: name, tables: '*' }],
});

export const DIRECTOR = post('s-irene', 'tournament-director');
export const DEPUTY = post('s-dora', 'tournament-director');
export const MANAGER = post('s-max', 'manager');
export const CASHIER = post('s-cleo', 'cashier');
export const playerOf = (n: number): Person => ({
  id: `p${n}`,
  kind: 'player',
  name: `Player ${n}`,
  createdAt: 0,
});
export const guestOf = (n: number): Person => ({
  id: `g${n}`,
  kind: 'guest',
  name: `Guest ${n}`,
  createdAt: 0,
});
export const STAFF_PLAYER: Person = { id: 'croupier', kind: 'staff', name: 'Croupier', createdAt: 0 };

export const T0 = 1_790_000_000_000;
export const STARTS = T0 + 86_400_000;
const WALLET = 100_000_000;

/** Tables of one book, under any names. */
export const tablesOf = (count: number, rulebook: RulebookId = 'crown'): ReadonlyMap<string, TableFact> =>
  new Map(
    Array.from({ length: count }, (_, at) => [
      `t${at + 1}`,
      { ...tableFact(rulebook, { tournament: true }), id: `t${at + 1}` },
    ]),
  );

export class Run {
  state: Tournament = TOURNAMENTS.start;
  at = T0;
  /** Who agrees, where it takes two. */
  second: Person | null = null;
  readonly events: TournamentEvent[] = [];
  readonly ledger = new Map<string, number>();
  readonly people = new Map<string, Person>();
  readonly tables: ReadonlyMap<string, TableFact>;
  #count = 0;

  constructor(tables = tablesOf(30), people: readonly Person[] = []) {
    this.tables = tables;
    for (const person of [DIRECTOR, DEPUTY, MANAGER, CASHIER, STAFF_PLAYER, ...people])
      this.people.set(person.id, person);
  }

  /** What an account holds: everybody comes with plenty. */
  balance(account: string): number {
    return (this.ledger.get(account) ?? 0) + (account.startsWith('player/') ? WALLET : 0);
  }

  #facts({ balances = [], persons = [], tables = [], books = [] }: Needs) {
    return factsFrom({
      balances: new Map(balances.map((name) => [name, this.balance(name)])),
      persons: new Map(persons.map((id) => [id, this.people.get(id) ?? null])),
      tables: new Map(tables.map((id) => [id, this.tables.get(id) ?? null])),
      // There is this tournament, and nothing else in which anything is promised.
      books: new Map(books.map((name) => [name, name === 'matters/tournaments' ? [this.state] : []])),
    });
  }

  /** Asks, and says what became of it. */
  ask(name: string, by: Person | null, said: object = {}): Outcome<readonly TournamentEvent[]> {
    const verb = TOURNAMENTS.verbs[name] as unknown as Verb<Tournament, TournamentEvent>;
    if (by) this.people.set(by.id, by);
    const read = readBody(verb as unknown as Verb<never, never>, said);
    if (!read.ok) return read;
    const why = whyNotVerb(
      TOURNAMENTS,
      verb as Verb<Tournament, never>,
      this.state,
      read.value,
      by,
      () => null,
    );
    if (why !== null) return { ok: false, refused: { code: 'not-allowed', clause: null, message: why } };
    const facts = this.#facts(verb.needs?.(this.state, read.value, by) ?? {});
    const { second, at } = this;
    const asked = { by, second, at, fresh: `word${++this.#count}`, body: read.value };
    const decided = decideIn<Tournament, TournamentEvent>(TOURNAMENTS, verb, this.state, asked, facts);
    if (decided.ok) for (const event of decided.value) this.#take(event);
    return decided;
  }

  #take(event: TournamentEvent): void {
    const kept = JSON.parse(JSON.stringify(event)) as TournamentEvent;
    const after = TOURNAMENTS.evolve(this.state, kept);
    for (const { postings } of TOURNAMENTS.entries(this.state, kept, after))
      for (const { account, amount } of postings)
        this.ledger.set(account, (this.ledger.get(account) ?? 0) + amount);
    this.events.push(kept);
    this.state = after;
  }

  /** It must go. */
  do(name: string, by: Person | null, said: object = {}): readonly TournamentEvent[] {
    const done = this.ask(name, by, said);
    if (!done.ok) throw new Error(`${name}: ${done.refused.clause ?? ''} ${done.refused.message}`);
    return done.value;
  }

  /** It must not: the clause that says no, and why. */
  no(
    name: string,
    by: Person | null,
    said: object = {},
  ): { readonly clause: string | null; readonly message: string } {
    const before = this.state;
    const done = this.ask(name, by, said);
    if (done.ok) throw new Error(`${name} was accepted`);
    if (this.state !== before) throw new Error(`${name} was refused and changed something`);
    return done.refused;
  }
}

/** Everything up to open entries. */
export function opened(terms: object, tables = tablesOf(30), people: readonly Person[] = []): Run {
  const run = new Run(tables, people);
  run.do('plan', DIRECTOR, { name: 'The cup', startsAt: STARTS });
  run.do('draft-terms', DIRECTOR, { terms });
  run.do('publish-terms', DIRECTOR);
  run.do('advise-inspectorate', DIRECTOR, { inspector: 'Inspector Day', how: 'in person' });
  run.do('name-director', MANAGER, { person: DIRECTOR.id });
  run.do('designate-tables', DIRECTOR, { tables: [...tables.keys()] });
  if ((terms as { kind?: string }).kind !== undefined && (terms as { kind?: string }).kind !== 'ordinary')
    run.do('approve-staff', MANAGER, { officer: 'chief-executive', name: 'The chief' });
  run.do('open-entries', DIRECTOR);
  run.do('come', DIRECTOR);
  return run;
}

export const ENTER = { accept: true, version: 1, signature: 'signed', publicity: false };

export function entered(run: Run, count: number, from = 1): void {
  for (let n = from; n < from + count; n += 1) run.do('enter', playerOf(n), ENTER);
}

/** Up to the start of the next round. */
export function started(run: Run, faces = '1652431563', kind = 'round'): void {
  run.do('prepare-round', DIRECTOR, { kind });
  run.do('draw-lots', DIRECTOR, { faces });
  run.do('start-round', DIRECTOR);
}

/** One count at a table: what everybody there has. */
export function counts(
  run: Run,
  table: string,
  roll: number,
  bank: (entry: string) => number,
  short: readonly string[] = [],
): void {
  const round = run.state.rounds.at(-1);
  const here = (round?.places ?? []).filter((place) => place.table === table);
  run.do('count', null, {
    table,
    roll,
    banks: Object.fromEntries(here.map(({ player }) => [player, bank(player)])),
    short,
  });
}
