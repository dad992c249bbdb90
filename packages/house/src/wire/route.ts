import { type Code, faultIn, no, type Person, type Refused } from '@boxperson/offices';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { OpenSession } from '../people/sessions.js';
import { statusOf } from './status.js';

/** Answered with a refusal; the status follows from its code. */
export class SaysNo extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(refused.message);
    this.refused = refused;
  }
}

/** Ends a call with a refusal. */
export function sayNo(code: Code, message: string, more: Partial<Refused> = {}): never {
  throw new SaysNo({ ...no(code, message).refused, ...more });
}

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
  /** What comes back when it goes well. */
  readonly answers: z.ZodType;
  /** What it may be refused with beyond what every call may. */
  readonly codes?: readonly Code[];
  act(call: RouteCall<Body, Query>): Promise<unknown>;
}

export const route = <Body, Query>(declared: Route<Body, Query>): Route => declared as unknown as Route;

const NOTHING = z.strictObject({});
const NOBODY = null as unknown as Person;

export const tokenOf = (request: FastifyRequest): string | null => {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : null;
};

export const SET_PASSWORD_FIRST = 'Set a password of your own first.';

type Open = (token: string) => Promise<OpenSession | null>;

async function whoAsks(request: FastifyRequest, route: Route, open: Open) {
  const token = tokenOf(request);
  const person = token === null ? null : ((await open(token))?.person ?? null);
  if (route.for === 'everybody') return { person: person ?? NOBODY, token: token ?? '' };
  if (token === null || !person) return sayNo('not-signed-in', 'Sign in first.');
  if (person.oneTime && route.for !== 'with-any-password') sayNo('set-password-first', SET_PASSWORD_FIRST);
  return { person, token };
}

const PARAM = /^[\w.-]{1,80}$/;

const read = <T>(schema: z.ZodType<T>, said: unknown): T => {
  const found = schema.safeParse(said ?? {});
  return found.success ? found.data : sayNo('bad-input', faultIn(found.error));
};

/**
 * Adds routes to a server. The order is fixed: who are you, then what do you ask, so that a stranger learns nothing from
 * how a body is refused.
 */
export function addRoutes(app: FastifyInstance, routes: readonly Route[], open: Open): void {
  for (const one of routes) {
    const known = new WeakMap<FastifyRequest, { readonly person: Person; readonly token: string }>();
    app.route({
      method: one.method,
      url: one.url,
      // Before anything of the body is read.
      onRequest: async (request) => {
        known.set(request, await whoAsks(request, one, open));
      },
      handler: async (request, reply) => {
        const caller = known.get(request) ?? { person: NOBODY, token: '' };
        const params = request.params as Record<string, string>;
        for (const value of Object.values(params))
          if (!PARAM.test(value)) sayNo('not-found', 'There is nothing of that name.');
        const body = one.method === 'GET' ? {} : read(one.body ?? NOTHING, request.body);
        const query = read(one.query ?? z.looseObject({}), request.query);
        return one.act({ ...caller, body, query, params, from: request.ip, reply });
      },
    });
  }
}

export { statusOf };
