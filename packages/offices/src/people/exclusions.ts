import { RULEBOOK_IDS, RULEBOOKS, type RulebookId } from '@boxperson/rules';
import { z } from 'zod';
import { no, type Outcome, yes } from '../codes.js';
import { without } from '../kit.js';
import { need, type OfficeDue, verbOf } from '../office.js';
import { type Person, rankIn, rolesAt } from '../person.js';
import { manages, managesAll } from '../posts.js';
import * as text from '../text.js';
import { tellTime } from '../time.js';
import type { Who } from '../who.js';
import type { PeopleBooks, PeopleEvent } from './state.js';
import { handNeeds, whyNotOther } from './two.js';

/** From the game of one book, or from the casino with all its tables and terminals. */
export const EXCLUDED_FROM = [...RULEBOOK_IDS, 'casino'] as const;
export type ExcludedFrom = (typeof EXCLUDED_FROM)[number];

/** Who may not play, where, why and until when. */
export interface Exclusion {
  readonly person: string;
  readonly from: ExcludedFrom;
  readonly reason: string;
  /** Null: until it is lifted. */
  readonly until: number | null;
  /** The clause that gives the power, with its book; null where the house acts for itself (R64). */
  readonly clause: string | null;
  readonly by: string;
  readonly at: number;
}

/** aruze 7.7.3: somebody is proposed for exclusion from the casino, and nobody has decided yet. */
export interface Recommendation {
  readonly person: string;
  readonly reason: string;
  readonly by: string;
  readonly at: number;
}

/** The house's own books of it; never a secret. */
export interface ExclusionBodies {
  'person-excluded': {
    readonly exclusion: string;
    readonly person: string;
    readonly from: ExcludedFrom;
    readonly reason: string;
    readonly until: number | null;
    readonly clause: string | null;
    readonly by: string;
  };
  'exclusion-lifted': {
    readonly exclusion: string;
    readonly person: string;
    readonly reason: string;
    readonly by: string;
  };
  /** Its time is over. */
  'exclusion-ended': { readonly exclusion: string; readonly person: string };
  'exclusion-recommended': {
    readonly recommendation: string;
    readonly person: string;
    readonly reason: string;
    readonly clause: string | null;
    readonly by: string;
  };
  'recommendation-declined': {
    readonly recommendation: string;
    readonly person: string;
    readonly reason: string;
    readonly by: string;
  };
}

const found = <T>(all: Readonly<Record<string, T>> | undefined, id: string): T | null =>
  all && Object.hasOwn(all, id) ? (all[id] as T) : null;

type ByPerson = ReadonlyMap<string, readonly Exclusion[]>;

/** Made once for books as they stand: it is asked at every wager, and there may be many. */
const INDEXES = new WeakMap<object, ByPerson>();

function indexOf(exclusions: NonNullable<PeopleBooks['exclusions']>): ByPerson {
  const known = INDEXES.get(exclusions);
  if (known) return known;
  const made = new Map<string, Exclusion[]>();
  for (const one of Object.values(exclusions)) {
    const own = made.get(one.person);
    if (own) own.push(one);
    else made.set(one.person, [one]);
  }
  INDEXES.set(exclusions, made);
  return made;
}

/** What keeps this person from a table of that book now; null when nothing does. */
export function exclusionOf(
  { exclusions }: PeopleBooks,
  person: string,
  rulebook: RulebookId,
): Exclusion | null {
  const own = exclusions && indexOf(exclusions).get(person);
  if (!own) return null;
  return own.find(({ from }) => from === 'casino') ?? own.find(({ from }) => from === rulebook) ?? null;
}

const placeOf = (from: ExcludedFrom): string =>
  from === 'casino' ? 'the casino' : `the tables of ${RULEBOOKS[from].title}`;

/** In words for whoever is stopped by it; why is between them and the house. */
export const exclusionInWords = ({ from, until }: Pick<Exclusion, 'from' | 'until'>): string =>
  `Excluded from ${placeOf(from)}${until === null ? '' : ` until ${tellTime(until)}`}.`;

/** aruze 7.7.3 lets its manager propose exclusion from the casino; the star books let theirs do it. */
const PROPOSES: readonly RulebookId[] = ['aruze'];
const DECIDES = RULEBOOK_IDS.filter(
  (id) => RULEBOOKS[id].powers['recommend-exclusion'] !== null && !PROPOSES.includes(id),
);

type Rule = { readonly role: string; readonly clause: string | null };

/** The clause by which a power is somebody's; null when it is not. */
function heldClause(by: Person, book: RulebookId, rule: Rule | null): string | null {
  if (!rule) return null;
  const least = rankIn(book, rule.role);
  return rolesAt(by, book).some((role) => rankIn(book, role) >= least) ? `${book} ${rule.clause}` : null;
}

/** By which clause somebody excludes from there (R64); a refusal when they may not. */
function authorityFor(by: Person, from: ExcludedFrom): Outcome<string | null> {
  const books = from === 'casino' ? DECIDES : [from];
  const power = from === 'casino' ? 'recommend-exclusion' : 'exclude-player';
  const clause = books.map((book) => heldClause(by, book, RULEBOOKS[book].powers[power])).find(Boolean);
  if (clause) return yes(clause);
  if (from === 'casino' ? managesAll(by) : manages(by, from)) return yes(null);
  const proposes = PROPOSES.some(
    (book) => heldClause(by, book, RULEBOOKS[book].powers['recommend-exclusion']) !== null,
  );
  return from === 'casino' && proposes
    ? no('not-allowed', 'from: you may propose it, and a manager of the whole house decides.', {
        clause: '7.7.3',
        ruling: 'R64',
      })
    : no('not-allowed', `from: to exclude from ${placeOf(from)} is not yours.`, { ruling: 'R64' });
}

const EXCLUDERS: Who = {
  either: [
    { post: 'manager' },
    ...RULEBOOK_IDS.filter((id) => RULEBOOKS[id].powers['exclude-player'] !== null).map(
      (of): Who => ({ power: 'exclude-player', of }),
    ),
  ],
};

const person = text.id.meta({ title: 'Person' });
const FROM_SAYS = {
  ...Object.fromEntries(RULEBOOK_IDS.map((id) => [id, `The game: ${RULEBOOKS[id].title}`])),
  casino: 'The casino',
};
const verb = verbOf<PeopleBooks, PeopleEvent>();

const PLAYS: readonly Person['kind'][] = ['guest', 'player'];
const NOBODY = no('not-found', 'person: there is no guest or player of that id.');

const exclude = verb({
  help: 'Exclude a person from the game, or from the casino: at every table and terminal at once',
  clause: 'star 9.3.3',
  who: EXCLUDERS,
  body: z.strictObject({
    person,
    from: z.enum(EXCLUDED_FROM).meta({ says: FROM_SAYS, title: 'From' }),
    reason: text.reason,
    until: text.instant.optional().meta({ title: 'Until (left empty: until it is lifted)', time: true }),
  }),
  needs: (_state, body) => ({ persons: [body.person] }),
  decide: (state, { by, at, fresh, body: { until = null, ...body } }, facts) => {
    if (!by) return no('not-allowed', 'A person excludes a person.');
    const authority = authorityFor(by, body.from);
    if (!authority.ok) return authority;
    const who = facts.person(body.person);
    if (!who || !PLAYS.includes(who.kind)) return NOBODY;
    if (until !== null && until <= at) return no('bad-input', 'until: must be later than now');
    const isSame = Object.values(state.exclusions ?? {}).some(
      (one) => one.person === body.person && one.from === body.from,
    );
    if (isSame) return no('used-up', `${who.name} is excluded from ${placeOf(body.from)} already.`);
    const made = { exclusion: `x-${fresh}`, ...body, until, clause: authority.value, by: by.id };
    return yes([{ event: 'person-excluded' as const, ...made }]);
  },
  answer: (_after, [event]) => (event?.event === 'person-excluded' ? { exclusion: event.exclusion } : {}),
});

const exclusion = text.id.meta({ title: 'Exclusion' });

const readmit = verb({
  help: 'Lift an exclusion: whoever may exclude from there may',
  clause: 'star 9.3.3',
  who: EXCLUDERS,
  body: z.strictObject({ exclusion, reason: text.reason }),
  decide: (state, { by, body }) => {
    const one = found(state.exclusions, body.exclusion);
    if (!one) return no('not-found', 'exclusion: there is none of that id.');
    if (!by) return no('not-allowed', 'A person lifts it.');
    const authority = authorityFor(by, one.from);
    if (!authority.ok) return authority;
    return yes([{ event: 'exclusion-lifted' as const, ...body, person: one.person, by: by.id }]);
  },
});

const end = verb({
  help: 'An exclusion is over by the clock',
  clause: null,
  who: 'house',
  body: z.strictObject({ exclusion }),
  decide: (state, { at, body }) => {
    const one = found(state.exclusions, body.exclusion);
    if (!one) return no('not-found', 'exclusion: there is none of that id.');
    if (one.until === null || one.until > at) return no('too-early', 'It is not over yet.');
    return yes([{ event: 'exclusion-ended' as const, ...body, person: one.person }]);
  },
});

const recommend = verb({
  help: 'Propose a person for exclusion from the casino; a manager of the house decides',
  clause: 'aruze 7.7.3',
  who: { power: 'recommend-exclusion', of: 'aruze' },
  body: z.strictObject({ person, reason: text.reason }),
  needs: (_state, body) => ({ persons: [body.person] }),
  decide: (state, { by, fresh, body }, facts) => {
    if (!by) return no('not-allowed', 'A person proposes it.');
    const who = facts.person(body.person);
    if (!who || !PLAYS.includes(who.kind)) return NOBODY;
    const waits = Object.values(state.recommendations ?? {}).some((one) => one.person === body.person);
    if (waits) return no('used-up', `${who.name} is proposed already.`);
    const made = { recommendation: `r-${fresh}`, ...body, clause: 'aruze 7.7.3', by: by.id };
    return yes([{ event: 'exclusion-recommended' as const, ...made }]);
  },
});

const recommendation = text.id.meta({ title: 'Proposal' });

const decline = verb({
  help: 'Decide that a person who was proposed is not excluded from the casino',
  clause: 'aruze 7.7.3',
  who: { post: 'manager' },
  body: z.strictObject({ recommendation, reason: text.reason }),
  needs: (state, body) => handNeeds([found(state.recommendations, body.recommendation)?.by]),
  decide: (state, asked, facts) => {
    const { by, body } = asked;
    const one = found(state.recommendations, body.recommendation);
    if (!one) return no('not-found', 'recommendation: none of that id waits.');
    if (!by || !managesAll(by))
      return no('not-allowed', 'That takes a manager of the whole house.', { ruling: 'R64' });
    if (one.by === by.id) return no('second-person', 'Another than whoever proposed it decides.');
    // Nor does somebody whom they let in, or who let them in.
    const same = whyNotOther([one.by], asked, facts, 0);
    if (same !== null) return no('second-person', same);
    return yes([{ event: 'recommendation-declined' as const, ...body, person: one.person, by: by.id }]);
  },
});

export const EXCLUSION_VERBS = {
  exclude,
  readmit,
  'end-exclusion': end,
  'recommend-exclusion': recommend,
  'decline-exclusion': decline,
};

type Of<Name extends keyof ExclusionBodies> = Extract<PeopleEvent, { event: Name }>;

/** Decided with it: nobody waits to be proposed who is out. */
const undecided = (all: PeopleBooks['recommendations'], person: string): PeopleBooks['recommendations'] =>
  Object.fromEntries(Object.entries(all ?? {}).filter(([, one]) => one.person !== person));

export const EXCLUSION_CHANGES = {
  'person-excluded': (state: PeopleBooks, event: Of<'person-excluded'>): PeopleBooks => {
    const { exclusion: id, person: who, from, reason, until, clause, by, at } = event;
    need(found(state.exclusions, id) === null, `${id} was made twice`);
    need(EXCLUDED_FROM.includes(from), `nobody is excluded from ${from}`);
    const made: Exclusion = { person: who, from, reason, until, clause, by, at };
    return {
      ...state,
      exclusions: { ...state.exclusions, [id]: made },
      ...(from === 'casino' ? { recommendations: undecided(state.recommendations, who) ?? {} } : {}),
    };
  },
  'exclusion-lifted': (state: PeopleBooks, event: Of<'exclusion-lifted'>): PeopleBooks => over(state, event),
  'exclusion-ended': (state: PeopleBooks, event: Of<'exclusion-ended'>): PeopleBooks => over(state, event),
  'exclusion-recommended': (state: PeopleBooks, event: Of<'exclusion-recommended'>): PeopleBooks => {
    const { recommendation: id, person: who, reason, by, at } = event;
    return {
      ...state,
      recommendations: { ...state.recommendations, [id]: { person: who, reason, by, at } },
    };
  },
  'recommendation-declined': (state: PeopleBooks, event: Of<'recommendation-declined'>): PeopleBooks => {
    need(found(state.recommendations, event.recommendation) !== null, 'nobody was proposed');
    return { ...state, recommendations: without(state.recommendations ?? {}, event.recommendation) };
  },
};

function over(
  state: PeopleBooks,
  event: { readonly exclusion: string; readonly person: string },
): PeopleBooks {
  need(found(state.exclusions, event.exclusion)?.person === event.person, 'it was not in force');
  return { ...state, exclusions: without(state.exclusions ?? {}, event.exclusion) };
}

/** The next exclusion that is over by the clock. */
export function dueExclusion({ exclusions = {} }: PeopleBooks): OfficeDue | null {
  let first: OfficeDue | null = null;
  for (const [id, { until }] of Object.entries(exclusions))
    if (until !== null && (first === null || until < first.at))
      first = { at: until, do: 'end-exclusion', body: { exclusion: id } };
  return first;
}
