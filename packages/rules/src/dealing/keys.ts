import { NUMBERS, type PointNumber, TOTALS, type Total } from '../dice.js';
import { nameOf } from '../game/names.js';
import { gcd } from '../money.js';
import { makePay, type Pay } from '../odds.js';
import type { Rulebook } from '../rulebook.js';
import { SPOTS, type Spot } from '../wager.js';
import { decide } from '../wagers/index.js';

/**
 * A key is how a dealer works out a payment in the head: what is paid on each unit that stands there while the wager
 * stays where it is. What also comes down is the wager itself. Keys are derived from the book, for those known
 * elsewhere are wrong here.
 */
export interface Key {
  /** Winnings for each so much of the stake, what other parts of the wager lose taken off (R3). */
  readonly up: Pay;
  readonly say: string;
}

const MIXED: Readonly<Record<number, string>> = { 2: '½', 4: '¼' };

/** `7½`: a whole number and a simple part. */
const sayTimes = ([win, stake]: Pay): string | null => {
  const whole = Math.floor(win / stake);
  if (stake === 1) return String(win);
  if (stake === 4 && win % stake === 3) return `${whole || ''}¾`;
  const part = win % stake === 1 ? MIXED[stake] : undefined;
  return part === undefined ? null : `${whole || ''}${part}`;
};

/** In units of money, as a dealer counts them. */
export function sayKey(up: Pay): string {
  if (up[0] === 0) return 'nothing: the parts make up for each other';
  if (up[0] === up[1]) return 'even money';
  if (up[0] === 1 && up[1] === 2) return 'half the stake';
  const times = sayTimes(up);
  return times === null ? `$${up[0]} for each $${up[1]}` : `${times} times the stake`;
}

/** The key for odds on so many parts of a wager of so many. */
export function keyFor(pay: Pay, parts: number, winning: number): Key {
  const win = pay[0] * winning - pay[1] * (parts - winning);
  const on = pay[1] * parts;
  const common = gcd(win, on);
  const up: Pay = [win / common, on / common];
  return { up, say: sayKey(up) };
}

/** One key of a book: on which totals a wager is paid so. */
export interface BookKey extends Key {
  readonly spot: Spot;
  readonly name: string;
  readonly on: readonly Total[];
  /** The odds as the book lists them: "to", on the part. */
  readonly odds: string;
}

/** Every key of a book, wager by wager; line odds for each point. */
export const keysOf = (book: Rulebook): readonly BookKey[] => SPOTS.flatMap((spot) => keysOn(book, spot));

function keysOn(book: Rulebook, spot: Spot): readonly BookKey[] {
  if (!book.wagers[spot.wager] || spot.wager === 'hop') return [];
  const isLineOdds = spot.wager === 'pass-odds' || spot.wager === 'dont-pass-odds';
  if (!isLineOdds) return merged(TOTALS.flatMap((total) => keyOn(book, spot, total, null)));
  return NUMBERS.flatMap((point) =>
    merged(TOTALS.flatMap((total) => keyOn(book, spot, total, point))).map((key) => ({
      ...key,
      name: `${key.name} ${point}`,
    })),
  );
}

/** What the engine itself says of that total, thrown as a pair where it can be: a hardway wins no other way. */
function keyOn(book: Rulebook, spot: Spot, total: Total, point: PointNumber | null): readonly BookKey[] {
  const low = Math.floor(total / 2);
  const decision = decide(book, spot, [low, total - low] as never, point);
  if (decision?.verdict !== 'wins') return [];
  const key = keyFor(decision.pay, decision.parts, decision.winning);
  return [{ ...key, spot, name: nameOf(book, spot), on: [total], odds: makePay(decision.pay) }];
}

/** Totals that are paid alike, told together. */
function merged(keys: readonly BookKey[]): readonly BookKey[] {
  const by = new Map<string, BookKey>();
  for (const key of keys) {
    const alike = by.get(`${key.say} ${key.odds}`);
    by.set(`${key.say} ${key.odds}`, alike ? { ...alike, on: [...alike.on, ...key.on] } : key);
  }
  return [...by.values()];
}
