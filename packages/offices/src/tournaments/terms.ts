import { makeChips, makeDollars, RULEBOOK_IDS, type RulebookId } from '@boxperson/rules';
import { z } from 'zod';
import * as text from '../text.js';
import { tellTime } from '../time.js';

// What the terms and conditions of a tournament say (crown 8.4), as fields: the house plays by these, and the text that
// people read is made from them.

const count = (least: number, most: number) => z.number().int().min(least).max(most);
const amount = z.number().int().nonnegative().max(1e12).meta({ money: true });
/** Tournament chips, in cents of their face: another unit than money, and never the same account. */
const chips = z.number().int().positive().max(1e12).meta({ chips: true });
const chipsOrNone = z.number().int().nonnegative().max(1e12).meta({ chips: true });
const statement = z.string().max(1_000).trim().refine(text.isCleanText, 'must be plain text');

/** What follows when somebody comes late, is away or uses a phone. */
export const CONSEQUENCES = ['warning', 'chips-taken', 'disqualified'] as const;
export type ConsequenceKind = (typeof CONSEQUENCES)[number];
const consequence = z.strictObject({
  first: z.enum(CONSEQUENCES).meta({ title: 'What follows' }),
  chips: chipsOrNone.default(0).meta({ title: 'Chips that are taken' }),
  /** The second time it is disqualification whatever the first was. */
  again: z.enum(CONSEQUENCES).default('disqualified').meta({ title: 'What follows a second time' }),
});
export type Consequence = z.infer<typeof consequence>;

export const EVENT_KINDS = ['ordinary', 'charity', 'media'] as const;
export const TIE_RULES = ['last-count', 'lot'] as const;
export const SILENCE = ['no-wager', 'least-wager'] as const;
export const TURN_ENDS = ['one-after-another', 'both-at-once'] as const;
export const LAYOUT_AT_END = ['counted', 'returned', 'void'] as const;

const fields = {
  starts: z
    .strictObject({
      at: text.instant.meta({ title: 'First round starts' }),
      entriesUntil: text.instant.meta({ title: 'Entries until' }),
    })
    .meta({ title: 'When' }),
  fees: z
    .strictObject({
      entry: amount.meta({ title: 'Entry fee' }),
      buyIn: amount.meta({ title: 'Buy-in' }),
      reBuy: amount.default(0).meta({ title: 'Re-buy' }),
      addOn: amount.default(0).meta({ title: 'Add-on' }),
      /** Real money, or play money that never becomes anything else. */
      money: z.enum(['real', 'play']).default('real').meta({ title: 'Money' }),
    })
    .meta({ title: 'Fees' }),
  players: z
    .strictObject({
      fewest: count(2, 2_000).meta({ title: 'Fewest' }),
      most: count(2, 2_000).meta({ title: 'Most' }),
    })
    .meta({ title: 'Players' }),
  place: text.line.meta({ title: 'Where' }),
  startMayMove: statement,
  changesTold: statement,
  acceptance: statement,
  entitled: statement,
  mayRefuse: statement,
  criteria: statement,
  staffEvent: statement,
  abide: statement,
  available: statement,
  signature: statement,
  method: statement,
  entryTerms: z
    .strictObject({
      freeUntil: text.instant.meta({ title: 'Withdrawal without cost until' }),
      substituteUntil: text.instant.meta({ title: 'Substitutes may be named until' }),
    })
    .meta({ title: 'Terms of entry' }),
  rounds: z
    .strictObject({
      most: count(1, 20).meta({ title: 'Rounds at most' }),
      by: z.enum(['rolls', 'time']).meta({ title: 'A round lasts' }),
      rolls: count(1, 500).default(25).meta({ title: 'Rolls of a round' }),
      minutes: count(1, 600).default(60).meta({ title: 'Minutes of a round' }),
      /** When time is over, whoever holds the dice throws to the end of the hand. */
      lastShooter: z.boolean().default(true).meta({ title: 'The last shooter finishes' }),
      layoutAtEnd: z.enum(LAYOUT_AT_END).default('counted').meta({ title: 'Chips on the layout at the end' }),
      /** Each round with the same bank, or on with what one has. */
      banks: z.enum(['fresh', 'carried']).default('fresh').meta({ title: 'Banks from round to round' }),
      turnSeconds: count(0, 120).default(0).meta({ title: 'Seconds to bet in turn; 0: all at once' }),
      /** What the house bets for whoever lets their turn go by. Terms of an earlier version say nothing. */
      silence: z.enum(SILENCE).optional().meta({ title: 'Whoever lets their turn go by bets' }),
      /** Terms of an earlier version say nothing: then one after another round the table. */
      ends: z.enum(TURN_ENDS).optional().meta({ title: 'In turn, the two ends of a table bet' }),
    })
    .meta({ title: 'Rounds' }),
  tablesPerRound: z
    .strictObject({
      seats: count(2, 16).meta({ title: 'Players at a table at most' }),
      books: z
        .array(z.enum(RULEBOOK_IDS as unknown as readonly [string, ...string[]]))
        .min(1)
        .max(20)
        .meta({ title: 'Variations of the game' }),
    })
    .meta({ title: 'Tables of a round' }),
  progression: z
    .strictObject({
      how: z.enum(['best-of-table', 'best-overall']).meta({ title: 'Who goes on' }),
      count: count(1, 1_000).meta({ title: 'How many: of each table, or of all' }),
    })
    .meta({ title: 'Progression' }),
  buyBack: z
    .strictObject({
      price: amount.meta({ title: 'Price' }),
      throughRound: count(1, 20).meta({ title: 'After rounds up to' }),
      times: count(1, 20).default(1).meta({ title: 'Times a player' }),
    })
    .meta({ title: 'Buying back' }),
  repechage: z
    .strictObject({
      afterRound: count(1, 20).meta({ title: 'After round' }),
      places: count(1, 500).meta({ title: 'Places it gives' }),
      /** Whether it is held, the director may decide then. */
      directorDecides: z.boolean().default(false).meta({ title: 'The director decides whether' }),
    })
    .meta({ title: 'Repechage' }),
  bank: z
    .strictObject({ chips: chips.meta({ title: 'Starting bank' }), says: statement })
    .meta({ title: 'Starting bank' }),
  chipsAfter: z
    .strictObject({
      /** Cents of money for a dollar of chips; nothing where they have no value. */
      centsPerDollar: count(0, 100).default(0).meta({ title: 'Cents for a dollar of chips; 0: no value' }),
      says: statement,
    })
    .meta({ title: 'Chips afterwards' }),
  chipType: statement,
  minimum: z
    .strictObject({
      kind: z.enum(['minimum', 'compulsory']),
      chips: chips.meta({ title: 'On the layout at each roll' }),
      /** What is taken from whoever has less there. */
      short: chipsOrNone.default(0).meta({ title: 'Taken where it is missing' }),
    })
    .meta({ title: 'Least wager' }),
  secret: z
    .strictObject({
      perRound: count(1, 10).meta({ title: 'Sealed wagers a round' }),
      /** Sealed and never opened: else not opening it would be a choice without a price. */
      unopened: chipsOrNone.meta({ title: 'Taken for one that is not opened' }),
      says: statement,
    })
    .meta({ title: 'Sealed wagers' }),
  elimination: z
    .strictObject({
      noChips: z.boolean().default(true).meta({ title: 'Whoever has no chips is out' }),
      says: statement,
    })
    .meta({ title: 'Elimination' }),
  winners: z
    .strictObject({ ties: z.enum(TIE_RULES).meta({ title: 'Ties are settled by' }), says: statement })
    .meta({ title: 'Winners' }),
  pool: z
    .strictObject({
      guaranteed: amount.meta({ title: 'Guaranteed at least' }),
      /** Of buy-ins, re-buys, add-ons and buying back; entry fees are the house's. */
      share: count(0, 100).default(100).meta({ title: 'Percent of buy-ins' }),
    })
    .meta({ title: 'Prize pool' }),
  distribution: z
    .array(count(1, 10_000).meta({ title: 'Hundredths of a percent' }))
    .min(1)
    .max(100)
    .meta({ title: 'Shares by place, 10000 together' }),
  penalties: z
    .strictObject({ chips: chipsOrNone.meta({ title: 'Chips taken at most at once' }), says: statement })
    .meta({ title: 'Penalties' }),
  disqualification: statement,
  substitution: z
    .strictObject({ allowed: z.boolean(), says: statement })
    .meta({ title: 'When a substitute may be named' }),
  refunds: z
    .strictObject({
      /** Of what was paid, where somebody withdraws in time; later there is nothing. */
      inTime: z.enum(['all', 'buy-in']).meta({ title: 'Withdrawn in time' }),
      late: z.enum(['buy-in', 'nothing']).meta({ title: 'Withdrawn later' }),
    })
    .meta({ title: 'Refunds' }),
  late: consequence.meta({ title: 'Coming late or not at all' }),
  absence: consequence.meta({ title: 'Being away' }),
  phone: consequence.meta({ title: 'A phone during play' }),
  substituteTakes: z.strictObject({ says: statement }).meta({ title: 'What naming a substitute leads to' }),
  disqualified: z
    .strictObject({ fee: z.enum(['kept', 'returned']), says: statement })
    .meta({ title: 'What disqualification leads to' }),
  retirement: z.strictObject({ says: statement }).meta({ title: 'What retiring leads to' }),
  rulesPrevail: statement,
  earlyEnd: statement,
  privacy: statement,
  publicity: statement,
  conduct: statement,
  directorFinal: statement,
  liability: statement,
  complaints: statement,
} as const;

export type TermsField = keyof typeof fields;

/** What is on offer: an item that depends on it is only asked for where it is. */
export const OFFERS = [
  'refusal',
  'criteria',
  'signature',
  'buyBack',
  'repechage',
  'minimum',
  'secret',
] as const;
export type Offer = (typeof OFFERS)[number];

const offers = z.array(z.enum(OFFERS)).max(OFFERS.length).meta({ title: 'What is on offer' });
const kind = z.enum(EVENT_KINDS).meta({ title: 'What kind of event' });

const anyOfThem = Object.fromEntries(
  Object.entries(fields).map(([name, schema]) => [name, (schema as z.ZodType).optional()]),
) as unknown as { [Field in TermsField]: z.ZodOptional<(typeof fields)[Field]> };

/** Terms as they are being written: anything may be missing still. */
export const draftTerms = z.strictObject({ kind, offers, ...anyOfThem });
/** A part of them: what is not said stays as it is. */
export const partOfTerms = z.strictObject({
  kind: kind.optional(),
  offers: offers.optional(),
  ...anyOfThem,
});
export type DraftTerms = z.infer<typeof draftTerms>;

type Whole = { readonly [Field in TermsField]: z.infer<(typeof fields)[Field]> };
/** Fields that need not be there because what they are about is not on offer. */
type Optional =
  | 'mayRefuse'
  | 'criteria'
  | 'staffEvent'
  | 'signature'
  | 'progression'
  | 'buyBack'
  | 'repechage'
  | 'minimum'
  | 'secret';
/** Terms that can be published. */
export type Terms = Omit<Whole, Optional> &
  Partial<Pick<Whole, Optional>> & {
    readonly kind: (typeof EVENT_KINDS)[number];
    readonly offers: readonly Offer[];
  };

/** One thing that terms must say: which clause asks for it, where it stands, and when it applies. */
export interface Item {
  readonly clause: string;
  readonly field: TermsField;
  readonly title: string;
  /** Left out: always. */
  readonly applies?: (terms: DraftTerms) => boolean;
  /** Our own wording of a statement, which may be edited. */
  readonly standard?: string;
}

const offered =
  (offer: Offer) =>
  ({ offers: on }: DraftTerms): boolean =>
    on.includes(offer);

/** The 48 items of crown 8.4, in its order. */
export const ITEMS: readonly Item[] = [
  { clause: '8.4.1(a)(i)', field: 'starts', title: 'When' },
  { clause: '8.4.1(a)(ii)', field: 'fees', title: 'Fees' },
  { clause: '8.4.1(a)(iii)', field: 'players', title: 'Fewest and most players' },
  { clause: '8.4.1(a)(iv)', field: 'place', title: 'Where' },
  {
    clause: '8.4.1(b)',
    field: 'startMayMove',
    title: 'Moving a start',
    standard: 'The director may move the start of a round when players hear of it in good time.',
  },
  {
    clause: '8.4.1(c)',
    field: 'changesTold',
    title: 'Telling of changes',
    standard: 'The regulator hears of every change of these details before the tournament.',
  },
  {
    clause: '8.4.2(a)(i)',
    field: 'acceptance',
    title: 'Acceptance',
    standard: 'Whoever takes part has accepted these terms.',
  },
  {
    clause: '8.4.2(a)(ii)',
    field: 'entitled',
    title: 'Who may enter',
    standard: 'Open to those alone who may be in the casino and may gamble there.',
  },
  {
    clause: '8.4.2(a)(iii)',
    field: 'mayRefuse',
    title: 'Turning somebody down',
    applies: offered('refusal'),
    standard: 'The house may turn any application down.',
  },
  {
    clause: '8.4.2(a)(iv)',
    field: 'criteria',
    title: 'Selection',
    applies: offered('criteria'),
    standard: 'Places go to those who were invited, in the order in which they apply.',
  },
  {
    clause: '8.4.2(a)(v)',
    field: 'staffEvent',
    title: 'Staff at a charity or media event',
    applies: ({ kind }) => kind !== 'ordinary',
    standard:
      'With leave given beforehand by the chief executive or the chief operating officer, staff may play. They win nothing: whoever is placed next and may, has the prize in their stead.',
  },
  {
    clause: '8.4.2(b)(i)',
    field: 'abide',
    title: 'Keeping to the terms',
    standard: 'Whoever does not keep to these terms may be disqualified.',
  },
  {
    clause: '8.4.2(b)(ii)',
    field: 'available',
    title: 'Where the terms are',
    standard: 'These terms are on the page of the tournament, at the cage and with the director.',
  },
  {
    clause: '8.4.2(b)(iii)',
    field: 'signature',
    title: 'Signature',
    applies: offered('signature'),
    standard: 'Every player signs a copy of these terms.',
  },
  {
    clause: '8.4.2(c)',
    field: 'method',
    title: 'How to enter',
    standard: 'On the page of the tournament, or at the cage.',
  },
  { clause: '8.4.2(d)', field: 'entryTerms', title: 'Terms of entry' },
  { clause: '8.4.3(a)(i)', field: 'rounds', title: 'Rounds' },
  { clause: '8.4.3(a)(ii)', field: 'tablesPerRound', title: 'Tables of a round' },
  {
    clause: '8.4.3(a)(iii)',
    field: 'progression',
    title: 'Going on',
    applies: ({ rounds }) => (rounds?.most ?? 1) > 1,
  },
  { clause: '8.4.3(a)(iv)', field: 'buyBack', title: 'Buying back', applies: offered('buyBack') },
  { clause: '8.4.3(a)(v)', field: 'repechage', title: 'Repechage', applies: offered('repechage') },
  {
    clause: '8.4.3(b)',
    field: 'bank',
    title: 'Starting bank',
    standard: 'Everybody starts with the same bank of chips, and hears beforehand how much it is.',
  },
  {
    clause: '8.4.3(c)',
    field: 'chipsAfter',
    title: 'Chips afterwards',
    standard: 'Tournament chips are handed in at the end.',
  },
  {
    clause: '8.4.4(a)',
    field: 'chipType',
    title: 'Chips',
    standard: 'Tournament chips without value as money, in a colour of their own.',
  },
  { clause: '8.4.4(b)', field: 'minimum', title: 'Least wager', applies: offered('minimum') },
  {
    clause: '8.4.4(c)',
    field: 'secret',
    title: 'Sealed wagers',
    applies: offered('secret'),
    standard:
      'A sealed wager is made on one’s own screen: the house is given a lock without a key, and all are opened together.',
  },
  {
    clause: '8.4.5(a)',
    field: 'elimination',
    title: 'Elimination',
    standard: 'Whoever does not go on from a round is out, and whoever has no chips left.',
  },
  {
    clause: '8.4.6(a)',
    field: 'winners',
    title: 'Winners',
    standard: 'The largest bank at the end of the last round wins, and the next largest is next.',
  },
  { clause: '8.4.7(a)', field: 'pool', title: 'Prize pool' },
  { clause: '8.4.7(b)', field: 'distribution', title: 'Shares of the pool' },
  {
    clause: '8.4.8(a)(i)',
    field: 'penalties',
    title: 'Penalties',
    standard: 'Holding the game up, betting out of turn and late bets may cost chips.',
  },
  {
    clause: '8.4.8(a)(ii)',
    field: 'disqualification',
    title: 'Grounds of disqualification',
    standard: 'Play against the rules, collusion, abuse of anybody, and a second penalty.',
  },
  {
    clause: '8.4.8(a)(iii)',
    field: 'substitution',
    title: 'Naming a substitute',
    standard: 'Whoever cannot come may name somebody in their stead before the time stated.',
  },
  { clause: '8.4.8(a)(iv)', field: 'refunds', title: 'Refunds' },
  { clause: '8.4.8(b)(i)', field: 'late', title: 'Coming late' },
  { clause: '8.4.8(b)(ii)', field: 'absence', title: 'Being away' },
  { clause: '8.4.8(b)(iii)', field: 'phone', title: 'A phone during play' },
  {
    clause: '8.4.8(b)(iv)',
    field: 'substituteTakes',
    title: 'What a substitute takes over',
    standard:
      'A substitute has the entry as it was paid for, and no other. What is paid back goes to whoever paid it.',
  },
  {
    clause: '8.4.8(b)(v)',
    field: 'disqualified',
    title: 'What disqualification leads to',
    standard: 'The chips of whoever is disqualified are out of play, and they are placed last.',
  },
  {
    clause: '8.4.8(b)(vi)',
    field: 'retirement',
    title: 'What retiring leads to',
    standard: 'Whoever retires is out from then on; nothing is paid back.',
  },
  {
    clause: '8.4.8(c)',
    field: 'rulesPrevail',
    title: 'Rules first',
    standard:
      'The director runs it by these terms and the rules of the game. Where they differ, the rules hold.',
  },
  {
    clause: '8.4.8(d)',
    field: 'earlyEnd',
    title: 'Ending early',
    standard:
      'The director may end play at a table early once it is certain who goes on; and, where chips are cashed, when all who play there agree.',
  },
  {
    clause: '8.4.8(e)',
    field: 'privacy',
    title: 'Privacy',
    standard:
      'What we learn of entrants is kept by the privacy policy of the house, which anybody may ask for.',
  },
  {
    clause: '8.4.8(f)',
    field: 'publicity',
    title: 'Publicity',
    standard:
      'Only with an entrant’s permission are their name, suburb and picture used to advertise the house.',
  },
  {
    clause: '8.4.8(g)',
    field: 'conduct',
    title: 'Conduct',
    standard: 'The director keeps to these terms and to the rules of the game.',
  },
  {
    clause: '8.4.8(h)',
    field: 'directorFinal',
    title: 'Disputes',
    standard: 'In a dispute about the tournament the director has the last word.',
  },
  {
    clause: '8.4.8(i)',
    field: 'liability',
    title: 'Liability',
    standard:
      'As far as the law allows, and with no right touched that it does not let us exclude, the house answers for no loss from what the director decides.',
  },
  {
    clause: '8.4.8(j)',
    field: 'complaints',
    title: 'Complaints',
    standard: 'Whoever complains about how gaming is run here may have the regulator look into it.',
  },
];

const isSaid = (value: unknown): boolean => {
  if (value === undefined) return false;
  if (typeof value === 'string') return value.trim() !== '';
  const says = (value as { readonly says?: string }).says;
  return says === undefined || says.trim() !== '';
};

export const itemsFor = (terms: DraftTerms): readonly Item[] =>
  ITEMS.filter(({ applies }) => applies?.(terms) ?? true);

/** What terms must say and do not. */
export const missingIn = (terms: DraftTerms): readonly Item[] =>
  itemsFor(terms).filter(({ field }) => !isSaid(terms[field]));

interface Contradiction {
  readonly clause: string;
  readonly says: string;
}

const CHECKS: readonly {
  readonly clause: string;
  readonly fault: (terms: Terms) => string | null;
}[] = [
  {
    clause: '8.4.1(a)(i)',
    fault: ({ starts }) =>
      starts.entriesUntil > starts.at ? 'starts: entries end after the first round starts' : null,
  },
  {
    clause: '8.4.1(a)(iii)',
    fault: ({ players }) => (players.fewest > players.most ? 'players: fewest is more than most' : null),
  },
  {
    clause: '8.4.2(d)',
    fault: ({ entryTerms, starts }) =>
      entryTerms.freeUntil > starts.at || entryTerms.substituteUntil > starts.at
        ? 'entryTerms: the times to withdraw and to name a substitute end with the start'
        : null,
  },
  {
    clause: '8.4.3(a)(ii)',
    fault: ({ players, tablesPerRound, progression }) =>
      progression?.how === 'best-of-table' &&
      progression.count >= Math.min(tablesPerRound.seats, players.most)
        ? 'progression: as many go on from a table as play there'
        : null,
  },
  {
    clause: '8.4.4(b)',
    fault: ({ minimum, bank }) =>
      minimum && minimum.chips > bank.chips
        ? 'minimum: the least wager is more than the starting bank'
        : null,
  },
  {
    clause: '8.4.4(b)',
    fault: ({ minimum, rounds }) =>
      rounds.silence === 'least-wager' && !minimum
        ? 'rounds: whoever is silent bets the least wager, and there is none'
        : null,
  },
  {
    clause: '8.4.7(b)',
    fault: ({ distribution }) =>
      distribution.reduce((sum, share) => sum + share, 0) === 10_000
        ? null
        : 'distribution: the shares must come to 10000, the whole pool',
  },
];

/** Where terms that are complete contradict themselves. */
export const contradictionsIn = (terms: Terms): readonly Contradiction[] =>
  CHECKS.flatMap(({ clause, fault }) => {
    const says = fault(terms);
    return says === null ? [] : [{ clause, says }];
  });

/** Complete terms, without what does not apply; null when something is missing. */
export function completed(draft: DraftTerms): Terms | null {
  if (missingIn(draft).length > 0) return null;
  const { kind, offers: on } = draft;
  const said = itemsFor(draft).map(({ field }) => [field, draft[field]]);
  return { kind, offers: on, ...Object.fromEntries(said) } as Terms;
}

/** What differs between two versions: the clauses and titles of the items. */
export function changesBetween(one: Terms, other: Terms): readonly string[] {
  const same = (field: TermsField | 'kind' | 'offers') =>
    JSON.stringify(one[field]) === JSON.stringify(other[field]);
  const kinds = (['kind', 'offers'] as const).filter((field) => !same(field));
  const items = ITEMS.filter(({ field }) => !same(field)).map(({ clause, title }) => `${clause} ${title}`);
  return [...kinds, ...items];
}

/** Statements in our own wording, for whoever begins. */
export const STANDARD: DraftTerms = {
  kind: 'ordinary',
  offers: [],
  ...Object.fromEntries(
    ITEMS.flatMap(({ field, standard, applies }) =>
      standard !== undefined && !applies && typeof fields[field].safeParse('x').data === 'string'
        ? [[field, standard]]
        : [],
    ),
  ),
};

const standardOf = (field: TermsField): string => ITEMS.find((one) => one.field === field)?.standard ?? '';

const HOUR = 3_600_000;

const USUAL_BOOKS: readonly RulebookId[] = ['crown', 'crown-mini'];

/**
 * A whole set of terms to begin with: one table's tournament of 25 rolls and a final, as many houses hold it. Whoever may
 * not name the usual books says which they may.
 */
export function template(startsAt: number, own: readonly RulebookId[] = USUAL_BOOKS): DraftTerms {
  const usual = USUAL_BOOKS.filter((book) => own.includes(book));
  return {
    ...STANDARD,
    starts: { at: startsAt, entriesUntil: startsAt - HOUR / 4 },
    fees: { entry: 1_000, buyIn: 5_000, reBuy: 0, addOn: 0, money: 'real' },
    players: { fewest: 4, most: 64 },
    place: 'The craps pit',
    entryTerms: { freeUntil: startsAt - HOUR, substituteUntil: startsAt - HOUR / 4 },
    rounds: {
      most: 4,
      by: 'rolls',
      rolls: 25,
      minutes: 60,
      lastShooter: true,
      layoutAtEnd: 'counted',
      banks: 'fresh',
      turnSeconds: 0,
    },
    tablesPerRound: { seats: 8, books: usual.length > 0 ? usual : [...own] },
    progression: { how: 'best-of-table', count: 2 },
    bank: { chips: 100_000, says: standardOf('bank') },
    chipsAfter: { centsPerDollar: 0, says: standardOf('chipsAfter') },
    elimination: { noChips: true, says: standardOf('elimination') },
    winners: { ties: 'last-count', says: standardOf('winners') },
    pool: { guaranteed: 0, share: 100 },
    distribution: [5_000, 3_000, 2_000],
    penalties: { chips: 10_000, says: standardOf('penalties') },
    substitution: { allowed: true, says: standardOf('substitution') },
    refunds: { inTime: 'all', late: 'buy-in' },
    late: { first: 'chips-taken', chips: 5_000, again: 'disqualified' },
    absence: { first: 'chips-taken', chips: 5_000, again: 'disqualified' },
    phone: { first: 'warning', chips: 0, again: 'disqualified' },
    substituteTakes: { says: standardOf('substituteTakes') },
    disqualified: { fee: 'kept', says: standardOf('disqualified') },
    retirement: { says: standardOf('retirement') },
  };
}

/** What is there only when it is on offer, in full: for whoever turns it on. */
export const OPTIONAL_TEMPLATE: Required<Pick<DraftTerms, Optional>> = {
  mayRefuse: standardOf('mayRefuse'),
  criteria: standardOf('criteria'),
  staffEvent: standardOf('staffEvent'),
  signature: standardOf('signature'),
  progression: { how: 'best-of-table', count: 2 },
  buyBack: { price: 5_000, throughRound: 1, times: 1 },
  repechage: { afterRound: 1, places: 2, directorDecides: true },
  minimum: { kind: 'minimum', chips: 500, short: 500 },
  secret: { perRound: 1, unopened: 5_000, says: standardOf('secret') },
};

const UNITS: Readonly<Record<string, (value: number) => string>> = {
  money: makeDollars,
  chips: makeChips,
  time: tellTime,
};

/** A field's value in words, from the same titles that the form bears. */
function tellValue(schema: z.ZodType, value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object' && value !== null) return tellObject(schema, value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'number') return String(value);
  const meta = (schema.meta() ?? {}) as Record<string, unknown>;
  const unit = Object.keys(UNITS).find((name) => meta[name] === true);
  return unit ? (UNITS[unit] as (value: number) => string)(value) : String(value);
}

/** Statements stand alone; what has a title is named by it. */
function tellObject(schema: z.ZodType, value: object): string {
  const shape = (schema as unknown as { readonly shape?: Record<string, z.ZodType> }).shape ?? {};
  return Object.entries(value)
    .map(([key, member]) => {
      const inner = shape[key] ?? z.unknown();
      const bare = inner instanceof z.ZodDefault ? (inner.unwrap() as z.ZodType) : inner;
      const told = tellValue(bare.meta() ? bare : inner, member);
      const title = (inner.meta() as { title?: string } | undefined)?.title;
      return key === 'says' || !title ? told : `${title}: ${told}`;
    })
    .join('; ');
}

export interface TermsLine {
  readonly clause: string;
  readonly title: string;
  readonly says: string;
}

/** The terms as people read and print them: one line an item, under its clause. */
export const tellTerms = (terms: DraftTerms): readonly TermsLine[] =>
  itemsFor(terms)
    .filter(({ field }) => isSaid(terms[field]))
    .map(({ clause, field, title }) => ({
      clause,
      title,
      says: tellValue(fields[field] as z.ZodType, terms[field]),
    }));
