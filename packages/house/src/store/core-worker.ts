// The thread of the embedded database; core-thread.ts is its other end.
import { workerData } from 'node:worker_threads';
import { openCore } from './core.js';
import type { CoreState } from './core-thread.js';
import type { Database, Run, Statement } from './database.js';
import { type Home, openEngine } from './engine.js';
import { type Service, serve } from './thread.js';
import type { Work } from './types.js';

const home = workerData as Home;

/** A transaction whose statements come one by one from the other thread. */
interface Held {
  readonly run: Run;
  readonly commit: () => void;
  readonly rollback: (why: Error) => void;
  readonly ended: Promise<void>;
}

const makeHolder = ({ transaction }: Database) => {
  let held: Held | null = null;
  const begin = (): Promise<void> =>
    new Promise((entered, failed) => {
      const ended = transaction(
        (run) =>
          new Promise<void>((commit, rollback) => {
            held = { run, commit, rollback, ended };
            entered();
          }),
      );
      ended.catch(failed);
    });
  const release = (): Held => {
    if (held === null) throw new Error('There is no transaction to end.');
    const mine = held;
    held = null;
    return mine;
  };
  return {
    begin,
    inside: (statement: Statement) => (held as Held).run(statement),
    commit: () => {
      const { commit, ended } = release();
      commit();
      return ended;
    },
    rollback: () => {
      const { rollback, ended } = release();
      rollback(new Error('rolled back'));
      return ended.catch(() => undefined);
    },
  };
};

const serveCore = async (): Promise<Service<CoreState>> => {
  const { database, writer, fsyncs } = await openCore(home);
  return {
    methods: {
      append: (work: Work) => writer.append(work),
      read: (statement: Statement) => database.read(statement),
      write: (statement: Statement) => database.write(statement),
      ...makeHolder(database),
      damage: async () => database.damage,
      resume: () => writer.resume(),
      closeWriter: () => writer.close(),
      close: () => database.close(),
    },
    state: () => ({ fsyncs: fsyncs(), dead: writer.isDead(), stuck: writer.isStuck(), ...writer.counts() }),
  };
};

const serveReading = async (): Promise<Service<null>> => {
  const { run, damage, close } = await openEngine(home);
  return { methods: { read: run, damage: async () => damage, close }, state: () => null };
};

await (home.mode === 'read' ? serve(serveReading) : serve(serveCore));
