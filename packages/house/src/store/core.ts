import { type Database, exact, inTransaction, makeTurnstile, noRecovery, type Run } from './database.js';
import { type Engine, type Home, openEngine } from './engine.js';
import { migrate } from './migrations.js';
import { makeWriter, type Writer } from './writer.js';

/** What an embedded store is made of. */
export interface Core {
  readonly database: Database;
  readonly writer: Writer;
  readonly fsyncs: () => number;
}

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

const makeDatabase = ({ run, damage, close }: Engine): Database => {
  const turn = makeTurnstile();
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
    recover: noRecovery,
    damage,
    close: () => turn(close),
  };
};

/** The database and its writer on the thread that calls, with the tables up to date. */
export const openCore = async (home: Home): Promise<Core> => {
  const engine = await openEngine(home);
  try {
    const database = makeDatabase(engine);
    await migrate(database);
    return { database, writer: await makeWriter(database), fsyncs: engine.fsyncs };
  } catch (error) {
    await engine.close().catch(() => undefined);
    const [damage] = engine.damage;
    throw damage === undefined ? error : new Error(`The store is damaged: ${damage}.`, { cause: error });
  }
};
