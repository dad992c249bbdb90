import { WebSocket } from 'ws';
import type { ServerMessage } from '../../src/index.js';
import { PROTOCOL_VERSION } from '../../src/wire/version.js';

export interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what came back is what the test looks into
  readonly body: any;
}

export interface Asking {
  readonly token?: string | null;
  readonly body?: unknown;
  /** Where it comes from, as a proxy of the house tells it. */
  readonly from?: string;
}

/** One call over HTTP, as anybody could make it. */
export async function call(
  url: string,
  method: string,
  path: string,
  { token, body, from }: Asking = {},
): Promise<Answered> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(from === undefined ? {} : { 'x-forwarded-for': from }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, body: isJson && text !== '' ? JSON.parse(text) : text };
}

let said = 0;

/** One command over HTTP, under an id of its own unless one is given. */
export const command = (
  url: string,
  token: string | null,
  verb: string,
  body: object = {},
): Promise<Answered> =>
  call(url, 'POST', `/api/${verb}`, { token, body: { id: `command-${++said}-${Date.now()}`, ...body } });

export const OWN_PASSWORD = 'yo-leven at the wharf';

/** Comes in with a password made by the house and sets one of one's own. */
export async function settleIn(url: string, login: string, password: string): Promise<string> {
  const signedIn = await call(url, 'POST', '/api/sign-in', { body: { login, password } });
  if (signedIn.status !== 200) throw new Error(`sign in as ${login}: ${signedIn.status}`);
  const { token } = signedIn.body as { token: string };
  const set = await command(url, token, 'people/set-password', { old: password, next: OWN_PASSWORD });
  if (set.status !== 200) throw new Error(`password of ${login}: ${JSON.stringify(set.body)}`);
  return token;
}

/** A bare connection: says what it is told and keeps what it hears. */
export class Line {
  readonly heard: ServerMessage[] = [];
  closed: { readonly code: number } | null = null;
  readonly #socket: WebSocket;
  readonly #opened: Promise<void>;
  readonly #waiting: (() => void)[] = [];

  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    this.#socket = new WebSocket(`${url.replace('http', 'ws')}/wire`, { headers });
    this.#opened = new Promise((resolve, reject) => {
      this.#socket.on('open', () => resolve());
      this.#socket.on('error', reject);
    });
    this.#socket.on('message', (data) => {
      this.heard.push(JSON.parse(String(data)) as ServerMessage);
      this.#wake();
    });
    this.#socket.on('close', (code) => {
      this.closed = { code };
      this.#wake();
    });
  }

  /** Connects and greets. */
  static async open(
    url: string,
    token?: string | null,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Line> {
    const line = new Line(url, headers);
    await line.say({ t: 'hello', v: PROTOCOL_VERSION, ...(token ? { token } : {}) });
    await line.hear(({ t }) => t === 'welcome');
    return line;
  }

  async say(message: object): Promise<void> {
    await this.#opened;
    this.#socket.send(JSON.stringify(message));
  }

  /** The first message of that kind, heard already or still to come. */
  async hear(what: (message: ServerMessage) => boolean, ms = 30_000): Promise<ServerMessage> {
    const end = Date.now() + ms;
    for (;;) {
      const found = this.heard.find(what);
      if (found) return found;
      if (this.closed) throw new Error(`the connection was closed (${this.closed.code})`);
      await this.#more(end);
    }
  }

  async untilClosed(ms = 30_000): Promise<number> {
    const end = Date.now() + ms;
    while (!this.closed) await this.#more(end);
    return this.closed.code;
  }

  close(): void {
    this.#socket.close();
  }

  async #more(end: number): Promise<void> {
    const left = end - Date.now();
    if (left <= 0) throw new Error('waited in vain for a message');
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, left);
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
