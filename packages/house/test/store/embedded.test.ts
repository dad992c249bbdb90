import fs, { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insideOf } from '../../src/store/sql-store.js';
import { openEmbeddedStore, type Store } from '../../src/store/store.js';
import { storeContract } from './contract.js';
import { emptyFolder, removeFolders, storeFolder } from './folders.js';
import { command, event, move, work } from './works.js';

afterAll(removeFolders);

const ask = (store: Store, text: string) => insideOf(store).database.write({ text });

describe('embedded store', () => {
  storeContract({
    place: async () => storeFolder(),
    open: (place) => openEmbeddedStore(place),
    admin: async (_, store, text) => {
      const rows = await ask(store, text.includes(';') ? asBlock(text) : text);
      return rows;
    },
  });
});

/** Several statements in one go, which parameters forbid. */
const asBlock = (text: string): string => `do $do$ begin ${text}; end $do$`;

describe('the disk is asked to keep what is acknowledged', () => {
  let store: Awaited<ReturnType<typeof openEmbeddedStore>>;
  let calls = 0;
  const flushed = new Set<number>();
  const real = fs.fsyncSync;

  beforeAll(async () => {
    // The operating system's own fsync is counted as well: the store's count must not be a mere claim.
    fs.fsyncSync = (file) => {
      calls += 1;
      flushed.add(fs.fstatSync(file).ino);
      real(file);
    };
    syncBuiltinESMExports();
    // On this thread, where the calls can be counted; the same code runs on the thread of its own.
    store = await openEmbeddedStore(storeFolder(), { sameThread: true });
  });

  afterAll(async () => {
    await store?.close();
    fs.fsyncSync = real;
    syncBuiltinESMExports();
  });

  const append = (n: number) =>
    store.append(
      work({
        command: command(`c${n}`),
        events: [event(`t${n}`, 1)],
        entries: [move('cash/in', 'player/p', 1)],
      }),
    );

  test('every commit is flushed before it is acknowledged', async () => {
    for (let n = 1; n <= 20; n += 1) {
      const before = [store.fsyncs(), calls];
      await append(n);
      expect(store.fsyncs()).toBeGreaterThan(before[0] as number);
      expect(calls).toBeGreaterThan(before[1] as number);
    }
  });

  test('a batch is flushed once, not once per work', async () => {
    const [before, { batches }] = [calls, await store.health()];
    await Promise.all(Array.from({ length: 256 }, (_, n) => append(1_000 + n)));
    const commits = (await store.health()).batches - batches;
    expect(calls - before).toBeGreaterThanOrEqual(commits);
    expect(calls - before).toBeLessThan(64);
  });

  test('documents and snapshots are flushed too', async () => {
    for (const put of [() => store.putDocument('k', 'i', '1'), () => store.putSnapshot('t1', 1, '1')]) {
      const before = calls;
      await put();
      expect(calls).toBeGreaterThan(before);
    }
  });

  test('PostgreSQL believes in it as well', async () => {
    const [row] = await ask(
      store,
      `select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
      current_setting('synchronous_commit') as waits, current_setting('wal_sync_method') as method`,
    );
    expect(row).toEqual({ fsync: 'on', pages: 'on', waits: 'on', method: 'fsync' });
  });

  test('a first start flushes all of the new database before it gets its name', async () => {
    const folder = join(emptyFolder(), 'deep', 'down');
    // What a first start that was cut off leaves behind.
    mkdirSync(join(folder, 'postgres.unfinished', 'base'), { recursive: true });
    writeFileSync(join(folder, 'postgres.unfinished', 'PG_VERSION'), '18\n');
    flushed.clear();
    const own = await openEmbeddedStore(folder, { sameThread: true });
    const isFlushed = (path: string): boolean => flushed.has(fs.statSync(join(folder, path)).ino);
    const files = fs.readdirSync(join(folder, 'postgres'), { recursive: true, encoding: 'utf8' });
    expect(files.length).toBeGreaterThan(300);
    // Our own tables came later, through the journal.
    expect(files.filter((path) => !isFlushed(join('postgres', path))).length).toBeLessThan(60);
    for (const path of ['postgres/PG_VERSION', 'postgres/global/pg_control', 'postgres/base/5', 'postgres']) {
      expect(isFlushed(path), path).toBe(true);
    }
    expect([isFlushed('.'), isFlushed('..'), isFlushed('../..')]).toEqual([true, true, true]);
    expect(readdirSync(folder).sort()).toEqual([expect.stringMatching(/^lock\./), 'postgres']);
    await own.append(work({ events: [event('t', 1)] }));
    await own.close();
    expect(readdirSync(folder)).toEqual(['postgres']);
  });
});

test('on a thread of its own every commit is flushed before it is acknowledged', async () => {
  const store = await openEmbeddedStore(storeFolder());
  try {
    for (let n = 1; n <= 20; n += 1) {
      const before = store.fsyncs();
      await store.append(work({ events: [event('t', n)] }));
      expect(store.fsyncs()).toBeGreaterThan(before);
    }
  } finally {
    await store.close();
  }
});

test('a thread of its own leaves ours free while it works', async () => {
  const store = await openEmbeddedStore(storeFolder());
  try {
    const sleep = ask(store, 'select count(*) from generate_series(1, 3000000)');
    let turns = 0;
    const tick = setInterval(() => {
      turns += 1;
    }, 1);
    await sleep;
    clearInterval(tick);
    expect(turns).toBeGreaterThan(10);
  } finally {
    await store.close();
  }
});

test.each([{ sameThread: true }, { sameThread: false }])(
  'a database that cannot go on leaves nobody waiting, %j',
  async (options) => {
    const folder = storeFolder();
    const store = await openEmbeddedStore(folder, options);
    await store.append(work({ events: [event('t', 1)] }));
    // As good as a full disk: the next file of the journal cannot be made.
    rmSync(join(folder, 'postgres', 'pg_wal'), { recursive: true });
    const body = randomText(1_000_000);
    const fill = async () => {
      for (let n = 2; n < 60; n += 1) await store.append(work({ events: [event('t', n, body)] }));
    };
    const lost = { fault: { kind: 'unavailable' } };
    await expect(fill()).rejects.toMatchObject(lost);
    await expect(store.append(work({ events: [event('u', 1)] }))).rejects.toMatchObject(lost);
    await expect(store.balance('player/p')).rejects.toMatchObject(lost);
    expect((await store.health()).ok).toBe(false);
    await store.close();
    expect(readdirSync(folder)).toEqual(['postgres']);
  },
);

test('the journal does not grow for ever: what is done is written to the tables', async () => {
  const store = await openEmbeddedStore(storeFolder());
  const read = async () =>
    (await ask(store, "select pg_wal_lsn_diff(redo_lsn, '0/0') as upto from pg_control_checkpoint()"))[0]?.[
      'upto'
    ];
  const body = randomText(500_000);
  try {
    const before = Number(await read());
    for (let n = 1; n <= 140; n += 1) await store.append(work({ events: [event('t', n, body)] }));
    expect(Number(await read()) - before).toBeGreaterThan(48 * 1024 * 1024);
  } finally {
    await store.close();
  }
});

test('what a batch costs does not grow with the records, in one sitting either', async () => {
  const store = await openEmbeddedStore(storeFolder());
  const { writer } = insideOf(store);
  const rowsRead = async (): Promise<number> => {
    await ask(store, 'select pg_stat_force_next_flush()');
    const [row] = await ask(
      store,
      `select (select sum(seq_tup_read) from pg_stat_user_tables where schemaname = 'house')
            + (select sum(idx_tup_read) from pg_stat_user_indexes where schemaname = 'house') as n`,
    );
    return Number(row?.['n']);
  };
  const costOf = async (round: string): Promise<number> => {
    const before = await rowsRead();
    const one = (turn: number, n: number) =>
      work({
        command: command(`${round}-${turn}-${n}`),
        events: [event(`${round}/${n}`, 2 * turn + 1), event(`${round}/${n}`, 2 * turn + 2)],
        entries: [move('cash/in', `player/${n}`, 1)],
      });
    for (let turn = 0; turn < 8; turn += 1) {
      await Promise.all(Array.from({ length: 20 }, (_, n) => store.append(one(turn, n))));
    }
    return (await rowsRead()) - before;
  };
  try {
    await costOf('warm');
    const small = await costOf('small');
    const [head] = await ask(store, 'select max(seq) as seq from house.log');
    await ask(
      store,
      `insert into house.log select ${head?.['seq']} + n, 'big/' || n, 1, 0, '' from generate_series(1, 20000) n`,
    );
    await ask(
      store,
      `insert into house.postings select 1000000 + n, line, case line when 1 then 'player/big' || n else 'cash/in' end,
         case line when 1 then 1 else -1 end from generate_series(1, 20000) n, generate_series(1, 2) line`,
    );
    await writer.resume();
    expect(small).toBeGreaterThan(100);
    expect(await costOf('grown')).toBeLessThan(small * 2);
  } finally {
    await store.close();
  }
});

/** Text that does not shrink when it is packed. */
const randomText = (letters: number): string => {
  let seed = 1;
  const next = (): string => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return String.fromCharCode(40 + ((seed >>> 16) % 80));
  };
  return Array.from({ length: letters }, next).join('');
};

test('in memory nothing is left on the disk', async () => {
  const folder = join(emptyFolder(), 'none');
  const store = await openEmbeddedStore(folder, { memory: true });
  await store.append(work({ events: [event('t', 1)], entries: [move('cash/in', 'player/p', 5)] }));
  expect([await store.balance('player/p'), store.fsyncs()]).toEqual([5, 0]);
  await store.close();
  expect(existsSync(folder)).toBe(false);
});
