import { CHIP_KINDS_MAX, CHIP_MAX, type ChipSet, cents, chipSet } from '../chips.js';
import { type ByNumber, NUMBERS } from '../dice.js';
import { type Cents, isStake, makeDollars } from '../money.js';
import type { Rulebook } from '../rulebook.js';
import { isOddsId, WAGER_IDS, type WagerId } from '../wager.js';
import { type Fields, isObject, show, unknownField } from './input.js';

export interface Limit {
  readonly min: Cents;
  readonly max: Cents;
  /** Above the minimum only by multiples of this. */
  readonly unit?: Cents;
}

/** The sign at the table, checked: what a player may put up (R12). */
export interface Sign {
  readonly chips: ChipSet;
  /** Null: no limit of its own (odds wagers that the sign does not name). */
  readonly limits: Readonly<Record<WagerId, Limit | null>>;
  readonly oddsMultiple: ByNumber<number>;
  readonly multiplesOfMinimum: boolean;
  /** adelaide 4(m), 4(n): are Big 6 and Big 8 on this layout? */
  readonly big68: boolean;
}

/** What `openGame` takes, unchecked. */
export interface SignSettings {
  readonly chips?: readonly Cents[];
  readonly limits: { readonly default: Limit } & { readonly [Id in WagerId]?: Limit };
  readonly oddsMultiple?: number | ByNumber<number>;
  readonly multiplesOfMinimum?: boolean;
  readonly big68?: boolean;
}

export const DEFAULT_CHIPS: readonly Cents[] = [100, 500, 2500, 10000, 50000];
export const SIGN_FIELDS = ['chips', 'limits', 'oddsMultiple', 'multiplesOfMinimum', 'big68'] as const;

/** A fault in the settings as a sentence, or the sign. */
export type SignCheck = { readonly sign: Sign } | { readonly fault: string };

export function checkSign(book: Rulebook, settings: Fields): SignCheck {
  const fault =
    faultInChips(settings['chips']) ??
    faultInFlags(book, settings) ??
    faultInMultiple(book, settings['oddsMultiple']) ??
    faultInLimits(book, settings['limits'], chipsFor(book, settings['chips']));
  return fault === null ? { sign: makeSign(book, settings) } : { fault };
}

const chipsFor = (book: Rulebook, chips: unknown): (() => ChipSet) => {
  let made: ChipSet | undefined;
  return () => {
    made ??=
      book.money.counts.value === 'cents' ? cents : chipSet((chips ?? DEFAULT_CHIPS) as readonly Cents[]);
    return made;
  };
};

function faultInChips(chips: unknown): string | null {
  if (chips === undefined) return null;
  if (!Array.isArray(chips) || chips.length === 0)
    return 'chips must be a list of at least one denomination in cents';
  if (chips.length > CHIP_KINDS_MAX) return `chips may list at most ${CHIP_KINDS_MAX} denominations`;
  const wrong = chips.findIndex((chip) => !isStake(chip) || chip > CHIP_MAX);
  return wrong < 0 ? null : `chips[${wrong}] must be a whole number of cents from 1 to ${CHIP_MAX}`;
}

function faultInFlags(book: Rulebook, settings: Fields): string | null {
  for (const flag of ['multiplesOfMinimum', 'big68'] as const) {
    if (settings[flag] !== undefined && typeof settings[flag] !== 'boolean')
      return `${flag} must be true or false`;
  }
  if (settings['big68'] !== undefined && book.big68.value === 'always') {
    return `big68 is a setting of tables whose rulebook leaves Big 6 and Big 8 to the table, not at ${book.id}`;
  }
  return null;
}

function faultInMultiple(book: Rulebook, multiple: unknown): string | null {
  if (multiple === undefined) return null;
  const rule = book.oddsMultiple.value;
  if (rule.from === 'book') {
    return multiple === rule.multiple ? null : `oddsMultiple is fixed at ${rule.multiple} at ${book.id}`;
  }
  const fits = (value: unknown) =>
    isStake(value) && value >= rule.least && (rule.most === null || value <= rule.most);
  const range = `a whole number ${rule.most === null ? `of at least ${rule.least}` : `from ${rule.least} to ${rule.most}`}`;
  if (!isObject(multiple))
    return fits(multiple) ? null : `oddsMultiple must be ${range}, or one for each number`;
  const stranger = unknownField(multiple, NUMBERS.map(String));
  if (stranger !== null) return `oddsMultiple has no number ${show(stranger)}`;
  const wrong = NUMBERS.find((number) => !fits(multiple[number]));
  return wrong === undefined ? null : `oddsMultiple for ${wrong} must be ${range}`;
}

function faultInLimits(book: Rulebook, limits: unknown, chips: () => ChipSet): string | null {
  if (!isObject(limits)) return 'limits must be an object with a default';
  const stranger = unknownField(limits, ['default', ...WAGER_IDS]);
  if (stranger !== null) return `limits names an unknown wager ${show(stranger)}`;
  if (limits['default'] === undefined) return 'limits.default is missing';
  for (const id of ['default', ...WAGER_IDS]) {
    const fault = limits[id] === undefined ? null : faultInLimit(book, `limits.${id}`, limits[id], chips);
    if (fault !== null) return fault;
  }
  return null;
}

export function faultInLimit(
  book: Rulebook,
  path: string,
  limit: unknown,
  chips: () => ChipSet,
): string | null {
  if (!isObject(limit)) return `${path} must be an object with min and max`;
  const stranger = unknownField(limit, ['min', 'max', 'unit']);
  if (stranger !== null) return `${path} has an unknown field ${show(stranger)}`;
  for (const field of ['min', 'max', 'unit']) {
    if (field === 'unit' && limit[field] === undefined) continue;
    if (!isStake(limit[field])) return `${path}.${field} must be a positive whole number of cents`;
  }
  if (limit['unit'] !== undefined && book.limits.unit.value === 'no')
    return `${path}.unit: no unit at ${book.id}`;
  const { min, max } = limit as unknown as Limit;
  if (min > max) return `${path}.min must not be above ${path}.max`;
  if (!chips().canMake(min)) return `${path}.min: ${makeDollars(min)} cannot be made in chips`;
  return chips().canMake(max) ? null : `${path}.max: ${makeDollars(max)} cannot be made in chips`;
}

function makeSign(book: Rulebook, settings: Fields): Sign {
  const { chips, limits, oddsMultiple, multiplesOfMinimum, big68 } = settings as unknown as SignSettings;
  return {
    chips: chipsFor(book, chips)(),
    limits: makeLimits(limits),
    oddsMultiple: makeMultiples(oddsMultiple ?? defaultMultiple(book)),
    multiplesOfMinimum: multiplesOfMinimum ?? false,
    big68: big68 ?? true,
  };
}

/** Where the sign is silent on it, twice the flat wager, as the books that fix it have it. */
const defaultMultiple = ({ oddsMultiple: { value } }: Rulebook): number =>
  value.from === 'book' ? value.multiple : 2;

/** A named limit replaces the default whole; odds wagers are held only to limits named for their id (R8). */
function makeLimits(limits: SignSettings['limits']): Sign['limits'] {
  const limitFor = (id: WagerId): Limit | null => limits[id] ?? (isOddsId(id) ? null : limits.default);
  return Object.fromEntries(WAGER_IDS.map((id) => [id, limitFor(id)])) as unknown as Sign['limits'];
}

const makeMultiples = (multiple: number | ByNumber<number>): ByNumber<number> =>
  typeof multiple === 'number'
    ? { 4: multiple, 5: multiple, 6: multiple, 8: multiple, 9: multiple, 10: multiple }
    : multiple;
