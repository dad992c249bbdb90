// What stands still and what goes on again, told at each of several nodes and kept in one book.
import { expect, test } from 'vitest';
import type { Clock } from '../../src/clock.js';
import type { House } from '../../src/house.js';
import { Notes } from '../../src/office/notes.js';
import type { OfficeHost } from '../../src/office/office-host.js';
import { StandingWatch } from '../../src/office/standing.js';

const T = 'table/t';

type Stopped = Record<string, string>;
interface Said {
  readonly do: string;
  readonly body: {
    readonly streams: readonly (string | { readonly stream: string; readonly why: string })[];
  };
}

/** The books of a house, wherever they are kept: what is noted there is heard at every node. */
class Books {
  stopped: Stopped = {};
  /** Every note, in the order in which it was done. */
  readonly notes: string[] = [];
  readonly #listeners = new Set<(committed: { events: readonly object[] }) => void>();

  listen(listener: (committed: { events: readonly object[] }) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  note({ do: verb, body: { streams = [] } }: Said): void {
    this.notes.push(verb);
    for (const one of streams) {
      if (typeof one === 'string') delete this.stopped[one];
      else this.stopped = { ...this.stopped, [one.stream]: one.why };
    }
    const event = { 'note-stopped': 'streams-stopped', 'note-back': 'streams-back' }[verb];
    if (event) for (const listener of this.#listeners) listener({ events: [{ event, streams }] });
  }
}

/** A node of a house with one table; the test says who keeps what. */
class Node {
  readonly alarms: string[] = [];
  readonly table = { isElsewhere: true, stopped: null as string | null, isProven: true };
  isAway = false;
  readonly #later: (() => void)[] = [];
  readonly notes: Notes;
  readonly watch: StandingWatch;

  constructor(books: Books, place: 'keeps-books' | 'follows') {
    const clock = {
      setTimeout: (act: () => void) => this.#later.push(act),
      clearTimeout: () => {},
    } as unknown as Clock;
    const host = {
      isElsewhere: place === 'follows',
      forward: () => {},
      get state() {
        return { stopped: books.stopped };
      },
      listen: (listener: never) => books.listen(listener),
      submit: async (said: Said) => {
        if (this.isAway) throw new Error('the store is away');
        books.note(said);
        return { ok: true };
      },
    } as unknown as OfficeHost;
    const house = {
      offices: { host: () => host },
      host: () => this.table,
      isUnproven: () => !this.table.isElsewhere && !this.table.isProven,
      standstill: () => new Map(this.table.stopped === null ? [] : [[T, this.table.stopped]]),
    } as unknown as House;
    this.notes = new Notes(host, clock, () => {});
    const alarm = (text: string) => void this.alarms.push(text);
    this.watch = new StandingWatch({ house, notes: this.notes, clock, alarm });
  }

  /** Time passes: whoever waits looks, and what waits is tried again. */
  async later(): Promise<void> {
    for (let turns = 0; turns < 5; turns += 1) {
      for (const act of this.#later.splice(0)) act();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** The table is taken over, and nobody knows yet whether it goes on. */
  async takes(): Promise<void> {
    this.table.isProven = false;
    await this.now('ours');
  }

  /** The table is this node's, stops or runs, or is another's. */
  async now(isOurs: 'ours' | 'elsewhere', stopped: string | null = null): Promise<void> {
    Object.assign(this.table, { isElsewhere: isOurs === 'elsewhere', stopped });
    this.watch.changed();
    await this.later();
  }
}

test('what is lost to another node does not go on because it is lost', async () => {
  const books = new Books();
  const a = new Node(books, 'keeps-books');
  await a.now('ours');
  a.isAway = true;
  await a.now('ours', 'full');
  await a.now('elsewhere');
  expect(a.alarms).toEqual([`Stands still: ${T}. full`]);
});

test('a word that comes late is taken back where the table goes on', async () => {
  const books = new Books();
  const [a, b] = [new Node(books, 'keeps-books'), new Node(books, 'follows')];
  await a.now('ours');
  a.isAway = true;
  await a.now('ours', 'full');
  await a.now('elsewhere');
  await b.now('ours');
  expect(b.alarms).toEqual([]);
  a.isAway = false;
  await a.later();
  await b.later();
  expect(books.notes).toEqual(['note-stopped', 'note-back']);
  expect(books.stopped).toEqual({});
  expect(b.alarms).toEqual([`Goes on again: ${T}.`]);
});

test('the next owner tells that it goes on; who only follows does not', async () => {
  const books = new Books();
  const [a, b] = [new Node(books, 'keeps-books'), new Node(books, 'follows')];
  await a.now('ours', 'planted');
  expect(books.stopped).toEqual({ [T]: 'planted' });
  // Opened while it is on record, and kept elsewhere.
  const c = new Node(books, 'follows');
  await c.later();
  await a.now('elsewhere');
  expect([...b.alarms, ...c.alarms, books.notes.length]).toEqual([1]);
  await b.now('ours');
  expect(books.stopped).toEqual({});
  expect([a.alarms, b.alarms, c.alarms]).toEqual([
    [`Stands still: ${T}. planted`],
    [`Goes on again: ${T}.`],
    [],
  ]);
});

test('a table that stands still wherever it is taken is told of once, and goes on once it has shown it', async () => {
  const books = new Books();
  const [a, b] = [new Node(books, 'keeps-books'), new Node(books, 'follows')];
  await a.now('ours', 'no tumbler');
  await a.now('elsewhere');
  await b.takes();
  await b.now('ours', 'no tumbler');
  await b.takes();
  expect([a.alarms.length, b.alarms, books.notes]).toEqual([1, [], ['note-stopped']]);
  b.table.isProven = true;
  await b.now('ours');
  expect([b.alarms, books.stopped]).toEqual([[`Goes on again: ${T}.`], {}]);
});

test('what is told to go on is not told again because it is taken over before that is on record', async () => {
  const books = new Books();
  const a = new Node(books, 'keeps-books');
  await a.now('ours', 'full');
  a.isAway = true;
  await a.now('ours');
  await a.takes();
  a.table.isProven = true;
  await a.now('ours');
  expect(a.alarms).toEqual([`Stands still: ${T}. full`, `Goes on again: ${T}.`]);
  await a.now('ours', 'again');
  expect(a.alarms.slice(2)).toEqual([`Stands still: ${T}. again`]);
});

test('while the store is away each is told once, and both are on record in their order', async () => {
  const books = new Books();
  const a = new Node(books, 'keeps-books');
  await a.now('ours');
  a.isAway = true;
  await a.now('ours', 'full');
  await a.now('ours');
  await a.now('ours');
  a.isAway = false;
  await a.later();
  await a.now('ours');
  expect(a.alarms).toEqual([`Stands still: ${T}. full`, `Goes on again: ${T}.`]);
  expect(books.notes).toEqual(['note-stopped', 'note-back']);
  await a.now('ours', 'again');
  await a.now('ours');
  expect(a.alarms.slice(2)).toEqual([`Stands still: ${T}. again`, `Goes on again: ${T}.`]);
});

test('of several machines’ clocks only that of whoever keeps the books is noted', async () => {
  const books = new Books();
  const [a, b] = [new Node(books, 'keeps-books'), new Node(books, 'follows')];
  for (const { notes } of [a, b]) notes.write('note-clock', {});
  await Promise.all([a.later(), b.later()]);
  expect(books.notes).toEqual(['note-clock']);
});
