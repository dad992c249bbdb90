import type { Server as HttpServer } from 'node:http';
import type { Code, Refused } from '@boxperson/offices';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { WebSocketServer } from 'ws';
import type { House } from '../house.js';
import type { Metrics } from '../metrics.js';
import type { People } from '../people/people.js';
import { comingRoutes } from './coming.js';
import { commandRoutes } from './commands.js';
import { Newsroom } from './news.js';
import { pageStatus } from './pages.js';
import { MESSAGE_BYTES_MAX } from './protocol.js';
import { readRoutes } from './reads.js';
import { addRoutes, type Route, SaysNo, statusOf } from './route.js';
import { type Pipe, Session } from './session.js';
import { Teller } from './teller.js';

export interface ServerOptions {
  readonly house: House;
  readonly people: People;
  readonly metrics: Metrics;
  /** Routes of parts that are not always there. */
  readonly routes?: readonly Route[];
  readonly logLevel?: string;
  /** A folder with the web app; without one the house says so at `/`. */
  readonly web?: string;
}

const HEADERS = {
  'content-security-policy':
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
} as const;

export interface RouteName {
  readonly method: string;
  readonly url: string;
}
const ROUTES = new WeakMap<FastifyInstance, readonly RouteName[]>();
/** Every route that a server has. */
export const routesOf = (app: FastifyInstance): readonly RouteName[] => ROUTES.get(app) ?? [];

/** HTTP and WebSocket in one server. */
export async function makeServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = fastify({
    logger: options.logLevel ? { level: options.logLevel } : false,
    bodyLimit: MESSAGE_BYTES_MAX,
    trustProxy: false,
  });
  const routes: RouteName[] = [];
  ROUTES.set(app, routes);
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
  app.addHook('onSend', async (_request, reply) => {
    reply.headers(HEADERS);
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof SaysNo) return sayNo(reply, error.refused);
    const isBad = error.statusCode !== undefined && error.statusCode < 500;
    if (!isBad) request.log.error(error);
    // A person learns that something is wrong, never how we are built.
    return isBad
      ? reply.status(error.statusCode as number).send(answerOf({ code: 'bad-input', message: error.message }))
      : reply.status(500).send(answerOf({ code: 'unavailable', message: 'Something went wrong here.' }));
  });
  if (options.web) await addWeb(app, options.web);
  else app.setNotFoundHandler((_request, reply) => reply.status(404).send(NOTHING_HERE));
  addPlainRoutes(app, options);
  const { house, people } = options;
  const all = [
    ...comingRoutes(house, people),
    ...readRoutes(house),
    ...commandRoutes(house.admission),
    ...(options.routes ?? []),
  ];
  addRoutes(app, all, (token) => people.openSession(token));
  const hangUp = addSockets(app.server, options);
  // A server that closes waits for its connections, and these would stay for ever.
  app.addHook('preClose', async () => hangUp());
  return app;
}

const answerOf = (refused: { readonly code: Code; readonly message: string }) => ({
  ok: false,
  refused: { clause: null, ...refused },
});

function sayNo(reply: FastifyReply, refused: Refused): FastifyReply {
  if (refused.retryAfter !== undefined) reply.header('retry-after', refused.retryAfter);
  return reply.status(statusOf(refused.code)).send({ ok: false, refused });
}

/** For whoever watches over the house. */
function addPlainRoutes(app: FastifyInstance, { house, metrics }: ServerOptions): void {
  app.get('/health', async (_request, reply) => {
    const health = await house.store.health();
    const stopped = house.stopped();
    return reply
      .status(health.ok ? 200 : 503)
      .send({ ok: health.ok, store: house.store.kind, stopped: stopped.map(({ id }) => id) });
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4').send(metrics.text(house)),
  );
}

/** How long whoever is connected has to say goodbye when the house closes. */
const HANG_UP_MS = 500;

const NOTHING_HERE = answerOf({ code: 'not-found', message: 'There is nothing at this address.' });

/** The web app finds its own way in paths like /table/wharf: they all get the same page. */
async function addWeb(app: FastifyInstance, folder: string): Promise<void> {
  const { default: serveStatic } = await import('@fastify/static');
  await app.register(serveStatic, { root: folder, index: 'index.html' });
  app.setNotFoundHandler((request, reply) => {
    const status = pageStatus(request);
    return status === null
      ? reply.status(404).send(NOTHING_HERE)
      : reply.status(status).type('text/html').sendFile('index.html');
  });
}

/** Pages of other sites must not talk to us in a visitor's name. */
const isOwnOrigin = (origin: string | undefined, host: string | undefined): boolean => {
  if (origin === undefined) return true; // not a browser
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
};

/** The address comes from outside, and may be none. */
const isWirePath = (url: string | undefined): boolean => /^\/wire(?:\?|$)/.test(url ?? '');

function addSockets(server: HttpServer, { house, people, metrics }: ServerOptions): () => void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_BYTES_MAX,
    perMessageDeflate: false,
  });
  const sessions = new Set<Session>();
  const teller = new Teller();
  const telegraph = { teller, newsroom: new Newsroom(teller) };
  const open = (token: string) => people.openSession(token);
  people.sessions.onRevoked((revoked) => {
    for (const session of sessions) session.revoke(revoked);
  });
  server.on('upgrade', (request, socket, head) => {
    // Whoever is turned away may hang up before they have heard it.
    socket.on('error', () => socket.destroy());
    const isWire = isWirePath(request.url);
    if (!isWire || !isOwnOrigin(request.headers.origin, request.headers.host)) {
      socket.end(`HTTP/1.1 ${isWire ? '403 Forbidden' : '404 Not Found'}\r\nConnection: close\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (ws) => {
      const pipe: Pipe = {
        send: (data) => ws.send(data),
        together: (act) => {
          socket.cork();
          act();
          socket.uncork();
        },
        waiting: () => ws.bufferedAmount,
        close: (code, reason) => ws.close(code, reason),
      };
      const session = new Session({ house, open, pipe, telegraph });
      sessions.add(session);
      metrics.connections++;
      ws.on('message', (data, isBinary) => {
        metrics.messages++;
        if (isBinary) return ws.close(1003, 'text only');
        session.receive(data.toString());
      });
      ws.on('error', () => ws.terminate());
      ws.on('close', () => {
        session.close();
        sessions.delete(session);
        metrics.connections--;
      });
    });
  });
  return () => {
    sockets.close();
    for (const ws of sockets.clients) ws.close(1001, 'the house closes');
    setTimeout(() => {
      for (const ws of sockets.clients) ws.terminate();
    }, HANG_UP_MS).unref();
  };
}
