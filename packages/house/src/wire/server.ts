import type { Server as HttpServer } from 'node:http';
import fastify, { type FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import type { z } from 'zod';
import type { House } from '../house.js';
import type { Metrics } from '../metrics.js';
import type { Proposal } from '../people/second.js';
import type { OpenSession, RevokedListener } from '../people/sessions.js';
import { Refused, SET_PASSWORD_FIRST, tokenOf } from './gate.js';
import { Newsroom } from './news.js';
import { describeApi } from './openapi.js';
import { perAddress } from './per-address.js';
import { faultIn, guestBody, MESSAGE_BYTES_MAX, signInBody, type WirePerson } from './protocol.js';
import { type Door, type Pipe, Session, wirePerson } from './session.js';
import { addStaffRoutes, type Desk } from './staff-routes.js';
import { Teller } from './teller.js';

/** What the outside of the house needs beyond its tables: who people are. */
export interface FrontDoor extends Door {
  guest(
    name: string | undefined,
    bot?: true,
  ): Promise<{ readonly person: WirePerson; readonly token: string }>;
  signIn(body: z.infer<typeof signInBody>, from: string): Promise<SignIn>;
  signOut(token: string): Promise<void>;
  /** As `open`, also for somebody who must set a password of their own before anything else. */
  openAny(token: string): Promise<OpenSession | null>;
  onRevoked(listener: RevokedListener): void;
  /** What waits at a table for a second person. */
  proposals(table: string): Promise<readonly Proposal[]>;
}
export type SignIn =
  | {
      readonly kind: 'ok';
      readonly person: WirePerson;
      readonly token: string;
      /** Signed in with a password made by the house: nothing is open before it is changed. */
      readonly setPassword?: true;
    }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'busy' };

export interface ServerOptions {
  readonly house: House;
  readonly door: FrontDoor;
  readonly metrics: Metrics;
  /** What those who run the house may do over HTTP; without it, nothing. */
  readonly desk?: Desk;
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
    const isOurs = error instanceof Refused;
    const status = error.statusCode && (isOurs || error.statusCode < 500) ? error.statusCode : 500;
    if (status === 500) request.log.error(error);
    if (isOurs && error.retryAfter !== null) reply.header('retry-after', error.retryAfter);
    // A person learns that something is wrong, never how we are built.
    return reply
      .status(status)
      .send({ error: status === 500 ? 'Something went wrong here.' : error.message });
  });
  if (options.web) await addWeb(app, options.web);
  else app.setNotFoundHandler((_request, reply) => reply.status(404).send(NOTHING_HERE));
  addRoutes(app, options);
  const { house, door, desk } = options;
  const opened = {
    open: (token: string) => door.openAny(token),
    proposals: (table: string) => door.proposals(table),
  };
  if (desk) addStaffRoutes(app, { ...desk, house, ...opened });
  const hangUp = addSockets(app.server, options);
  // A server that closes waits for its connections, and these would stay for ever.
  app.addHook('preClose', async () => hangUp());
  return app;
}

function addRoutes(app: FastifyInstance, { house, door, metrics }: ServerOptions): void {
  const limit = perAddress(60, 60_000);
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
  app.get('/docs', async (_request, reply) => reply.send(describeApi()));
  app.get('/api/house', async () => ({
    name: house.config.name,
    guests: house.config.guests,
    bots: house.config.bots,
  }));
  app.get('/api/tables', async () => house.lobby());
  app.post('/api/guest', async (request, reply) => {
    if (!house.config.guests)
      return reply.status(403).send({ error: 'This house has no guests: sign in with a card.' });
    if (!limit(request.ip))
      return reply.status(429).send({ error: 'Too many guests from here: wait a minute.' });
    const body = guestBody.safeParse(request.body ?? {});
    if (!body.success) return reply.status(400).send({ error: faultIn(body.error) });
    const { person, token } = await door.guest(body.data.name, body.data.bot);
    await house.grantPlayMoney(person.id, house.config.playMoney);
    return { person, token };
  });
  app.post('/api/sign-in', async (request, reply) => {
    const body = signInBody.safeParse(request.body);
    if (!body.success) return reply.status(400).send({ error: faultIn(body.error) });
    const result = await door.signIn(body.data, request.ip);
    switch (result.kind) {
      case 'ok':
        return {
          person: result.person,
          token: result.token,
          ...(result.setPassword ? { setPassword: true } : {}),
        };
      case 'wait':
        return reply
          .status(429)
          .header('retry-after', result.seconds)
          .send({ error: `Wait ${result.seconds} seconds and try again.` });
      case 'busy':
        return reply.status(503).header('retry-after', 2).send({ error: 'Busy: try again in a moment.' });
      default:
        return reply.status(401).send({ error: 'That does not match.' });
    }
  });
  app.post('/api/sign-out', async (request, reply) => {
    const token = tokenOf(request);
    if (token === null) return reply.status(401).send({ error: 'Sign in first.' });
    await door.signOut(token);
    return { ok: true };
  });
  app.get('/api/me', async (request, reply) => {
    const token = tokenOf(request);
    const person = token === null ? null : ((await door.openAny(token))?.person ?? null);
    if (!person) return reply.status(401).send({ error: 'Sign in first.' });
    if (person.oneTime) return reply.status(403).send({ error: SET_PASSWORD_FIRST });
    const roles = person.kind === 'staff' ? { roles: person.roles ?? [] } : {};
    return { person: wirePerson(person), wallet: await house.wallet(person.id), ...roles };
  });
  app.post('/api/play-money', async (request, reply) => {
    const token = tokenOf(request);
    const person = token === null ? null : ((await door.openAny(token))?.person ?? null);
    if (person?.kind !== 'guest')
      return reply.status(person ? 403 : 401).send({ error: 'Play money is for guests.' });
    if ((await house.wallet(person.id)) >= house.config.playMoney)
      return reply.status(409).send({ error: 'You have plenty.' });
    await house.grantPlayMoney(person.id, house.config.playMoney);
    return { wallet: await house.wallet(person.id) };
  });
}

/** How long whoever is connected has to say goodbye when the house closes. */
const HANG_UP_MS = 500;

const NOTHING_HERE = { error: 'There is nothing at this address.' };

/** The web app finds its own way in paths like /table/wharf: they all get the same page. */
async function addWeb(app: FastifyInstance, folder: string): Promise<void> {
  const { default: serveStatic } = await import('@fastify/static');
  await app.register(serveStatic, { root: folder, index: 'index.html' });
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && /^\/(?:table\/|(?:rules|lab)(?:[/?]|$))/.test(request.url);
    return isPage ? reply.type('text/html').sendFile('index.html') : reply.status(404).send(NOTHING_HERE);
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

function addSockets(server: HttpServer, { house, door, metrics }: ServerOptions): () => void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_BYTES_MAX,
    perMessageDeflate: false,
  });
  const sessions = new Set<Session>();
  const teller = new Teller();
  const tidings = { teller, newsroom: new Newsroom(teller) };
  door.onRevoked((revoked) => {
    for (const session of sessions) session.revoke(revoked);
  });
  server.on('upgrade', (request, socket, head) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname !== '/wire' || !isOwnOrigin(request.headers.origin, request.headers.host)) {
      socket.end(
        `HTTP/1.1 ${pathname === '/wire' ? '403 Forbidden' : '404 Not Found'}\r\nConnection: close\r\n\r\n`,
      );
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
      const session = new Session(house, door, pipe, tidings);
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
