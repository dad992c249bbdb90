import { exact, type Run } from '../store/database.js';
import { openClient, runOn } from '../store/server.js';
import type { ClusterConfig } from './config.js';
import { askToDrain, BESIDE, type NodeRow, readStanding } from './registry.js';
import type { Unit } from './rendezvous.js';

/** Who is there, who keeps what, and how far behind each of them is. */
export interface ClusterStatus {
  readonly name: string;
  readonly nodes: readonly (NodeRow & {
    /** How many entries of the log it has not heard of. */
    readonly lag: number;
    readonly keeps: number;
  })[];
  readonly units: readonly (Unit & { readonly node: string | null })[];
  readonly log: number;
}

async function withDatabase<T>({ database }: Pick<ClusterConfig, 'database'>, act: (run: Run) => Promise<T>) {
  const client = openClient(database, BESIDE);
  await client.connect();
  try {
    return await act(runOn(client));
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function mustBeCluster(run: Run, name: string): Promise<void> {
  const [there] = await run({ text: "select to_regclass('house.cluster') is not null as there" });
  const [row] = there?.['there'] === true ? await run({ text: 'select name from house.cluster' }) : [];
  if (row === undefined) throw new Error('No cluster was ever started on this database.');
  if (row['name'] !== name) throw new Error(`This database belongs to the cluster ${String(row['name'])}.`);
}

export const readClusterStatus = (config: ClusterConfig): Promise<ClusterStatus> =>
  withDatabase(config, async (run) => {
    await mustBeCluster(run, config.name);
    const { nodes, units } = await readStanding(run);
    const [row] = await run({ text: 'select seq from house.cluster_head' });
    const log = exact(row?.['seq'] ?? 0);
    const nameOf = (owner: string | null) =>
      nodes.find(({ run: one, alive }) => one === owner && alive)?.name ?? null;
    return {
      name: config.name,
      nodes: nodes
        .filter(({ alive, leftMs }) => alive || leftMs > -60_000)
        .map((node) => ({
          ...node,
          lag: node.alive ? Math.max(0, log - node.seq) : 0,
          keeps: units.filter(({ owner }) => owner === node.run).length,
        })),
      units: units.map((unit) => ({ ...unit, node: nameOf(unit.owner) })),
      log,
    };
  });

/** Asks a node to give away all it keeps and go; answers whether there is one of that name. */
export const drainNode = (config: ClusterConfig, node: string): Promise<boolean> =>
  withDatabase(config, async (run) => {
    await mustBeCluster(run, config.name);
    return askToDrain(run, node);
  });
