// An evening on the floor: a tray counted open, chips from the cage through four hands (R130), cash for chips, a closing
// count that is one chip short. Two people are two people, and what is wrong is somebody's to see to.
import type { Alerts, Float } from '@boxperson/offices';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseConfig } from '../../src/index.js';
import { until } from '../support/client.js';
import { openTestHouse, type TestHouse } from '../support/house.js';
import { call } from '../support/http.js';
import { staffAt } from '../support/staff.js';
import { verifyOpen } from '../support/verify.js';

const BOOK = 'star';
const config = houseConfig.parse({
  tables: [
    {
      id: 'quay',
      name: 'Quay',
      settings: { rulebook: BOOK, limits: { default: { min: 500, max: 100_000 } } },
      crew: 'people',
      dice: 'called',
    },
  ],
});

let house: TestHouse;
const { tokens, ids, hire, asks, together } = staffAt(() => house);

beforeAll(async () => {
  house = await openTestHouse({ config });
  await hire('dealer', [{ rulebook: BOOK, role: 'dealer' }]);
  await hire('other-dealer', [{ rulebook: 'crown', role: 'dealer' }]);
  await hire('box', [{ rulebook: BOOK, role: 'boxperson' }]);
  await hire('pit', [], [{ post: 'pit-supervisor', tables: '*' }]);
  await hire('far-pit', [], [{ post: 'pit-supervisor', tables: ['elsewhere'] }]);
  await hire('cashier', [], [{ post: 'cashier', tables: '*' }]);
  await hire('runner', [], [{ post: 'runner', tables: '*' }]);
}, 120_000);
afterAll(() => house.remove());

const booksOf = <Books>(stream: string): Books => house.house.offices.host(stream)?.state as Books;
const float = () => booksOf<Float>('float/quay');
const alerts = () => booksOf<Alerts>('alerts').waiting;

const refusalOf = async (who: string, verb: string, body: object) =>
  (await asks(who, verb, body)).body.refused?.code as string | undefined;

const sees = (who: string, path: string) => call(house.url, 'GET', path, { token: tokens[who] as string });

test('what waits for a second person at a tray is for those whose table it is', async () => {
  const { proposal } = (await asks('pit', 'float/quay/open', { chips: [{ chip: 500, count: 7 }] })).body;
  const readers: string[] = [];
  for (const who of Object.keys(tokens))
    if (JSON.stringify((await sees(who, '/api/proposals')).body).includes(proposal)) readers.push(who);
  expect(readers).toEqual(['dealer', 'box', 'pit', 'cashier', 'runner']);
  expect((await asks('pit', 'proposals/withdraw', { proposal })).status).toBe(200);
});

test('a shift from count to count', async () => {
  const chips = [
    { chip: 500, count: 200 },
    { chip: 2_500, count: 40 },
  ];
  expect(await refusalOf('pit', 'float/quay/ask-fill', { chips })).toBe('not-eligible');
  expect(await refusalOf('other-dealer', 'float/quay/open', { chips })).toBe('not-allowed');
  expect(await refusalOf('far-pit', 'float/quay/open', { chips })).toBe('not-allowed');
  expect(await refusalOf('pit', 'float/quay/open', { chips: [...chips, chips[0]] })).toBe('bad-input');
  const opened = await together('pit', 'dealer', 'float/quay/open', { chips });
  expect(opened.body).toMatchObject({ total: 200_000, expected: null });

  // Whoever had a hand in a slip has no other in it.
  const asked = await asks('dealer', 'float/quay/ask-fill', { chips: [{ chip: 10_000, count: 5 }] });
  const { slip } = asked.body as { slip: string };
  expect(await refusalOf('dealer', 'float/quay/send-fill', { slip })).toBe('not-allowed');
  expect(await refusalOf('box', 'float/quay/take-fill', { slip })).toBe('not-eligible');
  expect((await asks('cashier', 'float/quay/send-fill', { slip })).status).toBe(200);
  expect(await refusalOf('dealer', 'float/quay/take-fill', { slip })).toBe('second-person');
  // R130: nobody receives what nobody has carried, and whoever carries has no other hand in it.
  expect(await refusalOf('box', 'float/quay/take-fill', { slip })).toBe('not-eligible');
  expect(await refusalOf('cashier', 'float/quay/carry-slip', { slip })).toBe('second-person');
  expect((await asks('runner', 'float/quay/carry-slip', { slip })).status).toBe(200);
  expect(await refusalOf('box', 'float/quay/carry-slip', { slip })).toBe('used-up');
  expect(await refusalOf('runner', 'float/quay/take-fill', { slip })).toBe('not-allowed');
  expect((await asks('box', 'float/quay/take-fill', { slip })).status).toBe(200);
  expect(await refusalOf('box', 'float/quay/take-fill', { slip })).toBe('not-found');

  const host = house.house.host('quay');
  const by = { id: ids['box'] as string, role: 'boxperson' };
  for (const said of [
    { do: 'staff', person: by.id, role: by.role },
    { do: 'sit', player: 'Cho', seat: 1, bankroll: 0, chips: true, by },
    { do: 'chips', player: 'Cho', amount: 30_000, with: 'cash', by },
    { do: 'bet', player: 'Cho', wager: 'field', amount: 500, by },
  ]) {
    const done = await host?.submit(said);
    expect(done?.ok, JSON.stringify(done)).toBe(true);
  }
  expect(float().box.cash).toBe(30_000);
  const closing = [
    { chip: 500, count: 139 },
    { chip: 2_500, count: 40 },
    { chip: 10_000, count: 5 },
  ];
  // A field wager lies there: chips on the layout would be nobody's.
  const early = await asks('pit', 'float/quay/close', { chips: closing });
  expect(early.body.refused?.message).toContain('$5');
  expect((await host?.submit({ do: 'take', player: 'Cho', wager: 'field', by }))?.ok).toBe(true);
  const closed = await together('box', 'pit', 'float/quay/close', { chips: closing });
  expect(closed.body).toMatchObject({
    total: 219_500,
    expected: 220_000,
    difference: -500,
    says: '$5 short',
  });
});

test('what is wrong is told to whoever sees to it, until they have', async () => {
  const short = () => Object.entries(alerts()).find(([, { kind }]) => kind === 'float');
  await until(() => short() !== undefined, 'an alert', 10_000);
  const [alert, { table, says }] = short() ?? ['', { table: null, says: '' }];
  expect(table).toBe('quay');
  expect(says).toContain('$5 short');
  expect(says).toContain(ids['box']);
  // Whoever looks after other tables learns no names from it.
  expect((await sees('far-pit', '/api/pit')).body.names).toEqual({});
  expect((await sees('pit', '/api/pit')).body.names).toMatchObject({ [ids['box'] as string]: 'box' });
  const body = { alert, note: 'Found under the rail.' };
  expect(await refusalOf('dealer', 'alerts/acknowledge', body)).toBe('not-allowed');
  expect(await refusalOf('far-pit', 'alerts/acknowledge', body)).toBe('not-allowed');
  expect((await asks('pit', 'alerts/acknowledge', body)).status).toBe(200);
  expect(await refusalOf('pit', 'alerts/acknowledge', body)).toBe('not-found');
  expect(short()).toBeUndefined();
});

const kinds = () => Object.values(alerts()).map(({ kind }) => kind);

test('a tray that may not be able to pay is told of before the dice are thrown', async () => {
  const host = house.house.host('quay');
  const by = { id: ids['box'] as string, role: 'boxperson' };
  const opened = await together('pit', 'dealer', 'float/quay/open', { chips: [{ chip: 500, count: 439 }] });
  expect(opened.body).toMatchObject({ difference: 0, says: 'as expected' });
  expect(kinds()).not.toContain('low');
  // $2,195 in the tray: boxcars on $100 pay more.
  const bet = { do: 'bet', player: 'Cho', wager: 'craps-12', amount: 10_000, by };
  const done = await host?.submit(bet);
  expect(done?.ok, JSON.stringify(done)).toBe(true);
  await until(() => kinds().includes('low'), 'a low float', 10_000);
  expect(float()).toMatchObject({ short: true, mayTake: 330_000 });
  const low = Object.values(alerts()).find(({ kind }) => kind === 'low');
  expect(low).toMatchObject({ table: 'quay', says: expect.stringContaining('$3,300') });
  expect((await host?.submit({ do: 'take', player: 'Cho', wager: 'craps-12', by }))?.ok).toBe(true);
  await until(() => float().short === undefined, 'enough again', 10_000);
  const closed = await together('box', 'pit', 'float/quay/close', { chips: [{ chip: 500, count: 439 }] });
  expect(closed.body, JSON.stringify(closed.body)).toMatchObject({ difference: 0 });
});

test('a notice whose time has come and nobody has acted on is told of, and one that was taken down is not', async () => {
  const host = house.house.host('quay');
  const by = { id: ids['box'] as string, role: 'boxperson' };
  const now = house.house.clock.now();
  const sign = (max: number, from: number) => ({
    do: 'post-sign',
    limits: { default: { min: 500, max } },
    from,
    by,
  });
  const say = async (said: object) =>
    expect((await host?.submit(said as { do: string }))?.ok, JSON.stringify(said)).toBe(true);
  await say(sign(90_000, now + 60_000));
  await until(() => booksOf<Alerts>('alerts').expected?.['quay/sign'] !== undefined, 'expected', 10_000);
  await say({ do: 'take-down', notice: 'sign', by });
  await until(() => booksOf<Alerts>('alerts').expected?.['quay/sign'] === undefined, 'called off', 10_000);
  await say(sign(80_000, house.house.clock.now() + 300));
  await until(() => kinds().includes('notice'), 'an overdue notice', 10_000);
  const notice = Object.values(alerts()).filter(({ kind }) => kind === 'notice');
  expect(notice).toHaveLength(1);
  expect(notice[0]).toMatchObject({ table: 'quay', says: expect.stringContaining('$800') });
});

test('the pit at a glance is for whoever looks after those tables', async () => {
  const glance = (who: string) => sees(who, '/api/pit');
  expect((await glance('dealer')).status).toBe(403);
  expect((await glance('cashier')).body).toMatchObject({ tables: [] });
  expect((await glance('far-pit')).body).toMatchObject({ tables: [] });
  const [quay] = (await glance('pit')).body.tables as readonly Record<string, unknown>[];
  expect(quay).toMatchObject({
    id: 'quay',
    gaps: ['stick', 'left', 'right'],
    crew: [{ name: 'box', role: 'boxperson' }],
    float: { open: false, short: false, slips: [] },
    figures: { rolls: 0, turnover: 0, won: 0, rollsAnHour: 0 },
  });
});

test('a count that was wrong is taken back by managers, and the next opener is measured by the last closer', async () => {
  const reason = 'a row was left out';
  expect(await refusalOf('pit', 'float/quay/undo-close', { reason })).toBe('not-allowed');
  const next = await together('pit', 'dealer', 'float/quay/open', { chips: [{ chip: 500, count: 440 }] });
  expect(next.body).toMatchObject({ expected: 219_500, difference: 500, says: '$5 over' });
  const taken = await together('pit', 'far-pit', 'float/quay/take-box', {});
  expect(taken.body.refused?.code, 'of another part of the floor').toBe('not-allowed');
});

test('all of it survives a restart, raises nothing twice, and verifies', async () => {
  const before = { float: float(), alerts: alerts() };
  await house.close();
  house = await openTestHouse({ config, data: house.data });
  expect(float()).toEqual(before.float);
  await house.alerts.settled();
  expect(alerts()).toEqual(before.alerts);
  expect((await verifyOpen(house.house.store)).faults).toEqual([]);
});
