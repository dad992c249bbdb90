import type { Command, Refusal, TableEvent } from '@boxperson/rules';
import type { ErrorCode, Own, ServerMessage, WirePerson } from './protocol.js';
import { PROTOCOL_VERSION } from './version.js';

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
  | { readonly kind: 'done'; readonly n: number }
  | { readonly kind: 'refused'; readonly refused: Refusal }
  | { readonly kind: 'proposed'; readonly proposal: string; readonly lapsesAt: number }
  | { readonly kind: 'error'; readonly code: ErrorCode; readonly message: string };

export interface Watcher {
  /** The table as a whole: at first, and after an absence too long to be told event by event. */
  table(message: Extract<ServerMessage, { t: 'table' }>): void;
  /** What happened from place `n` on, each place exactly once and in order. */
  events(n: number, events: readonly (TableEvent | null)[]): void;
  own(own: readonly Own[]): void;
}

export interface ClientOptions {
  readonly connect: () => SocketLike;
  readonly token?: string;
  /** Online, or trying again. */
  readonly status?: (online: boolean) => void;
  readonly welcome?: (person: WirePerson | null) => void;
  readonly error?: (code: ErrorCode, message: string) => void;
  /** Unpredictable enough for ids that nobody else makes. */
  readonly random?: () => string;
}

interface Waiting {
  readonly table: string;
  readonly command: Command;
  readonly answer: (answer: Answer) => void;
}

const BACK_OFF = [250, 500, 1_000, 2_000, 4_000, 8_000];

/**
 * A connection that comes back: after a loss it greets again, asks for what it missed by number, and repeats commands
 * that were not answered with the same id, so that each is done once.
 */
export class HouseClient {
  readonly #options: ClientOptions;
  readonly #watchers = new Map<string, { watcher: Watcher; n: number | null }>();
  readonly #waiting = new Map<string, Waiting>();
  readonly #asked = new Map<string, (options: unknown) => void>();
  #socket: SocketLike | null = null;
  #epoch: string | null = null;
  #online = false;
  #tries = 0;
  #count = 0;
  #closed = false;
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #name: string;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#name = (options.random ?? defaultRandom)();
    this.#connect();
  }

  get online(): boolean {
    return this.#online;
  }

  close(): void {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#socket?.close(1000, 'bye');
  }

  watch(table: string, watcher: Watcher): () => void {
    this.#watchers.set(table, { watcher, n: null });
    if (this.#online) this.#send({ t: 'watch', table });
    return () => {
      this.#watchers.delete(table);
      if (this.#online) this.#send({ t: 'unwatch', table });
    };
  }

  /** Gives a command; the answer comes when it is durable, however often the connection was lost in between. */
  do(table: string, command: Command): Promise<Answer> {
    const id = `${this.#epoch ?? 'new'}-${this.#name}-${++this.#count}`;
    return new Promise((answer) => {
      this.#waiting.set(id, { table, command, answer });
      if (this.#online) this.#send({ t: 'do', id, table, command });
    });
  }

  /** What may be done on every spot, and every act, for one's own place. */
  options(table: string, player: string): Promise<unknown> {
    return new Promise((resolve) => {
      this.#asked.set(`${table}/${player}`, resolve);
      if (this.#online) this.#send({ t: 'options', table, player });
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
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  #send(message: object): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #receive(message: ServerMessage): void {
    switch (message.t) {
      case 'welcome':
        return this.#welcome(message);
      case 'table': {
        const watched = this.#watchers.get(message.table);
        if (watched) watched.n = message.view.n;
        return watched?.watcher.table(message);
      }
      case 'events':
        return this.#events(message);
      case 'own':
        return this.#watchers.get(message.table)?.watcher.own(message.own);
      case 'done':
        return this.#answer(message.id, { kind: 'done', n: message.n });
      case 'refused':
        return this.#answer(message.id, { kind: 'refused', refused: message.refused });
      case 'proposed':
        return this.#answer(message.id, {
          kind: 'proposed',
          proposal: message.proposal,
          lapsesAt: message.lapsesAt,
        });
      case 'options':
        this.#asked.get(`${message.table}/${message.player}`)?.(message.options);
        return;
      case 'error':
        if (message.id !== undefined)
          this.#answer(message.id, { kind: 'error', code: message.code, message: message.message });
        return this.#options.error?.(message.code, message.message);
      case 'pong':
        return;
    }
  }

  #welcome({ epoch, person }: Extract<ServerMessage, { t: 'welcome' }>): void {
    this.#epoch = epoch;
    this.#online = true;
    this.#tries = 0;
    this.#options.status?.(true);
    this.#options.welcome?.(person);
    for (const [table, { n }] of this.#watchers)
      this.#send({ t: 'watch', table, ...(n === null ? {} : { after: n }) });
    for (const [id, { table, command }] of this.#waiting) this.#send({ t: 'do', id, table, command });
  }

  /** Numbers tell what is new: events that were sent twice are passed over. */
  #events({ table, n, events }: Extract<ServerMessage, { t: 'events' }>): void {
    const watched = this.#watchers.get(table);
    if (!watched || watched.n === null) return;
    const fresh = events.slice(Math.max(0, watched.n + 1 - n));
    if (fresh.length === 0) return;
    if (n > watched.n + 1) return this.#send({ t: 'watch', table, after: watched.n }); // a gap: ask for what is missing
    const first = watched.n + 1;
    watched.n += fresh.length;
    watched.watcher.events(first, fresh);
  }

  #answer(id: string, answer: Answer): void {
    this.#waiting.get(id)?.answer(answer);
    this.#waiting.delete(id);
  }
}

const defaultRandom = (): string => globalThis.crypto.randomUUID().slice(0, 18);
