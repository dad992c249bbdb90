// What cannot work is refused at the start by the real program, with a sentence, and nothing is written.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClusterConfig } from '../../src/cluster/config.js';
import { openFencedStore } from '../../src/cluster/open.js';
import { Registry } from '../../src/cluster/registry.js';
import { hasPostgres, type Postgres, startPostgres } from '../store/postgres.js';
import { SetClock } from '../support/clock.js';
import { openTestHouse, SIX } from '../support/house.js';
import { freePort } from '../support/process.js';
import { hasNats, type NatsServer, startNats } from './nats.js';

const PROGRAM = fileURLToPath(new URL('../../../cli/bin/boxperson.js', import.meta.url));
const LONG_MS = 60_000;
const HOUR_MS = 3_600_000;
const SLOW = { timeout: 60_000 };

describe.skipIf(!hasPostgres() || !hasNats())('a node that cannot work is refused at the start', () => {
  let postgres: Postgres;
  let buses: readonly NatsServer[];
  const folder = mkdtempSync(join(tmpdir(), 'boxperson-refused-'));

  beforeAll(async () => {
    postgres = await startPostgres();
    buses = [await startNats(), await startNats()];
  }, 120_000);

  afterAll(async () => {
    for (const bus of buses ?? []) await bus.stop();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** What the program says, and how it ends. */
  const serve = async (config: Partial<ClusterConfig>) => {
    const own = { name: 'corner', node: 'a', bus: [(buses[0] as NatsServer).url], ...config };
    const [cluster, settings] = [join(folder, 'node.json'), join(folder, 'house.json')];
    writeFileSync(cluster, JSON.stringify(own));
    writeFileSync(settings, JSON.stringify(SIX));
    const files = ['--data', join(folder, 'data'), '--cluster', cluster, '--config', settings];
    const args = [PROGRAM, 'serve', '--port', String(await freePort()), ...files];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (text) => (said += String(text)));
    const code = await new Promise((resolve) => child.once('exit', resolve));
    return { code, said };
  };

  /** Everything that is kept there, as text. */
  const whatIsIn = async (url: string): Promise<string> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(
      "select table_name as name from information_schema.tables where table_schema = 'house' order by 1",
    );
    const found: unknown[] = [];
    for (const { name } of rows) {
      const { rows: all } = await client.query(`select t::text from house.${name} t order by 1`);
      found.push([name, all]);
    }
    await client.end();
    return JSON.stringify(found);
  };

  const isRefused = async (url: string, sentence: string, over: Partial<ClusterConfig>) => {
    const before = await whatIsIn(url);
    const { code, said } = await serve({ database: url, ...over });
    expect(said).toContain(sentence);
    expect(code).toBe(2);
    expect(await whatIsIn(url)).toBe(before);
  };

  test('a bus of which too few servers answer', SLOW, async () => {
    const nobody = `nats://127.0.0.1:${await freePort()}`;
    const url = await postgres.freshDatabase();
    const bus = [(buses[0] as NatsServer).url, nobody];
    await isRefused(url, 'Of the 2 servers of the bus 1 answer: more than half must', { bus });
  });

  test('a bus whose servers do not hear each other', SLOW, async () => {
    const url = await postgres.freshDatabase();
    const sentence = 'Of the 2 servers of the bus 2 answer, but no more than 1 of them hear each other';
    await isRefused(url, sentence, { bus: buses.map((bus) => bus.url) });
  });

  test('a database of another cluster, a version that does not fit, a name that is borne', SLOW, async () => {
    const url = await postgres.freshDatabase();
    const store = await openFencedStore({ name: 'corner', database: url }, { run: 'x', epochOf: () => null });
    const registry = new Registry(url, { run: 'b-run', name: 'b', address: 'here' }, LONG_MS);
    await registry.register();
    await isRefused(url, 'This database belongs to the cluster corner: quay needs one of its own', {
      name: 'quay',
    });
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query('update house.cluster_nodes set protocol = protocol + 1');
    await isRefused(
      url,
      "The node b speaks version 5 of the cluster's protocol, this one 4: stop it first",
      {},
    );
    await client.query('update house.cluster_nodes set protocol = protocol - 1');
    await client.end();
    await registry.leave();
    await store.close();
  });

  test('a configuration that is none, by its field', SLOW, async () => {
    const { code, said } = await serve({ database: 'postgres://nobody/house', leaseMs: 5 });
    expect(said).toContain('leaseMs');
    expect(code).toBe(2);
  });

  test('a clock that is wrong is not: it goes by the database, and says so', SLOW, async () => {
    const machine = new SetClock();
    machine.set = HOUR_MS;
    const alarms: string[] = [];
    const bus = buses.map(({ url }) => url).slice(0, 1);
    const database = await postgres.freshDatabase();
    const house = await openTestHouse({
      data: join(folder, 'ahead'),
      clock: machine,
      cluster: { config: { name: 'ahead', node: 'a', database, bus, leaseMs: 3_000 } },
      onAlarm: (text) => void alarms.push(text),
    });
    expect(Math.abs(house.house.clock.now() - Date.now())).toBeLessThan(HOUR_MS / 2);
    expect(alarms.join()).toContain('60.0 minutes ahead');
    await house.remove();
  });
});
