import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { TumblerLimits } from './limits.js';
import {
  type DeviceMessage,
  type HouseMessage,
  makeDeviceMessage,
  makeOpening,
  NONCE_BYTES,
  PROTOCOL_VERSION,
  parseHouseMessage,
  parseOpening,
} from './messages.js';
import { type Handshake, Opener, proofOf, Sealer, sameHex, sessionKeyOf } from './seal.js';
import { Wire } from './wire.js';

export interface DeviceSessionHost {
  readonly id: string;
  readonly key: Uint8Array;
  readonly limits: TumblerLimits;
  opened(): void;
  received(message: HouseMessage): void;
  ended(why: string): void;
}

/** One connection, as the device sees it: it obeys nobody who has not shown that they have the key too. */
export class DeviceSession {
  readonly #host: DeviceSessionHost;
  readonly #wire: Wire;
  readonly #timer: NodeJS.Timeout;
  #quietTimer: NodeJS.Timeout | null = null;
  #handshake: Handshake | null = null;
  #sealer: Sealer | null = null;
  #opener: Opener | null = null;

  constructor(socket: Socket, host: DeviceSessionHost) {
    this.#host = host;
    this.#wire = new Wire(socket, host.limits.lineMs, {
      line: (text) => (this.#opener ? this.#receive(this.#opener, text) : this.#greet(text)),
      ended: (why) => this.#ended(why),
    });
    this.#timer = setTimeout(() => this.end('no handshake in time'), host.limits.handshakeMs);
  }

  send(message: DeviceMessage): void {
    if (this.#sealer && this.#wire.isOpen) this.#wire.send(this.#sealer.seal(makeDeviceMessage(message)));
  }

  end(why: string): void {
    this.#wire.end(why);
  }

  #greet(text: string): string | null {
    const opening = parseOpening(text);
    if (opening?.opening === 'refused') return `refused: ${opening.why}`;
    if (this.#handshake) {
      return opening?.opening === 'house' ? this.#open(this.#handshake, opening.proof) : 'malformed';
    }
    if (opening?.opening !== 'greeting') return 'malformed';
    if (opening.version !== PROTOCOL_VERSION) return `the house speaks version ${opening.version}`;
    this.#introduce(opening.nonce);
    return null;
  }

  #introduce(houseNonce: string): void {
    const { id: device, key } = this.#host;
    const nonce = randomBytes(NONCE_BYTES).toString('hex');
    this.#handshake = { device, houseNonce, deviceNonce: nonce };
    const proof = proofOf(key, 'device', this.#handshake);
    this.#wire.send(makeOpening({ opening: 'device', device, nonce, proof }));
  }

  #open(handshake: Handshake, proof: string): string | null {
    const { key, limits } = this.#host;
    if (!sameHex(proof, proofOf(key, 'house', handshake))) return 'not the house';
    clearTimeout(this.#timer);
    this.#sealer = new Sealer(sessionKeyOf(key, 'device', handshake));
    this.#opener = new Opener(sessionKeyOf(key, 'house', handshake));
    this.#quietTimer = setInterval(() => {
      if (this.#wire.quietMs > limits.quietMs) this.end('quiet for too long');
    }, limits.quietMs / 4);
    this.#host.opened();
    return null;
  }

  #receive(opener: Opener, text: string): string | null {
    const opened = opener.open(text);
    if (!opened.ok) return opened.why;
    const message = parseHouseMessage(opened.message);
    if (message === null) return 'unknown message';
    if (message.message === 'ping') this.send({ message: 'pong' });
    else this.#host.received(message);
    return null;
  }

  #ended(why: string): void {
    clearTimeout(this.#timer);
    if (this.#quietTimer) clearInterval(this.#quietTimer);
    this.#host.ended(why);
  }
}
