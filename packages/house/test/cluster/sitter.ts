import type { HouseClient, Own } from '../../src/index.js';
import { look, type Seen, until } from '../support/client.js';

const SIT = 2_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Somebody who sits at a table alone, and puts a wager down and takes it up again all the time. */
export class Sitter {
  readonly acknowledged: { readonly table: string; readonly n: number; readonly command: object }[] = [];
  /** When each command was given, and how long its answer took. */
  readonly waits: { readonly at: number; readonly ms: number }[] = [];
  readonly #client: HouseClient;
  readonly #table: string;
  readonly #seen: Seen;
  #isResting = false;
  #closed = false;

  constructor(client: HouseClient, table: string) {
    this.#client = client;
    this.#table = table;
    this.#seen = look(client, table);
    void this.#stay();
  }

  /** Answers whether it was done; a house that is cut off says that one may try again. */
  async #do(command: Record<string, unknown>): Promise<boolean> {
    const at = performance.now();
    const answer = await this.#client.do(this.#table, command);
    this.waits.push({ at, ms: performance.now() - at });
    if (answer.kind !== 'done') return false;
    this.acknowledged.push({ table: this.#table, n: answer.n, command });
    return true;
  }

  async #stay(): Promise<void> {
    while (this.#seen.own.length === 0 && !this.#closed) {
      await this.#do({ do: 'sit', seat: 1, bankroll: 50_000 });
      await until(() => this.#seen.own.length > 0, 'seated', SIT).catch(() => undefined);
    }
    const wager = { player: this.#seen.own[0]?.player, wager: 'place', number: 6 };
    while (!this.#closed) {
      await pause(50);
      if (this.#isResting) continue;
      if (!this.#seen.own[0]?.onLayout) await this.#do({ do: 'bet', ...wager, amount: 600 });
      else await this.#do({ do: 'take', ...wager });
    }
  }

  /** As they were told: name, seat, credit and wagers. */
  get own(): readonly Own[] {
    return this.#seen.own;
  }

  /** Lets everything stand as it is while somebody looks. */
  async atRest(act: () => Promise<void>): Promise<void> {
    this.#isResting = true;
    await act().finally(() => {
      this.#isResting = false;
    });
  }

  /** How long an answer takes here when nothing happens to the nodes. */
  get usualWait(): number {
    const sorted = this.waits.map(({ ms }) => ms).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  }

  /** How long an answer took at most, in milliseconds. */
  longestWaitSince(since: number): number {
    return Math.max(...this.waits.filter(({ at }) => at >= since).map(({ ms }) => ms));
  }

  close(): void {
    this.#closed = true;
    this.#client.close();
  }
}
