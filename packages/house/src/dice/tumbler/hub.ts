import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { TumblerDevice, type TumblerStatus } from './house-device.js';
import { HouseSession, type SessionHost } from './house-session.js';
import { LIMITS, type TumblerLimits } from './limits.js';
import { silent, type TumblerLog } from './log.js';
import { isDeviceId, type TumblerRefusal } from './messages.js';

export interface TumblerHubOptions {
  /** The key of a device, or null for one that is not known or not wanted. */
  keyOf(device: string): Promise<Uint8Array | null>;
  readonly log?: TumblerLog;
  readonly limits?: Partial<TumblerLimits>;
}

/** Where the house listens for tumblers, and through which it rolls them (docs/tumbler.md). */
export class TumblerHub {
  readonly #log: TumblerLog;
  readonly #limits: TumblerLimits;
  readonly #devices = new Map<string, TumblerDevice>();
  readonly #sessions = new Set<HouseSession>();
  /** Connections that have not shown a key, oldest first. */
  readonly #strangers = new Set<HouseSession>();
  readonly #watchers = new Set<(status: TumblerStatus) => void>();
  readonly #server: Server;
  readonly #sessionHost: SessionHost;
  #closing = false;

  constructor(options: TumblerHubOptions) {
    this.#log = options.log ?? silent;
    this.#limits = { ...LIMITS, ...options.limits };
    this.#server = createServer((socket) => this.#welcome(socket));
    this.#sessionHost = this.#makeSessionHost((device) => options.keyOf(device));
  }

  /** Listens; nobody but this machine can connect unless another address is named. */
  async listen(port = 0, host = '127.0.0.1'): Promise<{ readonly host: string; readonly port: number }> {
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
    this.#server.on('error', (error) =>
      this.#log({ level: 'error', event: 'listening', text: error.message }),
    );
    const { address, port: taken } = this.#server.address() as AddressInfo;
    this.#log({ level: 'info', event: 'listening', text: `${address}:${taken}` });
    return { host: address, port: taken };
  }

  /** The device of that name, whether it is connected, or known at all, or not. */
  deviceFor(id: string): TumblerDevice {
    if (!isDeviceId(id)) throw new RangeError(`${JSON.stringify(id)} cannot name a device`);
    const known = this.#devices.get(id);
    if (known) return known;
    const tell = (status: TumblerStatus) => this.#tell(status);
    const device = new TumblerDevice(id, { limits: this.#limits, log: this.#log, tell });
    this.#devices.set(id, device);
    return device;
  }

  /** Tells when a device comes, goes or fails. The answer takes the watcher off again. */
  watch(watcher: (status: TumblerStatus) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  async close(): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    for (const device of this.#devices.values()) device.close();
    for (const session of this.#sessions) session.end('the house is closing');
    if (!this.#server.listening) return;
    await new Promise((closed) => this.#server.close(closed));
  }

  #welcome(socket: Socket): void {
    if (this.#closing) {
      socket.destroy();
      return;
    }
    const [oldest] = this.#strangers;
    if (oldest && this.#strangers.size >= this.#limits.strangersMax) oldest.end('crowded out');
    const session = new HouseSession(socket, this.#sessionHost);
    this.#sessions.add(session);
    this.#strangers.add(session);
  }

  #makeSessionHost(keyOf: SessionHost['keyOf']): SessionHost {
    return {
      limits: this.#limits,
      log: this.#log,
      keyOf,
      admit: (_session, id) => this.#admit(id),
      opened: (session, id) => {
        this.#strangers.delete(session);
        this.deviceFor(id).attach(session);
      },
      received: (_session, id, message) => this.deviceFor(id).receive(message),
      ended: (session, id, why) => {
        this.#sessions.delete(session);
        this.#strangers.delete(session);
        if (id !== null) this.deviceFor(id).detach(why);
      },
    };
  }

  /** One connection a device: the second is refused, and the first must show that it is alive. */
  #admit(id: string): TumblerRefusal | null {
    const device = this.deviceFor(id);
    if (device.state === 'stopped') return 'stopped';
    if (!device.session) return null;
    device.session.probe();
    return 'busy';
  }

  #tell(status: TumblerStatus): void {
    for (const watcher of this.#watchers) {
      try {
        watcher(status);
      } catch (error) {
        // A watcher's fault is not the device's: the session goes on.
        this.#log({ level: 'error', event: 'watcher-failed', device: status.device, text: String(error) });
      }
    }
  }
}
