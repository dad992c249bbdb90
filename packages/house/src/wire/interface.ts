import { setImmediate } from 'node:timers/promises';
import { CODES, type Code } from '@boxperson/offices';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { clientMessage, PROTOCOL_VERSION } from './protocol.js';
import type { For, Route } from './route.js';
import { statusOf } from './status.js';

type Json = Readonly<Record<string, unknown>>;

type Way = 'input' | 'output';
const TOLD: Readonly<Record<Way, WeakMap<z.ZodType, Json>>> = { input: new WeakMap(), output: new WeakMap() };

/** A schema as the page tells it: what is sent, or what comes back. Many routes share one, and it is dear to tell. */
export function tell(schema: z.ZodType, io: Way): Json {
  const told = TOLD[io].get(schema) ?? tellAnew(schema, io);
  TOLD[io].set(schema, told);
  return told;
}

function tellAnew(schema: z.ZodType, io: Way): Json {
  const { $schema: _, ...told } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // That a number is one that can be counted on goes without saying.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  }) as Json;
  return told;
}

/** What every refusal looks like. The codes are a closed list; which of them a status stands for follows from one place. */
export const refusalOf = (codes: readonly Code[]) =>
  z.object({
    ok: z.literal(false),
    refused: z.object({
      code: z.enum(codes as [Code, ...Code[]]),
      clause: z.string().nullable(),
      ruling: z.string().optional(),
      message: z.string(),
      nearest: z.number().int().optional(),
      retryAfter: z.number().int().optional(),
    }),
  });

/** What any call may be refused with. */
const ANY_CALL: readonly Code[] = ['bad-input', 'not-found', 'too-fast', 'unavailable'];
const BY_CALLER: Readonly<Record<For, readonly Code[]>> = {
  everybody: [],
  'with-any-password': ['not-signed-in'],
  'signed-in': ['not-signed-in', 'set-password-first'],
};

/** Everything that a route may be refused with. */
export const codesOf = ({ for: whom, codes = [] }: Route): readonly Code[] =>
  CODES.filter((code) => [...ANY_CALL, ...BY_CALLER[whom], ...codes].includes(code));

const json = (schema: Json) => ({ content: { 'application/json': { schema } } });

/** One status for some of the codes. */
function refusal(those: readonly Code[]): Json {
  const description = `Refused: ${those.length > 12 ? 'what the rules do not allow as things stand' : those.join(', ')}`;
  return { description, ...json(tell(refusalOf(those), 'output')) };
}

const PARAM = { type: 'string', pattern: '^[\\w.-]{1,80}$' };
const paramsOf = (url: string): Json | undefined => {
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  if (names.length === 0) return undefined;
  return { type: 'object', required: names, properties: Object.fromEntries(names.map((n) => [n, PARAM])) };
};

const WHO: Readonly<Record<For, string>> = {
  everybody: 'For everybody.',
  'signed-in': 'For whoever has come in.',
  'with-any-password': 'For whoever has come in.',
};

/** What stands beside the summary: for whom it is, by which clause, and what else is to be known. */
const wordsOf = ({ for: whom, clause, more }: Route): string =>
  [more ?? WHO[whom], ...(clause ? [`Clause: ${clause}.`] : [])].join(' ');

/** A declared route, in the words of the page. */
export function describeRoute(route: Route): Json {
  const params = paramsOf(route.url);
  const body = route.tellsBody ?? route.body;
  const answered = route.plain
    ? { content: { 'text/plain': { schema: { type: 'string' } } } }
    : json(tell(route.answers, 'output'));
  return {
    summary: route.summary,
    description: wordsOf(route),
    tags: [route.tag],
    ...(route.for === 'everybody' ? {} : { security: [{ token: [] }] }),
    ...(params ? { params } : {}),
    ...(route.query ? { querystring: tell(route.query, 'input') } : {}),
    ...(route.method === 'POST' && body ? { body: tell(body, 'input') } : {}),
    [REFUSED]: codesOf(route),
    response: { 200: { description: 'Done', ...answered } },
  };
}

/** What a route may be refused with, until the page is finished. */
const REFUSED = 'x-refused';

/** The wire is no HTTP, but whoever looks for it looks here. */
const WIRE = {
  get: {
    summary: 'The wire: numbered JSON messages over a WebSocket',
    description: `Upgrade to a WebSocket, then send messages of the schema **ClientMessage**, first of all \`hello\` with \`v: ${PROTOCOL_VERSION}\`. Every \`do\` is answered under its id with \`done\`, \`refused\` or \`proposed\`; what is watched is told as \`table\` or \`books\`, then \`events\` and \`own\`. Commands are the same as over HTTP: \`at\` is a stream such as \`table/wharf\`, \`command\` holds the verb as \`do\` and its fields.`,
    tags: ['The wire'],
    responses: {
      101: { description: 'Switching protocols' },
      403: { description: 'A page of another site, or a name that is not ours' },
      429: { description: 'Too many connections from one address' },
    },
  },
};

interface Operation {
  readonly responses: Readonly<Record<string, Json>>;
  readonly [REFUSED]: readonly Code[];
}
interface Page {
  readonly components: Json;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Refusals that many routes share stand in one place, each told once, and the wire is told beside the routes. */
function finish(page: Page): Page {
  const names = new Map<string, string>();
  const shared: Record<string, Json> = {};
  const nameOf = (status: number, those: readonly Code[]): string => {
    const known = names.get(those.join());
    if (known !== undefined) return known;
    const name = `Refused${status}_${names.size + 1}`;
    names.set(those.join(), name);
    shared[name] = refusal(those);
    return name;
  };
  const refusalsOf = (codes: readonly Code[]): Record<string, Json> => {
    const statuses = [...new Set(codes.map(statusOf))].sort();
    const those = (status: number) => codes.filter((code) => statusOf(code) === status);
    return Object.fromEntries(
      statuses.map((one) => [one, { $ref: `#/components/responses/${nameOf(one, those(one))}` }]),
    );
  };
  const paths = mapped(page.paths, (methods) =>
    mapped(methods, ({ [REFUSED]: codes, ...one }) => ({
      ...one,
      responses: { ...one.responses, ...refusalsOf(codes) },
    })),
  );
  return {
    ...page,
    components: { ...page.components, responses: shared },
    paths: { ...paths, '/wire': WIRE },
  } as unknown as Page;
}

const mapped = <A, B>(
  record: Readonly<Record<string, A>>,
  change: (value: A, name: string) => B,
): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));

const INFO = {
  title: 'Boxperson',
  version: '1',
  description:
    'Everything that can be asked of a house. Every command carries an `id` that its sender makes: sent twice, it is done once and answered the same. Amounts are whole cents, times are milliseconds since 1970.',
};

/** No box to look at the interfaces of others: nothing is fetched from elsewhere. */
const PLAIN = '.swagger-ui .topbar { display: none }';

/**
 * The page is made when somebody first asks for it, route by route, and whoever plays meanwhile does not wait for it; from
 * then on it is a text that is handed out.
 */
class PageText {
  readonly #app: FastifyInstance;
  readonly #routes: Route[] = [];
  #made: Promise<Buffer> | null = null;

  constructor(app: FastifyInstance) {
    this.#app = app;
    app.addHook('onRoute', ({ config }) => {
      if (config?.declared) this.#routes.push(config.declared);
    });
  }

  text(): Promise<Buffer> {
    this.#made ??= this.#make();
    return this.#made;
  }

  async #make(): Promise<Buffer> {
    for (const route of this.#routes) {
      describeRoute(route);
      await setImmediate();
    }
    return Buffer.from(JSON.stringify(this.#app.swagger()));
  }
}

/** The interface as OpenAPI at `/docs/json`, and for people at `/docs`: from the declared routes and nothing else. */
export async function addInterface(app: FastifyInstance): Promise<void> {
  const page = new PageText(app);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: INFO,
      components: {
        securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
        schemas: { ClientMessage: tell(clientMessage, 'input') },
      },
    },
    transform: ({ schema, url, route }) => {
      const { declared } = route.config ?? {};
      return { schema: declared ? describeRoute(declared) : { ...schema, hide: true }, url };
    },
    transformObject: (made) => finish((made as { openapiObject: Page }).openapiObject) as never,
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    theme: { title: 'Boxperson: the interface', css: [{ filename: 'plain.css', content: PLAIN }] },
    uiConfig: { docExpansion: 'none', tagsSorter: 'alpha', defaultModelsExpandDepth: 1, validatorUrl: null },
    uiHooks: {
      preHandler: async ({ routeOptions: { url = '' } }, reply) => {
        // In another form it would be put into words by one call that holds up everybody.
        if (url === '/docs/yaml') return reply.callNotFound();
        return url === '/docs/json' ? reply.type('application/json').send(await page.text()) : undefined;
      },
    },
  });
}
