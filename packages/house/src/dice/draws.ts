import type { Draw, Drawn } from '@boxperson/offices';
import type { Dice } from '@boxperson/rules';
import type { OfficeHost } from '../office/office-host.js';
import { Elsewhere } from '../stream/host.js';
import { drawDice } from './random.js';

export type { Draw } from '@boxperson/offices';

/**
 * Draws dice for a table, each roll exactly once: a draw is in the record before anybody can see it, and a roll whose
 * draw is there already gets that one, whatever crashed in between.
 */
export class Draws {
  readonly #books: OfficeHost;
  /** The table's tumbler, if it has one. */
  readonly #device: string | null;
  readonly #draw: () => Dice;

  constructor(books: OfficeHost, device: string | null = null, draw: () => Dice = drawDice) {
    this.#books = books;
    this.#draw = draw;
    this.#device = device;
  }

  /** The dice of a roll, drawn now or drawn before. The table must take no wager from here on. */
  async drawFor(roll: number, draw: () => Dice = this.#draw): Promise<Dice> {
    return this.drawn(roll) ?? this.#record({ roll, dice: draw(), source: 'random' });
  }

  /** What is on record for a roll; null when it has not been drawn. */
  drawn(roll: number): Dice | null {
    const { last } = this.#books.told.state as Drawn;
    return last?.roll === roll ? last.dice : null;
  }

  /** The last roll that the table's tumbler showed, as it is on record. */
  lastTumbled(): Draw | null {
    const { last } = this.#books.told.state as Drawn;
    return last?.source === 'tumbler' && last.device === this.#device ? last : null;
  }

  /** Puts on record what a tumbler showed, before the device is told that it may forget it. */
  async recordTumbled(roll: number, dice: Dice): Promise<void> {
    const from = this.#device === null ? {} : { device: this.#device };
    if (this.drawn(roll) === null) await this.#record({ roll, dice, source: 'tumbler', ...from });
  }

  async #record(draw: Draw): Promise<Dice> {
    // Nobody draws for a table that another keeps.
    if (this.#books.isElsewhere) throw new Elsewhere(this.#books.stream);
    const done = await this.#books.submit({ do: 'draw', body: draw, by: null });
    if (!done.ok) throw new Error(done.refused.message);
    return draw.dice;
  }
}
