import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { foldName } from '@boxperson/offices';

// The 5,000 commonest of those that are long and varied enough for us, by SecLists; `scripts/common-passwords.mjs` cuts
// them, and keeps the beginning of a digest of each.

const LIST = new URL('../../src/people/common-passwords.txt', import.meta.url);
const BYTES = 6;

let marks: ReadonlySet<string> | null = null;

/** Read when it is first asked for: most houses open without anybody setting a password. */
const all = (): ReadonlySet<string> => {
  marks ??= new Set(readFileSync(LIST, 'utf8').trimEnd().split('\n'));
  return marks;
};

/** Is it one that everybody takes, in capitals or not? */
export const isCommonPassword = (password: string): boolean =>
  all().has(
    createHash('sha256').update(foldName(password)).digest().subarray(0, BYTES).toString('base64url'),
  );
