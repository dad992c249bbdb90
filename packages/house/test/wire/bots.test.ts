// Bots follow the books of their office: whoever asks, and whatever the house was before.
import type { Bots } from '@boxperson/offices';
import { afterAll, expect, test } from 'vitest';
import type { BotAsked, SentBot } from '../../src/index.js';
import { until } from '../support/client.js';
import { openTestHouse, SIX, type TestHouse } from '../support/house.js';
import { call, Line } from '../support/http.js';

const sent: BotAsked[] = [];
/** One that only says that it was sent, and goes when it is told to. */
const send = (asked: BotAsked): SentBot => {
  sent.push(asked);
  let go = () => {};
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  return { strategy: 'none', gone, leave: () => go() };
};
const OPTIONS = { config: { ...SIX, bots: true }, bots: send, patience: { look: 20 } };

const houses: TestHouse[] = [];
afterAll(async () => {
  for (const house of houses) await house.remove();
});
const open = async (more: object = {}): Promise<TestHouse> => {
  const house = await openTestHouse({ ...OPTIONS, ...more });
  houses.push(house);
  return house;
};
const booksOf = ({ house }: TestHouse): Bots => house.offices.host('bots')?.state as Bots;

test('bots that an earlier version kept as documents are taken over once, and the switch is a verb like any other', async () => {
  const first = await openTestHouse({ ...OPTIONS, bots: undefined as never });
  await first.house.store.putDocument('company', 'g-old', JSON.stringify({ table: 'star' }));
  await first.close();
  const house = await open({ data: first.data });
  await until(() => Object.keys(booksOf(house).out).length === 0, 'who is at no table is out no more');
  const kept = (await house.house.store.readStream('bots', 0, 10)).map(({ body }) => JSON.parse(body));
  expect(kept).toMatchObject([
    { event: 'bot-sent', person: 'g-old', table: 'star' },
    { event: 'bot-gone', person: 'g-old' },
  ]);
  expect(await house.house.store.listDocuments('company')).toEqual([]);

  const { token } = (await call(house.url, 'POST', '/api/guest', { body: {} })).body;
  const body = { id: 'two-at-crown', table: 'crown', count: 2 };
  const want = () => call(house.url, 'POST', '/api/bots/want', { token, body });
  expect(await want()).toMatchObject({ status: 200, body: { ok: true, count: 2 } });
  expect(await want()).toMatchObject({ status: 200, body: { ok: true, count: 2 } });
  await until(() => sent.length === 2, 'two are sent');
  expect(sent.map(({ table }) => table)).toEqual(['crown', 'crown']);
  expect(Object.values(booksOf(house).out)).toEqual(['crown', 'crown']);
  const read = await call(house.url, 'GET', '/api/books/bots', { token });
  expect(read.body).toMatchObject({ books: { wanted: { crown: 2 } } });
  expect(read.body.books).not.toHaveProperty('out');

  // The same limit whichever way it comes in.
  const line = await Line.open(house.url, token);
  for (let times = 0; times < 12; times++)
    await line.say({
      t: 'do',
      id: `again-${times}-of-12`,
      at: 'bots',
      command: { do: 'want', table: 'crown', count: 2 },
    });
  await line.hear((said) => said.t === 'refused' && said.refused.code === 'too-fast');
  expect(
    await call(house.url, 'POST', '/api/bots/want', { token, body: { ...body, id: 'once-more' } }),
  ).toMatchObject({
    status: 429,
    body: { refused: { code: 'too-fast' } },
  });
  line.close();
}, 180_000);
