// A disk that does not give a page is damage of that page, and no end of the walk.
import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkPages, PAGE_BYTES, pageSum, walkPages } from '../../src/store/pages.js';
import { emptyFolder, removeFolders } from './folders.js';

const STRETCH = 128;
const { openSync, readSync, readdirSync, statSync } = fs;
const real = { openSync, readSync, readdirSync, statSync, open: promises.open };
const failure = (code: string) => Object.assign(new Error(`${code}: planted`), { code });

/** A disk that gives no byte of a file from here on, and up to there; of one from -1 on, not even the file. */
interface Lost {
  readonly file: string;
  readonly from: number;
  readonly to: number;
  readonly code?: string;
}

let folder: string;

/** As Linux does it: what lies before the bad sector comes as a short read, and only then the error. */
const cut = ({ from, to, code = 'EIO' }: Lost, at: number, length: number): number => {
  if (at >= to || at + length <= from) return length;
  if (at >= from) throw failure(code);
  return from - at;
};

const plant = (lost: readonly Lost[]): void => {
  const lostIn = (path: unknown) => lost.find(({ file }) => path === join(folder, file));
  const opened = (path: unknown): Lost | undefined => {
    const here = lostIn(path);
    if (here && here.from < 0) throw failure(here.code ?? 'EIO');
    return here;
  };
  const handles = new Map<number, Lost>();
  fs.openSync = (path, ...more) => {
    const here = opened(path);
    const handle = real.openSync(path, ...more);
    handles.delete(handle);
    if (here) handles.set(handle, here);
    return handle;
  };
  fs.readSync = ((handle: number, to: Buffer, offset: number, length: number, at: number) => {
    const here = handles.get(handle);
    return real.readSync(handle, to, offset, here ? cut(here, at, length) : length, at);
  }) as typeof fs.readSync;
  fs.readdirSync = ((path: unknown) => {
    opened(path);
    return real.readdirSync(path as string);
  }) as typeof fs.readdirSync;
  const stat = (path: string) => {
    if (lostIn(path)?.code === 'ENOENT') throw failure('ENOENT');
    return real.statSync(path);
  };
  Object.assign(fs, { statSync: stat });
  promises.open = async (path, ...more) => {
    const here = opened(path);
    const handle = await real.open(path, ...more);
    if (!here) return handle;
    const read = async (to: Buffer, offset: number, length: number, at: number) =>
      handle.read(to, offset, cut(here, at, length), at);
    return { read, stat: () => handle.stat(), close: () => handle.close() } as unknown as typeof handle;
  };
  syncBuiltinESMExports();
};

/** A page with something in it, and its checksum. */
const page = (block: number): Buffer => {
  const made = Buffer.alloc(PAGE_BYTES, 7);
  made.writeUInt16LE(pageSum(new Int32Array(made.buffer, made.byteOffset, PAGE_BYTES / 4), block), 8);
  return made;
};
const pages = (many: number): Buffer => Buffer.concat(Array.from({ length: many }, (_, n) => page(n)));

beforeAll(() => {
  folder = join(emptyFolder(), 'postgres');
  for (const below of ['global', 'base/5']) fs.mkdirSync(join(folder, below), { recursive: true });
  fs.writeFileSync(join(folder, 'global/1'), page(0));
  fs.writeFileSync(join(folder, 'base/5/11'), pages(3));
  // Its second page stands where its first should.
  fs.writeFileSync(join(folder, 'base/5/12'), page(1));
});
beforeEach(() => fs.writeFileSync(join(folder, 'base/5/10'), pages(STRETCH + 20)));
afterEach(() => {
  const { open, ...sync } = real;
  Object.assign(fs, sync);
  promises.open = open;
  syncBuiltinESMExports();
});
afterAll(removeFolders);

const walked = async (): Promise<readonly string[]> => {
  const found: string[] = [];
  for await (const some of walkPages(folder)) found.push(...some);
  return found;
};

const BAD = 'page 0 of base/5/12 does not have its checksum';
/** Two sectors of one file, in the middle of pages, and a whole other file. */
const LOST: readonly Lost[] = [
  { file: 'base/5/10', from: 5 * PAGE_BYTES + 4_096, to: (STRETCH + 3) * PAGE_BYTES },
  { file: 'base/5/11', from: -1, to: 0 },
];
const TOLD = [
  'page 5 of base/5/10 cannot be read',
  `page ${STRETCH} of base/5/10 cannot be read`,
  'base/5/11 cannot be read',
  BAD,
];

test('what can be read is looked at to its end', async () => {
  expect([await walked(), checkPages(folder, Infinity)]).toEqual([[BAD], [BAD]]);
});

test('a page that cannot be read is told of, and what lies behind it is looked at', async () => {
  plant(LOST);
  expect(await walked()).toEqual(TOLD);
  expect(checkPages(folder, Infinity)).toEqual(TOLD);
});

test('behind a page that cannot be read, the next stretch of its file is looked at', async () => {
  fs.writeFileSync(join(folder, 'base/5/10'), Buffer.concat([pages(STRETCH), page(0)]));
  plant([{ file: 'base/5/10', from: 0, to: 1 }]);
  const told = [
    'page 0 of base/5/10 cannot be read',
    `page ${STRETCH} of base/5/10 does not have its checksum`,
    BAD,
  ];
  expect(await walked()).toEqual(told);
  expect(checkPages(folder, Infinity)).toEqual(told);
});

const withCode = (code: string): readonly Lost[] => LOST.map((lost) => ({ ...lost, code }));

test.each(['EIO', 'EUCLEAN', 'EBADMSG', 'ENODATA', 'ESTALE', 'EREMOTEIO', 'ENXIO'])(
  'whatever word the disk has for what it does not give: %s',
  async (code) => {
    plant(withCode(code));
    expect(await walked()).toEqual(TOLD);
    expect(checkPages(folder, Infinity)).toEqual(TOLD);
  },
);

test.each(['EMFILE', 'ENFILE', 'ENOMEM', 'EACCES', 'EPERM'])(
  'what this process lacks or may not do is no damage: %s',
  async (code) => {
    for (const lost of withCode(code)) {
      plant([lost]);
      await expect(walked()).rejects.toThrow(code);
      expect(() => checkPages(folder, Infinity)).toThrow(code);
    }
  },
);

test('an error that is none of the system is no damage', async () => {
  plant([{ file: 'base/5/11', from: -1, to: 0, code: 'ERR_INVALID_ARG_VALUE' }]);
  await expect(walked()).rejects.toThrow('ERR_INVALID');
});

test('a file that the database has dropped meanwhile is no damage', async () => {
  plant([{ file: 'base/5/11', from: -1, to: 0, code: 'ENOENT' }]);
  expect([await walked(), checkPages(folder, Infinity)]).toEqual([[BAD], [BAD]]);
});

test.each(['base/5', 'base', 'global'])(
  'a folder that the disk does not list (%s) is damage',
  async (file) => {
    plant([{ file, from: -1, to: 0 }]);
    const told = [`${file} cannot be read`];
    expect([await walked(), checkPages(folder, Infinity)]).toEqual([told, told]);
  },
);

test.each(['global', 'base'])('a folder %s that is gone was dropped by nobody', async (file) => {
  plant([{ file, from: -1, to: 0, code: 'ENOENT' }]);
  await expect(walked()).rejects.toThrow('ENOENT');
});
