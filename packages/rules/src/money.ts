/** Money is integer cents. A value of this type came through `isCents` or from arithmetic on such values. */
export type Cents = number;

/** The most money a script or an API call may name: ten thousand million dollars. */
export const CENTS_MAX = 1e12;

/** An amount that may be named: a whole number of cents from nothing to CENTS_MAX. */
export const isCents = (value: unknown): value is Cents =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= CENTS_MAX;

/** An amount that may be put up: more than nothing. */
export const isStake = (value: unknown): value is Cents => isCents(value) && value > 0;

/** `1250` → `$12.50`, `1200` → `$12`. For people; never parsed back. */
export const makeDollars = (amount: Cents): string => {
  const sign = amount < 0 ? '-' : '';
  const whole = Math.floor(Math.abs(amount) / 100);
  const cents = Math.abs(amount) % 100;
  const dollars = String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
  return cents === 0 ? `${sign}$${dollars}` : `${sign}$${dollars}.${String(cents).padStart(2, '0')}`;
};

export const gcd = (a: number, b: number): number => {
  let x = a;
  let y = b;
  while (y !== 0) [x, y] = [y, x % y];
  return x;
};

/** Tournament chips: another unit than money, and never written like it (crown 8.4.4(a)). */
export const makeChips = (amount: Cents): string => `${makeDollars(amount).replace('$', '')} chips`;

/** What a table is played with: money, or the chips of a tournament. */
export type Unit = 'money' | 'chips';
export const makeAmount = (amount: Cents, unit: Unit): string =>
  unit === 'chips' ? makeChips(amount) : makeDollars(amount);

/** Words about money, said of chips. */
export const inChips = (text: string): string => text.replaceAll(/\$(\d[\d,]*(?:\.\d+)?)/g, '$1 chips');
