import { type Check, each, type Fault, fields, listOf, oneOf, runCheck, text, unique } from '../check.js';
import { CENTRE, type DealtResult, isCentre, RESULTS, SECTIONS, type Section } from './sections.js';

/**
 * How a house deals. The books fix one thing, that losers are collected before winners are paid (star-2024 1.1); the
 * rest is the house's own and therefore data.
 */
export interface DealingProfile {
  readonly id: string;
  readonly title: string;
  /** One dealer for the whole table where the book has one (crown 7.3.1), or always. */
  readonly crew: 'by-the-book' | 'single';
  /** When the centre is paid. */
  readonly centre: 'last' | 'first';
  /** Who hands over what the centre wins; the stick directs it either way. */
  readonly centrePaidBy: 'dealer' | 'stick';
  /** What is paid first on the numbers. */
  readonly numbers: 'come-first' | 'place-first';
  /** In what order losers are taken: as the row of the result lists them, or with one part of the layout before. */
  readonly take: 'as-listed' | 'line-first' | 'centre-first';
  /** Flat wager and odds handed over in one payment: shown, never another sum. */
  readonly totalling: 'flat-with-odds' | 'line-by-line';
  /** Which chips are handed out unless somebody asks for others. */
  readonly chips: ChipPreference;
  /**
   * From where the seats of an end are gone through, by section; losers are taken in the direction of `taking`. A single
   * dealer goes clockwise from the left.
   */
  readonly directions: Readonly<Record<Section | 'taking', Direction>>;
  /** What is taken and what is paid, moved or handed back, in order. Sections that a row does not name come last. */
  readonly rows: Readonly<Record<DealtResult, DealingRow>>;
}

export interface DealingRow {
  readonly take: readonly Section[];
  readonly pay: readonly Section[];
}

export const CHIP_PREFERENCES = ['fewest', 'smaller', 'colour-up'] as const;
export type ChipPreference = (typeof CHIP_PREFERENCES)[number];

/** From the base dealer towards the stick, or from the stick towards the base dealer. */
export const DIRECTIONS = ['dealer-to-stick', 'stick-to-dealer'] as const;
export type Direction = (typeof DIRECTIONS)[number];

const WINNING_NUMBERS: readonly Section[] = ['dont-come-box', 'come-points', 'come-box', 'place-buy', 'big'];

const ROWS: DealingProfile['rows'] = {
  'come-out-7': {
    take: ['dont-line', 'field', 'big', 'come-points', 'place-buy', 'hardways', 'one-roll'],
    pay: ['line', 'against-numbers', 'one-roll'],
  },
  'come-out-11': {
    take: ['dont-line', 'one-roll'],
    pay: ['line', 'field', 'one-roll'],
  },
  'come-out-craps': {
    take: ['line', 'one-roll'],
    pay: ['dont-line', 'field', 'one-roll'],
  },
  'point-set': {
    take: ['field', 'against-numbers', 'hardways', 'one-roll'],
    pay: ['field', 'come-points', 'big', 'place-buy', 'hardways', 'one-roll'],
  },
  'point-made': {
    take: ['dont-line', 'against-numbers', 'field', 'hardways', 'one-roll'],
    pay: ['line', 'field', ...WINNING_NUMBERS, 'hardways', 'one-roll'],
  },
  number: {
    take: ['against-numbers', 'field', 'hardways', 'one-roll'],
    pay: ['field', ...WINNING_NUMBERS, 'hardways', 'one-roll'],
  },
  'craps-or-eleven': {
    take: ['come-box', 'dont-come-box', 'one-roll'],
    pay: ['come-box', 'dont-come-box', 'field', 'one-roll'],
  },
  'seven-out': {
    take: ['line', 'come-points', 'place-buy', 'big', 'hardways', 'field', 'dont-come-box', 'one-roll'],
    pay: ['dont-line', 'come-box', 'against-numbers', 'one-roll'],
  },
};

const DIRECTIONS_BY_SECTION: DealingProfile['directions'] = {
  taking: 'dealer-to-stick',
  line: 'dealer-to-stick',
  'dont-line': 'dealer-to-stick',
  field: 'dealer-to-stick',
  'dont-come-box': 'dealer-to-stick',
  'come-points': 'stick-to-dealer',
  'come-box': 'stick-to-dealer',
  'place-buy': 'stick-to-dealer',
  big: 'stick-to-dealer',
  'against-numbers': 'dealer-to-stick',
  hardways: 'stick-to-dealer',
  'one-roll': 'stick-to-dealer',
};

/** A usual way of dealing: the line, the field, the numbers, the centre last and paid by the base dealers. */
export const USUAL: DealingProfile = {
  id: 'usual',
  title: 'Line, field, numbers, centre',
  crew: 'by-the-book',
  centre: 'last',
  centrePaidBy: 'dealer',
  numbers: 'come-first',
  take: 'as-listed',
  totalling: 'flat-with-odds',
  chips: 'fewest',
  directions: DIRECTIONS_BY_SECTION,
  rows: ROWS,
};

/** The stick pays the centre before anything else is paid, and place wagers go before come. */
export const CENTRE_FIRST: DealingProfile = {
  ...USUAL,
  id: 'centre-first',
  title: 'Centre first, paid by the stick; place before come',
  centre: 'first',
  centrePaidBy: 'stick',
  numbers: 'place-first',
  take: 'centre-first',
  totalling: 'line-by-line',
  directions: { ...DIRECTIONS_BY_SECTION, taking: 'stick-to-dealer' },
};

/** One dealer does everything, and leaves players the small chips that they bet with. */
export const SMALL_TABLE: DealingProfile = {
  ...USUAL,
  id: 'small-table',
  title: 'One dealer for a small table',
  crew: 'single',
  take: 'line-first',
  chips: 'smaller',
};

export const DEALING_PROFILES: readonly DealingProfile[] = [USUAL, CENTRE_FIRST, SMALL_TABLE];

/** Each section once, first those named. */
const completed = (named: readonly Section[]): readonly Section[] => [...new Set([...named, ...SECTIONS])];

const inFront = (front: readonly Section[], order: readonly Section[]): readonly Section[] => [
  ...new Set([...front, ...order]),
];

const LINES: readonly Section[] = ['line', 'dont-line'];

/** The order in which losers are taken on a result. */
export function takeOrder({ rows, take }: DealingProfile, result: DealtResult): readonly Section[] {
  const listed = completed(rows[result].take);
  if (take === 'as-listed') return listed;
  return inFront(take === 'line-first' ? LINES : CENTRE, listed);
}

/** The order in which everything else is done. */
export function payOrder({ rows, centre, numbers }: DealingProfile, result: DealtResult): readonly Section[] {
  const listed = completed(rows[result].pay);
  const order = numbers === 'come-first' ? listed : placeBeforeCome(listed);
  const outside = order.filter((section) => !isCentre(section));
  const inside = order.filter(isCentre);
  return centre === 'first' ? [...inside, ...outside] : [...outside, ...inside];
}

function placeBeforeCome(order: readonly Section[]): readonly Section[] {
  const others = order.filter((section) => section !== 'place-buy');
  const come = others.findIndex((section) => section === 'come-points' || section === 'come-box');
  return [...others.slice(0, come), 'place-buy', ...others.slice(come)];
}

const sections: Check = (value, path, report) => {
  listOf(oneOf(SECTIONS))(value, path, report);
  unique((section) => section)(value, path, report);
};

const profileCheck: Check = fields({
  id: text,
  title: text,
  crew: oneOf(['by-the-book', 'single']),
  centre: oneOf(['last', 'first']),
  centrePaidBy: oneOf(['dealer', 'stick']),
  numbers: oneOf(['come-first', 'place-first']),
  take: oneOf(['as-listed', 'line-first', 'centre-first']),
  totalling: oneOf(['flat-with-odds', 'line-by-line']),
  chips: oneOf(CHIP_PREFERENCES),
  directions: each(['taking', ...SECTIONS], oneOf(DIRECTIONS)),
  rows: each(RESULTS, fields({ take: sections, pay: sections })),
});

/** Everything that is wrong with a profile from outside; nothing where it can be dealt by. */
export const faultsInProfile = (value: unknown): readonly Fault[] => runCheck(profileCheck, value);

export type LoadedProfile =
  | { readonly ok: true; readonly profile: DealingProfile }
  | { readonly ok: false; readonly faults: readonly Fault[] };

export function loadProfile(value: unknown): LoadedProfile {
  const faults = faultsInProfile(value);
  return faults.length === 0 ? { ok: true, profile: value as DealingProfile } : { ok: false, faults };
}
