// What the house decides about its tables: a drop box off where a table runs cashless (star-2024 2.5.1), the tray and
// box that every table has (star 2.4.4, 2.5), and higher odds for all its tables of a book at once (adelaide 6(b)).
import type { Float, HouseBooks } from '@boxperson/offices';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseConfig } from '../../src/index.js';
import { until } from '../support/client.js';
import { openTestHouse, type TestHouse } from '../support/house.js';
import { staffAt } from '../support/staff.js';
import { verifyOpen } from '../support/verify.js';

const LIMITS = { default: { min: 500, max: 100_000 } };
const tableOf = (id: string, rulebook: string) => ({
  id,
  name: id,
  settings: { rulebook, limits: LIMITS },
  crew: 'people',
  dice: 'called',
});
const config = houseConfig.parse({
  tables: [
    tableOf('old', 'star'),
    tableOf('new', 'star-2024'),
    tableOf('park', 'adelaide'),
    tableOf('lane', 'adelaide'),
  ],
});
const HIGHER = [{ wager: 'any-seven', pay: [5, 1] }];

let house: TestHouse;
const { ids, hire, asks } = staffAt(() => house);

beforeAll(async () => {
  house = await openTestHouse({ config });
  await hire('box', [{ rulebook: 'star-2024', role: 'boxperson' }]);
  await hire('pit', [], [{ post: 'pit-supervisor', tables: '*' }]);
  await hire('other-pit', [], [{ post: 'pit-supervisor', tables: '*' }]);
  await hire('boss', [], [{ post: 'manager', tables: '*' }]);
  await hire('other-boss', [], [{ post: 'manager', tables: '*' }]);
}, 120_000);
afterAll(() => house.remove());

async function together(one: string, other: string, verb: string, body: object = {}) {
  const proposed = await asks(one, verb, body);
  if (proposed.body.proposal === undefined) return proposed;
  return asks(other, 'proposals/confirm', { proposal: proposed.body.proposal });
}

const table = (id: string) => house.house.host(id)?.table;
const float = (id: string) => house.house.offices.host(`float/${id}`)?.state as Float;
const say = async (id: string, said: object) => house.house.host(id)?.submit(said as { do: string });

test('star 2.4.4, star-2024 2.4.4: every table with a crew has a tray for its float, in books of its own', () => {
  for (const id of ['old', 'new', 'park'])
    expect(float(id)).toMatchObject({ tray: null, last: null, serial: 0 });
});

test('star-2024 2.5.1: the box comes off where the table runs cashless, empty, and with it goes cash', async () => {
  const by = { id: ids['box'] as string, role: 'boxperson' };
  for (const said of [
    { do: 'staff', person: by.id, role: by.role },
    { do: 'sit', player: 'Cho', seat: 1, bankroll: 0, chips: true, by },
    { do: 'card', player: 'Cho', card: 'k-1', holder: 'Cho', by },
    { do: 'chips', player: 'Cho', amount: 10_000, with: 'cash', by },
  ])
    expect((await say('new', said))?.ok, JSON.stringify(said)).toBe(true);
  const full = await together('pit', 'other-pit', 'float/new/remove-box');
  expect(full.body.refused?.message).toContain('$100');
  const taken = await together('pit', 'other-pit', 'float/new/take-box');
  expect(taken.body).toMatchObject({ box: 'B-1' });
  expect((await together('pit', 'other-pit', 'float/new/remove-box')).status).toBe(200);
  expect(float('new').boxOff).toBe(true);
  const cash = await say('new', { do: 'chips', player: 'Cho', amount: 10_000, with: 'cash', by });
  expect(cash).toMatchObject({ ok: false, refused: { code: 'not-allowed', clause: '1.1 cashless' } });
  expect((await together('pit', 'other-pit', 'float/new/attach-box')).status).toBe(200);
  expect((await say('new', { do: 'chips', player: 'Cho', amount: 10_000, with: 'cash', by }))?.ok).toBe(true);
});

test('star 2.5: elsewhere the box stays', async () => {
  const done = await together('pit', 'other-pit', 'float/old/remove-box');
  expect(done.body.refused?.code).toBe('not-allowed');
  expect(float('old').boxOff).toBeUndefined();
});

test('adelaide 6(b): decided once by two, paid at every table of the book from its time on, never less', async () => {
  const from = house.house.clock.now() + 1_500;
  const lower = { rulebook: 'adelaide', pays: [{ wager: 'any-seven', pay: [3, 1] }], from };
  const refused = await together('boss', 'other-boss', 'house/raise-pays', lower);
  expect(refused.body.refused).toMatchObject({ code: 'bad-input', clause: '6(b)' });
  const fixed = await together('boss', 'other-boss', 'house/raise-pays', { ...lower, rulebook: 'star' });
  expect(fixed.body.refused?.code).toBe('bad-input');
  expect((await asks('pit', 'house/raise-pays', lower)).body.refused?.code).toBe('not-allowed');
  const body = { rulebook: 'adelaide', pays: HIGHER, from };
  expect((await together('boss', 'other-boss', 'house/raise-pays', body)).status).toBe(200);
  // Announced at once, at both of them.
  for (const id of ['park', 'lane']) {
    await until(() => table(id)?.pays !== undefined, `${id} has heard`, 10_000);
    expect(table(id)?.settings.higherPays).toBeUndefined();
  }
  expect(table('old')?.pays).toBeUndefined();
  for (const id of ['park', 'lane'])
    await until(() => table(id)?.settings.higherPays !== undefined, `${id} pays them`, 20_000);
  expect(table('park')?.game.rulebook.wagers['any-seven']?.pays).toMatchObject({ clause: '6(b)' });
  expect(table('park')?.at).toBeGreaterThanOrEqual(from);
});

test('a table that opens later pays the same, and none has odds of its own', async () => {
  const own = {
    ...tableOf('own', 'adelaide'),
    settings: { rulebook: 'adelaide', limits: LIMITS, higherPays: [{ wager: 'any-seven', pay: [6, 1] }] },
  };
  const refused = await asks('boss', 'house/open-table', { table: own });
  expect(refused.body.refused).toMatchObject({ code: 'bad-input', clause: '6(b)' });
  const opened = await asks('boss', 'house/open-table', { table: tableOf('late', 'adelaide') });
  expect(opened.status, JSON.stringify(opened.body)).toBe(200);
  await until(() => table('late')?.settings.higherPays !== undefined, 'the late one pays them', 20_000);
});

test('all of it survives a restart and verifies', async () => {
  const before = table('park')?.game.rulebook.wagers['any-seven'];
  await house.close();
  house = await openTestHouse({ config, data: house.data });
  expect(table('park')?.game.rulebook.wagers['any-seven']).toEqual(before);
  const books = house.house.offices.host('house')?.state as HouseBooks | undefined;
  expect(books?.pays?.adelaide?.pays).toEqual(HIGHER);
  expect(table('park')?.pays).toBeUndefined();
  expect((await verifyOpen(house.house.store)).faults).toEqual([]);
});
