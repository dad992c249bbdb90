import { type Cents, RULEBOOK_IDS, type RulebookId, seatedGuests } from '@boxperson/rules';
import { z } from 'zod';
import { no, yes } from '../codes.js';
import { takesSecond } from '../decide.js';
import type { Asked } from '../office.js';
import { holdsPost } from '../posts.js';
import { PROMISED_ALONE_MOST, PROMISES, promisedAlone } from '../promised.js';
import * as text from '../text.js';
import {
  booksFor,
  byOf,
  type Decided,
  DIRECTORS,
  isDirected,
  NOT_PLANNED,
  type No,
  noBy,
  PLANNERS,
  type TournamentVerb,
  verb,
  whyNotBooks,
  whyNotOpen,
} from './acting.js';
import { type Designated, OFFICERS } from './events.js';
import { promisedIn, whyOtherMoney } from './money.js';
import { booksNamed, type Tournament, termsOf } from './state.js';
import {
  changesBetween,
  completed,
  contradictionsIn,
  type DraftTerms,
  missingIn,
  partOfTerms,
  type Terms,
  template,
} from './terms.js';

/** Every draft has a number: one that is written anew is another, though it say the same. */
export const draftNow = ({ drafted }: Tournament): number => drafted ?? 0;

const drafts = (state: Tournament, terms: DraftTerms, by: string) =>
  ({ event: 'terms-drafted', terms, draft: draftNow(state) + 1, by }) as const;

const plan = verb({
  help: 'Plan a tournament',
  clause: 'crown 8.1',
  who: PLANNERS,
  body: z.strictObject({ name: text.line.meta({ title: 'Name' }), startsAt: text.instant.optional() }),
  decide: (state, asked): Decided => {
    if (state.name !== '') return no('taken', `name: ${state.name} is planned here already.`);
    const { name, startsAt } = asked.body;
    const by = byOf(asked);
    const planned = { event: 'tournament-planned' as const, name, books: asked.fresh, by };
    if (startsAt === undefined) return yes([planned]);
    const own = booksFor(asked.by);
    const terms = template(startsAt, own.length > 0 ? own : undefined);
    return whyNotBooks(asked, booksNamed(terms)) ?? yes([planned, drafts(state, terms, by)]);
  },
});

type Named = Parameters<typeof booksNamed>[0];

/** Books that terms name and those before them did not. */
const booksAdded = (before: Named, terms: Named): readonly RulebookId[] =>
  RULEBOOK_IDS.filter((book) => booksNamed(terms).includes(book) && !booksNamed(before).includes(book));

/** Before a round was prepared, the terms may still change. */
const whyNotTerms = (state: Tournament): No | null =>
  whyNotOpen(state) ??
  (state.rounds.length > 0
    ? noBy('8.4.1(c)', 'The terms stand once the first round is prepared.', 'out-of-phase')
    : null);

const draft = verb({
  help: 'Write the terms and conditions, or a part of them',
  clause: 'crown 8.2.1',
  who: PLANNERS,
  body: z.strictObject({ terms: partOfTerms.meta({ title: 'Terms' }) }),
  decide: (state, asked): Decided => {
    const why = whyNotTerms(state);
    if (why) return why;
    const before: DraftTerms = state.draft ?? { kind: 'ordinary', offers: [] };
    const terms = { ...before, ...asked.body.terms } as DraftTerms;
    const foreign = whyNotBooks(asked, booksAdded(before, terms));
    if (foreign) return foreign;
    return yes([drafts(state, terms, byOf(asked))]);
  },
  answer: (_state, [event]) => (event?.event === 'terms-drafted' ? { draft: event.draft } : {}),
});

/** Which items are missing, all of them named, the first by its clause (crown 8.4). */
function whyNotPublish(terms: DraftTerms): No | null {
  const missing = missingIn(terms);
  if (missing.length > 0) {
    const [first] = missing;
    const named = missing.map(({ clause, title }) => `${clause} ${title}`).join('; ');
    return noBy(first?.clause as string, `${first?.field}: the terms do not say all they must: ${named}.`);
  }
  const [fault] = contradictionsIn(completed(terms) as Terms);
  return fault ? noBy(fault.clause, `${fault.says}.`) : null;
}

/** What is drafted and not published like that; null where nothing is, or the terms stand. */
export function openDraft(state: Tournament): DraftTerms | null {
  const { draft: made } = state;
  if (made === null || whyNotTerms(state)) return null;
  const [terms, before] = [completed(made), termsOf(state)];
  return terms && before && changesBetween(before, terms).length === 0 ? null : made;
}

const promised = ({ draft: made }: Tournament): Cents => (made === null ? 0 : promisedIn(made));

/** What a draft promises more than the terms that are published. */
function morePromised(state: Tournament): Cents {
  const before = termsOf(state);
  return Math.max(0, promised(state) - (before ? promisedIn(before) : 0));
}

/** When it takes two to publish terms. */
const PUBLISHING: Pick<TournamentVerb, 'second' | 'alone'> = {
  second: (state) => promised(state) > PROMISED_ALONE_MOST,
  alone: {
    most: PROMISED_ALONE_MOST,
    sum: (state, asked, facts) => promisedAlone(asked, facts) + morePromised(state),
  },
};

/** Who promised it: one alone, and so much more; or two, who have read it all. */
function promisedBy(
  state: Tournament,
  { second }: Asked,
): { readonly alone?: Cents; readonly second?: string } {
  if (second) return { second: second.id };
  const alone = morePromised(state);
  return alone > 0 ? { alone } : {};
}

/** What two people agree on is what both have read: nobody writes something else in between. */
function whyNotRead(state: Tournament, read: number | undefined, isTwo: () => boolean): No | null {
  const now = draftNow(state);
  if (read === now) return null;
  if (read !== undefined)
    return noBy('8.2.1', `draft: ${read} was read, and now it is draft ${now}: read that.`, 'does-not-match');
  return isTwo()
    ? noBy('8.2.1', `draft: it takes two, and both read the same: say which draft, now ${now}.`, 'bad-input')
    : null;
}

const publish = verb({
  help: 'Publish the terms as they are drafted; two people where you promise more than $10,000 in all in 30 days',
  clause: 'crown 8.2.2(a)',
  who: PLANNERS,
  turn: 'promises',
  ...PUBLISHING,
  // Whoever agrees is told before they do, and it goes on waiting for somebody else.
  brings: (state) => booksAdded(termsOf(state), state.draft),
  money: promised,
  needs: () => ({ books: PROMISES }),
  body: z.strictObject({
    draft: z
      .number()
      .int()
      .nonnegative()
      .optional()
      .meta({ title: 'Number of the draft that was read', description: 'Where it takes two people.' }),
    told: z
      .array(text.line)
      .max(20)
      .default([])
      .meta({ title: 'Who was told of the change', description: 'The regulator, entrants …' }),
  }),
  standing: (state) => ({ draft: draftNow(state) }),
  decide: (state, asked, facts): Decided => {
    const why =
      whyNotTerms(state) ??
      whyNotBooks(asked, booksAdded(termsOf(state), state.draft)) ??
      whyNotRead(state, asked.body.draft, () => takesSecond(PUBLISHING, state, asked, facts)) ??
      (state.draft ? whyNotPublish(state.draft) : whyNotPublish(NO_DRAFT));
    if (why) return why;
    const terms = completed(state.draft as DraftTerms) as Terms;
    const before = termsOf(state);
    const other = before && whyOtherMoney(state, before, terms);
    if (other) return other;
    const changed = before ? changesBetween(before, terms) : [];
    if (before && changed.length === 0) return no('nothing-to-do', 'The published terms say the same.');
    const { told } = asked.body;
    if (before && told.length === 0)
      return noBy('8.4.1(c)', 'told: say who was told of the change, the regulator first.');
    const version = state.versions.length + 1;
    const who = { by: byOf(asked), ...promisedBy(state, asked) };
    return yes([{ event: 'terms-published' as const, version, terms, changed, told, ...who }]);
  },
  answer: (_state, [event]) =>
    event?.event === 'terms-published' ? { version: event.version, changed: event.changed } : {},
});
const NO_DRAFT: DraftTerms = { kind: 'ordinary', offers: [] };

const advise = verb({
  help: 'Put on record that the inspectorate on site was told of the tournament',
  clause: 'crown 8.2.2(b)',
  who: PLANNERS,
  body: z.strictObject({
    inspector: text.line.meta({ title: 'Inspector who was told' }),
    how: text.line.meta({ title: 'How' }),
  }),
  decide: (state, asked): Decided =>
    whyNotOpen(state) ??
    (state.advised
      ? no('nothing-to-do', 'The inspectorate was told already.')
      : yes([{ event: 'inspectorate-advised' as const, ...asked.body, by: byOf(asked) }])),
});

const person = z.strictObject({ person: text.id.meta({ title: 'Person' }) });

const nameDirector = verb({
  help: 'Name the director of a tournament',
  clause: 'crown 8.2.3',
  who: { post: 'manager' },
  body: person,
  needs: (_state, body) => ({ persons: [body.person] }),
  decide: (state, asked, facts): Decided => {
    const closed = whyNotOpen(state);
    if (closed) return closed;
    const found = facts.person(asked.body.person);
    if (!found || !holdsPost(found, 'tournament-director', null))
      return noBy('8.2.3', 'person: a director holds that post: give it to them first.');
    if (state.director === found.id) return no('nothing-to-do', 'They direct it already.');
    return yes([{ event: 'director-named' as const, person: found.id, by: byOf(asked) }]);
  },
});

const nameDeputy = verb({
  help: 'Name a deputy, who may act for the director',
  clause: 'crown 8.2.3(a)',
  who: DIRECTORS,
  body: person,
  needs: (_state, body) => ({ persons: [body.person] }),
  decide: (state, asked, facts): Decided => {
    const closed = whyNotOpen(state);
    if (closed) return closed;
    if (asked.by && asked.by.id !== state.director)
      return noBy('8.2.3(a)', 'The director names deputies, and nobody else.', 'not-allowed');
    const found = facts.person(asked.body.person);
    if (!found || found.id === state.director || !holdsPost(found, 'tournament-director', null))
      return noBy('8.2.3(a)', 'person: a deputy is another who holds the post of a director.');
    if (state.deputies.includes(found.id)) return no('nothing-to-do', 'They are a deputy already.');
    return yes([{ event: 'deputy-named' as const, person: found.id, by: byOf(asked) }]);
  },
});

const releaseDeputy = verb({
  help: 'A deputy is one no longer',
  clause: 'crown 8.2.3(a)',
  who: DIRECTORS,
  body: person,
  decide: (state, asked): Decided =>
    whyNotOpen(state) ??
    (state.deputies.includes(asked.body.person)
      ? yes([{ event: 'deputy-released' as const, person: asked.body.person, by: byOf(asked) }])
      : no('not-found', 'person: they are no deputy here.')),
});

const come = verb({
  help: 'Say that you are there as director or deputy',
  clause: 'crown 8.2.3',
  who: DIRECTORS,
  body: z.strictObject({}),
  decide: (state, { by }): Decided => {
    const closed = whyNotOpen(state);
    if (closed) return closed;
    if (!by || (by.id !== state.director && !state.deputies.includes(by.id)))
      return noBy('8.2.3', 'You are neither director nor deputy here.', 'not-allowed');
    if (Object.hasOwn(state.present, by.id)) return no('nothing-to-do', 'You are there already.');
    return yes([{ event: 'director-came' as const, person: by.id }]);
  },
});

/** While a round runs somebody who directs stays (crown 8.2.3). */
const go = verb({
  help: 'Say that you leave',
  clause: 'crown 8.2.3',
  who: DIRECTORS,
  body: z.strictObject({}),
  decide: (state, { by }): Decided => {
    if (!by || !Object.hasOwn(state.present, by.id)) return no('nothing-to-do', 'You are not there.');
    const { [by.id]: _gone, ...present } = state.present;
    const isRunning = state.rounds.at(-1)?.phase === 'running' && state.stage === 'closed';
    if (isRunning && !isDirected({ ...state, present }))
      return noBy('8.2.3', 'A round runs, and nobody else directs: a deputy must come first.');
    return yes([{ event: 'director-left' as const, person: by.id }]);
  },
});

const designate = verb({
  help: 'Designate the tables',
  clause: 'crown 8.2.4',
  who: PLANNERS,
  body: z.strictObject({ tables: z.array(text.id).min(1).max(250).meta({ title: 'Tables' }) }),
  needs: (_state, { tables }) => ({ tables }),
  decide: (state, asked, facts): Decided => {
    const why = whyNotOpen(state);
    if (why) return why;
    if (state.rounds.length > 0) return noBy('8.2.4', 'The tables stand once a round is prepared.');
    const ids = [...new Set(asked.body.tables)];
    const found = ids.map((id) => facts.table(id));
    const strange = ids.find((_id, at) => found[at] === null);
    if (strange !== undefined) return noBy('8.2.4', `tables: there is no table ${strange}.`, 'not-found');
    const open = found.find((one) => !one?.table.settings.tournament);
    if (open)
      return noBy(
        '8.2.5',
        `tables: ${open.id} is open to all: tournaments have tables that are kept for them.`,
      );
    const kept = found.find((one) => one?.keptFor?.some((matter) => matter !== asked.matter));
    if (kept)
      return noBy('8.2.5', `tables: ${kept.id} is kept for another tournament that is not over.`, 'taken');
    const used = found.find((one) => one && seatedGuests(one.table).length > 0);
    if (used)
      return noBy('8.2.5', `tables: somebody plays at ${used.id}: it must be free for the tournament.`);
    const tables = found.map(
      (one): Designated => ({
        id: one?.id as string,
        rulebook: one?.table.settings.rulebook as string,
        seats: one?.table.settings.seats as number,
      }),
    );
    const books = tables.map(({ rulebook }) => rulebook);
    return (
      whyNotBooks(asked, books) ?? yes([{ event: 'tables-designated' as const, tables, by: byOf(asked) }])
    );
  },
});

const approve = verb({
  help: 'Put on record who approved that staff take part in a charity or media event',
  clause: 'crown 8.4.2(a)(v)',
  who: { post: 'manager' },
  body: z.strictObject({
    officer: z.enum(OFFICERS).meta({ title: 'Officer' }),
    name: text.line.meta({ title: 'Name' }),
  }),
  decide: (state, asked): Decided => {
    const why = whyNotOpen(state);
    if (why) return why;
    if ((termsOf(state) ?? state.draft)?.kind === 'ordinary' || !(termsOf(state) ?? state.draft))
      return noBy('8.4.2(a)(v)', 'Staff take part in charity and media events only.');
    if (state.approved) return no('nothing-to-do', 'That is approved already.');
    return yes([{ event: 'staff-approved' as const, ...asked.body, by: byOf(asked) }]);
  },
});

/** What must be done before anybody enters, each by its clause (crown 8.2). */
export function whyNotEntries(state: Tournament): No | null {
  const terms = termsOf(state);
  if (!terms) return noBy('8.2.2(a)', 'The terms are not published: nobody could read them.');
  if (!state.advised) return noBy('8.2.2(b)', 'The inspectorate on site was not told yet.');
  if (!state.director) return noBy('8.2.3', 'No director is named.');
  if (state.tables.length === 0) return noBy('8.2.4', 'No tables are designated.');
  const strange = state.tables.find(({ rulebook }) => !terms.tablesPerRound.books.includes(rulebook));
  if (strange)
    return noBy('8.1', `The table ${strange.id} plays ${strange.rulebook}, which the terms do not name.`);
  const small = state.tables.find(({ seats }) => seats < terms.tablesPerRound.seats);
  if (small)
    return noBy(
      '8.4.3(a)(ii)',
      `The table ${small.id} has ${small.seats} seats, and the terms say ${terms.tablesPerRound.seats}.`,
    );
  const room = state.tables.length * terms.tablesPerRound.seats;
  if (room < terms.players.most)
    return noBy('8.2.4', `The tables hold ${room} players, and the terms let ${terms.players.most} in.`);
  return null;
}

const openEntries = verb({
  help: 'Take entries from now on',
  clause: 'crown 8.2.2',
  who: PLANNERS,
  body: z.strictObject({}),
  decide: (state, asked): Decided => {
    if (state.name === '') return NOT_PLANNED;
    if (state.stage !== 'planned') return no('out-of-phase', 'Entries were opened already.');
    const why = whyNotEntries(state);
    if (why) return why;
    if (asked.at > (termsOf(state)?.starts.entriesUntil ?? 0))
      return noBy('8.4.1(a)(i)', 'starts: the time for entries is over by the terms.', 'after-close');
    return yes([{ event: 'entries-opened' as const, by: byOf(asked) }]);
  },
});

export const PLANNING: Readonly<Record<string, TournamentVerb>> = {
  plan,
  'draft-terms': draft,
  'publish-terms': publish,
  'advise-inspectorate': advise,
  'name-director': nameDirector,
  'name-deputy': nameDeputy,
  'release-deputy': releaseDeputy,
  come,
  go,
  'designate-tables': designate,
  'approve-staff': approve,
  'open-entries': openEntries,
};
