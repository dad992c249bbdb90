import type { Cents, Clause } from '@boxperson/rules';
import { account } from '../accounts.js';
import { type Office, office } from '../office.js';
import type { Person } from '../person.js';
import { type Entry as LedgerEntry, NO_ENTRIES, type Posting, transfer } from '../postings.js';
import { seesBooks } from '../posts.js';
import { AFTER_VERBS, moneyFor } from './after-verbs.js';
import type { PayWay } from './books.js';
import { DRAW_FORMAT, type DrawFile, hashResult } from './draw.js';
import { DRAW_VERBS, inputOf, whyUnsigned } from './draw-verbs.js';
import { claimableUntil, duePromotion } from './due.js';
import { ENTRY_VERBS } from './entry-verbs.js';
import { evolve, overAt } from './over.js';
import {
  type Award,
  type Entry,
  entriesOf,
  NO_PROMOTION,
  type Paid,
  PROMOTION_AUDIENCE,
  type Promotion,
  type PromotionEvent,
  rulesOf,
  termsOf,
} from './state.js';
import { type PromotionStep, type PromotionTask, promotionStep, promotionTasks } from './tasks.js';
import type { Prize } from './terms.js';
import { TERMS_VERBS } from './terms-verbs.js';

/** Cash comes out of the drawer of whoever paid it. */
const paidFrom = (way: PayWay, drawer: string | undefined): string => {
  if (way !== 'cash') return way === 'cheque' ? account.cheques : account.transfers;
  return drawer === undefined ? account.cashOut : account.drawer(drawer);
};

const sumOf = (ways: readonly Paid[]): Cents => ways.reduce((sum, { amount }) => sum + amount, 0);

/** Money prizes come from what was set aside; money instead of another prize from the house. */
function payment(
  before: Promotion,
  { event, award, ways, drawer }: Extract<PromotionEvent, { event: 'prize-paid' }>,
) {
  const amount = sumOf(ways);
  if (amount === 0) return NO_ENTRIES;
  const isMoney = before.awards[award]?.prize.kind === 'money';
  const from: Posting = {
    account: isMoney ? account.prizes(before.id) : account.promotions,
    amount: -amount,
  };
  const out = ways.map((one): Posting => ({ account: paidFrom(one.way, drawer), amount: one.amount }));
  return [{ reason: event, postings: [from, ...out] }];
}

/** Whatever is promised is set aside at once, and what is not needed any more goes back. */
function entries(before: Promotion, event: PromotionEvent, after: Promotion): readonly LedgerEntry[] {
  if (event.event === 'prize-paid') return payment(before, event);
  const more = after.setAside - before.setAside;
  if (more === 0) return NO_ENTRIES;
  const aside = account.prizes(after.id);
  return more > 0
    ? [transfer(event.event, account.promotions, aside, more)]
    : [transfer(event.event, aside, account.promotions, -more)];
}

/** The draw as it is published; null before there is one. */
export function drawFileOf(state: Promotion): DrawFile | null {
  const { draw, frozen, calledAt, title } = state;
  if (!draw || !frozen || calledAt === null) return null;
  return {
    format: DRAW_FORMAT,
    title,
    listHash: frozen.hash,
    frozenAt: frozen.at,
    calledAt,
    ...inputOf(state, draw.checkpoint, draw.contributions),
    ...draw.result,
  };
}

export interface OwnEntry extends Pick<Entry, 'how' | 'at' | 'earnt' | 'struck'> {
  readonly entry: string;
}

export interface OwnAward extends Pick<Award, 'entry' | 'became' | 'since'> {
  readonly award: string;
  readonly prize: string;
  /** In money: what is paid, or may be had instead; nothing for a prize that is handed over. */
  readonly money: Cents | null;
  readonly instead: Cents | null;
  /** The ways of which the winner chooses. */
  readonly ways: readonly PayWay[];
  readonly until: number;
  /** Their last claim, and why it was refused if it was. */
  readonly claim: { readonly claim: string; readonly became: string; readonly reason?: string } | null;
}

/** What the book and the terms leave to a winner of so much. */
function waysFor(state: Promotion, amount: Cents | null): readonly PayWay[] {
  const { ways, choiceAbove } = rulesOf(state).paying.value;
  const { paidBy } = termsOf(state);
  const isChosen = paidBy.length === 0 || (choiceAbove !== null && (amount ?? 0) > choiceAbove);
  return ways.filter((way) => isChosen || paidBy.includes(way));
}

/** What may be had instead of a prize that is no money. */
function insteadOf(state: Promotion, { prize }: Award): Cents | null {
  const money = moneyFor(rulesOf(state), { prize }, true);
  return prize.kind !== 'money' && money.ok ? money.value : null;
}

function ownAward(state: Promotion, award: string, one: Award): OwnAward {
  const { prize, entry, became, since } = one;
  const money = prize.kind === 'money' ? prize.value : null;
  const last = Object.entries(state.claims)
    .filter(([, claim]) => claim.award === award && claim.person === one.person)
    .at(-1);
  return {
    award,
    prize: prize.name,
    entry,
    became,
    since,
    money,
    instead: insteadOf(state, one),
    ways: waysFor(state, money),
    until: claimableUntil(state, one),
    claim: last
      ? {
          claim: last[0],
          became: last[1].became,
          ...(last[1].refusal ? { reason: last[1].refusal.reason } : {}),
        }
      : null,
  };
}

/** A promotion as anybody sees it, and what of it is their own. */
export interface PromotionView
  extends Pick<
    Promotion,
    'id' | 'title' | 'book' | 'stage' | 'terms' | 'version' | 'calledAt' | 'published'
  > {
  readonly entries: number;
  readonly list: { readonly hash: string; readonly at: number } | null;
  readonly seals: readonly string[];
  readonly signed: Promotion['signed'];
  /** A draw in doubt goes on when its integrity has been validated. */
  readonly isHeld: boolean;
  readonly draw: DrawFile | null;
  readonly resultHash: string | null;
  /** Nobody is told, claims or is paid before the scrutineer has signed. */
  readonly mayClaim: boolean;
  readonly clauses: { readonly terms: Clause; readonly disputes: Clause; readonly paying: Clause };
  readonly own: {
    readonly entries: readonly OwnEntry[];
    readonly awards: readonly OwnAward[];
    readonly sealed: string | null;
    /** Their word is open. */
    readonly isOpened: boolean;
    readonly disputes: Promotion['disputes'];
  } | null;
}

const ownOf = (state: Promotion, { id }: Person): PromotionView['own'] => ({
  entries: entriesOf(state)
    .filter(([, { person }]) => person === id)
    .map(([entry, { how, at, earnt, struck }]) => ({
      entry,
      how,
      at,
      ...(earnt ? { earnt } : {}),
      ...(struck === undefined ? {} : { struck }),
    })),
  awards: Object.entries(state.awards)
    .filter(([, { person }]) => person === id)
    .map(([award, one]) => ownAward(state, award, one)),
  sealed: state.seals.find(({ person }) => person === id)?.seal ?? null,
  isOpened: state.seals.some(({ person, word }) => person === id && word !== null),
  disputes: Object.fromEntries(Object.entries(state.disputes).filter(([, { person }]) => person === id)),
});

/** Terms are for everybody from the day they are with the regulator; a draft is for those who write it. */
export function viewPromotion(state: Promotion, person: Person | null): PromotionView | null {
  if (state.stage === 'none' || state.stage === 'draft') return null;
  const { id, title, book, stage, terms, version, calledAt, published, frozen, seals, signed, draw } = state;
  return {
    id,
    title,
    book,
    stage,
    terms,
    version,
    calledAt,
    published,
    entries: state.entries.count,
    list: frozen && { hash: frozen.hash, at: frozen.at },
    seals: seals.map(({ seal }) => seal),
    signed,
    isHeld: state.doubt !== null,
    draw: drawFileOf(state),
    resultHash: draw && hashResult(draw.result),
    mayClaim: stage === 'drawn' && whyUnsigned(state) === null,
    clauses: {
      terms: rulesOf(state).contents,
      disputes: rulesOf(state).disputes,
      paying: rulesOf(state).paying.clause,
    },
    own: person && ownOf(state, person),
  };
}

/** A promotion in a list, for anybody. */
export interface PromotionTold extends Pick<Promotion, 'title' | 'book' | 'stage'> {
  readonly isHeld: boolean;
  readonly prizes: readonly Pick<Prize, 'name' | 'count' | 'value'>[];
  readonly startsAt: number | null;
  readonly closesAt: number | null;
  readonly drawAt: number | null;
  readonly entries: number;
}

const toldOf = ({ title, book, stage, doubt, terms, entries: all }: Promotion): PromotionTold => ({
  title,
  book,
  stage,
  isHeld: doubt !== null,
  prizes: (terms?.prizes ?? []).map(({ name, count, value }) => ({ name, count, value })),
  startsAt: terms?.startsAt ?? null,
  closesAt: terms?.closesAt ?? null,
  drawAt: terms?.drawAt ?? null,
  entries: all.count,
});

/** The same for those who run it: beside that what is owed, and what the house does next. */
export interface PromotionSummary extends PromotionTold {
  readonly setAside: Cents;
  readonly missed: number;
  readonly tasks: readonly PromotionTask[];
  readonly next: PromotionStep | null;
}

/** What is owed does not depend on when somebody looks but for prizes that nobody claimed: those the clock tells of. */
const summaryOf = (state: Promotion): PromotionSummary => ({
  ...toldOf(state),
  setAside: state.setAside,
  missed: state.missed.length,
  tasks: promotionTasks(state, 0),
  next: promotionStep(state),
});

/** Promotional prizes from the draft to the archive: a stream for each promotion. */
export const PROMOTIONS: Office<Promotion, PromotionEvent> = office<Promotion, PromotionEvent>({
  name: 'promotions',
  title: 'Promotions',
  streams: 'many',
  // 2: who had a hand in it is noted. 3: who promised alone.
  version: 3,
  begins: ['draft'],
  start: NO_PROMOTION,
  verbs: { ...TERMS_VERBS, ...ENTRY_VERBS, ...DRAW_VERBS, ...AFTER_VERBS },
  evolve,
  entries,
  audience: PROMOTION_AUDIENCE,
  subject: (event) => ('person' in event ? event.person : null),
  due: duePromotion,
  counts: ({ entries: all, awards }) => ({
    promotionEntries: all.count,
    awards: Object.keys(awards).length,
  }),
  // Promising, drawing and passing on are for those of its book, and so are names and addresses; whoever had a hand in it
  // has seen them.
  ofBooks: ({ stage, book }) => (stage === 'none' ? [] : [book]),
  entitles: ({ scrutineer, hands = [] }, person) =>
    seesBooks(person, 'promotions') && [scrutineer, ...hands].includes(person.id),
  view: viewPromotion,
  tells: toldOf,
  summary: summaryOf,
  overAt,
});
