import type { Refusal, Result } from './result.js';

/** Thrown by `must` when something was refused: for callers who expect no refusal. */
export class RefusedError extends Error {
  readonly refused: Refusal;
  constructor(refused: Refusal) {
    super(`${refused.code}: ${refused.message}`);
    this.name = 'RefusedError';
    this.refused = refused;
  }
}

/** The value of an accepted result; throws a RefusedError otherwise. */
export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new RefusedError(result.refused);
  return result.value;
}
