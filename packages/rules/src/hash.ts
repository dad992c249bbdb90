import type { Rulebook } from './rulebook.js';
import { sha256 } from './sha256.js';

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** JSON with sorted keys and no blanks: one text for one content. */
export const makeCanonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(makeCanonical).join(',')}]`;
  if (!isPlain(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${makeCanonical(value[key])}`);
  return `{${members.join(',')}}`;
};

const hashes = new WeakMap<Rulebook, string>();

/** The content hash of a rulebook: SHA-256 over its canonical JSON. A book does not change: it is worked out once. */
export function hashRulebook(book: Rulebook): string {
  const hash = hashes.get(book) ?? sha256(makeCanonical(book));
  hashes.set(book, hash);
  return hash;
}
