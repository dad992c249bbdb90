// A payment that goes wrong at a table is a drill at the school a moment later, with nobody's name; work that is set is
// seen by those it is set for, and what they did of it by them and their trainer.
import type { OwnSchool, School } from '@boxperson/offices';
import { openLaid } from '@boxperson/rules/school';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseConfig } from '../../src/index.js';
import { until } from '../support/client.js';
import { openTestHouse, type TestHouse } from '../support/house.js';
import { call, command } from '../support/http.js';
import { staffAt } from '../support/staff.js';

const BOOK = 'star';
const config = houseConfig.parse({
  tables: [
    {
      id: 'quay',
      name: 'Quay',
      settings: { rulebook: BOOK, dealt: true, limits: { default: { min: 500, max: 100_000 } } },
      crew: 'people',
      dice: 'called',
    },
  ],
});

let house: TestHouse;
const { tokens, ids, hire } = staffAt(() => house);

beforeAll(async () => {
  house = await openTestHouse({ config });
  await hire('dealer', [{ rulebook: BOOK, role: 'dealer' }]);
  await hire('box', [{ rulebook: BOOK, role: 'boxperson' }]);
  await hire('trainer', [], [{ post: 'trainer', tables: '*' }]);
}, 120_000);
afterAll(() => house.remove());

const asks = (who: string, verb: string, body: object) =>
  command(house.url, tokens[who] ?? null, `school/${verb}`, body);
const books = () => house.house.offices.host('school')?.state as School;
const seenBy = async (who: string) =>
  (await call(house.url, 'GET', '/api/books/school', { token: tokens[who] as string })).body.books as unknown;

test('a payment that differs becomes a drill without a name, once', async () => {
  const host = house.house.host('quay');
  const by = { id: ids['box'] as string, role: 'boxperson' };
  for (const said of [
    { do: 'staff', person: by.id, role: by.role },
    { do: 'sit', player: 'Cho', seat: 1, bankroll: 50_000, chips: true, by },
    { do: 'bet', player: 'Cho', wager: 'pass', amount: 1_000, by },
    { do: 'offer', by },
    { do: 'accept', player: 'Cho', dice: ['1a', '1b'], by },
    { do: 'throw', player: 'Cho', by },
    { do: 'roll', dice: [3, 4], by },
    { do: 'deal-differently', line: '1/pass/Cho', paid: 900, note: 'a chip short', by },
  ])
    expect(await host?.submit(said), said.do).toMatchObject({ ok: true });
  await until(() => books().mispays.length === 1, 'a mispay at the school', 10_000);
  expect(books().mispays[0]).toMatchObject({
    book: BOOK,
    topic: 'even-money',
    spot: 'pass',
    owed: 1_000,
    paid: 900,
  });
  expect(JSON.stringify(books().mispays)).not.toContain('Cho');
});

test('a class is the trainer’s, its work the class’s, what one did one’s own', async () => {
  expect((await asks('dealer', 'open-class', { title: 'March' })).body.refused?.code).toBe('not-allowed');
  const opened = await asks('trainer', 'open-class', { title: 'March' });
  const { class: id } = opened.body as { class: string };
  expect((await asks('dealer', 'come-to-class', { class: id })).status).toBe(200);
  const lesson = { book: BOOK, kind: 'keys', topic: 'buy', count: 5 };
  const set = await asks('trainer', 'set-work', { class: id, title: 'Buys', ...lesson });
  const { work } = set.body as { work: string };
  const told = { work, book: BOOK, topic: 'buy', asked: 5, right: 4, ms: 4_200 };
  expect((await asks('box', 'tell-progress', told)).body.refused?.code).toBe('not-yours');
  expect((await asks('dealer', 'tell-progress', told)).status).toBe(200);
  expect(((await seenBy('dealer')) as OwnSchool).work[work]?.done).toMatchObject({ asked: 5, right: 4 });
  expect(await seenBy('box')).toEqual({ classes: {}, work: {}, progress: {} });
  expect(((await seenBy('trainer')) as School).progress[ids['dealer'] as string]).toBeDefined();
});

test('a roll of the record is work for a class: its chips and dice, and nobody’s name', async () => {
  const opened = await asks('trainer', 'open-class', { title: 'April' });
  const { class: id } = opened.body as { class: string };
  const host = house.house.host('quay');
  const n = host?.n as number;
  const work = { class: id, title: 'As it was', book: BOOK, kind: 'rolls', table: 'quay', n };
  expect((await asks('dealer', 'set-work', work)).body.refused?.code).toBe('not-allowed');
  const set = await asks('trainer', 'set-work', work);
  expect(set.status).toBe(200);
  const { lesson } = books().work[(set.body as { work: string }).work] as School['work'][string];
  expect(lesson.roll?.players).toEqual([{ seat: 1, wagers: [{ wager: 'pass', amount: 1_000 }] }]);
  expect(JSON.stringify(lesson)).not.toContain('Cho');
  const dealt = openLaid(BOOK, lesson.roll);
  expect(dealt.ok && dealt.value.sheet.players.length).toBe(1);
  const early = await asks('trainer', 'set-work', { ...work, n: 1 });
  expect(early.body.refused?.message).toContain('has no roll up to 1');
  expect((await asks('trainer', 'set-work', { ...work, table: 'nowhere' })).status).not.toBe(200);
});

test('all of it survives a restart, and nothing is noted twice', async () => {
  const before = books();
  await house.close();
  house = await openTestHouse({ config, data: house.data });
  expect(books()).toEqual(before);
});
