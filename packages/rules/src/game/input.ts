import { type Dice, isDie, isPointNumber } from '../dice.js';
import { isStake } from '../money.js';
import { didYouMean } from '../nearest.js';
import { findSpot, HORN_TOTALS, type Spot, STAY_IDS, spotsOf, WAGER_IDS, type WagerId } from '../wager.js';

/** Something from outside, known to be an object and nothing more. */
export type Fields = Readonly<Record<string | number, unknown>>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first field that is not among the known ones; null when all are known. */
export function unknownField(fields: object, known: readonly string[]): string | null {
  for (const name of Object.keys(fields)) if (!known.includes(name)) return name;
  return null;
}

/** A word on record: some are older than what holds for names today (`plain.ts`). */
export const isWord = (value: unknown): value is string => typeof value === 'string' && value.length > 0;
export const isWagerId = (value: unknown): value is WagerId =>
  (WAGER_IDS as readonly unknown[]).includes(value);
export const notAWager = (value: unknown): string =>
  `wager ${show(value)} is not a wager id${didYouMean(value, WAGER_IDS)}`;

export const isDice = (value: unknown): value is Dice =>
  Array.isArray(value) && value.length === 2 && value.every(isDie);

/** What the dice of a roll look like to a person who typed them wrong. */
export const faultInDice = (value: unknown): string | null =>
  isDice(value) ? null : 'dice must be two whole numbers from 1 to 6';

const asksNumber = (wager: WagerId): boolean => spotsOf(wager).some((spot) => spot.number !== undefined);
const numbersFor = (wager: WagerId): string =>
  spotsOf(wager)
    .flatMap((spot) => spot.number ?? [])
    .join(', ');

/** The spot that `wager`, `number`, `high` and `dice` name together, or what is wrong with them. */
export type SpotRead = { readonly spot: Spot } | { readonly fault: string };

export function readSpot({ wager, number, high, dice }: Fields): SpotRead {
  if (!isWagerId(wager)) return { fault: notAWager(wager) };
  const fault = faultInNumber(wager, number) ?? faultInHigh(wager, high) ?? faultInHop(wager, dice);
  if (fault !== null) return { fault };
  return { spot: findSpot({ wager, number, high, dice } as Omit<Spot, 'index'>) as Spot };
}

function faultInNumber(wager: WagerId, number: unknown): string | null {
  const fitting = asksNumber(wager);
  if (number === undefined) {
    return fitting && wager !== 'come' && wager !== 'dont-come'
      ? `number is missing: ${wager} asks for one`
      : null;
  }
  if (!fitting) return `number does not go with ${wager}`;
  const fits = isPointNumber(number) && findSpot({ wager, number }) !== undefined;
  return fits ? null : `number ${show(number)} does not fit ${wager}: one of ${numbersFor(wager)}`;
}

function faultInHigh(wager: WagerId, high: unknown): string | null {
  if (wager !== 'horn-high') return high === undefined ? null : `high does not go with ${wager}`;
  return (HORN_TOTALS as readonly unknown[]).includes(high)
    ? null
    : 'high must be one of 2, 3, 11, 12 for horn-high';
}

function faultInHop(wager: WagerId, dice: unknown): string | null {
  if (wager !== 'hop') return dice === undefined ? null : `dice does not go with ${wager}`;
  return faultInDice(dice);
}

export const faultInAmount = (amount: unknown): string | null =>
  isStake(amount) ? null : 'amount must be a positive whole number of cents, at most 10^12';

export function faultInStay(wager: WagerId, stay: unknown): string | null {
  if (stay !== undefined && typeof stay !== 'boolean') return 'stay must be true or false';
  return stay === true && !STAY_IDS.includes(wager) ? `stay does not go with ${wager}` : null;
}

/** Words from outside for a message: short, never the whole of a long line. */
export const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

/** A value from outside for a message. */
export function show(value: unknown): string {
  if (typeof value === 'string') return cut(JSON.stringify(value), 40);
  if (value === undefined) return '(missing)';
  return typeof value === 'object' && value !== null ? 'of that kind' : cut(String(value), 40);
}
