import type { Cents, Clause, RulebookId, Stated } from '@boxperson/rules';

// What the three books with a chapter on promotional prizes ask of one, side by side. Crown and adelaide have none.

export const PROMOTION_BOOKS = ['star', 'star-2024', 'aruze'] as const;
export type PromotionBook = (typeof PROMOTION_BOOKS)[number] & RulebookId;

/** What a prize may be called. The last four are never prizes: they are here to be refused by name. */
export const PRIZE_KINDS = [
  'money',
  'appliance',
  'vehicle',
  'travel',
  'real-estate',
  'goods',
  'liquor',
  'voucher',
  'slots-dollars',
  'casino-dollars',
  'tobacco',
  'firearm',
  'weapon',
  'prescribed',
] as const;
export type PrizeKind = (typeof PRIZE_KINDS)[number];

export const PAY_WAYS = ['cash', 'cheque', 'transfer'] as const;
export type PayWay = (typeof PAY_WAYS)[number];

export const TELL_WAYS = ['face-to-face', 'mail', 'telephone', 'email'] as const;
export type TellWay = (typeof TELL_WAYS)[number];

/** Something that terms must say: in which field, in whose words of ours, by which clause. */
export interface PromotionItem {
  readonly field: string;
  readonly title: string;
  readonly clause: Clause;
}

export interface PromotionRules {
  readonly book: PromotionBook;
  /** Prizes may be offered at all. */
  readonly offer: Clause;
  /** Who gets the terms before the start, and who has a say in changing them. */
  readonly regulator: string;
  /** A single prize of more than this is drawn before a scrutineer. */
  readonly scrutineerAbove: Stated<Cents>;
  /** Money instead of a prize that is none. */
  readonly alternative: Stated<{
    readonly called: string;
    readonly mustBeInTerms: boolean;
    readonly notFor: readonly PrizeKind[];
  }>;
  /** How money prizes are paid; above `choiceAbove` the winner says which. */
  readonly paying: Stated<{ readonly ways: readonly PayWay[]; readonly choiceAbove: Cents | null }>;
  readonly forbidden: Clause;
  readonly tobacco: Clause;
  readonly firearm: Clause;
  readonly weapon: Clause;
  readonly liquorMost: Stated<number>;
  readonly prescribed: Clause;
  /** The marketing refers to the terms, and everybody can read them. */
  readonly marketing: Clause;
  readonly contents: Clause;
  readonly items: readonly PromotionItem[];
  readonly particulars: Readonly<Partial<Record<PrizeKind, readonly PromotionItem[]>>>;
  /** Terms are with the regulator so long before the start. */
  readonly submitBeforeMs: Stated<number>;
  /** What it takes to change terms after the start. */
  readonly amending: Stated<'approval' | 'submission'>;
  readonly tellWithinMs: Stated<number>;
  readonly tellWays: Readonly<Record<TellWay, Clause>>;
  readonly refusing: Clause;
  /** Refused claims of more than this are kept with name, address and reason. */
  readonly keepAbove: Stated<Cents>;
  readonly disputes: Clause;
  /** How soon the inspectorate hears of a draw in doubt: nothing is at once. */
  readonly doubtWithinMs: Stated<number>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TEN_THOUSAND = 1_000_000;
const HUNDRED = 10_000;
const LITRES = 20;

const ITEM_FIELDS: readonly (readonly [field: string, title: string])[] = [
  ['awarded', 'How the prizes are awarded'],
  ['awardedWhere', 'When and where they are awarded'],
  ['eligibility', 'Who may take part'],
  ['minimumWager', 'The smallest or compulsory wager'],
  ['nature', 'What the prize is, with reservations and guarantees'],
  ['closesAt', 'When entries close'],
  ['place', 'Where the promotion is held'],
  ['claiming', 'How a prize is claimed'],
  ['notified', 'How a winner hears of it'],
  ['published', 'How results are made public'],
  ['prizes', 'The prizes and their value'],
];

const PARTICULARS: readonly (readonly [
  kind: PrizeKind,
  items: readonly (readonly [field: string, title: string])[],
])[] = [
  [
    'appliance',
    [
      ['make', 'Make'],
      ['model', 'Model'],
      ['accessories', 'What comes with it'],
    ],
  ],
  [
    'vehicle',
    [
      ['make', 'Make'],
      ['model', 'Model'],
      ['accessories', 'What comes with it'],
      ['onRoad', 'Registration and road costs'],
    ],
  ],
  [
    'travel',
    [
      ['persons', 'How many may go'],
      ['included', 'What is paid for'],
      ['restrictions', 'When it may be taken'],
      ['spendingMoney', 'Spending money'],
    ],
  ],
  [
    'real-estate',
    [
      ['dwelling', 'Kind of dwelling'],
      ['plans', 'Plans'],
      ['contract', 'Contract'],
      ['easement', 'Easements'],
      ['address', 'Where it is'],
      ['included', 'Costs, fixtures and furniture'],
    ],
  ],
];

const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi'];

/** How a book numbers the chapter that the three share but for its end. */
interface Numbering {
  readonly book: PromotionBook;
  /** What stands before the numbers of this chapter. */
  readonly chapter: string;
  readonly regulator: string;
  readonly refusing: string;
  readonly disputes: string;
  readonly doubt: string;
  readonly submitting: string;
  /** How the items of real estate are counted. */
  readonly estate: readonly string[];
}

function particularsOf(
  at: (number: string) => Clause,
  estate: readonly string[],
): PromotionRules['particulars'] {
  const itemsOf = (kind: PrizeKind, group: number, items: readonly (readonly [string, string])[]) =>
    items.map(([field, title], n) => ({
      field,
      title,
      clause: at(`7.11.${group}(${(kind === 'real-estate' ? estate : ROMAN)[n]})`),
    }));
  return Object.fromEntries(PARTICULARS.map(([kind, items], n) => [kind, itemsOf(kind, n + 1, items)]));
}

/** What the three have in common, in the numbers of one of them. */
function shared({ book, chapter, regulator, refusing, disputes, doubt, submitting, estate }: Numbering) {
  const at = (number: string): Clause => `${chapter}.${number}`;
  return {
    book,
    offer: at('1'),
    regulator,
    scrutineerAbove: { value: TEN_THOUSAND, clause: at('2') },
    forbidden: at('5'),
    tobacco: at('5.1'),
    firearm: at('5.2'),
    weapon: at('5.3'),
    liquorMost: { value: LITRES, clause: at('5.4') },
    prescribed: at('5.5'),
    marketing: at('6'),
    contents: at('7'),
    items: ITEM_FIELDS.map(([field, title], n) => ({ field, title, clause: at(`7.${n + 1}`) })),
    particulars: particularsOf(at, estate),
    submitBeforeMs: { value: DAY_MS, clause: at(submitting) },
    tellWithinMs: { value: 2 * DAY_MS, clause: at('8') },
    tellWays: {
      'face-to-face': at('8.1'),
      mail: at('8.2'),
      telephone: at('8.3'),
      email: at('8.4'),
    },
    refusing: at(refusing),
    keepAbove: { value: HUNDRED, clause: at(`${refusing}.1`) },
    disputes: at(disputes),
    doubtClause: at(doubt),
    at,
  };
}

/** As star and aruze have it: approval for changes, cash if the winner likes, the inspectorate told at once. */
function approved(numbering: Numbering): PromotionRules {
  const { at, doubtClause, ...common } = shared(numbering);
  return {
    ...common,
    alternative: {
      value: { called: 'cash alternative', mustBeInTerms: true, notFor: ['slots-dollars', 'casino-dollars'] },
      clause: at('3'),
    },
    paying: { value: { ways: PAY_WAYS, choiceAbove: TEN_THOUSAND }, clause: at('4') },
    amending: { value: 'approval', clause: at(`${numbering.submitting}.1`) },
    doubtWithinMs: { value: 0, clause: doubtClause },
  };
}

/** As star-2024 has it: never cash, changes submitted again, the inspector told within 48 hours. */
function resubmitted(numbering: Numbering): PromotionRules {
  const { at, doubtClause, ...common } = shared(numbering);
  return {
    ...common,
    alternative: {
      value: { called: 'money alternative', mustBeInTerms: false, notFor: ['casino-dollars'] },
      clause: at('3'),
    },
    paying: { value: { ways: ['cheque', 'transfer'], choiceAbove: null }, clause: at('4') },
    amending: { value: 'submission', clause: at(`${numbering.submitting}.1`) },
    doubtWithinMs: { value: 48 * HOUR_MS, clause: doubtClause },
  };
}

const FIRST = { refusing: '10', disputes: '11', doubt: '12', submitting: '9', estate: ROMAN };

export const PROMOTION_RULES: Readonly<Record<PromotionBook, PromotionRules>> = {
  star: approved({ book: 'star', chapter: '10', regulator: 'Authority', ...FIRST }),
  // Its chapter is the eleventh, and its clauses are still printed as those of the tenth.
  'star-2024': resubmitted({
    book: 'star-2024',
    chapter: '11/10',
    regulator: 'NICC',
    refusing: '9',
    disputes: '10',
    doubt: '11',
    submitting: '12',
    estate: ['1', '2', '3', '4', '5', '6'],
  }),
  aruze: approved({ book: 'aruze', chapter: '5', regulator: 'Authority', ...FIRST }),
};
