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
// How long whoever held the lock may take to go away: a process that was just killed, or our own lost connection.
const LOCK_WITHIN_MS = 3_000;
const RECOVER_WITHIN_MS = 30_000;
const TRY_EVERY_MS = 100;
const FORMER_WITHIN_MS = 5_000;

/** Advisory locks are numbers, per database; this one is ours. */
const LOCK_KEY = '7311582030219';

/** A role that may add to the records but not change them; the store works under it where it can be made. */
export const APPLICATION_ROLE = 'boxperson_app';

/** On what terms a process is at the server: alone, or beside others that are fenced from each other. */
export interface Terms {
  readonly lock: 'alone' | 'beside';
  readonly answerWithinMs: number;
  readonly connectWithinMs: number;
}
const ALONE: Terms = { lock: 'alone', answerWithinMs: 60_000, connectWithinMs: 5_000 };

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const runOn =
  (client: Pick<Client, 'query'>): Run =>
  async ({ text, values, name }) =>
    (await client.query<Row>({ text, values: [...(values ?? [])], ...(name === undefined ? {} : { name }) }))
      .rows;

// A node that is stopped or cut off in the middle of a transaction would hold its rows for hours, and nobody could take
// over what it kept: the server hangs up on it.
const FOR_OTHERS = {
  idle_in_transaction_session_timeout: 2_000,
  tcp_keepalives_idle: 2,
  tcp_keepalives_interval: 1,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 5_000,
} as const;

const optionsOf = (settings: Readonly<Record<string, number>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

const configOf = (url: string, { connectWithinMs, lock } = ALONE): ClientConfig => ({
  connectionString: url,
  application_name: 'boxperson',
  keepAlive: true,
  connectionTimeoutMillis: connectWithinMs,
  ...(lock === 'beside' ? { options: optionsOf(FOR_OTHERS) } : {}),
});

export const openClient = (url: string, terms: Terms = ALONE): Client => {
  const client = new Client({ ...configOf(url, terms), query_timeout: terms.answerWithinMs });
  client.on('error', () => undefined);
  return client;
};

export const checkServer = async (run: Run): Promise<void> => {
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

const LOCKS = { alone: 'pg_try_advisory_lock', beside: 'pg_try_advisory_lock_shared' } as const;
const TAKEN = {
  alone: 'Another house already runs on this database.',
  beside: 'A house already runs alone on this database: stop it before a cluster takes over.',
} as const;

const tryLock = async (run: Run, { lock: how }: Terms): Promise<boolean> =>
  (await run({ text: `select ${LOCKS[how]}(${LOCK_KEY}) as ours` }))[0]?.['ours'] === true;

/** Until it is ours or the time is up. */
const lock = async (run: Run, withinMs: number, terms: Terms): Promise<void> => {
  const until = performance.now() + withinMs;
  while (!(await tryLock(run, terms))) {
    if (performance.now() >= until) throw new Error(TAKEN[terms.lock]);
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
  // Where nodes of a cluster are registered, if there ever was one.
  `do $$ begin
     if to_regclass('house.cluster_units') is not null then
       grant insert, update, delete on house.cluster, house.cluster_head, house.cluster_nodes, house.cluster_units
         to ${APPLICATION_ROLE};
     end if;
   end $$`,
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
export const takeRole = async (run: Run, triesLeft = 5): Promise<boolean> => {
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
  readonly backend: Backend;
  /** Set when it breaks, also while nobody asks anything. */
  lost: boolean;
}

/** A process of the server; its number alone may be another's on another server, or later. */
interface Backend {
  readonly pid: number;
  readonly since: string;
}

const backendOf = async (run: Run): Promise<Backend> => {
  const [row] = await run({
    text: 'select pid, backend_start::text as since from pg_stat_activity where pid = pg_backend_pid()',
  });
  return { pid: Number(row?.['pid']), since: String(row?.['since']) };
};

/** Our own lost connection may live on at the server's end, hold the lock, or commit late what we have given up. */
const endFormer = async (run: Run, { pid, since }: Backend): Promise<void> => {
  const until = performance.now() + FORMER_WITHIN_MS;
  for (;;) {
    const found = await run({
      text: `select pg_terminate_backend(pid) from pg_stat_activity
              where pid = $1::integer and backend_start = $2::timestamptz`,
      values: [pid, since],
    });
    if (found.length === 0) return;
    if (performance.now() > until) throw new Error('a lost connection lives on at the server');
    await pause(TRY_EVERY_MS);
  }
};

const openSession = async (
  url: string,
  terms: Terms,
  lockWithinMs: number,
  former?: Backend,
): Promise<Session> => {
  const client = openClient(url, terms);
  const run = runOn(client);
  try {
    await client.connect();
    await checkServer(run);
    if (former !== undefined) await endFormer(run, former);
    await lock(run, lockWithinMs, terms);
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
  for (;;) {
    const nr = (await lastOpening(run)) + 1;
    const text = `insert into house.openings (nr) values (${nr}) on conflict do nothing returning nr`;
    // Nodes of a cluster may open at the same time.
    if ((await run({ text })).length > 0) return nr;
  }
};

const openReaders = (url: string, roled: boolean, terms: Terms): Pool => {
  const onConnect = async (client: ClientBase): Promise<void> => {
    if (roled) await client.query(`set role ${APPLICATION_ROLE}`);
  };
  const pool = new Pool({
    ...configOf(url, terms),
    // Whoever waits for one that is in use waits here, too.
    connectionTimeoutMillis: ALONE.connectWithinMs,
    query_timeout: terms.answerWithinMs,
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

interface Opened {
  readonly url: string;
  readonly terms: Terms;
  readonly roled: boolean;
  readonly opening: number;
}

const makeDatabase = (first: Session, { url, terms, roled, opening }: Opened): Database => {
  const turn = makeTurnstile();
  let session = first;
  /** The last connection that had the lock, whether or not anything was ever written on it. */
  let former = first.backend;
  let closed = false;
  const readers = openReaders(url, roled, terms);

  /** What must be so before anything is written on a new connection. */
  const prepare = async ({ run: ask }: Session): Promise<void> => {
    // Beside others the fence in every statement says who may write, not who opened last.
    if (terms.lock === 'alone' && (await lastOpening(ask)) !== opening) throw new Overtaken();
    if (roled) await ask({ text: `set role ${APPLICATION_ROLE}` });
  };

  const openPrepared = async (lockWithinMs: number): Promise<Session> => {
    const fresh = await openSession(url, terms, lockWithinMs, former);
    former = fresh.backend;
    try {
      await prepare(fresh);
      return fresh;
    } catch (error) {
      // Half prepared it must never pass for ours: it would write under the login's role, or beside another house.
      giveUp(fresh);
      throw error;
    }
  };

  const reopen = async (until: number): Promise<Session> => {
    for (;;) {
      try {
        return await openPrepared(Math.max(0, until - performance.now()));
      } catch (error) {
        if (error instanceof Overtaken || performance.now() + TRY_EVERY_MS >= until) throw error;
        await pause(TRY_EVERY_MS);
      }
    }
  };

  const recover = async (): Promise<void> => {
    if (closed) throw new Error('it is closed');
    if (session.lost) session = await reopen(performance.now() + RECOVER_WITHIN_MS);
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
  // Between two looks whoever reads may think for long: they hold nobody up.
  const patient = optionsOf({ idle_in_transaction_session_timeout: 0 });
  const client = new Client({ ...configOf(url), options: patient });
  client.on('error', () => undefined);
  await client.connect();
  return { run: runOn(client), close: () => client.end() };
};

/** The database on a server, its tables up to date. `prepare` has the session to itself before anything else. */
export const openServerDatabase = async (
  url: string,
  terms: Terms,
  prepare: (run: Run) => Promise<void> = (run) => migrate({ write: run }),
): Promise<Database> => {
  const session = await openSession(url, terms, LOCK_WITHIN_MS);
  try {
    await prepare(session.run);
    const opening = await noteOpening(session.run);
    const roled = await takeRole(session.run);
    return makeDatabase(session, { url, terms, roled, opening });
  } catch (error) {
    await session.client.end().catch(() => undefined);
    throw error;
  }
};

/** The store on a PostgreSQL server, for one house process at a time. */
export const openServerStore = async (url: string): Promise<Store> => {
  const database = await openServerDatabase(url, ALONE);
  try {
    return makeStore(database, await makeWriter(database), {});
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error;
  }
};
