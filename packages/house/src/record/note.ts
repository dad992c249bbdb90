import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { HASH_BYTES } from './tree.js';

// A checkpoint is a signed note: text, an empty line, and a line with the signer's name, the id of the key and the
// Ed25519 signature over the text. It can be printed, copied by hand and read again.
//
//   boxperson/the-demonstration-house/1c9f3a02
//   20852
//   CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
//   2026-11-15T23:44:25.120Z
//
//   — boxperson/the-demonstration-house/1c9f3a02 az9dH…

export interface Checkpoint {
  /** Who signs: the house's name and what tells two houses of one name apart. */
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** All of it to the letter, with the signature. */
  readonly note: string;
}

/** What a checkpoint's signature is checked with. */
export interface PublicKey {
  readonly name: string;
  readonly id: string;
  readonly key: KeyObject;
  /** The one line that says it all: name, id and key. */
  readonly line: string;
}

export interface SigningKey extends PublicKey {
  readonly secret: KeyObject;
}

const ED25519 = 1;
const RAW_BYTES = 32;
const ID_BYTES = 4;
const SIGNATURE_BYTES = 64;
const NAME = /^[!-*,-~]{1,200}$/;

/** What stands before the 32 bytes of an Ed25519 key in the usual wrapping (RFC 8410). */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

const rawOf = (key: KeyObject): Buffer =>
  key.export({ format: 'der', type: 'spki' }).subarray(SPKI_HEAD.length);

const keyFromRaw = (raw: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI_HEAD, raw]), format: 'der', type: 'spki' });

const idOf = (name: string, raw: Buffer): Buffer =>
  createHash('sha256')
    .update(`${name}\n`)
    .update(Buffer.of(ED25519))
    .update(raw)
    .digest()
    .subarray(0, ID_BYTES);

/** Base64 in the one way to write it; null for anything else. */
export const readBase64 = (text: string, bytes: number): Buffer | null => {
  const read = Buffer.from(text, 'base64');
  return read.length === bytes && read.toString('base64') === text ? read : null;
};

export const publicKeyOf = (name: string, key: KeyObject): PublicKey => {
  if (!NAME.test(name)) throw new TypeError(`${name} cannot be the name of a key.`);
  const raw = rawOf(key);
  const id = idOf(name, raw).toString('hex');
  return {
    name,
    id,
    key,
    line: `${name}+${id}+${Buffer.concat([Buffer.of(ED25519), raw]).toString('base64')}`,
  };
};

/** Reads `name+id+key`; null when it is not one, or its id is not that of its name and key. */
export const parsePublicKey = (line: string): PublicKey | null => {
  const [, name, id, text] = /^([!-*,-~]+)\+([0-9a-f]{8})\+(.+)$/.exec(line.trim()) ?? [];
  if (name === undefined || id === undefined || text === undefined) return null;
  const bytes = readBase64(text, 1 + RAW_BYTES);
  if (bytes === null || bytes[0] !== ED25519) return null;
  const found = publicKeyOf(name, keyFromRaw(bytes.subarray(1)));
  return found.id === id ? found : null;
};

const textOf = (origin: string, { size, root, at }: Pick<Checkpoint, 'size' | 'root' | 'at'>): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n${new Date(at).toISOString()}\n`;

export const signCheckpoint = (
  key: SigningKey,
  tree: Pick<Checkpoint, 'size' | 'root' | 'at'>,
): Checkpoint => {
  const text = textOf(key.name, tree);
  const signature = sign(null, Buffer.from(text), key.secret);
  const line = Buffer.concat([Buffer.from(key.id, 'hex'), signature]).toString('base64');
  return { origin: key.name, ...tree, note: `${text}\n— ${key.name} ${line}\n` };
};

interface Signature {
  readonly name: string;
  readonly id: string;
  readonly bytes: Buffer;
}

const parseSignature = (line: string): Signature | null => {
  const [, name, text] = /^— (\S+) (\S+)$/.exec(line) ?? [];
  const bytes = text === undefined ? null : readBase64(text, ID_BYTES + SIGNATURE_BYTES);
  if (name === undefined || bytes === null) return null;
  return { name, id: bytes.subarray(0, ID_BYTES).toString('hex'), bytes: bytes.subarray(ID_BYTES) };
};

const parseSize = (text: string): number | null =>
  /^(?:0|[1-9]\d{0,15})$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null;

const parseInstant = (text: string): number | null => {
  const at = Date.parse(text);
  return Number.isFinite(at) && new Date(at).toISOString() === text ? at : null;
};

const MALFORMED = 'is not a checkpoint: origin, size, root and time, an empty line, and a signature';

export type Read =
  | { readonly ok: true; readonly value: Checkpoint }
  | { readonly ok: false; readonly why: string };

/** Reads a note and checks its signature with whichever of the keys it names. Only the one way to write it is taken. */
export const readCheckpoint = (note: string, keys: readonly PublicKey[]): Read => {
  const parsed = parseCheckpoint(note);
  if (parsed === null) return { ok: false, why: MALFORMED };
  const { checkpoint, signature } = parsed;
  const key = keys.find(({ name, id }) => name === signature.name && id === signature.id);
  if (key === undefined)
    return {
      ok: false,
      why: `is signed by ${signature.name} with key ${signature.id}, which is not a key we were given`,
    };
  if (key.name !== checkpoint.origin)
    return { ok: false, why: `names ${checkpoint.origin} but is signed by ${key.name}` };
  const text = Buffer.from(textOf(checkpoint.origin, checkpoint));
  if (!verify(null, text, key.key, signature.bytes))
    return { ok: false, why: `has a signature that key ${key.id} did not make` };
  return { ok: true, value: checkpoint };
};

/** What a note says, whoever signed it; null when it is none. */
export const peekCheckpoint = (note: string): Checkpoint | null => parseCheckpoint(note)?.checkpoint ?? null;

const parseCheckpoint = (
  note: string,
): { readonly checkpoint: Checkpoint; readonly signature: Signature } | null => {
  const [origin, sizeText, rootText, time, empty, signed, end, ...more] = note.split('\n');
  if (origin === undefined || !NAME.test(origin) || empty !== '' || end !== '' || more.length > 0)
    return null;
  const size = parseSize(sizeText ?? '');
  const root = readBase64(rootText ?? '', HASH_BYTES);
  const at = parseInstant(time ?? '');
  const signature = parseSignature(signed ?? '');
  if (size === null || root === null || at === null || signature === null) return null;
  return { checkpoint: { origin, size, root, at, note }, signature };
};

/** A note as people copy it: other line ends, spaces at the ends of lines, a plain hyphen before the signature. */
export const tidyNote = (typed: string): string => {
  const lines = typed
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim());
  const text = lines
    .join('\n')
    .trim()
    .replace(/\n[-–—]{1,2} ?(?=\S+ \S+$)/, '\n— ');
  return `${text}\n`;
};
