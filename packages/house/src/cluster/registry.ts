import type { Client } from 'pg';
import { exact, inTransaction, makeTurnstile, type Row, type Run } from '../store/database.js';
import { migrate } from '../store/migrations.js';
import { APPLICATION_ROLE, checkServer, openClient, runOn, type Terms } from '../store/server.js';
import { LEASE_MOST_MS } from './config.js';
import type { LiveNode, NodeState, Unit } from './rendezvous.js';
import { makeClusterTables, PROTOCOL, setHead } from './schema.js';

/** How long a node is believed to be there after it was last heard of. */
export const LEASE_MS = 3_000;

/** Nobody waits long for a database that is gone: another one answers. */
export const BESIDE: Terms = { lock: 'beside', answerWithinMs: 4_000, connectWithinMs: 1_000 };

/** One node at a time looks whether it fits, and registers. */
const REGISTER_KEY = '7311582030220';

const LOOK_AGAIN_MS = 100;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface NodeName {
  readonly run: string;
  readonly name: string;
  readonly address: string;
}

/** A node that cannot be part of this cluster, and why in a sentence. */
export class DoesNotFit extends Error {}

const isThere = async (run: Run, table: string): Promise<boolean> =>
  (await run({ text: `select to_regclass('house.${table}') is not null as there` }))[0]?.['there'] === true;

/** By so much the database's clock may be set right without anybody being taken for dead. */
const SET_RIGHT_MS = 5_000;

/**
 * Whose lease holds, by the database's clock. One that ends later than any lease can was given by another clock, of a
 * primary that is gone: whoever is there renews it, and the dead must not live until that hour comes round again.
 */
const ALIVE = `until > clock_timestamp()
  and until <= clock_timestamp() + ${LEASE_MOST_MS + SET_RIGHT_MS} * interval '1 millisecond'`;

/** Before anything is written: is it this cluster's database, and do its nodes speak as we do? */
async function mustFit(run: Run, cluster: string): Promise<void> {
  if (!(await isThere(run, 'cluster'))) return;
  const [row] = await run({ text: 'select name, protocol from house.cluster' });
  if (row && row['name'] !== cluster)
    throw new DoesNotFit(
      `This database belongs to the cluster ${String(row['name'])}: ${cluster} needs one of its own.`,
    );
  const [other] = await run({
    text: `select name, protocol from house.cluster_nodes where ${ALIVE} and protocol <> ${PROTOCOL} limit 1`,
  });
  if (other)
    throw new DoesNotFit(
      `The node ${String(other['name'])} speaks version ${String(other['protocol'])} of the cluster's protocol, this one ${PROTOCOL}: stop it first, or start the same version here.`,
    );
}

const hasLiveNodes = async (run: Run): Promise<boolean> =>
  (await run({ text: `select from house.cluster_nodes where ${ALIVE} limit 1` })).length > 0;

async function prepareAlone(run: Run, cluster: string): Promise<void> {
  await migrate({ write: run });
  await inTransaction(run, async () => {
    await makeClusterTables(run);
    await run({
      text: `insert into house.cluster (name, protocol) values ($1::text, ${PROTOCOL})
             on conflict (one) do update set protocol = excluded.protocol`,
      values: [cluster],
    });
    if (!(await hasLiveNodes(run))) await setHead(run);
  });
}

/** A name whose last bearer was killed is free when its lease is over: whoever renews it meanwhile is alive. */
async function mustBeFree(run: Run, node: string): Promise<void> {
  if (!(await isThere(run, 'cluster_nodes'))) return;
  const text = `select run, until::text as until from house.cluster_nodes where name = $1::text and ${ALIVE}`;
  const [first] = await run({ text, values: [node] });
  for (let now = first; now !== undefined; [now] = await run({ text, values: [node] })) {
    if (now['run'] !== first?.['run'] || now['until'] !== first?.['until'])
      throw new DoesNotFit(`There is a node ${node} in this cluster already.`);
    await pause(LOOK_AGAIN_MS);
  }
}

/** Looks whether a node fits, and makes what is not there yet. */
export const prepareFor =
  (cluster: string, node?: string) =>
  async (run: Run): Promise<void> => {
    await mustFit(run, cluster);
    if (node !== undefined) await mustBeFree(run, node);
    await run({ text: `select pg_advisory_lock(${REGISTER_KEY})` });
    try {
      await mustFit(run, cluster);
      await prepareAlone(run, cluster);
    } finally {
      await run({ text: `select pg_advisory_unlock(${REGISTER_KEY})` }).catch(() => undefined);
    }
  };

/** A node as the database has it. */
export interface NodeRow extends LiveNode {
  readonly address: string;
  readonly protocol: number;
  readonly alive: boolean;
  /** Milliseconds until it is not believed to be there any more; below zero since. */
  readonly leftMs: number;
  /** The last place of the log that it has heard of. */
  readonly seq: number;
}

export interface Standing {
  readonly nodes: readonly NodeRow[];
  readonly units: readonly Unit[];
}

const nodeOf = (row: Row): NodeRow => ({
  run: String(row['run']),
  name: String(row['name']),
  address: String(row['address']),
  protocol: Number(row['protocol']),
  state: row['state'] as NodeState,
  alive: row['alive'] === true,
  leftMs: Math.round(Number(row['left'])),
  seq: exact(row['seq']),
  hears: Number(row['hears']),
});

const unitFrom = (row: Row): Unit => ({
  unit: String(row['unit']),
  owner: row['owner'] === null ? null : String(row['owner']),
  epoch: exact(row['epoch']),
});

/** Who is there, and who keeps what. */
export const readStanding = async (run: Run): Promise<Standing> => {
  const nodes = await run({
    name: 'cluster-nodes',
    text: `select run, name, address, protocol, state, seq, hears, ${ALIVE} as alive,
                  extract(epoch from until - clock_timestamp()) * 1000 as left
             from house.cluster_nodes order by name, since`,
  });
  const units = await run({
    name: 'cluster-units',
    text: 'select unit, owner, epoch from house.cluster_units order by unit',
  });
  return { nodes: nodes.map(nodeOf), units: units.map(unitFrom) };
};

/** Whoever asks a node to give away what it keeps; answers whether there is such a node. */
export const askToDrain = async (run: Run, name: string): Promise<boolean> =>
  (
    await run({
      text: `update house.cluster_nodes set state = 'draining' where name = $1::text and ${ALIVE} returning run`,
      values: [name],
    })
  ).length > 0;

// The lease is looked at in the very statement that takes a unit over: nobody is early, whatever their own clock says.
const CLAIM = `
update house.cluster_units u set owner = $1::text, epoch = u.epoch + 1, since = clock_timestamp()
 where u.unit = any($2::text[])
   and not exists (select from house.cluster_nodes n where n.run = u.owner and ${ALIVE})
 returning u.unit, u.owner, u.epoch`;

const HAND_OVER = `
update house.cluster_units u set owner = $3::text, epoch = u.epoch + 1, since = clock_timestamp()
 where u.unit = $2::text and u.owner = $1::text
   and exists (select from house.cluster_nodes n where n.run = $3::text and ${ALIVE})
 returning u.unit`;

const RENEW = `
update house.cluster_nodes set until = clock_timestamp() + $2::integer * interval '1 millisecond', seq = $3::bigint,
       hears = $4::integer
 where run = $1::text returning state`;

/** Rows of nodes that have been gone for so long are of interest to nobody. */
const FORGET = "delete from house.cluster_nodes where until < clock_timestamp() - interval '1 hour'";

/** A node's own line to where the cluster is registered: apart from play, so that nobody's lease waits for a wager. */
export class Registry {
  readonly #url: string;
  readonly #node: NodeName;
  readonly #leaseMs: number;
  readonly #turn = makeTurnstile();
  #client: Promise<Run> | null = null;
  #open: Client | null = null;

  constructor(url: string, node: NodeName, leaseMs: number = LEASE_MS) {
    this.#url = url;
    this.#node = node;
    this.#leaseMs = leaseMs;
  }

  get leaseMs(): number {
    return this.#leaseMs;
  }

  async #connect(): Promise<Run> {
    // An answer that comes after the lease is over is none.
    const terms = { ...BESIDE, answerWithinMs: Math.max(1_000, Math.floor(this.#leaseMs / 2)) };
    // Known before it answers: whatever it fails at, it is hung up.
    const client = openClient(this.#url, terms);
    this.#open = client;
    await client.connect();
    const run = runOn(client);
    await checkServer(run);
    await run({ text: `set role ${APPLICATION_ROLE}` }).catch(() => undefined);
    return run;
  }

  /** On a connection that is made anew after any failure. */
  run<T>(act: (run: Run) => Promise<T>): Promise<T> {
    return this.#turn(() => this.#run(act));
  }

  async #run<T>(act: (run: Run) => Promise<T>): Promise<T> {
    this.#client ??= this.#connect();
    const mine = this.#client;
    try {
      return await act(await mine);
    } catch (error) {
      if (this.#client === mine) this.#hangUp();
      throw error;
    }
  }

  #hangUp(): void {
    this.#client = null;
    this.#open?.end().catch(() => undefined);
    this.#open = null;
  }

  /** A name that another run bears is free once its lease is over. */
  async register(): Promise<void> {
    const { run: me, name, address } = this.#node;
    await this.run(async (run) => {
      const rows = await run({
        text: `insert into house.cluster_nodes (run, name, address, protocol, state, until)
               select $1::text, $2::text, $3::text, ${PROTOCOL}, 'joining',
                      clock_timestamp() + $4::integer * interval '1 millisecond'
                where not exists (select from house.cluster_nodes where name = $2::text and ${ALIVE})
               returning run`,
        values: [me, name, address, this.#leaseMs],
      });
      if (rows.length === 0) throw new DoesNotFit(`There is a node ${name} in this cluster already.`);
      await run({ text: FORGET });
    });
  }

  /** Null when the cluster knows nothing of this run any more. */
  renew(seq: number, hears = 1): Promise<NodeState | null> {
    return this.run(async (run) => {
      const [row] = await run({
        name: 'cluster-renew',
        text: RENEW,
        values: [this.#node.run, this.#leaseMs, seq, hears],
      });
      return row === undefined ? null : (row['state'] as NodeState);
    });
  }

  read(): Promise<Standing> {
    return this.run(readStanding);
  }

  /** Units that are to be there. */
  async need(units: readonly string[]): Promise<void> {
    await this.run((run) =>
      run({
        text: `insert into house.cluster_units (unit) select unnest($1::text[]) on conflict (unit) do nothing`,
        values: [units],
      }),
    );
  }

  /** Takes over what nobody alive keeps; answers what we keep now, with its new epochs. */
  async claim(units: readonly string[]): Promise<readonly Unit[]> {
    const rows = await this.run((run) => run({ text: CLAIM, values: [this.#node.run, units] }));
    return rows.map(unitFrom);
  }

  /** Gives a unit to somebody who is there; answers whether that was so. */
  async handOver(unit: string, to: string): Promise<boolean> {
    const rows = await this.run((run) => run({ text: HAND_OVER, values: [this.#node.run, unit, to] }));
    return rows.length > 0;
  }

  async say(state: NodeState): Promise<void> {
    const text = 'update house.cluster_nodes set state = $2::text where run = $1::text';
    await this.run((run) => run({ text, values: [this.#node.run, state] }));
  }

  /** Goes: nobody waits for a lease to end. */
  async leave(): Promise<void> {
    const text = 'delete from house.cluster_nodes where run = $1::text';
    await this.run((run) => run({ text, values: [this.#node.run] })).catch(() => undefined);
    this.#hangUp();
  }

  /** Falls silent, as a node does that is killed. */
  close(): void {
    this.#hangUp();
  }
}
