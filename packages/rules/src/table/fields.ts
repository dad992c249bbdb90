import type { Bet, Call, TokenFate } from '../game/index.js';
import { type Fields, isDice, isObject, isWord, show } from '../game/input.js';
import type { Selection } from '../game/save.js';
import type { HigherPay } from '../higher-pays.js';
import { isCents, isStake } from '../money.js';
import { A_NAME, A_PERSON, A_TEXT, isName, isPerson, isText } from '../plain.js';
import type { By } from './event.js';
import { isInstant, type Table, type TableSign } from './state.js';

/** What a kind of field is known by at the edge (`Read`), and what a sound command has there (`Told`). */
interface Kind<Read, Told extends Read = Read> {
  readonly fits: (value: unknown) => value is Read;
  readonly text: string;
  /** For the compiler alone. */
  readonly told?: Told;
}

const kind = <Read>(fits: (value: unknown) => value is Read, text: string): Kind<Read> => ({ fits, text });

/** One of a few words; which, is looked at where they are used. */
const word = <Told extends string>(): Kind<string, Told> => ({ fits: isWord, text: 'a name' });

/** Left to the game layer, which refuses in words of its own: nothing is known of it before that. */
const left = <Told>(): Kind<unknown, Told> => ({
  fits: (_value): _value is unknown => true,
  text: 'anything',
});

const isSigned = (value: unknown): value is number => typeof value === 'number' && isCents(Math.abs(value));
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1;
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isNames = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isWord);

export const isOneOf = <Word extends string>(words: readonly Word[], value: string): value is Word =>
  (words as readonly string[]).includes(value);

/** What may be done to a person beyond the game: the table writes it down, the money is the house's to hold. */
export const MEASURES = ['seize-winnings', 'confiscate-device', 'detain', 'recommend-exclusion'] as const;
export type Measure = (typeof MEASURES)[number];
/** What becomes of the money of an invalidated roll. */
export const MONEY_AFTER = ['refunded', 'stands'] as const;
export type MoneyAfter = (typeof MONEY_AFTER)[number];
/** What can make a wager invalid (star-2024 10.1): no card of one's own, or a wager for somebody else. */
export const INVALID_REASONS = ['card', 'for-another'] as const;
export type InvalidReason = (typeof INVALID_REASONS)[number];
/** What hangs at a table for a while and can be taken down: the sign with new limits, the notice of closing. */
export const NOTICE_KINDS = ['sign', 'closing'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
/** How the malfunction of a terminal ends. */
export const RESOLUTIONS = ['confirmed', 'voided'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** What chips on the felt are bought with, or that they were brought to the table (R53). */
export const BOUGHT_WITH = ['cash', 'voucher', 'cashless', 'brought'] as const;
export type BoughtWith = (typeof BOUGHT_WITH)[number];

/** How players of a table that is kept for a tournament bet before a roll (R110). */
export const BETTING_ORDERS = ['in-turn', 'at-once'] as const;
export type BettingOrder = (typeof BETTING_ORDERS)[number];

/** Where somebody of the crew stands at a table. */
export const CREW_STATIONS = ['stick', 'left', 'right', 'box', 'single'] as const;
export type CrewStation = (typeof CREW_STATIONS)[number];

/** What a field of a command holds. */
const KINDS = {
  /** A name that is new here. */
  name: kind(isName, A_NAME),
  person: kind(isPerson, A_PERSON),
  /** What is here already is looked up: some of it has a name that nothing would be given today, or one made of several. */
  known: kind(isWord, 'a name'),
  // Whoever it is must be at the table, whatever their name was allowed to be when they sat down.
  player: kind(isWord, 'a player at the table'),
  text: kind(isText, A_TEXT),
  cents: kind(isCents, 'a whole number of cents from 0 to 10^12'),
  stake: kind(isStake, 'a positive whole number of cents'),
  signed: kind(isSigned, 'a whole number of cents'),
  count: kind(isCount, 'a whole number from 1'),
  instant: kind(isInstant, 'a time in milliseconds'),
  flag: kind(isFlag, 'true or false'),
  dice: kind(isDice, 'two whole numbers from 1 to 6'),
  /** Players, dice, lines: all of them known. */
  names: kind(isNames, 'a list of names'),
  by: kind(isObject, 'an object') as Kind<Fields, By & Fields>,
  measure: word<Measure>(),
  money: word<MoneyAfter>(),
  resolution: word<Resolution>(),
  invalid: word<InvalidReason>(),
  notice: word<NoticeKind>(),
  bought: word<BoughtWith>(),
  station: word<CrewStation>(),
  to: kind(isObject, 'an object') as Kind<Fields, Selection & Fields>,
  wager: left<Selection['wager']>(),
  number: left<NonNullable<Selection['number']>>(),
  high: left<NonNullable<Selection['high']>>(),
  hop: left<NonNullable<Selection['dice']>>(),
  amount: left<Bet['amount']>(),
  tokens: left<Bet['amount']>(),
  wagers: left<readonly Selection['wager'][]>(),
  fate: left<TokenFate>(),
  stay: left<NonNullable<Bet['stay']>>(),
  call: left<Call['to']>(),
  chips: left<NonNullable<TableSign['chips']>>(),
  limits: left<TableSign['limits']>(),
  multiple: left<NonNullable<TableSign['oddsMultiple']>>(),
  shown: left<boolean>(),
  perPlayer: left<NonNullable<TableSign['perPlayer']>>(),
  perArea: left<NonNullable<TableSign['perArea']>>(),
  pays: left<readonly HigherPay[]>(),
} as const;
type KindName = keyof typeof KINDS;

/** The fields of a verb, each with its kind; a `?` at the end makes it optional. */
export type FieldSpec = Readonly<Record<string, KindName | `${KindName}?`>>;

type NameIn<Field> = Field extends `${infer Name}?` ? Name : Field;
type ReadOf<Field> =
  NameIn<Field> extends KindName
    ? (typeof KINDS)[NameIn<Field>] extends Kind<infer Read, infer _Told>
      ? Read
      : never
    : never;
type ToldOf<Field> =
  NameIn<Field> extends KindName ? Exclude<(typeof KINDS)[NameIn<Field>]['told'], undefined> : never;
type Optional<Spec> = { [Name in keyof Spec]: Spec[Name] extends `${string}?` ? Name : never }[keyof Spec];

/** The fields of a command that has been read: what the edge knows of each. */
export type FieldsOf<Spec extends FieldSpec> = {
  readonly [Name in Exclude<keyof Spec, Optional<Spec>>]: ReadOf<Spec[Name]>;
} & { readonly [Name in Optional<Spec>]?: ReadOf<Spec[Name]> | undefined };

/** The fields of a sound command, as somebody writes it. */
export type ToldFields<Spec extends FieldSpec> = {
  readonly [Name in Exclude<keyof Spec, Optional<Spec>>]: ToldOf<Spec[Name]>;
} & { readonly [Name in Optional<Spec>]?: ToldOf<Spec[Name]> };

/** What names a spot on the felt. */
export const SELECTION = { wager: 'wager', number: 'number?', high: 'high?', dice: 'hop?' } as const;

export type FieldsRead<Spec extends FieldSpec> =
  | { readonly fields: FieldsOf<Spec> }
  | { readonly fault: string };

/** A field as it is checked: a verb's list, read once. */
interface FieldCheck {
  readonly name: string;
  readonly kind: Kind<unknown>;
  readonly isOptional: boolean;
  /** Somebody who must be at the table. */
  readonly isPlayer: boolean;
}

const checkOf = ([name, field]: readonly [string, string]): FieldCheck => ({
  name,
  kind: KINDS[field.replace('?', '') as KindName] as Kind<unknown>,
  isOptional: field.endsWith('?'),
  isPlayer: field.startsWith('player'),
});

const CHECKS = new WeakMap<FieldSpec, readonly FieldCheck[]>();

function checksOf(spec: FieldSpec): readonly FieldCheck[] {
  const known = CHECKS.get(spec);
  if (known) return known;
  const checks = Object.entries(spec).map(checkOf);
  CHECKS.set(spec, checks);
  return checks;
}

/** Reads the fields of a command by its verb's own list: the type is that of the check. Names the first that is wrong. */
export function readFields<Spec extends FieldSpec>(
  table: Table,
  verb: string,
  spec: Spec,
  fields: Fields,
): FieldsRead<Spec> {
  for (const name of Object.keys(fields))
    if (!Object.hasOwn(spec, name)) return { fault: `unknown field ${show(name)} in ${verb}` };
  for (const check of checksOf(spec)) {
    const fault = faultInField(table, check, fields[check.name]);
    if (fault !== null) return { fault };
  }
  return { fields: fields as FieldsOf<Spec> };
}

function faultInField(
  table: Table,
  { name, kind, isOptional, isPlayer }: FieldCheck,
  value: unknown,
): string | null {
  if (value === undefined && isOptional) return null;
  if (!kind.fits(value)) return `${name} must be ${kind.text}`;
  const isMissing = isPlayer && !table.game.players.some((player) => player.name === value);
  return isMissing ? `player ${show(value)} is not at the table` : null;
}
