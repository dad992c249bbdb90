import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { TumblerLimits } from './limits.js';
import type { TumblerLog, TumblerLogEntry } from './log.js';
import {
  type DeviceMessage,
  type HouseMessage,
  KEY_BYTES_MIN,
  makeHouseMessage,
  makeOpening,
  NONCE_BYTES,
  type Opening,
  PROTOCOL_VERSION,
  parseDeviceMessage,
  parseOpening,
  type TumblerRefusal,
} from './messages.js';
import { Opener, proofOf, Sealer, sameHex, sessionKeyOf } from './seal.js';
import { Wire } from './wire.js';

/** What a session needs of the hub. */
export interface SessionHost {
  readonly limits: TumblerLimits;
  readonly log: TumblerLog;
  keyOf(device: string): Promise<Uint8Array | null>;
  /** The device has shown its key: may it come in? */
  admit(session: HouseSession, device: string): TumblerRefusal | null;
  opened(session: HouseSession, device: string): void;
  received(session: HouseSession, device: string, message: DeviceMessage): void;
  ended(session: HouseSession, device: string | null, why: string): void;
}

type DeviceOpening = Extract<Opening, { opening: 'device' }>;
type Phase = 'greeted' | 'checking' | 'open';

/** One connection, as the house sees it: a stranger first, then a device that has shown its key. */
export class HouseSession {
  readonly #host: SessionHost;
  readonly #wire: Wire;
  readonly #nonce = randomBytes(NONCE_BYTES).toString('hex');
  #phase: Phase = 'greeted';
  #device: string | null = null;
  #sealer: Sealer | null = null;
  #opener: Opener | null = null;
  #handshakeTimer: NodeJS.Timeout;
  #pingTimer: NodeJS.Timeout | null = null;
  #probeTimer: NodeJS.Timeout | null = null;

  constructor(socket: Socket, host: SessionHost) {
    this.#host = host;
    this.#wire = new Wire(socket, host.limits.lineMs, {
      line: (text) => this.#line(text),
      ended: (why) => this.#ended(why),
    });
    this.#handshakeTimer = setTimeout(() => this.end('no handshake in time'), host.limits.handshakeMs);
    this.#wire.send(makeOpening({ opening: 'greeting', version: PROTOCOL_VERSION, nonce: this.#nonce }));
  }

  send(message: HouseMessage): void {
    if (this.#sealer && this.#wire.isOpen) this.#wire.send(this.#sealer.seal(makeHouseMessage(message)));
  }

  end(why: string): void {
    this.#wire.end(why);
  }

  /** Asks for a sign of life now: a second connection of the same device may mean that this one is dead. */
  probe(): void {
    if (this.#probeTimer) return;
    const { heard } = this.#wire;
    this.send({ message: 'ping' });
    // Not by how long it has been quiet: a timer of a busy process may fire a moment early.
    this.#probeTimer = setTimeout(() => {
      this.#probeTimer = null;
      if (this.#wire.heard === heard) this.end('no sign of life');
    }, this.#host.limits.probeMs);
  }

  log(entry: Omit<TumblerLogEntry, 'remote' | 'device'>): void {
    const device = this.#device === null ? {} : { device: this.#device };
    this.#host.log({ ...entry, ...device, remote: this.#wire.remote });
  }

  #line(text: string): string | null {
    switch (this.#phase) {
      case 'greeted':
        this.#introduce(parseOpening(text));
        return null;
      case 'checking':
        return 'spoke out of turn';
      case 'open':
        return this.#receive(text);
    }
  }

  #introduce(opening: Opening | null): void {
    if (opening?.opening !== 'device') {
      this.#refuse('malformed');
      return;
    }
    this.#phase = 'checking';
    this.#check(opening).catch((error: unknown) => {
      this.log({ level: 'error', event: 'key-lookup-failed', text: String(error) });
      this.end('the key could not be looked up');
    });
  }

  async #check({ device, nonce, proof }: DeviceOpening): Promise<void> {
    const found = await this.#host.keyOf(device);
    if (!this.#wire.isOpen) return;
    const usable = found !== null && found.length >= KEY_BYTES_MIN;
    if (found && !usable) this.log({ level: 'error', event: 'key-too-short', text: device });
    // An unknown device is compared with a key of nobody's, and refused with the same word as a wrong key.
    const key = usable ? found : randomBytes(NONCE_BYTES);
    const handshake = { device, houseNonce: this.#nonce, deviceNonce: nonce };
    const right = sameHex(proof, proofOf(key, 'device', handshake));
    if (!right || !usable) return this.#refuse('credentials');
    const refusal = this.#host.admit(this, device);
    if (refusal) return this.#refuse(refusal);
    this.#sealer = new Sealer(sessionKeyOf(key, 'house', handshake));
    this.#opener = new Opener(sessionKeyOf(key, 'device', handshake));
    this.#open(device, proofOf(key, 'house', handshake));
  }

  #open(device: string, proof: string): void {
    clearTimeout(this.#handshakeTimer);
    this.#device = device;
    this.#phase = 'open';
    this.#pingTimer = setInterval(() => this.#ping(), this.#host.limits.pingMs);
    this.#wire.send(makeOpening({ opening: 'house', proof }));
    this.log({ level: 'info', event: 'connected' });
    this.#host.opened(this, device);
  }

  #ping(): void {
    if (this.#wire.quietMs > this.#host.limits.quietMs) this.end('quiet for too long');
    else this.send({ message: 'ping' });
  }

  #refuse(why: TumblerRefusal): void {
    this.log({ level: 'warn', event: 'refused', text: why });
    this.#wire.sayAndEnd(makeOpening({ opening: 'refused', why }), `refused: ${why}`);
  }

  #receive(text: string): string | null {
    const opened = (this.#opener as Opener).open(text);
    if (!opened.ok) return this.#breach(opened.why);
    const message = parseDeviceMessage(opened.message);
    if (message === null) return this.#breach('unknown message');
    this.#host.received(this, this.#device as string, message);
    return null;
  }

  /** Somebody between us and the device, or a device that does not keep to the protocol. */
  #breach(why: string): string {
    this.log({ level: 'error', event: 'breach', text: why });
    return why;
  }

  #ended(why: string): void {
    clearTimeout(this.#handshakeTimer);
    if (this.#pingTimer) clearInterval(this.#pingTimer);
    if (this.#probeTimer) clearTimeout(this.#probeTimer);
    this.log({ level: 'info', event: 'ended', text: why });
    this.#host.ended(this, this.#device, why);
  }
}
