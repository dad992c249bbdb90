import { randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
const KEY_TEXT = /^[0-9a-f]{64}$/i;

/** A key as it stands in a file: 64 hexadecimal digits on a line of their own. */
export const makeTumblerKey = (): string => randomBytes(KEY_BYTES).toString('hex');

/** Null for a text that is no key. */
export const parseTumblerKey = (text: string): Buffer | null => {
  const trimmed = text.trim();
  return KEY_TEXT.test(trimmed) ? Buffer.from(trimmed, 'hex') : null;
};
