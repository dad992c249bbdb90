import {
  accept,
  type Cents,
  type Clause,
  REFUSAL_CODES,
  type RefusalCode,
  type RulingId,
} from '@boxperson/rules';

/** What the house itself says no with, beside the codes of the rules. */
export const HOUSE_CODES = [
  'not-signed-in',
  'signed-out',
  'set-password-first',
  'does-not-match',
  'not-yours',
  'not-found',
  'taken',
  'used-up',
  'same-id-other-body',
  'second-person',
  'too-fast',
  'unavailable',
  'bad-message',
] as const;
export type HouseCode = (typeof HOUSE_CODES)[number];

/** Everything that anybody in the house can be refused with: a closed list. */
export const CODES = [...REFUSAL_CODES, ...HOUSE_CODES] as const;
export type Code = RefusalCode | HouseCode;

/** An expected "no": nothing has changed, and whoever asked is told why. The rules' own refusals are of this kind. */
export interface Refused {
  readonly code: Code;
  readonly clause: Clause | null;
  readonly ruling?: RulingId | string;
  /** One plain sentence for a person; it names the field where one is at fault. */
  readonly message: string;
  /** The nearest amount that would be accepted. */
  readonly nearest?: Cents;
  /** Seconds after which to try again. */
  readonly retryAfter?: number;
}

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refused: Refused };

export const yes: <T>(value: T) => Outcome<T> = accept;

/** A refusal as a result. */
export const no = (
  code: Code,
  message: string,
  more: Partial<Omit<Refused, 'code' | 'message'>> = {},
): { readonly ok: false; readonly refused: Refused } => ({
  ok: false,
  refused: { code, clause: null, message, ...more },
});
