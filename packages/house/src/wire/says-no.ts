import { type Code, no, type Refused } from '@boxperson/offices';

/** Answered with a refusal; the status follows from its code. */
export class SaysNo extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(refused.message);
    this.refused = refused;
  }
}

/** Ends a call with a refusal. */
export function sayNo(code: Code, message: string, more: Partial<Refused> = {}): never {
  throw new SaysNo({ ...no(code, message).refused, ...more });
}
