import { openTable, type TableEvent } from '@boxperson/rules';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { LogFollower } from '../../src/cluster/follower.js';
import { recordKeeper } from '../../src/cluster/joined.js';
import type { ClusterNode } from '../../src/cluster/node.js';
import { fenced } from '../../src/cluster/numbering.js';
import { openFencedStore } from '../../src/cluster/open.js';
import { prepareFor, Registry } from '../../src/cluster/registry.js';
import { Seat } from '../../src/cluster/seat.js';
import { Once } from '../../src/office/once.js';
import { insideOf } from '../../src/store/sql-store.js';
import { openServerStore, type Store } from '../../src/store/store.js';
import { TableHost } from '../../src/tables/host.js';
import { claimReference } from '../../src/terminals/references.js';
import { hasPostgres, type Postgres, startPostgres } from '../store/postgres.js';
import { command, event, faultOf, move, work } from '../store/works.js';

const CLUSTER = 'tests';
const LEASE_MS = 700;
/** Where nobody's lease must end, however busy the machine is. */
const LONG_MS = 60_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A node as far as the database knows it, with a store that believes what the test says. */
class Claimant {
  readonly run: string;
  readonly registry: Registry;
  readonly epochs = new Map<string, number>();
  store!: Store;

  constructor(
    readonly url: string,
    name: string,
    leaseMs = LEASE_MS,
  ) {
    this.run = `${name}-run`;
    this.registry = new Registry(url, { run: this.run, name, address: 'here' }, leaseMs);
  }

  epochOf(unit: string): number | null {
    return this.epochs.get(unit) ?? null;
  }

  async open(): Promise<this> {
    this.store = await openFencedStore({ name: CLUSTER, database: this.url }, this);
    await this.registry.register();
    return this;
  }

  async claim(unit: string): Promise<boolean> {
    await this.registry.need([unit]);
    const claimed = await this.registry.claim([unit]);
    for (const one of claimed) this.epochs.set(one.unit, one.epoch);
    return claimed.length > 0;
  }

  async close(): Promise<void> {
    await this.registry.leave();
    await this.store.close();
  }
}

const openingOf = (): readonly TableEvent[] => {
  const limits = { default: { min: 500, max: 50_000 } };
  const opened = openTable({ rulebook: 'star', seats: 4, chips: [100], limits }, 1);
  if (!opened.ok) throw new Error(opened.refused.message);
  return opened.value;
};

describe.skipIf(!hasPostgres())('who may write', () => {
  let postgres: Postgres;

  beforeAll(async () => {
    postgres = await startPostgres();
  });

  afterAll(async () => {
    await postgres?.stop();
  });

  const withTwo = async (
    use: (a: Claimant, b: Claimant, url: string) => Promise<void>,
    leaseMs = LEASE_MS,
  ): Promise<void> => {
    const url = await postgres.freshDatabase();
    const a = await new Claimant(url, 'a', leaseMs).open();
    const b = await new Claimant(url, 'b', leaseMs).open();
    try {
      await use(a, b, url);
    } finally {
      await a.close();
      await b.close();
    }
  };

  test('two nodes write side by side, in one log without a gap, and the money adds up', async () => {
    await withTwo(async (a, b) => {
      await a.claim('table/one');
      await b.claim('table/two');
      const writes = ([node, table]: readonly [Claimant, string]) =>
        Array.from({ length: 60 }, (_, n) =>
          node.store.append(
            work({
              command: command(`${table}-${n}`),
              events: [event(`table/${table}`, n + 1)],
              entries: [move('cash/in', `player/${table}`, 1)],
            }),
          ),
        );
      const pairs = [
        [a, 'one'],
        [b, 'two'],
      ] as const;
      const receipts = await Promise.all(pairs.flatMap(writes));
      const seqs = receipts.flatMap((receipt) => receipt.seqs).sort((x, y) => x - y);
      expect(seqs).toEqual(Array.from({ length: 120 }, (_, n) => n + 1));
      const log = await a.store.readLog(0, 1_000);
      expect(log.map(({ seq }) => seq)).toEqual(seqs);
      // What each was told is where it stands.
      const [first] = receipts;
      expect(log.find(({ seq }) => seq === first?.seqs[0])).toMatchObject({
        stream: 'table/one',
        position: 1,
      });
      expect(await b.store.checkMoney()).toEqual({ sum: 0, faults: [] });
      expect((await a.store.ledger(0, 1_000)).every(({ seq }) => seq !== null)).toBe(true);
    });
  });

  test('a reference of the central system is one table’s, whichever nodes are asked at the same moment', async () => {
    await withTwo(async (a, b) => {
      const claims = await Promise.all([
        claimReference(a.store, 'one', 'CS/1'),
        claimReference(b.store, 'two', 'CS/1'),
      ]);
      expect(claims.filter(Boolean)).toHaveLength(1);
      // It stays that table's, also when another node keeps the table.
      const again = [claimReference(b.store, 'one', 'CS/1'), claimReference(a.store, 'two', 'CS/1')];
      expect(await Promise.all(again)).toEqual(claims);
    });
  });

  test('a former owner commits nothing, whatever it believes; the next one goes on at its place', async () => {
    await withTwo(async (a, b) => {
      await a.claim('table/t');
      await a.store.append(work({ events: [event('table/t', 1)] }));
      // It falls silent past its lease, as one that is stopped does, and then wakes up.
      await pause(LEASE_MS + 100);
      await b.registry.renew(0);
      expect(await b.claim('table/t')).toBe(true);
      expect(await faultOf(a.store.append(work({ events: [event('table/t', 2)] })))).toMatchObject({
        kind: 'elsewhere',
      });
      expect(
        await faultOf(a.store.append(work({ command: command('x'), events: [event('dice/t', 1)] }))),
      ).toMatchObject({ kind: 'elsewhere' });
      await b.store.append(work({ events: [event('table/t', 2, 'next')] }));
      const log = await b.store.readStream('table/t', 0, 10);
      expect(log.map(({ position }) => position)).toEqual([1, 2]);
      expect(await b.store.findCommand('x')).toBeNull();
      // Work for what it does keep goes through in the same batch.
      await a.claim('table/u');
      const [lost, kept] = await Promise.allSettled([
        a.store.append(work({ events: [event('table/t', 3)] })),
        a.store.append(work({ events: [event('table/u', 1)] })),
      ]);
      expect([lost.status, kept.status]).toEqual(['rejected', 'fulfilled']);
    });
  });

  test('nobody takes over before the lease is over, by the clock of the database', async () => {
    await withTwo(async (a, b) => {
      const isThere = async () =>
        (await b.registry.read()).nodes.some(({ run, alive }) => run === a.run && alive);
      let kept: string[] = [];
      for (let tries = 0; tries < 40 && kept.length < 4; tries += 1) {
        const unit = `table/${tries}`;
        await a.registry.renew(0);
        await a.claim(unit);
        await pause(LEASE_MS / 3);
        await a.registry.renew(0);
        const isTaken = await b.claim(unit);
        // On a busy machine its lease may be over by then. If it is not, it was not before.
        if (!(await isThere())) continue;
        expect(isTaken).toBe(false);
        kept = [...kept, unit];
      }
      expect(kept).toHaveLength(4);
      await pause(LEASE_MS + 100);
      expect(await b.claim(kept[0] as string)).toBe(true);
    });
  });

  test('a take-over waits for what is being committed, and what comes after it is refused', async () => {
    await withTwo(async (a, b, url) => {
      await a.claim('table/t');
      // A transaction of the former owner that has looked and not yet committed.
      const slow = new Client({ connectionString: url });
      await slow.connect();
      await slow.query('begin');
      await slow.query('select house.cluster_keeps($1, $2, $3)', [
        a.run,
        ['table/t'],
        [a.epochOf('table/t')],
      ]);
      await pause(LEASE_MS + 100);
      await b.registry.renew(0);
      let isTaken = false;
      const taking = b.claim('table/t').then((taken) => {
        isTaken = taken;
      });
      await pause(150);
      expect(isTaken).toBe(false);
      await slow.query('commit');
      await taking;
      expect(isTaken).toBe(true);
      await expect(
        slow.query('select house.cluster_keeps($1, $2, $3)', [a.run, ['table/t'], [a.epochOf('table/t')]]),
      ).rejects.toThrow('another node keeps');
      await slow.end();
    });
  });

  test('nothing is told before it is committed, neither here nor on the bus, and what is refused never', async () => {
    await withTwo(async (a, b, url) => {
      await a.claim('table/t');
      const told: string[] = [];
      const bus = { isUp: true, listen: () => {}, close: async () => {} };
      const says = (_to: string | null, message: object) => told.push((message as { t: string }).t);
      const node = { hearsAll: true, listen: () => {}, close: async () => {} } as unknown as ClusterNode;
      const follower = new LogFollower({ store: a.store, from: 0 });
      follower.listen((entries) => told.push(...entries.map(({ seq }) => `heard ${seq}`)));
      const seat = new Seat({ store: a.store, node, bus: { ...bus, send: says }, follower });
      const host = await TableHost.open('t', a.store, SYSTEM_CLOCK, openingOf());
      host.listen(({ first, events }) => told.push(...events.map((_, n) => `table ${first + n}`)));
      const { n } = host;
      expect(told.splice(0)).toEqual(['events', ...Array.from({ length: n }, (_, at) => `heard ${at + 1}`)]);
      // Somebody holds what every commit takes: until they let go nothing is durable.
      const slow = new Client({ connectionString: url });
      await slow.connect();
      await slow.query('begin');
      await slow.query('select from house.cluster_head for update');
      const sitting = host.submit({ do: 'sit', player: 'Pat', person: 'p1', seat: 1, bankroll: 0 });
      await pause(150);
      expect(told).toEqual([]);
      await slow.query('commit');
      expect(await sitting).toMatchObject({ ok: true });
      expect(told.splice(0)).toEqual(['events', `heard ${n + 1}`, `table ${n + 1}`]);
      await slow.query('update house.cluster_units set owner = $1, epoch = epoch + 1', [b.run]);
      await slow.end();
      await expect(host.submit({ do: 'leave', player: 'Pat' })).rejects.toThrow('kept by another node');
      expect(told).toEqual([]);
      await seat.close();
    }, LONG_MS);
  });

  test('the tree has one keeper: whoever is not it any more signs nothing', async () => {
    await withTwo(async (a, b) => {
      const keeperOf = (node: Claimant) => recordKeeper(node.store, { node } as unknown as Seat);
      const sign = (node: Claimant, size: number) =>
        keeperOf(node).write({
          text: "insert into house.checkpoints (size, note) values ($1::bigint, 'x') returning size",
          values: [size],
        });
      await a.claim('record');
      expect(await sign(a, 1)).toHaveLength(1);
      await expect(sign(b, 2)).rejects.toThrow('another node keeps');
      await pause(LEASE_MS + 100);
      await b.registry.renew(0);
      await b.claim('record');
      await expect(sign(a, 3)).rejects.toThrow('another node keeps');
      expect(await sign(b, 4)).toHaveLength(1);
    });
  });

  test('a keeper whose line was lost signs on, though nobody else writes there', async () => {
    await withTwo(async (a, _b, url) => {
      await a.claim('record');
      const keeper = recordKeeper(a.store, { node: a } as unknown as Seat);
      const other = new Client({ connectionString: url });
      await other.connect();
      await other.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await other.end();
      const text = "insert into house.checkpoints (size, note) values (1, 'x') returning size";
      expect(await keeper.write({ text })).toHaveLength(1);
    }, LONG_MS);
  });

  test('of a commit nobody knows of, what another wrote at its place in between is no sign', async () => {
    await withTwo(async (a, b) => {
      const unit = 'table/t';
      const give = async (from: Claimant, to: Claimant) => {
        expect(await from.registry.handOver(unit, to.run)).toBe(true);
        const { units } = await to.registry.read();
        to.epochs.set(unit, units.find((one) => one.unit === unit)?.epoch ?? 0);
      };
      await a.claim(unit);
      const numbering = fenced(insideOf(a.store).database, a);
      const mine = work({ events: [event(unit, 1, 'mine')] });
      numbering.statement([mine]);
      await give(a, b);
      await b.store.append(work({ events: [event(unit, 1, 'theirs')] }));
      await give(b, a);
      expect(await faultOf(numbering.wasCommitted([mine]))).toMatchObject({ kind: 'unavailable' });
      const theirs = work({ events: [event(unit, 2, 'mine')] });
      numbering.statement([theirs]);
      expect(await numbering.wasCommitted([theirs])).toBeNull();
    }, LONG_MS);
  });

  test('an id that one node has done is a duplicate at the next, and is answered as it was', async () => {
    await withTwo(async (a, b) => {
      await a.claim('cage');
      await a.store.append(work({ command: command('once'), events: [event('cage', 1)] }));
      await pause(LEASE_MS + 100);
      await b.registry.renew(0);
      await b.claim('cage');
      expect(await b.store.findCommand('once')).toEqual({ hash: 'hash of once', answer: '{"done":"once"}' });
      expect(
        await faultOf(b.store.append(work({ command: command('once'), events: [event('cage', 2)] }))),
      ).toMatchObject({ kind: 'duplicate', id: 'once' });
      // One that a client of this run made may have been done elsewhere since: it is looked up.
      const once = new Once(b.store, undefined, undefined, 'node');
      const fresh = `${once.epoch}-1`;
      const done = { id: fresh, hash: 'h', answer: '{"ok":true,"n":2}' };
      await b.store.append(work({ command: done, events: [event('cage', 2)] }));
      const run = async (): Promise<never> => {
        throw new Error('done twice');
      };
      expect(await once.once(fresh, 'h', run)).toEqual({ ok: true, n: 2 });
    });
  });

  test('a node that cannot use a line hangs up: however often it tries, none is left behind', async () => {
    const url = await postgres.freshDatabase();
    const other = new Client({ connectionString: url });
    await other.connect();
    // To whoever connects from now on this server seems to be a standby.
    const { rows } = await other.query('select current_database() as name');
    await other.query('create schema seems');
    await other.query('create function seems.pg_is_in_recovery() returns boolean return true');
    await other.query(`alter database ${rows[0].name} set search_path = seems, pg_catalog`);
    const registry = new Registry(url, { run: 'a-run', name: 'a', address: '' }, LEASE_MS);
    for (let tries = 0; tries < 5; tries += 1)
      await expect(registry.renew(0)).rejects.toThrow('is a standby');
    const left = async () =>
      (
        await other.query(
          "select from pg_stat_activity where application_name = 'boxperson' and datname = $1",
          [rows[0].name],
        )
      ).rows.length;
    for (let tries = 0; tries < 40 && (await left()) > 0; tries += 1) await pause(50);
    expect(await left()).toBe(0);
    await other.end();
  });

  test('a house alone and a cluster keep out of each other’s way, and numbers go on from one to the other', async () => {
    const url = await postgres.freshDatabase();
    const alone = await openServerStore(url);
    await alone.append(work({ events: [event('table/t', 1)] }));
    await expect(new Claimant(url, 'a').open()).rejects.toThrow('runs alone on this database');
    await alone.close();
    const a = await new Claimant(url, 'a').open();
    await a.claim('table/t');
    expect(await a.store.append(work({ events: [event('table/t', 2)] }))).toEqual({ seqs: [2] });
    await expect(openServerStore(url)).rejects.toThrow('Another house already runs');
    await a.close();
    const again = await openServerStore(url);
    expect(await again.append(work({ events: [event('table/t', 3)] }))).toEqual({ seqs: [3] });
    await again.close();
  });

  test('two clusters on one database, and two nodes of one name, are refused and nothing is written', async () => {
    await withTwo(async (_a, _b, url) => {
      const client = new Client({ connectionString: url });
      await client.connect();
      const count = async () =>
        (
          await client.query(
            'select (select count(*) from house.openings) as n, (select name from house.cluster)',
          )
        ).rows;
      const before = await count();
      await expect(
        openFencedStore({ name: 'others', database: url }, { run: 'x', epochOf: () => null }),
      ).rejects.toThrow('belongs to the cluster tests: others needs one of its own');
      const twin = new Registry(url, { run: 'twin', name: 'a', address: '' }, LEASE_MS);
      await expect(twin.register()).rejects.toThrow('There is a node a in this cluster already');
      twin.close();
      await client.query(`update house.cluster_nodes set protocol = 9 where name = 'a'`);
      const run = async ({ text, values = [] }: { text: string; values?: readonly unknown[] }) =>
        (await client.query(text, [...values])).rows;
      await expect(prepareFor('tests')(run)).rejects.toThrow("speaks version 9 of the cluster's protocol");
      expect(await count()).toEqual(before);
      await client.end();
    }, LONG_MS);
  });
});
