import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fsyncFolder } from '../store/durable-fs.js';
import { publicKeyOf, type SigningKey } from './note.js';

/** Where a house keeps the key that signs its record, beside the embedded store. */
export const keyFileIn = (data: string): string => join(data, 'record.key');

/** `The Demonstration House` → `the-demonstration-house` */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40) || 'house';

interface Kept {
  readonly name: string;
  readonly secret: string;
}

const readKept = (file: string): SigningKey => {
  try {
    const { name, secret } = JSON.parse(readFileSync(file, 'utf8')) as Kept;
    const key = createPrivateKey(secret);
    if (key.asymmetricKeyType !== 'ed25519') throw new Error('it is not an Ed25519 key');
    return { ...publicKeyOf(name, createPublicKey(key)), secret: key };
  } catch (error) {
    throw new Error(`The record's key in ${file} cannot be used: ${(error as Error).message}`);
  }
};

const OTHERS = 0o077;

/** Who else can read or change the key can seal a record of their own. Null when nobody can, or nobody can tell. */
const whyOpen = (file: string): string | null => {
  // Windows has no such modes.
  const mode = process.platform === 'win32' ? 0 : statSync(file).mode & 0o777;
  return (mode & OTHERS) === 0
    ? null
    : `The record's key in ${file} is open to others than its owner (mode ${modeText(mode)}): its mode should be 0600 (chmod 600).`;
};

const modeText = (mode: number): string => mode.toString(8).padStart(4, '0');

/** Readable for its owner alone, and under its name only when it is whole and on the disk. */
const keep = (file: string, kept: Kept): void => {
  const draft = `${file}.${randomBytes(4).toString('hex')}.draft`;
  const handle = openSync(draft, 'wx', 0o600);
  writeFileSync(handle, `${JSON.stringify(kept, null, 2)}\n`);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(draft, file);
  fsyncFolder(dirname(resolve(file)));
};

/** The key of a house: the one in the file, or a new one that is kept there. `onAlarm` hears of one that others can read. */
export const loadOrMakeKey = (
  file: string,
  house: string,
  onAlarm: (text: string) => void = () => {},
): SigningKey => {
  if (existsSync(file)) {
    const key = readKept(file);
    const why = whyOpen(file);
    if (why !== null) onAlarm(why);
    return key;
  }
  mkdirSync(dirname(resolve(file)), { recursive: true });
  const { privateKey } = generateKeyPairSync('ed25519');
  const name = `boxperson/${slugOf(house)}/${randomBytes(4).toString('hex')}`;
  keep(file, { name, secret: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString() });
  return readKept(file);
};
