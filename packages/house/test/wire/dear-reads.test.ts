// What is dear to answer is not asked for without end by people who came in without an account.
import { decide, evolve, openTable, type Table, type TableEvent } from '@boxperson/rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { houseConfig, type Store } from '../../src/index.js';
import { readMoments, readReplay } from '../../src/tables/moment.js';
import { comeAsGuest, connectTo, look } from '../support/client.js';
import { openTestHouse, SIX, type TestHouse } from '../support/house.js';
import { call } from '../support/http.js';
import { staffAt } from '../support/staff.js';

const LIMITS = { default: { min: 500, max: 100_000 } };
const config = houseConfig.parse({
  ...SIX,
  tables: [
    ...SIX.tables.filter(({ id }) => id === 'aruze'),
    {
      id: 'rehearsal',
      name: 'Rehearsal',
      settings: { rulebook: 'star', limits: LIMITS },
      crew: { stickperson: 'people' },
      dice: 'called',
      practice: true,
    },
  ],
});

let house: TestHouse;
const { tokens, hire } = staffAt(() => house);
beforeAll(async () => {
  house = await openTestHouse({ config });
  await hire('ida', [], [{ post: 'inspector', tables: '*' }]);
}, 120_000);
afterAll(() => house.remove());

const get = (path: string, token: string) => call(house.url, 'GET', path, { token });
const gets = (who: string, path: string) => get(path, tokens[who] ?? '');
const statuses = async (times: number, path: string, token: string): Promise<readonly number[]> => {
  const found: number[] = [];
  for (let nr = 0; nr < times; nr++) found.push((await get(path, token)).status);
  return found;
};

describe('whoever practises', () => {
  let token: string;
  beforeAll(async () => {
    const came = await call(house.url, 'POST', '/api/practice', { body: { table: 'rehearsal' } });
    token = came.body.token;
  });

  test('takes no bundle away: it is made from the whole log, and inspectors wait for theirs', async () => {
    const path = '/api/record/bundle?table=rehearsal&from=1&to=1';
    const refused = await get(path, token);
    expect(refused.status).toBe(403);
    expect(refused.body.refused).toMatchObject({
      code: 'not-allowed',
      message: expect.stringContaining('trainee'),
    });
    // What is signed by then is in it: the opening of the table is, a moment after the house has opened.
    const bundle = async () => (await gets('ida', path)).status;
    await expect.poll(bundle, { interval: 1_000, timeout: 10_000 }).toBe(200);
  });

  test('looks at the record now and then; those who work there do not wait for them', async () => {
    const [one, at] = ['/api/moments/rehearsal/9999', '/api/moments/rehearsal?at=1'];
    // Nobody has rolled yet.
    expect(await statuses(5, one, token)).toEqual(Array(5).fill(404));
    expect(await statuses(6, at, token)).toEqual([200, 200, 200, 200, 200, 429]);
    const slowed = await get(one, token);
    expect(slowed.status).toBe(429);
    expect(slowed.body.refused.retryAfter).toBeGreaterThan(0);
    expect((await gets('ida', at)).status).toBe(200);
  });
});

test('nobody looks at the record more than sixty times a minute', async () => {
  await hire('ivo', [], [{ post: 'inspector', tables: '*' }]);
  const answers: number[] = [];
  for (let nr = 0; nr < 61; nr++) answers.push((await gets('ivo', '/api/moments/rehearsal/1')).status);
  expect([answers.slice(0, 60).every((status) => status === 404), answers[60]]).toEqual([true, 429]);
  expect((await gets('ida', '/api/moments/rehearsal/1')).status).toBe(404);
});

test('a recall is asked for thirty times a minute by one person, and no oftener', async () => {
  const guest = await comeAsGuest(house.url);
  const client = connectTo(() => house.url, guest.token);
  look(client, 'aruze');
  expect((await client.do('aruze', { do: 'sit', seat: 1, bankroll: 0 })).kind).toBe('done');
  const answers = await statuses(31, '/api/terminal/aruze/1/recall', guest.token);
  client.close();
  expect([answers.slice(0, 30).every((status) => status === 200), answers[30]]).toEqual([true, 429]);
});

describe('a roll that is looked for', () => {
  /** A table where somebody puts a wager up and takes it back, over and over. */
  function playedOut(many: number): readonly TableEvent[] {
    const opened = openTable({ rulebook: 'aruze', seats: 4, limits: LIMITS }, 1);
    if (!opened.ok) throw new Error(opened.refused.message);
    const events: TableEvent[] = [...opened.value];
    let table = events.reduce<Table | null>((state, event) => evolve(state, event), null) as Table;
    const say = (command: object) => {
      const decided = decide(table, { at: 1, ...command } as never);
      if (!decided.ok) throw new Error(decided.refused.message);
      for (const event of decided.value) {
        events.push(event);
        table = evolve(table, event);
      }
    };
    say({ do: 'sit', player: 'Pat', person: 'p-1', seat: 1, bankroll: 100_000 });
    while (events.length < many)
      for (const verb of ['bet', 'take']) say({ do: verb, player: 'Pat', wager: 'field', amount: 500 });
    return events;
  }

  const MANY = 1_000;
  const bodies = playedOut(MANY).map((event) => JSON.stringify(event));
  const asked: { after: number; limit: number }[] = [];
  const store = {
    readStream: async (stream: string, after: number, limit: number) => {
      asked.push({ after, limit });
      return bodies
        .slice(after, after + limit)
        .map((body, nr) => ({ stream, body, at: 1, position: after + nr + 1, seq: after + nr + 1 }));
    },
  } as unknown as Store;
  const sources = { store, person: async () => null, markEvery: 2 };

  test('is looked for page by page, and everybody else has a turn in between', async () => {
    asked.splice(0);
    expect(await readReplay({ ...sources, markEvery: 10_000 }, 'long', MANY)).toBeNull();
    expect(Math.max(...asked.map(({ limit }) => limit))).toBeLessThanOrEqual(250);
    expect(asked.length).toBeGreaterThan(3);
  });

  test('is looked for from near it also at a table that has outlived its marks', async () => {
    // 500 marks are more than are kept.
    await readMoments(sources, 'old', 2);
    asked.splice(0);
    await readReplay(sources, 'old', MANY);
    expect(asked[0]?.after).toBeGreaterThan(MANY - 20);
    asked.splice(0);
    await readReplay(sources, 'old', 500);
    expect(asked[0]?.after).toBeGreaterThan(480);
    expect(asked[0]?.after).toBeLessThan(500);
  });
});
