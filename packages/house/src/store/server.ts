import { Client, type ClientBase, type ClientConfig, Pool } from 'pg';
import {
  type Database,
  exact,
  inTransaction,
  isLoss,
  makeTurnstile,
  Overtaken,
  type Row,
  type Run,
  sqlState,
} from './database.js';
import type { Reading } from './embedded.js';
import { migrate } from './migrations.js';
import { makeStore } from './sql-store.js';
import type { Store } from './types.js';
import { makeWriter } from './writer.js';

const OLDEST_SERVER = 150_000;
const READERS_MOST = 4;
const ANSWER_WITHIN_MS = 60_000;
const CONNECT_WITHIN_MS = 5_000;
// How long whoever held the lock may take to go away: a process that was just killed, or our own lost connection.
const LOCK_WITHIN_MS = 3_000;
const RECOVER_WITHIN_MS = 30_000;
const TRY_EVERY_MS = 100;

/** Advisory locks are numbers, per database; this one is ours. */
const LOCK_KEY = '7311582030219';

/** A role that may add to the records but not change them; the store works under it where it can be made. */
export const APPLICATION_ROLE = 'boxperson_app';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const runOn =
  (client: Pick<Client, 'query'>): Run =>
  async ({ text, values, name }) =>
    (await client.query<Row>({ text, values: [...(values ?? [])], ...(name === undefined ? {} : { name }) }))
      .rows;

const configOf = (url: string): ClientConfig => ({
  connectionString: url,
  application_name: 'boxperson',
  keepAlive: true,
  connectionTimeoutMillis: CONNECT_WITHIN_MS,
});

const openClient = (url: string): Client => {
  const client = new Client({ ...configOf(url), query_timeout: ANSWER_WITHIN_MS });
  client.on('error', () => undefined);
  return client;
};

const checkServer = async (run: Run): Promise<void> => {
  const [row] = await run({
    text: `select current_setting('server_version_num')::integer as version, current_setting('fsync') as fsync,
                  current_setting('synchronous_commit') as waits, pg_is_in_recovery() as standby`,
  });
  if (Number(row?.['version']) < OLDEST_SERVER) throw new Error('The house needs PostgreSQL 15 or newer.');
  if (row?.['standby'] === true)
    throw new Error('This PostgreSQL server is a standby: it cannot be written to.');
  if (row?.['fsync'] !== 'on') {
    throw new Error('This PostgreSQL server runs with fsync off: it would lose money in a power cut.');
  }
  if (row?.['waits'] === 'off') await run({ text: 'set synchronous_commit = on' });
};

const tryLock = async (run: Run): Promise<boolean> =>
  (await run({ text: `select pg_try_advisory_lock(${LOCK_KEY}) as ours` }))[0]?.['ours'] === true;

/** Until it is ours or the time is up. */
const lock = async (run: Run, withinMs: number): Promise<void> => {
  const until = performance.now() + withinMs;
  while (!(await tryLock(run))) {
    if (performance.now() >= until) throw new Error('Another house already runs on this database.');
    await pause(TRY_EVERY_MS);
  }
};

const MAKE_ROLE = `do $$
begin
  if not exists (select from pg_roles where rolname = '${APPLICATION_ROLE}') then
    create role ${APPLICATION_ROLE} nologin;
  end if;
exception when duplicate_object or unique_violation then null; -- another database's house was quicker
end $$`;

const IS_MEMBER = `select pg_has_role(current_user, '${APPLICATION_ROLE}', 'member') as yes`;

const GRANTS = [
  `grant usage on schema house to ${APPLICATION_ROLE}`,
  `grant select on all tables in schema house to ${APPLICATION_ROLE}`,
  `grant insert on house.log, house.commands, house.entries, house.postings, house.checkpoints
     to ${APPLICATION_ROLE}`,
  `grant insert, update, delete on house.snapshots, house.documents, house.tiles to ${APPLICATION_ROLE}`,
  `set role ${APPLICATION_ROLE}`,
];

const becomeMember = async (run: Run): Promise<void> => {
  const [row] = await run({ text: IS_MEMBER });
  if (row?.['yes'] !== true) await run({ text: `grant ${APPLICATION_ROLE} to current_user` });
};

const NOT_ALLOWED = '42501';
// "tuple concurrently updated": roles belong to the whole server, and another house is at them just now.
const JUST_CHANGING = 'XX000';

/** True when we work under the role; where we may not make one, the triggers alone must do. */
const takeRole = async (run: Run, triesLeft = 5): Promise<boolean> => {
  try {
    await run({ text: MAKE_ROLE });
    await becomeMember(run);
    for (const text of GRANTS) await run({ text });
    return true;
  } catch (error) {
    if (sqlState(error) === NOT_ALLOWED) return false;
    if (sqlState(error) !== JUST_CHANGING || triesLeft === 0) throw error;
    await pause(TRY_EVERY_MS);
    return takeRole(run, triesLeft - 1);
  }
};

/** The connection that writes also holds the lock: when it breaks, both are gone at once. */
interface Session {
  readonly client: Client;
  readonly run: Run;
  readonly backend: number;
  /** Set when it breaks, also while nobody asks anything. */
  lost: boolean;
}

const backendOf = async (run: Run): Promise<number> =>
  Number((await run({ text: 'select pg_backend_pid() as pid' }))[0]?.['pid']);

const openSession = async (url: string, lockWithinMs: number, former?: number): Promise<Session> => {
  const client = openClient(url);
  const run = runOn(client);
  try {
    await client.connect();
    await checkServer(run);
    // Our own lost connection may live on at the server's end, and hold the lock.
    if (former !== undefined) await run({ text: `select pg_terminate_backend(${former})` });
    await lock(run, lockWithinMs);
    const session: Session = { client, run, backend: await backendOf(run), lost: false };
    client.on('end', () => {
      session.lost = true;
    });
    return session;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
};

const lastOpening = async (run: Run): Promise<number> =>
  exact((await run({ text: 'select coalesce(max(nr), 0) as nr from house.openings' }))[0]?.['nr']);

/** Notes that a house was opened, and answers which one it is. */
const noteOpening = async (run: Run): Promise<number> => {
  const nr = (await lastOpening(run)) + 1;
  await run({ text: `insert into house.openings (nr) values (${nr})` });
  return nr;
};

const openReaders = (url: string, roled: boolean): Pool => {
  const onConnect = async (client: ClientBase): Promise<void> => {
    if (roled) await client.query(`set role ${APPLICATION_ROLE}`);
  };
  const pool = new Pool({
    ...configOf(url),
    query_timeout: ANSWER_WITHIN_MS,
    max: READERS_MOST,
    allowExitOnIdle: true,
    onConnect,
  });
  pool.on('error', () => undefined);
  return pool;
};

const giveUp = (session: Session): void => {
  session.lost = true;
  session.client.end().catch(() => undefined);
};

const makeDatabase = (url: string, first: Session, roled: boolean, opening: number): Database => {
  const turn = makeTurnstile();
  let session = first;
  let closed = false;
  const readers = openReaders(url, roled);

  const reopen = async (until: number): Promise<Session> => {
    for (;;) {
      try {
        return await openSession(url, Math.max(0, until - performance.now()), session.backend);
      } catch (error) {
        if (performance.now() + TRY_EVERY_MS >= until) throw error;
        await pause(TRY_EVERY_MS);
      }
    }
  };

  const recover = async (): Promise<void> => {
    if (closed) throw new Error('it is closed');
    if (!session.lost) return;
    session = await reopen(performance.now() + RECOVER_WITHIN_MS);
    if ((await lastOpening(session.run)) !== opening) {
      giveUp(session);
      throw new Overtaken();
    }
    if (roled) await session.run({ text: `set role ${APPLICATION_ROLE}` });
  };

  const run: Run = async (statement) => {
    try {
      return await session.run(statement);
    } catch (error) {
      // No answer in time counts as lost: what comes later on that connection must not be heard.
      if (isLoss(error)) giveUp(session);
      throw error;
    }
  };

  return {
    kind: 'server',
    write: (statement) => turn(() => run(statement)),
    read: (statement) => runOn(readers)(statement),
    transaction: (work) => turn(() => inTransaction(run, work)),
    recover: () => turn(recover),
    damage: [],
    close: async () => {
      closed = true;
      await readers.end();
      await turn(() => session.client.end()).catch(() => undefined);
    },
  };
};

/** The records on a server, to be read by somebody who trusts nobody; a house may go on writing meanwhile. */
export const readServerStore = async (url: string): Promise<Reading> => {
  const client = new Client(configOf(url));
  client.on('error', () => undefined);
  await client.connect();
  return { run: runOn(client), close: () => client.end() };
};

/** The store on a PostgreSQL server, for one house process at a time. */
export const openServerStore = async (url: string): Promise<Store> => {
  const session = await openSession(url, LOCK_WITHIN_MS);
  try {
    await migrate({ write: session.run });
    const opening = await noteOpening(session.run);
    const roled = await takeRole(session.run);
    const database = makeDatabase(url, session, roled, opening);
    return makeStore(database, await makeWriter(database), {});
  } catch (error) {
    await session.client.end().catch(() => undefined);
    throw error;
  }
};
