// A real PostgreSQL for tests: the one of DATABASE_URL, or one of our own in a temporary folder, gone afterwards.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Client } from 'pg';
import { installPackages, waitForInstallation } from '../../../../test/support/debian.mjs';

export interface Postgres {
  /** Our own server, which a test may crash; false for the one of DATABASE_URL. */
  readonly own: boolean;
  /** The address of a new, empty database. */
  freshDatabase(): Promise<string>;
  /** Kills our own server without warning and starts it again. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

const DEBIAN_HOME = '/usr/lib/postgresql';
const OLDEST = 15;

export const isRoot = (): boolean => process.getuid?.() === 0;

const debianFolders = (): string[] => {
  if (!existsSync(DEBIAN_HOME)) return [];
  const versions = readdirSync(DEBIAN_HOME)
    .map(Number)
    .filter((version) => version >= OLDEST);
  return versions.sort((a, b) => b - a).map((version) => join(DEBIAN_HOME, String(version), 'bin'));
};

const findPrograms = (): string | undefined =>
  [...debianFolders(), ...(process.env['PATH'] ?? '').split(delimiter)].find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );

export const programs = (): string | undefined => {
  waitForInstallation();
  if (findPrograms() === undefined) installPackages('postgresql');
  return findPrograms();
};

/** Whether `startPostgres` can work here. */
export const hasPostgres = (): boolean => Boolean(process.env['DATABASE_URL']) || programs() !== undefined;

export const idOf = (kind: '-u' | '-g'): number =>
  Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));

/** PostgreSQL refuses to run as root; and it must not outlive us, however we end. */
export const asItself = (command: readonly string[]): [string, string[]] => {
  if (process.platform !== 'linux') return [command[0] as string, command.slice(1)];
  const user = isRoot() ? ['--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];
  return ['setpriv', [...user, '--pdeathsig', 'KILL', ...command]];
};

export const run = (...command: readonly string[]): void => {
  const [program, args] = asItself(command);
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8', cwd: tmpdir() });
  if (status !== 0) throw new Error(`${command[0]} failed: ${error?.message ?? stderr}`);
};

const connects = async (url: string): Promise<boolean> => {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const waitFor = async (url: string, server: ChildProcess, log: () => string): Promise<void> => {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await connects(url)) return;
    if (server.exitCode !== null) break;
    await pause(50);
  }
  throw new Error(`PostgreSQL does not start: ${log()}`);
};

/** Resolves when it has ended. */
export const end = (server: ChildProcess, signal: NodeJS.Signals): Promise<void> =>
  new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve();
    server.once('exit', () => resolve());
    server.kill(signal);
  });

export const execute = async (url: string, text: string): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(text).finally(() => client.end());
};

export const withDatabase = (url: string, name: string): string => {
  const [, before, after] = /^(\w+:\/\/[^/]*)\/[^?]*(.*)$/.exec(url) ?? [];
  if (before === undefined) throw new Error('DATABASE_URL is not of the form postgres://host/database.');
  return `${before}/${name}${after}`;
};

const makeDatabases = (url: string) => {
  const names: string[] = [];
  return {
    fresh: async (): Promise<string> => {
      const name = `boxperson_test_${randomBytes(6).toString('hex')}`;
      await execute(url, `create database ${name}`);
      names.push(name);
      return withDatabase(url, name);
    },
    dropAll: async (): Promise<void> => {
      for (const name of names) await execute(url, `drop database if exists ${name} with (force)`);
    },
  };
};

const useGiven = (url: string): Postgres => {
  const databases = makeDatabases(url);
  return {
    own: false,
    freshDatabase: databases.fresh,
    crash: () => Promise.reject(new Error('This server is not ours.')),
    stop: databases.dropAll,
  };
};

/** What one of our own is started with beside what all are. */
interface Own {
  readonly port?: number;
  readonly settings?: readonly string[];
}

const startOwn = async (bin: string, { port = 5432, settings = [] }: Own): Promise<Postgres> => {
  const home = mkdtempSync(join(tmpdir(), 'boxperson-pg-'));
  if (isRoot()) chownSync(home, idOf('-u'), idOf('-g'));
  const data = join(home, 'data');
  const logFile = join(home, 'log');
  const log = (): string => (existsSync(logFile) ? readFileSync(logFile, 'utf8').slice(-2_000) : '');
  run(
    join(bin, 'initdb'),
    '-D',
    data,
    '-U',
    'boxperson',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  );

  // A socket in our own folder: no port to collide with, and nobody else gets in.
  const url = `postgres://boxperson@/postgres?host=${encodeURIComponent(home)}&port=${port}`;
  const options = [
    '-k',
    home,
    '-c',
    'listen_addresses=',
    '-c',
    'logging_collector=off',
    '-c',
    'log_min_messages=panic',
    ...[`port=${port}`, ...settings].flatMap((setting) => ['-c', setting]),
    // After a crash: one flush for the whole disk rather than one for each of thousands of files.
    ...(process.platform === 'linux' ? ['-c', 'recovery_init_sync_method=syncfs'] : []),
  ];
  const launch = async (): Promise<ChildProcess> => {
    const [program, args] = asItself([join(bin, 'postgres'), '-D', data, ...options]);
    const server = spawn(program, args, { stdio: 'ignore', cwd: home });
    await waitFor(url, server, log);
    return server;
  };
  const dispose = (): void => rmSync(home, { recursive: true, force: true });

  let server = await launch().catch((error) => {
    dispose();
    throw error;
  });
  const lastResort = (): void => {
    server.kill('SIGKILL');
    dispose();
  };
  process.once('exit', lastResort);
  const databases = makeDatabases(url);
  return {
    own: true,
    freshDatabase: databases.fresh,
    crash: async () => {
      // SIGQUIT: every process of the server stops where it is; the next start recovers.
      await end(server, 'SIGQUIT');
      server = await launch();
    },
    stop: async () => {
      process.off('exit', lastResort);
      await end(server, 'SIGINT');
      dispose();
    },
  };
};

export const startPostgres = async (own: Own = {}): Promise<Postgres> => {
  const given = process.env['DATABASE_URL'];
  if (given) return useGiven(given);
  const bin = programs();
  if (bin === undefined) throw new Error('No PostgreSQL here: set DATABASE_URL, or install it.');
  return startOwn(bin, own);
};
