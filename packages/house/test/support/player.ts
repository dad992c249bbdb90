import type { HouseClient } from '../../src/index.js';
import { look, type Seen } from './client.js';

/** A small generator, so that a failing run can be repeated. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}

/** Wagers of every family. */
export const BETS: readonly { readonly wager: string; readonly number?: number }[] = [
  { wager: 'pass' },
  { wager: 'dont-pass' },
  { wager: 'come' },
  { wager: 'dont-come' },
  { wager: 'pass-odds' },
  { wager: 'field' },
  { wager: 'place', number: 6 },
  { wager: 'place', number: 8 },
  { wager: 'buy', number: 4 },
  { wager: 'lay', number: 10 },
  { wager: 'hardway', number: 8 },
  { wager: 'any-seven' },
  { wager: 'horn' },
];

/** The largest wager that it makes. */
const LEAST = 2_000;

/** Plays at random through the public protocol: what it was told is done is what it may count on. */
export class RandomPlayer {
  readonly seen: Seen;
  readonly acknowledged: { readonly n: number; readonly command: object }[] = [];
  readonly #client: HouseClient;
  readonly #table: string;
  readonly #seat: number;
  readonly #random: () => number;
  #stopped = false;
  #done: Promise<void>;

  /** How long it rests between two acts at most. */
  readonly #restMs: number;

  constructor(client: HouseClient, table: string, seat: number, seed: number, restMs = 8) {
    this.#restMs = restMs;
    this.#client = client;
    this.#table = table;
    this.#seat = seat;
    this.#random = seeded(seed);
    this.seen = look(client, table);
    this.#done = this.#play();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.race([this.#done, new Promise((resolve) => setTimeout(resolve, 1_000))]);
  }

  async #play(): Promise<void> {
    while (!this.#stopped) {
      await this.#act();
      await new Promise((resolve) => setTimeout(resolve, Math.floor(this.#random() * this.#restMs)));
    }
  }

  async #act(): Promise<void> {
    const [own] = this.seen.own;
    if (!own) {
      await this.#do({ do: 'sit', seat: this.#seat, bankroll: 50_000 });
      await this.#do({ do: 'card', player: this.seen.own[0]?.player ?? 'nobody' });
      return;
    }
    const { player } = own;
    // Whoever has too little left would be refused for a long time: they buy in again.
    if (own.balance + own.onLayout < LEAST) return this.#do({ do: 'leave', player });
    const choice = this.#random();
    if (choice < 0.5)
      return this.#do({
        do: 'bet',
        player,
        ...this.#pick(BETS),
        amount: 100 * (5 + Math.floor(this.#random() * 16)),
      });
    if (choice < 0.6) return this.#do({ do: 'take', player, ...this.#pick(BETS) });
    if (choice < 0.65)
      return this.#do({ do: 'call', player, wager: 'place', to: this.#random() < 0.5 ? 'on' : 'off' });
    if (choice < 0.72) return this.#do({ do: 'accept', player });
    if (choice < 0.97) return this.#do({ do: this.#random() < 0.5 ? 'throw' : 'shoot', player });
    return this.#do({ do: 'leave', player });
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T;
  }

  /** What it asked for last, and what became of that: for whoever wonders why nothing moves. */
  last: { readonly command: object; readonly answer: object | null } | null = null;

  async #do(command: Record<string, unknown>): Promise<void> {
    this.last = { command, answer: null };
    const answer = await this.#client.do(this.#table, command);
    this.last = { command, answer };
    if (answer.kind === 'done') this.acknowledged.push({ n: answer.n, command });
  }
}
