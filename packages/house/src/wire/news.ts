import type { Committed, Standing, StreamHost } from '../stream/host.js';
import type { Teller } from './teller.js';

/** Somebody who is told what happens in a stream. */
export interface Reader {
  /** Asks for what it has not read yet and sends it. */
  read(): void;
}

/** What of a stream's events everybody sees whole, and which of them can wait for a moment. */
export interface Lens<Event> {
  isForAll(event: Event): boolean;
  /** News that can wait: chips that others put down and take up. One's own go with the answer. */
  isQuiet(event: Event): boolean;
}

/** Shows an event at its place to one viewer; null when it is not for their eyes. */
export type Show<Event> = (event: Event, n: number) => Event | null;

/** Readers come by at least every quarter of a second: whoever has missed this much asks the record. */
const KEPT_MOST = 4_000;

/**
 * What has been committed in a stream, for all who watch it: put into words once, kept until everybody has read it. The
 * cost of an event does not grow with the number of its readers until they read, and then they read many at once.
 */
export class StreamNews<State, Event extends { readonly at: number }> {
  readonly at: string;
  readonly #lens: Lens<Event>;
  readonly #teller: Teller;
  readonly #readers = new Set<Reader>();
  #standing: Standing<State>;
  /** The place in the stream before the first that is kept. */
  #before: number;
  #events: Event[] = [];
  #texts: string[] = [];
  /** Which of them not everybody sees whole. */
  #private: number[] = [];
  /** The place of the last event that not everybody sees whole. */
  #lastPrivate = 0;
  /** Messages that are the same for all who have read as far. */
  readonly #said = new Map<number, string>();

  constructor(host: StreamHost<State, Event>, lens: Lens<Event>, teller: Teller) {
    this.at = host.stream;
    this.#lens = lens;
    this.#teller = teller;
    this.#standing = host.told;
    this.#before = host.told.n;
    host.listen((committed) => this.#add(committed));
  }

  get state(): State {
    return this.#standing.state;
  }
  get n(): number {
    return this.#standing.n;
  }

  addReader(reader: Reader): () => void {
    this.#readers.add(reader);
    return () => this.#readers.delete(reader);
  }

  /** The message with everything after place `n`, as its reader may see it; null when it is no longer kept. */
  since(n: number, show: () => Show<Event>): string | null {
    if (n < this.#before) return null;
    const unread = n - this.#before;
    if (this.#lastPrivate > n) return this.#message(n, this.#redacted(unread, show()));
    const said = this.#said.get(n) ?? this.#message(n, this.#texts.slice(unread));
    this.#said.set(n, said);
    return said;
  }

  #message(n: number, texts: readonly string[]): string {
    return `{"t":"events","at":${JSON.stringify(this.at)},"n":${n + 1},"events":[${texts.join()}]}`;
  }

  #add({ first, events, texts, state }: Committed<State, Event>): void {
    const n = first + events.length - 1;
    this.#standing = { state, n };
    this.#said.clear();
    if (this.#readers.size === 0) return this.#forget();
    for (const [index, event] of events.entries())
      if (!this.#lens.isForAll(event)) {
        this.#private.push(this.#events.length + index);
        this.#lastPrivate = first + index;
      }
    this.#events.push(...events);
    this.#texts.push(...texts);
    if (this.#events.length > KEPT_MOST) this.#forget();
    const isQuiet = events.every((event) => this.#lens.isQuiet(event));
    this.#teller[isQuiet ? 'later' : 'soon'](this);
  }

  /** Everybody reads. */
  tell(): void {
    for (const reader of this.#readers) reader.read();
    this.#forget();
  }

  /** Only what not everybody sees whole is put into words again. */
  #redacted(unread: number, show: Show<Event>): readonly string[] {
    const texts = this.#texts.slice(unread);
    for (const index of this.#private)
      if (index >= unread)
        texts[index - unread] = JSON.stringify(show(this.#events[index] as Event, this.#before + 1 + index));
    return texts;
  }

  #forget(): void {
    this.#events = [];
    this.#texts = [];
    this.#private = [];
    this.#before = this.#standing.n;
  }
}

/** A stream's news whatever it is about. */
// biome-ignore lint/suspicious/noExplicitAny: who watches it knows
export type AnyNews = StreamNews<any, any>;

/** The news of every stream that anybody has asked for. */
export class Newsroom {
  readonly #teller: Teller;
  readonly #streams = new Map<object, AnyNews>();

  constructor(teller: Teller) {
    this.#teller = teller;
  }

  of<State, Event extends { readonly at: number }>(
    host: StreamHost<State, Event>,
    lens: Lens<Event>,
  ): StreamNews<State, Event> {
    const known = this.#streams.get(host);
    if (known) return known as StreamNews<State, Event>;
    const news = new StreamNews(host, lens, this.#teller);
    this.#streams.set(host, news);
    return news;
  }
}
