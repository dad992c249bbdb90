// A real bus for tests: nats-server from the path, or Debian's, installed when the tests run as root.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackages, waitForInstallation } from '../../../../test/support/debian.mjs';
import { freePort } from '../support/process.js';
import type { Network } from './network.js';

export interface NatsServer {
  readonly url: string;
  stop(): Promise<void>;
}

const PLACES = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server'];

const findServer = (): string | undefined => {
  const found = spawnSync('sh', ['-c', 'command -v nats-server'], { encoding: 'utf8' }).stdout.trim();
  return found || PLACES.find((path) => existsSync(path));
};

const program = (): string | undefined => {
  waitForInstallation();
  if (findServer() === undefined) installPackages('nats-server');
  return findServer();
};

/** Whether `startNats` can work here. */
export const hasNats = (): boolean => program() !== undefined;

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const line = createConnection({ port, host: '127.0.0.1' });
    line.once('data', () => {
      line.destroy();
      resolve(true);
    });
    line.once('error', () => resolve(false));
  });

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const conf = (port: number, route: number, routes: readonly string[]): string => `
port: ${port}
ping_interval: "2s"
ping_max: 2
write_deadline: "2s"
cluster { name: tests, no_advertise: true, port: ${route}, routes: [${routes.map((one) => `"nats://${one}"`).join(', ')}] }
`;

type Ports = ReadonlyMap<string, readonly [client: number, route: number]>;

/** The servers of a bus, each at a machine of its own. */
export class Servers {
  readonly #network: Network;
  readonly #folder = mkdtempSync(join(tmpdir(), 'boxperson-bus-'));
  readonly #running = new Map<string, ChildProcess>();
  readonly #ports: Ports;

  private constructor(network: Network, ports: Ports) {
    this.#network = network;
    this.#ports = ports;
  }

  static async start(network: Network, machines: readonly string[]): Promise<Servers> {
    const ports = new Map<string, readonly [number, number]>();
    for (const machine of machines)
      ports.set(machine, network.kind === 'namespaces' ? [4222, 6222] : [await freePort(), await freePort()]);
    const servers = new Servers(network, ports);
    for (const machine of machines) await servers.#describe(machine);
    await servers.startAll();
    return servers;
  }

  #file(machine: string): string {
    return join(this.#folder, `${machine}.conf`);
  }

  async #describe(machine: string): Promise<void> {
    const [port, route] = this.#ports.get(machine) as readonly [number, number];
    const others = [...this.#ports].filter(([other]) => other !== machine);
    const ways = others.map(([other, [, to]]) => this.#network.way(machine, { machine: other, port: to }));
    writeFileSync(this.#file(machine), conf(port, route, await Promise.all(ways)));
  }

  /** How a machine reaches all of them. */
  async urlsFor(from: string): Promise<readonly string[]> {
    const ways = [...this.#ports].map(([machine, [port]]) => this.#network.way(from, { machine, port }));
    return (await Promise.all(ways)).map((way) => `nats://${way}`);
  }

  async startAll(): Promise<void> {
    for (const machine of this.#ports.keys()) {
      const command = this.#network.at(
        machine,
        alongWithUs([program() as string, '-c', this.#file(machine)]),
      );
      this.#running.set(machine, spawn(command[0] as string, command.slice(1), { stdio: 'ignore' }));
    }
    await pause(300);
  }

  /** Gone without warning. */
  async killAll(): Promise<void> {
    await Promise.all([...this.#running.values()].map((server) => end(server, 'SIGKILL')));
  }

  async stop(): Promise<void> {
    await this.killAll();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** It must not outlive us, however we end. */
const alongWithUs = (command: readonly string[]): readonly string[] =>
  process.platform === 'linux' ? ['setpriv', '--pdeathsig', 'KILL', ...command] : command;

const end = (server: ChildProcess, signal: NodeJS.Signals): Promise<void> =>
  new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve();
    server.once('exit', () => resolve());
    server.kill(signal);
  });

/** One server by itself, at this machine; `options` are of its command line. */
export async function startNats(options: readonly string[] = []): Promise<NatsServer> {
  const port = await freePort();
  const own = [program() as string, '-a', '127.0.0.1', '-p', String(port), ...options];
  const [first, ...args] = alongWithUs(own);
  const server = spawn(first as string, args, { stdio: 'ignore' });
  for (let tries = 0; tries < 200 && !(await answers(port)); tries += 1) await pause(25);
  return { url: `nats://127.0.0.1:${port}`, stop: () => end(server, 'SIGTERM') };
}
