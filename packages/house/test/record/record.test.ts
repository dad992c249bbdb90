import { join } from 'node:path';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { leafHashOf } from '../../src/record/leaf.js';
import { type Checkpoint, readCheckpoint } from '../../src/record/note.js';
import { isConsistent, isIncluded } from '../../src/record/proof.js';
import { RecordBroken, type RecordOptions, SealedRecord } from '../../src/record/record.js';
import { recordRoutes } from '../../src/record/routes.js';
import { openSource } from '../../src/record/source.js';
import { TILE_LEAVES } from '../../src/record/tiles.js';
import { rootOf } from '../../src/record/tree.js';
import { verifyRecord } from '../../src/record/verify.js';
import { type Run, unavailable } from '../../src/store/database.js';
import { insideOf } from '../../src/store/sql-store.js';
import { backupStore, openEmbeddedStore, restoreStore, type Store } from '../../src/store/store.js';
import { addRoutes } from '../../src/wire/route.js';
import { addAnswers } from '../../src/wire/server.js';
import { emptyFolder, removeFolders, storeFolder } from '../store/folders.js';
import { event, work } from '../store/works.js';
import { until } from '../support/client.js';
import { makeKey } from './tampering.js';

const key = makeKey('boxperson/test/00000000');

/** The record's routes and nothing else, as the house serves them. */
async function serving(record: SealedRecord): Promise<FastifyInstance> {
  const app = fastify();
  await app.register(rateLimit, { global: false });
  addAnswers(app);
  addRoutes(app, recordRoutes(record), async () => null);
  return app;
}
const stores: Store[] = [];
afterAll(async () => {
  for (const store of stores) await store.close().catch(() => undefined);
  removeFolders();
});

const freshStore = async (): Promise<Store> => {
  const store = await openEmbeddedStore(storeFolder());
  stores.push(store);
  return store;
};

const HOUR = 3_600_000;
/** Nothing is signed but when it is asked for. */
const still: RecordOptions = { key, everyMs: HOUR, leastMs: HOUR };

const fill = async (store: Store, count: number, stream = 's'): Promise<void> => {
  const last = (await store.streams()).find((found) => found.stream === stream)?.last ?? 0;
  for (let n = 1; n <= count; n += 50) {
    const events = Array.from({ length: Math.min(50, count - n + 1) }, (_, i) => event(stream, last + n + i));
    await store.append(work({ events }));
  }
};

const rootOfLog = async (store: Store, size: number): Promise<Buffer> =>
  rootOf((await store.readLog(0, size)).map(leafHashOf));

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const ask = (store: Store, text: string, ...values: unknown[]) =>
  insideOf(store).database.write({ text, values });

const latest = (record: SealedRecord): Checkpoint => record.latestCheckpoint() as Checkpoint;

describe('a record that grows', () => {
  test('its first entry names the key, and it is signed from the start', async () => {
    const store = await freshStore();
    const record = await SealedRecord.open(store, still);
    const [first] = await store.readLog(0, 1);
    expect(first).toMatchObject({ seq: 1, stream: 'record', position: 1 });
    expect(JSON.parse(String(first?.body))).toMatchObject({ event: 'record-key-used', key: key.line });
    expect(latest(record)).toMatchObject({ size: 1, root: await rootOfLog(store, 1) });
    expect(readCheckpoint(latest(record).note, [key]).ok).toBe(true);
    await record.close();
  });

  test('every checkpoint has the root of the log at its size, also across restarts', async () => {
    const store = await freshStore();
    for (const more of [3, TILE_LEAVES, 10, 2 * TILE_LEAVES - 7, 1, 0]) {
      const record = await SealedRecord.open(store, still);
      await fill(store, more);
      const signed = await record.checkpointNow();
      expect(signed?.root).toEqual(await rootOfLog(store, signed?.size as number));
      await record.close();
    }
    expect((await ask(store, 'select count(*)::int as n from house.checkpoints'))[0]?.['n']).toBe(6);
    expect((await store.readLog(0, 9_999)).filter(({ stream }) => stream === 'record')).toHaveLength(1);
  });

  test('what came without a word is read from the log', async () => {
    const store = await freshStore();
    const record = await SealedRecord.open(store, still);
    const { listeners } = insideOf(store);
    const kept = [...listeners];
    listeners.clear();
    await fill(store, 7);
    for (const listener of kept) listeners.add(listener);
    await fill(store, 2);
    const signed = await record.checkpointNow();
    expect(signed).toMatchObject({ size: 10, root: await rootOfLog(store, 10) });
    await record.close();
  });

  test('a roll is signed for at once, anything else before long', async () => {
    const store = await freshStore();
    const rolls = await SealedRecord.open(store, { key, everyMs: HOUR, leastMs: 0 });
    await store.append(work({ events: [event('table/t', 1, { event: 'wagered' })] }));
    expect(latest(rolls).size).toBe(1);
    await store.append(work({ events: [event('table/t', 2, { v: 1, event: 'rolled' })] }));
    await until(() => latest(rolls).size === 3, 'a checkpoint after the roll');
    await rolls.close();
    const slow = await SealedRecord.open(store, { key, everyMs: 50, leastMs: HOUR });
    await store.append(work({ events: [event('table/t', 3, { event: 'wagered' })] }));
    await until(() => latest(slow).size === 4, 'a checkpoint after a while');
    await slow.close();
  });

  test.each([
    [
      'cannot be signed for long',
      () => new Error('a page is gone'),
      'is not signed any more: a page is gone',
      false,
    ],
    ['is found broken while the house runs', () => new RecordBroken('x is missing'), 'x is missing', true],
  ])('what %s is told to somebody', async (_what, why, told, isBroken) => {
    const store = await freshStore();
    const alarms: string[] = [];
    let fails = false;
    const write: Run = async (query) => {
      if (fails) throw why();
      return insideOf(store).write(query);
    };
    const record = await SealedRecord.open(store, {
      ...{ key, everyMs: 10, leastMs: 0, keeper: { isOurs: () => true, write } },
      onAlarm: (text) => void alarms.push(text),
    });
    fails = true;
    await fill(store, 2);
    await until(() => alarms.length > 0, 'an alarm');
    await pause(100);
    expect(alarms).toEqual([expect.stringContaining(told)]);
    expect(record.broken !== null).toBe(isBroken);
    fails = false;
    if (!isBroken) await until(() => latest(record).size === 3, 'a checkpoint');
    await record.close();
  });

  test('many rolls share a checkpoint', async () => {
    const store = await freshStore();
    const record = await SealedRecord.open(store, { key, everyMs: HOUR, leastMs: HOUR });
    for (let n = 1; n <= 20; n += 1)
      await store.append(work({ events: [event('table/t', n, { v: 1, event: 'rolled' })] }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(latest(record).size).toBe(1);
    await record.close();
    expect(latest(record).size).toBe(21);
  });

  test('more than waits in memory is taken in before the next checkpoint', async () => {
    const store = await freshStore();
    const record = await SealedRecord.open(store, still);
    await fill(store, 3_000);
    await until(() => record.size > 1_000, 'the tree to grow');
    expect(latest(record).size).toBe(1);
    expect(await record.checkpointNow()).toMatchObject({ size: 3_001, root: await rootOfLog(store, 3_001) });
    await record.close();
  });

  // Other nodes go on rolling while one reads its record.
  test('a roll while the log is still being read', async () => {
    const store = await freshStore();
    await fill(store, 10);
    const { readLog, readStream } = store;
    store.readStream = async (...asked) => {
      await store.append(work({ events: [event('table/t', 1, { v: 1, event: 'rolled' })] }));
      await pause(5);
      return readStream(...asked);
    };
    // If two read at once, the second has its answer after the first, and nothing of it is new.
    let reads = 0;
    store.readLog = async (...asked) => {
      reads += 1;
      const isFirst = reads === 1;
      const entries = await readLog(...asked);
      for (let ms = 0; isFirst && reads === 1 && ms < 1_000; ms += 5) await pause(5);
      if (!isFirst) await pause(100);
      return entries;
    };
    const record = await SealedRecord.open(store, { key, leastMs: 0 });
    Object.assign(store, { readLog, readStream });
    const size = (await store.readLog(0, 100)).length;
    await until(() => latest(record).size === size, 'a checkpoint of all');
    expect([record.broken, latest(record).root]).toEqual([null, await rootOfLog(store, size)]);
    await record.close();
  });

  test('a new key is named in the log before it signs', async () => {
    const store = await freshStore();
    await (await SealedRecord.open(store, still)).close();
    const other = makeKey('boxperson/test/22222222');
    const record = await SealedRecord.open(store, { ...still, key: other });
    expect(record.broken).toBeNull();
    expect(readCheckpoint(latest(record).note, [other]).ok).toBe(true);
    await record.close();
    const { write: run } = insideOf(store).database;
    const report = await verifyRecord(await openSource({ run, close: async () => {} }));
    await run({ text: 'rollback' });
    expect(report.faults).toEqual([]);
    expect(report.counts['checkpoints']).toBe(2);
  });
});

test('a backup takes its checkpoints along, and the restored house goes on signing', async () => {
  const file = join(emptyFolder(), 'backup.gz');
  const here = await freshStore();
  const record = await SealedRecord.open(here, still);
  await fill(here, TILE_LEAVES + 5);
  const signed = (await record.checkpointNow()) as Checkpoint;
  expect(await backupStore(here, file)).toMatchObject({ log: TILE_LEAVES + 6, checkpoint: 2 });
  await record.close();
  const there = await freshStore();
  await restoreStore(file, there);
  const restored = await SealedRecord.open(there, still);
  expect([restored.broken, latest(restored).note]).toEqual([null, signed.note]);
  await fill(there, 1);
  expect((await restored.checkpointNow())?.size).toBe(TILE_LEAVES + 7);
  expect(
    isConsistent(signed, latest(restored), (await restored.consistency(signed.size, TILE_LEAVES + 7)) ?? []),
  ).toBe(true);
  await restored.close();
});

describe('a record that is not what was signed', () => {
  const tampered = async (
    text: string,
  ): Promise<{ record: SealedRecord; store: Store; errors: unknown[] }> => {
    const store = await freshStore();
    const before = await SealedRecord.open(store, still);
    await fill(store, TILE_LEAVES + 20);
    await before.close();
    await ask(store, 'alter table house.log disable trigger user');
    await ask(store, 'alter table house.checkpoints disable trigger user');
    await ask(store, text);
    const errors: unknown[] = [];
    const record = await SealedRecord.open(store, { ...still, onError: (error) => errors.push(error) });
    return { record, store, errors };
  };

  test('nothing more is signed, and the house hears why', async () => {
    const { record, store, errors } = await tampered(`update house.log set body = '{}' where seq = 270`);
    expect(record.broken).toMatch(/first 277 entries do not have the root/);
    expect(String(errors[0])).toMatch(/boxperson verify/);
    await fill(store, 5);
    expect(await record.checkpointNow()).toBeNull();
    expect((await ask(store, 'select max(size)::int as n from house.checkpoints'))[0]?.['n']).toBe(277);
    await record.close();
  });

  test('a checkpoint that was not signed here', async () => {
    const { record } = await tampered(
      `update house.checkpoints set note = replace(note, '277', '276') where size = 277`,
    );
    expect(record.broken).toMatch(/newest checkpoint has a signature/);
    await record.close();
  });

  test('a log that ends before the newest checkpoint', async () => {
    const { record } = await tampered('delete from house.log where seq > 270');
    expect(record.broken).not.toBeNull();
    await record.close();
  });

  test('a log with a hole, and a key event that is none', async () => {
    const hole = await tampered('delete from house.log where seq = 270');
    expect(hole.record.broken).toBe('entry 270 is missing');
    await hole.record.close();
    const garbage = await tampered(`update house.log set body = 'no' where stream = 'record'`);
    expect(garbage.record.broken).toBe('entry 1 is not what was committed');
    await garbage.record.close();
  });

  test('bad tiles are made anew from the log', async () => {
    const { record, store } = await tampered(`update house.tiles set root = repeat('A', 43) || '='`);
    expect(record.broken).toBeNull();
    await fill(store, 1);
    expect(await record.checkpointNow()).toMatchObject({ size: 278, root: await rootOfLog(store, 278) });
    const [row] = await ask(store, 'select root from house.tiles where nr = 0');
    expect(row?.['root']).toBe((await rootOfLog(store, TILE_LEAVES)).toString('base64'));
    await record.close();
  });
});

describe('a page of the log that cannot be read', () => {
  const error = Object.assign(new Error('invalid page in block 7 of relation base/5/10'), { code: 'XX001' });
  /** Two thousand entries are read at once when the tree is made from the log. */
  const MANY = 2_200;
  const filled = async (): Promise<Store> => {
    const store = await freshStore();
    const record = await SealedRecord.open(store, still);
    await fill(store, MANY - 1);
    await record.close();
    return store;
  };
  const keptIn = async (store: Store): Promise<unknown> => [
    await ask(store, 'select nr, root from house.tiles order by nr'),
    await ask(store, 'select size from house.checkpoints order by size'),
  ];
  const found = async (store: Store): Promise<readonly string[]> =>
    (await store.readStream('record', 0, 99))
      .map(({ body }) => body)
      .filter((body) => /damage-found/.test(body));

  test.each([
    ['when the tree is made', (after: number) => after >= 2_000, 'delete from house.tiles'],
    ['of the newest entries', (after: number, limit: number) => after > 0 && limit <= TILE_LEAVES, null],
  ])('%s ends the signing, and not the start', async (_when, isBad, first) => {
    const store = await filled();
    if (first) await ask(store, first);
    const { readLog } = store;
    store.readLog = (after, limit) => (isBad(after, limit) ? Promise.reject(error) : readLog(after, limit));
    const kept = await keptIn(store);
    const alarms: string[] = [];
    const open = () => SealedRecord.open(store, { ...still, onAlarm: (text) => void alarms.push(text) });
    for (let starts = 1; starts <= 2; starts += 1) {
      const record = await open();
      expect(record.broken).toBe(error.message);
      await fill(store, 2 * TILE_LEAVES);
      await record.checkpointNow();
      await record.close();
      expect(alarms.splice(0)).toEqual([expect.stringContaining(error.message)]);
    }
    expect([await keptIn(store), (await found(store)).length]).toEqual([kept, 1]);
  });

  test('of the own stream, too', async () => {
    const store = await filled();
    const { readStream } = store;
    store.readStream = () => Promise.reject(error);
    const kept = await keptIn(store);
    const record = await SealedRecord.open(store, { ...still, key: makeKey('boxperson/test/33333333') });
    store.readStream = readStream;
    expect(record.broken).toBe(error.message);
    await record.close();
    // A key that may be new has signed nothing, and is not named.
    expect([await keptIn(store), (await store.readStream('record', 0, 99)).length]).toEqual([kept, 2]);
  });

  test('is no store that is away', async () => {
    const store = await filled();
    store.readLog = () => Promise.reject(unavailable('away'));
    await expect(SealedRecord.open(store, still)).rejects.toThrow('away');
  });

  test.each([
    [
      'a pooler that has no connection left',
      Object.assign(new Error('too many clients'), { code: 'XX000', severity: 'FATAL' }),
    ],
    ['a mistake of ours', new RangeError('Invalid time value')],
  ])('is not %s: the start fails, and nothing is on record', async (_what, failure) => {
    const store = await freshStore();
    await (await SealedRecord.open(store, still)).close();
    const { readLog } = store;
    store.readLog = () => Promise.reject(failure);
    await expect(SealedRecord.open(store, still)).rejects.toBe(failure);
    store.readLog = readLog;
    expect(await found(store)).toEqual([]);
  });
});

describe('proofs for anybody', () => {
  const SIZE = 2 * TILE_LEAVES + 40;

  test('over HTTP, checked with nothing but the checkpoint and the key', async () => {
    const store = await freshStore();
    const record = await SealedRecord.open(store, still);
    await fill(store, 99);
    const early = (await record.checkpointNow()) as Checkpoint;
    await fill(store, SIZE - 100);
    await record.checkpointNow();
    const app = await serving(record);
    const get = async (path: string) =>
      (await app.inject(`/api/record/${path}`)) as { statusCode: number; body: string };
    const hashes = (texts: readonly string[]): Buffer[] => texts.map((text) => Buffer.from(text, 'base64'));

    expect((await get('key')).body).toBe(`${key.line}\n`);
    const read = readCheckpoint((await get('checkpoint')).body, [key]);
    if (!read.ok) throw new Error(read.why);
    const now = read.value;
    expect(now.size).toBe(SIZE);

    const consistency = JSON.parse((await get(`consistency?from=${early.size}`)).body);
    expect(isConsistent(early, now, hashes(consistency.path))).toBe(true);
    for (const seq of [1, 2, 255, 256, 257, 400, 512, 513, SIZE]) {
      const [entry] = await store.readLog(seq - 1, 1);
      const proof = JSON.parse((await get(`inclusion?seq=${seq}`)).body);
      expect(proof.size).toBe(SIZE);
      expect(isIncluded(leafHashOf(entry as never), seq - 1, now, hashes(proof.path))).toBe(true);
      if (seq > early.size) continue;
      const then = JSON.parse((await get(`inclusion?seq=${seq}&size=${early.size}`)).body);
      expect(isIncluded(leafHashOf(entry as never), seq - 1, early, hashes(then.path))).toBe(true);
    }
    await app.close();
    await record.close();
  });

  test('what makes no sense is refused with the field', async () => {
    const store = await freshStore();
    const record = await SealedRecord.open(store, still);
    await fill(store, 9);
    await record.checkpointNow();
    await fill(store, 9);
    const app = await serving(record);
    for (const [path, why] of [
      ['inclusion', /seq/],
      ['inclusion?seq=0', /seq and size: must be from 1 to 10/],
      ['inclusion?seq=11', /from 1 to 10/],
      ['inclusion?seq=9&size=8', /seq not above size/],
      ['inclusion?seq=-1', /seq: must be a whole number/],
      ['inclusion?seq=1&seq=2', /seq/],
      ['inclusion?seq=1&foo=2', /foo/],
      ['consistency?from=8&to=7', /from not above to/],
      ['consistency?from=8&to=15', /from 0 to 10/],
      ['consistency?from=1e3', /from: must be a whole number/],
    ] as const) {
      const answer = await app.inject(`/api/record/${path}`);
      expect([path, answer.statusCode]).toEqual([path, 400]);
      expect(answer.json().refused.message).toMatch(why);
    }
    let status = 0;
    for (let n = 0; n < 200 && status !== 429; n += 1)
      status = (await app.inject('/api/record/inclusion?seq=1')).statusCode;
    expect(status).toBe(429);
    await app.close();
    await record.close();
  });
});
