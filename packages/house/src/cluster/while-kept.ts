import type { UnitListener } from './node.js';
import type { Seat } from './seat.js';
import { unitOf } from './units.js';

interface Closing {
  close(): Promise<void> | void;
}

/** How long after it could not be opened it is tried again. */
const AGAIN_MS = 1_000;

/** Runs something at the node that keeps a stream, and nowhere else. */
export class WhileKept implements UnitListener {
  readonly #seat: Seat;
  readonly #unit: string;
  readonly #open: () => Promise<Closing | null>;
  #running: Closing | null = null;
  #turn: Promise<void> = Promise.resolve();
  #again: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(seat: Seat, stream: string, open: () => Promise<Closing | null>) {
    this.#seat = seat;
    this.#unit = unitOf(stream);
    this.#open = open;
    seat.node.listen(this);
    this.gained(this.#unit);
  }

  gained(unit: string): void {
    if (unit === this.#unit) this.#then(() => this.#look());
  }

  lost(unit: string): void {
    if (unit === this.#unit) this.#then(() => this.#stop());
  }

  async letGo(unit: string): Promise<void> {
    if (unit !== this.#unit) return;
    this.#then(() => this.#stop());
    await this.#turn;
  }

  #then(act: () => Promise<void>): void {
    this.#turn = this.#turn.then(act).catch((error: unknown) => this.#seat.node.failed(error));
  }

  async #look(): Promise<void> {
    if (this.#closed || this.#running || !this.#seat.owns(this.#unit)) return;
    try {
      this.#running = await this.#open();
    } catch (error) {
      this.#lookAgain();
      throw error;
    }
  }

  /** A moment in which the database did not answer passes, and nobody else runs it meanwhile. */
  #lookAgain(): void {
    if (this.#closed) return;
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.gained(this.#unit), AGAIN_MS);
    this.#again.unref();
  }

  async #stop(): Promise<void> {
    const running = this.#running;
    // Whatever becomes of its closing: it can be opened again.
    this.#running = null;
    await running?.close();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#again);
    this.#then(() => this.#stop());
    await this.#turn;
  }
}
