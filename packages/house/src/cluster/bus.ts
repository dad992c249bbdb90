import { randomUUID } from 'node:crypto';
import { connect, type NatsConnection, StringCodec } from 'nats';
import { type BusAccess, type LineOptions, lineOptions, withoutSecret } from './line.js';
import { DoesNotFit } from './registry.js';
import { type Addressed, Seal, textUnder } from './seal.js';

/** What nodes say to each other, with everything of one turn of the loop in one message. */
export interface Bus {
  readonly isUp: boolean;
  /** To one node by its run, or to all others. Nobody says whether it arrived. */
  send(to: string | null, message: object): void;
  listen(listener: (from: string, message: unknown) => void): void;
  close(): Promise<void>;
}

export interface BusOptions {
  readonly access: BusAccess;
  /** What the nodes of one database seal their words with. */
  readonly key: string;
  /** Under which name the nodes of one database speak. */
  readonly subject: string;
  readonly run: string;
  readonly onStatus?: (isUp: boolean) => void;
  /** Hears of what was said that somebody here stumbled over. */
  readonly onError?: (error: unknown) => void;
}

interface Envelope extends Addressed {
  readonly said: readonly unknown[];
}

const CONNECT_WITHIN_MS = 1_000;
/** A server takes messages of one megabyte; several go in several. */
const LETTERS_MOST = 400_000;
const ALL = 'all';
const QUORUM_TRIES = 4;
const QUORUM_AGAIN_MS = 500;
const SAY_AGAIN_MS = 25;
/** So long a line that has gone stale may take to hang up by itself. */
const HANGS_UP_WITHIN_MS = 500;
/** As often a node says something to itself; after so many that it did not hear, or could not say, it takes another line. */
const ECHO_EVERY_MS = 1_000;
const ECHOES_MISSED = 4;

const codec = StringCodec();
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const SETTINGS = {
  timeout: CONNECT_WITHIN_MS,
  maxReconnectAttempts: -1,
  reconnectTimeWait: 200,
  pingInterval: 1_000,
  maxPingOut: 2,
} as const;

/** A line to one server, or why there is none. */
const connectTo = (server: string, options: LineOptions): Promise<NatsConnection | string> =>
  connect({
    servers: [withoutSecret(server)],
    timeout: CONNECT_WITHIN_MS,
    reconnect: false,
    ignoreClusterUpdates: true,
    ...options,
  }).catch((error: Error) => error.message);

/** How many servers the largest group has that hear each other: what is said at one must arrive at the others. */
async function largestGroup(lines: readonly NatsConnection[]): Promise<number> {
  const subject = `boxperson.quorum.${randomUUID()}`;
  const heard = lines.map(() => new Set<string>());
  for (const [index, line] of lines.entries())
    line.subscribe(subject, {
      callback: (_error, message) => void heard[index]?.add(codec.decode(message.data)),
    });
  const largest = () => Math.max(0, ...heard.map(({ size }) => size));
  for (
    const until = performance.now() + CONNECT_WITHIN_MS;
    performance.now() < until;
    await pause(SAY_AGAIN_MS)
  ) {
    if (largest() === lines.length) break;
    for (const [index, line] of lines.entries()) line.publish(subject, codec.encode(String(index)));
  }
  return largest();
}

interface Counted {
  readonly there: number;
  readonly joined: number;
  /** What those said that did not let us in. */
  readonly faults: readonly string[];
}

async function countServers({ bus }: BusAccess, options: LineOptions): Promise<Counted> {
  const answers = await Promise.all(bus.map((server) => connectTo(server, options)));
  const lines = answers.filter((answer) => typeof answer !== 'string');
  const faults = answers.filter((answer) => typeof answer === 'string');
  try {
    return { there: lines.length, joined: await largestGroup(lines), faults };
  } finally {
    await Promise.all(lines.map((line) => line.close().catch(() => undefined)));
  }
}

/** Most of the servers must be there and hear each other: a node that sits with the few would talk to itself. */
export async function mustHaveQuorum(access: BusAccess, tries = 1): Promise<void> {
  const { bus } = access;
  const { there, joined, faults } = await countServers(access, lineOptions(access));
  if (joined * 2 > bus.length) return;
  // A machine that has just started has a server that has not.
  if (tries < QUORUM_TRIES) return pause(QUORUM_AGAIN_MS).then(() => mustHaveQuorum(access, tries + 1));
  const named = bus.map(withoutSecret).join(', ');
  throw new DoesNotFit(
    there * 2 > bus.length
      ? `Of the ${bus.length} servers of the bus ${there} answer, but no more than ${joined} of them hear each other: join them with routes (${named}).`
      : `Of the ${bus.length} servers of the bus ${there} answer: more than half must (${named}; ${[...new Set(faults)].join(', ')}).`,
  );
}

/** Messages of a turn in as few pieces as fit. */
function* piecesOf(said: readonly string[]): Generator<string> {
  let piece: string[] = [];
  let letters = 0;
  for (const text of said) {
    if (piece.length > 0 && letters + text.length > LETTERS_MOST) {
      yield piece.join();
      piece = [];
      letters = 0;
    }
    piece.push(text);
    letters += text.length;
  }
  if (piece.length > 0) yield piece.join();
}

/** Whoever says something is answered under that name: it must be one that a subject can have. */
const isRun = (from: unknown): from is string =>
  typeof from === 'string' && /^[^\s*>\p{Cc}]{1,200}$/u.test(from);
const isMessage = (message: unknown): boolean => typeof message === 'object' && message !== null;

function parseEnvelope(text: string): Envelope | null {
  try {
    const { from, to, n, said } = JSON.parse(text) as Partial<Envelope>;
    const isAddressed = isRun(from) && typeof to === 'string' && typeof n === 'number';
    return isAddressed && Array.isArray(said) && said.every(isMessage) ? { from, to, n, said } : null;
  } catch {
    return null;
  }
}

const openLine = ({ access, run }: BusOptions): Promise<NatsConnection> =>
  connect({ servers: access.bus.map(withoutSecret), name: run, ...SETTINGS, ...lineOptions(access) });

class NatsBus implements Bus {
  #line: NatsConnection;
  readonly #options: BusOptions;
  readonly #listeners = new Set<(from: string, message: unknown) => void>();
  readonly #waiting = new Map<string, string[]>();
  readonly #echoes: NodeJS.Timeout;
  readonly #seal: Seal;
  /** How much was said. */
  #n = 0;
  /** Words to ourselves that have not come back: counted in turns of our own, for whoever is stopped says nothing. */
  #missed = 0;
  /** One that is left already while we look for another. */
  #abandoned: NatsConnection | null = null;
  #isUp = true;
  #isClosed = false;

  constructor(line: NatsConnection, options: BusOptions) {
    this.#line = line;
    this.#options = options;
    this.#seal = new Seal(options.key);
    this.#use(line);
    this.#echoes = setInterval(() => this.#askEcho(), ECHO_EVERY_MS).unref();
  }

  #use(line: NatsConnection): void {
    this.#line = line;
    this.#missed = 0;
    for (const name of [ALL, this.#options.run]) this.#subscribe(line, name);
    void this.#watch(line);
  }

  /**
   * A line may be up and deaf, or never come up again, because the library waits for what does not come: whoever does not
   * hear their own words takes another.
   */
  #askEcho(): void {
    if (this.#missed >= ECHOES_MISSED) return void this.#abandon(this.#line);
    this.#missed += 1;
    this.send(this.#options.run, {});
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  #subject(to: string): string {
    return `boxperson.${this.#options.subject}.${to}`;
  }

  #subscribe(line: NatsConnection, name: string): void {
    line.subscribe(this.#subject(name), {
      callback: (error, message) => {
        if (error === null && line === this.#line) this.#read(line, name, codec.decode(message.data));
      },
    });
  }

  /**
   * What the library reads after a line was cut may be pieces of two messages: what was left of the old line and the
   * beginning of the new one. Such a line is left for another; what was said is lost like any other message. Nothing is
   * thrown: whoever reads for the library would stop, and the line be deaf. What a stranger says is not heard at all.
   */
  #read(line: NatsConnection, name: string, sealed: string): void {
    const envelope = parseEnvelope(textUnder(sealed));
    if (envelope === null) return void this.#abandon(line);
    if (!this.#seal.isOurs(sealed, envelope, name)) return;
    const { from, said } = envelope;
    this.#missed = 0;
    if (from === this.#options.run) return;
    for (const message of said)
      for (const listener of this.#listeners) this.#tell(() => listener(from, message));
  }

  #tell(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.#options.onError?.(error);
    }
  }

  async #watch(line: NatsConnection): Promise<void> {
    let hangsUp: NodeJS.Timeout | undefined;
    for await (const { type } of line.status()) {
      if (line !== this.#line) break;
      if (type === 'staleConnection')
        hangsUp ??= setTimeout(() => void this.#abandon(line), HANGS_UP_WITHIN_MS).unref();
      if (type !== 'disconnect' && type !== 'reconnect') continue;
      clearTimeout(hangsUp);
      hangsUp = undefined;
      this.#say(type === 'reconnect');
    }
    clearTimeout(hangsUp);
  }

  #say(isUp: boolean): void {
    if (isUp === this.#isUp) return;
    this.#isUp = isUp;
    this.#options.onStatus?.(isUp);
  }

  /**
   * Before it hangs up the library waits until all that was written has gone out, and out of a line that was cut with
   * much in it nothing ever goes. We leave it where it is and take another.
   */
  async #abandon(line: NatsConnection): Promise<void> {
    if (line !== this.#line || this.#isClosed || this.#abandoned === line) return;
    this.#abandoned = line;
    this.#say(false);
    line.close().catch(() => undefined);
    for (;;) {
      const next = await openLine(this.#options).catch(() => null);
      if (this.#isClosed) return void next?.close().catch(() => undefined);
      if (next !== null) {
        this.#use(next);
        return this.#say(true);
      }
      await pause(SETTINGS.reconnectTimeWait);
    }
  }

  send(to: string | null, message: object): void {
    // What is said into a line that is down is of no use when it is up again: events are read, questions asked anew.
    if (!this.#isUp) return;
    const name = to ?? ALL;
    const waiting = this.#waiting.get(name);
    if (waiting) return void waiting.push(JSON.stringify(message));
    if (this.#waiting.size === 0) setImmediate(() => this.#flush());
    this.#waiting.set(name, [JSON.stringify(message)]);
  }

  #flush(): void {
    const all = [...this.#waiting];
    this.#waiting.clear();
    if (!this.#isUp || this.#line.isClosed()) return;
    for (const [name, said] of all) for (const piece of piecesOf(said)) this.#publish(name, piece);
  }

  #publish(to: string, said: string): void {
    const { from, n } = { from: this.#options.run, n: ++this.#n };
    const text = `{${JSON.stringify({ from, to, n }).slice(1, -1)},"said":[${said}]}`;
    try {
      this.#line.publish(this.#subject(to), codec.encode(this.#seal.put(text)));
    } catch {
      // Lost like any other message.
    }
  }

  listen(listener: (from: string, message: unknown) => void): void {
    this.#listeners.add(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#echoes);
    this.#flush();
    // Out of a line that was cut nothing goes any more, and nobody waits for that.
    const gone = this.#line.flush().then(() => this.#line.close());
    await Promise.race([gone.catch(() => undefined), pause(CONNECT_WITHIN_MS)]);
  }
}

/** A line to the bus. */
export async function openBus(options: BusOptions): Promise<Bus> {
  return new NatsBus(await openLine(options), options);
}
