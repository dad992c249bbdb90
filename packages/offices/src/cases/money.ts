import { type Cents, type Clause, type Power, RULEBOOKS } from '@boxperson/rules';
import { z } from 'zod';
import { account } from '../accounts.js';
import { no, type Outcome, type Refused, yes } from '../codes.js';
import type { Facts, Needs } from '../facts.js';
import { hasPlayMoney } from '../ledger/play-money.js';
import { type Entry, NO_ENTRIES, transfer } from '../postings.js';
import * as text from '../text.js';
import { NO_MATTER, whyNot } from '../who.js';
import { type AskedHere, always, caseVerb, happens, tableOf, workers, wrongPaymentClause } from './asking.js';
import { chipsClause, sayAmount, tableNeeds, whyNotMoney } from './chips.js';
import { ATTEMPTS, type CaseEvent, INTENTS } from './events.js';
import { isWrongPayment } from './kinds.js';
import { casesAt } from './moment.js';
import {
  type Case,
  isOpened,
  isSameLine,
  lineIn,
  movedIn,
  nextRung,
  type OpenedCase,
  owing,
} from './state.js';

const says = text.reason.meta({ title: 'What was found' });

const NOT_WRONG = no('not-eligible', 'That is for payments of too much or too little.');

export const enquire = caseVerb({
  help: 'Record an enquiry whether a wrong payment was intended',
  clause: 'star-2024 9.1.1',
  who: workers,
  table: tableOf,
  body: z.strictObject({ finds: z.enum(INTENTS).meta({ title: 'It was' }), says }),
  decide: (state, { by, body }) =>
    isWrongPayment(state.opened.kind) ? happens({ event: 'enquired', ...body, by: by.id }) : NOT_WRONG,
});

export const attempt = caseVerb({
  help: 'Record an attempt to identify, contact, reimburse or ask back',
  clause: 'star-2024 9.3.1',
  who: workers,
  table: tableOf,
  body: z.strictObject({
    what: z.enum(ATTEMPTS).meta({ title: 'Attempt to' }),
    says: text.reason.meta({ title: 'What was done' }),
    succeeded: z.boolean().meta({ title: 'It succeeded' }),
  }),
  decide: (_state, { by, body }) => happens({ event: 'attempted', ...body, by: by.id }),
});

export const tell = caseVerb({
  help: 'Record that the regulator, or an inspector, was told',
  clause: 'star-2024 9.1.2',
  who: workers,
  table: tableOf,
  body: z.strictObject({
    whom: text.line.meta({ title: 'Who was told' }),
    how: text.line.meta({ title: 'How, and under which number' }),
  }),
  decide: (_state, { by, body }) => happens({ event: 'told', ...body, by: by.id }),
});

const MEASURES = [
  'void-wagers',
  'exclude-player',
  'recommend-exclusion',
  'detain',
  'seize-winnings',
  'confiscate-device',
] as const satisfies readonly Power[];

/** star 9.3, crown 9.2, aruze 7.7: what may be done about a device or a breach, and who may. */
export const measure = caseVerb({
  help: 'Record a measure against a device or a breach',
  clause: 'star 9.3',
  who: workers,
  table: tableOf,
  body: z.strictObject({
    measure: z.enum(MEASURES).meta({ title: 'Measure' }),
    says: text.reason.meta({ title: 'What was done, and why' }),
  }),
  decide: (state, { by, body }) => {
    const { rulebook } = state.opened;
    const why = whyNot({ power: body.measure, of: rulebook }, by, NO_MATTER);
    const clause = RULEBOOKS[rulebook].powers[body.measure]?.clause ?? null;
    if (why !== null) return no('not-allowed', `measure: ${why}`, { clause });
    return happens({ event: 'measure-taken', ...body, clause: clause ?? '', by: by.id });
  },
});

/** Who played the line, and who is said to be the patron: mostly the same. */
const handsIn = (state: OpenedCase): readonly string[] => [
  ...new Set([lineIn(state)?.person, state.patron].flatMap((id) => id ?? [])),
];

const moneyNeeds = (state: Case): Needs => {
  const { patron, opened } = state;
  return {
    ...tableNeeds(state),
    ...(isOpened(state) ? { persons: handsIn(state) } : {}),
    ...(patron === null ? {} : { balances: [account.wallet(patron)] }),
    ...(opened?.table == null ? {} : { books: [casesAt(opened.table)] }),
  };
};

/** Other cases about the same line that have moved money, and that this one does not count yet. */
function uncounted(state: OpenedCase, facts: Facts): readonly OpenedCase[] {
  const { table } = state.opened;
  const others = table === null ? null : facts.books<readonly Case[]>(casesAt(table));
  return (others ?? []).filter(
    (one): one is OpenedCase =>
      isOpened(one) &&
      isSameLine(state, one) &&
      movedIn(one) !== 0 &&
      !state.elsewhere.some((known) => known.case === one.opened.case),
  );
}

/** The same line is put right once, in whichever of several cases. */
function whyNotTwice(state: OpenedCase, facts: Facts): Refused | null {
  const [other] = uncounted(state, facts);
  if (!other) return null;
  const name = other.opened.case;
  return no('used-up', `Case ${name} has put this line right: count that first.`, {
    clause: wrongPaymentClause(state, '9.1.2'),
  }).refused;
}

export const countElsewhere = caseVerb({
  help: 'Count what another case about the same line has put right',
  clause: 'star-2024 9.1.2',
  who: workers,
  table: tableOf,
  turn: 'office',
  body: z.strictObject({ case: text.id.meta({ title: 'The other case' }) }),
  needs: moneyNeeds,
  decide: (state, { by, body }, facts) => {
    const all = uncounted(state, facts);
    const other = all.find(({ opened }) => opened.case === body.case);
    const nearest = all[0] ? ` ${all[0].opened.case} has.` : '';
    if (!other) return no('not-found', `case: no such case has put this line right.${nearest}`);
    return happens({ event: 'settled-elsewhere', case: body.case, amount: movedIn(other), by: by.id });
  },
});

/** Whose money it is: play money stays play money. */
function patronIn(state: OpenedCase, facts: Facts): Outcome<{ readonly id: string; readonly play: boolean }> {
  const found = state.patron === null ? null : facts.person(state.patron);
  return found
    ? yes({ id: found.id, play: hasPlayMoney(found.id, facts) })
    : no('not-eligible', 'how: the patron has no account here: pay in cash, or say first who it is.');
}

/** Play money is never cash, nor does a wager of one kind come to be paid in the other. */
function whyNotKind(state: OpenedCase, how: RightBody['how'], facts: Facts): Refused | null {
  const kinds = new Set(handsIn(state).map((id) => hasPlayMoney(id, facts)));
  if (how === 'cash' && kinds.has(true))
    return no('not-eligible', 'how: that is play money, and stays it: put it right through the account.')
      .refused;
  if (kinds.size < 2) return null;
  const message = 'how: one of the patron and whoever made the wager has play money, and the other has not.';
  return no('not-eligible', message).refused;
}

/** Only what the engine and the record say, and only when somebody has found so. */
function whyNotAmount(state: OpenedCase, amount: Cents): Refused | null {
  const left = owing(state);
  const clause = wrongPaymentClause(state, '9.1.2') ?? state.decisions.at(-1)?.clause ?? null;
  const say = (message: string, nearest?: Cents) =>
    no('not-eligible', message, { clause, ...(nearest === undefined ? {} : { nearest }) }).refused;
  if (left === null) return say('The case names no line of a roll: nothing says what is owed.');
  if (left === 0) return say('Nothing is owed any more.');
  if (amount !== Math.abs(left))
    return say(
      `amount: by the engine it is ${sayAmount(state, Math.abs(left))}, and no other amount.`,
      Math.abs(left),
    );
  return null;
}

/** A wrong payment is put right after an enquiry; anything else by the last decision. */
function whyNotFound(state: OpenedCase): Refused | null {
  if (isWrongPayment(state.opened.kind))
    return state.enquiries.length > 0
      ? null
      : no('not-eligible', 'Enquire first whether it was intended.', {
          clause: wrongPaymentClause(state, '9.1.1'),
        }).refused;
  if (state.decisions.at(-1)?.finds === 'upheld') return null;
  const clause = state.decisions.at(-1)?.clause ?? nextRung(state)?.clause ?? null;
  return no('not-eligible', 'No decision says so.', { clause }).refused;
}

/** crown 8.4.4(a): a wallet holds money, and what a tournament's roll owes is chips. */
function whyNotChips(state: OpenedCase, facts: Facts): Refused | null {
  const why = whyNotMoney(state, facts);
  if (why !== 'chips') return why;
  const message = 'amount: tournament chips are no money: they are put right at the table.';
  return no('not-eligible', message, { clause: chipsClause(state) }).refused;
}

type RightBody = { readonly amount: Cents; readonly how: 'account' | 'cash'; readonly reason: string };

function putItRight(state: OpenedCase, { by, second, body }: AskedHere<RightBody>, facts: Facts) {
  const refused =
    whyNotChips(state, facts) ??
    whyNotFound(state) ??
    whyNotTwice(state, facts) ??
    whyNotAmount(state, body.amount) ??
    whyNotKind(state, body.how, facts);
  if (refused) return { ok: false as const, refused };
  const to = (owing(state) ?? 0) > 0 ? ('patron' as const) : ('house' as const);
  const people = { by: by.id, confirmedBy: second?.id ?? '' };
  const moves = { event: 'put-right' as const, to, ...body, ...people };
  if (body.how === 'cash') return happens({ ...moves, patron: state.patron, play: false });
  const patron = patronIn(state, facts);
  if (!patron.ok) return patron;
  const { id, play } = patron.value;
  const holds = facts.balance(account.wallet(id)) ?? 0;
  if (to === 'house' && holds < body.amount)
    return no('insufficient', 'amount: the account of the patron does not hold that much: ask for it back.', {
      clause: wrongPaymentClause(state, '9.3.1.2'),
    });
  return happens({ ...moves, patron: id, play });
}

export const putRight = caseVerb({
  help: 'Pay, or take back, what differs: two people',
  clause: 'star-2024 9.1.2',
  who: workers,
  table: tableOf,
  turn: 'office',
  second: always,
  body: z.strictObject({
    amount: text.cents.meta({ money: true, title: 'Amount, as the engine has it' }),
    how: z.enum(['account', 'cash']).meta({ title: 'Through' }),
    reason: text.reason,
  }),
  needs: moneyNeeds,
  decide: putItRight,
});

/** aruze 4.2 and 6.5 let a payment be withheld; crown 9.2.3 lets winnings be seized while it is looked into. */
const WITHHOLDING: readonly Power[] = ['withhold-payment', 'seize-winnings'];

function withholdingClause({ opened: { rulebook } }: OpenedCase): { power: Power; clause: Clause } | null {
  for (const power of WITHHOLDING) {
    const rule = RULEBOOKS[rulebook].powers[power];
    if (rule) return { power, clause: rule.clause ?? '' };
  }
  return null;
}

/** Those who may, or why not, with the clause. */
function mayWithhold(state: OpenedCase, { by }: AskedHere<unknown>): Outcome<Clause> {
  const given = withholdingClause(state);
  if (!given)
    return no('not-allowed', `${RULEBOOKS[state.opened.rulebook].title} lets nobody withhold a payment.`);
  const why = whyNot({ power: given.power, of: state.opened.rulebook }, by, NO_MATTER);
  return why === null ? yes(given.clause) : no('not-allowed', why, { clause: given.clause });
}

export const withhold = caseVerb({
  help: 'Set money of the patron aside while it is looked into: two people',
  clause: 'aruze 4.2',
  who: workers,
  table: tableOf,
  second: always,
  body: z.strictObject({ amount: text.cents.meta({ money: true, title: 'Amount' }), reason: text.reason }),
  needs: moneyNeeds,
  decide: (state, asked, facts) => {
    const may = mayWithhold(state, asked);
    if (!may.ok) return may;
    const clause = may.value;
    if (state.withheld) return no('used-up', 'Money is set aside in this case already.', { clause });
    const patron = patronIn(state, facts);
    if (!patron.ok) return patron;
    const holds = facts.balance(account.wallet(patron.value.id)) ?? 0;
    const { amount, reason } = asked.body;
    if (holds < amount)
      return no('insufficient', 'amount: the account does not hold that much.', { clause, nearest: holds });
    const people = { by: asked.by.id, confirmedBy: asked.second?.id ?? '' };
    return happens({ event: 'money-withheld', amount, patron: patron.value.id, clause, reason, ...people });
  },
});

/** aruze 4.2: kept until it is looked into and determined, an inspector told; kept for good only after their review (R67). */
function whyNotEndWithholding(state: OpenedCase, how: 'released' | 'returned'): Refused | null {
  const clause = state.withheld?.clause ?? null;
  if (!state.withheld || state.withheldEnded) return no('not-eligible', 'Nothing is set aside.').refused;
  if (state.told.length === 0)
    return no('not-eligible', 'An inspector must be told first.', { clause }).refused;
  if (state.decisions.length === 0) return no('not-eligible', 'It is not decided yet.', { clause }).refused;
  if (how === 'returned' && state.acknowledged.length === 0)
    return no('not-eligible', 'An inspector has to review it before the house keeps it.', { clause }).refused;
  return null;
}

export const endWithholding = caseVerb({
  help: 'Give out what was set aside, or return it to the house: two people',
  clause: 'aruze 4.2',
  who: workers,
  table: tableOf,
  second: always,
  body: z.strictObject({
    how: z.enum(['released', 'returned']).meta({ title: 'It is' }),
    reason: text.reason,
  }),
  needs: moneyNeeds,
  decide: (state, asked, facts) => {
    const { how, reason } = asked.body;
    const refused = whyNotEndWithholding(state, how);
    if (refused || !state.withheld)
      return { ok: false, refused: refused ?? no('not-eligible', 'Nothing is set aside.').refused };
    const may = mayWithhold(state, asked);
    if (!may.ok) return may;
    const { amount, patron } = state.withheld;
    const found = patronIn(state, facts);
    const play = found.ok && found.value.play;
    const people = { by: asked.by.id, confirmedBy: asked.second?.id ?? '' };
    return happens({ event: 'withheld-ended', how, amount, patron, play, reason, ...people });
  },
});

const houseAccount = (play: boolean): string => (play ? account.play : account.corrections);

/** What an event of a case does to the ledger: every entry is named by the case. */
export function caseEntries({ opened }: Case, event: CaseEvent): readonly Entry[] {
  if (opened === null) return NO_ENTRIES;
  const note = (entry: Entry, reason: string): readonly Entry[] => [
    { ...entry, note: JSON.stringify({ case: opened.case, reason }) },
  ];
  const aside = account.setAside(opened.case);
  switch (event.event) {
    case 'put-right': {
      const { to, how, amount, patron, play, reason } = event;
      const theirs = how === 'account' ? account.wallet(patron ?? '') : null;
      const entry =
        to === 'patron'
          ? transfer(event.event, houseAccount(play), theirs ?? account.cashOut, amount)
          : transfer(event.event, theirs ?? account.cashIn, houseAccount(play), amount);
      return note(entry, reason);
    }
    case 'money-withheld':
      return note(transfer(event.event, account.wallet(event.patron), aside, event.amount), event.reason);
    case 'withheld-ended': {
      const to = event.how === 'released' ? account.wallet(event.patron) : houseAccount(event.play);
      return note(transfer(event.event, aside, to, event.amount), event.reason);
    }
    default:
      return NO_ENTRIES;
  }
}
