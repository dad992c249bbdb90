import * as crypto from 'node:crypto';
import type { Store } from './store/store.js';
import type { CommandKey, Outcome } from './tables/host.js';

/** What a command says, whatever the order of its fields. */
export const hashCommand = (person: string, table: string, command: unknown): string =>
  crypto.hash('sha256', canonical([person, table, command]), 'base64url');

function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const record = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const key of Object.keys(record).sort()) {
    if (record[key] !== undefined) text += `${JSON.stringify(key)}:${canonical(record[key])},`;
  }
  return `{${text}}`;
}

export type Deduped =
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  | { readonly kind: 'other-body' };

interface Known {
  readonly hash: string;
  readonly outcome: Outcome | Promise<Outcome>;
}

/**
 * Sent twice, done once. Ids of this run of the house begin with its epoch and are all remembered here; any other id
 * may be one from before a restart and is looked up in the store.
 */
export class Dedupe {
  readonly epoch = crypto.randomBytes(6).toString('base64url');
  readonly #store: Store;
  readonly #known = new Map<string, Known>();
  readonly #most: number;
  #forgot = false;

  constructor(store: Store, most = 500_000) {
    this.#store = store;
    this.#most = most;
  }

  /** Runs the command unless it has been run; the same id with another body is refused. */
  async once(id: string, hash: string, run: (key: CommandKey) => Promise<Outcome>): Promise<Deduped> {
    const known = this.#known.get(id);
    if (known && known.hash !== hash) return { kind: 'other-body' };
    const outcome = known?.outcome ?? this.#remember(id, hash, this.#lookUpOrRun(id, hash, run));
    try {
      return { kind: 'outcome', outcome: await outcome };
    } catch (error) {
      if (error instanceof OtherBody) return { kind: 'other-body' };
      throw error;
    }
  }

  async #lookUpOrRun(id: string, hash: string, run: (key: CommandKey) => Promise<Outcome>): Promise<Outcome> {
    const fresh = id.startsWith(`${this.epoch}-`) && !this.#forgot;
    const stored = fresh ? null : await this.#store.findCommand(id);
    if (!stored) return run({ id, hash });
    if (stored.hash !== hash) throw new OtherBody();
    const { n } = JSON.parse(stored.answer) as { n: number };
    return { ok: true, n, events: [] };
  }

  #remember(id: string, hash: string, outcome: Promise<Outcome>): Promise<Outcome> {
    this.#known.set(id, { hash, outcome });
    outcome.then(
      (done) => this.#keep(id, hash, done),
      // A command whose outcome is unknown must be asked of the store the next time, not of us.
      () => this.#known.delete(id),
    );
    if (this.#known.size > this.#most) this.#forget();
    return outcome;
  }

  /** What was answered is remembered, not all that it was about. */
  #keep(id: string, hash: string, done: Outcome): void {
    if (!this.#known.has(id)) return;
    const answer = done.ok ? { ok: true as const, n: done.n, events: [] } : done;
    this.#known.set(id, { hash, outcome: answer });
  }

  #forget(): void {
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
    this.#forgot = true;
  }
}

class OtherBody extends Error {}
