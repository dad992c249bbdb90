import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { Client, type ClientConfig } from 'pg';
import { isLastWord, type Row, type Run } from './database.js';
import { DurableNodeFS, fsyncParents, fsyncTree } from './durable-fs.js';
import { checkPages } from './pages.js';
import { checkSums, hasSums, leaveSums, takeSums } from './sums.js';

/** The embedded database at work, on whichever thread. */
export interface Engine {
  readonly run: Run;
  /** How often the disk was asked to keep what it was given. */
  readonly fsyncs: () => number;
  /** What is wrong with its files as they were found, in words. */
  readonly damage: readonly string[];
  close(): Promise<void>;
}

/** `make`: an empty database where there is none yet; `read`: only one that is there; `memory`: none on the disk. */
export interface Home {
  readonly directory: string;
  readonly mode: 'make' | 'read' | 'memory';
}

// Without -F (fsync off), and by the one way to flush that our file system implements.
const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['-c', 'wal_sync_method=fsync', '-c', 'synchronous_commit=on', '-c', 'full_page_writes=on'],
];

interface Started {
  readonly pglite: PGlite;
  readonly fsyncs: () => number;
  readonly damage: readonly string[];
  /** Once it is closed. */
  readonly after: () => void;
}

/** A house that opens looks at so much of its pages, in a second or so; the patrol sees to the rest. */
const LOOK_AT_BYTES = { make: 256 * 1024 * 1024, read: Number.POSITIVE_INFINITY };

const startBare = async (folder: string): Promise<Pick<Started, 'pglite' | 'fsyncs'>> => {
  const fs = new DurableNodeFS(folder);
  const pglite = await PGlite.create({ fs, startParams: START_PARAMS });
  return { pglite, fsyncs: () => fs.fsyncs };
};

/** Files in good order are looked at before anything touches them, others once the database has set them right. */
const startOnDisk = async (folder: string, mode: 'make' | 'read'): Promise<Started> => {
  const most = LOOK_AT_BYTES[mode];
  const wasClosed = hasSums(folder);
  const sums = wasClosed ? checkSums(folder) : [];
  const before = wasClosed ? [...sums, ...checkPages(folder, most)] : [];
  takeSums(folder);
  const { pglite, fsyncs } = await startBare(folder).catch((error: unknown) => {
    throw before.length === 0 ? error : new Error(`The store is damaged: ${before[0]}.`, { cause: error });
  });
  const damage = wasClosed ? before : checkPages(folder, most);
  return { pglite, fsyncs, damage, after: () => leaveSums(folder, sums) };
};

const startInMemory = async (): Promise<Started> => ({
  pglite: await PGlite.create('memory://'),
  fsyncs: () => 0,
  damage: [],
  after: () => undefined,
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
  const { pglite } = await startBare(unfinished);
  await dropTemplates(pglite);
  await pglite.close();
  fsyncTree(unfinished);
  renameSync(unfinished, folder);
  fsyncParents(folder);
};

const start = async ({ directory, mode }: Home): Promise<Started> => {
  if (mode === 'memory') return startInMemory();
  const folder = join(directory, 'postgres');
  if (mode === 'make' && !existsSync(folder)) await makeEmptyDatabase(folder);
  return startOnDisk(folder, mode);
};

const connect = async (pglite: PGlite): Promise<Client> => {
  // The adapter stands in for pg's own connection, which the types of its options do not know.
  const client = new Client(createPgConfig(pglite) as unknown as ClientConfig);
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** The database on the thread that calls. */
export const openEngine = async (home: Home): Promise<Engine> => {
  const { pglite, fsyncs, damage, after } = await start(home);
  const client = await connect(pglite);
  let stopped: Error | null = null;
  return {
    run: async ({ text, values, name }) => {
      if (stopped) throw stopped;
      const query = { text, values: [...(values ?? [])], ...(name === undefined ? {} : { name }) };
      try {
        return (await client.query<Row>(query)).rows;
      } catch (error) {
        if (isLastWord(error)) stopped = new Error(`the embedded database has stopped: ${String(error)}`);
        throw error;
      }
    },
    fsyncs,
    damage,
    close: async () => {
      if (stopped) return;
      await client.end();
      await pglite.close();
      after();
    },
  };
};
