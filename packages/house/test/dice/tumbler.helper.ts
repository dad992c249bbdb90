import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import {
  TumblerHub,
  type TumblerHubOptions,
  type TumblerLogEntry,
  type TumblerStatus,
} from '../../src/dice/tumbler/index.js';
import { type Handshake, Opener, proofOf, Sealer, sessionKeyOf } from '../../src/dice/tumbler/seal.js';

/** A generator that throws the same dice in every run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

export const keyFor = (device: string): Buffer => createHash('sha256').update(`key of ${device}`).digest();

/** Waits until something is so; fails when it takes too long. */
export async function until(isSo: () => boolean, what: string, ms = 5_000): Promise<void> {
  const end = performance.now() + ms;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`${what}: not within ${ms} ms`);
    await new Promise((done) => setTimeout(done, 5));
  }
}

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

export interface TestHouse {
  readonly hub: TumblerHub;
  readonly port: number;
  readonly logged: TumblerLogEntry[];
  readonly statuses: TumblerStatus[];
  events(): string[];
}

/** A hub on a free port that knows every device whose id begins with `t`. */
export async function openHouse(
  options: Partial<TumblerHubOptions> & { port?: number } = {},
): Promise<TestHouse> {
  const logged: TumblerLogEntry[] = [];
  const statuses: TumblerStatus[] = [];
  const hub = new TumblerHub({
    keyOf: async (device) => (device.startsWith('t') ? keyFor(device) : null),
    log: (entry) => logged.push(entry),
    ...options,
  });
  hub.watch((status) => statuses.push(status));
  const { port } = await hub.listen(options.port ?? 0);
  return { hub, port, logged, statuses, events: () => logged.map(({ event }) => event) };
}

/** A device played by hand: it says what the test wants, signed or not. */
export class RawDevice {
  readonly id: string;
  readonly socket: Socket;
  readonly lines: string[] = [];
  #rest = '';
  #handshake: Handshake | null = null;
  #sealer: Sealer | null = null;
  #opener: Opener | null = null;
  #wake: () => void = () => {};
  isClosed = false;

  constructor(port: number, id = 't1') {
    this.id = id;
    this.socket = connect({ host: '127.0.0.1', port });
    this.socket.setEncoding('ascii');
    this.socket.on('data', (text: string) => this.#take(text));
    this.socket.on('error', () => {});
    this.socket.on('close', () => {
      this.isClosed = true;
      this.#wake();
    });
  }

  static async open(port: number, id = 't1', key = keyFor(id)): Promise<RawDevice> {
    const device = new RawDevice(port, id);
    await device.introduce(key);
    const answer = await device.next();
    if (!answer.startsWith('HOUSE ')) throw new Error(answer);
    return device;
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() as string;
    this.lines.push(...lines);
    this.#wake();
  }

  /** The next line that the house sent. */
  async next(): Promise<string> {
    while (this.lines.length === 0 && !this.isClosed) await this.#happened();
    return this.lines.shift() ?? 'CLOSED';
  }

  /** Something came, or the house hung up. */
  #happened(): Promise<void> {
    return new Promise((done, fail) => {
      const late = setTimeout(() => fail(new Error('the house says nothing')), 5_000);
      this.#wake = () => {
        clearTimeout(late);
        done();
      };
    });
  }

  async introduce(key: Buffer): Promise<void> {
    const [, , houseNonce] = (await this.next()).split(' ') as [string, string, string];
    const handshake = { device: this.id, houseNonce, deviceNonce: randomBytes(32).toString('hex') };
    this.#handshake = handshake;
    this.#sealer = new Sealer(sessionKeyOf(key, 'device', handshake));
    this.#opener = new Opener(sessionKeyOf(key, 'house', handshake));
    this.raw(`DEVICE ${this.id} ${handshake.deviceNonce} ${proofOf(key, 'device', handshake)}`);
  }

  get handshake(): Handshake {
    return this.#handshake as Handshake;
  }

  raw(line: string): void {
    this.socket.write(`${line}\n`, 'latin1');
  }

  sealed(message: string): string {
    return (this.#sealer as Sealer).seal(message);
  }

  say(message: string): void {
    this.raw(this.sealed(message));
  }

  /** The next message of the house, with its number and signature checked. */
  async hear(): Promise<string> {
    const line = await this.next();
    const opened = (this.#opener as Opener).open(line);
    return opened.ok ? opened.message : line;
  }

  async closed(): Promise<void> {
    while (!this.isClosed) await this.#happened();
  }
}

/** Somebody between device and house who sees every line and may change, repeat or swallow it. */
export interface Tapped {
  readonly port: number;
  readonly seen: { readonly from: 'device' | 'house'; readonly line: string }[];
  /** What to pass on instead of a line; null hangs up both sides. */
  tamper: (from: 'device' | 'house', line: string) => readonly string[] | null;
  close(): Promise<void>;
}

export async function tap(port: number): Promise<Tapped> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((device) => {
    const house = connect({ host: '127.0.0.1', port });
    const hangUp = () => {
      device.destroy();
      house.destroy();
    };
    for (const [from, source, target] of [
      ['device', device, house],
      ['house', house, device],
    ] as const) {
      sockets.add(source);
      let rest = '';
      source.setEncoding('ascii');
      source.on('error', hangUp);
      source.on('close', hangUp);
      source.on('data', (text: string) => {
        const lines = (rest + text).split('\n');
        rest = lines.pop() as string;
        for (const line of lines) {
          tapped.seen.push({ from, line });
          const passed = tapped.tamper(from, line);
          if (passed === null) return hangUp();
          for (const each of passed) target.write(`${each}\n`);
        }
      });
    }
  });
  const tapped: Tapped = {
    port: 0,
    seen: [],
    tamper: (_, line) => [line],
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(tapped, { port: (server.address() as { port: number }).port });
}
