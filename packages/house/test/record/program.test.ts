// `boxperson verify` and `boxperson export` as they are shipped, on a folder as a house leaves it.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyFileIn, loadOrMakeKey } from '../../src/record/key-file.js';
import { SealedRecord } from '../../src/record/record.js';
import { insideOf } from '../../src/store/sql-store.js';
import { openEmbeddedStore, openServerStore, type Store } from '../../src/store/store.js';
import { emptyFolder, removeFolders, storeFolder } from '../store/folders.js';
import { hasPostgres, type Postgres, startPostgres } from '../store/postgres.js';
import { openFloor } from './play.js';

const PROGRAM = fileURLToPath(new URL('../../../cli/bin/boxperson.js', import.meta.url));

const boxperson = (...args: readonly string[]) => {
  const { DATABASE_URL: _, FORCE_COLOR: _colour, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    encoding: 'utf8',
    env,
  });
  return { code: status, out: stdout, err: stderr };
};

let data: string;
let files: string;
const file = (name: string): string => join(files, name);

/** A little play, signed by the key of the folder; what its holder took away is in files. */
const fill = async (store: Store): Promise<void> => {
  const key = loadOrMakeKey(keyFileIn(data), 'Test House');
  const record = await SealedRecord.open(store, { key, leastMs: 20 });
  const floor = await openFloor(store, ['star', 'aruze'], 7);
  await floor.play(20);
  writeFileSync(file('mine.txt'), String((await record.checkpointNow())?.note).replaceAll('\n', '\r\n'));
  await floor.play(50);
  await record.close();
  writeFileSync(file('house.pub'), `${key.line}\n`);
};

beforeAll(async () => {
  data = storeFolder();
  files = emptyFolder();
  const store = await openEmbeddedStore(data);
  await fill(store).finally(() => store.close());
});

afterAll(removeFolders);

describe('on a folder', () => {
  test('a sound record, against what its holder took away', () => {
    const { code, out, err } = boxperson(
      'verify',
      '--data',
      data,
      '--key',
      file('house.pub'),
      '--checkpoint',
      file('mine.txt'),
    );
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('The record is sound.');
    expect(out).toMatch(/2 tables replayed by the rules/);
    expect(out).not.toMatch(/note|No key/);
  });

  test('a stretch is exported and accepted elsewhere; not with a byte changed, and not without the key', () => {
    const bundle = file('bundle.jsonl');
    expect(
      boxperson(
        'export',
        '--data',
        data,
        '--table',
        'star',
        '--to',
        '30',
        '--checkpoint',
        file('mine.txt'),
        '--out',
        bundle,
      ),
    ).toEqual({
      code: 0,
      out: `${bundle}: 30 events of table star\n`,
      err: '',
    });
    const good = boxperson(
      'verify',
      bundle,
      '--key',
      file('house.pub'),
      '--checkpoint',
      file('mine.txt'),
      '--json',
    );
    expect(good.code).toBe(0);
    expect(JSON.parse(good.out)).toMatchObject({ ok: true, faults: [], counts: { entries: 30 } });
    writeFileSync(file('changed.jsonl'), readFileSync(bundle, 'utf8').replace('staff-came', 'staff-cama'));
    const bad = boxperson('verify', file('changed.jsonl'), '--key', file('house.pub'));
    expect(bad.code).toBe(1);
    expect(bad.out).toContain('The bundle is NOT sound.');
    expect(boxperson('verify', bundle)).toMatchObject({
      code: 2,
      err: expect.stringContaining('without the key of its house'),
    });
    expect(boxperson('export', '--data', data, '--table', 'nowhere')).toMatchObject({
      code: 2,
      err: expect.stringContaining('there are aruze, star'),
    });
  });

  test.each([
    ['a folder without a store', () => ['verify', '--data', files], /There is no store in/],
    ['a key that is none', () => ['verify', '--data', data, '--key', file('mine.txt')], /is not a key/],
    [
      'a checkpoint that is none',
      () => ['verify', '--data', data, '--checkpoint', file('house.pub')],
      /is not a checkpoint/,
    ],
    [
      'a file that is not there',
      () => ['verify', file('none.jsonl'), '--key', file('house.pub')],
      /there is no file/,
    ],
    [
      'a file that is no bundle',
      () => ['verify', file('mine.txt'), '--key', file('house.pub')],
      /is not a bundle/,
    ],
    [
      'a bound that is none',
      () => ['export', '--data', data, '--table', 'star', '--from', 'noon'],
      /--from: noon is neither/,
    ],
  ] as const)('%s is bad input', (_, args, why) => {
    const { code, out, err } = boxperson(...args());
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(why);
  });

  test('not while a house runs on it', async () => {
    const store = await openEmbeddedStore(data);
    try {
      const { code, err } = boxperson('verify', '--data', data);
      expect(code).toBe(2);
      expect(err).toMatch(/in use by another house/);
    } finally {
      await store.close();
    }
  });

  test('a changed entry is named, and nothing is repaired', async () => {
    const store = await openEmbeddedStore(data);
    const run = insideOf(store).database.write;
    await run({ text: 'alter table house.log disable trigger user' });
    const [row] = await run({
      text: `update house.log set body = replace(body, '"v":1', '"v": 1')
              where seq = (select seq from house.log where body like '%"event":"wagered"%' order by seq limit 1)
          returning seq, stream, position`,
    });
    await store.close();
    const first = boxperson(
      'verify',
      '--data',
      data,
      '--key',
      file('house.pub'),
      '--checkpoint',
      file('mine.txt'),
    );
    expect(first.code).toBe(1);
    expect(first.out).toContain('The record is NOT sound.');
    expect(first.out.replace(/\s+/g, ' ')).toContain(
      `entry ${row?.['seq']} (${row?.['stream']}, event ${row?.['position']})`,
    );
  });
});

describe.skipIf(!hasPostgres())('on a server', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.stop());

  test('also while the house runs', async () => {
    const url = await postgres.freshDatabase();
    const store = await openServerStore(url);
    try {
      await fill(store);
      const { code, out, err } = boxperson(
        'verify',
        '--database',
        url,
        '--key',
        file('house.pub'),
        '--checkpoint',
        file('mine.txt'),
      );
      expect([code, err]).toEqual([0, '']);
      expect(out).toContain('The record is sound.');
    } finally {
      await store.close();
    }
  });
});
