import { type Cents, makeDollars } from '@boxperson/rules';
import { z } from 'zod';
import { account } from '../accounts.js';
import { no, yes } from '../codes.js';
import type { Facts } from '../facts.js';
import type { Asked } from '../office.js';
import type { Person } from '../person.js';
import * as text from '../text.js';
import {
  byOf,
  CASHIERS,
  type Decided,
  DIRECTORS,
  meant,
  NO_ENTRY,
  NO_TERMS,
  type No,
  noBy,
  OWNERS,
  ownerOf,
  PLANNERS,
  type TournamentVerb,
  verb,
  whyNotDirector,
  whyNotOpen,
} from './acting.js';
import type { Paid } from './events.js';
import { backOf, sumOf, whyWrongMoney } from './money.js';
import {
  bankOf,
  type Entrant,
  entrantOf,
  entriesThat,
  entryOf,
  lastRound,
  NOTHING_PAID,
  paidBy,
  type Tournament,
  termsOf,
} from './state.js';
import type { Terms } from './terms.js';

const entry = text.id.meta({ title: 'Entry' });
const ownEntry = z.strictObject({ entry });

/** How many are in, or were. */
const taken = (state: Tournament): number => entriesThat(state, 'in').length;

const priceOf = ({ fees }: Terms): Paid => ({ entry: fees.entry, buyIn: fees.buyIn });

function whyNotMoney(terms: Terms, person: Person, amount: number, facts: Facts): No | null {
  const holds = facts.balance(account.wallet(person.id)) ?? 0;
  return amount > holds
    ? no('insufficient', `That is ${makeDollars(amount)}, and the account holds ${makeDollars(holds)}.`, {
        clause: '8.4.1(a)(ii)',
        nearest: holds,
      })
    : whyWrongMoney(terms, person);
}

/** Who may enter at all (crown 8.4.2(a)). */
function whyNotEligible(state: Tournament, terms: Terms, person: Person): No | null {
  if (person.inactive || !['guest', 'player', 'staff'].includes(person.kind))
    return noBy('8.4.2(a)(ii)', 'They may not enter and gamble here.', 'not-allowed');
  if (person.kind !== 'staff') return null;
  if (terms.kind === 'ordinary')
    return noBy('8.4.2(a)(v)', 'Staff take part in charity and media events only.', 'not-allowed');
  return state.approved
    ? null
    : noBy(
        '8.4.2(a)(v)',
        'That staff take part wants approval by the chief executive or operating officer first.',
      );
}

const wants = {
  accept: z
    .literal(true, 'must be true: whoever enters accepts the terms')
    .meta({ title: 'I accept the terms' }),
  version: z.number().int().positive().meta({ title: 'Version of the terms that was read' }),
  signature: text.line.optional().meta({ title: 'Signature', description: 'Where the terms want one.' }),
  publicity: z
    .boolean()
    .default(false)
    .meta({ title: 'My name and picture may be used', description: 'Only if you wish.' }),
};

type Wants = {
  readonly version: number;
  readonly signature?: string | undefined;
  readonly publicity: boolean;
};

function whyNotEnter(state: Tournament, terms: Terms, person: Person, wanted: Wants, at: number): No | null {
  if (state.stage !== 'entries')
    return noBy(
      '8.2.2',
      'No entries are taken now.',
      state.stage === 'planned' ? 'too-early' : 'after-close',
    );
  if (at > terms.starts.entriesUntil)
    return noBy('8.4.1(a)(i)', 'The time for entries is over.', 'after-close');
  if (wanted.version !== state.versions.length)
    return noBy(
      '8.4.2(a)(i)',
      `version: the terms in force are version ${state.versions.length}: read those.`,
    );
  if (terms.offers.includes('signature') && wanted.signature === undefined)
    return noBy('8.4.2(b)(iii)', 'signature: every player signs these terms.');
  const before = entryOf(state, person.id);
  const stands = before === null ? null : entrantOf(state, before)?.stands;
  if (stands === 'in' || stands === 'waits') return no('taken', 'They are entered already.');
  if (stands === 'refused') return noBy('8.4.2(a)(iii)', 'That application was turned down.', 'not-allowed');
  return whyNotEligible(state, terms, person);
}

function enters(state: Tournament, asked: Asked<Wants>, person: Person, facts: Facts): Decided {
  const closed = whyNotOpen(state);
  if (closed) return closed;
  const terms = termsOf(state);
  if (!terms) return NO_TERMS;
  const { version, signature = null, publicity } = asked.body;
  const why = whyNotEnter(state, terms, person, asked.body, asked.at);
  if (why) return why;
  const waits = taken(state) >= terms.players.most;
  const paid = waits ? NOTHING_PAID : priceOf(terms);
  const short = waits
    ? whyWrongMoney(terms, person)
    : whyNotMoney(terms, person, paid.entry + paid.buyIn, facts);
  if (short) return short;
  return yes([
    {
      event: 'entered' as const,
      entry: String(Object.keys(state.entries).length + 1),
      person: person.id,
      name: person.name,
      staff: person.kind === 'staff',
      version,
      signature,
      publicity,
      paid,
      waits,
      by: byOf(asked),
    },
  ]);
}

const numbered = (events: readonly { readonly event: string }[]): object => {
  const [event] = events as readonly { readonly entry?: string; readonly waits?: boolean }[];
  return { entry: event?.entry, waits: event?.waits };
};

const HOUR = 3_600_000;

const enter = verb({
  help: 'Enter the tournament',
  clause: 'crown 8.4.2(c)',
  who: 'anybody',
  // Whoever withdraws may enter anew: else one guest could fill the books. All: twice the most that there may be.
  often: { mine: 10, all: 4_000, ms: HOUR },
  body: z.strictObject(wants),
  needs: (_state, _body, by) => ({ balances: by ? [account.wallet(by.id)] : [] }),
  decide: (state, asked, facts): Decided =>
    asked.by ? enters(state, asked, asked.by, facts) : no('not-allowed', 'A person enters.'),
  answer: (_state, events) => numbered(events),
});

const enterFor = verb({
  help: 'Enter somebody who asks at the cage',
  clause: 'crown 8.4.2(c)',
  who: CASHIERS,
  body: z.strictObject({ person: text.id.meta({ title: 'Person' }), ...wants }),
  needs: (_state, { person }) => ({ balances: [account.wallet(person)], persons: [person] }),
  decide: (state, asked, facts): Decided => {
    const person = facts.person(asked.body.person);
    return person ? enters(state, asked, person, facts) : no('not-found', 'person: nobody goes by that.');
  },
  answer: (_state, events) => numbered(events),
});

const takePlace = verb({
  help: 'Take a place that has become free, from the waiting list',
  clause: 'crown 8.4.1(a)(iii)',
  who: OWNERS,
  owner: ownerOf,
  body: ownEntry,
  needs: (state, body) => {
    const person = ownerOf(state, body);
    return person === null ? {} : { balances: [account.wallet(person)], persons: [person] };
  },
  decide: (state, asked, facts): Decided => {
    const terms = termsOf(state);
    const found = entrantOf(state, asked.body.entry);
    if (!terms || found?.stands !== 'waits' || found.person === undefined) return NO_ENTRY;
    if (state.stage !== 'entries') return no('after-close', 'Entries are closed.');
    const [first] = entriesThat(state, 'waits');
    if (first !== asked.body.entry) return no('not-eligible', `entry: ${first} waits longer.`);
    if (taken(state) >= terms.players.most)
      return noBy('8.4.1(a)(iii)', `${terms.players.most} are in, and that is the most.`, 'table-full');
    const person = facts.person(found.person);
    if (!person) return NO_ENTRY;
    const paid = priceOf(terms);
    const short = whyNotMoney(terms, person, paid.entry + paid.buyIn, facts);
    if (short) return short;
    const happened = { event: 'place-taken' as const, entry: asked.body.entry, person: person.id, paid };
    return yes([{ ...happened, by: byOf(asked) }]);
  },
});

const refuseEntry = verb({
  help: 'Turn an application down',
  clause: 'crown 8.4.2(a)(iii)',
  who: PLANNERS,
  body: z.strictObject({ entry, reason: text.reason.meta({ title: 'Why' }) }),
  decide: (state, asked): Decided => {
    const closed = whyNotOpen(state);
    if (closed) return closed;
    const { entry: number, reason } = asked.body;
    const found = entrantOf(state, number);
    if (!found || !['in', 'waits'].includes(found.stands) || state.rounds.length > 0) return NO_ENTRY;
    if (!termsOf(state)?.offers.includes('refusal'))
      return noBy('8.4.2(a)(iii)', 'The terms do not say that applications may be turned down.');
    const happened = { event: 'entry-refused' as const, entry: number, person: found.person ?? '', reason };
    return yes([{ ...happened, ...backOf(found, (paid) => paid), by: byOf(asked) }]);
  },
});

/** What comes back to somebody who withdraws, by the terms (crown 8.4.2(d), 8.4.8(a)(iv)). */
export function refundOf(terms: Terms, paid: Paid, at: number): Paid {
  const { inTime, late } = terms.refunds;
  const how = at <= terms.entryTerms.freeUntil ? inTime : late;
  if (how === 'all') return paid;
  return how === 'buy-in' ? { entry: 0, buyIn: paid.buyIn } : NOTHING_PAID;
}

const withdraw = verb({
  help: 'Withdraw before the tournament starts',
  clause: 'crown 8.4.2(d)',
  who: OWNERS,
  // A director may have to withdraw many.
  often: { mine: 60, all: 4_000, ms: HOUR },
  owner: ownerOf,
  body: ownEntry,
  decide: (state, asked): Decided => {
    const closed = whyNotOpen(state);
    if (closed) return closed;
    const terms = termsOf(state);
    const found = entrantOf(state, asked.body.entry);
    if (!terms || !found || !['in', 'waits'].includes(found.stands)) return NO_ENTRY;
    if (state.rounds.length > 0) return noBy('8.4.8(b)(vi)', 'It has begun: one retires now.', 'after-close');
    const back = backOf(found, (paid) => refundOf(terms, paid, asked.at));
    const happened = { event: 'withdrew' as const, entry: asked.body.entry, person: found.person ?? '' };
    return yes([{ ...happened, ...back, by: byOf(asked) }]);
  },
  // What is theirs of it; others who paid for the entry have their own back.
  answer: (_state, [event]) => (event?.event === 'withdrew' ? { refund: event.refund } : {}),
});

const paidFor = (state: Tournament, { entry: number }: { readonly entry: string }): Cents =>
  sumOf(entrantOf(state, number)?.paid ?? NOTHING_PAID);

/** What two people agree on is who comes for whom: somebody who took the place in between is not meant. */
function whyNotInstead(
  { person, name, paid }: Entrant,
  { entry: number, instead }: { readonly entry: string; readonly instead?: string | undefined },
): No | null {
  if (instead === person) return null;
  const now = `${name} (${person})`;
  if (instead !== undefined)
    return noBy(
      '8.4.8(a)(iii)',
      `instead: ${instead} was to give way, and now ${now} is in entry ${number}: name them.`,
      'does-not-match',
    );
  return sumOf(paid) > 0
    ? noBy(
        '8.4.8(a)(iii)',
        `instead: it takes two, and both mean the same: say who gives way, now ${now}.`,
        'bad-input',
      )
    : null;
}

const substitute = verb({
  help: 'Somebody else plays in an entrant’s stead; two people where anything was paid for it',
  clause: 'crown 8.4.8(a)(iii)',
  // The player names a substitute, and that one accepts the terms and signs like every other: a director has both before
  // them. What one paid plays for the other then, and a second person agrees that it was wished.
  who: DIRECTORS,
  second: (state, body) => paidFor(state, body) > 0,
  money: paidFor,
  body: z.strictObject({
    entry,
    person: text.id.meta({ title: 'Substitute' }),
    instead: text.id
      .optional()
      .meta({ title: 'Who gives way', description: 'Where anything was paid for the entry.', of: 'person' }),
  }),
  needs: (_state, { person }) => ({ persons: [person] }),
  decide: (state, asked, facts): Decided => {
    const closed = whyNotOpen(state);
    if (closed) return closed;
    const terms = termsOf(state);
    const found = entrantOf(state, asked.body.entry);
    const person = facts.person(asked.body.person);
    if (!terms || found?.stands !== 'in') return NO_ENTRY;
    if (!person) return no('not-found', 'person: nobody goes by that.');
    if (!terms.substitution.allowed) return noBy('8.4.8(a)(iii)', 'The terms allow no substitutes.');
    if (asked.at > terms.entryTerms.substituteUntil || state.rounds.length > 0)
      return noBy('8.4.2(d)', 'The time to name a substitute is over.', 'after-close');
    const other = whyNotInstead(found, asked.body);
    if (other) return other;
    if (entryOf(state, person.id) !== null) return no('taken', 'person: they are entered themselves.');
    const why = whyNotEligible(state, terms, person) ?? whyWrongMoney(terms, person);
    if (why) return why;
    const staff = person.kind === 'staff';
    const happened = { event: 'substituted' as const, entry: asked.body.entry, person: person.id };
    return yes([{ ...happened, name: person.name, staff, by: byOf(asked) }]);
  },
});

const closeEntries = verb({
  help: 'Close the entries',
  clause: 'crown 8.4.1(a)(iii)',
  who: DIRECTORS,
  body: z.strictObject({}),
  decide: (state, asked): Decided => {
    const closed = whyNotOpen(state);
    if (closed) return closed;
    if (state.stage !== 'entries') return no('out-of-phase', 'No entries are taken now.');
    const fewest = termsOf(state)?.players.fewest ?? 0;
    if (taken(state) < fewest)
      return noBy('8.4.1(a)(iii)', `${taken(state)} are in, and ${fewest} are the fewest: wait, or cancel.`);
    return yes([{ event: 'entries-closed' as const, by: byOf(asked) }]);
  },
});

const cancel = verb({
  help: 'Cancel the tournament and pay everything back',
  clause: 'crown 8.4.8(a)(iv)',
  who: PLANNERS,
  body: z.strictObject({ reason: text.reason.meta({ title: 'Why' }) }),
  decide: (state, asked): Decided => {
    const why = whyNotOpen(state);
    if (why) return why;
    const refunds = Object.values(state.entries)
      .filter(({ stands }) => ['in', 'out', 'retired'].includes(stands))
      .flatMap(paidBy)
      .map(({ person, paid }) => ({ person, refund: paid }));
    return yes([{ event: 'cancelled' as const, reason: asked.body.reason, refunds, by: byOf(asked) }]);
  },
});

const brief = verb({
  help: 'Players were told the terms and understand them',
  clause: 'crown 8.3.1',
  who: DIRECTORS,
  body: z.strictObject({
    entries: z.array(entry).max(2_000).default([]).meta({ title: 'Entries; none: everybody who is in' }),
    understood: z.literal(true, 'must be true: the director is satisfied that they understand'),
  }),
  decide: (state, asked): Decided => {
    const why = whyNotDirector(state, asked.by);
    if (why) return why;
    const all = entriesThat(state, 'in');
    const said = asked.body.entries.length > 0 ? asked.body.entries : all;
    const stranger = said.find((one) => !all.includes(one));
    if (stranger !== undefined) return no('not-found', `entries: ${stranger} is not in.`);
    const entries = said.filter((one) => !entrantOf(state, one)?.briefed);
    if (entries.length === 0) return no('nothing-to-do', 'They were briefed already.');
    return yes([{ event: 'briefed' as const, entries, by: byOf(asked) }]);
  },
});

const practise = verb({
  help: 'Put practice rolls of a player on record: they count for nothing',
  clause: 'crown 8.3.2',
  who: DIRECTORS,
  body: z.strictObject({ entry, rolls: z.number().int().min(1).max(500).meta({ title: 'Rolls' }) }),
  decide: (state, asked): Decided => {
    const closed = whyNotOpen(state);
    if (closed) return closed;
    if (entrantOf(state, asked.body.entry)?.stands !== 'in') return NO_ENTRY;
    if (lastRound(state)?.phase === 'running')
      return noBy('8.3.2', 'Practice rolls come before play.', 'out-of-phase');
    return yes([{ event: 'practised' as const, ...asked.body, by: byOf(asked) }]);
  },
});

type Buys = 're-bought' | 'added-on';

/** While the round runs in which they have lost everything, and play goes on at their table. */
function whyNotReBuy(state: Tournament, number: string): No | null {
  const round = lastRound(state);
  const place = round?.places.find(({ player }) => player === number);
  const plays = round?.phase === 'running' && place && !Object.hasOwn(round.ended, place.table);
  if (!round || !plays || bankOf(round, number) > 0)
    return noBy('8.4.1(a)(ii)', 'A re-buy is for those who have no chips left in the round that runs.');
  return (round.bought?.[number] ?? 0) > 0 ? no('used-up', 'Once in each round.') : null;
}

const whyNotAddOn = (state: Tournament): No | null =>
  lastRound(state)?.phase === 'running' || state.stage !== 'closed'
    ? no('out-of-phase', 'An add-on is bought between rounds.')
    : null;

/** Chips beside the starting bank: again in a round, or for the next where banks are carried on (crown 8.4.1(a)(ii)). */
const buysChips = (event: Buys, fee: 'reBuy' | 'addOn', help: string): TournamentVerb =>
  verb({
    help,
    clause: 'crown 8.4.1(a)(ii)',
    who: OWNERS,
    owner: ownerOf,
    body: ownEntry,
    needs: (state, body) => {
      const person = ownerOf(state, body);
      return person === null ? {} : { balances: [account.wallet(person)], persons: [person] };
    },
    decide: (state, asked, facts): Decided => {
      const closed = whyNotOpen(state);
      if (closed) return closed;
      const terms = termsOf(state);
      const found = entrantOf(state, asked.body.entry);
      if (!terms || found?.stands !== 'in' || found.person === undefined) return NO_ENTRY;
      const paid = terms.fees[fee];
      if (paid === 0)
        return noBy('8.4.1(a)(ii)', `fees: the terms offer no ${fee === 'reBuy' ? 're-buy' : 'add-on'}.`);
      if (fee === 'addOn' && terms.rounds.banks !== 'carried')
        return noBy('8.4.3(b)', 'Every round starts with the same bank: there is nothing to add to it.');
      if (found.chips > 0) return no('used-up', 'Once before each round.');
      const why = fee === 'reBuy' ? whyNotReBuy(state, asked.body.entry) : whyNotAddOn(state);
      if (why) return why;
      const person = facts.person(found.person);
      const short = person ? whyNotMoney(terms, person, paid, facts) : NO_ENTRY;
      if (short) return short;
      const happened = { event, entry: asked.body.entry, person: found.person, paid };
      // Chips of a re-buy come to the table at once (R112), those of an add-on with the next bank.
      const at = fee === 'reBuy' ? { round: state.rounds.length } : {};
      return yes([{ ...happened, ...at, chips: terms.bank.chips, by: byOf(asked) }]);
    },
  });

const buyBack = verb({
  help: 'Buy back into the tournament after having been put out',
  clause: 'crown 8.4.3(a)(iv)',
  who: OWNERS,
  owner: ownerOf,
  body: ownEntry,
  needs: (state, body) => {
    const person = ownerOf(state, body);
    return person === null ? {} : { balances: [account.wallet(person)], persons: [person] };
  },
  decide: (state, asked, facts): Decided => {
    const closed = whyNotOpen(state);
    if (closed) return closed;
    const terms = termsOf(state);
    const number = meant(state, asked.body, asked.by);
    const found = number === null ? null : entrantOf(state, number);
    if (!terms || found?.stands !== 'out' || found.person === undefined) return NO_ENTRY;
    const rule = terms.buyBack;
    if (!rule) return noBy('8.4.3(a)(iv)', 'The terms let nobody buy back.');
    if (found.outAt === null || found.outAt > rule.throughRound || found.outAt !== state.rounds.length)
      return noBy(
        '8.4.3(a)(iv)',
        `Buying back goes until the next round, and after round ${rule.throughRound} no more.`,
      );
    if (lastRound(state)?.phase !== 'cut') return no('out-of-phase', 'The next round has begun.');
    if (found.backs >= rule.times)
      return noBy('8.4.3(a)(iv)', `That goes ${rule.times} times a player.`, 'used-up');
    const person = facts.person(found.person);
    const short = person ? whyNotMoney(terms, person, rule.price, facts) : NO_ENTRY;
    if (short) return short;
    const happened = { event: 'bought-back' as const, entry: number as string, person: found.person };
    return yes([{ ...happened, paid: rule.price, by: byOf(asked) }]);
  },
});

export const ENTERING: Readonly<Record<string, TournamentVerb>> = {
  enter,
  'enter-for': enterFor,
  'take-place': takePlace,
  'refuse-entry': refuseEntry,
  withdraw,
  substitute,
  'close-entries': closeEntries,
  cancel,
  brief,
  practise,
  're-buy': buysChips('re-bought', 'reBuy', 'Buy a bank again when there is nothing left'),
  'add-on': buysChips('added-on', 'addOn', 'Buy chips beside the bank for the next round'),
  'buy-back': buyBack,
};
