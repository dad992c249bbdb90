import type { Socket } from 'node:net';
import { LineCutter } from './lines.js';

/** A peer that does not read what it is sent is not kept waiting for. */
const UNREAD_BYTES_MAX = 65_536;

export interface WireHandler {
  /** Takes a whole line. Whoever answers anything but null wants the connection ended, and says why. */
  line(text: string): string | null;
  /** Called once, however it ended. */
  ended(why: string): void;
}

/** Lines over a socket, with the limits that both sides keep. */
export class Wire {
  readonly remote: string;
  readonly #socket: Socket;
  readonly #handler: WireHandler;
  readonly #cutter = new LineCutter();
  readonly #lineMs: number;
  #lineTimer: NodeJS.Timeout | null = null;
  #ended = false;
  #heardAt = performance.now();
  /** How many whole lines came. */
  heard = 0;

  constructor(socket: Socket, lineMs: number, handler: WireHandler) {
    this.#socket = socket;
    this.#lineMs = lineMs;
    this.#handler = handler;
    this.remote = `${socket.remoteAddress ?? '?'}:${socket.remotePort ?? '?'}`;
    socket.setNoDelay(true);
    socket.on('data', (bytes: Buffer) => this.#feed(bytes));
    socket.on('error', (error: NodeJS.ErrnoException) => this.end(error.code ?? error.message));
    socket.on('end', () => this.end('closed by the other side'));
    socket.on('close', () => this.end('closed'));
  }

  get isOpen(): boolean {
    return !this.#ended;
  }
  /** Milliseconds since the last whole line. */
  get quietMs(): number {
    return performance.now() - this.#heardAt;
  }

  send(line: string): void {
    if (this.#ended) return;
    this.#socket.write(`${line}\n`, 'ascii');
    if (this.#socket.writableLength > UNREAD_BYTES_MAX) this.end('does not read');
  }

  /** Sends a last line and hangs up. */
  sayAndEnd(line: string, why: string): void {
    if (this.#ended) return;
    this.#socket.end(`${line}\n`, 'ascii');
    this.#finish(why);
    // Whoever does not hang up in turn is cut off.
    const cut = setTimeout(() => this.#socket.destroy(), this.#lineMs);
    this.#socket.once('close', () => clearTimeout(cut));
  }

  end(why: string): void {
    if (this.#ended) return;
    this.#socket.destroy();
    this.#finish(why);
  }

  #finish(why: string): void {
    this.#ended = true;
    this.#stopLineTimer();
    this.#handler.ended(why);
  }

  #feed(bytes: Buffer): void {
    if (this.#ended) return;
    const fed = this.#cutter.feed(bytes);
    if (!fed.ok) {
      this.end(`a line is ${fed.why}`);
      return;
    }
    if (fed.lines.length > 0) this.#stopLineTimer();
    for (const line of fed.lines) this.#take(line);
    if (this.#cutter.isHalfway && !this.#ended) this.#startLineTimer();
  }

  #take(line: string): void {
    if (this.#ended) return;
    this.#heardAt = performance.now();
    this.heard += 1;
    const wrong = this.#handler.line(line);
    if (wrong !== null) this.end(wrong);
  }

  /** A line that was begun must be finished in time: more bytes of it buy no more. */
  #startLineTimer(): void {
    this.#lineTimer ??= setTimeout(() => this.end('a line was not finished in time'), this.#lineMs);
  }

  #stopLineTimer(): void {
    if (this.#lineTimer) clearTimeout(this.#lineTimer);
    this.#lineTimer = null;
  }
}
