// A primary and a standby that every commit waits for, and a failover from one to the other.
import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { asItself, end, execute, idOf, isRoot, programs, run, waitFor } from '../store/postgres.js';
import { freePort } from '../support/process.js';
import type { Network, Service } from './network.js';

const USER = 'boxperson';
const DATABASE = 'house';
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Member {
  readonly machine: string;
  readonly home: string;
  readonly port: number;
  server: ChildProcess | null;
}

export const PRIMARY = 'db';

/** Both servers; whoever is the primary holds the name `db`. */
export class Pair {
  readonly #network: Network;
  readonly #bin: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'boxperson-pair-'));
  #primary: Member;
  #standby: Member;
  #rebuilding: Promise<void> = Promise.resolve();

  private constructor(network: Network, bin: string, ports: readonly [number, number]) {
    this.#network = network;
    this.#bin = bin;
    chownToServer(this.#folder);
    const [first, second] = ports;
    this.#primary = this.#member('d1', first);
    this.#standby = this.#member('d2', second);
  }

  static async start(network: Network): Promise<Pair> {
    const isApart = network.kind === 'namespaces';
    const ports = isApart ? ([5432, 5432] as const) : ([await freePort(), await freePort()] as const);
    const pair = new Pair(network, programs() as string, ports);
    await pair.#begin();
    return pair;
  }

  #member(machine: string, port: number): Member {
    const home = join(this.#folder, machine);
    mkdirSync(home);
    chownToServer(home);
    return { machine, home, port, server: null };
  }

  async #begin(): Promise<void> {
    const { home } = this.#primary;
    const data = join(home, 'data');
    const how = ['-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '-k'];
    run(join(this.#bin, 'initdb'), '-D', data, ...how);
    appendFileSync(join(data, 'pg_hba.conf'), 'host all all 10.77.0.0/24 trust\n');
    await this.#launch(this.#primary);
    await execute(this.#urlOf(this.#primary, 'postgres'), `create database ${DATABASE}`);
    this.#network.hold(PRIMARY, this.#primary);
    await this.#accompany();
  }

  #urlOf({ home, port }: Member, database = DATABASE): string {
    return `postgres://${USER}@/${database}?host=${encodeURIComponent(home)}&port=${port}`;
  }

  /** For whoever tests: past every network. */
  get url(): string {
    return this.#urlOf(this.#primary);
  }

  /** For a machine. */
  async urlFor(machine: string): Promise<string> {
    const service: Service = { machine: PRIMARY, port: this.#primary.port };
    return `postgres://${USER}@${await this.#network.way(machine, service)}/${DATABASE}`;
  }

  async #launch(member: Member): Promise<void> {
    const { machine, home, port } = member;
    const settings = {
      listen_addresses: this.#network.anywhere,
      port,
      log_min_messages: 'panic',
      logging_collector: 'off',
      wal_retrieve_retry_interval: '200ms',
      ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const [program, args] = asItself([
      join(this.#bin, 'postgres'),
      ...['-D', join(home, 'data'), '-k', home],
      ...options,
    ]);
    const [first, ...rest] = this.#network.at(machine, [program, ...args]) as [string, ...string[]];
    member.server = spawn(first, rest, { stdio: 'ignore', cwd: home });
    await waitFor(this.#urlOf(member, 'postgres'), member.server, () => '');
  }

  /** The standby is made from the primary, and from then on every commit waits for it. */
  async #accompany(): Promise<void> {
    const { home } = this.#standby;
    const data = join(home, 'data');
    if (existsSync(data)) rmSync(data, { recursive: true, force: true });
    const from = ['-h', this.#primary.home, '-p', String(this.#primary.port), '-U', USER];
    const [program, args] = asItself([
      join(this.#bin, 'pg_basebackup'),
      ...from,
      ...['-D', data, '-R', '-X', 'stream', '--checkpoint=fast', '--no-sync'],
    ]);
    const taking = spawn(program, args, { stdio: 'ignore', cwd: home });
    await new Promise((resolve) => taking.once('exit', resolve));
    await this.#launch(this.#standby);
    await this.#waitForEach(true);
  }

  /** Whether commits wait for the standby. */
  async #waitForEach(isWanted: boolean, member = this.#primary): Promise<void> {
    const client = new Client({ connectionString: this.#urlOf(member, 'postgres') });
    await client.connect();
    await client.query(`alter system set synchronous_standby_names = '${isWanted ? '*' : ''}'`);
    await client.query('select pg_reload_conf()');
    for (let tries = 0; isWanted && tries < 400; tries += 1) {
      const { rows } = await client.query("select from pg_stat_replication where sync_state = 'sync'");
      if (rows.length > 0) break;
      await pause(25);
    }
    await client.end();
  }

  /** The standby is there again, and up to date. */
  whole(): Promise<void> {
    return this.#rebuilding;
  }

  /** The primary's machine burns; the standby becomes the primary, and somebody brings a new standby. */
  async failOver(): Promise<void> {
    await this.#rebuilding;
    const lost = this.#primary;
    await end(lost.server as ChildProcess, 'SIGKILL');
    await this.#waitForEach(false, this.#standby);
    await execute(this.#urlOf(this.#standby, 'postgres'), 'select pg_promote(true, 30)');
    this.#primary = this.#standby;
    this.#standby = lost;
    this.#network.hold(PRIMARY, this.#primary);
    // What the dead left in its socket's folder is in nobody's way.
    this.#rebuilding = pause(500).then(() => this.#accompany());
    this.#rebuilding.catch(() => {});
  }

  /** Killed and started again where it was. */
  async crash(): Promise<void> {
    await end(this.#primary.server as ChildProcess, 'SIGQUIT');
    await this.#launch(this.#primary);
  }

  async stop(): Promise<void> {
    await this.#rebuilding.catch(() => {});
    for (const { server } of [this.#primary, this.#standby]) if (server) await end(server, 'SIGQUIT');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const chownToServer = (path: string): void => {
  if (isRoot()) chownSync(path, idOf('-u'), idOf('-g'));
};
