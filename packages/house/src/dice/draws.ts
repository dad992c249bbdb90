import type { Dice } from '@boxperson/rules';
import type { Store } from '../store/store.js';
import { drawDice } from './random.js';

/** A draw in the record: which roll of the table it is for, and what it showed. */
export interface Draw {
  readonly roll: number;
  readonly dice: Dice;
  readonly source: 'random' | 'tumbler';
  /** Which tumbler. */
  readonly device?: string;
}

/** Hears of every draw, once it is on record: its table, and its place in the table's stream of draws. */
export type DrawListener = (table: string, draw: Draw, position: number) => void;

export interface DrawsOptions {
  readonly device?: string;
  readonly onDraw?: DrawListener;
}

export const DRAWS_PREFIX = 'dice/';
const lastDraw = async (store: Store, table: string): Promise<number> =>
  (await store.streams()).find(({ stream }) => stream === streamOf(table))?.last ?? 0;

const streamOf = (table: string): string => `${DRAWS_PREFIX}${table}`;

/**
 * Draws dice for a table, each roll exactly once: a draw is in the record before anybody can see it, and a roll whose
 * draw is there already gets that one, whatever crashed in between.
 */
export class Draws {
  readonly #store: Store;
  readonly #table: string;
  readonly #options: DrawsOptions;
  #last: Draw | null;
  #position: number;

  private constructor(
    store: Store,
    table: string,
    last: Draw | null,
    position: number,
    options: DrawsOptions,
  ) {
    this.#store = store;
    this.#table = table;
    this.#options = options;
    this.#last = last;
    this.#position = position;
  }

  /** `last` is the last place in use in the table's stream of draws, where somebody has looked it up already. */
  static async load(
    store: Store,
    table: string,
    { last, ...options }: DrawsOptions & { readonly last?: number } = {},
  ): Promise<Draws> {
    const position = last ?? (await lastDraw(store, table));
    const [entry] = position === 0 ? [] : await store.readStream(streamOf(table), position - 1, 1);
    return new Draws(store, table, entry ? (JSON.parse(entry.body) as Draw) : null, position, options);
  }

  /** The dice of a roll, drawn now or drawn before. The table must take no wager from here on. */
  async drawFor(roll: number, at: number, draw: () => Dice = drawDice): Promise<Dice> {
    return this.drawn(roll) ?? this.#record({ roll, dice: draw(), source: 'random' }, at);
  }

  /** What is on record for a roll; null when it has not been drawn. */
  drawn(roll: number): Dice | null {
    return this.#last?.roll === roll ? this.#last.dice : null;
  }

  /** Puts on record what a tumbler showed, before the device is told that it may forget it. */
  async recordTumbled(roll: number, dice: Dice, at: number): Promise<void> {
    const { device } = this.#options;
    const from = device === undefined ? {} : { device };
    if (this.drawn(roll) === null) await this.#record({ roll, dice, source: 'tumbler', ...from }, at);
  }

  async #record(drawn: Draw, at: number): Promise<Dice> {
    const entry = {
      stream: streamOf(this.#table),
      position: this.#position + 1,
      at,
      body: JSON.stringify(drawn),
    };
    await this.#store.append({ command: null, events: [entry], entries: [] });
    this.#last = drawn;
    this.#position = entry.position;
    this.#options.onDraw?.(this.#table, drawn, entry.position);
    return drawn.dice;
  }
}
