import { z } from 'zod';
import { clientMessage, guestBody, signInBody } from './protocol.js';

const json = (schema: unknown) => ({ 'application/json': { schema } });
const body = (schema: z.ZodType) => ({
  requestBody: { required: true, content: json(z.toJSONSchema(schema)) },
});
const answers = (...codes: readonly (readonly [string, string])[]) => ({
  responses: Object.fromEntries(codes.map(([code, description]) => [code, { description }])),
});

/** The HTTP interface in OpenAPI, made from the same schemas that check requests. */
export const describeApi = (): object => ({
  openapi: '3.1.0',
  info: {
    title: 'Boxperson',
    version: '1',
    description: 'Craps by the book. Tables are played over the WebSocket at /wire.',
  },
  paths: {
    '/health': {
      get: {
        summary: 'Is the house in order?',
        ...answers(['200', 'yes'], ['503', 'the store is not reachable']),
      },
    },
    '/metrics': { get: { summary: 'Counters for monitoring', ...answers(['200', 'text']) } },
    '/api/house': {
      get: { summary: 'The name of the house', ...answers(['200', 'name and whether guests may play']) },
    },
    '/api/tables': {
      get: { summary: 'The lobby', ...answers(['200', 'tables with sign, phase, seats and shooter']) },
    },
    '/api/guest': {
      post: {
        summary: 'Come as a guest with play money',
        ...body(guestBody),
        ...answers(['200', 'person and token'], ['403', 'no guests here'], ['429', 'too many']),
      },
    },
    '/api/sign-in': {
      post: {
        summary: 'Sign in with card and PIN, or as staff',
        ...body(signInBody),
        ...answers(['200', 'person and token'], ['401', 'does not match'], ['429', 'wait']),
      },
    },
    '/api/sign-out': {
      post: { summary: 'End this session', ...answers(['200', 'done'], ['401', 'not signed in']) },
    },
    '/api/me': {
      get: {
        summary: 'Who am I, and what is in my account',
        ...answers(['200', 'person and wallet'], ['401', 'not signed in']),
      },
    },
    '/api/play-money': {
      post: {
        summary: 'More play money for a guest who ran low',
        ...answers(['200', 'wallet'], ['409', 'enough already']),
      },
    },
  },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: { WireMessage: z.toJSONSchema(clientMessage, { unrepresentable: 'any' }) },
  },
});
