import { type Cents, makeDollars } from '@boxperson/rules';
import { z } from 'zod';
import { account } from '../accounts.js';
import type { Audience } from '../audience.js';
import { no, type Outcome, yes } from '../codes.js';
import type { Facts, Needs } from '../facts.js';
import { apartInWords, type Chips, chipsCarried, needChips, sortedChips, worthOf } from '../float/chips.js';
import { type EventsOf, evolveBy, without } from '../kit.js';
import { type Asked, type HappenedOf, need, type Office, office, verbOf } from '../office.js';
import type { Person } from '../person.js';
import { type Entry, transfer } from '../postings.js';
import * as text from '../text.js';
import type { Who } from '../who.js';
import { type Cash, cashCounted, cashWorth, needCash, sortedCash } from './cash.js';

/** Whose drawer, and so who did it. */
interface InDrawer {
  readonly drawer: string;
}
interface Counted extends InDrawer {
  readonly cash: Cash;
  readonly total: Cents;
  /** What the ledger says must be in it. */
  readonly expected: Cents;
  readonly second: string;
}
interface Moved extends InDrawer {
  readonly amount: Cents;
}
interface Bodies {
  /** Cash comes from the vault; `expected` is what an earlier shift left in the books, as a rule nothing. */
  'drawer-opened': Counted;
  /** Cash goes to the vault, and what is over or short to its own account: the drawer is empty in the books. */
  'drawer-closed': Counted;
  'cash-deposited': Moved & { readonly person: string };
  'cash-withdrawn': Moved & { readonly person: string };
  'chips-cashed': Moved & { readonly chips: Chips };
  'chips-sold': Moved & { readonly chips: Chips };
  /** Between drawer and vault in the middle of a shift. */
  'cash-moved': Moved & { readonly to: 'drawer' | 'vault'; readonly second: string };
}
export type DrawerEvent = EventsOf<Bodies>;
type Happened = HappenedOf<DrawerEvent>;

/** A cashier's shift, from count to count. */
export interface Drawer {
  readonly since: number;
  readonly cash: Cash;
  readonly opened: Cents;
  readonly second: string;
  /** Cash in and out since, of this office's own; tickets are paid by theirs, and the ledger has all of it. */
  readonly taken: Cents;
  readonly given: Cents;
}

export interface ClosedDrawer extends Omit<Drawer, 'cash'> {
  readonly drawer: string;
  readonly until: number;
  readonly counted: Cents;
  readonly expected: Cents;
}

export interface Drawers {
  /** By the id of the cashier. */
  readonly open: Readonly<Record<string, Drawer>>;
  /** The last shifts that were closed, the newest first. */
  readonly closed: readonly ClosedDrawer[];
  readonly shifts: number;
}

const CLOSED_KEPT = 50;

export const drawerOf = ({ open }: Drawers, cashier: string): Drawer | null =>
  Object.hasOwn(open, cashier) ? (open[cashier] as Drawer) : null;

/** Cash is what the world has given us: its accounts hold it below zero, like that of a drop box. */
export const cashIn = (facts: Pick<Facts, 'balance'>, cashier: string): Cents =>
  0 - (facts.balance(account.drawer(cashier)) ?? 0);

const SEERS = ['cashier', 'manager', 'surveillance'] as const;
const OWN = ['subject', ...SEERS] as const;
const COUNTED = { drawer: SEERS, cash: SEERS, total: SEERS, expected: SEERS, second: SEERS } as const;
const MOVED = { drawer: SEERS, amount: OWN } as const;
const audience: Audience<Bodies> = {
  'drawer-opened': { hears: SEERS, fields: COUNTED },
  'drawer-closed': { hears: SEERS, fields: COUNTED },
  'cash-deposited': { hears: OWN, fields: { ...MOVED, person: OWN } },
  'cash-withdrawn': { hears: OWN, fields: { ...MOVED, person: OWN } },
  'chips-cashed': { hears: SEERS, fields: { ...MOVED, chips: SEERS } },
  'chips-sold': { hears: SEERS, fields: { ...MOVED, chips: SEERS } },
  'cash-moved': { hears: SEERS, fields: { ...MOVED, to: SEERS, second: SEERS } },
};

const cashiers: Who = { post: 'cashier' };
const always = (): boolean => true;
const verb = verbOf<Drawers, DrawerEvent>();

const SOMEBODYS = no('not-allowed', 'Cash goes through hands, and under a name.');
export const NO_DRAWER = no('not-eligible', 'Your drawer is closed: count it open first.');

const ownDrawerIn = (by: Person | null) => (by ? [account.drawer(by.id)] : []);

/** An open drawer of whoever asks. */
function ownDrawer(state: Drawers, { by }: Asked): Outcome<string> {
  if (!by) return SOMEBODYS;
  return drawerOf(state, by.id) ? yes(by.id) : NO_DRAWER;
}

/** Nobody gives what is not there. */
function whyTooLittle(facts: Facts, drawer: string, amount: Cents): ReturnType<typeof no> | null {
  const holds = cashIn(facts, drawer);
  if (holds >= amount) return null;
  return no('insufficient', `amount: the drawer holds ${makeDollars(holds)}.`, {
    nearest: Math.max(0, holds),
  });
}

/** What it takes to know whether a cashier can pay out of their drawer. */
export const drawerNeeds = (by: Person | null): Needs => ({ balances: ownDrawerIn(by), books: ['drawers'] });

/** The open drawer of a cashier who pays so much out of it; a refusal when it is closed, or too little is in it. */
export function drawerPays(
  by: Person | null,
  amount: Cents,
  facts: Facts,
): Outcome<{ readonly drawer: string }> {
  if (!by) return SOMEBODYS;
  const drawers = facts.books<Drawers>('drawers');
  if (!drawers || !drawerOf(drawers, by.id)) return NO_DRAWER;
  const holds = cashIn(facts, by.id);
  return holds >= amount
    ? yes({ drawer: by.id })
    : no('insufficient', `The drawer holds ${makeDollars(holds)}.`, { nearest: Math.max(0, holds) });
}

function counted(asked: Asked<{ readonly cash: Cash }>, drawer: string, expected: Cents): Counted {
  const cash = sortedCash(asked.body.cash);
  return { drawer, cash, total: cashWorth(cash), expected, second: asked.second?.id ?? '' };
}

/** What whoever counted is told at once. */
const countAnswer = (_state: Drawers, [event]: readonly DrawerEvent[]): object =>
  event && 'total' in event
    ? {
        total: event.total,
        expected: event.expected,
        difference: event.event === 'drawer-closed' ? event.total - event.expected : 0,
        says: event.event === 'drawer-closed' ? apartInWords(event.total, event.expected) : 'open',
      }
    : {};

const open = verb({
  help: 'Count your drawer open with cash from the vault; a second person counts it, too',
  clause: null,
  who: cashiers,
  second: always,
  body: z.strictObject({ cash: cashCounted }),
  needs: (_state, _body, by) => ({ balances: ownDrawerIn(by) }),
  decide: (state, asked, facts) => {
    const { by } = asked;
    if (!by) return SOMEBODYS;
    if (drawerOf(state, by.id)) return no('used-up', 'Your drawer is open already.');
    return yes([{ event: 'drawer-opened' as const, ...counted(asked, by.id, cashIn(facts, by.id)) }]);
  },
  answer: countAnswer,
});

const close = verb({
  help: 'Count your drawer closed; what is over or short is told at once',
  clause: null,
  who: cashiers,
  second: always,
  body: z.strictObject({ cash: cashCounted }),
  needs: (_state, _body, by) => ({ balances: ownDrawerIn(by) }),
  decide: (state, asked, facts) => {
    const own = ownDrawer(state, asked);
    if (!own.ok) return own;
    return yes([{ event: 'drawer-closed' as const, ...counted(asked, own.value, cashIn(facts, own.value)) }]);
  },
  answer: countAnswer,
});

const person = text.id.meta({ title: 'Person' });
const GUESTS = no('not-allowed', 'person: a guest has play money, which is not cash.');

/** Somebody with an account that holds real money. */
function holderIn(facts: Facts, id: string): Outcome<Person> {
  const found = facts.person(id);
  if (!found) return no('not-found', 'person: there is nobody of that id.');
  return found.kind === 'player' ? yes(found) : GUESTS;
}

const movedAnswer = (_state: Drawers, [event]: readonly DrawerEvent[]): object =>
  event && 'amount' in event ? { amount: event.amount } : {};

const cashInVerb = verb({
  help: 'Take cash over the counter for a player’s account',
  clause: null,
  who: cashiers,
  body: z.strictObject({ person, amount: text.cents }),
  needs: (_state, body) => ({ persons: [body.person] }),
  decide: (state, asked, facts) => {
    const own = ownDrawer(state, asked);
    if (!own.ok) return own;
    const holder = holderIn(facts, asked.body.person);
    if (!holder.ok) return holder;
    return yes([{ event: 'cash-deposited' as const, drawer: own.value, ...asked.body }]);
  },
  answer: movedAnswer,
});

const cashOut = verb({
  help: 'Pay cash over the counter from a player’s account',
  clause: null,
  who: cashiers,
  body: z.strictObject({ person, amount: text.cents }),
  needs: (_state, body, by) => ({
    persons: [body.person],
    balances: [account.wallet(body.person), ...ownDrawerIn(by)],
  }),
  decide: (state, asked, facts) => {
    const { person: who, amount } = asked.body;
    const own = ownDrawer(state, asked);
    if (!own.ok) return own;
    const holder = holderIn(facts, who);
    if (!holder.ok) return holder;
    const holds = facts.balance(account.wallet(who)) ?? 0;
    if (holds < amount)
      return no('insufficient', `amount: the account holds ${makeDollars(holds)}.`, { nearest: holds });
    const little = whyTooLittle(facts, own.value, amount);
    return little ?? yes([{ event: 'cash-withdrawn' as const, drawer: own.value, person: who, amount }]);
  },
  answer: movedAnswer,
});

const cashChips = verb({
  help: 'Pay cash for chips',
  clause: 'star 1.1',
  who: cashiers,
  body: z.strictObject({ chips: chipsCarried }),
  needs: (_state, _body, by) => ({ balances: ownDrawerIn(by) }),
  decide: (state, asked, facts) => {
    const own = ownDrawer(state, asked);
    if (!own.ok) return own;
    const chips = sortedChips(asked.body.chips);
    const little = whyTooLittle(facts, own.value, worthOf(chips));
    const made = { drawer: own.value, chips, amount: worthOf(chips) };
    return little ?? yes([{ event: 'chips-cashed' as const, ...made }]);
  },
  answer: movedAnswer,
});

const sellChips = verb({
  help: 'Sell chips for cash',
  clause: 'crown 3.3.2',
  who: cashiers,
  body: z.strictObject({ chips: chipsCarried }),
  decide: (state, asked) => {
    const own = ownDrawer(state, asked);
    if (!own.ok) return own;
    const chips = sortedChips(asked.body.chips);
    return yes([{ event: 'chips-sold' as const, drawer: own.value, chips, amount: worthOf(chips) }]);
  },
  answer: movedAnswer,
});

const moveCash = verb({
  help: 'Move cash between your drawer and the vault in the middle of a shift; it takes two',
  clause: null,
  who: cashiers,
  second: always,
  body: z.strictObject({
    to: z.enum(['drawer', 'vault']).meta({ says: { drawer: 'From the vault', vault: 'To the vault' } }),
    amount: text.cents,
  }),
  needs: (_state, _body, by) => ({ balances: ownDrawerIn(by) }),
  decide: (state, asked, facts) => {
    const own = ownDrawer(state, asked);
    if (!own.ok) return own;
    const little = asked.body.to === 'vault' ? whyTooLittle(facts, own.value, asked.body.amount) : null;
    const made = { drawer: own.value, ...asked.body, second: asked.second?.id ?? '' };
    return little ?? yes([{ event: 'cash-moved' as const, ...made }]);
  },
  answer: movedAnswer,
});

const isAmount = (amount: unknown): boolean => Number.isSafeInteger(amount) && (amount as number) > 0;

function needCount({ cash, total, expected, drawer, second }: Counted): void {
  needCash(cash);
  need(total === cashWorth(cash), 'the total of a count is the sum of it');
  need(Number.isSafeInteger(expected), 'what was expected is not money');
  need(drawer !== '' && second !== '' && drawer !== second, 'a drawer is counted by two');
}

/** Cash that came into the drawer by its own office, or went out of it. */
function moved(state: Drawers, event: Moved, way: 'taken' | 'given'): Drawers {
  const drawer = drawerOf(state, event.drawer);
  need(drawer !== null, `the drawer of ${event.drawer} is closed`);
  need(isAmount(event.amount), 'amount is not a positive number of cents');
  const after = { ...drawer, [way]: drawer[way] + event.amount };
  return { ...state, open: { ...state.open, [event.drawer]: after } };
}

const worth = (event: Moved & { readonly chips: Chips }): void => {
  needChips(event.chips);
  need(worthOf(event.chips) === event.amount, 'chips are worth what is on them');
};

const evolve = evolveBy<Drawers, Bodies>({
  'drawer-opened': (state, event) => {
    const { drawer, cash, total, second, at } = event;
    needCount(event);
    need(drawerOf(state, drawer) === null, `the drawer of ${drawer} is open`);
    const made: Drawer = { since: at, cash, opened: total, second, taken: 0, given: 0 };
    return { ...state, open: { ...state.open, [drawer]: made } };
  },
  'drawer-closed': (state, event) => {
    const { drawer: name, total: countedNow, expected, at } = event;
    needCount(event);
    const drawer = drawerOf(state, name);
    need(drawer !== null, `the drawer of ${name} is closed`);
    const { cash: _cash, ...rest } = drawer;
    const closed: ClosedDrawer = { ...rest, drawer: name, until: at, counted: countedNow, expected };
    return {
      open: without(state.open, name),
      closed: [closed, ...state.closed].slice(0, CLOSED_KEPT),
      shifts: state.shifts + 1,
    };
  },
  'cash-deposited': (state, event) => moved(state, event, 'taken'),
  'cash-withdrawn': (state, event) => moved(state, event, 'given'),
  'chips-cashed': (state, event) => {
    worth(event);
    return moved(state, event, 'given');
  },
  'chips-sold': (state, event) => {
    worth(event);
    return moved(state, event, 'taken');
  },
  'cash-moved': (state, event) => moved(state, event, event.to === 'drawer' ? 'taken' : 'given'),
});

const CAGE_CHIPS = account.chips('cage');

/** Cash in a drawer is below zero in its account: what goes in goes out of the account, to whoever is owed it. */
function closing({
  event,
  drawer,
  total,
  expected,
}: Extract<DrawerEvent, { event: 'drawer-closed' }>): Entry {
  const apart = total - expected;
  return {
    reason: event,
    postings: [
      { account: account.drawer(drawer), amount: expected },
      { account: account.vault, amount: 0 - total },
      { account: account.overShort, amount: apart },
    ].filter(({ amount }) => amount !== 0),
  };
}

function entryOf(event: DrawerEvent): Entry | null {
  const drawer = account.drawer(event.drawer);
  switch (event.event) {
    case 'drawer-opened':
      return event.total === 0 ? null : transfer(event.event, drawer, account.vault, event.total);
    case 'drawer-closed':
      return event.total === 0 && event.expected === 0 ? null : closing(event);
    case 'cash-deposited':
      return transfer(event.event, drawer, account.wallet(event.person), event.amount);
    case 'cash-withdrawn':
      return transfer(event.event, account.wallet(event.person), drawer, event.amount);
    case 'chips-cashed':
      return transfer(event.event, CAGE_CHIPS, drawer, event.amount);
    case 'chips-sold':
      return transfer(event.event, drawer, CAGE_CHIPS, event.amount);
    case 'cash-moved':
      return event.to === 'drawer'
        ? transfer(event.event, drawer, account.vault, event.amount)
        : transfer(event.event, account.vault, drawer, event.amount);
  }
}

export type DrawerHappened = Happened;

/** Cashiers' drawers: from count to count, to the cent. What is in one is what the ledger says. */
export const DRAWERS: Office<Drawers, DrawerEvent> = office({
  name: 'drawers',
  title: 'Cash drawers',
  streams: 'one',
  version: 1,
  start: { open: {}, closed: [], shifts: 0 },
  verbs: {
    open,
    close,
    'cash-in': cashInVerb,
    'cash-out': cashOut,
    'cash-chips': cashChips,
    'sell-chips': sellChips,
    'move-cash': moveCash,
  },
  evolve,
  entries: (_before, event) => {
    const entry = entryOf(event);
    return entry ? [entry] : [];
  },
  audience,
  subject: (event) => ('person' in event ? event.person : null),
  counts: ({ open: now, shifts }) => ({ open: Object.keys(now).length, shifts }),
});
