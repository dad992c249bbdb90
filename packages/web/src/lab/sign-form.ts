import { usualTable } from '@boxperson/odds';
import {
  DEFAULT_CHIPS,
  type Limit,
  makeDollars,
  type OpenSettings,
  type RulebookId,
  rulebook,
  WAGER_IDS,
  type WagerId,
} from '@boxperson/rules';
import { readDollars } from '../ui/money.js';
import { isBook } from './say.js';

// A sign as a form: what was typed is kept as it is, and read anew after every letter.

export interface LimitFields {
  readonly min: string;
  readonly max: string;
  readonly unit: string;
}
export interface SignForm {
  readonly book: RulebookId;
  readonly chips: string;
  readonly usual: LimitFields;
  readonly wagers: readonly (LimitFields & { readonly wager: WagerId })[];
  readonly oddsMultiple: string;
  readonly multiplesOfMinimum: boolean;
  readonly big68: boolean;
}

export interface FieldFault {
  readonly field: string;
  readonly message: string;
}
export type SignRead =
  | { readonly ok: true; readonly settings: OpenSettings }
  | { readonly ok: false; readonly faults: readonly FieldFault[] };

const plain = (cents: number): string => makeDollars(cents).slice(1);
const fieldsOf = ({ min, max, unit }: Limit): LimitFields => ({
  min: plain(min),
  max: plain(max),
  unit: unit === undefined ? '' : plain(unit),
});

export function formOf(settings: OpenSettings, book: RulebookId): SignForm {
  const { default: usual, ...named } = settings.limits;
  const { oddsMultiple } = settings;
  return {
    book,
    chips: (settings.chips ?? DEFAULT_CHIPS).map(plain).join(', '),
    usual: fieldsOf(usual),
    wagers: WAGER_IDS.flatMap((wager) => {
      const limit = named[wager];
      return limit ? [{ wager, ...fieldsOf(limit) }] : [];
    }),
    oddsMultiple: typeof oddsMultiple === 'number' ? String(oddsMultiple) : '',
    multiplesOfMinimum: settings.multiplesOfMinimum ?? false,
    big68: settings.big68 ?? true,
  };
}

export const usualForm = (book: RulebookId): SignForm => formOf(usualTable(book), book);

/** Reads the fields; all that is wrong with them at once, each by its name. */
export function readForm(form: SignForm): SignRead {
  const faults: FieldFault[] = [];
  const money = (field: string, name: string, text: string): number => {
    const cents = readDollars(text);
    if (cents === null)
      faults.push({
        field,
        message: `${name}: “${text}” is not an amount of dollars; type it like 5 or 2.50.`,
      });
    return cents ?? 0;
  };
  const limit = (path: string, name: string, { min, max, unit }: LimitFields): Limit => ({
    min: money(`${path}.min`, `${name}, minimum`, min),
    max: money(`${path}.max`, `${name}, maximum`, max),
    ...(unit.trim() === '' ? {} : { unit: money(`${path}.unit`, `${name}, unit`, unit) }),
  });
  const isCounted = rulebook(form.book).money.counts.value === 'cents';
  const chips = form.chips
    .split(/[,;]\s+|;|\s{2,}|,(?!\d{3})/)
    .filter((text) => text.trim() !== '')
    .map((text) => money('chips', 'Chips', text.trim()));
  const usual = limit('default', 'All wagers', form.usual);
  const named = form.wagers.map((each) => [each.wager, limit(each.wager, each.wager, each)] as const);
  const multiple = form.oddsMultiple.trim();
  if (multiple !== '' && !/^\d+$/.test(multiple))
    faults.push({
      field: 'oddsMultiple',
      message: `Odds: “${multiple}” is not a whole number; the nearest is 2.`,
    });
  if (faults.length > 0) return { ok: false, faults };
  return {
    ok: true,
    settings: {
      rulebook: form.book,
      ...(isCounted ? {} : { chips }),
      limits: { default: usual, ...Object.fromEntries(named) },
      ...(multiple === '' ? {} : { oddsMultiple: Number(multiple) }),
      ...(form.multiplesOfMinimum ? { multiplesOfMinimum: true } : {}),
      ...(form.big68 || rulebook(form.book).big68.value === 'always' ? {} : { big68: false }),
    },
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isLimit = (value: unknown): value is LimitFields => {
  const each = value as LimitFields | null;
  return typeof each === 'object' && each !== null && [each.min, each.max, each.unit].every(isText);
};

/** A form that came by a link; null when it is none. */
export function asForm(value: unknown): SignForm | null {
  const form = value as SignForm | null;
  if (typeof form !== 'object' || form === null || !isBook(form.book) || !isText(form.chips)) return null;
  if (!isLimit(form.usual) || !isText(form.oddsMultiple) || !Array.isArray(form.wagers)) return null;
  const isKnown = form.wagers.every(
    (each: SignForm['wagers'][number]) => isLimit(each) && WAGER_IDS.includes(each.wager),
  );
  return isKnown ? form : null;
}
