// Real nodes in real processes, each at a machine of its own, on one PostgreSQL and one bus.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClusterConfig } from '../../src/cluster/config.js';
import { freePort } from '../support/process.js';
import type { Servers } from './nats.js';
import type { Network } from './network.js';
import type { Pair } from './pair.js';

const PROGRAM = fileURLToPath(new URL('../../../cli/bin/boxperson.js', import.meta.url));

export interface NodeProcess {
  readonly name: string;
  readonly url: string;
  readonly child: ChildProcess;
  said(): string;
  kill(): Promise<void>;
  /** SIGSTOP: it neither works nor knows that it does not. */
  pause(): void;
  resume(): void;
  /** SIGTERM, and all that a node does before it goes. */
  stop(): Promise<number | null>;
}

export interface NodesOptions {
  readonly network: Network;
  readonly pair: Pair;
  readonly servers: Servers;
  readonly house: object;
  readonly leaseMs: number;
}

/** Where a node listens in a network of its own. */
const PORT = 8080;
const INSIDE = fileURLToPath(new URL('./inside.mjs', import.meta.url));

/** A way from here to a door in a file. */
function openWay(door: string): Promise<Server> {
  const server = createServer((outer) => {
    const inner = createConnection(door);
    const end = () => {
      outer.destroy();
      inner.destroy();
    };
    for (const one of [outer, inner]) one.on('error', end).on('close', end);
    outer.pipe(inner).pipe(outer);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

export class Nodes {
  readonly folder = mkdtempSync(join(tmpdir(), 'boxperson-nodes-'));
  readonly #options: NodesOptions;
  readonly #running = new Set<ChildProcess>();
  readonly #configs = new Map<string, Promise<ClusterConfig>>();
  readonly #doors = new Map<string, Promise<Server>>();

  constructor(options: NodesOptions) {
    this.#options = options;
    writeFileSync(join(this.folder, 'house.json'), JSON.stringify(options.house));
  }

  /** For whoever looks on from outside. */
  get outside(): ClusterConfig {
    return { name: 'tests', node: 'outside', database: this.#options.pair.url, bus: ['nats://nobody'] };
  }

  #configOf(name: string): Promise<ClusterConfig> {
    const known = this.#configs.get(name) ?? this.#configFor(name);
    this.#configs.set(name, known);
    return known;
  }

  async #configFor(name: string): Promise<ClusterConfig> {
    const { pair, servers, leaseMs } = this.#options;
    const bus = [...(await servers.urlsFor(name))];
    return { name: 'tests', node: name, database: await pair.urlFor(name), bus, leaseMs };
  }

  /** Where it listens, the door that leads there, and the address at this machine. */
  async #placeOf(name: string) {
    if (this.#options.network.kind === 'proxies') {
      const port = await freePort();
      return { port, door: '', url: `http://127.0.0.1:${port}` };
    }
    const door = join(this.folder, `${name}.door`);
    rmSync(door, { force: true });
    const way = this.#doors.get(name) ?? openWay(door);
    this.#doors.set(name, way);
    const { port } = (await way).address() as { port: number };
    return { port: PORT, door, url: `http://127.0.0.1:${port}` };
  }

  /** `aheadMs`: its clock is that wrong. */
  async start(name: string, aheadMs = 0): Promise<NodeProcess> {
    const { port, door, url } = await this.#placeOf(name);
    const file = join(this.folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(await this.#configOf(name)));
    const files = ['--data', join(this.folder, name), '--config', join(this.folder, 'house.json')];
    const shared = ['--cluster', file, '--record-key', join(this.folder, 'record.key')];
    const args = ['serve', '--brisk', '--port', String(port), ...files, ...shared];
    const command = this.#options.network.at(name, [
      process.execPath,
      ...['--import', INSIDE, PROGRAM],
      ...args,
    ]);
    const env = {
      ...process.env,
      BOXPERSON_DOOR: door,
      BOXPERSON_PORT: String(port),
      BOXPERSON_AHEAD_MS: String(aheadMs),
    };
    const child = spawn(command[0] as string, command.slice(1), { stdio: ['ignore', 'pipe', 'pipe'], env });
    this.#running.add(child);
    return this.#opened(name, url, child);
  }

  async #opened(name: string, url: string, child: ChildProcess): Promise<NodeProcess> {
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += String(chunk)));
    const gone = once(child, 'exit');
    void gone.then(() => this.#running.delete(child));
    await new Promise<void>((resolve, reject) => {
      child.stdout?.on('data', () => said.includes(' is open at ') && resolve());
      child.once('exit', (code) =>
        reject(new Error(`the node ${name} did not open (exit ${code}): ${said}`)),
      );
    });
    const end = async (signal: NodeJS.Signals): Promise<number | null> => {
      child.kill(signal);
      return ((await gone) as [number | null])[0];
    };
    return {
      name,
      url,
      child,
      said: () => said,
      kill: async () => void (await end('SIGKILL')),
      pause: () => void child.kill('SIGSTOP'),
      resume: () => void child.kill('SIGCONT'),
      stop: () => end('SIGTERM'),
    };
  }

  async close(): Promise<void> {
    for (const child of this.#running) child.kill('SIGKILL');
    for (const door of this.#doors.values()) (await door).close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
