import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openCoreThread, openReadingThread } from './core-thread.js';
import type { Database, Run } from './database.js';
import type { Home } from './engine.js';
import { lockFolder } from './lock.js';
import { makeStore } from './sql-store.js';
import type { Store } from './types.js';

export interface EmbeddedOptions {
  /** Nothing on the disk: for tests and for trying things out. */
  readonly memory?: boolean;
  /** The database works on the thread that calls, and holds it up meanwhile; otherwise it has one of its own. */
  readonly sameThread?: boolean;
}

/** What is needed to read the records and nothing else. */
export interface Reading {
  readonly run: Run;
  /** What is wrong with the files that the records are in. */
  readonly damage?: readonly string[];
  close(): Promise<void>;
}

/** Only once the database has let go of the folder may another process have it. */
const closing =
  (close: () => Promise<void>, unlock: () => void): (() => Promise<void>) =>
  () =>
    close().finally(unlock);

const locked = async <T>(directory: string, open: (unlock: () => void) => Promise<T>): Promise<T> => {
  const unlock = await lockFolder(directory);
  try {
    return await open(unlock);
  } catch (error) {
    unlock();
    throw error;
  }
};

/**
 * The records in a folder, to be read by somebody who trusts nobody: no table is made or brought up to date, and no
 * statement may write. A house that was cut off is recovered by the database itself as its files are opened.
 */
export const readEmbeddedStore = async (directory: string): Promise<Reading> => {
  if (!existsSync(join(directory, 'postgres'))) throw new Error(`There is no store in ${directory}.`);
  return locked(directory, async (unlock) => {
    const { run, damage, close } = await openReadingThread({ directory, mode: 'read' });
    return { run, damage, close: closing(close, unlock) };
  });
};

// Loaded only where it is asked for: the thread brings a database of its own.
const openCoreHere = async (home: Home) => (await import('./core.js')).openCore(home);

const openStore = async (
  home: Home,
  { sameThread }: EmbeddedOptions,
  unlock: () => void,
): Promise<Store & { fsyncs(): number }> => {
  const { database, writer, fsyncs } = await (sameThread ? openCoreHere(home) : openCoreThread(home));
  const ours: Database = { ...database, close: closing(database.close, unlock) };
  return makeStore(ours, writer, { fsyncs });
};

/** The store in a folder of this machine, for this process alone. */
export const openEmbeddedStore = async (
  directory: string,
  options: EmbeddedOptions = {},
): Promise<Store & { fsyncs(): number }> => {
  if (options.memory) return openStore({ directory, mode: 'memory' }, options, () => undefined);
  mkdirSync(directory, { recursive: true });
  return locked(directory, (unlock) => openStore({ directory, mode: 'make' }, options, unlock));
};
