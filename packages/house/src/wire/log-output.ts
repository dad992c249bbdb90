import { write as writeTo } from 'node:fs';

type Write = (
  fd: number,
  bytes: Buffer,
  done: (error: NodeJS.ErrnoException | null, written: number) => void,
) => void;

export interface LogOutputOptions {
  /** Hears why it cannot be written: once, until it can be again. */
  readonly onLost: (why: string) => void;
  /** Hears that it can be again, and how many lines are missing. */
  readonly onAgain: (lines: number) => void;
  readonly write?: Write;
}

const STANDARD_OUTPUT = 1;
/** What waits for a reader who does not read, in letters; what comes beyond it is lost, for the house needs its memory. */
const WAITING_MOST = 1_000_000;
/** Whoever reads is there, and has no room just now. */
const BUSY: readonly unknown[] = ['EAGAIN', 'EBUSY'];
const BUSY_MS = 100;
/** A house that closes does not wait for a reader for longer. */
const CLOSING_MS = 1_000;
const NEWLINE = 10;

/**
 * Where the server's log goes. A disk that is full, or a reader who is gone, costs lines of the log and nothing else:
 * the house goes on, says so once, and writes on as soon as there is room.
 */
export class LogOutput {
  readonly #options: LogOutputOptions;
  readonly #write: Write;
  #waiting: string[] = [];
  #letters = 0;
  #isWriting = false;
  #isLosing = false;
  #lost = 0;
  /** Half a line was the last that there was room for. */
  #isTorn = false;
  #whenIdle: () => void = () => {};

  constructor(options: LogOutputOptions) {
    this.#options = options;
    this.#write = options.write ?? writeTo;
  }

  write(line: string): void {
    if (this.#letters + line.length > WAITING_MOST) return this.#lose(1, 'whoever reads it does not keep up');
    this.#waiting.push(line);
    this.#letters += line.length;
    if (!this.#isWriting) this.#next();
  }

  /** All that can be written is, or it was waited for. */
  async close(): Promise<void> {
    if (!this.#isWriting) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#whenIdle = resolve;
      timer = setTimeout(resolve, CLOSING_MS);
    });
    clearTimeout(timer);
  }

  #next(): void {
    this.#isWriting = this.#waiting.length > 0;
    if (!this.#isWriting) return this.#whenIdle();
    // What follows half a line begins its own.
    const bytes = Buffer.from(`${this.#isTorn ? '\n' : ''}${this.#waiting.join('')}`);
    this.#waiting = [];
    this.#letters = 0;
    this.#put(bytes);
  }

  #put(bytes: Buffer): void {
    this.#write(STANDARD_OUTPUT, bytes, (error, written) => {
      if (BUSY.includes(error?.code)) setTimeout(() => this.#put(bytes), BUSY_MS);
      else if (error) this.#fail(bytes, error);
      else this.#done(bytes, written);
    });
  }

  #fail(bytes: Buffer, error: Error): void {
    this.#lose(linesIn(bytes), error.message);
    this.#next();
  }

  #done(bytes: Buffer, written: number): void {
    if (written > 0) this.#isTorn = bytes[written - 1] !== NEWLINE;
    if (written < bytes.length) return this.#put(bytes.subarray(written));
    this.#found();
    this.#next();
  }

  #lose(lines: number, why: string): void {
    this.#lost += lines;
    if (this.#isLosing) return;
    this.#isLosing = true;
    this.#options.onLost(why);
  }

  #found(): void {
    if (!this.#isLosing) return;
    const lost = this.#lost;
    this.#isLosing = false;
    this.#lost = 0;
    this.#options.onAgain(lost);
  }
}

/** A newline that comes first ends a line that was counted before. */
const linesIn = (bytes: Buffer): number =>
  bytes.subarray(1).reduce((lines, byte) => (byte === NEWLINE ? lines + 1 : lines), 0);
