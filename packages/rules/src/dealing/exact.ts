import { type Cents, gcd, makeAmount, makeDollars, type Unit } from '../money.js';

/** An amount before any rounding: so many cents divided by so many, in lowest terms. */
export type Exact = readonly [cents: number, over: number];

export function makeExact(cents: number, over: number): Exact {
  const common = gcd(Math.abs(cents), over);
  return [cents / common, over / common];
}

export const minus = (amount: Cents, [cents, over]: Exact): Exact => makeExact(amount * over - cents, over);

/** `$47.50`, or `$3 1/3` where it falls between two cents; `3 1/3 chips` at a tournament. */
export function sayExact([cents, over]: Exact, unit: Unit = 'money'): string {
  if (over === 1) return makeAmount(cents, unit);
  const [part, parts] = makeExact(cents, over * 100);
  const whole = Math.floor(part / parts);
  const said =
    whole === 0 ? `$${part}/${parts}` : `${makeDollars(whole * 100)} ${part - whole * parts}/${parts}`;
  return unit === 'chips' ? `${said.slice(1)} chips` : said;
}
