import { z } from 'zod';
import { no, type Outcome, type Refused } from '../codes.js';
import type { Person } from '../person.js';
import * as text from '../text.js';
import { caseVerb, happens, patronOf, tableOf, WORKERS, workers } from './asking.js';
import { tableNeeds } from './chips.js';
import { whyNotEnd } from './ending.js';
import { FINDINGS, type Finding } from './events.js';
import { KINDS } from './kinds.js';
import { type Rung, whyNotRung } from './ladder.js';
import { isAdvised, ladderIn, nextRung, type OpenedCase, placeOfCase } from './state.js';

const DECIDERS = [...WORKERS, { post: 'inspector' }, { post: 'tournament-director' }] as const;

/** The rung on which somebody stands at most: it says whose turn it is instead. */
function whyNotYet(state: OpenedCase, rung: Rung, by: Person): Refused | null {
  const { title, clause } = rung;
  const why = whyNotRung(rung, by, placeOfCase(state));
  if (why !== null) return no('not-allowed', `${title} decides now. ${why}`, { clause }).refused;
  if (state.decisions.some((one) => one.by === by.id))
    return no('not-allowed', 'Whoever decided it before does not review it: another person does.', { clause })
      .refused;
  if (by.id === state.patron)
    return no('not-allowed', 'Nobody decides a matter of their own.', { clause }).refused;
  return null;
}

const TOP = no('used-up', 'The last rung of the ladder has decided.');

/** Only the next rung decides, and after the first only when a review is asked for. */
function rungFor(state: OpenedCase, by: Person): Outcome<Rung> {
  const rung = nextRung(state);
  if (!rung) return TOP;
  const refused = whyNotYet(state, rung, by);
  if (refused) return { ok: false, refused };
  if (state.decisions.length > 0 && !state.reviewAsked)
    return no('not-eligible', 'Nobody has asked for a review of the last decision.', { clause: rung.clause });
  return { ok: true, value: rung };
}

/** R100: a decision by another reading goes by one that the engine was asked about, and for the patron. */
function whyNotReading(
  { readings }: OpenedCase,
  finds: Finding,
  reading: number | undefined,
): Refused | null {
  if (reading === undefined) return null;
  if (finds !== 'upheld')
    return no('bad-input', 'reading: a claim that is not upheld leaves the roll as it is on record.').refused;
  if (reading <= readings.length) return null;
  const nearest = readings.length > 0 ? `; ${readings.length} is the last` : ': try one first';
  return no('not-found', `reading: there is no reading ${reading}${nearest}.`).refused;
}

export const decide = caseVerb({
  help: 'Decide a case on the next rung of the book’s ladder',
  clause: 'star 9.12',
  who: { either: DECIDERS },
  table: tableOf,
  body: z.strictObject({
    finds: z.enum(FINDINGS).meta({ title: 'The claim is' }),
    reasons: text.reason.meta({ title: 'Reasons, as the patron will read them' }),
    reading: z
      .number()
      .int()
      .positive()
      .max(1_000)
      .optional()
      .meta({ title: 'The roll was as in reading number; empty: as it is on record' }),
  }),
  decide: (state, { by, body: { reading, ...body } }) => {
    const rung = rungFor(state, by);
    if (!rung.ok) return rung;
    const { id, clause } = rung.value;
    const refused = whyNotReading(state, body.finds, reading);
    if (refused) return { ok: false, refused };
    const read = reading === undefined ? {} : { reading };
    return happens({ event: 'case-decided', rung: id, clause, ...body, ...read, by: by.id });
  },
  here: { lookersToo: true },
});

export const askReview = caseVerb({
  help: 'Ask for a review of the decision',
  clause: 'star 9.12',
  who: { either: ['own-matter', ...WORKERS] },
  owner: patronOf,
  table: tableOf,
  body: z.strictObject({ says: text.reason.meta({ title: 'Why' }) }),
  decide: (state, { by, body }) => {
    const rung = nextRung(state);
    if (state.decisions.length === 0)
      return no('not-eligible', 'Nobody has decided yet.', { clause: rung?.clause ?? null });
    if (!rung) return TOP;
    if (state.reviewAsked) return no('used-up', 'A review has been asked for already.');
    return happens({ event: 'review-asked', rung: rung.id, ...body, by: by.id });
  },
  here: { patronToo: true },
});

/** The right to complain, or an inspector's presence: before a case may end (star 9.13, crown 9.8, adelaide 14(l)). */
export const advise = caseVerb({
  help: 'Record that the patron was told of their rights',
  clause: 'star 9.13',
  who: workers,
  table: tableOf,
  body: z.strictObject({ how: text.line.meta({ title: 'How they were told' }) }),
  decide: (state, { by, body }) => {
    const { clause } = ladderIn(state).rights;
    if (state.decisions.length === 0)
      return no('not-eligible', 'There is no decision yet of which they could be told.', { clause });
    if (isAdvised(state))
      return no('used-up', 'They have been told of their rights since the last decision.', { clause });
    return happens({ event: 'rights-advised', clause, ...body, by: by.id });
  },
});

export const close = caseVerb({
  help: 'Close a case',
  clause: 'star 9.13',
  who: workers,
  table: tableOf,
  body: z.strictObject({ says: text.reason.meta({ title: 'How it ended' }) }),
  needs: tableNeeds,
  decide: (state, { by, body }, facts) => {
    const why = whyNotEnd(state, facts);
    if (why) return { ok: false, refused: why };
    return happens({ event: 'case-closed', ...body, by: by.id });
  },
});

/** What an inspector tells the house to do. */
export const direct = caseVerb({
  help: 'Give a direction',
  clause: 'star 1.1 inspector',
  who: { post: 'inspector' },
  table: tableOf,
  body: z.strictObject({ says: text.reason.meta({ title: 'Direction' }) }),
  decide: (_state, { by, body }) => happens({ event: 'directed', ...body, by: by.id }),
  here: {
    evenClosed: true,
    lookersToo: true,
  },
});

export const acknowledge = caseVerb({
  help: 'Acknowledge that you were told, and have reviewed it',
  clause: 'aruze 4.2',
  who: { post: 'inspector' },
  table: tableOf,
  body: z.strictObject({}),
  decide: (state, { by }) => {
    if (state.told.length <= state.acknowledged.length)
      return no(
        'not-eligible',
        `Nothing of this ${KINDS[state.opened.kind].title.toLowerCase()} waits for you.`,
      );
    return happens({ event: 'told-acknowledged', by: by.id });
  },
  here: { evenClosed: true, lookersToo: true },
});
