import { chmodSync, chownSync, copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insideOf } from '../../src/store/sql-store.js';
import {
  backupStore,
  openEmbeddedStore,
  openServerStore,
  restoreStore,
  type Store,
} from '../../src/store/store.js';
import { freePort } from '../support/process.js';
import { storeContract } from './contract.js';
import { emptyFolder, removeFolders, storeFolder } from './folders.js';
import { hasPostgres, idOf, isRoot, type Postgres, startPostgres } from './postgres.js';
import { command, event, faultOf, move, work } from './works.js';

type Rows = readonly Record<string, unknown>[];

const asAdmin = async (url: string, text: string): Promise<Rows> => {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows ?? [];
  } finally {
    await client.end();
  }
};

const withUser = (url: string, user: string): string => url.replace(/\/\/[^@/]*@/, `//${user}@`);

const DURING = 40;

const tlsFile = (name: string): string => fileURLToPath(new URL(`../support/tls/${name}`, import.meta.url));

/** Settings for a server that is also reached over TLS; the files must be where it can read them, and the key its own. */
const withTls = (): readonly string[] => {
  const folder = emptyFolder();
  const [certificate, key] = ['server.pem', 'server.key'].map((name) => join(folder, name)) as [
    string,
    string,
  ];
  for (const file of [certificate, key]) copyFileSync(tlsFile(basename(file)), file);
  chmodSync(key, 0o600);
  if (isRoot()) for (const path of [folder, certificate, key]) chownSync(path, idOf('-u'), idOf('-g'));
  return ['listen_addresses=localhost', 'ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`];
};

describe.skipIf(!hasPostgres())('server store', () => {
  let postgres: Postgres;
  let port: number;

  beforeAll(async () => {
    port = await freePort();
    postgres = await startPostgres({ port, settings: withTls() });
  });

  afterAll(async () => {
    removeFolders();
    await postgres?.stop();
  });

  storeContract({
    place: () => postgres.freshDatabase(),
    open: openServerStore,
    admin: (place, _, text) => asAdmin(place, text),
  });

  /** A store of its own while `use` runs. */
  const withStore = async (use: (store: Store, url: string) => Promise<void>): Promise<void> => {
    const url = await postgres.freshDatabase();
    const store = await openServerStore(url);
    await use(store, url).finally(() => store.close());
  };

  test('with verify-full a server is asked for a certificate, and for the right one', async ({ skip }) => {
    if (!postgres.own) skip();
    const url = await postgres.freshDatabase();
    const database = /\/(\w+)\?/.exec(url)?.[1] ?? '';
    const reached = (host: string, query: string) =>
      `postgres://boxperson@${host}:${port}/${database}?${query}`;
    const trusts = `sslmode=verify-full&sslrootcert=${encodeURIComponent(tlsFile('ca.pem'))}`;
    const store = await openServerStore(reached('localhost', trusts));
    const lines = await asAdmin(
      url,
      `select distinct s.ssl from pg_stat_ssl s join pg_stat_activity a using (pid)
        where a.datname = current_database() and a.application_name = 'boxperson'`,
    );
    await store.close();
    expect(lines).toEqual([{ ssl: true }]);
    await expect(openServerStore(reached('localhost', 'sslmode=verify-full'))).rejects.toThrow(/certificate/);
    await expect(openServerStore(reached('127.0.0.1', trusts))).rejects.toThrow(/altnames|IP/);
  });

  const clientOf = (store: Store, name: string) => async (): Promise<number> => {
    let last = 0;
    for (let n = 1; n <= DURING; n += 1) {
      const { seqs } = await store.append(
        work({
          command: command(`${name}-${n}`),
          events: [event(name, n)],
          entries: [move('cash/in', `player/${name}`, 1)],
        }),
      );
      last = seqs[0] as number;
    }
    return last;
  };

  /** Clients at work while something happens to the server: each work must be done exactly once. */
  const survives = async (store: Store, disturb: () => Promise<unknown>): Promise<void> => {
    const clients = Array.from({ length: 16 }, (_, n) => clientOf(store, `d${n}`)());
    const disturbed = disturb();
    await Promise.all(clients);
    await disturbed;
    const log = await store.readLog(0, 10_000);
    expect(log.map(({ seq }) => seq)).toEqual(Array.from({ length: 16 * DURING }, (_, n) => n + 1));
    expect(await store.balance('cash/in')).toBe(-16 * DURING);
    expect(await store.checkMoney()).toEqual({ sum: 0, faults: [] });
  };

  test('a connection that breaks is made again, and nothing is lost or done twice', async () => {
    await withStore(async (store, url) => {
      await survives(store, async () => {
        for (let times = 0; times < 5; times += 1) {
          await new Promise((resolve) => setTimeout(resolve, 40));
          await asAdmin(
            url,
            `select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = 'boxperson' and datname = current_database()`,
          );
        }
      });
    });
  });

  test.skipIf(process.env['DATABASE_URL'])(
    'a server that crashes and comes back has all that was acknowledged',
    { timeout: 120_000 },
    async () => {
      // A server of its own: to recover one with the databases of all these tests takes long.
      const fragile = await startPostgres();
      try {
        const store = await openServerStore(await fragile.freshDatabase());
        const crash = () => new Promise((resolve) => setTimeout(resolve, 50)).then(fragile.crash);
        await survives(store, crash).finally(() => store.close());
      } finally {
        await fragile.stop();
      }
    },
  );

  test('a house that lost its lock to another writes no more', async () => {
    await withStore(async (store, url) => {
      await store.append(work({ events: [event('t', 1)] }));
      await asAdmin(
        url,
        "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
      );
      const other = await openServerStore(url);
      await other.append(work({ events: [event('t', 2)] }));
      const late = faultOf(store.append(work({ events: [event('u', 1)] })));
      setTimeout(() => other.close(), 300);
      expect(await late).toEqual({ kind: 'unavailable', why: 'another process has written to the records' });
    });
  });

  test('the application cannot change the records: its role has no right to', async () => {
    await withStore(async (store) => {
      const { write, read } = insideOf(store).database;
      for (const run of [write, read]) {
        expect(await run({ text: 'select current_user::text as name' })).toEqual([{ name: 'boxperson_app' }]);
        for (const table of ['log', 'commands', 'entries', 'postings', 'balances', 'migrations']) {
          for (const text of [`delete from house.${table}`, `truncate house.${table}`]) {
            await expect(run({ text })).rejects.toThrow(`permission denied for table ${table}`);
          }
        }
        await expect(run({ text: 'update house.log set at = 0' })).rejects.toThrow('permission denied');
        await expect(run({ text: 'update house.balances set amount = 0' })).rejects.toThrow(
          'permission denied',
        );
        await expect(run({ text: 'drop table house.log' })).rejects.toThrow('must be owner');
      }
    });
  });

  test('a database user who may not make roles works all the same, with the triggers alone', async () => {
    const url = await postgres.freshDatabase();
    const name = `plain_${url.replace(/.*_test_(\w+).*/, '$1')}`;
    await asAdmin(
      url,
      `create role ${name} login; grant create on database "${/_test_\w+/.exec(url) ? `boxperson${/_test_\w+/.exec(url)?.[0]}` : ''}" to ${name}`,
    );
    const store = await openServerStore(withUser(url, name));
    try {
      const { write } = insideOf(store).database;
      expect(await write({ text: 'select current_user::text as name' })).toEqual([{ name }]);
      await store.append(work({ events: [event('t', 1)], entries: [move('cash/in', 'player/p', 1)] }));
      await expect(write({ text: 'delete from house.log' })).rejects.toThrow(/refused/);
      await expect(write({ text: 'update house.balances set amount = 9' })).rejects.toThrow(/refused/);
    } finally {
      await store.close();
      await asAdmin(url, `drop owned by ${name} cascade; drop role ${name}`);
    }
  });

  test('from the embedded store to the server and back', async () => {
    const folder = emptyFolder();
    const there = join(folder, 'there.gz');
    const back = join(folder, 'back.gz');
    const first = await openEmbeddedStore(storeFolder());
    await first.append(
      work({
        command: command('c'),
        events: [event('t', 1, 'ä🎲')],
        entries: [move('cash/in', 'player/p', 5)],
      }),
    );
    const log = await first.readLog(0, 9);
    await backupStore(first, there);
    await first.close();
    await withStore(async (store) => {
      await restoreStore(there, store);
      expect(await store.readLog(0, 9)).toEqual(log);
      await store.append(work({ events: [event('t', 2)] }));
      await backupStore(store, back);
    });
    const last = await openEmbeddedStore(storeFolder());
    await restoreStore(back, last).finally(() => undefined);
    expect((await last.readLog(0, 9)).map(({ position }) => position)).toEqual([1, 2]);
    expect(await last.balance('player/p')).toBe(5);
    await last.close();
  });

  test('a server that is not there is said so', async () => {
    await expect(openServerStore('postgres://nobody@127.0.0.1:1/none')).rejects.toThrow(/ECONNREFUSED/);
  });
});
