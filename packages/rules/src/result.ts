import type { Cents } from './money.js';

/** In the order in which they count when several apply. */
export const REFUSAL_CODES = [
  'bad-input',
  'not-offered',
  'not-now',
  'contract',
  'no-replacing',
  'no-flat-wager',
  'not-callable',
  'no-such-wager',
  'not-in-chips',
  'indivisible',
  'below-minimum',
  'off-unit',
  'above-maximum',
  'above-odds-limit',
  'insufficient',
  'after-close',
  // The table layer: people, dice and phases.
  'out-of-phase',
  'not-allowed',
  'not-on-duty',
  'not-eligible',
  'no-card',
  'excluded',
  'too-early',
  'table-full',
  /** It is so already, or there is nothing there to do it to. */
  'nothing-to-do',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** An expected "no". State is unchanged; whoever asked is always told. */
export interface Refusal {
  readonly code: RefusalCode;
  /** The rulebook's clause that says no; null where only the input is at fault or no clause says it. */
  readonly clause: string | null;
  /** Our ruling, where the rulebook is silent. */
  readonly ruling?: string;
  /** One plain sentence for a person. */
  readonly message: string;
  /** The nearest amount that would be accepted, where there is one. */
  readonly nearest?: Cents;
}

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refused: Refusal };

export const accept = <T>(value: T): Result<T> => ({ ok: true, value });
export const refuse = (refused: Refusal): { readonly ok: false; readonly refused: Refusal } => ({
  ok: false,
  refused,
});

export const badInput = (message: string): Refusal => ({ code: 'bad-input', clause: null, message });

/** A broken invariant is our bug: it throws, and whoever runs the game stops it. */
export function invariant(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`broken invariant: ${what}`);
}
