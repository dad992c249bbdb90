import { createHmac, timingSafeEqual } from 'node:crypto';
import { PROTOCOL, PROTOCOL_VERSION } from './messages.js';

/** Who speaks. Each has a session key of its own: a line sent back to its sender is worth nothing. */
export type Side = 'house' | 'device';

/** What both sides know when they have greeted each other; a new session has new nonces. */
export interface Handshake {
  readonly device: string;
  readonly houseNonce: string;
  readonly deviceNonce: string;
}

const hmac = (key: Uint8Array, text: string): Buffer =>
  createHmac('sha256', key).update(text, 'ascii').digest();

const transcript = (
  purpose: 'proof' | 'session',
  side: Side,
  { device, houseNonce, deviceNonce }: Handshake,
) => [PROTOCOL, PROTOCOL_VERSION, purpose, side, device, houseNonce, deviceNonce].join(' ');

/** Shows that a side has the device's key, for this session only. */
export const proofOf = (key: Uint8Array, side: Side, handshake: Handshake): string =>
  hmac(key, transcript('proof', side, handshake)).toString('hex');

export const sessionKeyOf = (key: Uint8Array, side: Side, handshake: Handshake): Buffer =>
  hmac(key, transcript('session', side, handshake));

/** Compares hexadecimal texts in a time that does not tell where they differ. */
export const sameHex = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a, 'ascii'), Buffer.from(b, 'ascii'));

const SEQUENCE_MAX = 4_294_967_295;
const SEALED = /^([1-9][0-9]{0,9}) ([ -~]+) ([0-9a-f]{64})$/;

/** Numbers and signs what one side sends. */
export class Sealer {
  readonly #key: Buffer;
  #sent = 0;

  constructor(sessionKey: Buffer) {
    this.#key = sessionKey;
  }

  seal(message: string): string {
    if (this.#sent >= SEQUENCE_MAX) throw new RangeError('a session is over when its numbers are used up');
    this.#sent += 1;
    const numbered = `${this.#sent} ${message}`;
    return `${numbered} ${hmac(this.#key, numbered).toString('hex')}`;
  }
}

export type Opened =
  | { readonly ok: true; readonly message: string }
  | { readonly ok: false; readonly why: 'malformed' | 'signature' | 'sequence' };

/** Takes what the other side sent, each line once and in order. */
export class Opener {
  readonly #key: Buffer;
  #taken = 0;

  constructor(sessionKey: Buffer) {
    this.#key = sessionKey;
  }

  open(line: string): Opened {
    const found = SEALED.exec(line);
    if (!found) return { ok: false, why: 'malformed' };
    const [, sequence, message, tag] = found as unknown as readonly [string, string, string, string];
    // The signature first: nobody without the key learns which number is awaited.
    const right = hmac(this.#key, `${sequence} ${message}`).toString('hex');
    if (!sameHex(tag, right)) return { ok: false, why: 'signature' };
    if (Number(sequence) !== this.#taken + 1) return { ok: false, why: 'sequence' };
    this.#taken += 1;
    return { ok: true, message };
  }
}
