import { createHmac, randomBytes } from 'node:crypto';
import { makePassword, makePin, type Pick } from '@boxperson/offices';
import type { Documents } from './documents.js';

const KIND = 'house-key';
const ID = 'one-time';
const KEY_BYTES = 32;

/**
 * Secrets that the house makes up and shows once. Each follows from the id of the command that asked for it and a key of
 * the house: asked again with the same id, it is the same one, although nobody has kept it.
 */
export class OneTime {
  readonly #key: Buffer;

  private constructor(key: Buffer) {
    this.#key = key;
  }

  /** The key is made once, by chance. */
  static async open(store: Documents): Promise<OneTime> {
    const kept = await store.getDocument(KIND, ID);
    if (kept !== null)
      return new OneTime(Buffer.from((JSON.parse(kept) as { key: string }).key, 'base64url'));
    const key = randomBytes(KEY_BYTES);
    await store.putDocument(KIND, ID, JSON.stringify({ key: key.toString('base64url') }));
    return new OneTime(key);
  }

  password(command: string, login: string): string {
    return makePassword(login, this.#pickFor('password', command));
  }

  pin(command: string, card: string): string {
    return makePin(card, this.#pickFor('pin', command));
  }

  deviceKey(command: string): string {
    return this.#block('key', command, 0).toString('base64url');
  }

  #block(what: string, command: string, block: number): Buffer {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([what, command, block]))
      .digest();
  }

  /** One of so many, each as likely as the others: bytes that would favour some are passed over. */
  #pickFor(what: string, command: string): Pick {
    const bytes = this.#bytes(what, command);
    return (most) => {
      const even = 256 - (256 % most);
      for (;;) {
        const byte = bytes.next().value;
        if (byte < even) return byte % most;
      }
    };
  }

  *#bytes(what: string, command: string): Generator<number, never> {
    for (let block = 0; ; block++) yield* this.#block(what, command, block);
  }
}
