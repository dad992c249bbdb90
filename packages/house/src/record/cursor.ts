import type { Pages } from './source.js';

/** Reads pages row by row, with a look at the next one. */
export class Cursor<T> {
  readonly #pages: Pages<T>;
  #page: readonly T[] = [];
  #next = 0;
  #ended = false;
  #taken = 0;

  constructor(pages: Pages<T>) {
    this.#pages = pages;
  }

  /** How many rows have been taken. */
  get taken(): number {
    return this.#taken;
  }

  /** Makes the next row ready, if there is one. Only then can `peek` tell. */
  async ready(): Promise<void> {
    while (this.#next >= this.#page.length && !this.#ended) {
      const { value, done } = await this.#pages.next();
      this.#page = done ? [] : value;
      this.#next = 0;
      this.#ended = done === true;
    }
  }

  /** Must `ready` be called before the next `peek`? */
  get isDry(): boolean {
    return this.#next >= this.#page.length && !this.#ended;
  }

  peek(): T | undefined {
    return this.#page[this.#next];
  }

  take(): T | undefined {
    const row = this.#page[this.#next];
    if (row === undefined) return undefined;
    this.#next += 1;
    this.#taken += 1;
    return row;
  }
}
