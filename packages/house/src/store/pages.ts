import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';

// PostgreSQL puts a checksum into every page that it writes, and looks at it when it reads that page: a page that nobody
// asks for can be bad for years. Here they are looked at without the database, as `pg_checksums` does it, which the
// embedded database does not bring along.

export const PAGE_BYTES = 8_192;
const PAGE_WORDS = PAGE_BYTES / 4;
/** A file of a table goes on in another one after so many pages. */
const SEGMENT_PAGES = 131_072;
const LANES = 32;
const PRIME = 16_777_619;
/** Where the checksum stands in a page: the lower half of the third word. */
const SUM_WORD = 2;
const UPPER_AT = 14;
const READ_PAGES = 128;
const STRETCH_BYTES = READ_PAGES * PAGE_BYTES;

/** What the 32 sums begin with, from the definition of the checksum (FNV-1a, 32 side by side). */
const BEGINNINGS = Int32Array.of(
  ...[0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c],
  ...[0xf8d4474f, 0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb],
  ...[0xe58f764b, 0x187636bc, 0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4],
  ...[0x783125bb, 0x6ca8eaa2, 0xe407eac6, 0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756],
);

const mix = (sum: number, word: number): number => {
  const mixed = sum ^ word;
  return Math.imul(mixed, PRIME) ^ (mixed >>> 17);
};

/** The checksum that a page should have at its place. `words` are those of a whole page. */
export const pageSum = (words: Int32Array, block: number): number => {
  let all = 0;
  for (let lane = 0; lane < LANES; lane += 1) {
    let sum = BEGINNINGS[lane] as number;
    for (let at = lane; at < PAGE_WORDS; at += LANES)
      sum = mix(sum, at === SUM_WORD ? (words[at] as number) & ~0xffff : (words[at] as number));
    all ^= mix(mix(sum, 0), 0);
  }
  return (((all ^ block) >>> 0) % 65_535) + 1;
};

/** Pages that were reserved and never written are empty throughout. */
const isSound = (page: Buffer, block: number): boolean => {
  const words = new Int32Array(page.buffer, page.byteOffset, PAGE_WORDS);
  if (page.readUInt16LE(UPPER_AT) === 0) return words.every((word) => word === 0);
  return pageSum(words, block) === page.readUInt16LE(SUM_WORD * 4);
};

const IS_PAGED = /^(\d+)(?:_(?:fsm|vm|init))?(?:\.(\d+))?$/;

/** Is this the name of a file that is made of pages? */
export const isPaged = (name: string): boolean => IS_PAGED.test(name);

const firstBlock = (name: string): number => Number(IS_PAGED.exec(name)?.[2] ?? 0) * SEGMENT_PAGES;

const pagedIn = (folder: string, below: string): string[] =>
  readdirSync(join(folder, below))
    .filter(isPaged)
    .map((name) => join(below, name));

/** The names in a folder, by whatever way one goes about one that cannot be listed. */
type List = (below: string, names: () => readonly string[]) => readonly string[];

const filesBy = (folder: string, list: List): readonly string[] => {
  const databases = list('base', () => readdirSync(join(folder, 'base')).map((name) => join('base', name)));
  return ['global', ...databases].flatMap((below) => list(below, () => pagedIn(folder, below).sort()));
};

/** The files of all tables and indexes, seen from the folder of the database. */
export const pagedFiles = (folder: string): readonly string[] => filesBy(folder, (_below, names) => names());

const nameOf = (file: string): string => file.split(/[\\/]/).at(-1) as string;

/** The blocks of a stretch of a file that are not what was written there. */
const badBlocks = (stretch: Buffer, first: number): number[] => {
  const bad: number[] = [];
  for (let at = 0; at < stretch.length; at += PAGE_BYTES) {
    const block = first + at / PAGE_BYTES;
    const page = stretch.subarray(at, at + PAGE_BYTES);
    if (page.length < PAGE_BYTES || !isSound(page, block)) bad.push(block);
  }
  return bad;
};

const spell = (file: string): string => file.replaceAll('\\', '/');

const saySum = (file: string, block: number): string =>
  `page ${block} of ${spell(file)} does not have its checksum`;

const sayUnread = (file: string, block: number): string => `page ${block} of ${spell(file)} cannot be read`;

/** Of a file, or a folder, that the disk does not even open; nothing of one that the database has dropped. */
const sayLost = (file: string, error: unknown): readonly string[] => {
  if (isGone(error)) return [];
  if (!isUnreadable(error)) throw error;
  return [`${spell(file)} cannot be read`];
};

// What this process lacks or may not do: it says nothing about the disk, and may be right again in a moment.
const OF_THE_PROCESS = [
  ...['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'EACCES', 'EPERM', 'EAGAIN', 'EINTR', 'EBUSY', 'ECANCELED'],
  ...['EBADF', 'EFAULT', 'EINVAL', 'ENOSYS'],
];
const SYSTEM_ERROR = /^E[A-Z0-9]+$/;

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException | null)?.code ?? '');

const isGone = (error: unknown): boolean => codeOf(error) === 'ENOENT';

/** A disk has many words for what it has lost (EIO, EUCLEAN, EBADMSG, ENODATA, ESTALE …): all that are no others. */
const isUnreadable = (error: unknown): boolean => {
  const code = codeOf(error);
  return SYSTEM_ERROR.test(code) && !isGone(error) && !OF_THE_PROCESS.includes(code);
};

/** So far a stretch was read; it is cut where the disk does not give the next page. */
interface Filled {
  readonly read: number;
  readonly isCut: boolean;
}

const wholePages = (bytes: number): number => bytes - (bytes % PAGE_BYTES);

const cutAt = (read: number, error: unknown): Filled => {
  if (!isUnreadable(error)) throw error;
  return { read: wholePages(read), isCut: true };
};

// Before a bad sector a read comes back short, as it does at the end of a file: only the next one tells which it is.
const fillSync = (handle: number, stretch: Buffer, at: number): Filled => {
  let read = 0;
  try {
    for (let more = 1; more > 0 && read < stretch.length; read += more)
      more = readSync(handle, stretch, read, stretch.length - read, at + read);
  } catch (error) {
    return cutAt(read, error);
  }
  return { read, isCut: false };
};

const fill = async (handle: FileHandle, stretch: Buffer, at: number): Promise<Filled> => {
  let read = 0;
  try {
    for (let more = 1; more > 0 && read < stretch.length; read += more)
      more = (await handle.read(stretch, read, stretch.length - read, at + read)).bytesRead;
  } catch (error) {
    return cutAt(read, error);
  }
  return { read, isCut: false };
};

const checkStretches = (handle: number, file: string, bytes: number, stretch: Buffer): string[] => {
  const found: string[] = [];
  const first = firstBlock(nameOf(file));
  for (let at = 0; at < bytes; at += STRETCH_BYTES) {
    const block = first + at / PAGE_BYTES;
    const { read, isCut } = fillSync(handle, stretch, at);
    found.push(...badBlocks(stretch.subarray(0, read), block).map((bad) => saySum(file, bad)));
    if (isCut) found.push(sayUnread(file, block + read / PAGE_BYTES));
  }
  return found;
};

const checkFile = (folder: string, file: string, bytes: number, stretch: Buffer): string[] => {
  const handle = openSync(join(folder, file), 'r');
  try {
    return checkStretches(handle, file, bytes, stretch);
  } finally {
    closeSync(handle);
  }
};

/** What is wrong with the pages of a database that nobody writes to just now, as far as so many bytes of them go. */
export const checkPages = (folder: string, bytesMost: number): readonly string[] => {
  const stretch = Buffer.alloc(STRETCH_BYTES);
  const { files, lost } = filesToCheck(folder);
  const found = [...lost];
  let left = bytesMost;
  for (const file of files) {
    try {
      const bytes = statSync(join(folder, file)).size;
      left -= bytes;
      if (left < 0) break;
      found.push(...checkFile(folder, file, bytes, stretch));
    } catch (error) {
      found.push(...sayLost(file, error));
    }
  }
  return found;
};

/** The first page of a file; of one that cannot be read, nothing, which its own turn tells. */
const readHead = (path: string): Buffer => {
  try {
    return readFileSync(path).subarray(0, PAGE_BYTES);
  } catch (error) {
    if (!isUnreadable(error) && !isGone(error)) throw error;
    return Buffer.alloc(0);
  }
};

/** Old folders may have been made without: then no page has a checksum, for none is ever nought. */
const haveChecksums = (folder: string, heads: readonly string[]): boolean =>
  heads.some((file) => {
    const page = readHead(join(folder, file));
    return page.length === PAGE_BYTES && page.readUInt16LE(SUM_WORD * 4) !== 0;
  });

interface Listed {
  readonly files: readonly string[];
  /** Of folders that the disk does not list, in words. */
  readonly lost: readonly string[];
}

/** A database may be dropped, but never these. */
const NEVER_DROPPED = ['global', 'base'];

/** What has checksums, as far as the disk tells. */
const filesToCheck = (folder: string): Listed => {
  const lost: string[] = [];
  const list: List = (below, names) => {
    try {
      return names();
    } catch (error) {
      if (isGone(error) && NEVER_DROPPED.includes(below)) throw error;
      lost.push(...sayLost(below, error));
      return [];
    }
  };
  const heads = list('global', () => pagedIn(folder, 'global'));
  return { files: haveChecksums(folder, heads) ? filesBy(folder, list) : [], lost };
};

/** A part of a file as it is now, and how long the file is. */
interface Part {
  readonly pages: Buffer;
  /** Behind these pages is one that the disk does not give. */
  readonly isCut: boolean;
  readonly bytes: number;
}

/** The database has dropped the file. */
const DROPPED: Part = { pages: Buffer.alloc(0), isCut: false, bytes: 0 };

const readPart = async (path: string, at: number, length: number): Promise<Part> => {
  const handle = await open(path, 'r').catch((error: unknown) => {
    if (isGone(error)) return null;
    throw error;
  });
  if (!handle) return DROPPED;
  try {
    const bytes = (await handle.stat()).size;
    const part = Buffer.alloc(length);
    const { read, isCut } = await fill(handle, part, at);
    return { pages: part.subarray(0, wholePages(read)), isCut, bytes };
  } finally {
    await handle.close();
  }
};

const AGAIN_MS = [50, 250, 1_000];

/** A page may be just being written: only one that stays as it is, and bad, is reported. */
const staysBad = async (path: string, at: number, block: number): Promise<boolean> => {
  let { pages: before } = await readPart(path, at, PAGE_BYTES);
  for (const ms of AGAIN_MS) {
    await new Promise((resolve) => setTimeout(resolve, ms).unref());
    const { pages: now, isCut } = await readPart(path, at, PAGE_BYTES);
    if (isCut) return true;
    if (now.length < PAGE_BYTES || isSound(now, block)) return false;
    if (!now.equals(before)) return staysBad(path, at, block);
    before = now;
  }
  return true;
};

/** Where a page cannot be read, the next stretch is gone on with: a disk that is dying is asked once a mebibyte. */
async function* walkFile(folder: string, file: string): AsyncGenerator<readonly string[]> {
  const path = join(folder, file);
  const first = firstBlock(nameOf(file));
  for (let at = 0, bytes = 1; at < bytes; at += STRETCH_BYTES) {
    const part = await readPart(path, at, STRETCH_BYTES);
    const start = first + at / PAGE_BYTES;
    const found: string[] = [];
    for (const block of badBlocks(part.pages, start))
      if (await staysBad(path, (block - first) * PAGE_BYTES, block)) found.push(saySum(file, block));
    if (part.isCut) found.push(sayUnread(file, start + part.pages.length / PAGE_BYTES));
    yield found;
    bytes = part.bytes;
  }
}

/** The pages of a database at work, a stretch at a time: after each, what is wrong with it. */
export async function* walkPages(folder: string): AsyncGenerator<readonly string[]> {
  const { files, lost } = filesToCheck(folder);
  yield lost;
  for (const file of files) {
    try {
      yield* walkFile(folder, file);
    } catch (error) {
      yield sayLost(file, error);
    }
  }
}
