// After a fail-over the database's clock may be behind the one that leases were given by.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFencedStore } from '../../src/cluster/open.js';
import { Registry } from '../../src/cluster/registry.js';
import type { Store } from '../../src/store/store.js';
import { execute, hasPostgres, type Postgres, startPostgres } from '../store/postgres.js';

const LONGEST_MS = 60_000;

describe.skipIf(!hasPostgres())('a clock of the database that was set back', () => {
  let postgres: Postgres;
  let url: string;
  let store: Store;
  const open: Registry[] = [];

  beforeAll(async () => {
    postgres = await startPostgres();
    url = await postgres.freshDatabase();
    store = await openFencedStore({ name: 'tests', database: url }, { run: 'nobody', epochOf: () => null });
  });

  afterAll(async () => {
    for (const registry of open) await registry.leave();
    await store?.close();
    await postgres?.stop();
  });

  const join = async (name: string, run = `${name}-run`): Promise<Registry> => {
    const registry = new Registry(url, { run, name, address: 'here' }, LONGEST_MS);
    open.push(registry);
    await registry.register();
    return registry;
  };

  /** As if the clock were an hour behind: leases that were given before end an hour late. */
  const setBack = (name: string): Promise<void> =>
    execute(url, `update house.cluster_nodes set until = until + interval '1 hour' where name = '${name}'`);

  test('the longest lease there is holds; one that ends later than any can is nobody’s', async () => {
    const [dead, heir] = [await join('dead'), await join('heir')];
    await heir.need(['table/t']);
    expect(await dead.claim(['table/t'])).toHaveLength(1);
    expect(await heir.claim(['table/t'])).toEqual([]);
    await setBack('dead');
    expect(await heir.claim(['table/t'])).toEqual([{ unit: 'table/t', owner: 'heir-run', epoch: 2 }]);
    expect(await heir.handOver('table/t', 'dead-run')).toBe(false);
    const isAlive = async (run: string) =>
      (await heir.read()).nodes.find((node) => node.run === run)?.alive ?? null;
    expect([await isAlive('dead-run'), await isAlive('heir-run')]).toEqual([false, true]);
    // Its name is free, too; and whoever was not dead is there again with its next word.
    await join('dead', 'dead-again');
    expect(await isAlive('dead-again')).toBe(true);
    await dead.renew(0);
    expect(await isAlive('dead-run')).toBe(true);
  });
});
