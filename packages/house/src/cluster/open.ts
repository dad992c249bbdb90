import { openServerDatabase } from '../store/server.js';
import { insideOf, makeStore } from '../store/sql-store.js';
import type { AppendedListener, Store } from '../store/types.js';
import { makeWriter } from '../store/writer.js';
import { mustHaveQuorum, openBus } from './bus.js';
import type { ClusterConfig } from './config.js';
import { LogFollower } from './follower.js';
import { ClusterNode, makeRun } from './node.js';
import { fenced, type Keeping } from './numbering.js';
import { BESIDE, prepareFor, Registry } from './registry.js';
import { Seat } from './seat.js';

export interface ClusterStore {
  readonly store: Store;
  readonly seat: Seat;
}

export interface OpenClusterOptions {
  readonly config: ClusterConfig;
  /** Where this node is reached. */
  readonly address: string;
  readonly onError?: (error: unknown) => void;
}

/** A store in which every write is fenced. Whoever listens to it hears of the whole cluster's log. */
export async function openFencedStore(
  config: Pick<ClusterConfig, 'name' | 'database'> & Partial<Pick<ClusterConfig, 'node'>>,
  keeping: Keeping,
  listen?: (listener: AppendedListener) => () => void,
): Promise<Store> {
  const database = await openServerDatabase(config.database, BESIDE, prepareFor(config.name, config.node));
  try {
    const writer = await makeWriter(database, fenced(database, keeping));
    return makeStore(database, writer, listen ? { listen } : {});
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error;
  }
}

/** The node before there is one: it keeps nothing. */
class Later implements Keeping {
  readonly run: string;
  node: ClusterNode | null = null;

  constructor(run: string) {
    this.run = run;
  }

  epochOf(unit: string): number | null {
    return this.node?.epochOf(unit) ?? null;
  }
}

const lastSeq = async (store: Store): Promise<number> => {
  const text = 'select coalesce(max(seq), 0) as seq from house.log';
  return Number((await insideOf(store).read({ text }))[0]?.['seq'] ?? 0);
};

/** Under which name the nodes of this database speak, and what they seal their words with: both are in it. */
const wordsOf = async (store: Store, { name }: ClusterConfig): Promise<{ subject: string; key: string }> => {
  const [row] = await insideOf(store).read({ text: 'select id, secret from house.cluster' });
  return { subject: `${name}.${String(row?.['id'])}`, key: String(row?.['secret']) };
};

/** The store and this process's seat in its cluster. The bus is tried first: a node that cannot work writes nothing. */
export async function openCluster({ config, address, onError }: OpenClusterOptions): Promise<ClusterStore> {
  await mustHaveQuorum(config);
  const later = new Later(makeRun(config.node));
  let follower: LogFollower | null = null;
  const listen = (listener: AppendedListener): (() => void) =>
    follower?.listen((entries) =>
      listener(
        entries,
        entries.map(({ seq }) => seq),
      ),
    ) ?? (() => {});
  const store = await openFencedStore(config, later, listen);
  const told = onError ? { onError } : {};
  try {
    follower = new LogFollower({ store, from: await lastSeq(store), ...told });
    const seat = await takeSeat({ config, address, ...told }, store, later, follower);
    return { store, seat };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function takeSeat(
  { config, address, onError }: OpenClusterOptions,
  store: Store,
  later: Later,
  follower: LogFollower,
): Promise<Seat> {
  const { run } = later;
  const told = onError ? { onError } : {};
  const bus = await openBus({ access: config, run, ...(await wordsOf(store, config)), ...told });
  try {
    const registry = new Registry(config.database, { run, name: config.node, address }, config.leaseMs);
    const node = new ClusterNode({ run, registry, bus, seq: () => follower.seq, ...told });
    later.node = node;
    await node.open();
    return new Seat({ store, node, bus, follower });
  } catch (error) {
    await bus.close();
    throw error;
  }
}
