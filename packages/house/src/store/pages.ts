import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
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

/** The files of all tables and indexes, seen from the folder of the database. */
export const pagedFiles = (folder: string): readonly string[] => {
  const databases = readdirSync(join(folder, 'base')).map((name) => join('base', name));
  return ['global', ...databases].flatMap((below) => pagedIn(folder, below).sort());
};

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

const say = (file: string, block: number): string =>
  `page ${block} of ${file.replaceAll('\\', '/')} does not have its checksum`;

const checkFile = (folder: string, file: string, stretch: Buffer): string[] => {
  const handle = openSync(join(folder, file), 'r');
  const found: string[] = [];
  try {
    for (let block = firstBlock(nameOf(file)); ; block += READ_PAGES) {
      const read = readSync(handle, stretch);
      found.push(...badBlocks(stretch.subarray(0, read), block).map((bad) => say(file, bad)));
      if (read < stretch.length) return found;
    }
  } finally {
    closeSync(handle);
  }
};

/** What is wrong with the pages of a database that nobody writes to just now, as far as so many bytes of them go. */
export const checkPages = (folder: string, bytesMost: number): readonly string[] => {
  const stretch = Buffer.alloc(READ_PAGES * PAGE_BYTES);
  const found: string[] = [];
  if (!hasChecksums(folder)) return found;
  let left = bytesMost;
  for (const file of pagedFiles(folder)) {
    left -= statSync(join(folder, file)).size;
    if (left < 0) break;
    found.push(...checkFile(folder, file, stretch));
  }
  return found;
};

/** Old folders may have been made without: then no page has a checksum, for none is ever nought. */
const hasChecksums = (folder: string): boolean =>
  pagedIn(folder, 'global').some((file) => {
    const page = readFileSync(join(folder, file)).subarray(0, PAGE_BYTES);
    return page.length === PAGE_BYTES && page.readUInt16LE(SUM_WORD * 4) !== 0;
  });

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** A part of a file as it is now; nothing when the database has dropped the file. */
const readPart = async (path: string, at: number, bytes: number): Promise<Buffer> => {
  const handle = await open(path, 'r').catch((error: unknown) => {
    if (isGone(error)) return null;
    throw error;
  });
  try {
    const part = Buffer.alloc(bytes);
    const read = (await handle?.read(part, 0, bytes, at))?.bytesRead ?? 0;
    return part.subarray(0, read - (read % PAGE_BYTES));
  } finally {
    await handle?.close();
  }
};

const AGAIN_MS = [50, 250, 1_000];

/** A page may be just being written: only one that stays as it is, and bad, is reported. */
const staysBad = async (path: string, at: number, block: number): Promise<boolean> => {
  let before = await readPart(path, at, PAGE_BYTES);
  for (const ms of AGAIN_MS) {
    await new Promise((resolve) => setTimeout(resolve, ms).unref());
    const now = await readPart(path, at, PAGE_BYTES);
    if (now.length < PAGE_BYTES || isSound(now, block)) return false;
    if (!now.equals(before)) return staysBad(path, at, block);
    before = now;
  }
  return true;
};

/** The pages of a database at work, a stretch at a time: after each, what is wrong with it. */
export async function* walkPages(folder: string): AsyncGenerator<readonly string[]> {
  if (!hasChecksums(folder)) return;
  for (const file of pagedFiles(folder)) {
    const path = join(folder, file);
    const first = firstBlock(nameOf(file));
    for (let at = 0; ; at += READ_PAGES * PAGE_BYTES) {
      const stretch = await readPart(path, at, READ_PAGES * PAGE_BYTES);
      const found: string[] = [];
      for (const block of badBlocks(stretch, first + at / PAGE_BYTES))
        if (await staysBad(path, (block - first) * PAGE_BYTES, block)) found.push(say(file, block));
      yield found;
      if (stretch.length < READ_PAGES * PAGE_BYTES) break;
    }
  }
}
