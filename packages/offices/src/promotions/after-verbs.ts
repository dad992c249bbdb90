import { type Cents, makeDollars } from '@boxperson/rules';
import { z } from 'zod';
import type { Case } from '../cases/state.js';
import { no, type Outcome, type Refused, yes } from '../codes.js';
import { drawerNeeds, drawerPays } from '../drawers/drawers.js';
import { own } from '../kit.js';
import { handNeeds, whyNotOther } from '../people/two.js';
import * as text from '../text.js';
import { tellTime } from '../time.js';
import {
  awardIn,
  byHand,
  byOf,
  claimIn,
  type Decided,
  desk,
  managers,
  noClause,
  PEOPLE_LIST,
  refused,
  verb,
  whyDoubtful,
  whyNotAt,
} from './asking.js';
import { PAY_WAYS, type PromotionRules, TELL_WAYS } from './books.js';
import { passedOver, whyUnsigned } from './draw-verbs.js';
import { claimableUntil, deadlineOf, dueDeadlines, whyNotOver } from './due.js';
import {
  type Award,
  type Claim,
  entryIn,
  PASSED_WHY,
  type Paid,
  type PassedWhy,
  type Promotion,
  rulesOf,
  TELLINGS,
  tellingKey,
  termsOf,
} from './state.js';
import { moneyInstead } from './terms.js';

const award = z
  .string()
  .regex(/^A-\d{1,6}$/, 'must be the number of an award, like A-1')
  .meta({ title: 'Award' });
const claim = z
  .string()
  .regex(/^C-\d{1,6}$/, 'must be the number of a claim, like C-1')
  .meta({ title: 'Claim' });
const way = z.enum(TELL_WAYS).meta({ title: 'How' });

const attempt = byHand({
  help: 'Write down an attempt to reach a winner',
  clause: 'star 10.8',
  who: desk,
  body: z.strictObject({
    award,
    way,
    reached: z.boolean().meta({ title: 'Reached' }),
    note: text.line.meta({ title: 'What was said' }),
  }),
  decide: (state, asked): Decided => {
    const why = whyNotAt(state, 'drawn') ?? whyUnsigned(state);
    if (why) return refused(why);
    const one = awardIn(state, asked.body.award);
    if (!one.ok) return one;
    return yes([{ event: 'attempted' as const, ...asked.body, person: one.value.person, by: byOf(asked) }]);
  },
});

function whyNotUnclaimed(state: Promotion, id: string, one: Award, at: number): string | null {
  const until = claimableUntil(state, one);
  if (at < until) return `why: it can be claimed until ${tellTime(until)}.`;
  const made = Object.entries(state.claims).find(
    ([, claimed]) => claimed.award === id && claimed.person === one.person && claimed.became === 'open',
  );
  return made ? `why: the winner has claimed it (${made[0]}): pay it, or refuse that.` : null;
}

/** What each ground takes before somebody else's name is read out. */
function whyNotPass(state: Promotion, id: string, one: Award, why: PassedWhy, at: number): Refused | null {
  const { items } = rulesOf(state);
  const clause = items[7]?.clause ?? null;
  const grounds: Readonly<Record<PassedWhy, string | null>> = {
    absent: termsOf(state).mustBePresent ? null : 'why: winners need not be there.',
    unclaimed: whyNotUnclaimed(state, id, one, at),
    refused: Object.values(state.claims).some(
      ({ award: of, person, became }) => of === id && person === one.person && became === 'refused',
    )
      ? null
      : 'why: no claim of the winner was refused.',
    ineligible: null,
  };
  const not = grounds[why];
  return not === null ? null : no('not-eligible', not, { clause }).refused;
}

const PASSED_SAYS: Readonly<Record<PassedWhy, string>> = {
  absent: 'The winner had to be there and was not',
  ineligible: 'The winner may not take part',
  refused: 'The winner’s claim was refused',
  unclaimed: 'Nobody claimed it in time',
};

/** The first of the reserves comes next; without one the prize stays with the house. */
const redraw = byHand({
  help: 'Pass an award on to the next reserve',
  clause: 'star 10.7.8',
  who: managers,
  body: z.strictObject({
    award,
    why: z.enum(PASSED_WHY).meta({ title: 'Why', says: PASSED_SAYS }),
    note: text.reason.meta({ title: 'What happened, as the winner may read it' }),
  }),
  needs: () => ({ books: [PEOPLE_LIST] }),
  decide: (state, asked, facts): Decided => {
    const { award: id, why, note } = asked.body;
    const not = whyNotAt(state, 'drawn') ?? whyUnsigned(state) ?? whyDoubtful(state);
    if (not) return refused(not);
    const one = awardIn(state, id);
    if (!one.ok) return one;
    const ground = whyNotPass(state, id, one.value, why, asked.at);
    if (ground) return refused(ground);
    const [to = null, ...reserves] = state.reserves;
    const by = byOf(asked);
    return yes([
      { event: 'award-passed' as const, award: id, person: one.value.person, to, why, note, by },
      ...passedOver(state, { award: id, entry: to, reserves }, by, facts),
    ]);
  },
});

const sumOf = (ways: readonly Paid[]): Cents => ways.reduce((sum, one) => sum + one.amount, 0);

/** Why a prize is not paid like this; null when it is. */
function whyNotPaid(state: Promotion, amount: Cents, ways: readonly Paid[]): Refused | null {
  const { paying } = rulesOf(state);
  const { clause } = paying;
  const { ways: allowed, choiceAbove } = paying.value;
  const forbidden = ways.find((one) => !allowed.includes(one.way));
  if (forbidden)
    return noClause(clause, `ways: never ${forbidden.way}; ${allowed.join(', ')} or a mix of them.`).refused;
  if (sumOf(ways) !== amount)
    return no(
      'bad-input',
      `ways: they come to ${makeDollars(sumOf(ways))}, and the prize is ${makeDollars(amount)}.`,
      {
        nearest: amount,
      },
    ).refused;
  // Above the book's figure the winner chooses; up to it the terms say (R85).
  const { paidBy } = termsOf(state);
  const isChosen = choiceAbove !== null && amount > choiceAbove;
  const isOpen = isChosen || paidBy.length === 0;
  const other = isOpen ? undefined : ways.find((one) => !paidBy.includes(one.way));
  return other
    ? no('not-eligible', `ways: the terms pay by ${paidBy.join(' or ')}.`, { clause, ruling: 'R85' }).refused
    : null;
}

/** What is to be paid in money: nothing for a prize that is handed over. */
export function moneyFor(
  rules: PromotionRules,
  { prize }: Pick<Award, 'prize'>,
  alternative: boolean,
): Outcome<Cents> {
  if (prize.kind === 'money') return yes(prize.value);
  if (!alternative) return yes(0);
  const instead = moneyInstead(rules, prize);
  if (instead !== null) return yes(instead);
  const { value, clause } = rules.alternative;
  return value.notFor.includes(prize.kind)
    ? noClause(clause, `alternative: there is no ${value.called} to a prize in ${prize.kind}.`)
    : noClause(clause, `alternative: the terms offer no ${value.called} to this prize.`);
}

const claimPrize = byHand({
  help: 'Claim a prize',
  clause: 'star 10.7.8',
  who: { either: ['players', desk] },
  body: z.strictObject({
    award,
    name: text.name.meta({ title: 'Name' }),
    address: text.reason.meta({ title: 'Address' }),
    /** Whose claim it is, where the desk takes it down. */
    person: text.id.optional().meta({ title: 'Whose claim it is, by account', of: 'person' }),
    ways: z
      .array(z.strictObject({ way: z.enum(PAY_WAYS), amount: text.cents }))
      .max(3)
      .default([])
      .meta({ title: 'How it is to be paid' }),
    alternative: z.boolean().default(false).meta({ title: 'Money instead' }),
  }),
  decide: (state, asked): Decided => {
    const { body, by } = asked;
    const why = whyNotAt(state, 'drawn') ?? whyUnsigned(state);
    if (why) return refused(why);
    const one = awardIn(state, body.award);
    if (!one.ok) return one;
    const money = moneyFor(rulesOf(state), one.value, body.alternative);
    if (!money.ok) return money;
    const not = whyNotPaid(state, money.value, body.ways);
    if (not) return refused(not);
    const person = by?.kind === 'staff' ? (body.person ?? null) : byOf(asked);
    return yes([
      {
        event: 'claimed' as const,
        claim: `C-${Object.keys(state.claims).length + 1}`,
        award: body.award,
        person,
        name: body.name,
        address: body.address,
        ways: body.ways,
        alternative: body.alternative,
        value: one.value.prize.value,
        by: byOf(asked),
      },
    ]);
  },
  answer: (_state, [event]) => (event?.event === 'claimed' ? { claim: event.claim } : {}),
});

function openClaim(state: Promotion, id: string): Outcome<Claim> {
  const one = claimIn(state, id);
  if (!one.ok || one.value.became === 'open') return one;
  return no('used-up', `claim: ${id} is ${one.value.became}.`);
}

/** Kept with name, address and reason if it is over the book's figure; the claimant is told why. */
const refuseClaim = byHand({
  help: 'Refuse a claim, with the reason',
  clause: 'star 10.10',
  who: managers,
  body: z.strictObject({ claim, reason: text.reason }),
  decide: (state, asked): Decided => {
    const one = openClaim(state, asked.body.claim);
    if (!one.ok) return one;
    const kept = one.value.value > rulesOf(state).keepAbove.value;
    const { person } = one.value;
    return yes([{ event: 'claim-refused' as const, ...asked.body, person, kept, by: byOf(asked) }]);
  },
});

const tellReason = byHand({
  help: 'Write down that a claimant was told why',
  clause: 'star 10.10',
  who: desk,
  body: z.strictObject({ claim, way }),
  decide: (state, asked): Decided => {
    const one = claimIn(state, asked.body.claim);
    if (!one.ok) return one;
    if (one.value.became !== 'refused' || one.value.toldAt !== undefined)
      return no('not-eligible', 'claim: there is no reason left to tell.');
    return yes([{ event: 'reason-told' as const, ...asked.body, person: one.value.person, by: byOf(asked) }]);
  },
});

const inCash = (ways: readonly Paid[]): Cents => sumOf(ways.filter((one) => one.way === 'cash'));

/** Who of the staff entered the winner by hand; null where the winner did, or their play. */
function enteredBy(state: Promotion, { award: id }: Claim): string | null {
  const won = own(state.awards, id);
  return won ? (entryIn(state, won.entry).by ?? null) : null;
}

/** Who of the staff made it come to this: submitted, drew, took the claim down, entered the winner by hand. */
function handsIn(state: Promotion, id: string): readonly (string | null)[] {
  const found = claimIn(state, id);
  if (!found.ok) return [];
  const { by, person } = found.value;
  return [...(state.hands ?? []), by === person ? null : by, enteredBy(state, found.value)];
}

/** What somebody has paid in a promotion; of earlier claims nobody knows who paid them, and it may have been the same. */
const paidSoFar = ({ claims }: Promotion, by: string): Cents =>
  Object.values(claims)
    .filter(({ became, paidBy = by }) => became === 'paid' && paidBy === by)
    .reduce((sum, { value, ways }) => sum + Math.max(value, sumOf(ways)), 0);

/** Much in many small prizes is much: what the same cashier has paid before counts with it. */
const moneyAround = (state: Promotion, { value, ways }: Claim, by: string): Cents =>
  Math.max(value, sumOf(ways)) + paidSoFar(state, by);

/** Only the winner is paid, cash out of an open drawer, and by another than those who made it come to this (R122). */
const pay = byHand({
  help: 'Pay a prize, or hand it over, through the cage',
  clause: 'star 10.4',
  who: { post: 'cashier' },
  body: z.strictObject({ claim }),
  needs: (state, body, by) => {
    const { persons, books } = handNeeds(handsIn(state, body.claim));
    const drawer = drawerNeeds(by);
    return { ...drawer, persons, books: [...(drawer.books ?? []), ...books] };
  },
  decide: (state, asked, facts): Decided => {
    const one = openClaim(state, asked.body.claim);
    if (!one.ok) return one;
    const { award: id, person, ways, by: taken } = one.value;
    if (taken === byOf(asked))
      return no('second-person', 'claim: you took it down, and another cashier pays it.', { ruling: 'R122' });
    const money = moneyAround(state, one.value, byOf(asked));
    const same = whyNotOther(handsIn(state, asked.body.claim), asked, facts, money);
    if (same !== null) return no('second-person', `claim: ${same}`, { ruling: 'R122' });
    const won = awardIn(state, id);
    if (!won.ok) return won;
    const why = whyNotAt(state, 'drawn') ?? whyUnsigned(state) ?? whyDoubtful(state);
    if (why) return refused(why);
    if (person !== won.value.person)
      return noClause(rulesOf(state).refusing, 'claim: it is not the winner’s. Refuse it with that reason.');
    const cash = inCash(ways);
    const drawer = cash === 0 ? yes({}) : drawerPays(asked.by, cash, facts);
    if (!drawer.ok) return drawer;
    const paid = { claim: asked.body.claim, award: id, person, ways, ...drawer.value };
    return yes([{ event: 'prize-paid' as const, ...paid, by: byOf(asked) }]);
  },
});

const TOLD = {
  whom: text.line.meta({ title: 'Whom' }),
  how: text.line.meta({ title: 'How' }),
};

/** Told in the same act where the book says at once (R86). */
const doubt = byHand({
  help: 'Say that the integrity of a promotion or draw is compromised',
  clause: 'star 10.12',
  who: managers,
  body: z.strictObject({
    what: z
      .enum(['promotion', 'draw'])
      .meta({ title: 'What is in doubt', says: { promotion: 'The promotion', draw: 'The draw' } }),
    measure: z.enum(['postpone', 'cancel']).meta({
      title: 'What is done',
      says: { postpone: 'It waits until it is validated', cancel: 'It is cancelled' },
    }),
    reason: text.reason,
    told: z.strictObject(TOLD).optional().meta({ title: 'The inspectorate was told' }),
  }),
  decide: (state, asked): Decided => {
    const { what, measure, reason, told } = asked.body;
    const why = whyNotAt(state, 'submitted', 'running', 'frozen', 'called', 'drawn');
    if (why) return refused(why);
    if (state.doubt) return no('used-up', 'It is in doubt already.');
    const { value, clause } = rulesOf(state).doubtWithinMs;
    if (!told && value === 0)
      return no('not-eligible', 'told: the inspectorate is told at once: say whom and how.', {
        clause,
        ruling: 'R86',
      });
    const by = byOf(asked);
    return yes([
      { event: 'doubted' as const, what, measure, reason, by },
      ...(told ? [{ event: 'inspectorate-told' as const, ...told, by }] : []),
      ...(measure === 'cancel' ? [{ event: 'cancelled' as const, reason, by }] : []),
    ]);
  },
});

const tellInspectorate = byHand({
  help: 'Write down that the inspectorate was told of a doubt',
  clause: 'star-2024 11/10.11',
  who: managers,
  body: z.strictObject(TOLD),
  decide: (state, asked): Decided =>
    state.doubt && state.doubt.toldAt === null
      ? yes([{ event: 'inspectorate-told' as const, ...asked.body, by: byOf(asked) }])
      : no('not-eligible', 'There is nothing to tell.'),
});

/** It goes on; a draw whose time has passed gets a new one. */
const validate = byHand({
  help: 'Say that the integrity has been validated, and go on',
  clause: 'star 10.12',
  who: managers,
  body: z.strictObject({
    reason: text.reason,
    drawAt: text.instant
      .nullable()
      .default(null)
      .meta({ title: 'Drawn at, where its time has passed', time: true }),
  }),
  decide: (state, asked): Decided => {
    const { doubt: stands } = state;
    if (!stands || state.stage === 'cancelled') return no('not-eligible', 'Nothing is in doubt.');
    const { clause } = rulesOf(state).doubtWithinMs;
    if (stands.toldAt === null) return noClause(clause, 'The inspectorate is told first.');
    const { drawAt } = asked.body;
    const isPast = (termsOf(state).drawAt ?? 0) <= asked.at && !['called', 'drawn'].includes(state.stage);
    if (isPast && (drawAt ?? 0) <= asked.at) return noClause(clause, 'drawAt: say when the draw is now.');
    if (drawAt !== null && ['called', 'drawn'].includes(state.stage))
      return no('not-eligible', 'drawAt: the draw has been called.');
    return yes([{ event: 'validated' as const, reason: asked.body.reason, drawAt, by: byOf(asked) }]);
  },
});

const cancel = byHand({
  help: 'Cancel a draw that is in doubt',
  clause: 'star 10.12',
  who: managers,
  body: z.strictObject({ reason: text.reason }),
  decide: (state, asked): Decided => {
    if (!state.doubt || state.stage === 'cancelled')
      return noClause(rulesOf(state).doubtWithinMs.clause, 'Only what is in doubt is cancelled.');
    return yes([{ event: 'cancelled' as const, reason: asked.body.reason, by: byOf(asked) }]);
  },
});

/** It becomes a case: the operator decides it there, and tells of the right to complain. */
const disputeIt = byHand({
  help: 'Dispute something about a promotion',
  clause: 'star 10.11',
  who: 'players',
  often: { mine: 5, all: 500, ms: 60_000 },
  body: z.strictObject({ about: text.reason }),
  decide: (state, asked): Decided => {
    const why = whyNotAt(state, 'running', 'frozen', 'called', 'drawn', 'cancelled');
    if (why) return refused(why);
    const number = `D-${Object.keys(state.disputes).length + 1}`;
    return yes([
      {
        event: 'disputed' as const,
        dispute: number,
        person: byOf(asked),
        about: asked.body.about,
        case: `p-${asked.fresh.toLowerCase()}`,
        book: state.book,
      },
    ]);
  },
  answer: (_state, [event]) =>
    event?.event === 'disputed' ? { dispute: event.dispute, case: event.case } : {},
});

const deadline = z.strictObject({ of: z.enum(TELLINGS), which: text.id });

const remind = verb({
  help: 'Remind the staff of a deadline',
  clause: 'star 10.8',
  who: 'house',
  body: deadline,
  decide: (state, { body, at }): Decided => {
    const one = dueDeadlines(state).find(({ of, which }) => of === body.of && which === body.which);
    if (!one || one.remindAt > at || state.reminded.includes(tellingKey(body.of, body.which)))
      return no('not-eligible', 'There is nothing to remind of.');
    return yes([{ event: 'reminded' as const, ...body }]);
  },
});

const miss = verb({
  help: 'Write down that a deadline was missed',
  clause: 'star 10.8',
  who: 'house',
  body: deadline,
  decide: (state, { body, at }): Decided => {
    const one = deadlineOf(state, body.of, body.which);
    if (!one || one.at === null || one.at > at) return no('not-eligible', 'No deadline was missed.');
    return yes([{ event: 'deadline-missed' as const, ...body, clause: one.clause }]);
  },
});

const caseStream = (name: string): string => `cases/${name}`;
const casesOf = ({ disputes }: Promotion): readonly string[] =>
  Object.values(disputes).flatMap(({ case: name }) => (name === undefined ? [] : [name]));

const archive = byHand({
  help: 'Put a promotion into the archive',
  clause: null,
  who: managers,
  body: z.strictObject({}),
  needs: (state) => ({ books: casesOf(state).map(caseStream) }),
  decide: (state, asked, facts): Decided => {
    const why = whyNotAt(state, 'drawn', 'cancelled');
    if (why) return refused(why);
    const isClosed = (name: string) => (facts.books<Case>(caseStream(name))?.closed ?? null) !== null;
    const open = whyNotOver(state, isClosed);
    return open === null ? yes([{ event: 'archived' as const, by: byOf(asked) }]) : no('not-eligible', open);
  },
});

export const AFTER_VERBS = {
  attempt,
  redraw,
  claim: claimPrize,
  'refuse-claim': refuseClaim,
  'tell-reason': tellReason,
  pay,
  doubt,
  'tell-inspectorate': tellInspectorate,
  validate,
  cancel,
  dispute: disputeIt,
  remind,
  miss,
  archive,
};
