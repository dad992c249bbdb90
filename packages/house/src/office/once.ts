import * as crypto from 'node:crypto';
import type { Refused } from '@boxperson/offices';
import { takeOldest } from '../oldest.js';
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

/** Longer than any id that somebody may give to a command: what the house does once nobody else can do in its place. */
export const houseId = (name: string): string => `of-the-house-itself-${crypto.hash('sha256', name, 'hex')}`;

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

/** Marks and their bits: 16 MiB tell of ten million ids with one needless look-up in two hundred. */
const MARKS = 2 ** 27;
const BITS_FOR_ONE = 4;

/**
 * Ids of which the store must be asked, however many there are: each sets a few bits of a table that does not grow. One
 * that was marked is always found; another that looks like it is looked up for nothing.
 */
class Marks {
  /** Not before it is needed: most houses are started anew before they forget anything. */
  #bits: Uint8Array | null = null;

  add(id: string): void {
    this.#bits ??= new Uint8Array(MARKS / 8);
    for (const bit of bitsOf(id))
      this.#bits[bit >>> 3] = (this.#bits[bit >>> 3] as number) | (1 << (bit & 7));
  }

  has(id: string): boolean {
    const bits = this.#bits;
    return bits !== null && bitsOf(id).every((bit) => ((bits[bit >>> 3] as number) & (1 << (bit & 7))) !== 0);
  }
}

function bitsOf(id: string): readonly number[] {
  const hash = crypto.hash('sha256', id, 'buffer');
  return Array.from({ length: BITS_FOR_ONE }, (_, nr) => hash.readUInt32LE(4 * nr) % MARKS);
}

interface Known {
  readonly hash: string;
  readonly done: Done | Promise<Done>;
}

/** Whether every command of the house comes by here, or other nodes have some of them. */
export type Reach = 'house' | 'node';

/**
 * Sent twice, done once, answered the same. Ids of this run of the house begin with its epoch and are all remembered
 * here; any other id may be one from before a restart and is looked up in the store. Of several nodes none knows what
 * was sent to another, under whatever id: there all are looked up.
 */
export class Once {
  readonly epoch: string;
  readonly #store: Store;
  readonly #known = new Map<string, Known>();
  readonly #most: number;
  readonly #reach: Reach;
  /** Ids of this run of whose commands only the store knows what became. */
  readonly #marks = new Marks();

  constructor(store: Store, most = 500_000, bytes: Bytes = SYSTEM_BYTES, reach: Reach = 'house') {
    this.#reach = reach;
    this.epoch = makeEpoch(bytes);
    this.#store = store;
    this.#most = most;
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

  /**
   * The same for what the house does by itself. Earlier versions used the name as it is, which anybody could take: what
   * stands there is ours only if it says the same.
   */
  own(name: string, hash: string, run: (key: CommandKey) => Promise<Done>): Promise<Done> {
    return this.once(houseId(name), hash, async (key) => {
      const before = await this.#store.findCommand(name);
      return before?.hash === hash ? (JSON.parse(before.answer) as Done) : run(key);
    });
  }

  /** What became of something of the house's own, long ago; null when nothing of it was kept. */
  async recall(name: string): Promise<Done | null> {
    const stored = (await this.#store.findCommand(houseId(name))) ?? (await this.#store.findCommand(name));
    return stored && brief(JSON.parse(stored.answer) as Done);
  }

  async #lookUpOrRun(
    id: string,
    hash: string,
    run: (key: CommandKey) => Promise<Done>,
    older: (() => string) | undefined,
  ): Promise<Done> {
    const stored = this.#isNew(id) ? null : await this.#store.findCommand(id);
    if (!stored) return brief(await run({ id, hash }));
    const isSame = stored.hash === hash || stored.hash === older?.();
    return isSame ? brief(JSON.parse(stored.answer) as Done) : OTHER_BODY;
  }

  /** Can nobody have used it yet? */
  #isNew(id: string): boolean {
    return this.#isOurs(id) && !this.#marks.has(id);
  }

  /** All that was ever done under it came by here. */
  #isOurs(id: string): boolean {
    return this.#reach === 'house' && id.startsWith(`${this.epoch}-`);
  }

  #remember(id: string, hash: string, running: Promise<Done>): Promise<Done> {
    this.#known.set(id, { hash, done: running });
    running.then(
      (done) => this.#keep(id, hash, done),
      // A command whose outcome is unknown must be asked of the store the next time, not of us.
      () => this.#doubt(id),
    );
    this.#forget();
    return running;
  }

  #doubt(id: string): void {
    this.#known.delete(id);
    this.#mark(id);
  }

  /** The others are looked up at all events. */
  #mark(id: string): void {
    if (this.#isOurs(id)) this.#marks.add(id);
  }

  #keep(id: string, hash: string, done: Done): void {
    if (!this.#known.has(id)) return;
    // Nothing was done, and asked again in time it is.
    if (isTooSoon(done)) this.#known.delete(id);
    else this.#known.set(id, { hash, done });
  }

  #forget(): void {
    for (const [id, { done }] of takeOldest(this.#known, this.#most)) {
      // Of what was refused nothing is stored: said again it is decided again.
      if (!isRefused(done)) this.#mark(id);
    }
  }
}

const isRefused = (done: Done | Promise<Done>): boolean => 'ok' in done && !done.ok;

const isTooSoon = (done: Done): boolean => !done.ok && done.refused.code === 'too-fast';

const makeEpoch = (bytes: Bytes): string => Buffer.from(bytes(6)).toString('base64url');

/** What was answered is remembered, not all that it was about. */
const brief = (done: Done): Done =>
  done.ok
    ? { ok: true, n: done.n, ...(done.answer === undefined ? {} : { answer: done.answer }) }
    : { ok: false, refused: done.refused };
