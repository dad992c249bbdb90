import { isDeepStrictEqual } from 'node:util';
import {
  decideIn,
  NO_MATTER,
  type OfficeEvent,
  optionsAt,
  type Person,
  readBody,
  shown,
  type Verb,
  type Viewer,
  type Who,
  whyNotTwo,
  whyNotVerb,
} from '@boxperson/offices';
import { RULEBOOKS } from '@boxperson/rules';
import fc from 'fast-check';
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

/** What came of an attempt, with the books before and after. */
interface Tried extends Attempt {
  readonly at: number;
  readonly before: unknown;
  readonly after: unknown;
  readonly events: readonly OfficeEvent[];
  readonly accepted: boolean;
  readonly wasTheirs: boolean;
}

const attemptArb = (listed: Listed): fc.Arbitrary<Attempt> =>
  fc.constantFrom(...Object.keys(listed.bodies)).chain((verb) =>
    fc.record({
      verb: fc.constant(verb),
      body: listed.bodies[verb] as fc.Arbitrary<unknown>,
      by: fc.oneof(
        { weight: 3, arbitrary: fc.constant(null) },
        { weight: 5, arbitrary: fc.constantFrom(...PEOPLE) },
      ),
      wait: fc.constantFrom(0, 1, 1_000, 600_000, 86_400_000),
      roll: fc.nat(5),
    }),
  );

const verbOf = ({ office }: Listed, name: string): Verb<unknown, OfficeEvent> =>
  office.verbs[name] as Verb<unknown, OfficeEvent>;

let count = 0;

/** The one way in, without what is around it: may they, can it be read, does it go. */
function attempt(listed: Listed, state: unknown, { verb: name, body, by, roll }: Attempt, at: number) {
  const verb = verbOf(listed, name);
  const read = readBody(verb as Verb<never, never>, body);
  if (!read.ok) return { wasTheirs: false, decided: read };
  const theirs =
    (verb.who !== 'house' || by === null) &&
    whyNotVerb(verb as Verb<unknown, never>, state, read.value, by, placeOf) === null;
  if (!theirs) return { wasTheirs: false, decided: null };
  const other = PEOPLE.find(({ id }) => id === (by?.id === 's-all-2' ? 's-all' : 's-all-2')) ?? null;
  const second = by && verb.second?.(state, read.value, at) ? other : null;
  const needs = verb.needs?.(state, read.value, by) ?? {};
  const asked = { by, second, at, fresh: `fresh${at}x${++count}`, body: read.value };
  return {
    wasTheirs: true,
    decided: decideIn(listed.office, verb, state, asked, factsFor(listed, roll)(needs)),
  };
}

/** A life of an office: random people ask for random things. */
function live(listed: Listed, attempts: readonly Attempt[]): readonly Tried[] {
  let state: unknown = freeze(structuredClone(listed.office.start));
  let at = 1_790_000_000_000;
  return attempts.map((one) => {
    at += one.wait;
    const before = state;
    const body = listed.fill?.(state, one.body, one.roll) ?? one.body;
    const { decided, wasTheirs } = attempt(listed, state, { ...one, body }, at);
    const events = decided?.ok ? (decided.value as readonly OfficeEvent[]) : [];
    for (const event of events) state = freeze(listed.office.evolve(state, asKept(listed.office, event)));
    return { ...one, body, at, before, after: state, events, accepted: decided?.ok === true, wasTheirs };
  });
}

const SAMPLES = Number(process.env['OFFICE_RUNS'] ?? 40);
const LENGTH = 60;

function lives(listed: Listed): readonly (readonly Tried[])[] {
  const arb = fc.array(attemptArb(listed), { minLength: LENGTH, maxLength: LENGTH });
  return fc.sample(arb, { numRuns: SAMPLES, seed: 12 }).map((attempts) => live(listed, attempts));
}

/** Everything that an office does wrong, in words; nothing when it does nothing wrong. */
export function faultsIn(listed: Listed): readonly string[] {
  const faults = new Set<string>();
  const all = lives(listed);
  const accepted = new Set(all.flat().flatMap(({ verb, accepted: was }) => (was ? [verb] : [])));
  for (const name of Object.keys(listed.office.verbs))
    if (!accepted.has(name)) faults.add(`${name}: nothing that was said with it was ever accepted`);
  for (const life of all) {
    for (const fault of [
      ...replays(listed, life),
      ...refusals(life),
      ...offers(listed, life),
      ...strangers(listed, life),
      ...money(listed, life),
      ...audiences(listed, life),
      ...clocks(listed, life),
      ...pairs(listed, life),
    ])
      faults.add(fault);
  }
  return [...faults];
}

/** From the log alone the books come out the same, from any place in it on. */
function* replays({ office }: Listed, life: readonly Tried[]): Generator<string> {
  let state: unknown = office.start;
  for (const { events, after, verb } of life) {
    for (const event of events) state = office.evolve(state, asKept(office, event));
    if (!isDeepStrictEqual(JSON.parse(JSON.stringify(state)), JSON.parse(JSON.stringify(after))))
      return yield `${verb}: replayed, the books are not the same`;
    // Saved and restored on the way.
    state = JSON.parse(JSON.stringify(state));
  }
}

/** A refused command changes nothing; one that is accepted says what happened, in this version, now. */
function* refusals(life: readonly Tried[]): Generator<string> {
  for (const { accepted, before, after, events, verb, at } of life) {
    if (!accepted && before !== after) yield `${verb}: refused, and the books changed`;
    if (accepted && events.length === 0) yield `${verb}: accepted, and nothing happened`;
    if (events.some((event) => event.at !== at)) yield `${verb}: an event is not of its time`;
  }
}

/** What is offered is what is accepted. */
function* offers(listed: Listed, life: readonly Tried[]): Generator<string> {
  for (const { by, verb, body, before, at, roll, accepted } of life) {
    if (by === null || !readBody(verbOf(listed, verb) as Verb<never, never>, body).ok) continue;
    const facts = factsFor(listed, roll);
    const needs = verbOf(listed, verb).needs?.(before, body, by) ?? {};
    // Whether the second is fit to be one is asked when there is one.
    if (verbOf(listed, verb).second?.(before, body, at)) continue;
    const around = { at, facts: facts(needs), placeOf };
    const [option] = optionsAt(listed.office, before, by, [{ do: verb, body }], around);
    if ((option?.refused === null) !== accepted)
      yield `${verb}: ${accepted ? 'accepted and not offered' : 'offered and not accepted'} to ${by.id}`;
  }
}

/** Who may, told apart from the code that is tested: by hand for each kind of `who`. */
function may(who: Who, person: Person, owner: string | null): boolean {
  if (person.inactive) return false;
  if (who === 'anybody') return true;
  if (who === 'players') return ['guest', 'player'].includes(person.kind);
  if (who === 'staff') return person.kind === 'staff';
  if (who === 'devices') return person.kind === 'device';
  if (who === 'own-matter') return person.id === owner;
  if (who === 'house') return false;
  if ('either' in who) return who.either.some((one) => may(one, person, owner));
  const held = (person.roles ?? []).map(({ rulebook, role }) => `${rulebook} ${role}`);
  if ('crewOf' in who) return held.some((one) => one.startsWith(`${who.crewOf} `));
  if ('power' in who) {
    const { roles, powers } = RULEBOOKS[who.of];
    const least = roles.findIndex(({ id }) => id === powers[who.power]?.role);
    return roles.some(({ id }, rank) => rank >= least && least >= 0 && held.includes(`${who.of} ${id}`));
  }
  const holds = (person.posts ?? []).some((one) => one.post === who.post);
  const isTop = Object.values(RULEBOOKS).some(({ id, roles }) => held.includes(`${id} ${roles.at(-1)?.id}`));
  return holds || (who.post === 'manager' && isTop);
}

/** Nobody outside `who` gets in, and nobody inside is kept out. */
function* strangers(listed: Listed, life: readonly Tried[]): Generator<string> {
  for (const { by, verb: name, body, before, wasTheirs, accepted } of life) {
    const verb = verbOf(listed, name);
    if (by === null || verb.table || !readBody(verb as Verb<never, never>, body).ok) continue;
    const owner = verb.owner?.(before, body) ?? NO_MATTER.owner;
    if (may(verb.who, by, owner) !== wasTheirs)
      yield `${name}: ${wasTheirs ? 'open' : 'closed'} to ${by.id}, against its own word`;
    if (accepted && !wasTheirs) yield `${name}: done for ${by.id}, whose it is not`;
  }
}

/** Entries balance, bear the name of their event, and follow from it alone. */
function* money({ office }: Listed, life: readonly Tried[]): Generator<string> {
  for (const { before, events, verb } of life) {
    let state = before;
    for (const event of events) {
      const kept = asKept(office, event);
      const after = office.evolve(state, kept);
      const [entries, again] = [office.entries(state, kept, after), office.entries(state, kept, after)];
      if (!isDeepStrictEqual(entries, again)) yield `${verb}: its entries are not the same twice`;
      for (const { reason, postings } of entries) {
        if (postings.reduce((sum, { amount }) => sum + amount, 0) !== 0)
          yield `${verb}: an entry does not balance`;
        if (postings.some(({ amount }) => !Number.isSafeInteger(amount))) yield `${verb}: not whole cents`;
        if (postings.length < 2) yield `${verb}: an entry has one side`;
        if (reason !== event.event) yield `${verb}: an entry does not bear the name of its event`;
      }
      state = after;
    }
  }
}

const HEAD = ['v', 'event', 'at'];
const NOBODY: Viewer = { sees: (seers) => seers.includes('everybody'), alias: () => 'somebody' };

/** Every event and every field has an audience, and a stranger sees what is for everybody. */
function* audiences({ office }: Listed, life: readonly Tried[]): Generator<string> {
  for (const event of life.flatMap(({ events }) => events)) {
    const rule = office.audience[event.event];
    if (!rule) {
      yield `${event.event}: has no audience`;
      continue;
    }
    for (const field of Object.keys(event)) {
      if (!HEAD.includes(field) && !Object.hasOwn(rule.fields, field))
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
function* clocks(listed: Listed, life: readonly Tried[]): Generator<string> {
  const { office } = listed;
  const due = office.due?.bind(office);
  if (!due) return;
  for (const { after, at } of life) {
    const next = due(after, at);
    if (!next) continue;
    if (!isDeepStrictEqual(due(JSON.parse(JSON.stringify(after)), at), next))
      yield `${next.do}: due is forgotten`;
    const then = Math.max(at, next.at);
    const one = { verb: next.do, body: next.body, by: null, wait: 0, roll: 0 };
    const early = attempt(listed, after, one, next.at - 1);
    if (next.at - 1 > at && early.decided?.ok) yield `${next.do}: done before it is due`;
    const { decided } = attempt(listed, after, one, then);
    if (!decided?.ok) {
      yield `${next.do}: due and refused`;
      continue;
    }
    const done = (decided.value as readonly OfficeEvent[]).reduce(
      (state, event) => office.evolve(state, asKept(office, event)),
      after,
    );
    if (isDeepStrictEqual(due(done, then), next)) yield `${next.do}: due again after it was done`;
  }
}

/** Where it takes two, they are two. */
function* pairs({ office }: Listed, life: readonly Tried[]): Generator<string> {
  for (const { accepted, events, verb, by } of life) {
    if (!accepted || !by) continue;
    for (const event of events as unknown as readonly Record<string, unknown>[]) {
      const first = PEOPLE.find(({ id }) => id === event['by']);
      const second = PEOPLE.find(({ id }) => id === event['confirmedBy']);
      if (first && second && whyNotTwo(first, second, 0, 0) !== null && office.name !== 'proposals')
        yield `${verb}: ${first.id} and ${second.id} are not two`;
    }
  }
}
