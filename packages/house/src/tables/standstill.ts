import type { Clock, Timer } from '../clock.js';

/** What goes wrong for a moment is put right by the next attempt: only what lasts is told. */
const LASTS_MS = 10_000;

/**
 * Whether a table goes on: what is to be done there and is tried in vain, or cannot even be tried, and why. It is named
 * once it has lasted, by the time that has passed, until it is done or not to be done any more. Nothing is refused for
 * it: whatever people ask of such a table is answered.
 */
export class Standstill {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  #what: string | null = null;
  #why = '';
  #since = 0;
  #isNamed = false;
  #isProven = false;
  /** Names what is held, once that has lasted; set as long as it is held. */
  #timer: Timer | null = null;
  /** Names what is being tried, should that never end. */
  #trying: Timer | null = null;

  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** Why it does not go on; null while it does, and before that has lasted. */
  get why(): string | null {
    return this.#isNamed ? this.#why : null;
  }

  /** Has it shown that it goes on, since it was opened or taken over, or was named? Until then nobody knows. */
  get isProven(): boolean {
    return this.#isProven;
  }

  get isTrying(): boolean {
    return this.#trying !== null;
  }

  /** An attempt begins that may take so long; of one that never ends nobody else will tell. */
  tries(what: string, within: number): void {
    this.tried();
    const began = this.#clock.elapsed();
    this.#trying = this.#clock.setTimeout(() => this.#notDone(what, began), within + LASTS_MS);
  }

  /** However it came out. */
  tried(): void {
    if (this.#trying) this.#clock.clearTimeout(this.#trying);
    this.#trying = null;
  }

  /** Tried in vain, once more, by an attempt that began then. */
  inVain(what: string, why: string, began: number): void {
    this.#take(what, why, began);
    if (this.#clock.elapsed() - this.#since >= LASTS_MS) this.#name();
  }

  /** Not tried at all from then on: no attempt will tell that it has lasted. */
  held(what: string, why: string, from: number): void {
    this.#take(what, why, from);
    const left = this.#since + LASTS_MS - this.#clock.elapsed();
    this.#timer ??= this.#clock.setTimeout(() => this.#name(), left);
  }

  /** Nothing is held any more: what was is tried, or put off, and whatever becomes of that has other reasons. */
  free(): void {
    if (this.#timer !== null) this.over();
  }

  done(what: string): void {
    if (what === this.#what) this.over();
    this.goesOn();
  }

  /** Something was done, or there is nothing to do: it goes on, unless something else is tried in vain. */
  goesOn(): void {
    if (this.#what !== null || this.#isProven) return;
    this.#isProven = true;
    this.#onChange();
  }

  /** Whoever keeps the table now tells how it goes on; when it is ours again, it has to show it anew. */
  lost(): void {
    this.#isProven = false;
    this.tried();
    this.over();
  }

  /** What is not among these is not to be done any more. */
  keepTo(toDo: readonly string[]): void {
    if (this.#what !== null && !toDo.includes(this.#what)) this.over();
  }

  over(): void {
    this.#letGo();
    this.#what = null;
    if (!this.#isNamed) return;
    this.#isNamed = false;
    this.#onChange();
  }

  close(): void {
    this.tried();
    this.#letGo();
  }

  #letGo(): void {
    if (this.#timer) this.#clock.clearTimeout(this.#timer);
    this.#timer = null;
  }

  #notDone(what: string, began: number): void {
    const why = what === this.#what ? this.#why : `what is due is not done yet: ${what}`;
    this.#take(what, why, began);
    this.#name();
  }

  #take(what: string, why: string, at: number): void {
    if (what !== this.#what) {
      this.over();
      this.#what = what;
      this.#since = at;
    }
    this.#why = why;
  }

  #name(): void {
    if (this.#isNamed) return;
    this.#isNamed = true;
    this.#isProven = false;
    this.#onChange();
  }
}
