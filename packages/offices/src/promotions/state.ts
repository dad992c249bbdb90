import type { Cents } from '@boxperson/rules';
import type { Audience } from '../audience.js';
import { type EventsOf, evolveBy } from '../kit.js';
import { need } from '../office.js';
import type { PromisedAlone } from '../promised.js';
import {
  type PayWay,
  PROMOTION_RULES,
  type PromotionBook,
  type PromotionRules,
  type TellWay,
} from './books.js';
import { type Contribution, type DrawResult, hashList, type ListLine } from './draw.js';
import { inParts, NO_PARTS, type Parts, partsIn, withPart } from './parts.js';
import { moneyIn, type Prize, promisedIn, type Terms } from './terms.js';

/** What an entry was earned by: places in the log. */
export interface Earnt {
  readonly rule: string;
  readonly nth: number;
  readonly earnedAt: number;
  readonly events: readonly number[];
}

export interface Paid {
  readonly way: PayWay;
  readonly amount: Cents;
}

/** A deadline that the clock looks after: telling a winner, a reason, the inspectorate; a prize that nobody claims. */
export const TELLINGS = ['winner', 'reason', 'doubt', 'unclaimed'] as const;
export type Telling = (typeof TELLINGS)[number];

export interface PromotionBodies {
  drafted: {
    readonly promotion: string;
    readonly title: string;
    readonly book: PromotionBook;
    readonly terms: Terms;
    readonly by: string;
  };
  redrafted: { readonly title: string; readonly terms: Terms; readonly by: string };
  /** The full terms went to the regulator. */
  submitted: {
    readonly to: string;
    readonly reference: string;
    readonly version: number;
    readonly by: string;
    /** Who agreed, where it took two; before version 3 nothing says so. */
    readonly second?: string;
  };
  started: { readonly promotion: string; readonly terms: Terms };
  /** Its time had come and its terms were with nobody. */
  'not-started': { readonly why: string };
  amended: {
    readonly terms: Terms;
    readonly reason: string;
    /** Of the approval, or of the new submission. */
    readonly reference: string;
    readonly by: string;
    readonly second?: string;
  };
  entered: {
    readonly entry: string;
    readonly person: string;
    readonly how: 'form' | 'hand' | 'play';
    readonly reason?: string;
    readonly earnt?: Earnt;
    readonly by?: string;
  };
  'entry-struck': {
    readonly entry: string;
    readonly person: string;
    readonly reason: string;
    /** The place in the log that undid what it was earned by (R123). */
    readonly undone?: number;
    readonly by: string;
  };
  frozen: { readonly list: readonly ListLine[]; readonly hash: string };
  'scrutineer-nominated': { readonly scrutineer: string; readonly by: string };
  /** The scrutineer signs for the list, or for what was drawn from it. */
  scrutinised: { readonly when: 'before' | 'after'; readonly over: string; readonly by: string };
  sealed: { readonly person: string; readonly seal: string };
  unsealed: { readonly person: string; readonly seal: string; readonly word: string };
  called: { readonly hash: string };
  drawn: {
    readonly checkpoint: string;
    readonly contributions: readonly Contribution[];
    readonly result: DrawResult;
    readonly by: string;
  };
  published: { readonly where: string; readonly by: string };
  attempted: {
    readonly award: string;
    readonly person: string;
    readonly way: TellWay;
    readonly reached: boolean;
    readonly note: string;
    readonly by: string;
  };
  'award-passed': {
    readonly award: string;
    readonly person: string;
    /** The entry that comes next; null: there is none left, and the prize stays with the house. */
    readonly to: string | null;
    readonly why: PassedWhy;
    readonly note: string;
    readonly by: string;
  };
  claimed: {
    readonly claim: string;
    readonly award: string;
    readonly person: string | null;
    readonly name: string;
    readonly address: string;
    readonly ways: readonly Paid[];
    readonly alternative: boolean;
    readonly value: Cents;
    readonly by: string;
  };
  'claim-refused': {
    readonly claim: string;
    readonly person: string | null;
    readonly reason: string;
    /** Over the book's figure: it stays in the register with name and address. */
    readonly kept: boolean;
    readonly by: string;
  };
  'reason-told': {
    readonly claim: string;
    readonly person: string | null;
    readonly way: TellWay;
    readonly by: string;
  };
  'prize-paid': {
    readonly claim: string;
    readonly award: string;
    readonly person: string;
    readonly ways: readonly Paid[];
    /** The cashier out of whose drawer cash was paid; earlier records do not say. */
    readonly drawer?: string;
    readonly by: string;
  };
  doubted: {
    readonly what: 'promotion' | 'draw';
    readonly measure: 'postpone' | 'cancel';
    readonly reason: string;
    readonly by: string;
  };
  'inspectorate-told': { readonly whom: string; readonly how: string; readonly by: string };
  validated: { readonly reason: string; readonly drawAt: number | null; readonly by: string };
  cancelled: { readonly reason: string; readonly by: string };
  disputed: {
    readonly dispute: string;
    readonly person: string;
    readonly about: string;
    /** The case that it becomes; earlier ones were decided here. */
    readonly case?: string;
    readonly book?: PromotionBook;
  };
  'dispute-answered': {
    readonly dispute: string;
    readonly person: string;
    readonly decision: string;
    readonly advised: TellWay;
    readonly by: string;
  };
  reminded: { readonly of: Telling; readonly which: string };
  'deadline-missed': { readonly of: Telling; readonly which: string; readonly clause: string };
  archived: { readonly by: string };
}
export type PromotionEvent = EventsOf<PromotionBodies>;

export const PASSED_WHY = ['absent', 'ineligible', 'refused', 'unclaimed'] as const;
export type PassedWhy = (typeof PASSED_WHY)[number];

export type Stage =
  | 'none'
  | 'draft'
  | 'submitted'
  | 'running'
  | 'frozen'
  | 'called'
  | 'drawn'
  | 'cancelled'
  | 'archived';

export interface Entry {
  readonly person: string;
  readonly how: 'form' | 'hand' | 'play';
  readonly at: number;
  readonly reason?: string;
  readonly earnt?: Earnt;
  readonly by?: string;
  readonly struck?: string;
}

/** Whoever has entered: their number on the list, and how many of their entries stand. */
export interface Entrant {
  readonly number: number;
  readonly standing: number;
}

export interface Attempt {
  readonly way: TellWay;
  readonly reached: boolean;
  readonly note: string;
  readonly at: number;
  readonly by: string;
}

export interface Award {
  readonly prize: Prize;
  readonly entry: string;
  readonly person: string;
  /** When this person became the winner. */
  readonly since: number;
  readonly attempts: readonly Attempt[];
  readonly became: 'open' | 'paid' | 'ended';
}

export interface Claim {
  readonly award: string;
  readonly person: string | null;
  readonly name: string;
  readonly address: string;
  readonly ways: readonly Paid[];
  readonly alternative: boolean;
  readonly value: Cents;
  readonly at: number;
  /** Whoever took it down. */
  readonly by: string;
  readonly became: 'open' | 'paid' | 'refused';
  /** Which cashier paid it; left out in earlier books. */
  readonly paidBy?: string;
  readonly refusal?: {
    readonly reason: string;
    readonly kept: boolean;
    readonly at: number;
    readonly by: string;
  };
  readonly toldAt?: number;
}

export interface Doubt {
  readonly what: 'promotion' | 'draw';
  readonly measure: 'postpone' | 'cancel';
  readonly reason: string;
  readonly at: number;
  readonly toldAt: number | null;
}

export interface Seal {
  readonly person: string;
  readonly seal: string;
  readonly word: string | null;
}

export interface Dispute {
  readonly person: string;
  readonly about: string;
  readonly at: number;
  readonly decision: string | null;
  readonly case?: string;
}

export interface Promotion {
  readonly id: string;
  readonly title: string;
  readonly book: PromotionBook;
  readonly stage: Stage;
  readonly terms: Terms | null;
  /** Of the terms: each change is another. */
  readonly version: number;
  readonly submittedAt: number | null;
  /** Who of the staff brought it this far: submitted, changed, drew, passed an award on; left out in earlier books. */
  readonly hands?: readonly string[];
  /** What of its terms single people promised; left out where two agreed, and in earlier books. */
  readonly alone?: readonly PromisedAlone[];
  /** The start that passed without terms with the regulator. */
  readonly lapsed: number | null;
  readonly entries: Parts<Entry>;
  readonly entrants: Parts<Entrant>;
  /** How often each rule has given each person an entry, by `rule/person`. */
  readonly earned: Parts<number>;
  /** How many of those were struck because what they were earned by was invalidated. */
  readonly undone?: Parts<number>;
  readonly frozen: { readonly at: number; readonly list: readonly ListLine[]; readonly hash: string } | null;
  readonly scrutineer: string | null;
  readonly signed: { readonly before: boolean; readonly after: boolean };
  readonly seals: readonly Seal[];
  readonly calledAt: number | null;
  readonly draw: {
    readonly at: number;
    readonly checkpoint: string;
    readonly contributions: readonly Contribution[];
    readonly result: DrawResult;
  } | null;
  readonly published: { readonly at: number; readonly where: string } | null;
  readonly awards: Readonly<Record<string, Award>>;
  readonly reserves: readonly string[];
  readonly claims: Readonly<Record<string, Claim>>;
  readonly doubt: Doubt | null;
  readonly disputes: Readonly<Record<string, Dispute>>;
  /** Deadlines that the clock has spoken of, as `winner/A-1`. */
  readonly reminded: readonly string[];
  readonly missed: readonly string[];
  /** Money that is promised and not paid. */
  readonly setAside: Cents;
  readonly paid: Cents;
  /** When nothing was left to draw, to claim or to pay. */
  readonly endedAt?: number;
}

export const NO_PROMOTION: Promotion = {
  id: '',
  title: '',
  book: 'star',
  stage: 'none',
  terms: null,
  version: 0,
  submittedAt: null,
  lapsed: null,
  entries: NO_PARTS,
  entrants: NO_PARTS,
  earned: NO_PARTS,
  frozen: null,
  scrutineer: null,
  signed: { before: false, after: false },
  seals: [],
  calledAt: null,
  draw: null,
  published: null,
  awards: {},
  reserves: [],
  claims: {},
  doubt: null,
  disputes: {},
  reminded: [],
  missed: [],
  setAside: 0,
  paid: 0,
};

export const rulesOf = ({ book }: Promotion): PromotionRules => PROMOTION_RULES[book];

export function termsOf({ terms }: Promotion): Terms {
  need(terms !== null, 'a promotion without terms');
  return terms;
}

/** How much more other terms promise than those that stand; nothing where they promise less. */
export const morePromised = (state: Promotion, made: Pick<Terms, 'prizes'>): Cents =>
  Math.max(0, promisedIn(rulesOf(state), made) - promisedIn(rulesOf(state), termsOf(state)));

const inStage = (state: Promotion, ...stages: readonly Stage[]): void =>
  need(stages.includes(state.stage), `that does not happen to a promotion that is ${state.stage}`);

export function found<T>(all: Readonly<Record<string, T>>, id: string, what: string): T {
  const one = Object.hasOwn(all, id) ? all[id] : undefined;
  need(one !== undefined, `there is no ${what} ${id}`);
  return one;
}

export const earnedKey = (rule: string, person: string): string => `${rule}/${person}`;
export const tellingKey = (of: Telling, which: string): string => `${of}/${which}`;

const isMoney = ({ kind }: Prize): boolean => kind === 'money';
const moneyOf = ({ prize, became }: Award): Cents => (became === 'open' && isMoney(prize) ? prize.value : 0);
const openMoney = (awards: Promotion['awards']): Cents =>
  Object.values(awards).reduce((sum, award) => sum + moneyOf(award), 0);

/** The prizes that found somebody, numbered in the order in which they were drawn. */
function awardsFrom(state: Promotion, { picked }: DrawResult, at: number): Promotion['awards'] {
  const { prizes } = termsOf(state);
  const won = picked.filter(({ prize }) => prize !== null);
  return Object.fromEntries(
    won.map(({ prize, entry }, n) => {
      const what = prizes.find(({ id }) => id === prize);
      need(what !== undefined, `there is no prize ${prize}`);
      const { person } = entryIn(state, entry);
      return [`A-${n + 1}`, { prize: what, entry, person, since: at, attempts: [], became: 'open' as const }];
    }),
  );
}

/** Another of the staff has had a hand in it. Of the first version nothing is noted: its snapshots stand as they are. */
function withHand(state: Promotion, { v, by }: { readonly v: number; readonly by: string }): Promotion {
  const { hands = [] } = state;
  return v === 1 || hands.includes(by) ? state : { ...state, hands: [...hands, by] };
}

type Promising = Extract<PromotionEvent, { event: 'submitted' | 'amended' }>;

/** So much more is promised: by one alone, or all of it by two, who have read it all. */
function withPromise({ alone = [], ...state }: Promotion, event: Promising, more: Cents): Promotion {
  const { v, by, at, second } = event;
  if (second !== undefined) return state;
  const isNoted = v > 2 && more > 0;
  const all = isNoted ? [...alone, { by, at, amount: more }] : alone;
  return all.length === 0 ? state : { ...state, alone: all };
}

const withAward = (state: Promotion, id: string, change: Partial<Award>): Promotion => {
  const awards = { ...state.awards, [id]: { ...found(state.awards, id, 'award'), ...change } };
  return { ...state, awards, setAside: openMoney(awards) };
};

const withClaim = (state: Promotion, id: string, change: Partial<Claim>): Promotion => ({
  ...state,
  claims: { ...state.claims, [id]: { ...found(state.claims, id, 'claim'), ...change } },
});

/** What the clock said of a winner is not said of the next one; what was missed stays, under the entry that it was. */
function clockAnew(state: Promotion, award: string, entry: string): Promotion {
  const keys = TELLINGS.map((of) => tellingKey(of, award));
  return {
    ...state,
    reminded: state.reminded.filter((key) => !keys.includes(key)),
    missed: state.missed.map((key) => (keys.includes(key) ? `${key} ${entry}` : key)),
  };
}

const sumOf = (ways: readonly Paid[]): Cents => ways.reduce((sum, { amount }) => sum + amount, 0);

/** So many more, or fewer, of somebody's entries stand. */
function standsFor({ entrants }: Promotion, person: string, more: number): Parts<Entrant> {
  const { number, standing } = inParts(entrants, person) ?? { number: entrants.count + 1, standing: 0 };
  return withPart(entrants, person, { number, standing: standing + more });
}

export function entryIn({ entries }: Promotion, id: string): Entry {
  const one = inParts(entries, id);
  need(one !== undefined, `there is no entry ${id}`);
  return one;
}

/** Every entry with its number, in the order in which they came. */
export const entriesOf = ({ entries }: Promotion): readonly (readonly [id: string, entry: Entry])[] =>
  partsIn(entries);

function withEntry(
  state: Promotion,
  { entry, person, how, at, reason, earnt, by }: Extract<PromotionEvent, { event: 'entered' }>,
): Promotion {
  inStage(state, 'running');
  need(inParts(state.entries, entry) === undefined, 'an entry is made once');
  const known = { ...(reason ? { reason } : {}), ...(earnt ? { earnt } : {}), ...(by ? { by } : {}) };
  const earned = earnt ? withPart(state.earned, earnedKey(earnt.rule, person), earnt.nth) : state.earned;
  return {
    ...state,
    entrants: standsFor(state, person, 1),
    earned,
    entries: withPart(state.entries, entry, { person, how, at, ...known }),
  };
}

/** Another of somebody's entries by that rule does not count among those that it gives at most. */
function withUndone(state: Promotion, rule: string, person: string): Promotion {
  const undone = withPart(
    state.undone ?? NO_PARTS,
    earnedKey(rule, person),
    undoneBy(state, rule, person) + 1,
  );
  return { ...state, undone };
}

export const undoneBy = ({ undone = NO_PARTS }: Promotion, rule: string, person: string): number =>
  inParts<number>(undone, earnedKey(rule, person)) ?? 0;

/** Of the entries that stand, in the order in which they came. */
export const listOf = (state: Promotion): readonly ListLine[] =>
  entriesOf(state)
    .filter(([, { struck }]) => struck === undefined)
    .map(([entry, { person }]) => [entry, inParts(state.entrants, person)?.number ?? 0]);

export const evolvePromotion = evolveBy<Promotion, PromotionBodies>({
  drafted: (state, { promotion, title, book, terms }) => {
    inStage(state, 'none');
    need(promotion !== '' && Object.hasOwn(PROMOTION_RULES, book), 'a promotion has a name and a book');
    return { ...state, id: promotion, title, book, terms, stage: 'draft', version: 1 };
  },
  // Terms that are written anew are promised to nobody.
  redrafted: ({ alone: _promised, ...state }, { title, terms }) => {
    inStage(state, 'draft', 'submitted');
    return { ...state, title, terms, stage: 'draft', version: state.version + 1, submittedAt: null };
  },
  submitted: ({ hands: _others, ...state }, event) => {
    inStage(state, 'draft');
    need(event.version === state.version, 'the terms that are there are submitted');
    // Whoever submitted other terms has no hand in these.
    const next = withHand({ ...state, stage: 'submitted', submittedAt: event.at }, event);
    return withPromise(next, event, promisedIn(rulesOf(state), termsOf(state)));
  },
  started: (state) => {
    inStage(state, 'submitted');
    return { ...state, stage: 'running', setAside: moneyIn(termsOf(state)) };
  },
  'not-started': (state) => {
    inStage(state, 'draft');
    return { ...state, lapsed: termsOf(state).startsAt };
  },
  amended: (state, event) => {
    inStage(state, 'running');
    const { terms } = event;
    const next = { ...state, terms, version: state.version + 1, setAside: moneyIn(terms) };
    return withPromise(withHand(next, event), event, morePromised(state, terms));
  },
  entered: withEntry,
  'entry-struck': (state, { entry, reason, undone }) => {
    inStage(state, 'running');
    const one = entryIn(state, entry);
    need(one.struck === undefined, 'an entry is struck once');
    const entries = withPart(state.entries, entry, { ...one, struck: reason });
    const next = { ...state, entries, entrants: standsFor(state, one.person, -1) };
    return undone !== undefined && one.earnt ? withUndone(next, one.earnt.rule, one.person) : next;
  },
  frozen: (state, { list, hash, at }) => {
    inStage(state, 'running');
    need(hashList(list) === hash, 'the hash is of another list');
    return { ...state, stage: 'frozen', frozen: { at, list, hash } };
  },
  'scrutineer-nominated': (state, { scrutineer }) => {
    need(state.draw === null, 'a scrutineer is nominated before the draw');
    return { ...state, scrutineer, signed: { before: false, after: false } };
  },
  scrutinised: (state, { when, by }) => {
    need(by === state.scrutineer, 'the scrutineer signs');
    return { ...state, signed: { ...state.signed, [when]: true } };
  },
  sealed: (state, { person, seal }) => {
    need(!state.seals.some((one) => one.person === person), 'everybody seals one word');
    return { ...state, seals: [...state.seals, { person, seal, word: null }] };
  },
  unsealed: (state, { person, seal, word }) => {
    inStage(state, 'called');
    const seals = state.seals.map((one) =>
      one.person === person && one.seal === seal ? { ...one, word } : one,
    );
    return { ...state, seals };
  },
  called: (state, { at }) => {
    inStage(state, 'frozen');
    return { ...state, stage: 'called', calledAt: at };
  },
  drawn: (before, event) => {
    const state = withHand(before, event);
    const { checkpoint, contributions, result, at } = event;
    inStage(state, 'called');
    need(state.draw === null, 'a draw is made once');
    const awards = awardsFrom(state, result, at);
    const reserves = result.picked.filter(({ prize }) => prize === null).map(({ entry }) => entry);
    const draw = { at, checkpoint, contributions, result };
    return { ...state, stage: 'drawn', draw, awards, reserves, setAside: openMoney(awards) };
  },
  published: (state, { where, at }) => {
    inStage(state, 'drawn');
    return { ...state, published: { at, where } };
  },
  attempted: (state, { award, way, reached, note, at, by }) => {
    const { attempts } = found(state.awards, award, 'award');
    return withAward(state, award, { attempts: [...attempts, { way, reached, note, at, by }] });
  },
  'award-passed': (before, event) => {
    const { award, to, at } = event;
    const { became, entry } = found(before.awards, award, 'award');
    need(became === 'open', 'an award is passed on while it is open');
    const state = withHand(clockAnew(before, award, entry), event);
    if (to === null) return withAward(state, award, { became: 'ended' });
    need(state.reserves[0] === to, 'the first of the reserves comes next');
    const { person } = entryIn(state, to);
    const next = withAward(state, award, { entry: to, person, since: at, attempts: [] });
    return { ...next, reserves: state.reserves.slice(1) };
  },
  claimed: (state, { claim, award, person, name, address, ways, alternative, value, at, by }) => {
    inStage(state, 'drawn');
    need(!Object.hasOwn(state.claims, claim), 'a claim is made once');
    found(state.awards, award, 'award');
    const said = { award, person, name, address, ways, alternative, value };
    const made: Claim = { ...said, at, by, became: 'open' };
    return { ...state, claims: { ...state.claims, [claim]: made } };
  },
  'claim-refused': (state, { claim, reason, kept, at, by }) => {
    need(found(state.claims, claim, 'claim').became === 'open', 'an open claim is refused');
    return withClaim(state, claim, { became: 'refused', refusal: { reason, kept, at, by } });
  },
  'reason-told': (state, { claim, at }) => {
    need(found(state.claims, claim, 'claim').became === 'refused', 'a refusal has a reason');
    return withClaim(state, claim, { toldAt: at });
  },
  'prize-paid': (state, { claim, award, ways, by }) => {
    need(found(state.claims, claim, 'claim').became === 'open', 'a prize is paid once');
    need(found(state.awards, award, 'award').became === 'open', 'a prize is paid once');
    const next = withClaim(withAward(state, award, { became: 'paid' }), claim, {
      became: 'paid',
      paidBy: by,
    });
    return { ...next, paid: state.paid + sumOf(ways) };
  },
  doubted: (state, { what, measure, reason, at }) => {
    need(state.doubt === null, 'it is in doubt already');
    return { ...state, doubt: { what, measure, reason, at, toldAt: null } };
  },
  'inspectorate-told': (state, { at }) => {
    need(state.doubt !== null, 'there is nothing to tell');
    return { ...state, doubt: { ...state.doubt, toldAt: at } };
  },
  validated: (state, { drawAt }) => {
    need(state.doubt !== null, 'nothing is in doubt');
    const terms = termsOf(state);
    return { ...state, doubt: null, terms: drawAt === null ? terms : { ...terms, drawAt } };
  },
  cancelled: (state) => {
    const awards = Object.fromEntries(
      Object.entries(state.awards).map(([id, award]) => [
        id,
        award.became === 'open' ? { ...award, became: 'ended' as const } : award,
      ]),
    );
    return { ...state, stage: 'cancelled', awards, setAside: 0 };
  },
  disputed: (state, { dispute, person, about, at, case: name }) => ({
    ...state,
    disputes: {
      ...state.disputes,
      [dispute]: { person, about, at, decision: null, ...(name === undefined ? {} : { case: name }) },
    },
  }),
  'dispute-answered': (state, { dispute, decision }) => {
    const one = found(state.disputes, dispute, 'dispute');
    need(one.decision === null, 'a dispute is answered once');
    return { ...state, disputes: { ...state.disputes, [dispute]: { ...one, decision } } };
  },
  reminded: (state, { of, which }) => ({ ...state, reminded: [...state.reminded, tellingKey(of, which)] }),
  'deadline-missed': (state, { of, which }) => ({
    ...state,
    missed: [...state.missed, tellingKey(of, which)],
  }),
  archived: (state) => {
    inStage(state, 'drawn', 'cancelled');
    need(state.setAside === 0, 'money that is promised is paid first');
    return { ...state, stage: 'archived' };
  },
});

const ALL = ['everybody'] as const;
const STAFF = ['manager', 'cashier', 'scrutineer', 'surveillance'] as const;
const OWN = ['subject', ...STAFF] as const;
/** Names and addresses. */
const DESK = ['subject', 'manager', 'cashier'] as const;

export const PROMOTION_AUDIENCE: Audience<PromotionBodies> = {
  drafted: { hears: STAFF, fields: { promotion: STAFF, title: STAFF, book: STAFF, terms: STAFF, by: STAFF } },
  redrafted: { hears: STAFF, fields: { title: STAFF, terms: STAFF, by: STAFF } },
  submitted: {
    hears: STAFF,
    fields: { to: STAFF, reference: STAFF, version: STAFF, by: STAFF, second: STAFF },
  },
  started: { hears: ALL, fields: { promotion: ALL, terms: ALL } },
  'not-started': { hears: STAFF, fields: { why: STAFF } },
  amended: {
    hears: ALL,
    fields: { terms: ALL, reason: ALL, reference: STAFF, by: STAFF, second: STAFF },
  },
  entered: { hears: OWN, fields: { entry: OWN, person: OWN, how: OWN, reason: OWN, earnt: OWN, by: STAFF } },
  'entry-struck': {
    hears: OWN,
    fields: { entry: OWN, person: OWN, reason: OWN, undone: OWN, by: STAFF },
  },
  frozen: { hears: ALL, fields: { list: ALL, hash: ALL } },
  'scrutineer-nominated': { hears: STAFF, fields: { scrutineer: STAFF, by: STAFF } },
  scrutinised: { hears: ALL, fields: { when: ALL, over: ALL, by: STAFF } },
  sealed: { hears: ALL, fields: { seal: ALL, person: OWN } },
  unsealed: { hears: ALL, fields: { seal: ALL, word: ALL, person: OWN } },
  called: { hears: ALL, fields: { hash: ALL } },
  drawn: { hears: ALL, fields: { checkpoint: ALL, contributions: ALL, result: ALL, by: STAFF } },
  published: { hears: ALL, fields: { where: ALL, by: STAFF } },
  attempted: {
    hears: OWN,
    fields: { award: OWN, person: OWN, way: OWN, reached: OWN, note: STAFF, by: STAFF },
  },
  'award-passed': {
    hears: OWN,
    fields: { award: OWN, person: OWN, to: STAFF, why: OWN, note: OWN, by: STAFF },
  },
  claimed: {
    hears: DESK,
    fields: {
      claim: DESK,
      award: DESK,
      person: DESK,
      name: DESK,
      address: DESK,
      ways: DESK,
      alternative: DESK,
      value: DESK,
      by: DESK,
    },
  },
  'claim-refused': {
    hears: DESK,
    fields: { claim: DESK, person: DESK, reason: DESK, kept: DESK, by: STAFF },
  },
  'reason-told': { hears: DESK, fields: { claim: DESK, person: DESK, way: DESK, by: STAFF } },
  'prize-paid': {
    hears: DESK,
    fields: { claim: DESK, award: DESK, person: DESK, ways: DESK, drawer: STAFF, by: STAFF },
  },
  doubted: { hears: STAFF, fields: { what: STAFF, measure: STAFF, reason: STAFF, by: STAFF } },
  'inspectorate-told': { hears: STAFF, fields: { whom: STAFF, how: STAFF, by: STAFF } },
  validated: { hears: ALL, fields: { reason: STAFF, drawAt: ALL, by: STAFF } },
  cancelled: { hears: ALL, fields: { reason: ALL, by: STAFF } },
  disputed: { hears: OWN, fields: { dispute: OWN, person: OWN, about: OWN, case: OWN, book: OWN } },
  'dispute-answered': {
    hears: OWN,
    fields: { dispute: OWN, person: OWN, decision: OWN, advised: OWN, by: STAFF },
  },
  reminded: { hears: STAFF, fields: { of: STAFF, which: STAFF } },
  'deadline-missed': { hears: STAFF, fields: { of: STAFF, which: STAFF, clause: STAFF } },
  archived: { hears: STAFF, fields: { by: STAFF } },
};
