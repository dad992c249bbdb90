import type { Core } from './core.js';
import { type Database, noRecovery, type Run, unavailable } from './database.js';
import type { Engine, Home } from './engine.js';
import { startThread, type Thread } from './thread.js';
import type { Receipt } from './types.js';
import type { Writer } from './writer.js';

// The database is compiled code that never waits: on the thread of the tables it would hold up every socket and clock
// while it works, and they it. On a thread of its own one batch is written while the next is being played.

export interface CoreState {
  readonly fsyncs: number;
  readonly batches: number;
  readonly commands: number;
  readonly dead: boolean;
  readonly stuck: boolean;
}

// A thread runs built code only: for the sources, which the tests run, it lies in the folder beside theirs.
const ENTRY = import.meta.url.endsWith('.ts')
  ? new URL('../../dist/store/core-worker.js', import.meta.url)
  : new URL('./core-worker.js', import.meta.url);

export const makeDistantWriter = (thread: Thread<CoreState>): Writer => {
  let closed = false;
  return {
    append: (work) =>
      closed ? Promise.reject(unavailable('it is closed')) : thread.ask<Receipt>('append', work),
    counts: () => {
      const { batches, commands } = thread.state();
      return { batches, commands };
    },
    close: () => {
      closed = true;
      return thread.ask('closeWriter');
    },
    resume: () => thread.ask('resume'),
    isDead: () => closed || thread.state().dead,
    // As of its last answer. A write that hangs needs no word of it: reads of this database wait behind it.
    isStuck: () => thread.state().stuck,
  };
};

const makeDistantDatabase = (thread: Thread<CoreState>, damage: readonly string[]): Database => {
  const inside: Run = (statement) => thread.ask('inside', statement);
  return {
    kind: 'embedded',
    write: (statement) => thread.ask('write', statement),
    read: (statement) => thread.ask('read', statement),
    transaction: async (work) => {
      await thread.ask('begin');
      try {
        const result = await work(inside);
        await thread.ask('commit');
        return result;
      } catch (error) {
        await thread.ask('rollback').catch(() => undefined);
        throw error;
      }
    },
    recover: noRecovery,
    damage,
    close: () => thread.ask<void>('close').finally(() => thread.end()),
  };
};

/** The database and its writer on a thread of their own. */
export const openCoreThread = async (home: Home): Promise<Core> => {
  const thread = await startThread<CoreState>(ENTRY, home);
  return {
    database: makeDistantDatabase(thread, await thread.ask('damage')),
    writer: makeDistantWriter(thread),
    fsyncs: () => thread.state().fsyncs,
  };
};

/** A database to be read and nothing else, on a thread of its own. */
export const openReadingThread = async (home: Home): Promise<Pick<Engine, 'run' | 'damage' | 'close'>> => {
  const thread = await startThread<null>(ENTRY, home);
  return {
    run: (statement) => thread.ask('read', statement),
    damage: await thread.ask('damage'),
    close: () => thread.ask<void>('close').finally(() => thread.end()),
  };
};
