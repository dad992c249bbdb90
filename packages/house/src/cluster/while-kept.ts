import type { UnitListener } from './node.js';
import type { Seat } from './seat.js';
import { unitOf } from './units.js';

interface Closing {
  close(): Promise<void> | void;
}

/** Runs something at the node that keeps a stream, and nowhere else. */
export class WhileKept implements UnitListener {
  readonly #seat: Seat;
  readonly #unit: string;
  readonly #open: () => Promise<Closing | null>;
  #running: Closing | null = null;
  #turn: Promise<void> = Promise.resolve();
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
    this.#turn = this.#turn.then(act).catch(() => {});
  }

  async #look(): Promise<void> {
    if (this.#closed || this.#running || !this.#seat.owns(this.#unit)) return;
    this.#running = await this.#open();
  }

  async #stop(): Promise<void> {
    await this.#running?.close();
    this.#running = null;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#then(() => this.#stop());
    await this.#turn;
  }
}
