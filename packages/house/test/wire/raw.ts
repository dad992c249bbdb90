import { connect, type Socket } from 'node:net';
import { WebSocket } from 'ws';

/** A bare connection, for what no polite client would send. */
export class Raw {
  readonly socket: Socket;
  heard = '';
  readonly closed: Promise<void>;

  /** `from`: one of this machine's own addresses. */
  constructor(url: string, from?: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect({ host: hostname, port: Number(port), ...(from ? { localAddress: from } : {}) });
    this.socket.on('error', () => {});
    this.socket.on('data', (data) => {
      this.heard += String(data);
    });
    this.closed = new Promise((resolve) => this.socket.once('close', () => resolve()));
  }

  say(text: string): this {
    this.socket.write(text);
    return this;
  }

  /** Gone without a goodbye: the other side reads a reset. */
  reset(): void {
    this.socket.resetAndDestroy();
  }
}

/** The head of a request for a WebSocket. */
export const upgrade = (target: string, more: readonly string[] = []): string =>
  [
    `GET ${target} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...more,
    '',
    '',
  ].join('\r\n');

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Answers with the code of the close, or with the status that was answered instead of an upgrade. */
export const wireEnd = (
  url: string,
  begin: (ws: WebSocket) => void = () => {},
  headers: Record<string, string> = {},
): Promise<number> =>
  new Promise((resolve) => {
    const ws = new WebSocket(`${url.replace('http', 'ws')}/wire`, { headers });
    ws.on('error', () => {});
    ws.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    ws.on('open', () => begin(ws));
    ws.on('close', (code) => resolve(code));
  });

/** Opens a WebSocket, or answers with null when it is turned away. */
export const openWire = (url: string, headers: Record<string, string> = {}): Promise<WebSocket | null> =>
  new Promise((resolve) => {
    const ws = new WebSocket(`${url.replace('http', 'ws')}/wire`, { headers });
    ws.on('error', () => {});
    ws.on('unexpected-response', (_request, response) => {
      response.destroy();
      resolve(null);
    });
    ws.on('open', () => resolve(ws));
  });
