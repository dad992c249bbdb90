// A database that answers and does not write, and a recovery that breaks off half-way.
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { House } from '../../src/house.js';
import type { Database, Statement } from '../../src/store/database.js';
import { openServerDatabase } from '../../src/store/server.js';
import { openServerStore, type Store } from '../../src/store/store.js';
import { NOTHING } from '../../src/store/types.js';
import { makeWriter } from '../../src/store/writer.js';
import { Health } from '../../src/wire/health.js';
import { hasPostgres, type Postgres, startPostgres } from './postgres.js';
import { event, faultOf, work } from './works.js';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Long enough for a batch to count as slow. */
const HANGS_MS = 900;

const isCount = ({ text }: Statement): boolean => text.startsWith('select coalesce((select max(seq)');

describe('the writer', () => {
  /** Counts answers at once; what is written waits for the test. */
  const makeDatabase = (write: () => Promise<readonly []>): Database => ({
    kind: 'server',
    write: async (statement) => (isCount(statement) ? [{ seq: 0, entry: 0, command: 0 }] : write()),
    read: async () => [],
    transaction: () => Promise.reject(new Error('not here')),
    recover: async () => {},
    damage: [],
    close: async () => {},
  });

  test('may be stuck once a batch has been under way for long, and not before or after', async () => {
    let goOn = () => {};
    const held = new Promise<readonly []>((resolve) => {
      goOn = () => resolve([]);
    });
    const writer = await makeWriter(makeDatabase(() => held));
    expect(writer.isStuck()).toBe(false);
    const appended = writer.append(NOTHING);
    await pause(100);
    expect(writer.isStuck()).toBe(false);
    await pause(HANGS_MS);
    expect(writer.isStuck()).toBe(true);
    goOn();
    await appended;
    await pause(0);
    expect(writer.isStuck()).toBe(false);
  });

  test('may be stuck after a batch that was given up, until one is written', async () => {
    let fails = true;
    const writer = await makeWriter(
      makeDatabase(async () => {
        if (fails) throw new Error('no answer in time');
        return [];
      }),
    );
    expect(await faultOf(writer.append(NOTHING))).toMatchObject({ kind: 'unavailable' });
    expect(writer.isStuck()).toBe(true);
    fails = false;
    await writer.append(NOTHING);
    expect(writer.isStuck()).toBe(false);
  });
});

describe.skipIf(!hasPostgres())('on a server', () => {
  let postgres: Postgres;

  beforeAll(async () => {
    postgres = await startPostgres();
  });

  afterAll(async () => {
    await postgres?.stop();
  });

  /** Somebody else at the same database, who can hold a lock for as long as they like. */
  const withSomebody = async (url: string, use: (somebody: Client) => Promise<void>): Promise<void> => {
    const somebody = new Client({ connectionString: url });
    somebody.on('error', () => undefined);
    await somebody.connect();
    await use(somebody).finally(() => somebody.end());
  };

  test('health tells within a second of a store that answers while every write hangs', async () => {
    const url = await postgres.freshDatabase();
    const store: Store = await openServerStore(url);
    const nothing = { stopped: () => [], unread: () => new Map(), offices: { hosts: () => [] } };
    const house = { store, ...nothing } as unknown as House;
    const health = new Health(house);
    try {
      await withSomebody(url, async (somebody) => {
        expect(await health.report()).toMatchObject({ ok: true });
        await somebody.query('begin; lock table house.log in exclusive mode');
        const bet = store.append(work({ events: [event('t', 1)] }));
        await pause(HANGS_MS);
        const asked = performance.now();
        expect(await health.report()).toMatchObject({ ok: false, wrong: ['store-unreachable'] });
        expect(performance.now() - asked).toBeLessThan(1_000);
        await somebody.query('rollback');
        expect(await bet).toEqual({ seqs: [1] });
        expect(await health.report()).toMatchObject({ ok: true, wrong: [] });
      });
    } finally {
      await store.close();
    }
  });

  const END_WRITER = `select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`;

  test('a recovery that broke off half-way is begun anew, not taken for done', async () => {
    const url = await postgres.freshDatabase();
    const terms = { lock: 'alone', answerWithinMs: 1_000, connectWithinMs: 5_000 } as const;
    const database = await openServerDatabase(url, terms);
    const whoWrites = async () => (await database.write({ text: 'select current_user::text as name' }))[0];
    try {
      await withSomebody(url, async (somebody) => {
        expect(await whoWrites()).toEqual({ name: 'boxperson_app' });
        await somebody.query('begin; lock table house.openings in access exclusive mode');
        await somebody.query(END_WRITER);
        await expect(whoWrites()).rejects.toThrow();
        // Connected and locked, but whether another house has opened meanwhile it is not told for a while.
        const recovered = database.recover().then(
          () => 'recovered',
          () => 'broke off',
        );
        await pause(2_500);
        await somebody.query('rollback');
        const how = await recovered;
        await database.recover();
        expect([how, await whoWrites()]).toEqual(['recovered', { name: 'boxperson_app' }]);
        await somebody.query('insert into house.openings (nr) select max(nr) + 1 from house.openings');
        await somebody.query(END_WRITER);
        await expect(whoWrites()).rejects.toThrow();
        await expect(database.recover()).rejects.toThrow('another process has written');
        await expect(database.recover()).rejects.toThrow('another process has written');
      });
    } finally {
      await database.close();
    }
  });
});
