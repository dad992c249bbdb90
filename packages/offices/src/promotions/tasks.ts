import { type Clause, makeDollars } from '@boxperson/rules';
import type { PostName } from '../posts.js';
import { isScrutinised } from './asking.js';
import { callableAt } from './draw-verbs.js';
import { claimableUntil, dueDeadlines } from './due.js';
import { type Award, type Claim, type Promotion, rulesOf, type Telling, termsOf } from './state.js';
import { faultsInTerms } from './terms.js';

// What comes next, who owes it and by when: for the desk of a promotion. It follows from the books alone and decides
// nothing; what is pressed there is asked of the office like anything else.

/** Something that somebody has to do. */
export interface PromotionTask {
  readonly says: string;
  /** With which verb of the office, and what is filled in already; null where it is done elsewhere. */
  readonly do: string | null;
  readonly body?: Readonly<Record<string, string>>;
  /** The case that it is about. */
  readonly case?: string;
  readonly who: readonly PostName[];
  /** Null: no clock runs for it. */
  readonly by: number | null;
  readonly clause: Clause | null;
}

/** What the house does by itself, and when. */
export interface PromotionStep {
  readonly says: string;
  readonly at: number;
}

const MANAGER: readonly PostName[] = ['manager'];
const CASHIER: readonly PostName[] = ['cashier'];
const DESK: readonly PostName[] = ['cashier', 'manager'];
const SCRUTINEER: readonly PostName[] = ['scrutineer'];

const times = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

function* whileDraft(state: Promotion): Generator<PromotionTask> {
  const { submitBeforeMs, regulator } = rulesOf(state);
  const { value, clause } = submitBeforeMs;
  const { startsAt } = termsOf(state);
  const by = startsAt === null ? null : startsAt - value;
  if (state.lapsed !== null && state.lapsed === startsAt)
    return yield {
      says: 'Its start has passed and the terms were with nobody: name another start',
      do: 'redraft',
      who: MANAGER,
      by: null,
      clause,
    };
  const lacks = faultsInTerms(state.book, termsOf(state)).length;
  const write = `Write the terms: ${times(lacks, 'thing')} to put right`;
  const task = { who: MANAGER, by, clause };
  yield lacks > 0
    ? { ...task, says: write, do: 'redraft' }
    : { ...task, says: `Send the terms to the ${regulator}`, do: 'submit' };
}

function* scrutineers(state: Promotion): Generator<PromotionTask> {
  if (state.stage === 'draft' || !isScrutinised(state) || state.draw) return;
  const { clause } = rulesOf(state).scrutineerAbove;
  const by = termsOf(state).drawAt;
  if (state.scrutineer === null)
    yield { says: 'Nominate a scrutineer for the draw', do: 'nominate', who: MANAGER, by, clause };
  else if (state.stage === 'frozen' && !state.signed.before)
    yield {
      says: 'Sign for the list, and seal a word',
      do: 'sign-before',
      who: SCRUTINEER,
      by: callableAt(state),
      clause,
    };
}

function* whileCalled(state: Promotion): Generator<PromotionTask> {
  const { clause } = rulesOf(state).scrutineerAbove;
  const isShut = state.seals.some(({ person, word }) => person === state.scrutineer && word === null);
  yield isShut
    ? { says: 'Open the word that you sealed', do: 'open-seal', who: SCRUTINEER, by: null, clause }
    : { says: 'Draw', do: 'draw', who: ['manager', 'scrutineer'], by: null, clause: null };
}

/** By which clause, and by when, something has to be told. */
const deadlineFor = (state: Promotion, of: Telling, which: string) => {
  const found = dueDeadlines(state).find((one) => one.of === of && one.which === which);
  return { by: found?.at ?? null, clause: found?.clause ?? null };
};

function* forClaim(state: Promotion, id: string, claim: Claim): Generator<PromotionTask> {
  const { refusing } = rulesOf(state);
  const award = state.awards[claim.award];
  if (claim.became === 'refused' && claim.toldAt === undefined)
    yield {
      says: `Tell ${claim.name} why ${id} was refused`,
      do: 'tell-reason',
      body: { claim: id },
      who: DESK,
      ...deadlineFor(state, 'reason', id),
    };
  if (claim.became !== 'open') return;
  const isWinners = award?.became === 'open' && award.person === claim.person;
  const body = { claim: id };
  yield isWinners
    ? {
        says: `Pay ${claim.name}: ${tellPaid(award, claim)}`,
        do: 'pay',
        body,
        who: CASHIER,
        by: null,
        clause: rulesOf(state).paying.clause,
      }
    : {
        says: `${claim.name} claims ${claim.award} and has not won it: refuse that, with the reason`,
        do: 'refuse-claim',
        body,
        who: MANAGER,
        by: null,
        clause: refusing,
      };
}

const tellPaid = ({ prize }: Award, { ways }: Claim): string =>
  ways.length === 0
    ? `hand over ${prize.name}`
    : ways.map(({ way, amount }) => `${makeDollars(amount)} by ${way}`).join(' and ');

function* forAward(state: Promotion, id: string, award: Award, now: number): Generator<PromotionTask> {
  if (award.became !== 'open') return;
  const body = { award: id };
  const isAbsent = !termsOf(state).mustBePresent;
  if (isAbsent && award.attempts.length === 0)
    yield {
      says: `Reach the winner of ${award.prize.name} (${id})`,
      do: 'attempt',
      body,
      who: DESK,
      ...deadlineFor(state, 'winner', id),
    };
  const isClaimed = Object.values(state.claims).some((one) => one.award === id && one.became === 'open');
  if (!isClaimed && now >= claimableUntil(state, award))
    yield {
      says: `Nobody has claimed ${award.prize.name} (${id}): pass it on`,
      do: 'redraw',
      body: { ...body, why: 'unclaimed' },
      who: MANAGER,
      by: claimableUntil(state, award),
      clause: rulesOf(state).items[7]?.clause ?? null,
    };
}

function* whileDrawn(state: Promotion, now: number): Generator<PromotionTask> {
  const { scrutineerAbove, items } = rulesOf(state);
  if (isScrutinised(state) && !state.signed.after)
    return yield {
      says: 'Sign for what was drawn: before that nobody is told or paid',
      do: 'sign-after',
      who: SCRUTINEER,
      by: null,
      clause: scrutineerAbove.clause,
    };
  if (!state.published)
    yield {
      says: `Make the results public: ${termsOf(state).published}`,
      do: 'publish',
      who: MANAGER,
      by: null,
      clause: items[9]?.clause ?? null,
    };
  for (const [id, award] of Object.entries(state.awards)) yield* forAward(state, id, award, now);
}

function* whileInDoubt(state: Promotion): Generator<PromotionTask> {
  if (!state.doubt) return;
  const { clause } = rulesOf(state).doubtWithinMs;
  if (state.doubt.toldAt === null)
    yield {
      says: 'Tell the inspectorate that its integrity is in doubt',
      do: 'tell-inspectorate',
      who: MANAGER,
      ...deadlineFor(state, 'doubt', 'it'),
    };
  else if (state.stage !== 'cancelled')
    yield { says: 'Validate it, or cancel it', do: 'validate', who: MANAGER, by: null, clause };
}

/** A dispute is decided in its case; one of an earlier version, and not decided yet, wants one opened for it. */
function* disputes(state: Promotion): Generator<PromotionTask> {
  const { disputes: clause } = rulesOf(state);
  for (const [id, { about, decision, case: name }] of Object.entries(state.disputes))
    if (decision === null)
      yield {
        says: `Dispute ${id}: ${about}`,
        do: null,
        ...(name === undefined ? {} : { case: name }),
        who: MANAGER,
        by: null,
        clause,
      };
}

function* inStage(state: Promotion, now: number): Generator<PromotionTask> {
  if (state.stage === 'draft') yield* whileDraft(state);
  if (state.doubt) return;
  yield* scrutineers(state);
  if (state.stage === 'called') yield* whileCalled(state);
  if (state.stage === 'drawn') yield* whileDrawn(state, now);
}

/** What is left to do before it goes into the archive is nothing but cases, which say themselves whether they are. */
const isDone = (state: Promotion, left: readonly PromotionTask[]): boolean =>
  (state.stage === 'drawn' || state.stage === 'cancelled') &&
  left.every((task) => task.do === null) &&
  Object.values(state.awards).every(({ became }) => became !== 'open');

/** Everything that somebody owes, what is due first at the top. */
export function promotionTasks(state: Promotion, now: number): readonly PromotionTask[] {
  if (state.stage === 'none' || state.stage === 'archived') return [];
  const tasks = [
    ...whileInDoubt(state),
    ...inStage(state, now),
    ...Object.entries(state.claims).flatMap(([id, claim]) => [...forClaim(state, id, claim)]),
    ...disputes(state),
  ];
  const archive: PromotionTask = {
    says: 'Put it into the archive',
    do: 'archive',
    who: MANAGER,
    by: null,
    clause: null,
  };
  const all = isDone(state, tasks) ? [...tasks, archive] : tasks;
  return [...all].sort((one, other) => (one.by ?? Number.MAX_VALUE) - (other.by ?? Number.MAX_VALUE));
}

/** What the house does next by its clock; null when it waits for people. */
export function promotionStep(state: Promotion): PromotionStep | null {
  const { stage, terms } = state;
  if (state.doubt || terms === null) return null;
  const { startsAt, closesAt } = terms;
  if (stage === 'submitted' && startsAt !== null) return { says: 'It starts', at: startsAt };
  if (stage === 'running' && closesAt !== null)
    return { says: 'Entries close; a minute later the list is frozen', at: closesAt };
  const isSigned = !isScrutinised(state) || state.signed.before;
  return stage === 'frozen' && isSigned ? { says: 'The draw is called', at: callableAt(state) } : null;
}
