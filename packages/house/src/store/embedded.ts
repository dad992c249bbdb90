import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { Client, type ClientConfig } from 'pg';
import { type Database, exact, inTransaction, makeTurnstile, type Row, type Run } from './database.js';
import { DurableNodeFS, fsyncParents, fsyncTree } from './durable-fs.js';
import { lockFolder } from './lock.js';
import { migrate } from './migrations.js';
import { makeStore } from './sql-store.js';
import type { Store } from './types.js';

export interface EmbeddedOptions {
  /** Nothing on the disk: for tests and for trying things out. */
  readonly memory?: boolean;
}

// Without -F (fsync off), and by the one way to flush that our file system implements.
const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['-c', 'wal_sync_method=fsync', '-c', 'synchronous_commit=on', '-c', 'full_page_writes=on'],
];

interface Engine {
  readonly pglite: PGlite;
  readonly fsyncs: () => number;
}

const startOnDisk = async (folder: string): Promise<Engine> => {
  const fs = new DurableNodeFS(folder);
  const pglite = await PGlite.create({ fs, startParams: START_PARAMS });
  return { pglite, fsyncs: () => fs.fsyncs };
};

const startInMemory = async (): Promise<Engine> => ({
  pglite: await PGlite.create('memory://'),
  fsyncs: () => 0,
});

// The databases that others would be copied from are of no use here. Without them there are a third of the files to
// flush after a crash, and none whose rows nobody freezes.
const dropTemplates = async (pglite: PGlite): Promise<void> => {
  await pglite.query(
    "update pg_database set datistemplate = false where datname in ('template0', 'template1')",
  );
  await pglite.query('drop database template0');
  await pglite.query('drop database template1');
};

/** Under its final name only when whole and on the disk: what bears that name can always be opened. */
const makeEmptyDatabase = async (folder: string): Promise<void> => {
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const { pglite } = await startOnDisk(unfinished);
  await dropTemplates(pglite);
  await pglite.close();
  fsyncTree(unfinished);
  renameSync(unfinished, folder);
  fsyncParents(folder);
};

const openFolder = async (directory: string): Promise<Engine> => {
  const folder = join(directory, 'postgres');
  if (!existsSync(folder)) await makeEmptyDatabase(folder);
  return startOnDisk(folder);
};

// PostgreSQL without its helper processes neither makes checkpoints nor vacuums of its own accord: the journal would
// grow for ever, and with it the time to start after a crash. So we look after that every so often.
const LOOK_EVERY_WRITES = 64;
const JOURNAL_MOST_BYTES = 48 * 1024 * 1024;
const CHANGING = 'house.balances, house.snapshots, house.documents';
// Transactions are numbered with 32 bits; old rows must be frozen long before the numbers run out.
const FREEZE_AT_AGE = 500_000_000;

const JOURNAL =
  'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as n from pg_control_checkpoint()';
const AGE = 'select age(datfrozenxid) as n from pg_database where datname = current_database()';

const makeCaretaker = (run: Run): (() => Promise<void>) => {
  let writes = 0;
  const measure = async (text: string): Promise<number> => exact((await run({ text }))[0]?.['n']);
  const tidyUp = async (): Promise<void> => {
    const freeze = (await measure(AGE)) > FREEZE_AT_AGE;
    await run({ text: freeze ? 'vacuum (freeze)' : `vacuum (analyze) ${CHANGING}` });
    await run({ text: 'checkpoint' });
  };
  return async () => {
    writes += 1;
    if (writes % LOOK_EVERY_WRITES !== 0) return;
    if ((await measure(JOURNAL)) > JOURNAL_MOST_BYTES) await tidyUp();
  };
};

const connect = async (pglite: PGlite): Promise<Client> => {
  // The adapter stands in for pg's own connection, which the types of its options do not know.
  const client = new Client(createPgConfig(pglite) as unknown as ClientConfig);
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

const BUSY_MOST_MS = 4;

/**
 * The database works on our own thread and answers without ever waiting for anything outside. Whoever asks again and
 * again would keep sockets and clocks waiting for ever, so now and then it is their turn.
 */
const makeBreather = (): (() => Promise<void>) => {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < BUSY_MOST_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    last = performance.now();
  };
};

const makeDatabase = ({ pglite }: Engine, client: Client, unlock: () => void): Database => {
  const turn = makeTurnstile();
  const breathe = makeBreather();
  const run: Run = async ({ text, values, name }) => {
    await breathe();
    const query = { text, values: [...(values ?? [])], ...(name === undefined ? {} : { name }) };
    return (await client.query<Row>(query)).rows;
  };
  const careFor = makeCaretaker(run);
  const write: Run = (statement) => {
    const answer = turn(() => run(statement));
    // After the answer: whoever waits for it need not wait for the care as well.
    turn(careFor).catch(() => undefined);
    return answer;
  };
  return {
    kind: 'embedded',
    write,
    read: (statement) => turn(() => run(statement)),
    transaction: (work) => turn(() => inTransaction(run, work)),
    recover: async () => {
      throw new Error('the embedded database has stopped; start the house again');
    },
    close: async () => {
      await turn(() => client.end());
      await pglite.close().finally(unlock);
    },
  };
};

/** What is needed to read the records and nothing else. */
export interface Reading {
  readonly run: Run;
  close(): Promise<void>;
}

/**
 * The records in a folder, to be read by somebody who trusts nobody: no table is made or brought up to date, and no
 * statement may write. A house that was cut off is recovered by the database itself as its files are opened.
 */
export const readEmbeddedStore = async (directory: string): Promise<Reading> => {
  if (!existsSync(join(directory, 'postgres'))) throw new Error(`There is no store in ${directory}.`);
  const unlock = await lockFolder(directory);
  try {
    const { pglite } = await startOnDisk(join(directory, 'postgres'));
    const client = await connect(pglite);
    return {
      run: async ({ text, values }) => (await client.query<Row>(text, [...(values ?? [])])).rows,
      close: async () => {
        await client.end();
        await pglite.close().finally(unlock);
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
};

/** The store in a folder of this machine, for this process alone. */
export const openEmbeddedStore = async (
  directory: string,
  options: EmbeddedOptions = {},
): Promise<Store & { fsyncs(): number }> => {
  if (!options.memory) mkdirSync(directory, { recursive: true });
  const unlock = options.memory ? () => undefined : await lockFolder(directory);
  try {
    const engine = options.memory ? await startInMemory() : await openFolder(directory);
    const database = makeDatabase(engine, await connect(engine.pglite), unlock);
    await migrate(database);
    return await makeStore(database, { fsyncs: engine.fsyncs });
  } catch (error) {
    unlock();
    throw error;
  }
};
