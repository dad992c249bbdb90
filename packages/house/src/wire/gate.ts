import type { Person } from '@boxperson/offices';
import { faultIn } from '@boxperson/offices';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { OpenSession } from '../people/sessions.js';

/** Who may use a route: null when this person may, else why not. */
export type Who = (person: Person) => string | null;

/** Answered with a status and a sentence. */
export class Refused extends Error {
  readonly statusCode: number;
  /** Seconds after which to try again. */
  readonly retryAfter: number | null;

  constructor(statusCode: number, message: string, retryAfter: number | null = null) {
    super(message);
    this.statusCode = statusCode;
    this.retryAfter = retryAfter;
  }
}

export interface Call<Body> {
  readonly person: Person;
  readonly token: string;
  readonly body: Body;
  /** The `:id` of the address. */
  readonly id: string;
  readonly from: string;
  readonly reply: FastifyReply;
}

export interface Route<Schema extends z.ZodType> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly who: Who;
  /** Left out: nothing may be sent. */
  readonly body?: Schema;
}

const NOTHING = z.strictObject({});
/** Ids of people, corrections, tickets; a terminal is a table, a dot and a seat. */
const ID = /^[\w.-]{1,80}$/;

export const tokenOf = (request: FastifyRequest): string | null => {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : null;
};

const SET_PASSWORD_FIRST = 'Set a password of your own first: POST /api/people/set-password.';

/**
 * Routes behind a check of who asks: there is no way to add one without saying for whom it is. The order is fixed: who
 * are you, may you, then what do you ask, so that a stranger learns nothing from how a body is refused.
 */
export const makeGate =
  (app: FastifyInstance, open: (token: string) => Promise<OpenSession | null>) =>
  <Schema extends z.ZodType = typeof NOTHING>(
    { method, url, who, body: schema }: Route<Schema>,
    act: (call: Call<z.infer<Schema>>) => Promise<unknown>,
  ): void => {
    const known = new WeakMap<FastifyRequest, { readonly person: Person; readonly token: string }>();
    app.route({
      method,
      url,
      // Before anything of the body is read.
      onRequest: async (request) => {
        const token = tokenOf(request);
        const person = token === null ? null : ((await open(token))?.person ?? null);
        if (token === null || !person) throw new Refused(401, 'Sign in first.');
        if (person.oneTime) throw new Refused(403, SET_PASSWORD_FIRST);
        const why = who(person);
        if (why !== null) throw new Refused(403, why);
        known.set(request, { person, token });
      },
      handler: async (request, reply) => {
        const caller = known.get(request);
        if (!caller) throw new Refused(401, 'Sign in first.');
        const { id = '' } = request.params as { id?: string };
        if (url.includes(':id') && !ID.test(id)) throw new Refused(404, 'There is nothing of that name.');
        const body = (schema ?? NOTHING).safeParse(request.body ?? {});
        if (!body.success) throw new Refused(400, faultIn(body.error));
        return act({ ...caller, body: body.data as z.infer<Schema>, id, from: request.ip, reply });
      },
    });
  };
