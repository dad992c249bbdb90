import type { Clause } from '@boxperson/rules';
import type { OfficeDue } from '../office.js';
import { isScrutinised } from './asking.js';
import { callableAt } from './draw-verbs.js';
import { type Award, type Promotion, rulesOf, type Telling, tellingKey, termsOf } from './state.js';
import { FREEZE_AFTER_MS } from './terms.js';

/** Somebody is to be told by then; half of the time before, whoever does it is reminded. */
export interface Deadline {
  readonly of: Telling;
  readonly which: string;
  readonly remindAt: number;
  /** Null: nobody has to do anything by then, but somebody should know. */
  readonly at: number | null;
  readonly clause: Clause;
}

const deadline = (of: Telling, which: string, since: number, within: number, clause: Clause): Deadline => ({
  of,
  which,
  remindAt: since + within / 2,
  at: since + within,
  clause,
});

/** Winners who need not be there, and whom nobody has tried to reach. */
function* winners(state: Promotion): Generator<Deadline> {
  if (state.stage !== 'drawn' || termsOf(state).mustBePresent) return;
  const { value, clause } = rulesOf(state).tellWithinMs;
  for (const [id, { became, attempts, since }] of Object.entries(state.awards))
    if (became === 'open' && attempts.length === 0) yield deadline('winner', id, since, value, clause);
}

/** Reasons that nobody has told: as soon as practicable is no later than a winner hears (R87). */
function* reasons(state: Promotion): Generator<Deadline> {
  const { refusing, tellWithinMs } = rulesOf(state);
  for (const [id, { refusal, toldAt }] of Object.entries(state.claims))
    if (refusal && toldAt === undefined)
      yield deadline('reason', id, refusal.at, tellWithinMs.value, refusing);
}

const DAY_MS = 86_400_000;
export const claimableUntil = (state: Promotion, { since }: Pick<Award, 'since'>): number =>
  since + termsOf(state).claimDays * DAY_MS;

const isClaimed = ({ claims }: Promotion, id: string, { person }: Award): boolean =>
  Object.values(claims).some((one) => one.award === id && one.person === person && one.became === 'open');

/** Prizes that nobody claimed in the days that the terms give: somebody passes them on. */
function* unclaimed(state: Promotion): Generator<Deadline> {
  if (state.stage !== 'drawn' || state.doubt) return;
  const clause = rulesOf(state).items[7]?.clause ?? rulesOf(state).contents;
  for (const [id, award] of Object.entries(state.awards))
    if (award.became === 'open' && !isClaimed(state, id, award))
      yield { of: 'unclaimed', which: id, remindAt: claimableUntil(state, award), at: null, clause };
}

function* doubts({ doubt, ...state }: Promotion): Generator<Deadline> {
  if (doubt?.toldAt !== null) return;
  const { value, clause } = rulesOf(state as Promotion).doubtWithinMs;
  yield deadline('doubt', 'it', doubt.at, value, clause);
}

/** What somebody is to be told and has not been, missed or not. */
export const dueDeadlines = (state: Promotion): readonly Deadline[] =>
  state.stage === 'none' || state.stage === 'archived'
    ? []
    : [...winners(state), ...reasons(state), ...doubts(state), ...unclaimed(state)];

const isMissed = ({ missed }: Promotion, { of, which }: Deadline): boolean =>
  missed.includes(tellingKey(of, which));

export const deadlineOf = (state: Promotion, of: Telling, which: string): Deadline | null =>
  dueDeadlines(state).find(
    (one) => one.at !== null && one.of === of && one.which === which && !isMissed(state, one),
  ) ?? null;

function* steps(state: Promotion): Generator<OfficeDue> {
  if (state.doubt !== null || state.terms === null) return;
  const { startsAt, closesAt } = state.terms;
  const { stage } = state;
  if ((stage === 'draft' || stage === 'submitted') && startsAt !== null && state.lapsed !== startsAt)
    yield { at: startsAt, do: 'start', body: {} };
  if (stage === 'running' && closesAt !== null)
    yield { at: closesAt + FREEZE_AFTER_MS, do: 'freeze', body: {} };
  if (stage === 'frozen' && (!isScrutinised(state) || state.signed.before))
    yield { at: callableAt(state), do: 'call', body: {} };
}

function* tellings(state: Promotion): Generator<OfficeDue> {
  for (const one of dueDeadlines(state)) {
    const { of, which } = one;
    if (!state.reminded.includes(tellingKey(of, which)))
      yield { at: one.remindAt, do: 'remind', body: { of, which } };
    else if (one.at !== null && !isMissed(state, one)) yield { at: one.at, do: 'miss', body: { of, which } };
  }
}

/** What the clock does next: the earliest of all. */
export function duePromotion(state: Promotion): OfficeDue | null {
  let first: OfficeDue | null = null;
  for (const one of [...steps(state), ...tellings(state)])
    if (first === null || one.at < first.at) first = one;
  return first;
}

/** What is left to do before it is over, in words; null when nothing is. Which cases are closed the cases say. */
export function whyNotOver(state: Promotion, isClosed: (name: string) => boolean): string | null {
  const one = <T>(all: Readonly<Record<string, T>>, waits: (of: T) => boolean) =>
    Object.entries(all).find(([, of]) => waits(of))?.[0];
  const award = one(state.awards, ({ became }) => became === 'open');
  if (award !== undefined) return `Award ${award} is open: pay it or pass it on.`;
  const claim = one(
    state.claims,
    ({ became, toldAt }) => became === 'open' || (became === 'refused' && !toldAt),
  );
  if (claim !== undefined) return `Claim ${claim} is open, or nobody was told why it was refused.`;
  const dispute = one(state.disputes, ({ case: name }) => name !== undefined && !isClosed(name));
  if (dispute !== undefined)
    return `Dispute ${dispute} is the case ${state.disputes[dispute]?.case}, and that is open.`;
  return state.doubt && state.doubt.toldAt === null ? 'The inspectorate is told of the doubt first.' : null;
}
