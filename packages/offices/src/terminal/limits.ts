import type { Cents } from '@boxperson/rules';
import { no, type Refused } from '../codes.js';
import type { Person } from '../person.js';

/** What a device may do, where the house has set it bounds: at these tables, and so much at once. */
interface Limits {
  readonly tables?: readonly string[] | '*';
  readonly most?: Cents;
}

const limitsOf = (by: Person | null): Limits =>
  by?.kind === 'device' ? ((by as { readonly limits?: Limits }).limits ?? {}) : {};

export function whyDeviceNotHere(by: Person | null, table: string): Refused | null {
  const { tables = '*' } = limitsOf(by);
  if (tables === '*' || tables.includes(table)) return null;
  return no('not-allowed', `This device serves other tables: ${tables.join(', ') || 'none'}.`).refused;
}

/** The most that this device may move at once, where that is less; null where it may move so much. */
export function mostAtOnce(by: Person | null, amount: Cents): Cents | null {
  const { most } = limitsOf(by);
  return most === undefined || amount <= most ? null : most;
}

export function whyTooMuch(by: Person | null, amount: Cents): Refused | null {
  const nearest = mostAtOnce(by, amount);
  if (nearest === null) return null;
  return no('above-maximum', 'amount: that is more than this device may move at once.', { nearest }).refused;
}
