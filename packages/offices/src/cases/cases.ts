import { type Office, office } from '../office.js';
import { CASE_AUDIENCE, type CaseEvent } from './events.js';
import { acknowledge, advise, askReview, close, decide, direct } from './hearing.js';
import {
  attempt,
  caseEntries,
  countElsewhere,
  endWithholding,
  enquire,
  measure,
  putRight,
  tell,
  withhold,
} from './money.js';
import { addEvidence, dispute, identify, open, raise, seePayment } from './opening.js';
import { isOfCase } from './people.js';
import { tryReading } from './reading.js';
import { type Case, evolve, NO_CASE } from './state.js';
import { ownCase, summaryOf } from './words.js';

/** Disputes, wrong payments, withheld money and whatever else has to be heard: a stream for each. */
export const CASES: Office<Case, CaseEvent> = office<Case, CaseEvent>({
  name: 'cases',
  title: 'Cases',
  streams: 'many',
  version: 1,
  begins: ['open', 'dispute', 'raise'],
  // Those that open themselves: by their place in the log, which everybody can tell beforehand, or by a promotion.
  ownNames: /^[rp]-/,
  start: NO_CASE,
  verbs: {
    open,
    dispute,
    raise,
    'add-evidence': addEvidence,
    'see-payment': seePayment,
    'try-reading': tryReading,
    identify,
    decide,
    'ask-review': askReview,
    advise,
    enquire,
    attempt,
    tell,
    'put-right': putRight,
    'count-elsewhere': countElsewhere,
    withhold,
    'end-withholding': endWithholding,
    measure,
    close,
    direct,
    acknowledge,
  },
  evolve,
  entries: (before, event) => caseEntries(before, event),
  audience: CASE_AUDIENCE,
  entitles: isOfCase,
  looks: 'on-record',
  summary: summaryOf,
  overAt: ({ closed }) => closed?.at ?? null,
  whose: ({ patron }) => patron,
  view: ownCase,
  counts: ({ opened, closed }) => ({ opened: opened ? 1 : 0, closed: closed ? 1 : 0 }),
});
