import { randomBytes } from 'node:crypto';

/** So many random bytes. */
export type Bytes = (count: number) => Uint8Array;

/** From the operating system's generator. */
export const SYSTEM_BYTES: Bytes = (count) => randomBytes(count);

const BYTES = 256;

/** So many random choices out of `below`, at most 256: bytes that would make some likelier than others are thrown away. */
export function choices(count: number, below: number, bytes: Bytes): readonly number[] {
  const fair = BYTES - (BYTES % below);
  const found: number[] = [];
  while (found.length < count)
    for (const byte of bytes(count - found.length)) if (byte < fair) found.push(byte % below);
  return found;
}
