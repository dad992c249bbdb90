import type { RulebookId } from '@boxperson/rules';
import { endOfDay, ZONE_OF } from '../zone.js';
import { isWrongPayment, KINDS } from './kinds.js';
import { ladderIn, type OpenedCase } from './state.js';

// What a case obliges the house to by a time. It follows from the case alone: nobody enters a duty or strikes it out.

/** Something owed to somebody by a time, with whoever sees to it. */
export interface CaseDuty {
  readonly what: string;
  readonly says: string;
  readonly clause: string | null;
  /** Where the book names no figure, the ruling that does. */
  readonly ruling?: string;
  readonly owner: string;
  readonly from: number;
  readonly by: number;
  readonly doneAt: number | null;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Figures of the house where the books say no more than "reasonable" or "at once". */
export const HOUSE_TIMES = {
  /** R66 */
  rectifyDays: 14,
  /** R67 */
  tellInspectorMs: HOUR_MS,
  /** R68 */
  decideMs: 24 * HOUR_MS,
  adviseMs: 24 * HOUR_MS,
  reviewDays: 7,
  endDays: 56,
  /** R69 */
  atOnceMs: 15 * MINUTE_MS,
} as const;

/** star-2024 11/10.11 gives 48 hours for what star 10.12 and aruze 5.12 want at once. */
const DRAW_TIMES: Readonly<Partial<Record<RulebookId, { ms: number; clause: string; ruling?: string }>>> = {
  star: { ms: HOUSE_TIMES.atOnceMs, clause: '10.12', ruling: 'R69' },
  'star-2024': { ms: 48 * HOUR_MS, clause: '11/10.11' },
  aruze: { ms: HOUSE_TIMES.atOnceMs, clause: '5.12', ruling: 'R69' },
};

const OPERATOR = 'manager';
const SUPERVISOR = 'pit-supervisor';

const daysAfter = ({ opened: { rulebook } }: OpenedCase, at: number, days: number): number =>
  endOfDay(ZONE_OF[rulebook], at, days);

/** A first decision, a review where one is asked for, advice after each decision, and an end. */
function decisionDuties(state: OpenedCase): readonly CaseDuty[] {
  const { opened, decisions, advised, closed } = state;
  const { rungs, rights } = ladderIn(state);
  const [first] = rungs;
  const decide: CaseDuty = {
    what: 'decide',
    says: `${first?.title ?? 'Somebody'} decides`,
    clause: first?.clause ?? null,
    ruling: 'R68',
    owner: SUPERVISOR,
    from: opened.at,
    by: opened.at + HOUSE_TIMES.decideMs,
    doneAt: decisions[0]?.at ?? null,
  };
  const advice = decisions.map(
    ({ rung, at }): CaseDuty => ({
      what: `advise-${rung}`,
      says: 'The patron is told of their rights',
      clause: rights.clause,
      ruling: 'R68',
      owner: SUPERVISOR,
      from: at,
      by: at + HOUSE_TIMES.adviseMs,
      doneAt: advised.find((one) => one.at >= at)?.at ?? null,
    }),
  );
  const end: CaseDuty = {
    what: 'end',
    says: 'The case ends',
    clause: null,
    ruling: 'R68',
    owner: OPERATOR,
    from: opened.at,
    by: daysAfter(state, opened.at, HOUSE_TIMES.endDays),
    doneAt: closed?.at ?? null,
  };
  return [decide, ...reviewDuties(state), ...advice, end];
}

/** For each rung that was asked for a review. */
function reviewDuties(state: OpenedCase): readonly CaseDuty[] {
  const { rungs } = ladderIn(state);
  const reviews = state.decisions.slice(1).map(({ rung, at }) => ({ rung, doneAt: at }));
  const asked = state.reviewAsked ? [{ rung: state.reviewAsked.rung, doneAt: null }] : [];
  return [...reviews, ...asked].flatMap(({ rung, doneAt }) => {
    const from = state.askedAt[rung];
    const found = rungs.find(({ id }) => id === rung);
    if (from === undefined || !found) return [];
    const duty: CaseDuty = {
      what: `review-${rung}`,
      says: `${found.title} reviews the decision`,
      clause: found.clause,
      ruling: 'R68',
      owner: rung === 'inspector' ? 'inspector' : OPERATOR,
      from,
      by: daysAfter(state, from, HOUSE_TIMES.reviewDays),
      doneAt,
    };
    return [duty];
  });
}

/** star-2024 9.1, 9.2; the other books are kept alike, without the clause. */
function wrongPaymentDuties(state: OpenedCase): readonly CaseDuty[] {
  const { opened, enquiries, wrongFrom, rectifiedAt, told } = state;
  const suspected = enquiries.find(({ finds }) => finds === 'suspected');
  const clause = (star: string): string | null => (opened.rulebook === 'star-2024' ? star : null);
  const times = (from: number) => ({
    ruling: 'R66',
    from,
    by: daysAfter(state, from, HOUSE_TIMES.rectifyDays),
  });
  const enquire: CaseDuty = {
    what: 'enquire',
    says: 'It is enquired whether the wrong payment was intended',
    clause: clause('9.1.1'),
    owner: SUPERVISOR,
    ...times(opened.at),
    doneAt: enquiries[0]?.at ?? null,
  };
  if (wrongFrom === null) return [enquire];
  const rectify: CaseDuty = {
    what: 'rectify',
    says: 'The wrong payment is put right, or that is tried, or the commission is told',
    clause: clause('9.1.2'),
    owner: OPERATOR,
    ...times(wrongFrom),
    doneAt: earliest(rectifiedAt, told.find(({ at }) => at >= wrongFrom)?.at ?? null),
  };
  if (!suspected) return [enquire, rectify];
  // Telling is not enough where it may have been intended.
  const even: CaseDuty = {
    what: 'rectify-suspected',
    says: 'A payment that may have been intended is put right, or that is tried',
    clause: clause('9.2.1'),
    owner: OPERATOR,
    ...times(suspected.at),
    doneAt: rectifiedAt === null ? null : Math.max(rectifiedAt, suspected.at),
  };
  return [enquire, rectify, even];
}

const earliest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** aruze 4.2, 6.5: as soon as practicable. */
function withholdingDuties(state: OpenedCase): readonly CaseDuty[] {
  const { withheld, told } = state;
  if (!withheld) return [];
  return [
    {
      what: 'tell-inspector',
      says: 'An inspector is told of the money that is withheld',
      clause: withheld.clause,
      ruling: 'R67',
      owner: OPERATOR,
      from: withheld.at,
      by: withheld.at + HOUSE_TIMES.tellInspectorMs,
      doneAt: told.find(({ at }) => at >= withheld.at)?.at ?? null,
    },
  ];
}

function drawDuties({ opened, told }: OpenedCase): readonly CaseDuty[] {
  const time = DRAW_TIMES[opened.rulebook];
  if (opened.kind !== 'draw' || !time) return [];
  const { ms, clause, ruling } = time;
  return [
    {
      what: 'tell-inspectorate',
      says: 'The inspectorate is told that a draw is in doubt',
      clause,
      ...(ruling ? { ruling } : {}),
      owner: OPERATOR,
      from: opened.at,
      by: opened.at + ms,
      doneAt: told[0]?.at ?? null,
    },
  ];
}

/** Everything that a case owes, done or not. */
export const dutiesOf = (state: OpenedCase): readonly CaseDuty[] => {
  const { kind } = state.opened;
  const isDecided = KINDS[kind].isDecided || state.decisions.length > 0;
  return [
    ...(isDecided ? decisionDuties(state) : []),
    ...(isWrongPayment(kind) ? wrongPaymentDuties(state) : []),
    ...withholdingDuties(state),
    ...drawDuties(state),
  ];
};
