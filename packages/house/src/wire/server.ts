import type { Code, Refused } from '@boxperson/offices';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { House } from '../house.js';
import type { Metrics } from '../metrics.js';
import type { People } from '../people/people.js';
import { proxiesOf } from '../people/proxies.js';
import { comingRoutes } from './coming.js';
import { commandRoutes } from './commands.js';
import { countsBy } from './counts.js';
import { Health, type HealthOptions } from './health.js';
import { addInterface } from './interface.js';
import { callerOf, MINUTE } from './limits.js';
import { LookUps } from './look-ups.js';
import { isTooDeep, TOO_DEEP } from './nesting.js';
import { pageStatus } from './pages.js';
import { MESSAGE_BYTES_MAX } from './protocol.js';
import { readRoutes } from './reads.js';
import { addRoutes, type Route, SaysNo, sayNo } from './route.js';
import { addSockets, type SocketPatience } from './sockets.js';
import { statusOf } from './status.js';
import { watchRoutes } from './watch-routes.js';

export interface ServerOptions {
  readonly house: House;
  readonly people: People;
  readonly metrics: Metrics;
  /** Routes of parts that are not always there. */
  readonly routes?: readonly Route[];
  readonly logLevel?: string;
  /** Takes the lines of the log; left out, they go to standard output. */
  readonly logTo?: { write(line: string): void };
  /** A folder with the web app; without one the house says so at `/`. */
  readonly web?: string;
  readonly health?: HealthOptions;
  readonly patience?: ServerPatience;
  /** After so long a session that is used over a socket is looked up again. */
  readonly lookAgainMs?: number;
}

/** How long strangers are waited for, in milliseconds. */
export interface ServerPatience {
  readonly sockets?: Partial<SocketPatience>;
  /** Until the head of a request is there. */
  readonly head?: number;
  /** Until all of a request is there. */
  readonly request?: number;
  /** Until a connection that is kept is used again. */
  readonly idle?: number;
  /** How often somebody looks. */
  readonly look?: number;
}
const PATIENT = { head: 10_000, request: 15_000, idle: 30_000, look: 2_000 };

const SELF = ["'self'"];
const NONE = ["'none'"];
const YEAR_S = 365 * 24 * 3_600;
/** What the pages need and nothing else; nothing is fetched from elsewhere. */
const HELMET = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: SELF,
      scriptSrc: [...SELF, "'wasm-unsafe-eval'"],
      scriptSrcAttr: NONE,
      styleSrc: [...SELF, "'unsafe-inline'"],
      imgSrc: [...SELF, 'data:', 'blob:'],
      connectSrc: SELF,
      workerSrc: [...SELF, 'blob:'],
      objectSrc: NONE,
      baseUri: NONE,
      frameAncestors: NONE,
      formAction: SELF,
    },
  },
  referrerPolicy: { policy: 'same-origin' },
  frameguard: { action: 'deny' },
  // Other names under the same domain are not ours to decide for.
  strictTransportSecurity: { maxAge: YEAR_S, includeSubDomains: false },
} as const;
const PERMISSIONS = 'camera=(), microphone=(), geolocation=()';

/** What never gets into the log, wherever somebody puts it. */
const SECRETS = ['token', 'password', 'pin', 'key', 'old', 'next', 'authorization'];
const REDACTED = [
  'req.headers.authorization',
  'req.headers.cookie',
  ...SECRETS.flatMap((name) => [name, `*.${name}`]),
];

export interface RouteName {
  readonly method: string;
  readonly url: string;
}
const ROUTES = new WeakMap<FastifyInstance, readonly RouteName[]>();
/** Every route that a server has. */
export const routesOf = (app: FastifyInstance): readonly RouteName[] => ROUTES.get(app) ?? [];

/** HTTP and WebSocket in one server. */
export async function makeServer(options: ServerOptions): Promise<FastifyInstance> {
  const { house, people, patience } = options;
  const isProxy = proxiesOf(house.config.proxies);
  const isOwnHost = hostsOf(house.config.hosts);
  const app = makeApp(options, isProxy);
  rememberRoutes(app);
  await addSafeguards(app, house, isOwnHost);
  addAnswers(app);
  await addInterface(app);
  if (options.web) await addWeb(app, options.web);
  else app.setNotFoundHandler({ preHandler: app.rateLimit() }, (_request, reply) => sayNothingHere(reply));
  const all = [
    ...comingRoutes(house, people),
    ...readRoutes(house),
    ...commandRoutes(house.admission),
    ...watchRoutes(new Health(house, options.health), options.metrics, house),
    ...(options.routes ?? []),
  ];
  const lookUps = new LookUps({
    open: (token) => people.openSession(token),
    isAtHand: (token) => people.sessions.isAtHand(token),
    clock: house.clock,
  });
  addRoutes(app, all, (token, place) => lookUps.open(token, place));
  const socketPatience = patience?.sockets ? { patience: patience.sockets } : {};
  const onError = (error: unknown) => app.log.error(error);
  const around = { house, people, metrics: options.metrics, isProxy, isOwnHost, onError };
  const looks = options.lookAgainMs === undefined ? {} : { lookAgainMs: options.lookAgainMs };
  const hangUp = addSockets(app.server, { ...around, ...socketPatience, ...looks });
  // A server that closes waits for its connections, and these would stay for ever.
  app.addHook('preClose', async () => hangUp());
  return app;
}

/** The server itself: it waits for nobody for long. */
function makeApp(
  { logLevel, logTo, patience, house }: ServerOptions,
  isProxy: (address: string) => boolean,
): FastifyInstance {
  const { head, request, idle, look } = { ...PATIENT, ...patience };
  const app = fastify({
    logger: logLevel ? { level: logLevel, redact: REDACTED, ...(logTo && { stream: logTo }) } : false,
    bodyLimit: MESSAGE_BYTES_MAX,
    trustProxy: house.config.proxies.length === 0 ? false : (address) => isProxy(address),
    requestTimeout: request,
    keepAliveTimeout: idle,
    http: { headersTimeout: head, connectionsCheckingInterval: look },
    // An address that cannot be read, before there is a route.
    frameworkErrors: (error, _request, reply) => answer(reply as FastifyReply, error),
  });
  return app as unknown as FastifyInstance;
}

function rememberRoutes(app: FastifyInstance): void {
  const routes: RouteName[] = [];
  ROUTES.set(app, routes);
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
}

/** A name with or without its port; left out, the house answers to any. */
const hostsOf =
  (hosts: readonly string[] | undefined) =>
  (host: string | undefined): boolean =>
    hosts === undefined ||
    (host !== undefined && [host, host.replace(/:\d+$/, '')].some((name) => hosts.includes(name)));

/** Headers, limits, and what is refused before anybody looks at it. */
async function addSafeguards(
  app: FastifyInstance,
  { config, clock }: House,
  isOwnHost: (host: string | undefined) => boolean,
): Promise<void> {
  await app.register(helmet, HELMET);
  await app.register(rateLimit, {
    max: config.limits.requests,
    timeWindow: MINUTE,
    store: countsBy(clock),
    keyGenerator: callerOf,
    addHeaders: NO_HEADERS,
    addHeadersOnExceeding: NO_HEADERS,
    errorResponseBuilder: (_request, { ttl }) => tooMany(Math.ceil(ttl / 1_000)),
  });
  app.addHook('onRequest', async ({ headers, url }) => {
    // Whoever only asks whether the house is well need not know its name.
    if (url !== '/health' && !isOwnHost(headers.host))
      sayNo('not-allowed', 'Host: the house does not go by that name.');
  });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('permissions-policy', PERMISSIONS);
    // What is said to one person is kept by no one in between. Files of the pages say for themselves.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (isTooDeep(text as string)) return done(badInput(TOO_DEEP));
    parse(request, text as string, done);
  });
}

const NO_HEADERS = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
};

const tooMany = (retryAfter: number): SaysNo =>
  new SaysNo({ code: 'too-fast', clause: null, message: 'Too many calls: wait a little.', retryAfter });
const badInput = (message: string): SaysNo => new SaysNo({ code: 'bad-input', clause: null, message });

export function addAnswers(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, request: FastifyRequest, reply) => {
    if (!(error instanceof SaysNo) && (error.statusCode ?? 500) >= 500) request.log.error(error);
    return answer(reply, error);
  });
}

/** A person learns that something is wrong, never how we are built. */
function answer(reply: FastifyReply, error: Error & { statusCode?: number }): FastifyReply {
  if (error instanceof SaysNo) return refuse(reply, error.refused);
  const { statusCode = 500, message } = error;
  return statusCode < 500
    ? reply.status(statusCode).send(answerOf({ code: 'bad-input', message }))
    : reply.status(500).send(answerOf({ code: 'unavailable', message: 'Something went wrong here.' }));
}

const answerOf = (refused: { readonly code: Code; readonly message: string }) => ({
  ok: false,
  refused: { clause: null, ...refused },
});

function refuse(reply: FastifyReply, refused: Refused): FastifyReply {
  // Whoever goes on regardless has to come anew each time, and that is limited before anything is read.
  if (refused.code === 'too-fast') reply.header('connection', 'close');
  if (refused.retryAfter !== undefined) reply.header('retry-after', refused.retryAfter);
  return reply.status(statusOf(refused.code)).send({ ok: false, refused });
}

const sayNothingHere = (reply: FastifyReply): FastifyReply =>
  reply.status(404).send(answerOf({ code: 'not-found', message: 'There is nothing at this address.' }));

/** The web app finds its own way in paths like /table/wharf: they all get the same page. */
async function addWeb(app: FastifyInstance, folder: string): Promise<void> {
  const { default: serveStatic } = await import('@fastify/static');
  await app.register(serveStatic, { root: folder, index: false, preCompressed: true });
  // What is sent pressed is not looked for behind a bare address.
  app.get('/', (_request, reply) => reply.type('text/html').sendFile('index.html'));
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
    const status = pageStatus(request);
    return status === null
      ? sayNothingHere(reply)
      : reply.status(status).type('text/html').sendFile('index.html');
  });
}
