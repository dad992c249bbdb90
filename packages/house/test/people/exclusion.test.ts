// Who may not play, kept at every table and terminal at once: star 9.3.3, star-2024 10.4.3, aruze 7.7.2 and 7.7.3,
// crown 9.2.2 (R63, R64). Cards that were lost open nothing any more.
import type { HeldPost, HeldRole, PeopleBooks } from '@boxperson/offices';
import { guestOf } from '@boxperson/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseConfig } from '../../src/index.js';
import { AtTable } from '../support/at-table.js';
import { until } from '../support/client.js';
import { openTestHouse, type TestHouse } from '../support/house.js';
import { call, command } from '../support/http.js';
import { deskOf } from '../support/people.js';
import { verifyOpen } from '../support/verify.js';

const PASSWORD = 'hard eight easy six';
const table = (id: string, rulebook: string) => ({
  id,
  name: id,
  settings: { rulebook, limits: { default: { min: 500, max: 100_000 } } },
  crew: 'people' as const,
  dice: rulebook === 'aruze' ? ('random' as const) : ('called' as const),
});
const config = houseConfig.parse({
  tables: [
    table('pier', 'star'),
    table('quay', 'star'),
    table('dock', 'star-2024'),
    table('lock', 'crown'),
    table('slip', 'aruze'),
  ],
});
const PRESENCE = { look: 60_000, grace: 3_600_000, word: 3_600_000 };

let house: TestHouse;
const tokens: Record<string, string> = {};
const ids: Record<string, string> = {};
const PINS: Record<string, string> = {};

async function hire(login: string, roles: readonly HeldRole[], posts: readonly HeldPost[] = []) {
  const made = await deskOf(house).registerStaff({ name: login, login, password: PASSWORD, roles, posts });
  if (made.kind !== 'ok') throw new Error(JSON.stringify(made));
  const { body } = await call(house.url, 'POST', '/api/sign-in', { body: { login, password: PASSWORD } });
  tokens[login] = body.token as string;
  ids[login] = made.person.id;
}

async function enrol(name: string, card: string) {
  PINS[name] = '471147';
  const made = await deskOf(house).registerPlayer({ name, card, pin: '471147' });
  if (made.kind !== 'ok') throw new Error(JSON.stringify(made));
  ids[name] = made.person.id;
  tokens[name] = (await signIn(card, '471147')).body.token as string;
  await house.house.grantPlayMoney(made.person.id, 500_000);
}

const signIn = (card: string, pin: string) =>
  call(house.url, 'POST', '/api/sign-in', { body: { card, pin } });
const asks = (who: string, verb: string, body: object = {}) =>
  command(house.url, tokens[who] ?? null, verb, body);
const refusalOf = async (who: string, verb: string, body: object) =>
  (await asks(who, verb, body)).body.refused;
const books = () => house.house.offices.host('people')?.state as PeopleBooks;
const at = (id: string, who: string) =>
  AtTable.come(house.url, id, { id: ids[who] as string, token: tokens[who] as string });
const exclusionOf = (who: string) =>
  Object.entries(books().exclusions ?? {}).find(([, one]) => one.person === ids[who])?.[0] as string;

beforeAll(async () => {
  house = await openTestHouse({ config, presence: PRESENCE });
  await hire('box', [{ rulebook: 'star', role: 'boxperson' }]);
  await hire('new-box', [{ rulebook: 'star-2024', role: 'boxperson' }]);
  await hire('area', [{ rulebook: 'crown', role: 'area-manager' }]);
  await hire('deputy', [{ rulebook: 'crown', role: 'assistant-casino-manager' }]);
  await hire('agm', [{ rulebook: 'aruze', role: 'assistant-gaming-manager' }]);
  await hire('boss', [], [{ post: 'manager', tables: '*' }]);
  await hire('cashier', [], [{ post: 'cashier', tables: '*' }]);
  for (const [index, name] of ['Ann', 'Bo', 'Cy', 'Di', 'Ed'].entries())
    await enrol(name, `K-${1001 + index}`);
}, 120_000);
afterAll(() => house.remove());

test('star 9.3.3: whom the box excludes from the casino is stopped at another table within a second', async () => {
  const pier = await at('pier', 'Ann');
  const quay = await at('quay', 'Ann');
  const slip = await at('slip', 'Ann');
  for (const one of [pier, quay])
    expect(await one.do({ do: 'sit', seat: 1, bankroll: 20_000 })).toMatchObject({ t: 'done' });
  expect(await quay.do({ do: 'bet', player: 'Ann', wager: 'field', amount: 500 })).toMatchObject({
    t: 'done',
  });
  const before = performance.now();
  const reason = 'a bent coin at Pier';
  const done = await asks('box', 'people/exclude', { person: ids['Ann'], from: 'casino', reason });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  const stopped = await quay.do({ do: 'bet', player: 'Ann', wager: 'field', amount: 500 });
  expect(performance.now() - before).toBeLessThan(1_000);
  expect(stopped).toMatchObject({ t: 'refused', refused: { code: 'excluded', ruling: 'R63' } });
  expect(await slip.do({ do: 'sit', seat: 1, bankroll: 5_000 })).toMatchObject({
    refused: { code: 'excluded' },
  });
  // It is on record at the tables themselves, and what stands is the person's own.
  for (const id of ['pier', 'quay'])
    expect(guestOf(house.house.host(id)?.table as never, 'Ann')?.excluded).toBe(true);
  expect(await quay.do({ do: 'take', player: 'Ann', wager: 'field' })).toMatchObject({ t: 'done' });
  expect(await quay.do({ do: 'leave', player: 'Ann' })).toMatchObject({ t: 'done' });
  expect(await quay.do({ do: 'sit', seat: 2, bankroll: 5_000 })).toMatchObject({
    refused: { code: 'excluded' },
  });
  const [kept] = Object.values(books().exclusions ?? {});
  expect(kept).toMatchObject({ from: 'casino', reason, until: null, clause: 'star 9.3.3', by: ids['box'] });
  for (const one of [pier, quay, slip]) one.line.close();
});

test('nobody is sat down with their card by the crew either, nor under another card that was lost', async () => {
  const crew = await at('pier', 'box');
  await house.house.host('pier')?.submit({ do: 'staff', person: ids['box'], role: 'boxperson' });
  const by = { role: 'boxperson', id: ids['box'] };
  const sit = { do: 'sit', seat: 5, bankroll: 0, chips: true, by };
  expect(await crew.do({ ...sit, card: 'K-1001' })).toMatchObject({ refused: { code: 'excluded' } });
  expect((await asks('cashier', 'people/report-card-lost', { person: ids['Ed'] })).status).toBe(200);
  expect(await crew.do({ ...sit, card: 'K-1005' })).toMatchObject({ refused: { code: 'no-card' } });
  expect((await signIn('K-1005', '471147')).status).not.toBe(200);
  expect((await call(house.url, 'GET', '/api/me', { token: tokens['Ed'] ?? null })).status).toBe(401);
  // It takes two managers; the house itself stands for both here.
  const proposed = await asks('boss', 'people/replace-card', { person: ids['Ed'], card: 'K-2005' });
  expect(proposed.body.proposal, JSON.stringify(proposed.body)).toBeDefined();
  const replaced = await deskOf(house).do('replace-card', { person: ids['Ed'], card: 'K-2005' });
  const { pin } = (replaced.ok ? replaced.answer : {}) as { readonly pin: string };
  expect((await signIn('K-2005', pin)).status).toBe(200);
  expect((await signIn('K-1005', pin)).status).not.toBe(200);
  expect((await refusalOf('boss', 'people/replace-card', { person: ids['Bo'], card: 'K-1005' })).code).toBe(
    'taken',
  );
  crew.line.close();
});

test('star-2024 10.4.3 and crown 9.2.2: from the game of one book, by whom that book lets', async () => {
  const ask = { person: ids['Bo'], reason: 'a device' };
  expect((await asks('new-box', 'people/exclude', { ...ask, from: 'star-2024' })).status).toBe(200);
  const dock = await at('dock', 'Bo');
  expect(await dock.do({ do: 'sit', seat: 1, bankroll: 5_000 })).toMatchObject({
    refused: { code: 'excluded' },
  });
  const lock = await at('lock', 'Bo');
  expect(await lock.do({ do: 'sit', seat: 1, bankroll: 5_000 })).toMatchObject({ t: 'done' });
  expect((await refusalOf('area', 'people/exclude', { ...ask, from: 'crown' })).code).toBe('not-allowed');
  expect((await refusalOf('box', 'people/exclude', { ...ask, from: 'crown' })).code).toBe('not-allowed');
  expect((await refusalOf('deputy', 'people/exclude', { ...ask, from: 'casino' })).message).toContain(
    'from:',
  );
  expect((await asks('deputy', 'people/exclude', { ...ask, from: 'crown' })).status).toBe(200);
  expect(await lock.do({ do: 'bet', player: 'Bo', wager: 'pass', amount: 500 })).toMatchObject({
    refused: { code: 'excluded' },
  });
  expect((await refusalOf('deputy', 'people/exclude', { ...ask, from: 'crown' })).code).toBe('used-up');
  // star-2024 10.4.3: its casino supervisor excludes from the casino.
  expect((await asks('new-box', 'people/exclude', { ...ask, from: 'casino' })).status).toBe(200);
  dock.line.close();
  lock.line.close();
});

test('aruze 7.7.3: its manager proposes, another decides; aruze 7.7.2: from the game by themselves', async () => {
  const ask = { person: ids['Cy'], reason: 'a magnet at terminal 3' };
  const refused = await refusalOf('agm', 'people/exclude', { ...ask, from: 'casino' });
  expect(refused).toMatchObject({ code: 'not-allowed', clause: '7.7.3', ruling: 'R64' });
  expect((await asks('agm', 'people/recommend-exclusion', ask)).status).toBe(200);
  expect((await refusalOf('agm', 'people/recommend-exclusion', ask)).code).toBe('used-up');
  expect(Object.keys(books().recommendations ?? {})).toHaveLength(1);
  expect((await asks('agm', 'people/exclude', { ...ask, from: 'aruze' })).status).toBe(200);
  const slip = await at('slip', 'Cy');
  expect(await slip.do({ do: 'sit', seat: 3, bankroll: 5_000 })).toMatchObject({
    refused: { code: 'excluded' },
  });
  const [recommendation] = Object.keys(books().recommendations ?? {});
  const declined = { recommendation, reason: 'the magnet was a watch' };
  expect((await refusalOf('cashier', 'people/decline-exclusion', declined)).code).toBe('not-allowed');
  expect((await asks('boss', 'people/decline-exclusion', declined)).status).toBe(200);
  slip.line.close();
});

test('until a time that was named: the clock ends it, and the table hears of it', async () => {
  const pier = await at('pier', 'Di');
  expect(await pier.do({ do: 'sit', seat: 3, bankroll: 5_000 })).toMatchObject({ t: 'done' });
  const ask = { person: ids['Di'], from: 'star', reason: 'to cool off' };
  expect((await refusalOf('box', 'people/exclude', { ...ask, until: 1_000 })).message).toContain('until:');
  const done = await asks('box', 'people/exclude', { ...ask, until: house.house.clock.now() + 1_500 });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  const bet = { do: 'bet', player: 'Di', wager: 'field', amount: 500 };
  const stopped = await pier.do(bet);
  expect(stopped).toMatchObject({ refused: { code: 'excluded' } });
  expect(JSON.stringify(stopped)).toContain('until');
  await until(() => exclusionOf('Di') === undefined, 'the end of it', 10_000);
  await until(
    () => guestOf(house.house.host('pier')?.table as never, 'Di')?.excluded === false,
    'the table',
    10_000,
  );
  expect(await pier.do(bet)).toMatchObject({ t: 'done' });
  pier.line.close();
});

test('it survives a restart, is lifted by whoever may exclude, and verifies', async () => {
  await house.close();
  house = await openTestHouse({ config, data: house.data, presence: PRESENCE });
  const quay = await at('quay', 'Ann');
  const sit = { do: 'sit', seat: 2, bankroll: 5_000 };
  expect(await quay.do(sit)).toMatchObject({ refused: { code: 'excluded' } });
  expect(guestOf(house.house.host('pier')?.table as never, 'Ann')?.excluded).toBe(true);
  const lift = { exclusion: exclusionOf('Ann'), reason: 'it was another' };
  expect((await refusalOf('cashier', 'people/readmit', lift)).code).toBe('not-allowed');
  expect((await refusalOf('deputy', 'people/readmit', lift)).code).toBe('not-allowed');
  expect((await asks('boss', 'people/readmit', lift)).status).toBe(200);
  expect(await quay.do(sit)).toMatchObject({ t: 'done' });
  await until(
    () => guestOf(house.house.host('pier')?.table as never, 'Ann')?.excluded === false,
    'the table',
    10_000,
  );
  quay.line.close();
  expect((await verifyOpen(house.house.store)).faults).toEqual([]);
});
