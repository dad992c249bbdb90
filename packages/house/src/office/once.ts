import * as crypto from 'node:crypto';
import type { Refused } from '@boxperson/offices';
import { type Bytes, SYSTEM_BYTES } from '../random.js';
import type { Store } from '../store/store.js';
import type { CommandKey } from '../stream/host.js';

/** What a command says, whatever the order of its fields. */
export const hashCommand = (person: string, at: string, command: unknown): string =>
  crypto.hash('sha256', canonical([person, at, command]), 'base64url');

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

/** What a command came to, as it is remembered and answered again. */
export type Done =
  | { readonly ok: true; readonly n: number; readonly answer?: object }
  | { readonly ok: false; readonly refused: Refused };

const OTHER_BODY: Done = {
  ok: false,
  refused: {
    code: 'same-id-other-body',
    clause: null,
    message: 'id: that id was used for another command.',
  },
};

const UNSURE_MOST = 10_000;

interface Known {
  readonly hash: string;
  readonly done: Done | Promise<Done>;
}

/**
 * Sent twice, done once, answered the same. Ids of this run of the house begin with its epoch and are all remembered
 * here; any other id may be one from before a restart and is looked up in the store.
 */
export class Once {
  #epoch: string;
  readonly #bytes: Bytes;
  readonly #store: Store;
  readonly #known = new Map<string, Known>();
  readonly #most: number;
  #forgot = false;
  /** Ids of this run of whose commands nobody knows what became: the store does. */
  readonly #unsure = new Set<string>();

  constructor(store: Store, most = 500_000, bytes: Bytes = SYSTEM_BYTES) {
    this.#bytes = bytes;
    this.#epoch = makeEpoch(bytes);
    this.#store = store;
    this.#most = most;
  }

  get epoch(): string {
    return this.#epoch;
  }

  /** Something was taken over: ids of this run so far may have been used elsewhere. From now on they are looked up. */
  renew(): void {
    this.#epoch = makeEpoch(this.#bytes);
  }

  /**
   * Runs the command unless it has been run; the same id with another body is refused. `older` is how an earlier
   * version hashed the same words.
   */
  once(
    id: string,
    hash: string,
    run: (key: CommandKey) => Promise<Done>,
    older?: () => string,
  ): Promise<Done> {
    const known = this.#known.get(id);
    if (known) return Promise.resolve(known.hash === hash ? known.done : OTHER_BODY);
    return this.#remember(id, hash, this.#lookUpOrRun(id, hash, run, older));
  }

  async #lookUpOrRun(
    id: string,
    hash: string,
    run: (key: CommandKey) => Promise<Done>,
    older: (() => string) | undefined,
  ): Promise<Done> {
    const fresh = id.startsWith(`${this.#epoch}-`) && !this.#forgot && !this.#unsure.has(id);
    const stored = fresh ? null : await this.#store.findCommand(id);
    if (!stored) return brief(await run({ id, hash }));
    const isSame = stored.hash === hash || stored.hash === older?.();
    return isSame ? brief(JSON.parse(stored.answer) as Done) : OTHER_BODY;
  }

  #remember(id: string, hash: string, running: Promise<Done>): Promise<Done> {
    this.#known.set(id, { hash, done: running });
    running.then(
      (done) => this.#keep(id, hash, done),
      // A command whose outcome is unknown must be asked of the store the next time, not of us.
      () => this.#doubt(id),
    );
    if (this.#known.size > this.#most) this.#forget();
    return running;
  }

  #doubt(id: string): void {
    this.#known.delete(id);
    this.#unsure.add(id);
    if (this.#unsure.size <= UNSURE_MOST) return;
    // Then all of them are looked up, and none need be remembered.
    this.#forgot = true;
    this.#unsure.clear();
  }

  #keep(id: string, hash: string, done: Done): void {
    this.#unsure.delete(id);
    if (this.#known.has(id)) this.#known.set(id, { hash, done });
  }

  #forget(): void {
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
    this.#forgot = true;
  }
}

const makeEpoch = (bytes: Bytes): string => Buffer.from(bytes(6)).toString('base64url');

/** What was answered is remembered, not all that it was about. */
const brief = (done: Done): Done =>
  done.ok
    ? { ok: true, n: done.n, ...(done.answer === undefined ? {} : { answer: done.answer }) }
    : { ok: false, refused: done.refused };
