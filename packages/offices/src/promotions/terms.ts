import { type Cents, type Clause, makeDollars } from '@boxperson/rules';
import { z } from 'zod';
import * as text from '../text.js';
import { tellTime } from '../time.js';
import {
  PAY_WAYS,
  PRIZE_KINDS,
  PROMOTION_RULES,
  type PrizeKind,
  type PromotionBook,
  type PromotionRules,
} from './books.js';

// A draft may lack anything: nothing that somebody typed is lost. What it lacks is said field by field, with its clause,
// and with a single fault left it goes to nobody.

const prose = z
  .string()
  .max(2_000)
  .refine(
    (one) => text.isCleanText(one.replaceAll('\n', ' ')),
    'must be plain text without control characters',
  );
const said = prose.default('');
const moment = text.instant.nullable().default(null);

const particular = (title: string) => prose.optional().meta({ title });

/** What the books want to be said of some kinds of prize, each by its clause (books.ts). */
const particulars = z.strictObject({
  make: particular('Make (appliance, vehicle)'),
  model: particular('Model (appliance, vehicle)'),
  accessories: particular('What comes with it (appliance, vehicle)'),
  onRoad: particular('Registration and road costs (vehicle)'),
  persons: particular('How many may go (travel)'),
  included: particular('What is paid for (travel); costs, fixtures and furniture (real estate)'),
  restrictions: particular('When it may be taken (travel)'),
  spendingMoney: particular('Spending money (travel)'),
  dwelling: particular('Kind of dwelling (real estate)'),
  plans: particular('Plans (real estate)'),
  contract: particular('Contract (real estate)'),
  easement: particular('Easements (real estate)'),
  address: particular('Where it is (real estate)'),
});

export const prize = z.strictObject({
  id: text.id.meta({ title: 'Short name' }),
  name: said.meta({ title: 'What it is' }),
  kind: z.enum(PRIZE_KINDS),
  value: z.number().int().nonnegative().max(1e12).default(0).meta({ money: true, title: 'Value of one' }),
  count: z.number().int().positive().max(1_000).default(1).meta({ title: 'How many' }),
  conditions: said.meta({ title: 'Conditions' }),
  litres: z.number().nonnegative().max(1e6).optional().meta({ title: 'Litres of liquor' }),
  /** Money that the winner may have instead. */
  alternative: text.cents.optional().meta({ title: 'Money instead' }),
  particulars: particulars.prefault({}).meta({
    title: 'Particulars',
    description: 'Of an appliance, a vehicle, travel or real estate; of other prizes none.',
  }),
});
export type Prize = z.infer<typeof prize>;

const earning = {
  id: text.id,
  /** Tables where it counts; none named: all. */
  tables: z
    .array(text.name.meta({ title: 'Table', of: 'table' }))
    .max(500)
    .default([])
    .meta({ title: 'At these tables', description: 'None named: at all of them.' }),
  /** The most entries that one person gets by it. */
  most: z.number().int().positive().max(10_000).default(1),
};

/** How an entry is earned by play, as data. */
export const rule = z.discriminatedUnion('kind', [
  z.strictObject({ ...earning, kind: z.literal('staked'), every: text.cents, wager: text.name.optional() }),
  z.strictObject({
    ...earning,
    kind: z.literal('decisions'),
    every: z.number().int().positive().max(1e6),
    wager: text.name.optional(),
  }),
  z.strictObject({ ...earning, kind: z.literal('wager'), wager: text.name, atLeast: text.cents }),
  z.strictObject({ ...earning, kind: z.literal('card') }),
  z.strictObject({ ...earning, kind: z.literal('present'), at: text.instant }),
]);
export type Rule = z.infer<typeof rule>;

export const terms = z.strictObject({
  awarded: said.meta({ title: 'How the prizes are awarded' }),
  awardedWhere: said.meta({ title: 'When and where they are awarded' }),
  eligibility: said.meta({ title: 'Who may take part' }),
  minimumWager: said.meta({ title: 'The smallest or compulsory wager' }),
  nature: said.meta({ title: 'What the prize is, with reservations and guarantees' }),
  place: said.meta({ title: 'Where the promotion is held' }),
  startsAt: moment.meta({ title: 'Starts' }),
  closesAt: moment.meta({ title: 'Entries close' }),
  drawAt: moment.meta({ title: 'Drawn' }),
  claiming: said.meta({ title: 'How a prize is claimed' }),
  mustBePresent: z.boolean().default(false).meta({ title: 'Winners must be there' }),
  notified: said.meta({ title: 'How a winner hears of it' }),
  published: said.meta({ title: 'How results are made public' }),
  marketing: said.meta({ title: 'Text of the advertising' }),
  prizes: z
    .array(prize.meta({ title: 'Prize' }))
    .max(100)
    .default([]),
  /** How many reserves are drawn at once for redraws. */
  reserves: z.number().int().nonnegative().max(1_000).default(3).meta({ title: 'Reserves' }),
  onePrizeEach: z.boolean().default(true).meta({ title: 'One prize each' }),
  /** Days to claim a prize. */
  claimDays: z.number().int().positive().max(3_650).default(28).meta({ title: 'Days to claim' }),
  /** Whose entries count: guests play with play money. */
  open: z.enum(['players', 'players-and-guests']).default('players').meta({ title: 'Open to' }),
  byForm: z.boolean().default(false).meta({ title: 'Entry by form' }),
  /** The most entries of one person, however they came. */
  most: z.number().int().positive().max(100_000).default(1_000).meta({ title: 'Most entries each' }),
  rules: z
    .array(rule.meta({ title: 'Rule' }))
    .max(20)
    .default([])
    .meta({ title: 'Entries earned by play' }),
  /** How money is paid, of the ways that the book allows; none named: any of them. */
  paidBy: z
    .array(z.enum(PAY_WAYS).meta({ title: 'Way' }))
    .max(3)
    .default([])
    .meta({ title: 'Paid by', description: 'None named: by any way that the book allows.' }),
});
export type Terms = z.infer<typeof terms>;

export interface TermsFault {
  readonly field: string;
  readonly clause: Clause | null;
  readonly ruling?: string;
  readonly says: string;
}

/** What the house itself keeps on its list of things that regulations forbid as prizes. */
export interface PromotionHouse {
  readonly prescribed: readonly string[];
}
export const NO_LIST: PromotionHouse = { prescribed: [] };

const isBlank = (value: string): boolean => value.trim() === '';

/** So long after closing the list is frozen: what was earned in time has arrived by then (R89). */
export const FREEZE_AFTER_MS = 60_000;
/** The list lies open so long at least before the draw. */
export const OPEN_LIST_MS = 60_000;

export const totalOf = (prizes: readonly Prize[]): Cents =>
  prizes.reduce((sum, { value, count }) => sum + value * count, 0);

const isMoney = ({ kind }: Pick<Prize, 'kind'>): boolean => kind === 'money';

/** Promised in money: what the ledger sets aside. */
export const moneyIn = ({ prizes }: Pick<Terms, 'prizes'>): Cents => totalOf(prizes.filter(isMoney));

/** What may be had in money instead of a prize that is none, by the terms or by the book alone; null where nothing may. */
export function moneyInstead({ alternative }: PromotionRules, prize: Prize): Cents | null {
  const { mustBeInTerms, notFor } = alternative.value;
  if (isMoney(prize) || notFor.includes(prize.kind)) return null;
  return prize.alternative ?? (mustBeInTerms ? null : prize.value);
}

const mostInMoney = (rules: PromotionRules, prize: Prize): Cents =>
  isMoney(prize) ? prize.value : (moneyInstead(rules, prize) ?? 0);

/** The most that terms come to in money, whatever the winners choose: what is set aside may be less. */
export const promisedIn = (rules: PromotionRules, { prizes }: Pick<Terms, 'prizes'>): Cents =>
  prizes.reduce((sum, prize) => sum + mostInMoney(rules, prize) * prize.count, 0);

/** More than one person promises: all prizes together, or else many small ones would be a large one that nobody sees. */
export const promisesMuch = (rules: PromotionRules, made: Pick<Terms, 'prizes'>): boolean =>
  promisedIn(rules, made) > rules.scrutineerAbove.value;

/** A single prize over the book's figure: strictly, and each by itself (R90). */
export const needsScrutineer = (
  { scrutineerAbove }: PromotionRules,
  { prizes }: Pick<Terms, 'prizes'>,
): boolean => prizes.some(({ value }) => value > scrutineerAbove.value);

const isWagered = ({ kind }: Rule): boolean => kind === 'staked' || kind === 'decisions' || kind === 'wager';

/** Texts that must be there, and when a text about the smallest wager is one of them. */
const isMissing = (made: Terms, field: string): boolean => {
  if (field === 'minimumWager') return made.rules.some(isWagered) && isBlank(made.minimumWager);
  if (field === 'closesAt') return made.closesAt === null;
  if (field === 'prizes') return made.prizes.length === 0;
  return isBlank(made[field as 'awarded']);
};

function* missingItems(rules: PromotionRules, made: Terms): Generator<TermsFault> {
  for (const { field, title, clause } of rules.items)
    if (isMissing(made, field)) yield { field, clause, says: `${title}: the terms do not say` };
  const [, , , , , , held] = rules.items;
  const clause = held?.clause ?? rules.contents;
  if (made.startsAt === null)
    yield { field: 'startsAt', clause, says: 'When the promotion starts: the terms do not say' };
  if (made.drawAt === null) yield { field: 'drawAt', clause, says: 'When the draw is: the terms do not say' };
}

function* wrongTimes(rules: PromotionRules, { startsAt, closesAt, drawAt }: Terms): Generator<TermsFault> {
  if (startsAt === null || closesAt === null || drawAt === null) return;
  const clause = rules.contents;
  if (closesAt <= startsAt)
    yield { field: 'closesAt', clause, says: `Entries close after the start, ${tellTime(startsAt)}` };
  const first = closesAt + FREEZE_AFTER_MS + OPEN_LIST_MS;
  if (drawAt < first)
    yield {
      field: 'drawAt',
      clause: null,
      ruling: 'R89',
      says: 'The list is frozen a minute after closing and lies open for another before the draw',
    };
}

type Forbidden = readonly [clause: Clause, says: string] | null;

function whyForbidden(rules: PromotionRules, made: Prize, { prescribed }: PromotionHouse): Forbidden {
  switch (made.kind) {
    case 'tobacco':
      return [rules.tobacco, 'Tobacco is never a prize'];
    case 'firearm':
      return [rules.firearm, 'A firearm, ammunition or an imitation is never a prize'];
    case 'weapon':
      return [rules.weapon, 'A prohibited weapon is never a prize'];
    case 'prescribed':
      return [rules.prescribed, 'What the regulations forbid is never a prize'];
    default: {
      const { value: most, clause } = rules.liquorMost;
      if ((made.litres ?? 0) * made.count > most)
        return [clause, `No more than ${most} litres of liquor, all prizes of it together`];
      const named = made.name.toLowerCase();
      const listed = prescribed.find((word) => named.includes(word.toLowerCase()));
      return listed === undefined
        ? null
        : [rules.prescribed, `${listed} stands on the list of what is forbidden`];
    }
  }
}

function* wrongPrize(
  rules: PromotionRules,
  made: Prize,
  n: number,
  house: PromotionHouse,
): Generator<TermsFault> {
  const field = `prizes.${n}`;
  const forbidden = whyForbidden(rules, made, house);
  if (forbidden) return yield { field: `${field}.kind`, clause: forbidden[0], says: forbidden[1] };
  const details = rules.items.at(-1)?.clause ?? rules.contents;
  if (isBlank(made.name))
    yield { field: `${field}.name`, clause: details, says: 'What the prize is: the terms do not say' };
  if (made.value <= 0)
    yield { field: `${field}.value`, clause: details, says: 'What the prize is worth: the terms do not say' };
  if (made.kind === 'liquor' && made.litres === undefined)
    yield {
      field: `${field}.litres`,
      clause: rules.liquorMost.clause,
      says: 'How many litres it is: the terms do not say',
    };
  for (const { field: one, title, clause } of rules.particulars[made.kind] ?? [])
    if (isBlank((made.particulars as Readonly<Record<string, string | undefined>>)[one] ?? ''))
      yield { field: `${field}.particulars.${one}`, clause, says: `${title}: the terms do not say` };
  yield* wrongAlternative(rules, made, field);
}

/** Of money instead: not of what is money, and not of the house's own dollars. */
function* wrongAlternative(
  { alternative }: PromotionRules,
  made: Prize,
  field: string,
): Generator<TermsFault> {
  if (made.alternative === undefined) return;
  const { value, clause } = alternative;
  const not: readonly PrizeKind[] = ['money', ...value.notFor];
  if (not.includes(made.kind))
    yield {
      field: `${field}.alternative`,
      clause,
      says: `There is no ${value.called} to a prize in ${made.kind}`,
    };
}

function* wrongPrizes(rules: PromotionRules, made: Terms, house: PromotionHouse): Generator<TermsFault> {
  for (const [n, one] of made.prizes.entries()) yield* wrongPrize(rules, one, n, house);
  const litres = made.prizes.reduce((sum, one) => sum + (one.litres ?? 0) * one.count, 0);
  const { value: most, clause } = rules.liquorMost;
  // Several prizes of liquor are together no more than one may be.
  if (litres > most && made.prizes.every((one) => (one.litres ?? 0) * one.count <= most))
    yield {
      field: 'prizes',
      clause,
      says: `No more than ${most} litres of liquor, all prizes of it together`,
    };
  const ids = made.prizes.map(({ id }) => id);
  const twice = ids.findIndex((id, n) => ids.indexOf(id) < n);
  if (twice >= 0)
    yield { field: `prizes.${twice}.id`, clause: null, says: `There is a prize ${ids[twice]} already` };
}

function* wrongPaying({ paying }: PromotionRules, made: Terms): Generator<TermsFault> {
  const not = made.paidBy.find((way) => !paying.value.ways.includes(way));
  if (not !== undefined)
    yield {
      field: 'paidBy',
      clause: paying.clause,
      says: `No prize is paid by ${not}: by ${paying.value.ways.join(' or ')}`,
    };
  const { choiceAbove } = paying.value;
  const isLeft = made.paidBy.length === 0 || paying.value.ways.every((way) => made.paidBy.includes(way));
  const large = made.prizes.some((one) => isMoney(one) && choiceAbove !== null && one.value > choiceAbove);
  if (large && !isLeft)
    yield {
      field: 'paidBy',
      clause: paying.clause,
      says: `The winner of more than ${makeDollars(choiceAbove ?? 0)} chooses between ${paying.value.ways.join(', ')}`,
    };
}

const REFERS = /terms/i;

function* wrongMarketing({ marketing }: PromotionRules, made: Terms): Generator<TermsFault> {
  if (isBlank(made.marketing))
    yield { field: 'marketing', clause: marketing, says: 'What the advertising says is missing' };
  else if (!REFERS.test(made.marketing))
    yield { field: 'marketing', clause: marketing, says: 'The advertising does not refer to the terms' };
}

function* wrongRules({ rules }: Terms): Generator<TermsFault> {
  const ids = rules.map(({ id }) => id);
  const twice = ids.findIndex((id, n) => ids.indexOf(id) < n);
  if (twice >= 0)
    yield { field: `rules.${twice}.id`, clause: null, says: `There is a rule ${ids[twice]} already` };
}

/** Everything that keeps terms from being submitted, field by field. */
export function faultsInTerms(
  book: PromotionBook,
  made: Terms,
  house: PromotionHouse = NO_LIST,
): readonly TermsFault[] {
  const rules = PROMOTION_RULES[book];
  return [
    ...missingItems(rules, made),
    ...wrongTimes(rules, made),
    ...wrongPrizes(rules, made, house),
    ...wrongPaying(rules, made),
    ...wrongMarketing(rules, made),
    ...wrongRules(made),
  ];
}
