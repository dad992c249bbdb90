import type { Code } from '@boxperson/offices';

/** What a refusal is over HTTP: here, and nowhere else. */
const STATUS: Readonly<Partial<Record<Code, number>>> = {
  'bad-input': 400,
  'bad-message': 400,
  'not-signed-in': 401,
  'signed-out': 401,
  'does-not-match': 401,
  'set-password-first': 403,
  'not-allowed': 403,
  'not-yours': 403,
  'second-person': 403,
  excluded: 403,
  'not-found': 404,
  'too-fast': 429,
  unavailable: 503,
};
/** What the rules do not allow as things stand. */
const NOT_NOW = 409;

export const statusOf = (code: Code): number => STATUS[code] ?? NOT_NOW;
