// What the page of the interface says is what the house does.
import { CODES, type Code, OFFICES } from '@boxperson/offices';
import { VERBS } from '@boxperson/rules';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { codesOf } from '../../src/wire/interface.js';
import type { Route } from '../../src/wire/route.js';
import { statusOf } from '../../src/wire/status.js';
import { staffOf, topOf } from '../support/askers.js';
import type { TestHouse } from '../support/house.js';
import { type Answered, call } from '../support/http.js';

// biome-ignore lint/suspicious/noExplicitAny: the page is what the test looks into
type Page = any;

/** How much of the processor this process took, and the longest turn of the loop of it, in microseconds. */
interface Turns {
  readonly all: number;
  readonly longest: number;
}

function watchTurns(): () => Turns {
  const used = () => process.cpuUsage().user;
  const began = used();
  let last = began;
  let longest = 0;
  let next: NodeJS.Immediate;
  const turn = () => {
    longest = Math.max(longest, used() - last);
    last = used();
    next = setImmediate(turn);
  };
  turn();
  return () => {
    clearImmediate(next);
    return { all: used() - began, longest };
  };
}

/** For a house of the six games without bots. */
export function describeInterface(open: () => TestHouse): void {
  let house: TestHouse;
  let page: Page;
  let guest: string;
  let manager: string;
  let turns: Turns;
  beforeAll(async () => {
    house = open();
    const stop = watchTurns();
    page = (await call(house.url, 'GET', '/docs/json')).body;
    turns = stop();
    guest = (await call(house.url, 'POST', '/api/guest', { body: {} })).body.token;
    manager = (await staffOf(house, 'aruze', topOf('aruze'), {})).token;
    const about = { kind: 'complaint', table: 'aruze', says: 'for the page of the interface' };
    await house.house.raise('cases/page', 'raise', about);
    const draft = { id: 'interface-draft', title: 'Spring', book: 'aruze', terms: {} };
    await call(house.url, 'POST', '/api/promotions/spring/draft', { token: manager, body: draft });
  }, 180_000);

  const operation = (method: string, path: string) => page.paths[path]?.[method.toLowerCase()];
  const responseOf = (method: string, path: string, status: number) => {
    const found = operation(method, path)?.responses[status];
    const name = found?.$ref?.replace('#/components/responses/', '');
    return name === undefined ? found : page.components.responses[name];
  };

  /** Why an answer is not what the page promises; null when it is. */
  function whyNotPromised(method: string, path: string, { status, body }: Answered): string | null {
    const content = responseOf(method, path, status)?.content;
    if (!content) return `${status} is not promised`;
    const schema = (content['application/json'] ?? content['text/plain'])?.schema;
    const read = z.fromJSONSchema(schema).safeParse(body);
    return read.success ? null : `${status}: ${JSON.stringify(body)}: ${read.error.message}`;
  }

  let asked = 0;
  const id = () => `interface-${++asked}`;

  describe('the page', () => {
    test('is OpenAPI 3.1 at /docs/json, and something to read at /docs without a word from elsewhere', async () => {
      expect(page).toMatchObject({ openapi: '3.1.0', info: { title: 'Boxperson' } });
      const { status, body } = await call(house.url, 'GET', '/docs');
      expect(status).toBe(200);
      expect(body).toContain('swagger-ui-bundle.js');
      expect(body).not.toMatch(/https?:\/\//);
      expect((await call(house.url, 'GET', '/docs/static/swagger-ui-bundle.js')).status).toBe(200);
    });

    test('is made in many turns, so that nobody at a table waits for it, and in no form that cannot be', async () => {
      expect(turns.longest / turns.all).toBeLessThan(0.6);
      expect((await call(house.url, 'GET', '/docs/yaml')).status).toBe(404);
    });

    test('has every verb of every office and of the tables that somebody may give, and none of the house', () => {
      const verbs = OFFICES.flatMap(({ name, streams, verbs: all }) =>
        Object.entries(all).map(([verb, { who }]) => ({
          path: `/api/${name}${streams === 'many' ? '/{matter}' : ''}/${verb}`,
          isTold: who !== 'house',
        })),
      );
      expect(verbs.filter(({ path, isTold }) => Boolean(operation('POST', path)) !== isTold)).toEqual([]);
      const atTables = Object.keys(VERBS).map((verb) => `/api/table/{matter}/${verb}`);
      expect(atTables.filter((path) => !operation('POST', path))).toEqual([]);
    });

    test("tells a verb's own fields with the id, who may, and by which clause", () => {
      const want = operation('POST', '/api/bots/want');
      const { schema } = want.requestBody.content['application/json'];
      expect(schema.required.toSorted()).toEqual(['count', 'id', 'table']);
      expect(schema.properties.count).toMatchObject({ type: 'integer', minimum: 0, maximum: 4 });
      expect(want).toMatchObject({ description: 'For: anybody.', security: [{ token: [] }], tags: ['Bots'] });
      const clauses = OFFICES.flatMap(({ name, streams, verbs }) =>
        Object.entries(verbs)
          .filter(([, { who, clause }]) => who !== 'house' && clause !== null)
          .map(([verb, { clause }]) => {
            const matter = streams === 'many' ? '/{matter}' : '';
            return [operation('POST', `/api/${name}${matter}/${verb}`)?.description, clause];
          }),
      );
      expect(clauses.length).toBeGreaterThan(0);
      for (const [told, clause] of clauses) expect(told).toContain(`Clause: ${clause}.`);
    });

    test('gives every status the closed list of its codes', () => {
      const route = { for: 'signed-in', codes: CODES } as unknown as Route;
      expect(codesOf(route)).toEqual(CODES);
      const { responses } = operation('POST', '/api/bots/want');
      const told = Object.keys(responses)
        .filter((status) => status !== '200')
        .flatMap((status) => {
          const { schema } = responseOf('POST', '/api/bots/want', Number(status)).content['application/json'];
          const codes = schema.properties.refused.properties.code.enum as Code[];
          for (const code of codes) expect(statusOf(code)).toBe(Number(status));
          return codes;
        });
      expect(told.toSorted()).toEqual([...CODES].toSorted());
    });

    test('describes what is said over the wire', () => {
      expect(operation('GET', '/wire').description).toContain('ClientMessage');
      const read = z.fromJSONSchema(page.components.schemas.ClientMessage);
      expect(read.safeParse({ t: 'ping', n: 1 }).success).toBe(true);
      expect(read.safeParse({ t: 'do', id: '12345678', at: 'bots', command: { do: 'want' } }).success).toBe(
        true,
      );
      expect(read.safeParse({ t: 'do', id: '1', at: 'bots', command: {} }).success).toBe(false);
    });
  });

  describe('answers', () => {
    /** Somebody for whom each is, and what is asked. */
    const asks = (): Readonly<
      Record<string, readonly (readonly [address: string, token: string | null])[]>
    > => ({
      '/api/books/{office}': [
        ...OFFICES.map(({ name }) => [`/api/books/${name}`, manager] as const),
        ['/api/books/bots', guest],
        ['/api/books/audit', guest],
        ['/api/books/none', manager],
      ],
      '/api/tickets/{number}': [
        ['/api/tickets/000000000000000000', manager],
        ['/api/tickets/1', guest],
      ],
      '/api/tables/{table}/crew': [
        ['/api/tables/aruze/crew', manager],
        ['/api/tables/star/crew', guest],
        ['/api/tables/none/crew', manager],
      ],
      '/api/tables/{table}/rolls': [
        ['/api/tables/star/rolls', guest],
        ['/api/tables/none/rolls', guest],
      ],
      '/api/tables/{table}/recall': [
        ['/api/tables/star/recall', guest],
        ['/api/tables/none/recall', guest],
      ],
      '/api/people': [
        ['/api/people?kind=staff', manager],
        ['/api/people?kind=bear', manager],
        ['/api/people?kind=staff', guest],
      ],
      '/api/terminal/{matter}': [['/api/terminal/aruze', manager]],
      '/api/terminal/{matter}/{seat}': [['/api/terminal/aruze/1', manager]],
      '/api/terminal/{matter}/{seat}/recall': [['/api/terminal/aruze/1/recall', manager]],
      '/api/matters/{office}': [
        ['/api/matters/cases', manager],
        ['/api/matters/promotions', guest],
        ['/api/matters/tournaments', guest],
        ['/api/matters/none', manager],
      ],
      '/api/matters/{office}/{matter}': [
        ['/api/matters/cases/page', manager],
        ['/api/matters/promotions/spring', manager],
        ['/api/matters/promotions/spring', guest],
        ['/api/matters/cases/page', guest],
        ['/api/matters/cases/none', manager],
      ],
      '/api/moments/{table}': [
        ['/api/moments/aruze?at=1', manager],
        ['/api/moments/aruze?at=1', guest],
        ['/api/moments/aruze', manager],
        ['/api/moments/none?at=1', manager],
      ],
      '/api/moments/{table}/{n}': [
        ['/api/moments/aruze/1', manager],
        ['/api/moments/aruze/one', manager],
        ['/api/moments/aruze/1', guest],
        ['/api/moments/none/1', manager],
      ],
      '/api/record/bundle': [
        ['/api/record/bundle?table=aruze&from=1&to=5', manager],
        ['/api/record/bundle?table=aruze&from=1&to=5', guest],
        ['/api/record/bundle?table=none&from=1&to=5', manager],
      ],
      '/api/cases/{case}/bundle': [
        ['/api/cases/page/bundle', manager],
        ['/api/cases/page/bundle', guest],
        ['/api/cases/none/bundle', manager],
      ],
      '/api/cases/{case}/exhibits/{sha256}': [
        ['/api/cases/page/exhibits/none', manager],
        ['/api/cases/page/exhibits/none', guest],
      ],
      '/api/proposals': [
        ['/api/proposals', manager],
        ['/api/proposals?to=ledger', manager],
        ['/api/proposals', guest],
      ],
      '/api/record/consistency': [
        ['/api/record/consistency?from=1', null],
        ['/api/record/consistency?from=9999999', null],
        ['/api/record/consistency', null],
      ],
      '/api/record/inclusion': [
        ['/api/record/inclusion?seq=1', null],
        ['/api/record/inclusion?seq=0', null],
      ],
      '/api/reports': [
        ['/api/reports?from=1&to=2', manager],
        ['/api/reports?from=1&to=2', guest],
        ['/api/reports?from=2&to=2', manager],
      ],
      '/api/reports/csv': [['/api/reports/csv?from=1&to=2', manager]],
      '/api/reports/pdf': [['/api/reports/pdf?from=1&to=2', manager]],
      '/api/reports/events': [
        ['/api/reports/events?from=1&to=2&figure=tables/aruze/rolls', manager],
        ['/api/reports/events?from=1&to=2&figure=cage/tickets-paid', manager],
      ],
      '/api/cage/player/{card}': [['/api/cage/player/none', manager]],
      '/api/papers': [['/api/papers?at=cage&n=1', manager]],
      '/api/papers/{seq}': [['/api/papers/1', manager]],
      '/api/cases/{case}/letter': [
        ['/api/cases/page/letter', manager],
        ['/api/cases/page/letter', guest],
        ['/api/cases/none/letter', manager],
      ],
      '/api/notices/{number}': [
        ['/api/notices/1', manager],
        ['/api/notices/none', manager],
        ['/api/notices/1', guest],
      ],
      '/api/registers/{register}': [
        ['/api/registers/incidents', manager],
        ['/api/registers/none', manager],
        ['/api/registers/incidents', guest],
      ],
      '/api/registers/{register}/csv': [['/api/registers/measures/csv', manager]],
      '/api/registers/{register}/pdf': [['/api/registers/exclusions/pdf', manager]],
      '/api/me': [
        ['/api/me', guest],
        ['/api/me', manager],
      ],
    });

    /** Asked for with success elsewhere: office/cage.test.ts has a cashier with an open drawer, players with cards and
     * forms; office/cases.test.ts has rolls, letters and notices. */
    const ELSEWHERE = [
      '/api/cage/drawer',
      '/api/cage/player/{card}',
      '/api/papers',
      '/api/papers/{seq}',
      '/api/cases/{case}/letter',
      '/api/notices/{number}',
      '/api/moments/{table}/{n}',
      '/api/cases/{case}/exhibits/{sha256}',
    ];

    test('to every read are what the page promises, to whoever may and to whoever may not', async () => {
      const reads = Object.keys(page.paths).filter((path) => path !== '/wire' && operation('GET', path));
      expect(reads.length).toBeGreaterThan(10);
      for (const path of reads) {
        const asked = asks()[path] ?? [[path, manager] as const];
        expect(path.includes('{') && !asks()[path], `${path} is not asked for`).toBe(false);
        const statuses: number[] = [];
        for (const [address, token] of [
          ...asked,
          [(asked[0] as readonly [string, null])[0], null] as const,
        ]) {
          const answer = await call(house.url, 'GET', address, { token });
          statuses.push(answer.status);
          expect(whyNotPromised('GET', path, answer), address).toBeNull();
        }
        if (!ELSEWHERE.includes(path)) expect(statuses, path).toContain(200);
      }
    });

    test('to commands are what the page promises, done or refused', async () => {
      const tries: readonly (readonly [path: string, address: string, token: string | null, body: object])[] =
        [
          ['/api/guest', '/api/guest', null, {}],
          ['/api/guest', '/api/guest', null, { name: '' }],
          ['/api/guest', '/api/guest', null, { stranger: 1 }],
          ['/api/sign-in', '/api/sign-in', null, { login: 'nobody', password: 'no' }],
          ['/api/bots/want', '/api/bots/want', null, {}],
          ['/api/cage/more-play-money', '/api/cage/more-play-money', guest, { id: id() }],
          ['/api/cage/more-play-money', '/api/cage/more-play-money', manager, { id: id() }],
          ['/api/table/{matter}/sit', '/api/table/star/sit', guest, { id: id(), seat: 1, bankroll: 10_000 }],
          ['/api/table/{matter}/bet', '/api/table/star/bet', guest, { id: id(), wager: 'pass', amount: 1 }],
          ['/api/table/{matter}/bet', '/api/table/none/bet', guest, { id: id(), wager: 'pass', amount: 500 }],
          ['/api/table/{matter}/leave', '/api/table/star/leave', guest, {}],
          ['/api/tickets/redeem', '/api/tickets/redeem', guest, { id: id(), number: '1' }],
          ['/api/ledger/correct', '/api/ledger/correct', manager, { id: id() }],
          ['/api/proposals/confirm', '/api/proposals/confirm', manager, { id: id(), proposal: 'none' }],
        ];
      const statuses = new Set<number>();
      for (const [path, address, token, body] of tries) {
        const answer = await call(house.url, 'POST', address, { token, body });
        statuses.add(answer.status);
        expect(whyNotPromised('POST', path, answer), address).toBeNull();
      }
      expect([...statuses].toSorted()).toEqual([200, 400, 401, 403, 404, 409]);
    });

    test('nothing of the body is looked at before it is known who asks, and whether they may', async () => {
      const body = { nonsense: '\u0000' };
      const stranger = await call(house.url, 'POST', '/api/bots/want', { body });
      expect(stranger).toMatchObject({ status: 401, body: { refused: { code: 'not-signed-in' } } });
      const other = { id: id(), ...body };
      const notTheirs = await call(house.url, 'POST', '/api/ledger/correct', { token: guest, body: other });
      expect(notTheirs).toMatchObject({ status: 403, body: { refused: { code: 'not-allowed' } } });
    });

    test('one id has one effect and one answer; with another body it is refused', async () => {
      const { token } = (await call(house.url, 'POST', '/api/guest', { body: {} })).body;
      const body = { id: id(), seat: 2, bankroll: 10_000 };
      const sit = (said: object) => call(house.url, 'POST', '/api/table/star/sit', { token, body: said });
      const first = await sit(body);
      expect(first.status).toBe(200);
      expect(await sit(body)).toEqual(first);
      expect(await sit({ ...body, seat: 3 })).toMatchObject({
        status: 409,
        body: { refused: { code: 'same-id-other-body' } },
      });
    });
  });

  test('a house without bots says so', async () => {
    expect((await call(house.url, 'GET', '/api/house')).body).toMatchObject({ bots: false });
    const body = { id: id(), table: 'crown', count: 2 };
    expect(await call(house.url, 'POST', '/api/bots/want', { token: guest, body })).toMatchObject({
      status: 403,
      body: { refused: { message: 'This house has no bots of its own.' } },
    });
  });
}
