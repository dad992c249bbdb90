// `node scripts/common-passwords.mjs <list>`: cuts `packages/house/src/people/common-passwords.txt` from a list of
// passwords, the commonest first: those that the house would otherwise take, each as the first 48 bits of its SHA-256.
// What people choose is not fit to be read, and the house need not.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { faultInPassword, foldName } from '../packages/offices/dist/index.js';

const MOST = 5_000;
const BYTES = 6;
const NOBODY = 'nobody at all';

const common = new Set();
for (const password of readFileSync(process.argv[2], 'utf8').split(/\r?\n/)) {
  if (common.size < MOST && faultInPassword(password, NOBODY) === null) common.add(foldName(password));
}
const marks = [...common].map((each) =>
  createHash('sha256').update(each).digest().subarray(0, BYTES).toString('base64url'),
);
writeFileSync(
  new URL('../packages/house/src/people/common-passwords.txt', import.meta.url),
  `${marks.join('\n')}\n`,
);
console.log(`${marks.length} passwords`);
