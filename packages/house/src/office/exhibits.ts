import { createHash } from 'node:crypto';
import type { Exhibit } from '@boxperson/offices';
import type { Documents } from '../people/documents.js';

// Pictures and documents of cases. The bytes are a document of the store; their digest is in the case's own stream, under
// the seal of the record: what was changed since is not handed out.

export const EXHIBIT_BYTES_MAX = 4 * 1024 * 1024;

const startsWith =
  (hex: string, at = 0) =>
  (bytes: Buffer): boolean =>
    bytes.subarray(at, at + hex.length / 2).toString('hex') === hex;

/** What it is, by its own first bytes: what a file is called says nothing. */
const TYPES: readonly (readonly [type: string, is: (bytes: Buffer) => boolean])[] = [
  ['image/png', startsWith('89504e470d0a1a0a')],
  ['image/jpeg', startsWith('ffd8ff')],
  ['image/webp', (bytes) => startsWith('52494646')(bytes) && startsWith('57454250', 8)(bytes)],
  ['application/pdf', startsWith('255044462d')],
];
export const EXHIBIT_TYPES = TYPES.map(([type]) => type);

export const EXHIBIT_KIND = 'exhibit';
export const exhibitId = (matter: string, sha256: string): string => `${matter}/${sha256}`;
const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

interface KeptExhibit extends Exhibit {
  readonly data: Buffer;
}

export const asFact = (kept: KeptExhibit | null): Exhibit | null =>
  kept && { type: kept.type, bytes: kept.bytes };

/** Is that still what was kept under its digest? */
export const isIntact = (body: string, sha256: string): boolean =>
  digestOf(Buffer.from(body, 'base64')) === sha256;

/** What the house keeps under a digest; null when that is nothing, or no longer what it was. */
export async function readExhibit(
  store: Pick<Documents, 'getDocument'>,
  matter: string,
  sha256: string,
): Promise<KeptExhibit | null> {
  const body = await store.getDocument(EXHIBIT_KIND, exhibitId(matter, sha256));
  const data = body === null ? null : Buffer.from(body, 'base64');
  const type = data && typeOf(data);
  return data && type && digestOf(data) === sha256 ? { type, bytes: data.length, data } : null;
}

/** The type of what may be kept; null for anything else. */
export const typeOf = (bytes: Buffer): string | null => TYPES.find(([, is]) => is(bytes))?.[0] ?? null;

/** Keeps it for a case; answers the digest under which it is found. */
export async function keepExhibit(
  store: Pick<Documents, 'putDocument'>,
  matter: string,
  bytes: Buffer,
): Promise<string> {
  const sha256 = digestOf(bytes);
  await store.putDocument(EXHIBIT_KIND, exhibitId(matter, sha256), bytes.toString('base64'));
  return sha256;
}
