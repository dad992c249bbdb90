import type { Table, TableEvent } from '@boxperson/rules';
import type { Committed, Standing, TableHost } from '../tables/host.js';
import { redact, type Viewer } from '../tables/view.js';
import type { Teller } from './teller.js';

/** Somebody who is told what happens at a table. */
export interface Reader {
  /** Asks for what it has not read yet and sends it. */
  read(): void;
}

/** Events that not everybody sees whole: `redact` says how. */
const PRIVATE: readonly string[] = [
  'sat',
  'left',
  'chips-bought',
  'credits-collected',
  'card-presented',
  'terminals-limited',
  'player-excluded',
];

/** Chips that others put down and take up: news that can wait for a moment. One's own go with the answer. */
const QUIET: readonly string[] = ['wagered', 'took', 'called'];

/** Readers come by at least every quarter of a second: whoever has missed this much asks the record. */
const KEPT_MOST = 4_000;

/**
 * What has been committed at a table, for all who watch it: put into words once, kept until everybody has read it. The
 * cost of an event does not grow with the number of its readers until they read, and then they read many at once.
 */
export class TableNews {
  readonly #id: string;
  readonly #teller: Teller;
  readonly #readers = new Set<Reader>();
  #standing: Standing;
  /** The place in the stream before the first that is kept. */
  #before: number;
  #events: TableEvent[] = [];
  #texts: string[] = [];
  /** The place of the last event that not everybody sees whole. */
  #lastPrivate = 0;

  constructor(id: string, host: TableHost, teller: Teller) {
    this.#id = id;
    this.#teller = teller;
    this.#standing = host.told;
    this.#before = host.told.n;
    host.listen((committed) => this.#add(committed));
  }

  get table(): Table {
    return this.#standing.table;
  }
  get n(): number {
    return this.#standing.n;
  }

  addReader(reader: Reader): () => void {
    this.#readers.add(reader);
    return () => this.#readers.delete(reader);
  }

  /** The message with everything after place `n`, as this viewer may see it; null when it is no longer kept. */
  since(n: number, viewer: () => Viewer): string | null {
    if (n < this.#before) return null;
    const unread = n - this.#before;
    const texts =
      this.#lastPrivate > n ? redacted(this.#events.slice(unread), viewer()) : this.#texts.slice(unread);
    return `{"t":"events","table":${JSON.stringify(this.#id)},"n":${n + 1},"events":[${texts.join()}]}`;
  }

  #add({ first, events, texts, table }: Committed): void {
    const n = first + events.length - 1;
    this.#standing = { table, n };
    if (this.#readers.size === 0) return this.#forget();
    this.#events.push(...events);
    this.#texts.push(...texts);
    for (const [index, { event }] of events.entries())
      if (PRIVATE.includes(event)) this.#lastPrivate = first + index;
    if (this.#events.length > KEPT_MOST) this.#forget();
    const isQuiet = events.every(({ event }) => QUIET.includes(event));
    this.#teller[isQuiet ? 'later' : 'soon'](this);
  }

  /** Everybody reads. */
  tell(): void {
    for (const reader of this.#readers) reader.read();
    this.#forget();
  }

  #forget(): void {
    this.#events = [];
    this.#texts = [];
    this.#before = this.#standing.n;
  }
}

const redacted = (events: readonly TableEvent[], viewer: Viewer): readonly string[] =>
  events.map((event) => JSON.stringify(redact(event, viewer)));

/** The news of every table that anybody has asked for. */
export class Newsroom {
  readonly #teller: Teller;
  readonly #tables = new Map<TableHost, TableNews>();

  constructor(teller: Teller) {
    this.#teller = teller;
  }

  of(id: string, host: TableHost): TableNews {
    const known = this.#tables.get(host);
    if (known) return known;
    const news = new TableNews(id, host, this.#teller);
    this.#tables.set(host, news);
    return news;
  }
}
