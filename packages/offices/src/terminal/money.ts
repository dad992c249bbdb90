import { type Cents, makeDollars } from '@boxperson/rules';
import { z } from 'zod';
import { no, type Outcome, yes } from '../codes.js';
import type { Facts } from '../facts.js';
import type { FloorFact } from '../house/house.js';
import type { AtTable } from '../office.js';
import type { Person } from '../person.js';
import * as text from '../text.js';
import { faultInNumber } from '../tickets/number.js';
import { lookAtTicket, ticketNeeds } from '../tickets/tickets.js';
import { tellTime } from '../time.js';
import type { TerminalEvent, TerminalHappened } from './events.js';
import { mostAtOnce, whyTooMuch } from './limits.js';
import {
  headOf,
  type MoneyPlace,
  moneyPlaceIn,
  ownerAt,
  seat,
  sitterNeeds,
  sittersAndDevices,
  tableIn,
  verb,
} from './place.js';
import { ticketOf } from './view.js';

type Decided = Outcome<readonly TerminalHappened[]>;

/** A number that nobody can guess, and the record's last checkpoint: books that nobody keeps, made when asked for. */
export interface FreshTicket {
  readonly number: string;
  readonly checkpoint: string | null;
}
export const FRESH_TICKET = 'fresh-ticket';

/** How long somebody who gave wrong numbers must wait; nothing for everybody else. */
export interface Guesses {
  readonly waitMs: number;
}
export const guessesOf = (person: string): string => `guesses/${person}`;

/** Whether a reference of the central system was used at another table. */
export interface Reference {
  readonly taken: boolean;
}
export const referenceOf = (reference: string): string => `reference/${reference}`;
export const REFERENCE_TAKEN = no('taken', 'reference: that transfer has been made already.', {
  clause: '3.4.4',
});

/** Credit comes: the player's account has it first, and the table takes it from there. */
const chips: AtTable<TerminalEvent> = {
  own: 'ahead',
  commands: (happened) =>
    happened.flatMap((one) =>
      'play' in one ? [{ do: 'chips', player: one.player, amount: one.amount }] : [],
    ),
};

/** Credit goes: off the meter first. What only waits to be paid moves nothing. */
const collect: AtTable<TerminalEvent> = {
  own: 'behind',
  commands: (happened) =>
    happened.flatMap((one) =>
      'play' in one ? [{ do: 'collect', player: one.player, amount: one.amount }] : [],
    ),
};

const nearestTo = (amount: Cents, offered: readonly Cents[]): Cents | undefined =>
  [...offered].sort((a, b) => Math.abs(a - amount) - Math.abs(b - amount))[0];

function whyNoNote(amount: Cents, notes: readonly Cents[]) {
  const taken = notes.map((one) => makeDollars(one)).join(', ');
  const nearest = nearestTo(amount, notes);
  return no('bad-input', `amount: this terminal takes notes of ${taken}.`, {
    clause: '3.4.1',
    ...(nearest === undefined ? {} : { nearest }),
  });
}

const FLOOR = 'floor';

/** Play money is for whoever ran low, here as at the cage. */
function whyPlenty({ credit }: MoneyPlace, facts: Facts) {
  const { playMoney } = facts.books<FloorFact>(FLOOR) ?? { playMoney: 0 };
  return credit >= playMoney ? no('used-up', `You have plenty on the meter: ${makeDollars(credit)}.`) : null;
}

/** A reader may serve all terminals of a table; nobody by themselves has that many notes, or tickets to draw. */
const OFTEN = { mine: 120, all: 2_400, ms: 60_000 } as const;

/** A person has no notes of their own to put in: the demonstration floor's button makes play money. */
export const note = verb({
  help: 'Put in a note',
  clause: 'aruze 3.4.1',
  who: sittersAndDevices,
  often: OFTEN,
  owner: ownerAt,
  body: z.strictObject({ seat, amount: text.cents }),
  needs: (state, body, by) => ({
    ...sitterNeeds(state, body),
    ...(by?.kind === 'guest' ? { books: [FLOOR] } : {}),
  }),
  decide: (state, asked, facts): Decided => {
    const { by, body } = asked;
    const place = moneyPlaceIn(state, asked, facts);
    if (!place.ok) return place;
    if (by?.kind === 'player') return no('not-allowed', 'Notes go into the note stacker.');
    const { notes } = place.value.table.config.terminals;
    if (!notes.includes(body.amount)) return whyNoNote(body.amount, notes);
    const plenty = by?.kind === 'guest' ? whyPlenty(place.value, facts) : null;
    if (plenty) return plenty;
    const tooMuch = whyTooMuch(by, body.amount);
    if (tooMuch) return { ok: false, refused: tooMuch };
    return yes([{ event: 'note-in' as const, ...headOf(place.value, body.amount) }]);
  },
  atTable: chips,
});

/** Whoever gives one wrong number after another is guessing: they wait. */
function whyWait(person: string, facts: Facts) {
  const { waitMs } = facts.books<Guesses>(guessesOf(person)) ?? { waitMs: 0 };
  if (waitMs <= 0) return null;
  const seconds = Math.ceil(waitMs / 1_000);
  const message = `Too many wrong numbers: wait ${Math.ceil(seconds / 60)} minutes, or ask an attendant.`;
  return no('too-fast', message, { retryAfter: seconds });
}

/** A ticket is put in whole: for one above a device's limit there is no nearer amount, but there are other ways. */
function whyNotThatTicket(by: Person | null, amount: Cents) {
  const most = mostAtOnce(by, amount);
  if (most === null) return null;
  const says = `number: this device takes tickets of up to ${makeDollars(most)}.`;
  return no('above-maximum', `${says} Whoever sits there can put it in themselves; the cage pays it, too.`);
}

/** The one who is first gets it, here or at the cage. */
export const ticketIn = verb({
  help: 'Put in a ticket',
  clause: 'aruze 3.4.2',
  who: sittersAndDevices,
  owner: ownerAt,
  body: z.strictObject({
    seat,
    number: text.ticket.meta({ title: 'Ticket number' }),
    amount: text.cents.optional(),
  }),
  needs: (state, body) => {
    const owner = ownerAt(state, body);
    return {
      ...sitterNeeds(state, body),
      // What cannot be a number is not looked for.
      ...(faultInNumber(body.number) === null ? ticketNeeds(body.number) : {}),
      ...(owner === null ? {} : { books: [guessesOf(owner)] }),
    };
  },
  decide: (state, asked, facts): Decided => {
    const place = moneyPlaceIn(state, asked, facts);
    if (!place.ok) return place;
    const wait = whyWait(place.value.sits.person, facts);
    if (wait) return wait;
    const { number, amount: said } = asked.body;
    const looked = lookAtTicket({ number, amount: said }, facts);
    if (!looked.ok) return looked;
    const { number: ticket, amount, play } = looked.value;
    if (play !== place.value.play) return no('not-allowed', 'Play money and real money do not mix.');
    const tooMuch = whyNotThatTicket(asked.by, amount);
    if (tooMuch) return tooMuch;
    return yes([{ event: 'ticket-in' as const, ...headOf(place.value, amount), ticket }]);
  },
  atTable: chips,
  answer: (_state, [event]) => (event?.event === 'ticket-in' ? { amount: event.amount } : {}),
});

/** aruze 4.1: one request waits at a time; asked for again with another amount, that one counts. */
function askByHand({ seat: at, sits, terminal, table }: MoneyPlace, amount: Cents): Decided {
  const most = makeDollars(table.config.terminals.handPayAbove);
  if (terminal.handPay?.amount === amount)
    return no(
      'used-up',
      `More than ${most} is paid by hand, and that waits already: an attendant is on the way.`,
      {
        clause: '4.1',
      },
    );
  const { player, person } = sits;
  return yes([{ event: 'hand-pay-asked' as const, seat: at, player, person, amount }]);
}

/** A ticket is money for whoever knows its number: a device gets one of no more than it may move at once. */
function whyNotSoMuch(by: Person | null, value: Cents, credit: Cents) {
  const most = mostAtOnce(by, value);
  if (most === null) return null;
  const says = 'amount: that is more than this device may move at once.';
  const help = 'Whoever sits there can take all of it off themselves.';
  return no('above-maximum', `${says} ${help}`, { nearest: Math.min(most, credit) });
}

function whyNotOff(by: Person | null, value: Cents, credit: Cents) {
  if (credit === 0) return no('insufficient', 'There is nothing on the meter to collect.', { nearest: 0 });
  const tooMuch = whyNotSoMuch(by, value, credit);
  if (tooMuch) return tooMuch;
  return value > credit
    ? no('insufficient', `amount: there is ${makeDollars(credit)} on the meter.`, { nearest: credit })
    : null;
}

/** Large sums are paid by hand (4.1). */
export const ticketOut = verb({
  help: 'Take credit off the meter as a ticket; large sums are paid by hand',
  clause: 'aruze 3.8',
  who: sittersAndDevices,
  often: OFTEN,
  owner: ownerAt,
  body: z.strictObject({ seat, amount: text.cents.optional() }),
  needs: (state, body) => ({ ...sitterNeeds(state, body), books: [FRESH_TICKET] }),
  decide: (state, asked, facts): Decided => {
    const place = moneyPlaceIn(state, asked, facts);
    if (!place.ok) return place;
    const { credit, table } = place.value;
    const value = asked.body.amount ?? credit;
    const short = whyNotOff(asked.by, value, credit);
    if (short) return short;
    if (value > table.config.terminals.handPayAbove) return askByHand(place.value, value);
    const fresh = facts.books<FreshTicket>(FRESH_TICKET);
    if (!fresh) return no('unavailable', 'No ticket can be made now: try again.', { retryAfter: 1 });
    const { number: ticket, checkpoint } = fresh;
    return yes([{ event: 'ticket-out' as const, ...headOf(place.value, value), ticket, checkpoint }]);
  },
  atTable: collect,
  answer: (_state, [event], asked) => {
    if (event?.event === 'hand-pay-asked') return { handPay: event.amount };
    if (event?.event !== 'ticket-out') return {};
    const { ticket: number, amount, at, seat: from, play, checkpoint, person, player } = event;
    const paper = { number, amount, at, seat: from, play, checkpoint, person, player };
    return { ticket: ticketOf(paper, tableIn(asked).id) };
  },
});

/** The central system gives credits; its reference is used once. */
export const transfer = verb({
  help: 'Credit from the central system',
  clause: 'aruze 3.4.4',
  who: 'devices',
  body: z.strictObject({ seat, amount: text.cents, reference: text.line }),
  needs: (state, body) => ({ ...sitterNeeds(state, body), books: [referenceOf(body.reference)] }),
  decide: (state, asked, facts): Decided => {
    const { by, body } = asked;
    const { amount, reference } = body;
    const place = moneyPlaceIn(state, asked, facts);
    if (!place.ok) return place;
    const elsewhere = facts.books<Reference>(referenceOf(reference));
    if (elsewhere?.taken || state.references.includes(reference)) return REFERENCE_TAKEN;
    const tooMuch = whyTooMuch(by, amount);
    if (tooMuch) return { ok: false, refused: tooMuch };
    return yes([{ event: 'transfer-in' as const, ...headOf(place.value, amount), reference }]);
  },
  atTable: chips,
});

/** What is on the form that a player signs. */
const signed = {
  signedBy: text.line.meta({ title: 'Signed by' }),
  paidIn: z.enum(['cash', 'cheque', 'transfer']).default('cash'),
  identification: text.line.optional(),
};

function whyNotByHand({ terminal: { handPay }, sits, credit }: MoneyPlace, now: number) {
  // A request is the person's who made it: nobody else's credit pays it.
  if (!handPay || handPay.person !== sits.person)
    return no('not-eligible', 'No payment by hand was asked for here.', { clause: '4.1' });
  if (handPay.from !== null && now < handPay.from) {
    const time = tellTime(handPay.from);
    return no('too-early', `It was agreed to pay this from ${time} on.`, { clause: '4.3.1' });
  }
  if (handPay.amount <= credit) return null;
  const message = `There is ${makeDollars(credit)} on the meter, less than was asked for.`;
  return no('insufficient', message, { nearest: credit });
}

export const handPay = verb({
  help: 'Pay by hand what waits, against a signature',
  clause: 'aruze 4.1',
  who: { crewOf: 'aruze' },
  body: z.strictObject({ seat, ...signed }),
  needs: sitterNeeds,
  decide: (state, asked, facts): Decided => {
    const { by, at, body } = asked;
    const found = moneyPlaceIn(state, asked, facts);
    if (!found.ok) return found;
    const place = found.value;
    const why = whyNotByHand(place, at);
    if (why) return why;
    const { amount = 0 } = place.terminal.handPay ?? {};
    const { signedBy, paidIn, identification } = body;
    const form = {
      form: `${place.table.id}-${place.seat}-${place.table.n}`,
      signedBy,
      paidIn,
      ...(identification === undefined ? {} : { identification }),
      by: by?.id ?? '',
    };
    return yes([{ event: 'hand-paid' as const, ...headOf(place, amount), ...form }]);
  },
  atTable: collect,
  answer: (_state, [event]) =>
    event?.event === 'hand-paid' ? { amount: event.amount, form: event.form } : {},
});
