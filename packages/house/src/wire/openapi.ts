import { z } from 'zod';
import { consistencyQuery, inclusionQuery } from '../record/routes.js';
import { tableConfig } from '../tables/config.js';
import { botsBody } from './bots-routes.js';
import {
  clientMessage,
  correctionBody,
  deviceBody,
  guestBody,
  passwordBody,
  pinBody,
  playerBody,
  rolesBody,
  signInBody,
  staffBody,
} from './protocol.js';
import {
  attendantBody,
  decideBody,
  delayBody,
  faultBody,
  handPayBody,
  holdBody,
  noteBody,
  printedBody,
  redeemBody,
  releaseBody,
  ticketInBody,
  ticketOutBody,
  transferBody,
  withholdBody,
} from './terminal-routes.js';

const json = (schema: unknown) => ({ 'application/json': { schema } });
const body = (schema: z.ZodType) => ({
  requestBody: {
    required: true,
    content: json(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })),
  },
});
const answers = (...codes: readonly (readonly [string, string])[]) => ({
  responses: Object.fromEntries(codes.map(([code, description]) => [code, { description }])),
});

/** What the gate answers to those who may not. */
const GATE = [
  ['400', 'not understood; the sentence names the field'],
  ['401', 'not signed in'],
  ['403', 'not yours to do, or set a password of your own first'],
] as const;
const ofId = { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] };
/** A call for managers. */
const staffs = (
  summary: string,
  schema: z.ZodType | null,
  ...codes: readonly (readonly [string, string])[]
) => ({
  summary,
  security: [{ token: [] }],
  ...(schema ? body(schema) : {}),
  ...answers(...codes, ...GATE),
});

/** What those who run the house may do. */
const staffPaths = () => ({
  '/api/password': {
    post: staffs(
      'Change your own PIN or password',
      passwordBody,
      ['200', 'done; other sessions ended'],
      ['429', 'wait'],
    ),
  },
  '/api/staff': {
    get: staffs('Everybody of the staff', null, ['200', 'a list']),
    post: staffs('Register staff', staffBody, ['200', 'person and one-time password']),
  },
  '/api/staff/{id}/roles': {
    put: { ...ofId, ...staffs('Change roles; ends their sessions', rolesBody, ['200', 'person']) },
  },
  '/api/staff/{id}/password': {
    post: { ...ofId, ...staffs('A new one-time password; ends their sessions', null, ['200', 'password']) },
  },
  '/api/players': {
    get: staffs('Every player with a card', null, ['200', 'a list']),
    post: staffs('Register a player with card and PIN', playerBody, ['200', 'person']),
  },
  '/api/players/{id}/pin': {
    post: { ...ofId, ...staffs('A new PIN; ends their sessions', pinBody, ['200', 'done']) },
  },
  '/api/devices': {
    get: staffs('Every device', null, ['200', 'a list']),
    post: staffs('Register a device', deviceBody, ['200', 'person and key, shown once']),
  },
  '/api/devices/{id}': {
    delete: { ...ofId, ...staffs('Revoke a device and its key', null, ['200', 'done']) },
  },
  '/api/people/{id}/disable': {
    post: { ...ofId, ...staffs('Keep somebody out from now on', null, ['200', 'done']) },
  },
  '/api/people/{id}/enable': {
    post: { ...ofId, ...staffs('Let somebody in again', null, ['200', 'done']) },
  },
  '/api/people/{id}/sign-out': {
    post: { ...ofId, ...staffs('End every session of somebody', null, ['200', 'done']) },
  },
  '/api/tables/{id}/proposals': {
    get: { ...ofId, ...staffs('What waits at a table for a second person', null, ['200', 'a list']) },
  },
  '/api/corrections': {
    get: staffs('Corrections that wait for a second person', null, ['200', 'a list']),
    post: staffs(
      'Propose a correction of the ledger',
      correctionBody,
      ['200', 'the proposal'],
      ['409', 'not enough there'],
    ),
  },
  '/api/corrections/{id}/confirm': {
    post: {
      ...ofId,
      ...staffs(
        'Confirm what another proposed',
        null,
        ['200', 'done'],
        ['404', 'no such proposal'],
        ['409', 'not enough there'],
      ),
    },
  },
  '/api/corrections/{id}': {
    delete: {
      ...ofId,
      ...staffs('Take back what you proposed', null, ['200', 'done'], ['404', 'no such proposal']),
    },
  },
});

const asked = (schema: z.ZodObject) => ({
  parameters: Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: 'query',
    required: !field.safeParse(undefined).success,
    schema: { type: 'integer', minimum: 0 },
  })),
});

/** The sealed record, for anybody. */
const recordPaths = () => ({
  '/api/record/checkpoint': {
    get: {
      summary: 'The newest signed checkpoint of the record',
      ...answers(['200', 'a signed note'], ['503', 'none yet, or the record is broken']),
    },
  },
  '/api/record/key': {
    get: { summary: 'The key that checkpoints are signed with', ...answers(['200', 'name, id and key']) },
  },
  '/api/record/consistency': {
    get: {
      summary: 'That the record only grew between two sizes',
      ...asked(consistencyQuery),
      ...answers(['200', 'a list of hashes (RFC 6962)'], ['400', 'no such sizes'], ['429', 'too many']),
    },
  },
  '/api/record/inclusion': {
    get: {
      summary: 'That an entry is in the record',
      ...asked(inclusionQuery),
      ...answers(['200', 'its hash and a path (RFC 6962)'], ['400', 'no such entry'], ['429', 'too many']),
    },
  },
});

/** The terminals of an electronic table, and their tickets. */
const terminalPaths = () => {
  const done = ['200', 'done, or why the rules do not allow it'] as const;
  const at = (summary: string, schema: z.ZodType | null) => ({ ...ofId, ...staffs(summary, schema, done) });
  return {
    '/api/terminals/{id}': { get: at('A terminal: its credit, and for staff its meters', null) },
    '/api/terminals/{id}/recall': { get: at('The last rounds at a terminal', null) },
    '/api/terminals/{id}/note': { post: at('A note goes in', noteBody) },
    '/api/terminals/{id}/ticket-in': { post: at('A ticket goes in', ticketInBody) },
    '/api/terminals/{id}/ticket-out': { post: at('Credits come out as a ticket', ticketOutBody) },
    '/api/terminals/{id}/transfer': { post: at('Credits come from the monitoring system', transferBody) },
    '/api/terminals/{id}/printed': { post: at('A ticket has been printed', printedBody) },
    '/api/terminals/{id}/attendant': { post: at('Call an attendant', attendantBody) },
    '/api/terminals/{id}/fault': { post: at('Report that something is wrong', faultBody) },
    '/api/terminals/{id}/came': { post: at('An attendant is here', null) },
    '/api/terminals/{id}/hand-pay': { post: at('Pay by hand, against a signature', handPayBody) },
    '/api/terminals/{id}/delay': { post: at('Put off a payment by hand to an agreed time', delayBody) },
    '/api/terminals/{id}/hold': { post: at('Withhold what stands on a terminal', holdBody) },
    '/api/terminals/{id}/decide': { post: at('Decide about a terminal that is held', decideBody) },
    '/api/tickets/{id}': { get: at('How a ticket stands', null) },
    '/api/tickets/{id}/redeem': { post: at('Pay a ticket', redeemBody) },
    '/api/tickets/{id}/withhold': { post: at('Withhold a payment', withholdBody) },
    '/api/tickets/{id}/release': { post: at('Give out what was withheld', releaseBody) },
  };
};

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
      get: {
        summary: 'The name of the house',
        ...answers(['200', 'name, and whether there are guests and bots']),
      },
    },
    '/api/tables': {
      get: { summary: 'The lobby', ...answers(['200', 'tables with sign, phase, seats and shooter']) },
      post: staffs('Open a table', tableConfig, ['200', 'open'], ['409', 'the id is taken']),
    },
    '/api/tables/{id}/bots': {
      get: { summary: 'How many bots of the house are at a table', ...answers(['200', 'count']) },
      post: {
        summary: 'So many bots at a table, please',
        ...body(botsBody),
        ...answers(
          ['200', 'how many there will be: the last two free places are left to people'],
          ['401', 'not signed in'],
          ['403', 'no bots here'],
          ['429', 'too often'],
        ),
      },
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
        summary: 'Sign in with card and PIN, as staff, or as a device',
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
    ...recordPaths(),
    ...staffPaths(),
    ...terminalPaths(),
  },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: { WireMessage: z.toJSONSchema(clientMessage, { unrepresentable: 'any' }) },
  },
});
