/** Puts something on record in the books of who came in. */
export type Audit = (verb: string, body: object) => void;

/** Whoever tries names that nobody has gets one line for all of them: what was typed may be somebody's secret. */
const NOBODYS = 'unknown';
const OTHERS = 'others';

export interface ComingsOptions {
  readonly audit?: Audit;
  /** How long failures are counted before they go on record. */
  readonly everyMs?: number;
  /** How many accounts are named in that time. */
  readonly namedMost?: number;
}

/** Who came in, who went, and who tried in vain: a count for each account and minute, not a line for each guess. */
export class Comings {
  readonly #audit: Audit;
  readonly #everyMs: number;
  readonly #namedMost: number;
  readonly #failed = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;

  constructor({ audit = () => {}, everyMs = 60_000, namedMost = 100 }: ComingsOptions = {}) {
    this.#audit = audit;
    this.#everyMs = everyMs;
    this.#namedMost = namedMost;
  }

  came(person: string): void {
    this.#audit('sign-in', { person });
  }

  went(person: string): void {
    this.#audit('sign-out', { person });
  }

  /** Null: an account that there is not. */
  failed(account: string | null): void {
    const named = account ?? NOBODYS;
    const isFull = this.#failed.size >= this.#namedMost && !this.#failed.has(named);
    const key = isFull ? OTHERS : named;
    this.#failed.set(key, (this.#failed.get(key) ?? 0) + 1);
    this.#timer ??= setTimeout(() => this.flush(), this.#everyMs).unref();
  }

  /** What was counted goes on record. */
  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    for (const [account, times] of this.#failed) this.#audit('sign-in-failed', { account, times });
    this.#failed.clear();
  }
}
