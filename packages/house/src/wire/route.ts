import { type Code, faultIn, type Person } from '@boxperson/offices';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { OpenSession } from '../people/sessions.js';
import { callerOf, type Limit, makeLimits } from './limits.js';
import { sayNo } from './says-no.js';

export { SaysNo, sayNo } from './says-no.js';

/** Who a route is for: there is no way to add one without saying so. */
export type For = 'everybody' | 'signed-in' | 'with-any-password';

export interface RouteCall<Body, Query> {
  readonly person: Person;
  readonly token: string;
  readonly body: Body;
  readonly query: Query;
  readonly params: Readonly<Record<string, string>>;
  readonly from: string;
  readonly reply: FastifyReply;
}

/** A route, declared once: for the check, for the page of the interface and for whoever calls it. */
export interface Route<Body = unknown, Query = unknown> {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly summary: string;
  readonly tag: string;
  readonly for: For;
  readonly clause?: string | null;
  readonly body?: z.ZodType<Body>;
  readonly query?: z.ZodType<Query>;
  /** What of the body is told on the page, where it is checked further in. Left out: the body. */
  readonly tellsBody?: z.ZodType;
  /** What else is to be known of it. */
  readonly more?: string;
  /** What comes back when it goes well. */
  readonly answers: z.ZodType;
  /** Plain text instead of JSON. */
  readonly plain?: true;
  /** How often it may be asked, where it costs more than another. */
  readonly limits?: readonly Limit[];
  /** So many bytes may be sent to it, where that is more than to others. */
  readonly most?: number;
  /** What it may be refused with beyond what every call may. */
  readonly codes?: readonly Code[];
  act(call: RouteCall<Body, Query>): Promise<unknown>;
}

export const route = <Body, Query>(declared: Route<Body, Query>): Route => declared as unknown as Route;

/** An answer that is a file: kept under a name of ours, and never shown as a page. */
export const asFile = (reply: FastifyReply, type: string, name: string): void => {
  reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
};

const NOTHING = z.strictObject({});
const ANYTHING = z.looseObject({});
const NOBODY = null as unknown as Person;

export const tokenOf = (request: FastifyRequest): string | null => {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : null;
};

export const SET_PASSWORD_FIRST = 'Set a password of your own first.';

/** The session of a token that came from there. */
type Open = (token: string, place: string) => Promise<OpenSession | null>;

async function whoAsks(request: FastifyRequest, route: Route, open: Open) {
  const token = tokenOf(request);
  const person = token === null ? null : ((await open(token, callerOf(request)))?.person ?? null);
  // A password of the house's making opens nothing: what is for everybody they see as everybody does.
  if (route.for === 'everybody')
    return { person: person?.oneTime ? NOBODY : (person ?? NOBODY), token: token ?? '' };
  if (token === null || !person) return sayNo('not-signed-in', 'Sign in first.');
  if (person.oneTime && route.for !== 'with-any-password') sayNo('set-password-first', SET_PASSWORD_FIRST);
  return { person, token };
}

const PARAM = /^[\w.-]{1,80}$/;

const read = <T>(schema: z.ZodType<T>, said: unknown): T => {
  const found = schema.safeParse(said ?? {});
  return found.success ? found.data : sayNo('bad-input', faultIn(found.error));
};

/** Declared routes are told on the page of the interface. */
declare module 'fastify' {
  interface FastifyContextConfig {
    declared?: Route;
  }
}

interface Caller {
  readonly person: Person;
  readonly token: string;
}

/**
 * Adds routes to a server. The order is fixed: not too often, who are you, then what do you ask, so that a stranger
 * learns nothing from how a body is refused.
 */
export function addRoutes(app: FastifyInstance, routes: readonly Route[], open: Open): void {
  for (const one of routes) addRoute(app, one, open);
}

function addRoute(app: FastifyInstance, one: Route, open: Open): void {
  const callers = new WeakMap<FastifyRequest, Caller>();
  const personOf = (request: FastifyRequest) => callers.get(request)?.person?.id ?? '';
  const isTheirs = ({ per }: Limit) => per === 'person';
  const limits = one.limits ?? [];
  const notTooOften = makeLimits(
    app,
    limits.filter((limit) => !isTheirs(limit)),
  );
  const notTooOftenBy = makeLimits(app, limits.filter(isTheirs), personOf);
  app.route({
    method: one.method,
    url: one.url,
    config: { declared: one },
    ...(one.most === undefined ? {} : { bodyLimit: one.most }),
    // After the limit for everybody, and before anything of the body is read.
    preParsing: async (request) => {
      await notTooOften(request);
      callers.set(request, await whoAsks(request, one, open));
      await notTooOftenBy(request);
    },
    handler: async (request, reply) => {
      const caller = callers.get(request) ?? { person: NOBODY, token: '' };
      if (one.plain) reply.type('text/plain; charset=utf-8');
      return one.act({ ...caller, ...asked(one, request), from: request.ip, reply });
    },
  });
}

/** What is asked: the address first, then what was sent to it. */
function asked(one: Route, request: FastifyRequest) {
  const params = request.params as Record<string, string>;
  for (const value of Object.values(params))
    if (!PARAM.test(value)) sayNo('not-found', 'There is nothing of that name.');
  const body = one.method === 'GET' ? {} : read(one.body ?? NOTHING, request.body);
  return { params, body, query: read(one.query ?? ANYTHING, request.query) };
}
