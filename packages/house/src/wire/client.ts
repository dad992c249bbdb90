import type { HouseCode, OfficeEvent, Refused } from '@boxperson/offices';
import type { Command, KeptPace, TableEvent } from '@boxperson/rules';
import { type Clock, SYSTEM_CLOCK, type Timer } from '../clock.js';
import { randomId } from './ids.js';
import type { Own, ServerMessage, WirePerson } from './protocol.js';
import { PROTOCOL_VERSION } from './version.js';

export { handIn } from '../tables/rolls.js';
export { type Answered, type ApiOptions, HouseApi, HouseSaysNo } from './api.js';
export { afterShown, type Known, tableFrom, withOwn } from './mirror.js';

/** As much of a WebSocket as the client needs: the browser's, or the `ws` package's. */
export interface SocketLike {
  readonly readyState: number;
  send(data: string): void;
  close(code?: number, reason?: string): void;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
}

export type Answer =
  | { readonly kind: 'done'; readonly n: number; readonly answer?: object }
  | { readonly kind: 'refused'; readonly refused: Refused }
  | { readonly kind: 'proposed'; readonly proposal: string; readonly lapsesAt: number };

/** Somebody who watches a table. */
export interface Watcher {
  /** So many of the last events are told after the table, too: they are in it already. */
  readonly last?: number;
  /** The table as a whole: at first, and after an absence too long to be told event by event. */
  table(message: Extract<ServerMessage, { t: 'table' }>): void;
  /** What happened from place `n` on, each place exactly once and in order. */
  events(n: number, events: readonly (TableEvent | null)[]): void;
  own(own: readonly Own[]): void;
  /** How long the waits of the automatic crew last there, and what time it is. */
  pace?(pace: KeptPace, now: number): void;
}

/** Somebody who watches the books of an office. */
export interface BooksWatcher {
  /** So many of the last events are told after the books, too: they are in them already. */
  readonly last?: number;
  books(message: Extract<ServerMessage, { t: 'books' }>): void;
  events(n: number, events: readonly (OfficeEvent | null)[]): void;
}

export interface ClientOptions {
  readonly connect: () => SocketLike;
  readonly token?: string;
  /** Online, or trying again. */
  readonly status?: (online: boolean) => void;
  /** Who one is to the house, and what its clock says. */
  readonly welcome?: (person: WirePerson | null, now: number) => void;
  readonly error?: (code: HouseCode, message: string) => void;
  /** Unpredictable enough for ids that nobody else makes. */
  readonly random?: () => string;
  readonly clock?: Clock;
}

interface Waiting {
  readonly at: string;
  readonly command: Command;
  readonly answer: (answer: Answer) => void;
}

interface Watched {
  readonly watcher: Watcher | BooksWatcher;
  n: number | null;
}

/** A socket that can be written to. */
const OPEN = 1;

const BACK_OFF = [100, 200, 500, 1_000, 2_000, 4_000, 8_000] as const;

const tableAt = (table: string): string => `table/${table}`;
const PROPOSALS = 'proposals';

/**
 * A connection to a house that survives losing it: what was not answered is repeated under its id, and what was missed
 * is asked for by number. For browsers, bots and tests alike.
 */
export class HouseClient {
  readonly #options: ClientOptions;
  readonly #watchers = new Map<string, Watched>();
  readonly #waiting = new Map<string, Waiting>();
  readonly #asked = new Map<string, (options: unknown) => void>();
  #socket: SocketLike | null = null;
  #epoch: string | null = null;
  /** Who the house took us for last. */
  #taken: string | null | undefined = undefined;
  #online = false;
  #tries = 0;
  #count = 0;
  #closed = false;
  readonly #clock: Clock;
  #timer: Timer | null = null;
  readonly #name: string;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#clock = options.clock ?? SYSTEM_CLOCK;
    this.#name = (options.random ?? shortId)();
    this.#connect();
  }

  get online(): boolean {
    return this.#online;
  }

  close(): void {
    this.#closed = true;
    if (this.#timer) this.#clock.clearTimeout(this.#timer);
    this.#socket?.close(1000, 'bye');
  }

  /** Watches a table. */
  watch(table: string, watcher: Watcher): () => void {
    return this.#follow(tableAt(table), watcher);
  }

  /** Watches the books of an office, by its stream. */
  follow(at: string, watcher: BooksWatcher): () => void {
    return this.#follow(at, watcher);
  }

  #follow(at: string, watcher: Watcher | BooksWatcher): () => void {
    this.#watchers.set(at, { watcher, n: null });
    if (this.#online) this.#send({ t: 'watch', at });
    return () => {
      this.#watchers.delete(at);
      if (this.#online) this.#send({ t: 'unwatch', at });
    };
  }

  /** Gives a command at a table; the answer comes when it is durable, however often the connection was lost. */
  do(table: string, command: Command): Promise<Answer> {
    return this.submit(tableAt(table), command);
  }

  /** Gives a command to any stream: a table's, or an office's. */
  submit(at: string, command: Command): Promise<Answer> {
    const id = `${this.#epoch ?? 'new'}-${this.#name}-${++this.#count}`;
    return new Promise((answer) => {
      this.#waiting.set(id, { at, command, answer });
      if (this.#online) this.#send({ t: 'do', id, at, command });
    });
  }

  /** Agrees to what another proposed, in a role where the book asks for one. */
  confirm(proposal: string, role?: string): Promise<Answer> {
    return this.submit(PROPOSALS, { do: 'confirm', proposal, ...(role === undefined ? {} : { role }) });
  }

  /** Says no to what another proposed. */
  refuse(proposal: string, role?: string): Promise<Answer> {
    return this.submit(PROPOSALS, { do: 'refuse', proposal, ...(role === undefined ? {} : { role }) });
  }

  /** Takes back what one proposed. */
  withdraw(proposal: string): Promise<Answer> {
    return this.submit(PROPOSALS, { do: 'withdraw', proposal });
  }

  /** What may be done on every spot, and every act, for one's own place. */
  options(table: string, player: string): Promise<unknown> {
    const at = tableAt(table);
    return new Promise((resolve) => {
      this.#asked.set(`${at}/${player}`, resolve);
      if (this.#online) this.#send({ t: 'options', at, player });
    });
  }

  #connect(): void {
    if (this.#closed) return;
    const socket = this.#options.connect();
    this.#socket = socket;
    socket.onopen = () => {
      const { token } = this.#options;
      this.#send({ t: 'hello', v: PROTOCOL_VERSION, ...(token === undefined ? {} : { token }) });
    };
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(String(data)) as ServerMessage);
    socket.onerror = () => {};
    socket.onclose = () => this.#lost();
  }

  #lost(): void {
    if (this.#online) this.#options.status?.(false);
    this.#online = false;
    if (this.#closed) return;
    const wait = BACK_OFF[Math.min(this.#tries++, BACK_OFF.length - 1)] as number;
    this.#timer = this.#clock.setTimeout(() => this.#connect(), wait);
  }

  /** Into a line that is closing nothing is said: what matters is said again when there is another. */
  #send(message: object): void {
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(message));
  }

  #receive(message: ServerMessage): void {
    switch (message.t) {
      case 'welcome':
        return this.#welcome(message);
      case 'table':
        return this.#whole(message.at, message.view.n, (watcher) => (watcher as Watcher).table(message));
      case 'books':
        return this.#whole(message.at, message.n, (watcher) => (watcher as BooksWatcher).books(message));
      case 'events':
        return this.#events(message);
      case 'own': {
        const watcher = this.#watchers.get(message.at)?.watcher;
        return watcher && 'own' in watcher ? watcher.own(message.own) : undefined;
      }
      case 'pace': {
        const watcher = this.#watchers.get(message.at)?.watcher as Watcher | undefined;
        return watcher?.pace?.(message.pace, message.now);
      }
      case 'done': {
        const { n, answer } = message;
        return this.#answer(message.id, { kind: 'done', n, ...(answer === undefined ? {} : { answer }) });
      }
      case 'refused':
        return this.#refused(message);
      case 'proposed': {
        const { proposal, lapsesAt } = message;
        return this.#answer(message.id, { kind: 'proposed', proposal, lapsesAt });
      }
      case 'options':
        this.#asked.get(`${message.at}/${message.player}`)?.(message.options);
        return;
      case 'error':
        return this.#options.error?.(message.code, message.message);
      case 'pong':
        return;
    }
  }

  #refused({ id, refused }: Extract<ServerMessage, { t: 'refused' }>): void {
    this.#answer(id, { kind: 'refused', refused });
  }

  #whole(at: string, n: number, tell: (watcher: Watcher | BooksWatcher) => void): void {
    const watched = this.#watchers.get(at);
    if (!watched) return;
    watched.n = n;
    tell(watched.watcher);
    const { last = 0 } = watched.watcher;
    if (last === 0 || n === 0) return;
    watched.n = Math.max(0, n - last);
    this.#send({ t: 'watch', at, after: watched.n });
  }

  #welcome({ epoch, person, now }: Extract<ServerMessage, { t: 'welcome' }>): void {
    this.#epoch = epoch;
    this.#online = true;
    this.#tries = 0;
    this.#options.status?.(true);
    this.#options.welcome?.(person, now);
    this.#forgetAsAnother(person?.id ?? null);
    for (const [at, { n }] of this.#watchers)
      this.#send({ t: 'watch', at, ...(n === null ? {} : { after: n }) });
    for (const [id, { at, command }] of this.#waiting) this.#send({ t: 'do', id, at, command });
  }

  /** Somebody else, or nobody any more, is shown other things: what was seen before cannot be gone on from. */
  #forgetAsAnother(taken: string | null): void {
    if (this.#taken !== undefined && this.#taken !== taken)
      for (const watched of this.#watchers.values()) watched.n = null;
    this.#taken = taken;
  }

  /** Numbers tell what is new: events that were sent twice are passed over. */
  #events({ at, n, events }: Extract<ServerMessage, { t: 'events' }>): void {
    const watched = this.#watchers.get(at);
    if (!watched || watched.n === null) return;
    const fresh = events.slice(Math.max(0, watched.n + 1 - n));
    if (fresh.length === 0) return;
    if (n > watched.n + 1) return this.#send({ t: 'watch', at, after: watched.n }); // a gap: ask for what is missing
    const first = watched.n + 1;
    watched.n += fresh.length;
    (watched.watcher as { events(n: number, events: readonly unknown[]): void }).events(first, fresh);
  }

  #answer(id: string, answer: Answer): void {
    this.#waiting.get(id)?.answer(answer);
    this.#waiting.delete(id);
  }
}

const shortId = (): string => randomId().slice(0, 18);
