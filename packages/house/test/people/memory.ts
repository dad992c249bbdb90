import { SYSTEM_CLOCK } from '../../src/clock.js';
import type { Documents } from '../../src/people/documents.js';
import type { Sessions } from '../../src/people/sessions.js';
import { Sweep, type SweepOptions } from '../../src/people/sweep.js';
import type { Receipt, StoredEntry, Work } from '../../src/store/store.js';

type Operation = 'put' | 'get' | 'delete' | 'list' | 'append';

/** Documents and a log in memory that answer as late as a store does: never in the same turn of the loop. */
export class Memory implements Documents {
  readonly documents = new Map<string, string>();
  readonly log: StoredEntry[] = [];
  readonly commands = new Map<string, { readonly hash: string; readonly answer: string }>();
  #busy = 0;
  /** Waits here before an operation takes effect, and here before its answer arrives. */
  before: (operation: Operation, kind: string) => Promise<unknown> = () => Promise.resolve();
  after: (operation: Operation, kind: string) => Promise<unknown> = () => Promise.resolve();

  putDocument(kind: string, id: string, body: string): Promise<void> {
    this.#check(kind, id, body);
    return this.#act('put', kind, () => void this.documents.set(`${kind}/${id}`, body));
  }

  getDocument(kind: string, id: string): Promise<string | null> {
    this.#check(kind, id);
    return this.#act('get', kind, () => this.documents.get(`${kind}/${id}`) ?? null);
  }

  deleteDocument(kind: string, id: string): Promise<void> {
    this.#check(kind, id);
    return this.#act('delete', kind, () => void this.documents.delete(`${kind}/${id}`));
  }

  listDocuments(kind: string): Promise<readonly { readonly id: string; readonly body: string }[]> {
    return this.#act('list', kind, () =>
      [...this.documents]
        .filter(([key]) => key.startsWith(`${kind}/`))
        .map(([key, body]) => ({ id: key.slice(kind.length + 1), body })),
    );
  }

  append({ command, events }: Work): Promise<Receipt> {
    return this.#act('append', events[0]?.stream ?? '', () => {
      if (command) this.commands.set(command.id, command);
      const seqs = events.map((event) => this.log.push({ ...event, seq: this.log.length + 1 }));
      return { seqs };
    });
  }

  findCommand(id: string): Promise<{ readonly hash: string; readonly answer: string } | null> {
    return this.#act('get', 'command', () => this.commands.get(id) ?? null);
  }

  async readStream(stream: string, after: number, limit: number): Promise<readonly StoredEntry[]> {
    return this.log.filter((entry) => entry.stream === stream && entry.position > after).slice(0, limit);
  }

  async getSnapshot(): Promise<null> {
    return null;
  }

  async putSnapshot(): Promise<void> {}

  /** As the real one: it keeps no text with a null character, and no long names. */
  #check(...texts: readonly string[]): void {
    if (texts.some((text) => text.includes('\0'))) throw new TypeError('a null character');
    if (texts.slice(0, 2).some((name) => name.length === 0 || name.length > 400))
      throw new TypeError('a name');
  }

  async #act<T>(operation: Operation, kind: string, act: () => T): Promise<T> {
    this.#busy += 1;
    try {
      await new Promise((resolve) => setImmediate(resolve));
      await this.before(operation, kind);
      const answer = act();
      await this.after(operation, kind);
      return answer;
    } finally {
      this.#busy -= 1;
    }
  }

  /** Resolves when nothing is under way: also what nobody waits for has been written. */
  async idle(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve));
    while (this.#busy > 0);
  }

  /** Everything that is stored, as one text to search in. */
  get text(): string {
    const documents = [...this.documents].filter(([key]) => !key.startsWith('house-key/'));
    const kept = [
      ...this.log.map(({ body }) => body),
      ...[...this.commands].map((one) => JSON.stringify(one)),
    ];
    return [...documents.flat(), ...kept].join('\n');
  }
}

/** Pages of three: a few sessions make several. */
export const pagesIn =
  (store: Memory): SweepOptions['page'] =>
  async (after) =>
    (await store.listDocuments('session'))
      .filter(({ id }) => id > after)
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .slice(0, 3);

/** All sessions are gone through once; answers how many were cleared away. */
export async function sweep(sessions: Sessions, store: Memory): Promise<number> {
  const sweeping = new Sweep({ sessions, page: pagesIn(store), clock: SYSTEM_CLOCK });
  const gone = (await sweeping.round()).reduce((sum, some) => sum + some, 0);
  await sweeping.close();
  return gone;
}

/** A door that stays shut until it is opened. */
export function makeGate() {
  let open: () => void = () => {};
  let reach: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  /** Resolves when somebody stands before it. */
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const pass = () => {
    reach();
    return opened;
  };
  return { open, reached, pass };
}

/** A clock that stands still until it is moved. */
export function makeClock(start = 1_000_000) {
  let time = start;
  const now = () => time;
  const pass = (ms: number) => {
    time += ms;
  };
  return { now, pass };
}

/** Hashes that take no time, for tests that are about something else. */
export const CHEAP = { cost: { logN: 4, r: 1, p: 1 } } as const;
