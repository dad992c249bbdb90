import type { Dice } from '@boxperson/rules';
import type { Store } from '../store/store.js';
import { drawDice } from './random.js';

/** A draw in the record: which roll of the table it is for, and what it showed. */
export interface Draw {
  readonly roll: number;
  readonly dice: Dice;
  readonly source: 'random' | 'tumbler';
}

const streamOf = (table: string): string => `dice/${table}`;

/**
 * Draws dice for a table, each roll exactly once: a draw is in the record before anybody can see it, and a roll whose
 * draw is there already gets that one, whatever crashed in between.
 */
export class Draws {
  readonly #store: Store;
  readonly #table: string;
  #last: Draw | null;
  #position: number;

  private constructor(store: Store, table: string, last: Draw | null, position: number) {
    this.#store = store;
    this.#table = table;
    this.#last = last;
    this.#position = position;
  }

  static async load(store: Store, table: string): Promise<Draws> {
    const streams = await store.streams();
    const position = streams.find(({ stream }) => stream === streamOf(table))?.last ?? 0;
    const [entry] = position === 0 ? [] : await store.readStream(streamOf(table), position - 1, 1);
    return new Draws(store, table, entry ? (JSON.parse(entry.body) as Draw) : null, position);
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
    if (this.drawn(roll) === null) await this.#record({ roll, dice, source: 'tumbler' }, at);
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
    return drawn.dice;
  }
}
