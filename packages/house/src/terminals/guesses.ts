import { Bounded } from '../people/bounded.js';

const MOST = 5;
const WITHIN_MS = 10 * 60_000;
/** People of whom it is remembered, at most. */
const PEOPLE_MOST = 10_000;

interface Guess {
  readonly number: string;
  readonly at: number;
}

/** Wrong ticket numbers, by who gave them: a slip is forgiven, one after another is guessing. */
export class WrongNumbers {
  readonly #now: () => number;
  readonly #guesses = new Bounded<string, readonly Guess[]>(PEOPLE_MOST);

  constructor(now: () => number) {
    this.#now = now;
  }

  #recent(person: string): readonly Guess[] {
    const since = this.#now() - WITHIN_MS;
    return (this.#guesses.get(person) ?? []).filter(({ at }) => at > since);
  }

  /** The same number again is no new guess. */
  add(person: string, number: string): void {
    const recent = this.#recent(person);
    if (recent.some((one) => one.number === number)) return;
    this.#guesses.set(person, [...recent, { number, at: this.#now() }].slice(-MOST));
  }

  /** How long somebody must wait before they may give another number. */
  waitMs(person: string): number {
    const recent = this.#recent(person);
    const [first] = recent;
    return first && recent.length >= MOST ? first.at + WITHIN_MS - this.#now() : 0;
  }
}
