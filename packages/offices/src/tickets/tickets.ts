import { type Cents, makeDollars } from '@boxperson/rules';
import { z } from 'zod';
import { account } from '../accounts.js';
import type { Audience } from '../audience.js';
import { no, type Outcome, yes } from '../codes.js';
import { drawerNeeds, drawerPays } from '../drawers/drawers.js';
import type { Facts, Needs } from '../facts.js';
import { type EventsOf, evolveBy } from '../kit.js';
import { need, type Office, office, verbOf } from '../office.js';
import type { Person } from '../person.js';
import { type Entry, transfer } from '../postings.js';
import { holdsPost } from '../posts.js';
import * as text from '../text.js';
import type { Who } from '../who.js';
import { bareNumber, faultInNumber } from './number.js';

interface Body {
  readonly ticket: string;
  readonly amount: Cents;
  /** Play money never becomes anything else. */
  readonly play: boolean;
  readonly by: string;
}
interface Bodies {
  /** `drawer`: the cashier out of whose drawer it was paid; attendants have none. */
  'ticket-redeemed': Body & { readonly drawer?: string };
  /** aruze 4.2: with the inspector who was told. */
  'ticket-withheld': Body & { readonly reason: string; readonly inspector: string };
  'ticket-released': Body & { readonly reason: string };
}
export type TicketEvent = EventsOf<Bodies>;

export interface Tickets {
  readonly redeemed: number;
  /** Withheld and not released: what for, and which inspector was told. */
  readonly withheld: Readonly<Record<string, { readonly reason: string; readonly inspector: string }>>;
}

/** A ticket as the ledger has it. */
export type TicketStanding =
  | { readonly kind: 'not-found' }
  | { readonly kind: 'paid'; readonly play: boolean }
  | { readonly kind: 'valid' | 'withheld'; readonly amount: Cents; readonly play: boolean };

export interface Claim {
  readonly number: string;
  /** What the paper says, where somebody has read it. */
  readonly amount?: Cents | undefined;
}

export interface Payable {
  readonly number: string;
  readonly amount: Cents;
  readonly play: boolean;
}

const MONEY = ['real', 'play'] as const;

/** The accounts that say how a ticket stands. */
export const ticketNeeds = (number: string): Needs => ({
  balances: MONEY.flatMap((money) => [
    account.ticket(bareNumber(number), money),
    account.withheld(bareNumber(number), money),
  ]),
});

export function ticketStanding(number: string, facts: Pick<Facts, 'balance'>): TicketStanding {
  for (const money of MONEY) {
    const play = money === 'play';
    const valid = facts.balance(account.ticket(number, money));
    if (valid === null) continue;
    if (valid > 0) return { kind: 'valid', amount: valid, play };
    const withheld = facts.balance(account.withheld(number, money));
    return withheld ? { kind: 'withheld', amount: withheld, play } : { kind: 'paid', play };
  }
  return { kind: 'not-found' };
}

/** A ticket that can be paid now, or why not: not found, already paid, withheld and another amount told apart. */
export function lookAtTicket(
  { number: said, amount }: Claim,
  facts: Pick<Facts, 'balance'>,
): Outcome<Payable> {
  const fault = faultInNumber(said);
  if (fault) return no('bad-input', fault);
  const number = bareNumber(said);
  const standing = ticketStanding(number, facts);
  switch (standing.kind) {
    case 'not-found':
      return no('not-eligible', 'There is no such ticket.');
    case 'paid':
      return no('not-eligible', 'This ticket has been paid already.');
    case 'withheld':
      return no('not-allowed', 'This ticket is withheld while it is looked into: ask at the cage.', {
        clause: '4.2',
      });
    default: {
      const isOther = amount !== undefined && amount !== standing.amount;
      if (isOther)
        return no(
          'not-eligible',
          `The ticket is not for ${makeDollars(amount)}: its record says another amount.`,
        );
      return yes({ number, amount: standing.amount, play: standing.play });
    }
  }
}

/** The same for a form of the staff: what is wrong with the number stands at its field. */
function lookAtForm(claim: Claim, facts: Pick<Facts, 'balance'>): Outcome<Payable> {
  const looked = lookAtTicket(claim, facts);
  if (looked.ok || looked.refused.code !== 'bad-input') return looked;
  return no('bad-input', `number: ${looked.refused.message}`);
}

const SEERS = ['cashier', 'manager', 'surveillance', 'crew'] as const;
const FIELDS = { ticket: SEERS, amount: SEERS, play: SEERS, by: SEERS } as const;
const audience: Audience<Bodies> = {
  'ticket-redeemed': { hears: SEERS, fields: { ...FIELDS, drawer: SEERS } },
  'ticket-withheld': { hears: SEERS, fields: { ...FIELDS, reason: SEERS, inspector: SEERS } },
  'ticket-released': { hears: SEERS, fields: { ...FIELDS, reason: SEERS } },
};

const BOOK = 'aruze';
/** Whoever serves the terminals, and the cage. */
const attendants: Who = { either: [{ crewOf: BOOK }, { post: 'cashier' }] };
/** aruze 4.2: to withhold a payment, and to give it out after all. */
const withholders: Who = { power: 'withhold-payment', of: BOOK };

const number = text.ticket.meta({ title: 'Ticket number' });
const inspector = text.line.meta({ title: 'Inspector told' });

const verb = verbOf<Tickets, TicketEvent>();

const paidAnswer = (_state: Tickets, [event]: readonly TicketEvent[]): object =>
  event ? { number: event.ticket, amount: event.amount, play: event.play } : {};

/** A cashier pays out of their drawer; whoever serves the terminals has none, and pays as the house does. */
function paidFrom(by: Person | null, amount: Cents, facts: Facts): Outcome<{ readonly drawer?: string }> {
  if (!by || !holdsPost(by, 'cashier', null)) return yes({});
  return drawerPays(by, amount, facts);
}

const redeem = verb({
  help: 'Pay a ticket',
  clause: 'aruze 3.7',
  who: attendants,
  body: z.strictObject({ number, amount: text.cents.optional() }),
  needs: (_state, body, by) => {
    const { balances = [] } = ticketNeeds(body.number);
    const { balances: own = [], ...rest } = drawerNeeds(by);
    return { ...rest, balances: [...balances, ...own] };
  },
  decide: (_state, { by, body }, facts) => {
    const looked = lookAtForm(body, facts);
    if (!looked.ok) return looked;
    const { number: ticket, amount, play } = looked.value;
    const from = play ? yes({}) : paidFrom(by, amount, facts);
    if (!from.ok) return from;
    return yes([
      { event: 'ticket-redeemed' as const, ticket, amount, play, by: by?.id ?? '', ...from.value },
    ]);
  },
  answer: paidAnswer,
});

const withhold = verb({
  help: 'Withhold a payment while it is looked into',
  clause: 'aruze 4.2',
  who: withholders,
  body: z.strictObject({ number, reason: text.reason, inspector }),
  needs: (_state, body) => ticketNeeds(body.number),
  decide: (_state, { by, body: { reason, inspector: told, ...claim } }, facts) => {
    const looked = lookAtForm(claim, facts);
    if (!looked.ok) return looked;
    const { number: ticket, amount, play } = looked.value;
    const why = { reason, inspector: told, by: by?.id ?? '' };
    return yes([{ event: 'ticket-withheld' as const, ticket, amount, play, ...why }]);
  },
  answer: paidAnswer,
});

const release = verb({
  help: 'Give out after all what was withheld',
  clause: 'aruze 4.2',
  who: withholders,
  body: z.strictObject({ number, reason: text.reason }),
  needs: (_state, body) => ticketNeeds(body.number),
  decide: (_state, { by, body: { number: said, reason } }, facts) => {
    const ticket = bareNumber(said);
    const standing = ticketStanding(ticket, facts);
    if (standing.kind !== 'withheld') return no('not-eligible', 'That ticket is not withheld.');
    const { amount, play } = standing;
    return yes([{ event: 'ticket-released' as const, ticket, amount, play, reason, by: by?.id ?? '' }]);
  },
  answer: paidAnswer,
});

const sound = ({ ticket, amount }: Body): void => {
  need(typeof ticket === 'string' && ticket !== '', 'ticket is not a text');
  need(Number.isSafeInteger(amount) && amount > 0, 'amount is not a positive number of cents');
};

const paidTo = (event: TicketEvent): string => {
  if (event.play) return account.play;
  return 'drawer' in event && event.drawer !== undefined ? account.drawer(event.drawer) : account.cashOut;
};

function entryOf(happened: TicketEvent): Entry {
  const { event, ticket, amount, play } = happened;
  const money = play ? 'play' : 'real';
  const [valid, withheld] = [account.ticket(ticket, money), account.withheld(ticket, money)];
  switch (event) {
    case 'ticket-redeemed':
      return transfer(event, valid, paidTo(happened), amount);
    case 'ticket-withheld':
      return transfer(event, valid, withheld, amount);
    case 'ticket-released':
      return transfer(event, withheld, valid, amount);
  }
}

/** Redeemable tickets: worth what their account in the ledger holds, and paid by emptying it, once. */
export const TICKETS: Office<Tickets, TicketEvent> = office({
  name: 'tickets',
  title: 'Tickets',
  streams: 'one',
  version: 1,
  start: { redeemed: 0, withheld: {} },
  verbs: { redeem, withhold, release },
  evolve: evolveBy<Tickets, Bodies>({
    'ticket-redeemed': (state, event) => {
      sound(event);
      return { ...state, redeemed: state.redeemed + 1 };
    },
    'ticket-withheld': (state, event) => {
      sound(event);
      const { ticket, reason, inspector: told } = event;
      return { ...state, withheld: { ...state.withheld, [ticket]: { reason, inspector: told } } };
    },
    'ticket-released': (state, event) => {
      sound(event);
      const { [event.ticket]: _gone, ...withheld } = state.withheld;
      return { ...state, withheld };
    },
  }),
  entries: (_before, event) => [entryOf(event)],
  audience,
});
