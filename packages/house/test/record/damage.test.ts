// What is kept is as it was written, or somebody hears of it: bits that flip, rows that are edited, a key that is gone.
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { keyFileIn, loadOrMakeKey } from '../../src/record/key-file.js';
import type { SigningKey } from '../../src/record/note.js';
import { Patrol } from '../../src/record/patrol.js';
import { type RecordOptions, SealedRecord } from '../../src/record/record.js';
import { openSource } from '../../src/record/source.js';
import { TILE_LEAVES } from '../../src/record/tiles.js';
import { verifyRecord } from '../../src/record/verify.js';
import { checkPages, pagedFiles } from '../../src/store/pages.js';
import { insideOf } from '../../src/store/sql-store.js';
import { type LogEntry, openEmbeddedStore, readEmbeddedStore, type Store } from '../../src/store/store.js';
import { checkSums } from '../../src/store/sums.js';
import { removeFolders, storeFolder } from '../store/folders.js';
import { event, faultOf, move, work } from '../store/works.js';
import { until } from '../support/client.js';
import { openTestHouse } from '../support/house.js';
import { call } from '../support/http.js';
import { seeded } from '../support/player.js';
import { verifyOpen } from '../support/verify.js';
import { openFloor } from './play.js';
import { makeKey } from './tampering.js';

const FLIPS = Number(process.env['FLIPS'] ?? 24);
const ROWS = [
  'log',
  'commands',
  'entries',
  'postings',
  'balances',
  'snapshots',
  'documents',
  'checkpoints',
  'tiles',
];
const key = makeKey('boxperson/test/00000000');

afterAll(removeFolders);

/** Turns one bit of a file over. */
const flip = (file: string, bit: number): void => {
  const handle = openSync(file, 'r+');
  const byte = Buffer.alloc(1);
  readSync(handle, byte, 0, 1, bit >> 3);
  byte[0] = (byte[0] as number) ^ (1 << (bit & 7));
  writeSync(handle, byte, 0, 1, bit >> 3);
  closeSync(handle);
};

/** Every row that counts, as one hash; null when it cannot be read. */
const rowsIn = async (data: string): Promise<string | null> => {
  const hash = createHash('sha256');
  try {
    const { run, close } = await readEmbeddedStore(data);
    try {
      for (const table of ROWS)
        hash.update(
          JSON.stringify(await run({ text: `select * from house.${table} t order by t::text collate "C"` })),
        );
    } finally {
      await close();
    }
  } catch {
    return null;
  }
  return hash.digest('hex');
};

const verifyIn = async (data: string) => {
  const source = await openSource(await readEmbeddedStore(data));
  return verifyRecord(source).finally(() => source.close());
};

/** A closed folder in which there was play. */
const played = async (): Promise<string> => {
  const data = await storeFolder();
  const store = await openEmbeddedStore(data);
  const record = await SealedRecord.open(store, { key: loadOrMakeKey(keyFileIn(data), 'Test House') });
  await (await openFloor(store, ['star', 'aruze'])).play(25);
  for (let n = 0; n < 50; n += 1) {
    await store.putDocument('paper', `p-${n}`, JSON.stringify({ n, name: 'Somebody'.repeat(n) }));
    await store.append(work({ command: { id: `command-${n}`, hash: `${n}`, answer: '{"ok":true}' } }));
  }
  await record.close();
  await store.close();
  return data;
};

describe('bits that flip in a closed folder', () => {
  let data: string;
  let postgres: string;
  beforeAll(async () => {
    data = await played();
    postgres = join(data, 'postgres');
  });

  test('nothing is wrong with it before', async () => {
    expect([checkSums(postgres), checkPages(postgres, Infinity)]).toEqual([[], []]);
    expect((await verifyIn(data)).faults).toEqual([]);
  });

  test(`each of ${FLIPS} is harmless, or noticed before the folder is opened`, async () => {
    const random = seeded(15);
    const whole = await rowsIn(data);
    const others = ['pg_xact/0000', 'pg_multixact/offsets/0000', 'global/pg_filenode.map'];
    const files = [
      ...pagedFiles(postgres).filter((file) => statSync(join(postgres, file)).size > 0),
      ...others,
    ];
    let noticed = 0;
    for (let n = 0; n < FLIPS; n += 1) {
      const name = n % 8 === 0 ? others[(n / 8) % others.length] : files[Math.floor(random() * files.length)];
      const file = join(postgres, String(name));
      const bit = Math.floor(random() * statSync(file).size * 8);
      flip(file, bit);
      const found = [...checkSums(postgres), ...checkPages(postgres, Infinity)];
      if (found.length > 0) noticed += 1;
      else expect(await rowsIn(data), `${name}, bit ${bit}`).toBe(whole);
      if (found.length > 0) flip(file, bit);
    }
    expect(noticed).toBeGreaterThan(FLIPS / 2);
    expect(await rowsIn(data)).toBe(whole);
  });

  test('the house that opens it says so, signs nothing more, and whoever opens it next says so again', async () => {
    const postings = await fileOf(data, 'house.postings');
    if (checkPages(postgres, Infinity).length === 0) flip(join(postgres, postings), 8 * 8_000);
    const message = `page 0 of ${postings} does not have its checksum`;
    const alarms: string[] = [];
    const onAlarm = (text: string) => void alarms.push(text);
    const house = await openTestHouse({ data, onAlarm });
    const { store } = house.house;
    try {
      // Tables that need the page stand still, and that is told after it.
      expect(alarms[0]).toContain(message);
      expect(house.record.broken).toBe(message);
      const before = house.record.latestCheckpoint()?.size;
      // In one batch with money, which needs the page: that one is refused, and nobody beside it.
      const [money] = await Promise.all([
        faultOf(store.append(work({ entries: [move('house:bank', 'house:other', 1)] }))),
        store.append(work({ events: [event('s', 1)] })),
      ]);
      expect(money).toMatchObject({ kind: 'unavailable', why: expect.stringContaining('invalid page') });
      expect((await house.record.checkpointNow())?.size).toBe(before);
      const wrong = expect.arrayContaining(['record-broken']);
      expect(await call(house.url, 'GET', '/health')).toMatchObject({ status: 503, body: { wrong } });
    } finally {
      await house.close();
    }

    // The patrol may have come by as well.
    alarms.length = 0;
    const next = await openEmbeddedStore(data);
    const record = await SealedRecord.open(next, { key: house.record.key as SigningKey, onAlarm });
    expect([record.broken, alarms]).toEqual([message, [expect.stringContaining(message)]]);
    const own = await next.readStream('record', 0, 99);
    expect(own.filter(({ body }) => body.includes('damage-found'))).toHaveLength(1);
    await next.close();
    expect((await verifyIn(data)).faults).toContainEqual({ area: 'files', message });
  }, 90_000);
});

/** Where a table keeps its rows, seen from the folder of the database. */
async function fileOf(data: string, table: string): Promise<string> {
  const { run, close } = await readEmbeddedStore(data);
  const [row] = await run({ text: `select pg_relation_filepath('${table}') as path` }).finally(close);
  return String(row?.['path']);
}

const HOUR = 3_600_000;

const edit = async (store: Store, table: string, text: string): Promise<void> => {
  const { write } = insideOf(store).database;
  await write({ text: `alter table house.${table} disable trigger all` });
  await write({ text });
  await write({ text: `alter table house.${table} enable trigger all` });
};

/** Signs only when it is asked to. */
const stillTelling = (alarms: string[]): RecordOptions => ({
  key,
  everyMs: HOUR,
  leastMs: HOUR,
  onAlarm: (text) => void alarms.push(text),
});

describe('rows that somebody edits', () => {
  const alarms: string[] = [];
  const still = stillTelling(alarms);
  const walking = (store: Store, record: SealedRecord, data: string) =>
    new Patrol({ store, record, data, everyMs: HOUR });

  /** A store with entries in more tiles than a start looks at. */
  let store: Store;
  let data: string;
  beforeAll(async () => {
    data = await storeFolder();
    store = await openEmbeddedStore(data);
    const record = await SealedRecord.open(store, still);
    for (let n = 0; n < 19 * TILE_LEAVES; n += 512)
      await store.append(work({ events: Array.from({ length: 512 }, (_, i) => event('s', n + i + 1)) }));
    await record.close();
  });
  afterAll(() => store.close());

  test('play is no damage, however long one walks beside it', async () => {
    const folder = await storeFolder();
    const calm = await openEmbeddedStore(folder);
    const record = await SealedRecord.open(calm, still);
    const floor = await openFloor(calm, ['star']);
    const patrol = walking(calm, record, folder);
    let over = false;
    const playing = floor.play(30).finally(() => {
      over = true;
    });
    while (!over) await patrol.round();
    await playing;
    expect([record.broken, alarms]).toEqual([null, []]);
    await calm.close();
  });

  test('the patrol finds an edited entry wherever it is, and a start looks there again', async () => {
    const record = await SealedRecord.open(store, still);
    await edit(store, 'log', `update house.log set body = replace(body, '{', '{ ') where seq = 300`);
    await walking(store, record, data).round();
    expect(record.broken).toBe('entry 300 is not what was committed');
    expect(alarms.splice(0)).toEqual([expect.stringMatching(/damaged: entry 300 is not what was committed/)]);
    await store.append(work({ events: [event('after', 1)] }));
    const { size } = (await record.checkpointNow()) as { readonly size: number };
    expect(size).toBeLessThan((await store.readLog(size, 9)).at(-1)?.seq as number);
    await record.close();

    const again = await SealedRecord.open(store, still);
    expect(again.broken).toBe('entry 300 is not what was committed');
    expect((await again.checkpointNow())?.size).toBe(size);
    await again.close();

    // Put back as it was, the record is sound, and goes on.
    await edit(store, 'log', `update house.log set body = replace(body, '{ ', '{') where seq = 300`);
    alarms.splice(0);
    const sound = await SealedRecord.open(store, still);
    expect([sound.broken, alarms]).toEqual([null, []]);
    expect((await sound.checkpointNow())?.size).toBeGreaterThan(size);
    await sound.close();
    expect((await verifyOpen(store)).notes).toContainEqual(expect.stringMatching(/found damage: entry 300/));
  });

  test('a start looks at the newest entries before anything is signed', async () => {
    await edit(store, 'log', 'update house.log set at = at + 1 where seq = 4000');
    const record = await SealedRecord.open(store, still);
    expect(record.broken).toBe('entry 4000 is not what was committed');
    await record.close();
    await edit(store, 'log', 'update house.log set at = at - 1 where seq = 4000');
    alarms.splice(0);
  });

  test('the patrol finds balances and entries of the ledger that do not fit each other', async () => {
    const money = (amount: number) => [
      { account: 'cash/in', amount: -amount },
      { account: 'player/p1', amount },
    ];
    await store.append(work({ entries: [{ reason: 'buy-in', postings: money(500) }] }));
    const damage = async (table: string, text: string, back: string): Promise<string | null> => {
      const record = await SealedRecord.open(store, still);
      await edit(store, table, text);
      await walking(store, record, data).round();
      await edit(store, table, back);
      await record.close();
      return record.broken;
    };
    const change = (table: string, by: number) =>
      `update house.${table} set amount = amount + ${by} where account = 'player/p1'`;
    expect(await damage('balances', change('balances', 1), change('balances', -1))).toBe(
      'the balance of player/p1 is not what its ledger entries come to',
    );
    expect(await damage('postings', change('postings', 1), change('postings', -1))).toMatch(
      /^ledger entry \d+ does not sum to zero$/,
    );
    alarms.splice(0);
  });

  test('the patrol finds a page that has gone bad, of rows that nobody reads', async () => {
    const record = await SealedRecord.open(store, still);
    const path = "select pg_relation_filepath('house.documents') as path";
    await store.putDocument('kind', 'id', 'somebody');
    await insideOf(store).database.write({ text: 'checkpoint' });
    const file = String((await insideOf(store).read({ text: path }))[0]?.['path']);
    flip(join(data, 'postgres', file), 8 * 8_100);
    await walking(store, record, data).round();
    expect(record.broken).toBe(`page 0 of ${file} does not have its checksum`);
    flip(join(data, 'postgres', file), 8 * 8_100);
    alarms.splice(0);
    await record.close();
  });
});

describe('damage that was found before the house opened', () => {
  const MESSAGE = 'the balance of player/p1 is not what its ledger entries come to';
  const alarms: string[] = [];
  const still = stillTelling(alarms);
  const change = (store: Store, by: number) =>
    edit(store, 'balances', `update house.balances set amount = amount + ${by} where account = 'player/p1'`);
  const round = async (store: Store, record: SealedRecord): Promise<void> => {
    const patrol = new Patrol({ store, record, data: null, everyMs: HOUR });
    await patrol.round().finally(() => patrol.close());
  };
  const told = async (store: Store, what: string): Promise<number> =>
    (await store.readStream('record', 0, 99)).filter(({ body }) => body.includes(`"${what}"`)).length;
  /** A store in which such damage was found, and mended while no house had it open. */
  const mended = async (): Promise<{ store: Store; size: number; sinceThen: SealedRecord }> => {
    const store = await openEmbeddedStore(await storeFolder());
    const record = await SealedRecord.open(store, still);
    await store.append(work({ entries: [move('cash/in', 'player/p1', 500)] }));
    await change(store, 1);
    await round(store, record);
    expect(record.broken).toBe(MESSAGE);
    await change(store, -1);
    // What ended the signing of this very house does so for good.
    await round(store, record);
    expect(record.broken).toBe(MESSAGE);
    await record.close();
    alarms.length = 0;
    const size = record.latestCheckpoint()?.size as number;
    return { store, size, sinceThen: await SealedRecord.open(store, still) };
  };

  test('keeps the record unsigned until a whole round finds nothing, which is put on record', async () => {
    const { store, size, sinceThen } = await mended();
    expect([sinceThen.broken, alarms]).toEqual([null, [expect.stringContaining(MESSAGE)]]);
    expect(sinceThen.doubt).toBe(alarms[0]);
    await store.append(work({ events: Array.from({ length: 300 }, (_, n) => event('s', n + 1)) }));
    expect((await sinceThen.checkpointNow())?.size).toBe(size);
    await round(store, sinceThen);
    await until(() => (sinceThen.latestCheckpoint()?.size ?? 0) > size + 300, 'a checkpoint');
    expect([sinceThen.doubt, alarms.length, await told(store, 'found-sound')]).toEqual([null, 1, 1]);
    await sinceThen.close();

    // The next start signs at once, and the same damage is told of anew.
    alarms.length = 0;
    const next = await SealedRecord.open(store, still);
    expect([next.broken, next.doubt, alarms]).toEqual([null, null, []]);
    await store.append(work({ events: [event('t', 1)] }));
    expect((await next.checkpointNow())?.size).toBe((await store.readLog(size, 999)).at(-1)?.seq);
    await change(store, 1);
    await round(store, next);
    expect([next.broken, await told(store, 'damage-found')]).toEqual([MESSAGE, 2]);
    await change(store, -1);
    await next.close();
    const { faults, notes } = await verifyOpen(store);
    expect(faults.filter(({ stream }) => stream === 'record')).toEqual([]);
    for (const note of [/the house found damage/, /found no damage/])
      expect(notes).toContainEqual(expect.stringMatching(note));
    const again = await SealedRecord.open(store, still);
    expect([again.broken, again.doubt]).toEqual([null, expect.stringContaining(MESSAGE)]);
    await again.close();
    await store.close();
  });

  test('stays while anything is found', async () => {
    const { store, size, sinceThen } = await mended();
    await change(store, 1);
    await round(store, sinceThen);
    await change(store, -1);
    await round(store, sinceThen);
    expect([sinceThen.broken, await told(store, 'found-sound')]).toEqual([MESSAGE, 0]);
    expect((await sinceThen.checkpointNow())?.size).toBe(size);
    await sinceThen.close();
    await store.close();
  });

  test('makes no house ill, and whoever asks for a checkpoint hears of it', async () => {
    const data = await storeFolder();
    const store = await openEmbeddedStore(data);
    const body = { v: 1, event: 'damage-found', what: 'ledger', message: MESSAGE };
    await store.append(work({ events: [event('record', 1, body)] }));
    await store.close();
    const house = await openTestHouse({ data, patrol: { everyMs: HOUR } });
    try {
      expect(await call(house.url, 'GET', '/health')).toMatchObject({ status: 200, body: { ok: true } });
      expect(house.record.doubt).toContain(MESSAGE);
      const { status, body: said } = await call(house.url, 'GET', '/api/record/checkpoint');
      expect([status, JSON.stringify(said)]).toEqual([503, expect.stringContaining(MESSAGE)]);
    } finally {
      await house.close();
    }
  });

  test('keeps no node from following what the keeper signs', async () => {
    const { store, sinceThen } = await mended();
    const write = () => Promise.reject(new Error('not ours'));
    const other = await SealedRecord.open(store, { ...still, keeper: { isOurs: () => false, write } });
    await store.append(work({ events: [event('s', 1)] }));
    await round(store, sinceThen);
    const signed = await sinceThen.checkpointNow();
    expect([(await other.checkpointNow())?.size, other.doubt]).toEqual([
      signed?.size,
      expect.stringContaining(MESSAGE),
    ]);
    await other.close();
    await sinceThen.close();
    await store.close();
  });

  test('ends at every node for itself, and is put on record by the one that keeps it', async () => {
    const { store, size, sinceThen } = await mended();
    await sinceThen.close();
    let isOurs = false;
    const keeper = { isOurs: () => isOurs, write: insideOf(store).write };
    const node = await SealedRecord.open(store, { ...still, keeper });
    const wrote = vi.spyOn(store, 'append');
    await round(store, node);
    await round(store, node);
    // It asks the store for nothing that would be refused there.
    expect([node.doubt, wrote.mock.calls]).toEqual([null, []]);
    isOurs = true;
    const signed = await node.checkpointNow();
    expect(signed?.size).toBeGreaterThan(size);
    expect(await told(store, 'found-sound')).toBe(1);
    await node.close();
    await store.close();
  });

  test('is none any more where the same is found again', async () => {
    const { store, sinceThen } = await mended();
    await sinceThen.report({ what: 'ledger', message: MESSAGE });
    expect([sinceThen.broken, sinceThen.doubt]).toEqual([MESSAGE, null]);
    await sinceThen.close();
    await store.close();
  });

  test('of which another node told meanwhile is not gone by a round that began before', async () => {
    const { store, sinceThen } = await mended();
    const { stream, position } = (await store.readStream('record', 0, 99)).at(-1) as LogEntry;
    const other = { v: 1, event: 'damage-found', what: 'files', message: 'another page' };
    await store.append(work({ events: [event(stream, position + 1, other)] }));
    await round(store, sinceThen);
    expect(sinceThen.doubt).toBeNull();
    await sinceThen.close();
    const next = await SealedRecord.open(store, still);
    expect(next.doubt).toContain('another page');
    await next.close();
    await store.close();
  });
});

describe('a key that is gone', () => {
  test('is an alarm and a new beginning on record, which verify tells of', async () => {
    const data = await storeFolder();
    const store = await openEmbeddedStore(data);
    const first = loadOrMakeKey(keyFileIn(data), 'Test House');
    const alarms: string[] = [];
    const onAlarm = (text: string) => void alarms.push(text);
    const signWith = async (one: SigningKey) =>
      (await SealedRecord.open(store, { key: one, onAlarm })).close();
    await signWith(first);
    await signWith(first);
    expect(alarms).toEqual([]);
    // Another one in its place is an alarm as well: a bit that flips in a key makes another key.
    await signWith(key);
    expect(alarms.splice(0)).toEqual([expect.stringContaining('is not the one in its file any more')]);
    await signWith(first);
    alarms.splice(0);
    await store.close();

    rmSync(keyFileIn(data));
    const house = await openTestHouse({ data, onAlarm });
    await house.close();
    expect(alarms).toEqual([expect.stringContaining(`the earlier one, ${first.line}, was not there`)]);
    expect(house.record.key.line).not.toBe(first.line);
    const { faults, notes } = await verifyIn(data);
    expect(faults).toEqual([]);
    expect(notes).toContainEqual(
      expect.stringMatching(/a new key began to sign, .* was not there any more\.$/),
    );
  }, 60_000);
});
