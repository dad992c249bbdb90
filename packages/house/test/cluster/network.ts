// Networks that a test may cut. Where we may make some, every machine has a network namespace of its own, with the
// addresses of all others; elsewhere all are at this machine, and each way from one to another leads through a proxy.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { installPackages } from '../../../../test/support/debian.mjs';

/** Where something listens, at the machine that it runs on. */
export interface Service {
  readonly machine: string;
  readonly port: number;
}

export interface Network {
  readonly kind: 'namespaces' | 'proxies';
  /** The command as that machine runs it. */
  at(machine: string, command: readonly string[]): readonly string[];
  /** What a service must listen on. */
  readonly anywhere: string;
  /** How one machine reaches what listens at another: `host:port`. */
  way(from: string, to: Service): Promise<string>;
  /** From here on nothing comes through between them, and nobody is told. */
  cut(one: string, other: string): void;
  heal(): void;
  /** A name of its own for what is now at that machine and port: it goes along when it moves. */
  hold(name: string, at: Service): void;
  close(): void;
}

const PREFIX = 'bxp';
const NOBODY = '02:00:00:00:ff:ff';
/** Addresses that move come after those of machines. */
const HELD_FIRST = 100;

const ip = (...args: string[]): boolean => spawnSync('ip', args, { stdio: 'ignore' }).status === 0;

function mustIp(...args: string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`);
}

/** Those of runs that were killed. */
function removeForgotten(): void {
  for (const name of existsSync('/run/netns') ? readdirSync('/run/netns') : []) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) ip('netns', 'del', name);
  }
}

/** May we make networks here, and is there what it takes? */
function hasNamespaces(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  if (spawnSync('ip', ['-V'], { stdio: 'ignore' }).error) installPackages('iproute2');
  const trial = `${PREFIX}${process.pid}-trial`;
  const hub = `${PREFIX}${process.pid}-other`;
  const works =
    ip('netns', 'add', trial) &&
    ip('netns', 'add', hub) &&
    ip('link', 'add', 't0', 'netns', trial, 'type', 'veth', 'peer', 'name', 't1', 'netns', hub) &&
    ip('-n', hub, 'link', 'add', 'br0', 'type', 'bridge');
  for (const name of [trial, hub]) ip('netns', 'del', name);
  return works;
}

/** Machines at one switch. Everybody is told where the others are, so that a wrong word is a cut. */
class Namespaces implements Network {
  readonly kind = 'namespaces';
  readonly anywhere = '0.0.0.0';
  readonly #machines: readonly string[];
  readonly #hub = `${PREFIX}${process.pid}-hub`;
  readonly #holders = new Map<string, string>();
  readonly #cuts = new Set<readonly [string, string]>();

  constructor(machines: readonly string[]) {
    removeForgotten();
    this.#machines = machines;
    mustIp('netns', 'add', this.#hub);
    mustIp('-n', this.#hub, 'link', 'add', 'br0', 'type', 'bridge');
    mustIp('-n', this.#hub, 'link', 'set', 'br0', 'up');
    for (const machine of machines) this.#add(machine);
    for (const one of machines) for (const other of machines) this.#tell(one, other, this.#mac(other));
  }

  #space(machine: string): string {
    return `${PREFIX}${process.pid}-${machine}`;
  }

  #address(name: string): string {
    const number = this.#machines.indexOf(name) + 1;
    return `10.77.0.${number > 0 ? number : HELD_FIRST + [...this.#holders.keys()].indexOf(name)}`;
  }

  #mac(name: string): string {
    const number = this.#machines.indexOf(this.#machineOf(name)) + 1;
    return `02:00:00:00:00:${number.toString(16).padStart(2, '0')}`;
  }

  #machineOf(name: string): string {
    return this.#holders.get(name) ?? name;
  }

  #add(machine: string): void {
    const space = this.#space(machine);
    const port = `to-${machine}`;
    mustIp('netns', 'add', space);
    mustIp('link', 'add', port, 'netns', this.#hub, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
    mustIp('-n', this.#hub, 'link', 'set', port, 'master', 'br0', 'up');
    mustIp('-n', space, 'link', 'set', 'eth0', 'address', this.#mac(machine), 'up');
    mustIp('-n', space, 'link', 'set', 'lo', 'up');
    mustIp('-n', space, 'addr', 'add', `${this.#address(machine)}/24`, 'dev', 'eth0');
  }

  /** `other` may be a name that moves. */
  #tell(one: string, other: string, mac: string): void {
    if (one === this.#machineOf(other)) return;
    const where = ['neigh', 'replace', this.#address(other), 'lladdr', mac, 'dev', 'eth0'];
    mustIp('-n', this.#space(one), ...where, 'nud', 'permanent');
  }

  at(machine: string, command: readonly string[]): readonly string[] {
    return ['ip', 'netns', 'exec', this.#space(machine), ...command];
  }

  async way(_from: string, { machine, port }: Service): Promise<string> {
    return `${this.#address(machine)}:${port}`;
  }

  cut(one: string, other: string): void {
    this.#cuts.add([one, other]);
    this.#tell(one, other, NOBODY);
    this.#tell(this.#machineOf(other), one, NOBODY);
  }

  heal(): void {
    for (const [one, other] of this.#cuts) {
      this.#tell(one, other, this.#mac(other));
      this.#tell(this.#machineOf(other), one, this.#mac(one));
    }
    this.#cuts.clear();
  }

  hold(name: string, { machine }: Service): void {
    const before = this.#holders.get(name);
    this.#holders.set(name, machine);
    const address = `${this.#address(name)}/24`;
    if (before) mustIp('-n', this.#space(before), 'addr', 'del', address, 'dev', 'eth0');
    mustIp('-n', this.#space(machine), 'neigh', 'flush', 'to', this.#address(name));
    mustIp('-n', this.#space(machine), 'addr', 'add', address, 'dev', 'eth0');
    for (const one of this.#machines) this.#tell(one, name, this.#mac(name));
  }

  close(): void {
    for (const machine of this.#machines) ip('netns', 'del', this.#space(machine));
    ip('netns', 'del', this.#hub);
  }
}

/** One way from a machine to another: while it is cut, what was sent lies where it is. */
export class Way {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #isCut = false;

  constructor(port: () => number) {
    this.#server = createServer((outer) => this.#join(outer, createConnection(port(), '127.0.0.1')));
  }

  #join(outer: Socket, inner: Socket): void {
    const end = () => {
      for (const one of [outer, inner]) this.#sockets.delete(one.destroy());
    };
    for (const one of [outer, inner]) {
      this.#sockets.add(one);
      one.on('error', end).on('close', () => (this.#isCut ? undefined : end()));
      if (this.#isCut) one.pause();
    }
    outer.on('data', (data) => inner.write(data));
    inner.on('data', (data) => outer.write(data));
  }

  open(): Promise<string> {
    return new Promise((resolve) => {
      this.#server.listen(0, '127.0.0.1', () => {
        resolve(`127.0.0.1:${(this.#server.address() as { port: number }).port}`);
      });
    });
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.pause();
  }

  heal(): void {
    this.#isCut = false;
    for (const socket of this.#sockets) socket.resume();
  }

  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.#server.close();
    this.hangUp();
  }
}

class Proxies implements Network {
  readonly kind = 'proxies';
  readonly anywhere = '127.0.0.1';
  readonly #ways = new Map<string, Way[]>();
  readonly #holders = new Map<string, number>();

  at(_machine: string, command: readonly string[]): readonly string[] {
    return command;
  }

  way(from: string, to: Service): Promise<string> {
    const way = new Way(() => this.#holders.get(to.machine) ?? to.port);
    const key = `${from} ${to.machine}`;
    this.#ways.set(key, [...(this.#ways.get(key) ?? []), way]);
    return way.open();
  }

  hold(name: string, { port }: Service): void {
    this.#holders.set(name, port);
    for (const [key, ways] of this.#ways) if (key.endsWith(` ${name}`)) for (const way of ways) way.hangUp();
  }

  cut(one: string, other: string): void {
    for (const key of [`${one} ${other}`, `${other} ${one}`])
      for (const way of this.#ways.get(key) ?? []) way.cut();
  }

  heal(): void {
    for (const ways of this.#ways.values()) for (const way of ways) way.heal();
  }

  close(): void {
    for (const ways of this.#ways.values()) for (const way of ways) way.close();
  }
}

/** Have machines networks of their own here? */
export const ARE_APART = !process.env['CLUSTER_PROXIES'] && hasNamespaces();

export const makeNetwork = (machines: readonly string[]): Network =>
  ARE_APART ? new Namespaces(machines) : new Proxies();
