import type { z } from 'zod';
import { no, type Outcome, yes } from './codes.js';
import type { Facts } from './facts.js';
import type { AnyOffice, Asked, HappenedOf, OfficeEvent, Verb } from './office.js';
import type { Person } from './person.js';
import type { TablePlace } from './posts.js';
import { withoutSecrets } from './secrets.js';
import { whyNot } from './who.js';

/** The verb of an office by its name; null when it has none. */
export const verbIn = (office: AnyOffice, name: string): Verb<unknown, OfficeEvent> | null =>
  Object.hasOwn(office.verbs, name) ? (office.verbs[name] as Verb<unknown, OfficeEvent>) : null;

/** Of several shapes that something may have, the one it comes nearest to says what is wrong. */
function firstOf(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue | undefined {
  const issue = issues[0];
  if (issue?.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  const nearest = [...issue.errors].sort((one, other) => one.length - other.length)[0] ?? [];
  const inside = firstOf(nearest);
  return inside && { ...inside, path: [...issue.path, ...inside.path] };
}

/** The first thing wrong with what was said, with its place in it. */
export function faultIn(error: z.ZodError): string {
  const issue = firstOf(error.issues);
  return issue ? `${issue.path.join('.') || 'message'}: ${issue.message}` : 'message not understood';
}

/** What was said, read by the schema of its verb. */
export function readBody<Body>(verb: Verb<never, never, Body>, said: unknown): Outcome<Body> {
  const read = verb.body.safeParse(said);
  return read.success ? yes(read.data) : no('bad-input', faultIn(read.error));
}

/**
 * Why this person may not give this verb with this body; null when they may. `here` is the table that the books
 * accompany, where they do.
 */
export function whyNotVerb<State>(
  office: AnyOffice,
  verb: Verb<State, never>,
  state: State,
  body: unknown,
  person: Person | null,
  placeOf: (table: string) => TablePlace | null,
  here: string | null = null,
): string | null {
  const table = verb.table?.(state, body) ?? here;
  return whyNot(verb.who, person, {
    owner: verb.owner?.(state, body) ?? null,
    table: table === null ? null : placeOf(table),
    books: [...(office.ofBooks?.(state) ?? []), ...(verb.brings?.(state) ?? [])],
  });
}

/** Does it take a second person: by itself, or with what the same person did alone before? */
export const takesSecond = <State, Event extends OfficeEvent>(
  { second, alone }: Pick<Verb<State, Event>, 'second' | 'alone'>,
  state: State,
  asked: Asked,
  facts: Facts,
): boolean =>
  second?.(state, asked.body, asked.at) === true ||
  (alone !== undefined && alone.sum(state, asked, facts) > alone.most);

/** Decides, and gives every event its version and time. */
export function decideIn<State, Event extends OfficeEvent>(
  { version }: AnyOffice,
  verb: Verb<State, Event>,
  state: State,
  asked: Asked,
  facts: Facts,
): Outcome<readonly Event[]> {
  // A secret decides nothing: it is the house's to check and to keep.
  const said = { ...asked, body: withoutSecrets(verb, asked.body) };
  // Two people are two people, however they came here.
  const { by, second } = asked;
  if (by !== null && takesSecond(verb, state, said, facts) && (second === null || second.id === by.id))
    return no('second-person', 'It takes a second person.');
  const decided = verb.decide(state, said, facts);
  if (!decided.ok) return decided;
  // Something that was accepted and did nothing would leave no trace of who asked for it.
  if (decided.value.length === 0) return no('not-eligible', 'That would change nothing.');
  return yes(decided.value.map((one) => stamped<Event>(one, version, asked.at)));
}

const stamped = <Event extends OfficeEvent>(happened: HappenedOf<Event>, v: number, at: number): Event =>
  ({ v, ...happened, at }) as unknown as Event;
