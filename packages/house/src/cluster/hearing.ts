import type { Bus } from './bus.js';

/** As often everybody says that they are there. */
const HERE_EVERY_MS = 500;
/** Who was not heard for so long is not reached, whatever the bus says of itself. */
const HEARD_WITHIN_MS = 2_500;

/**
 * Whom this node hears. A line to a server of the bus says nothing about the others: a server that is cut off from the
 * rest still answers its own.
 */
export class Hearing {
  readonly #bus: Bus;
  readonly #elapsed: () => number;
  readonly #heard = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  /** When we last said that we are here. */
  #said: number;

  constructor(bus: Bus, elapsed: () => number = () => performance.now()) {
    this.#bus = bus;
    this.#elapsed = elapsed;
    this.#said = elapsed();
    bus.listen((from) => this.#heard.set(from, elapsed()));
    this.#timer = setInterval(() => this.say(), HERE_EVERY_MS).unref();
  }

  /** Until when we were awake: whoever is stopped, or gets no turn, hears nobody, and that says nothing of the others. */
  #awake(): number {
    return Math.min(this.#elapsed(), this.#said + 2 * HERE_EVERY_MS);
  }

  say(): void {
    const slept = this.#elapsed() - this.#awake();
    if (slept > 0) for (const [run, last] of this.#heard) this.#heard.set(run, last + slept);
    this.#said = this.#elapsed();
    this.#bus.send(null, { t: 'here' });
  }

  /** Whoever is new has as long as everybody else. */
  hears(run: string): boolean {
    const last = this.#heard.get(run) ?? this.#elapsed();
    this.#heard.set(run, last);
    return this.#awake() - last < HEARD_WITHIN_MS;
  }

  /** Nobody asks for those who are gone. */
  forgetAllBut(runs: readonly string[]): void {
    for (const run of this.#heard.keys()) if (!runs.includes(run)) this.#heard.delete(run);
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
