import { NUMBERS, type PointNumber, type Total } from './dice.js';
import { type Fields, isObject, show, unknownField } from './game/input.js';
import { makePay, type Pay } from './odds.js';
import type { Rulebook } from './rulebook.js';
import { WAGER_IDS, type WagerId } from './wager.js';

/** adelaide 6(b): odds above those listed, for the whole house alike. Without a number or total: on all of them. */
export interface HigherPay {
  readonly wager: WagerId;
  readonly number?: PointNumber;
  readonly total?: Total;
  readonly pay: Pay;
}

/** So that the largest stake times the odds is still counted to the cent. */
const PAY_MAX = 1_000;

type Pays = Readonly<Record<string, Pay>>;

/** The odds of a wager by what they are paid on; a single pay is paid on `*`. */
function paysOf(book: Rulebook, id: WagerId): Pays | null {
  const value = book.wagers[id]?.pays.value;
  if (value === undefined) return null;
  return Array.isArray(value) ? { '*': value as unknown as Pay } : (value as Pays);
}

/** Odds on numbers are named by `number`, those of one roll by `total`. */
const fieldOf = (pays: Pays): 'number' | 'total' =>
  Object.keys(pays).every((on) => (NUMBERS as readonly number[]).includes(Number(on))) ? 'number' : 'total';

const isPay = (value: unknown): value is Pay =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every((part) => Number.isSafeInteger(part) && part >= 1 && part <= PAY_MAX);

const isLower = ([winnings, stake]: Pay, [listed, on]: Pay): boolean => winnings * on < listed * stake;

/** What the odds of this entry are paid on: the one it names, or all. */
const placesOf = (pays: Pays, entry: Fields): readonly string[] => {
  const named = entry[fieldOf(pays)];
  return named === undefined ? Object.keys(pays) : [String(named)];
};

/** What is wrong with a list of higher odds under this book; null when nothing is. */
export function faultInHigherPays(book: Rulebook, list: unknown): string | null {
  if (book.money.higherPays.value === 'no') return `higherPays: the odds of ${book.id} are fixed`;
  if (!Array.isArray(list) || list.length === 0) return 'higherPays must be a list of wagers with their odds';
  const seen = new Set<string>();
  for (const [index, entry] of list.entries()) {
    const path = `higherPays[${index}]`;
    const fault = faultInEntry(book, path, entry);
    if (fault !== null) return fault;
    for (const place of placesOf(paysOf(book, entry.wager) as Pays, entry)) {
      const odds = `${entry.wager} ${place}`;
      if (seen.has(odds)) return `${path} gives the odds of ${entry.wager} a second time`;
      seen.add(odds);
    }
  }
  return null;
}

function faultInEntry(book: Rulebook, path: string, entry: unknown): string | null {
  if (!isObject(entry)) return `${path} must be an object with wager and pay`;
  const stranger = unknownField(entry, ['wager', 'number', 'total', 'pay']);
  if (stranger !== null) return `${path} has an unknown field ${show(stranger)}`;
  const { wager, pay } = entry;
  if (!(WAGER_IDS as readonly unknown[]).includes(wager)) return `${path}.wager ${show(wager)} is no wager`;
  const pays = paysOf(book, wager as WagerId);
  if (pays === null) return `${path}.wager ${show(wager)} is not offered at ${book.id}`;
  if (!isPay(pay)) return `${path}.pay must be two whole numbers from 1 to ${PAY_MAX}, winnings to stake`;
  const other = fieldOf(pays) === 'number' ? 'total' : 'number';
  if (entry[other] !== undefined) return `${path}.${other} does not go with ${wager}`;
  const places = placesOf(pays, entry);
  const unpaid = places.find((place) => !Object.hasOwn(pays, place));
  if (unpaid !== undefined) return `${path}: ${wager} is not paid on ${unpaid}`;
  const lower = places.map((place) => pays[place] as Pay).find((listed) => isLower(pay, listed));
  return lower ? `${path}: ${makePay(pay)} is less than the ${makePay(lower)} listed` : null;
}

const commonFactor = (a: number, b: number): number => (b === 0 ? a : commonFactor(b, a % b));
const inLowestTerms = ([winnings, stake]: Pay): Pay => {
  const factor = commonFactor(winnings, stake);
  return [winnings / factor, stake / factor];
};

/** The same book with the odds that this house pays; the list must be without fault. */
export const withHigherPays = (book: Rulebook, list: readonly HigherPay[]): Rulebook =>
  list.reduce(withHigherPay, book);

function withHigherPay(book: Rulebook, entry: HigherPay): Rulebook {
  const rule = book.wagers[entry.wager];
  const pays = paysOf(book, entry.wager);
  if (!rule || !pays) return book;
  const pay = inLowestTerms(entry.pay);
  const raised = { ...pays, ...Object.fromEntries(placesOf(pays, { ...entry }).map((on) => [on, pay])) };
  const value = Object.hasOwn(pays, '*') ? pay : raised;
  const clause = book.money.higherPays.clause ?? rule.pays.clause;
  return {
    ...book,
    wagers: { ...book.wagers, [entry.wager]: { ...rule, pays: { ...rule.pays, value, clause } } },
  };
}
