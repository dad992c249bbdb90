import { LINE_LENGTH_MAX } from './messages.js';

const NEWLINE = 0x0a;
const PRINTABLE_LEAST = 0x20;
const PRINTABLE_MOST = 0x7e;

export type Feed =
  | { readonly ok: true; readonly lines: readonly string[] }
  | { readonly ok: false; readonly why: 'too long' | 'not text' };

/** Cuts bytes into lines of printable ASCII. It never holds more than one line, whatever is sent. */
export class LineCutter {
  readonly #line = Buffer.alloc(LINE_LENGTH_MAX);
  #length = 0;

  /** A line has begun and not ended. */
  get isHalfway(): boolean {
    return this.#length > 0;
  }

  feed(bytes: Uint8Array): Feed {
    const lines: string[] = [];
    for (const byte of bytes) {
      if (byte === NEWLINE) lines.push(this.#take());
      else if (byte < PRINTABLE_LEAST || byte > PRINTABLE_MOST) return { ok: false, why: 'not text' };
      else if (this.#length === LINE_LENGTH_MAX) return { ok: false, why: 'too long' };
      else this.#length = this.#line.writeUInt8(byte, this.#length);
    }
    return { ok: true, lines };
  }

  #take(): string {
    const text = this.#line.toString('ascii', 0, this.#length);
    this.#length = 0;
    return text;
  }
}
