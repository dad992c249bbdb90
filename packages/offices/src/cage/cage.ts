import {
  type Cents,
  makeDollars,
  readTerms,
  TOKEN_FATES,
  type TokenTerms,
  WAGER_IDS,
} from '@boxperson/rules';
import { z } from 'zod';
import { account } from '../accounts.js';
import type { Audience } from '../audience.js';
import { no, yes } from '../codes.js';
import type { FloorFact } from '../house/house.js';
import { type EventsOf, evolveBy, without } from '../kit.js';
import { need, type Office, office, verbOf } from '../office.js';
import { type Entry, NO_ENTRIES, transfer } from '../postings.js';
import * as text from '../text.js';
import { tellTime } from '../time.js';
import { type FormFact, formOf, whyNoForm } from './forms.js';

interface Bodies {
  'play-money-granted': { readonly person: string; readonly amount: Cents };
  /** star 1.1: a paper that is good for promotional tokens, on its conditions. */
  'voucher-issued': Voucher & { readonly voucher: string; readonly by: string; readonly second?: string };
  /** Changed into tokens at the cage, once. */
  'voucher-exchanged': { readonly voucher: string; readonly amount: Cents; readonly by: string };
  'voucher-voided': { readonly voucher: string; readonly reason: string; readonly by: string };
  /** A form of an entry of the log was printed: the first time, or again. */
  'paper-printed': { readonly paper: string; readonly copy: number; readonly by: string };
}

/** What is on a voucher. */
export interface Voucher {
  readonly amount: Cents;
  readonly conditions: string;
  /** Not after that. */
  readonly until: number;
  /** Whose it is; null for whoever brings it. */
  readonly person: string | null;
  /** What its tokens are good for and what becomes of them (R91, R92); older vouchers have words alone. */
  readonly terms?: TokenTerms;
}
export type CageEvent = EventsOf<Bodies>;

export interface Cage {
  /** Play money given out so far. */
  readonly granted: Cents;
  /** Vouchers that nobody has exchanged yet. */
  readonly vouchers?: Readonly<Record<string, Voucher>>;
  readonly issued?: number;
  /** What was issued within a day of the last one: so much, and when. */
  readonly lately?: readonly { readonly at: number; readonly amount: Cents }[];
  /** Vouchers that a cashier changed into tokens: their conditions go with the tokens to a table. */
  readonly changed?: Readonly<Record<string, Voucher>>;
  /** How often the form of an entry was printed, by its place in the log. */
  readonly printed?: Readonly<Record<string, number>>;
}

const STAFF = ['cashier', 'manager', 'surveillance'] as const;
const OWN = ['subject', 'cashier', 'manager', 'surveillance'] as const;
const audience: Audience<Bodies> = {
  'play-money-granted': { hears: OWN, fields: { person: OWN, amount: OWN } },
  'voucher-issued': {
    hears: OWN,
    fields: {
      voucher: OWN,
      amount: OWN,
      conditions: OWN,
      until: OWN,
      person: OWN,
      terms: OWN,
      by: STAFF,
      second: STAFF,
    },
  },
  'voucher-exchanged': { hears: STAFF, fields: { voucher: STAFF, amount: STAFF, by: STAFF } },
  'voucher-voided': { hears: STAFF, fields: { voucher: STAFF, reason: STAFF, by: STAFF } },
  'paper-printed': { hears: STAFF, fields: { paper: STAFF, copy: STAFF, by: STAFF } },
};

const verb = verbOf<Cage, CageEvent>();

const grant = verb({
  help: 'Give somebody play money',
  clause: null,
  who: 'house',
  body: z.strictObject({ person: text.id, amount: text.cents }),
  decide: (_state, { body }) => yes([{ event: 'play-money-granted' as const, ...body }]),
});

/** Only for a guest who ran low: however often it is asked for, the wallet is looked at first. */
const more = verb({
  help: 'More play money for a guest who ran low',
  clause: null,
  who: 'players',
  body: z.strictObject({}),
  needs: (_state, _body, by) => ({ balances: by ? [account.wallet(by.id)] : [], books: ['floor'] }),
  decide: (_state, { by }, facts) => {
    if (by?.kind !== 'guest') return no('not-allowed', 'Play money is for guests.');
    const { playMoney } = facts.books<FloorFact>('floor') ?? { playMoney: 0 };
    const holds = facts.balance(account.wallet(by.id)) ?? 0;
    if (holds >= playMoney) return no('used-up', `You have plenty: ${makeDollars(holds)}.`);
    return yes([{ event: 'play-money-granted' as const, person: by.id, amount: playMoney }]);
  },
  answer: (_state, [event]) => (event && 'amount' in event ? { amount: event.amount } : {}),
});

const vouchersIn = ({ vouchers = {} }: Cage) => vouchers;

const fate = (title: string) => z.enum(TOKEN_FATES).optional().meta({ title });

/** The conditions of a voucher as a form asks for them; what is left out is as usual (R91). */
const TERMS = {
  wagers: z
    .array(z.enum(WAGER_IDS))
    .min(1)
    .max(WAGER_IDS.length)
    .optional()
    .meta({ title: 'Only on these wagers' }),
  odds: z.boolean().optional().meta({ title: 'For odds too' }),
  commission: z.boolean().optional().meta({ title: 'May pay commission' }),
  win: fate('When the wager wins, the token is'),
  loss: fate('When the wager loses, the token is'),
  push: fate('On a push, the token is'),
};

/** What of a voucher was never changed into tokens: the ledger knows, for a dealer changes vouchers too. */
const isUnchanged = (found: Voucher, held: Cents | null | undefined): boolean =>
  found.terms === undefined || (held ?? 0) >= found.amount;

/** What somebody at a table must know of a voucher; null where there is none of that number. */
export function voucherIn(state: Cage, number: string): Voucher | null {
  const all = { ...vouchersIn(state), ...state.changed };
  return Object.hasOwn(all, number) ? (all[number] ?? null) : null;
}
const voucher = z
  .string()
  .regex(/^V-\d{1,9}$/, 'must be the number of a voucher, like V-7')
  .meta({ title: 'Voucher' });

/** Tokens win money: more than so much a day, whoever issues it, is not one person's to give away. */
export const VOUCHERS_ALONE_MOST: Cents = 100_000;
const DAY_MS = 24 * 3_600_000;

const sinceDay = ({ lately = [] }: Cage, now: number) => lately.filter(({ at }) => now - at < DAY_MS);
const issuedSince = (state: Cage, now: number): Cents =>
  sinceDay(state, now).reduce((sum, { amount }) => sum + amount, 0);

const issue = verb({
  help: 'Issue a promotional voucher with its conditions; two people where a day’s come to more than $1,000',
  clause: 'star 1.1',
  who: { post: 'manager' },
  body: z.strictObject({
    amount: text.cents,
    conditions: text.reason,
    until: text.instant.meta({ title: 'Good until', time: true }),
    person: text.id.optional().meta({ title: 'For one person only' }),
    ...TERMS,
  }),
  second: (state, body, at) => issuedSince(state, at) + body.amount > VOUCHERS_ALONE_MOST,
  needs: (_state, body) => ({ persons: body.person === undefined ? [] : [body.person] }),
  decide: (
    { issued = 0 },
    { by, second, at, body: { person, amount, conditions, until, ...asked } },
    facts,
  ) => {
    const body = { amount, conditions, until };
    const terms = readTerms(asked);
    if (!terms.ok) return no('bad-input', terms.refused.message);
    if (!by) return no('not-allowed', 'A person issues a voucher.');
    if (body.until <= at) return no('bad-input', 'until: must be later than now');
    if (person !== undefined && !facts.person(person))
      return no('not-found', 'person: there is nobody of that id.');
    const made = {
      voucher: `V-${issued + 1}`,
      ...body,
      person: person ?? null,
      terms: terms.value,
      by: by.id,
      ...(second ? { second: second.id } : {}),
    };
    return yes([{ event: 'voucher-issued' as const, ...made }]);
  },
  answer: (_state, [event]) => (event?.event === 'voucher-issued' ? { voucher: event.voucher } : {}),
});

/** star 6.2, star-2024 6.3: into tokens, never into cash, and on the conditions that are on it. */
const exchange = verb({
  help: 'Change a voucher into promotional tokens',
  clause: 'star 1.1',
  who: { post: 'cashier' },
  body: z.strictObject({
    voucher,
    person: text.id.optional().meta({ title: 'Who brings it' }),
    conditions: z.literal(true).meta({ title: 'Its conditions are met' }),
  }),
  needs: (_state, body) => ({ balances: [account.voucher(body.voucher)] }),
  decide: (state, { by, at, body }, facts) => {
    const found = Object.hasOwn(vouchersIn(state), body.voucher) ? vouchersIn(state)[body.voucher] : null;
    if (!found || !isUnchanged(found, facts.balance(account.voucher(body.voucher))))
      return no('not-found', 'voucher: there is none of that number, or it has been exchanged.');
    if (!by) return no('not-allowed', 'A cashier exchanges it.');
    if (at > found.until) return no('not-eligible', `voucher: it was good until ${tellTime(found.until)}.`);
    if (found.person !== null && found.person !== body.person)
      return no('not-eligible', 'person: this voucher is for one person only, and not for this one.');
    const made = { voucher: body.voucher, amount: found.amount, by: by.id };
    return yes([{ event: 'voucher-exchanged' as const, ...made }]);
  },
  answer: (_state, [event]) => (event?.event === 'voucher-exchanged' ? { amount: event.amount } : {}),
});

const voidVoucher = verb({
  help: 'Take a voucher that nobody has exchanged back',
  clause: null,
  who: { post: 'manager' },
  body: z.strictObject({ voucher, reason: text.reason }),
  needs: (_state, body) => ({ balances: [account.voucher(body.voucher)] }),
  decide: (state, { by, body }, facts) => {
    const found = Object.hasOwn(vouchersIn(state), body.voucher) ? vouchersIn(state)[body.voucher] : null;
    if (!found || !isUnchanged(found, facts.balance(account.voucher(body.voucher))))
      return no('not-found', 'voucher: there is none of that number, or it has been exchanged.');
    return by
      ? yes([{ event: 'voucher-voided' as const, ...body, by: by.id }])
      : no('not-allowed', 'A person takes it back.');
  },
});

const copiesOf = ({ printed = {} }: Cage, paper: string): number =>
  Object.hasOwn(printed, paper) ? (printed[paper] ?? 0) : 0;

/** A second print could be taken for a second payment: another person agrees, and it says what it is. */
const printPaper = verb({
  help: 'Print the form of a payment, a count or a slip; a reprint takes a second person and is marked',
  clause: 'aruze 4.1',
  who: {
    either: [{ post: 'cashier' }, { post: 'manager' }, { post: 'pit-supervisor' }, { crewOf: 'aruze' }],
  },
  second: (state, body) => copiesOf(state, body.paper) > 0,
  body: z.strictObject({
    paper: z
      .string()
      // One number, one paper: with a nought before it, a reprint would be counted as a first print.
      .regex(/^[1-9]\d{0,14}$/, 'must be a place in the log')
      .meta({ title: 'Entry' }),
  }),
  needs: (_state, body, by) => ({ books: by ? [formOf(body.paper, by.id)] : [] }),
  decide: (state, { by, body: { paper } }, facts) => {
    if (!by) return no('not-allowed', 'A person prints it.');
    const refused = whyNoForm(facts.books<FormFact>(formOf(paper, by.id)), 'paper');
    if (refused) return { ok: false, refused };
    return yes([{ event: 'paper-printed' as const, paper, copy: copiesOf(state, paper) + 1, by: by.id }]);
  },
  answer: (_state, [event]) => (event?.event === 'paper-printed' ? { copy: event.copy } : {}),
});

function gone(state: Cage, number: string): Cage {
  need(Object.hasOwn(vouchersIn(state), number), `there is no voucher ${number}`);
  return { ...state, vouchers: without(vouchersIn(state), number) };
}

/** Tokens are the house's to make, and no money: they have accounts of their own from the voucher on (R94). */
function entriesOf(before: Cage, event: CageEvent): readonly Entry[] {
  switch (event.event) {
    case 'play-money-granted':
      return [transfer(event.event, account.play, account.wallet(event.person), event.amount)];
    case 'voucher-issued':
      return event.terms === undefined
        ? NO_ENTRIES
        : [transfer(event.event, account.tokensIssued, account.voucher(event.voucher), event.amount)];
    case 'voucher-exchanged':
      return [changedInto(before, event)];
    case 'voucher-voided': {
      const { terms, amount } = vouchersIn(before)[event.voucher] as Voucher;
      const paper = account.voucher(event.voucher);
      return terms === undefined ? NO_ENTRIES : [transfer(event.event, paper, account.tokensIssued, amount)];
    }
    default:
      return NO_ENTRIES;
  }
}

/** Older vouchers became tokens that were booked with money. */
function changedInto(before: Cage, event: Extract<CageEvent, { event: 'voucher-exchanged' }>): Entry {
  const { voucher: number, amount } = event;
  return vouchersIn(before)[number]?.terms === undefined
    ? transfer(event.event, account.promotions, account.tokens, amount)
    : transfer(event.event, account.voucher(number), account.tokensOut(number), amount);
}

/** The cage: money between the house and the world outside. */
export const CAGE: Office<Cage, CageEvent> = office({
  name: 'cage',
  title: 'Cage',
  streams: 'one',
  version: 1,
  start: { granted: 0 },
  verbs: {
    'grant-play-money': grant,
    'more-play-money': more,
    'issue-voucher': issue,
    'exchange-voucher': exchange,
    'void-voucher': voidVoucher,
    'print-paper': printPaper,
  },
  evolve: evolveBy<Cage, Bodies>({
    'play-money-granted': (state, { amount, person }) => {
      need(Number.isSafeInteger(amount) && amount > 0, 'amount is not a positive number of cents');
      need(typeof person === 'string' && person !== '', 'person is not a text');
      return { ...state, granted: state.granted + amount };
    },
    'voucher-issued': (state, { voucher: number, amount, conditions, until, person, terms, at }) => {
      need(Number.isSafeInteger(amount) && amount > 0, 'amount is not a positive number of cents');
      need(terms === undefined || readTerms({ ...terms }).ok, 'terms are no conditions of a voucher');
      const issued = { amount, conditions, until, person, ...(terms === undefined ? {} : { terms }) };
      const vouchers = { ...vouchersIn(state), [number]: issued };
      const lately = [...sinceDay(state, at), { at, amount }];
      return { ...state, vouchers, issued: (state.issued ?? 0) + 1, lately };
    },
    'voucher-exchanged': (state, { voucher: number, amount }) => {
      const found = vouchersIn(state)[number];
      need(found?.amount === amount, 'a voucher is worth what is on it');
      const left = gone(state, number);
      return found.terms === undefined ? left : { ...left, changed: { ...state.changed, [number]: found } };
    },
    'voucher-voided': (state, { voucher: number }) => gone(state, number),
    'paper-printed': (state, { paper, copy }) => {
      need(copy === copiesOf(state, paper) + 1, 'copies are counted one by one');
      return { ...state, printed: { ...state.printed, [paper]: copy } };
    },
  }),
  entries: (before, event) => entriesOf(before, event),
  audience,
  subject: (event) => ('person' in event ? event.person : null),
});
