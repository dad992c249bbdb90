import { isDeepStrictEqual } from 'node:util';
import {
  type AnyOffice,
  type CompanionEvent,
  decideIn,
  NO_MATTER,
  type OfficeEvent,
  optionsAt,
  type Person,
  readBody,
  shown,
  type TableStep,
  type Verb,
  type Viewer,
  type Who,
  whyNotTwo,
  whyNotVerb,
} from '@boxperson/offices';
import { RULEBOOKS, restoreTable, saveTable, type Table, type TableEvent } from '@boxperson/rules';
import fc from 'fast-check';
import {
  decideAll,
  followed,
  leadOf,
  type Moved,
  move,
  openingOf,
  type Play,
  playAt,
  type Standing,
} from './beside.js';
import { asKept, factsFor, freeze, type Listed, PEOPLE, placeOf } from './world.js';

// What every office owes, checked from outside by what it does: an office passes by being listed.

interface Attempt {
  readonly verb: string;
  readonly body: unknown;
  /** Null: the house itself. */
  readonly by: Person | null;
  readonly wait: number;
  readonly roll: number;
}

/** The table that the office goes along with goes on by itself. */
interface Played {
  readonly plays: readonly Play[];
  readonly wait: number;
}

/** What happened, by whichever word it was asked for, with the books and the table before and after. */
interface Moment extends Moved {
  readonly verb: string;
  readonly at: number;
}

/** What came of an attempt. */
interface Tried extends Attempt, Moment {
  readonly accepted: boolean;
  readonly wasTheirs: boolean;
  /** The books would have had it so, and the table said no. */
  readonly wasOverruled: boolean;
}

/** Everything in its order, and those moments of it at which somebody asked. */
interface Life {
  readonly moments: readonly Moment[];
  readonly tried: readonly Tried[];
}

const waitArb = fc.constantFrom(0, 1, 1_000, 600_000, 86_400_000);

const regularArb = ({ regulars = [] }: Listed) =>
  regulars.length === 0
    ? []
    : [{ weight: 12, arbitrary: fc.constantFrom(...PEOPLE.filter(({ id }) => regulars.includes(id))) }];

const attemptArb = (listed: Listed): fc.Arbitrary<Attempt> =>
  fc.constantFrom(...Object.keys(listed.bodies)).chain((verb) =>
    fc.record({
      verb: fc.constant(verb),
      body: listed.bodies[verb] as fc.Arbitrary<unknown>,
      by: fc.oneof(
        { weight: 3, arbitrary: fc.constant(null) },
        { weight: 5, arbitrary: fc.constantFrom(...PEOPLE) },
        ...regularArb(listed),
      ),
      wait: waitArb,
      roll: fc.nat(5),
    }),
  );

const actArb = (listed: Listed): fc.Arbitrary<Attempt | Played> =>
  listed.beside
    ? fc.oneof(
        { weight: 3, arbitrary: attemptArb(listed) },
        { weight: 1, arbitrary: fc.record({ plays: listed.beside.plays, wait: waitArb }) },
      )
    : attemptArb(listed);

const verbOf = ({ office }: Listed, name: string): Verb<unknown, OfficeEvent> =>
  office.verbs[name] as Verb<unknown, OfficeEvent>;

let count = 0;
const NOTHING = { played: [] as readonly TableEvent[], wasOverruled: false };

/** The one way in, without what is around it: may they, can it be read, does it go, also at the table. */
function attempt(
  listed: Listed,
  standing: Standing,
  { verb: name, body, by, roll }: Omit<Attempt, 'wait'>,
  at: number,
) {
  const { books: state } = standing;
  const verb = verbOf(listed, name);
  const read = readBody(verb as Verb<never, never>, body);
  if (!read.ok) return { wasTheirs: false, decided: read, ...NOTHING };
  const here = leadOf(listed, standing)?.id ?? null;
  const theirs =
    (verb.who !== 'house' || by === null) &&
    whyNotVerb(listed.office, verb as Verb<unknown, never>, state, read.value, by, placeOf, here) === null;
  if (!theirs) return { wasTheirs: false, decided: null, ...NOTHING };
  const other = PEOPLE.find(({ id }) => id === (by?.id === 's-all-2' ? 's-all' : 's-all-2')) ?? null;
  const second = by && verb.second?.(state, read.value, at) ? other : null;
  const needs = verb.needs?.(state, read.value, by) ?? {};
  const lead = leadOf(listed, standing);
  const fresh = `fresh${at}x${++count}`;
  const asked = { by, second, at, fresh, ...(lead ? { table: lead } : {}), body: read.value };
  const decided = decideIn(listed.office, verb, state, asked, factsFor(listed, roll)(needs));
  if (!decided.ok) return { wasTheirs: true, decided, ...NOTHING };
  const atTable = decideAll(standing, verb.atTable?.commands(decided.value, asked) ?? [], at);
  return atTable.ok
    ? { ...NOTHING, wasTheirs: true, decided, played: atTable.value }
    : { ...NOTHING, wasTheirs: true, decided: atTable, wasOverruled: true };
}

/** A life of an office: random people ask for random things. */
class Living {
  readonly #listed: Listed;
  #standing: Standing;
  #at = 1_790_000_000_000;
  readonly moments: Moment[] = [];
  readonly tried: Tried[] = [];

  constructor(listed: Listed) {
    this.#listed = listed;
    const books: unknown = freeze(structuredClone(listed.office.start));
    this.#standing = { books, table: null, n: 0 };
    if (!listed.beside) return;
    this.#move('open', openingOf(listed, this.#at), []);
    this.#play(listed.beside.first);
  }

  #move(verb: string, played: readonly TableEvent[], said: readonly OfficeEvent[]): Moment {
    const moment = { verb, at: this.#at, ...move(this.#listed, this.#standing, played, said, this.#at) };
    this.#standing = moment.after;
    this.moments.push(moment);
    return moment;
  }

  #play(plays: readonly Play[]): void {
    for (const play of plays) {
      const next = this.#standing.table && playAt(this.#standing.table, play, this.#at);
      if (!next) continue;
      const decided = decideAll(this.#standing, [next.command], next.at);
      if (!decided.ok) continue;
      this.#at = next.at;
      this.#move(String(next.command['do']), decided.value, []);
    }
  }

  #ask(one: Attempt): void {
    const body = this.#listed.fill?.(this.#standing.books, one.body, one.roll) ?? one.body;
    const said = { ...one, body };
    const { decided, played, ...how } = attempt(this.#listed, this.#standing, said, this.#at);
    const events = decided?.ok ? (decided.value as readonly OfficeEvent[]) : [];
    const moment = this.#move(one.verb, played, events);
    this.tried.push({ ...said, ...moment, accepted: decided?.ok === true, ...how });
  }

  act(one: Attempt | Played): void {
    this.#at += one.wait;
    if ('plays' in one) this.#play(one.plays);
    else this.#ask(one);
  }
}

function live(listed: Listed, acts: readonly (Attempt | Played)[]): Life {
  const life = new Living(listed);
  for (const one of acts) life.act(one);
  return life;
}

const SAMPLES = Number(process.env['OFFICE_RUNS'] ?? 40);
const LENGTH = 60;

function lives(listed: Listed, runs: number): readonly Life[] {
  const arb = fc.array(actArb(listed), { minLength: LENGTH, maxLength: LENGTH });
  const rehearsed = rehearsal(listed);
  return fc
    .sample(arb, { numRuns: runs, seed: 12 })
    .map((acts, index) => live(listed, index % 2 === 0 ? [...rehearsed, ...acts] : acts));
}

/** What takes several people in turn does not come about by chance: every other life begins with it. */
const rehearsal = ({ rehearsed = [] }: Listed): readonly Attempt[] =>
  rehearsed.map(({ verb, body, by, wait = 1_000 }) => ({
    verb,
    body,
    by: PEOPLE.find(({ id }) => id === by) ?? null,
    wait,
    roll: 0,
  }));

/** What never came about in any life: nothing that is checked then says anything about it. */
function* unheard({ office }: Listed, tried: readonly Tried[]): Generator<string> {
  const accepted = tried.filter((one) => one.accepted);
  for (const [name, { atTable }] of Object.entries(office.verbs)) {
    const own = accepted.filter(({ verb }) => verb === name);
    if (own.length === 0) yield `${name}: nothing that was said with it was ever accepted`;
    if (atTable && !own.some(({ played }) => played.length > 0))
      yield `${name}: it never did anything at the table`;
  }
  const goesToTable = Object.values(office.verbs).some(({ atTable }) => atTable);
  if (goesToTable && !tried.some(({ wasOverruled }) => wasOverruled))
    yield `${office.name}: the table never said no to anything`;
}

/** An office that goes along with a table is asked beside one, and hears its events. */
function* unaccompanied({ office, beside }: Listed, all: readonly Life[]): Generator<string> {
  if ((office.accompanies !== undefined) !== (beside !== undefined))
    return yield `${office.name}: listed ${beside ? 'with' : 'without'} a table, against its own word`;
  if (!office.accompanies) return;
  const moments = all.flatMap((life) => life.moments);
  const tables = moments.flatMap(({ after }) => (after.table ? [after.table] : []));
  if (!tables.every((table) => office.accompanies?.joins(table)))
    yield `${office.name}: does not join the table beside which it is listed`;
}

/** Everything that an office does wrong, in words; nothing when it does nothing wrong. */
export function faultsIn(listed: Listed, runs = SAMPLES): readonly string[] {
  const faults = new Set<string>();
  const all = lives(listed, runs);
  const tried = all.flatMap((life) => life.tried);
  for (const fault of [...unheard(listed, tried), ...unaccompanied(listed, all), ...words(listed, tried)])
    faults.add(fault);
  for (const life of all) {
    for (const fault of [
      ...replays(listed, life.moments),
      ...refusals(life.tried),
      ...offers(listed, life.tried),
      ...strangers(listed, life.tried),
      ...money(listed, life.moments),
      ...audiences(listed, life.moments),
      ...clocks(listed, life.moments),
      ...pairs(listed, life.tried),
      ...companions(listed, life.moments),
    ])
      faults.add(fault);
  }
  return [...faults];
}

/** Every object has them: looked up carelessly, they are found in books where nobody put them. */
const WORDS = ['constructor', 'toString', '__proto__'];
const WORD_TRIES = 4;

/** What was accepted, said again with such a word in each field in turn: refused, or a word like any other. */
function* words(listed: Listed, tried: readonly Tried[]): Generator<string> {
  const left = new Map(Object.keys(listed.office.verbs).map((name) => [name, WORD_TRIES]));
  for (const one of tried) {
    const more = left.get(one.verb) ?? 0;
    if (!one.accepted || more === 0) continue;
    left.set(one.verb, more - 1);
    for (const [field, value] of Object.entries(one.body as object))
      for (const word of typeof value === 'string' ? WORDS : []) {
        const body = { ...(one.body as object), [field]: word };
        const why = whyThrown(listed, one, body);
        if (why !== null) yield `${one.verb}: with ${field} ${word} it throws: ${why}`;
      }
  }
}

function whyThrown(listed: Listed, { verb, by, roll, before, at }: Tried, body: object): string | null {
  try {
    const { decided, played } = attempt(listed, before, { verb, body, by, roll }, at);
    if (decided?.ok) move(listed, before, played, decided.value as readonly OfficeEvent[], at);
    return null;
  } catch (error) {
    return String(error);
  }
}

const copied = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** The same once it is written down. Most are so to the letter, and need not be read again. */
function isSameOnPaper(one: unknown, other: unknown): boolean {
  const [first, second] = [JSON.stringify(one), JSON.stringify(other)];
  return first === second || isDeepStrictEqual(JSON.parse(first), JSON.parse(second));
}

/** Where an event stands: of an office that stands alone, after everything that was before. */
const placeIn = (event: OfficeEvent): number => (event as Partial<CompanionEvent>).n ?? 0;

/** Two records put together: an event of the books comes when the table has got as far as it says. */
function replayed(office: AnyOffice, from: Standing, { played, written }: Moment): Standing {
  let standing = from;
  const left = written.map(({ event }) => asKept(office, event));
  const take = () => {
    for (let next = left[0]; next && placeIn(next) <= standing.n; next = left[0]) {
      standing = { ...standing, books: office.evolve(standing.books, next) };
      left.shift();
    }
  };
  for (const event of played) {
    take();
    standing = followed(office, standing, copied(event) as TableEvent).standing;
  }
  take();
  return left.length === 0 ? standing : { ...standing, books: 'an event whose place never came' };
}

/** A table as the rules save it, restored. */
const reread = (table: Table): Table =>
  restoreTable(copied(saveTable(table)) as ReturnType<typeof saveTable>);

/** From the log alone the books come out the same, from any place in it on. */
function* replays({ office }: Listed, life: readonly Moment[]): Generator<string> {
  let standing: Standing = { books: office.start, table: null, n: 0 };
  for (const moment of life) {
    standing = replayed(office, standing, moment);
    if (!isSameOnPaper(standing.books, moment.after.books))
      return yield `${moment.verb}: replayed, the books are not the same`;
    // Saved and restored on the way.
    standing = { ...standing, books: copied(standing.books) };
    if (moment.played.length > 0) standing = { ...standing, table: standing.table && reread(standing.table) };
  }
}

/** A refused command changes nothing; one that is accepted says what happened, in this version, now. */
function* refusals(life: readonly Tried[]): Generator<string> {
  for (const { accepted, before, after, said, verb, at } of life) {
    if (!accepted && (before.books !== after.books || before.table !== after.table))
      yield `${verb}: refused, and the books changed`;
    if (accepted && said.length === 0) yield `${verb}: accepted, and nothing happened`;
    if (said.some((event) => event.at !== at)) yield `${verb}: an event is not of its time`;
  }
}

/**
 * What an office owes to the table that it goes along with: its books can stand beside it, only the table brings about
 * what is said to follow from it, and it follows from the record as it did at the time.
 */
function* companions({ office }: Listed, life: readonly Moment[]): Generator<string> {
  const { accompanies } = office;
  if (!accompanies) return;
  for (const moment of life) {
    const { verb, said, remarks, steps, after, written } = moment;
    if (said.some((event) => accompanies.isRemark(event)))
      yield `${verb}: says what only the table brings about`;
    if (!remarks.every((event) => accompanies.isRemark(event)))
      yield `${verb}: its remark is not known as one`;
    const again = steps.flatMap((step) => accompanies.remarks(rereadStep(step)));
    const first = steps.flatMap((step) => accompanies.remarks(step));
    if (!isSameOnPaper(again, first)) yield `${verb}: its remarks are not the same twice`;
    for (const one of written) {
      const fault = after.table && accompanies.fault?.(one.after, one.event, after.table);
      if (fault) yield `${verb}: the books cannot stand beside the table`;
    }
    if (standsAhead(office, verb) && !isSameOnPaper(ahead(office, moment), after.books))
      yield `${verb}: it stands ahead of the table's events, and comes to something else there`;
  }
}

const standsAhead = ({ verbs }: AnyOffice, name: string): boolean => verbs[name]?.atTable?.own === 'ahead';

/** The books when what was said is taken in where it stands in the log: before the table's own. */
function ahead(office: AnyOffice, { before, said, remarks, steps }: Moment): unknown {
  const take = (books: unknown, events: readonly OfficeEvent[]): unknown =>
    events.reduce((state, event) => office.evolve(state, asKept(office, event)), books);
  const own = take(before.books, said);
  return take(
    steps.reduce((books, step) => office.accompanies?.follow(books, step), own),
    remarks,
  );
}

const rereadStep = ({ before, event, after, n }: TableStep): TableStep => ({
  before: reread(before),
  event: copied(event) as TableEvent,
  after: reread(after),
  n,
});

/** What is offered is what is accepted. */
function* offers(listed: Listed, life: readonly Tried[]): Generator<string> {
  for (const { by, verb, body, before, at, roll, accepted } of life) {
    if (by === null || !readBody(verbOf(listed, verb) as Verb<never, never>, body).ok) continue;
    const facts = factsFor(listed, roll);
    const needs = verbOf(listed, verb).needs?.(before.books, body, by) ?? {};
    // Whether the second is fit to be one is asked when there is one.
    if (verbOf(listed, verb).second?.(before.books, body, at)) continue;
    const around = { at, facts: facts(needs), placeOf, table: leadOf(listed, before) };
    const [option] = optionsAt(listed.office, before.books, by, [{ do: verb, body }], around);
    if ((option?.refused === null) !== accepted)
      yield `${verb}: ${accepted ? 'accepted and not offered' : 'offered and not accepted'} to ${by.id}`;
  }
}

/** Who may, told apart from the code that is tested: by hand for each kind of `who`. */
function may(
  who: Who,
  person: Person,
  owner: string | null,
  here: string | null,
  ofBooks: readonly string[] = [],
): boolean {
  if (person.inactive) return false;
  if (who === 'anybody') return true;
  if (who === 'players') return ['guest', 'player'].includes(person.kind);
  if (who === 'staff') return person.kind === 'staff';
  if (who === 'devices') return person.kind === 'device';
  if (who === 'own-matter') return person.id === owner;
  if (who === 'house') return false;
  // Tables of this world bear the name of their book.
  if (who === 'crew') return (person.roles ?? []).some(({ rulebook }) => [here, '*'].includes(rulebook));
  if ('either' in who) return who.either.some((one) => may(one, person, owner, here, ofBooks));
  const held = (person.roles ?? []).map(({ rulebook, role }) => `${rulebook} ${role}`);
  if ('crewOf' in who) return held.some((one) => one.startsWith(`${who.crewOf} `));
  if ('power' in who) {
    const { roles, powers } = RULEBOOKS[who.of];
    const least = roles.findIndex(({ id }) => id === powers[who.power]?.role);
    return roles.some(({ id }, rank) => rank >= least && least >= 0 && held.includes(`${who.of} ${id}`));
  }
  const isHere = (tables: readonly string[] | '*') =>
    here === null || tables === '*' || tables.includes(here);
  const holds = (person.posts ?? []).some((one) => one.post === who.post && isHere(one.tables));
  const meant = here === null ? ofBooks : [here];
  const tops = Object.values(RULEBOOKS).flatMap(({ id, roles }) =>
    held.includes(`${id} ${roles.at(-1)?.id}`) ? [id as string] : [],
  );
  const isTop = tops.length > 0 && meant.every((id) => tops.includes(id));
  return holds || (who.post === 'manager' && isTop);
}

/** Nobody outside `who` gets in, and nobody inside is kept out. */
function* strangers(listed: Listed, life: readonly Tried[]): Generator<string> {
  for (const { by, verb: name, body, before, wasTheirs, accepted } of life) {
    const verb = verbOf(listed, name);
    if (by === null || verb.table || !readBody(verb as Verb<never, never>, body).ok) continue;
    const owner = verb.owner?.(before.books, body) ?? NO_MATTER.owner;
    const here = leadOf(listed, before)?.id ?? null;
    const books = [...(listed.booksOf?.(before.books) ?? []), ...(verb.brings?.(before.books) ?? [])];
    if (may(verb.who, by, owner, here, books) !== wasTheirs)
      yield `${name}: ${wasTheirs ? 'open' : 'closed'} to ${by.id}, against its own word`;
    if (accepted && !wasTheirs) yield `${name}: done for ${by.id}, whose it is not`;
  }
}

/** Entries balance, bear the name of their event, and follow from it alone. */
function* money({ office }: Listed, life: readonly Moment[]): Generator<string> {
  for (const { written, verb } of life) {
    for (const { event, before, after } of written) {
      const kept = asKept(office, event);
      const [entries, again] = [office.entries(before, kept, after), office.entries(before, kept, after)];
      if (!isDeepStrictEqual(entries, again)) yield `${verb}: its entries are not the same twice`;
      for (const { reason, postings } of entries) {
        if (postings.reduce((sum, { amount }) => sum + amount, 0) !== 0)
          yield `${verb}: an entry does not balance`;
        if (postings.some(({ amount }) => !Number.isSafeInteger(amount))) yield `${verb}: not whole cents`;
        if (postings.length < 2) yield `${verb}: an entry has one side`;
        if (reason !== event.event) yield `${verb}: an entry does not bear the name of its event`;
      }
    }
  }
}

const HEAD = ['v', 'event', 'at'];
/** Where it stands beside its table. */
const PLACE = 'n';
const NOBODY: Viewer = { sees: (seers) => seers.includes('everybody'), alias: () => 'somebody' };

/** Every event and every field has an audience, and a stranger sees what is for everybody. */
function* audiences({ office }: Listed, life: readonly Moment[]): Generator<string> {
  const head = office.accompanies ? [...HEAD, PLACE] : HEAD;
  for (const { event } of life.flatMap(({ written }) => written)) {
    const rule = office.audience[event.event];
    if (!rule) {
      yield `${event.event}: has no audience`;
      continue;
    }
    for (const field of Object.keys(event)) {
      if (!head.includes(field) && !Object.hasOwn(rule.fields, field))
        yield `${event.event}: its field ${field} has no audience`;
    }
    const seen = shown(office.audience, event, NOBODY, false) as Record<string, unknown> | null;
    if ((seen !== null) !== rule.hears.includes('everybody'))
      yield `${event.event}: heard by the wrong people`;
    for (const [field, seers] of Object.entries(rule.fields)) {
      const isOpen = !('instead' in seers) && seers.includes('everybody');
      const value = (event as unknown as Record<string, unknown>)[field];
      if (seen && !isOpen && value !== undefined && seen[field] === value && typeof value === 'string')
        yield `${event.event}: its field ${field} is seen by strangers`;
    }
  }
}

/** What is due can be done then, by the house, and is not due again; saved and restored it is the same. */
function* clocks(listed: Listed, life: readonly Moment[]): Generator<string> {
  const { office } = listed;
  const due = office.due?.bind(office);
  if (!due) return;
  for (const { after, at } of life) {
    const next = due(after.books, at);
    if (!next) continue;
    if (!isDeepStrictEqual(due(copied(after.books), at), next)) yield `${next.do}: due is forgotten`;
    const then = Math.max(at, next.at);
    const one = { verb: next.do, body: next.body, by: null, roll: 0 };
    const early = attempt(listed, after, one, next.at - 1);
    if (next.at - 1 > at && early.decided?.ok) yield `${next.do}: done before it is due`;
    const { decided, played } = attempt(listed, after, one, then);
    if (!decided?.ok) {
      yield `${next.do}: due and refused`;
      continue;
    }
    const done = move(listed, after, played, decided.value as readonly OfficeEvent[], then).after.books;
    if (isDeepStrictEqual(due(done, then), next)) yield `${next.do}: due again after it was done`;
  }
}

/** Where it takes two, they are two. */
function* pairs({ office }: Listed, life: readonly Tried[]): Generator<string> {
  for (const { accepted, said, verb, by } of life) {
    if (!accepted || !by) continue;
    for (const event of said as unknown as readonly Record<string, unknown>[]) {
      const first = PEOPLE.find(({ id }) => id === event['by']);
      const second = PEOPLE.find(({ id }) => id === event['confirmedBy']);
      if (first && second && whyNotTwo(first, second, 0, 0) !== null && office.name !== 'proposals')
        yield `${verb}: ${first.id} and ${second.id} are not two`;
    }
  }
}
