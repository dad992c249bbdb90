// A cashier's shift: counted open by two, cash into and out of an account, a ticket from a terminal paid, a note too few
// at the end told at once; the report of it adds up, opens its events, and comes on paper (aruze 3.7, 4.1).
import { type Alerts, account, type Cage, type Drawers } from '@boxperson/offices';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FloorReport, houseConfig } from '../../src/index.js';
import { AtTable } from '../support/at-table.js';
import { until } from '../support/client.js';
import { openTestHouse, type TestHouse } from '../support/house.js';
import { call } from '../support/http.js';
import { deskOf } from '../support/people.js';
import { staffAt } from '../support/staff.js';
import { verifyOpen } from '../support/verify.js';

const config = houseConfig.parse({
  tables: [
    {
      id: 'slip',
      name: 'Slip',
      settings: { rulebook: 'aruze', limits: { default: { min: 500, max: 100_000 } }, wageringMs: 2_000 },
    },
    {
      id: 'dock',
      name: 'Dock',
      settings: { rulebook: 'star-2024', limits: { default: { min: 500, max: 100_000 } } },
      crew: 'people',
      dice: 'called',
    },
    {
      id: 'jetty',
      name: 'Jetty',
      settings: { rulebook: 'star', limits: { default: { min: 500, max: 100_000 } } },
    },
  ],
});
const PRESENCE = { look: 60_000, grace: 3_600_000, word: 3_600_000 };

let house: TestHouse;
const { tokens, ids, hire, asks, together } = staffAt(() => house);

beforeAll(async () => {
  house = await openTestHouse({ config, presence: PRESENCE });
  await hire('cashier', [], [{ post: 'cashier', tables: '*' }]);
  await hire('other', [], [{ post: 'cashier', tables: '*' }]);
  await hire('boss', [], [{ post: 'manager', tables: '*' }]);
  await hire('agm', [{ rulebook: 'aruze', role: 'assistant-gaming-manager' }]);
  await hire('box', [{ rulebook: 'star-2024', role: 'boxperson' }]);
  const made = await deskOf(house).registerPlayer({ name: 'Pam', card: 'K-1001', pin: '471147' });
  if (made.kind !== 'ok') throw new Error(JSON.stringify(made));
  ids['Pam'] = made.person.id;
  const body = { card: 'K-1001', pin: '471147' };
  tokens['Pam'] = (await call(house.url, 'POST', '/api/sign-in', { body })).body.token as string;
}, 120_000);
afterAll(() => house.remove());

const reads = (who: string, path: string) => call(house.url, 'GET', path, { token: tokens[who] ?? null });
const refusalOf = async (who: string, verb: string, body: object) =>
  (await asks(who, verb, body)).body.refused;
const drawers = () => house.house.offices.host('drawers')?.state as Drawers;
const balance = (name: string) => house.house.store.balance(name);

const period = () => `from=${house.house.clock.now() - 3_600_000}&to=${house.house.clock.now() + 3_600_000}`;
let ticket = '';

test('nothing is taken or given before the drawer is counted open, and that takes two', async () => {
  const money = { person: ids['Pam'], amount: 100_000 };
  expect((await refusalOf('cashier', 'drawers/cash-in', money)).code).toBe('not-eligible');
  const open = { cash: [{ note: 5_000, count: 40 }] };
  const proposed = await asks('cashier', 'drawers/open', open);
  const own = await asks('cashier', 'proposals/confirm', { proposal: proposed.body.proposal });
  expect(own.status, 'alone').not.toBe(200);
  const done = await asks('other', 'proposals/confirm', { proposal: proposed.body.proposal });
  expect(done.body).toMatchObject({ total: 200_000, says: 'open' });
  expect((await refusalOf('cashier', 'drawers/open', open)).code).toBe('used-up');
  expect(drawers().open[ids['cashier'] as string]).toMatchObject({ opened: 200_000, second: ids['other'] });
});

test('cash into an account and out of it, to the cent', async () => {
  expect((await asks('cashier', 'drawers/cash-in', { person: ids['Pam'], amount: 150_000 })).status).toBe(
    200,
  );
  expect(await house.house.wallet(ids['Pam'] as string)).toBe(150_000);
  const much = await refusalOf('cashier', 'drawers/cash-out', { person: ids['Pam'], amount: 150_001 });
  expect(much).toMatchObject({ code: 'insufficient', nearest: 150_000 });
  expect((await asks('cashier', 'drawers/cash-out', { person: ids['Pam'], amount: 20_000 })).status).toBe(
    200,
  );
  const looked = await reads('cashier', '/api/cage/player/K-1001');
  expect(looked.body).toEqual({ person: ids['Pam'], name: 'Pam', wallet: 130_000 });
  const chips = { chips: [{ chip: 2_500, count: 4 }] };
  expect((await asks('cashier', 'drawers/sell-chips', chips)).body.amount).toBe(10_000);
  expect((await asks('cashier', 'drawers/cash-chips', chips)).body.amount).toBe(10_000);
  expect((await reads('cashier', '/api/cage/drawer')).body.cash).toBe(200_000 + 130_000);
  expect((await reads('Pam', '/api/cage/drawer')).status).toBe(403);
  expect((await refusalOf('boss', 'drawers/cash-in', { person: ids['Pam'], amount: 1 })).code).toBe(
    'not-allowed',
  );
});

test('aruze 3.7: a ticket from a terminal is paid once, out of the drawer', async () => {
  const slip = await AtTable.come(house.url, 'slip', {
    id: ids['Pam'] as string,
    token: tokens['Pam'] as string,
  });
  expect(await slip.do({ do: 'sit', seat: 1, bankroll: 50_000 })).toMatchObject({ t: 'done' });
  for (let tries = 0; ticket === '' && tries < 20; tries += 1) {
    const out = await asks('Pam', 'terminal/slip/ticket-out', { seat: 1, amount: 30_000 });
    ticket = (out.body.ticket?.number as string | undefined) ?? '';
    if (ticket === '') await new Promise((resolve) => setTimeout(resolve, 300));
  }
  expect((await reads('cashier', `/api/tickets/${ticket}`)).body).toMatchObject({
    kind: 'valid',
    amount: 30_000,
  });
  const out = (await reads('cashier', '/api/cage/unclaimed')).body.unclaimed;
  expect(out).toMatchObject([{ ends: ticket.slice(-4), amount: 30_000, table: 'slip' }]);
  expect((await reads('Pam', '/api/cage/unclaimed')).status).toBe(403);
  // Whoever has not counted a drawer open has nothing to pay it from.
  expect((await refusalOf('other', 'tickets/redeem', { number: ticket })).code).toBe('not-eligible');
  expect((await asks('cashier', 'tickets/redeem', { number: ticket })).status).toBe(200);
  expect((await refusalOf('cashier', 'tickets/redeem', { number: ticket })).message).toContain(
    'paid already',
  );
  expect(await balance(account.drawer(ids['cashier'] as string))).toBe(0 - 300_000);
  expect((await reads('cashier', '/api/cage/unclaimed')).body.unclaimed).toEqual([]);
  slip.line.close();
});

test('star-2024 1.1: chips are bought at the table from the account, without cash', async () => {
  const host = house.house.host('dock');
  const by = { id: ids['box'] as string, role: 'boxperson' };
  const before = await house.house.wallet(ids['Pam'] as string);
  const crew = await AtTable.come(house.url, 'dock', { id: by.id, token: tokens['box'] as string });
  expect(await crew.do({ do: 'staff', person: by.id, role: by.role })).toMatchObject({ t: 'done' });
  const sit = { do: 'sit', seat: 1, bankroll: 0, chips: true, card: 'K-1001', by };
  expect(await crew.do(sit)).toMatchObject({ t: 'done' });
  const player = host?.table.game.players[0]?.name;
  expect(await crew.do({ do: 'chips', player, amount: 20_000, with: 'cashless', by })).toMatchObject({
    t: 'done',
  });
  await until(() => host?.table.game.players[0]?.balance === 20_000, 'chips', 5_000);
  expect(await house.house.wallet(ids['Pam'] as string)).toBe(before - 20_000);
  crew.line.close();
});

test('star 1.1: a voucher becomes tokens once, in time, on its conditions, for whom it is', async () => {
  const soon = house.house.clock.now() + 3_600_000;
  const body = { amount: 2_500, conditions: 'new members', until: soon, person: ids['Pam'] };
  expect((await refusalOf('cashier', 'cage/issue-voucher', body)).code).toBe('not-allowed');
  expect((await refusalOf('boss', 'cage/issue-voucher', { ...body, until: 1 })).message).toContain('until:');
  const { voucher } = (await asks('boss', 'cage/issue-voucher', body)).body as { voucher: string };
  const change = { voucher, conditions: true };
  expect((await refusalOf('cashier', 'cage/exchange-voucher', change)).message).toContain('person:');
  const mine = { ...change, person: ids['Pam'] };
  expect((await refusalOf('cashier', 'cage/exchange-voucher', { ...mine, conditions: false })).code).toBe(
    'bad-input',
  );
  expect((await asks('cashier', 'cage/exchange-voucher', mine)).body.amount).toBe(2_500);
  expect((await refusalOf('cashier', 'cage/exchange-voucher', mine)).code).toBe('not-found');
  expect(await balance(account.tokensOut(voucher))).toBe(2_500);
  expect(await balance(account.voucher(voucher))).toBe(0);
});

test('star-2024 1.1, 6.3: a dealer exchanges a voucher at the table, once; its tokens are counted apart from money', async () => {
  const host = house.house.host('dock');
  const by = { id: ids['box'] as string, role: 'boxperson' };
  const crew = await AtTable.come(house.url, 'dock', { id: by.id, token: tokens['box'] as string });
  const player = host?.table.game.players[0]?.name as string;
  const until = house.house.clock.now() + 3_600_000;
  const issued = async (more: object) => {
    const body = { amount: 2_500, conditions: 'new members', until, ...more };
    return (await asks('boss', 'cage/issue-voucher', body)).body.voucher as string;
  };
  expect(
    (await asks('boss', 'cage/issue-voucher', { amount: 1, conditions: 'x', until, win: 'doubled' })).status,
  ).toBe(400);
  const mine = await issued({ person: ids['Pam'], wagers: ['field'] });
  const others = await issued({ person: ids['cashier'] });
  const exchange = (voucher: string, more: object = {}) =>
    crew.do({ do: 'exchange', player, voucher, by, ...more });
  const refused = { t: 'refused' };
  expect(await exchange('V-999')).toMatchObject({ ...refused, refused: { code: 'not-found' } });
  expect(await exchange(others)).toMatchObject({ ...refused, refused: { code: 'not-eligible' } });
  // What a dealer says of amount and conditions counts for nothing: they are on the voucher.
  expect(await exchange(mine, { amount: 1_000_000, win: 'returned', wagers: ['pass'] })).toMatchObject({
    t: 'done',
  });
  expect(host?.table.game.players[0]?.tokens).toMatchObject([
    { voucher: mine, amount: 2_500, terms: { wagers: ['field'], win: 'taken' } },
  ]);
  expect(await exchange(mine)).toMatchObject({ ...refused, refused: { code: 'nothing-to-do' } });
  expect(
    (
      await refusalOf('cashier', 'cage/exchange-voucher', {
        voucher: mine,
        person: ids['Pam'],
        conditions: true,
      })
    ).code,
  ).toBe('not-found');
  expect((await refusalOf('boss', 'cage/void-voucher', { voucher: mine, reason: 'lost' })).code).toBe(
    'not-found',
  );
  const at = account.tokensAt('dock', player);
  expect([await balance(account.voucher(mine)), await balance(at)]).toEqual([0, 2_500]);

  const bet = { do: 'bet', player, wager: 'field', amount: 1_500, tokens: 500, by };
  const money = host?.table.game.players[0]?.balance as number;
  expect(await crew.do({ ...bet, wager: 'pass' })).toMatchObject({
    ...refused,
    refused: { code: 'not-eligible', clause: '6.3' },
  });
  expect(await crew.do(bet)).toMatchObject({ t: 'done' });
  expect(await balance(account.escrow('dock'))).toBe(1_000);
  expect([await balance(at), await balance(account.tokensOn('dock'))]).toEqual([2_000, 500]);
  expect(host?.table.game.players[0]?.balance).toBe(money - 1_000);
  expect(await crew.do({ do: 'take', player, wager: 'field', by })).toMatchObject({ t: 'done' });

  // R94: tokens go with their player as tokens, and come back as such; never more than are out.
  expect(await crew.do({ do: 'leave', player, by })).toMatchObject({ t: 'done' });
  expect([await balance(at), await balance(account.tokensOut(mine))]).toEqual([0, 2_500]);
  await crew.must({ do: 'sit', seat: 1, bankroll: 0, chips: true, card: 'K-1001', by });
  const brought = { brought: true, amount: 2_600 };
  expect(await exchange(mine, brought)).toMatchObject({
    ...refused,
    refused: { code: 'insufficient', nearest: 2_500 },
  });
  expect(await exchange(mine, { ...brought, amount: 2_500 })).toMatchObject({ t: 'done' });
  expect(await crew.do({ do: 'leave', player, by })).toMatchObject({ t: 'done' });
  expect(await balance(account.tokensUsed('dock'))).toBe(0);
  const pam = await AtTable.come(house.url, 'dock', {
    id: ids['Pam'] as string,
    token: tokens['Pam'] as string,
  });
  expect(await pam.do({ do: 'exchange', player, voucher: others })).toMatchObject(refused);
  pam.line.close();
  crew.line.close();
});

test('R124: an automatic dealer takes a voucher in the player’s own name, once, and no number that anybody could guess', async () => {
  const until = house.house.clock.now() + 3_600_000;
  const issued = async (more: object) => {
    const body = { amount: 2_500, conditions: 'new members', until, ...more };
    return (await asks('boss', 'cage/issue-voucher', body)).body.voucher as string;
  };
  const pam = await AtTable.come(house.url, 'jetty', {
    id: ids['Pam'] as string,
    token: tokens['Pam'] as string,
  });
  await pam.must({ do: 'sit', seat: 1, bankroll: 0 });
  const player = 'Pam';
  const [mine, others, bearers] = [
    await issued({ person: ids['Pam'], wagers: ['field'] }),
    await issued({ person: ids['cashier'] }),
    await issued({}),
  ];
  const exchange = (voucher: string, more: object = {}) =>
    pam.do({ do: 'exchange', player, voucher, ...more });
  const codeOf = async (voucher: string, more: object = {}) =>
    ((await exchange(voucher, more)) as { refused?: { code: string } }).refused?.code ?? 'done';
  // Of what is not theirs nobody learns whether there is any.
  expect([await codeOf(others), await codeOf(bearers), await codeOf('V-999')]).toEqual(
    Array(3).fill('not-found'),
  );
  expect(await codeOf(mine, { player: 'Somebody' })).toBe('not-allowed');
  // Amount, conditions and dealer are not for the player to say.
  expect(await codeOf(mine, { amount: 1_000_000, wagers: ['pass'], by: { id: 'x', role: 'y' } })).toBe(
    'done',
  );
  expect(house.house.host('jetty')?.table.game.players[0]?.tokens).toMatchObject([
    { voucher: mine, amount: 2_500, terms: { wagers: ['field'] } },
  ]);
  const told = (await house.house.store.readStream('table/jetty', 0, 1_000)).map(({ body }) => body);
  expect(told.filter((body) => body.includes('"tokens-exchanged"') && body.includes('auto-'))).toHaveLength(
    1,
  );
  expect(await codeOf(mine)).toBe('nothing-to-do');
  expect([await balance(account.voucher(mine)), await balance(account.tokensAt('jetty', player))]).toEqual([
    0, 2_500,
  ]);
  await pam.must({ do: 'leave', player });
  // Tokens that went with their player come back with them.
  await pam.must({ do: 'sit', seat: 1, bankroll: 0 });
  expect(await codeOf(mine, { brought: true, amount: 2_600 })).toBe('insufficient');
  expect(await codeOf(mine, { brought: true, amount: 2_500 })).toBe('done');
  await pam.must({ do: 'leave', player });
  pam.line.close();
});

test('the closing count is five dollars short, and says so with both names; the books are level', async () => {
  const count = {
    cash: [
      { note: 5_000, count: 59 },
      { note: 500, count: 9 },
    ],
  };
  const closed = await together('cashier', 'other', 'drawers/close', count);
  expect(closed.body).toMatchObject({
    total: 299_500,
    expected: 300_000,
    difference: -500,
    says: '$5 short',
  });
  expect(await balance(account.drawer(ids['cashier'] as string))).toBe(0);
  expect(await balance(account.overShort)).toBe(-500);
  const raised = () => {
    const books = house.house.offices.host('alerts')?.state as Alerts | undefined;
    return Object.values(books?.waiting ?? {}).filter(({ kind }) => kind === 'drawer');
  };
  await until(() => raised().length > 0, 'an alert', 10_000);
  const { table, says } = raised()[0] as Alerts['waiting'][string];
  expect(table).toBeNull();
  for (const word of ['$5 short', ids['cashier'], ids['other']]) expect(says).toContain(word);
  expect(raised()).toHaveLength(1);
  expect((await refusalOf('cashier', 'drawers/close', count)).code).toBe('not-eligible');
});

test('the report adds up, is the same when it is made again, and opens the events behind a figure', async () => {
  expect((await reads('cashier', `/api/reports?${period()}`)).status).toBe(403);
  const query = `from=0&to=${house.house.clock.now()}`;
  const first = await reads('boss', `/api/reports?${query}`);
  expect(first.status, JSON.stringify(first.body)).toBe(200);
  const report = first.body as FloorReport;
  expect((await reads('boss', `/api/reports?${query}`)).body).toEqual(report);
  expect(report.checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(report.checks.map(({ says }) => says).join()).toContain('Drawer of cashier');
  expect(report.differences).toMatchObject([{ what: 'drawer', amount: -500, names: ['cashier', 'other'] }]);
  const paid = report.cage.find(({ key }) => key === 'cage/tickets-paid');
  expect(paid).toMatchObject({ value: 30_000, events: 1 });
  const behind = await reads('boss', `/api/reports/events?${query}&figure=cage/tickets-paid`);
  expect(behind.body).toMatchObject({ total: 1, events: [{ stream: 'tickets', amount: 30_000 }] });
  expect(report.duties).toMatchObject([{ table: 'dock', name: 'box', role: 'boxperson' }]);
  expect((await reads('boss', '/api/reports?from=5&to=5')).body.refused.message).toContain('to:');
  const csv = await reads('boss', `/api/reports/csv?${query}`);
  expect(csv.body).toContain('cage,cage,Tickets paid,300,dollars,1,cage/tickets-paid');
  const pdf = await reads('boss', `/api/reports/pdf?${query}`);
  expect(String(pdf.body).slice(0, 5)).toBe('%PDF-');
});

test('whoever holds a post for certain tables reads of them alone', async () => {
  // Over by the time it is asked for: whoever comes in is on record after it.
  const query = `from=0&to=${house.house.clock.now()}`;
  await hire('pit', [], [{ post: 'pit-supervisor', tables: ['dock'] }]);
  const of = async (who: string) => (await reads(who, `/api/reports?${query}`)).body as FloorReport;
  const [all, dock, aruze] = [await of('boss'), await of('pit'), await of('agm')];
  expect(all.only).toBeUndefined();
  expect(all.players).not.toEqual([]);
  for (const [part, table] of [
    [dock, 'dock'],
    [aruze, 'slip'],
  ] as const) {
    expect(part).toMatchObject({ players: [], drawers: [], cage: [], checks: [], differences: [] });
    expect(part.only).toEqual(part.tables.map(({ id }) => id));
    expect(part.tables).toEqual(all.tables.filter(({ id }) => id === table));
    expect(part.duties).toEqual(all.duties.filter((duty) => duty.table === table));
  }
  expect(dock.duties).toHaveLength(1);
  expect(aruze.tables).toHaveLength(1);
  const behind = async (who: string, figure: string) =>
    (await reads(who, `/api/reports/events?${query}&figure=${figure}`)).status;
  expect(await behind('agm', 'tables/slip/rolls')).toBe(200);
  expect(await behind('pit', 'tables/slip/rolls')).toBe(403);
  expect(await behind('pit', `players/${ids['Pam']}/result`)).toBe(403);
  expect(await behind('pit', 'cage/tickets-paid')).toBe(403);
  expect((await reads('pit', `/api/reports/csv?${query}`)).body).not.toContain('Pam');
  // A drawer is the whole house's: who counted it is named to those whose post is for all of it.
  const names = async (who: string) => Object.values((await reads(who, '/api/pit')).body.names);
  expect(await names('boss')).toEqual(expect.arrayContaining(['cashier', 'other']));
  expect(await names('pit')).toEqual([]);
});

test('aruze 4.1: a payment has its form; a second print takes two people and is marked', async () => {
  const query = period();
  const { body } = await reads('boss', `/api/reports/events?${query}&figure=cage/tickets-paid`);
  const paper = String(body.events[0].seq);
  await hire('attendant', [{ rulebook: 'aruze', role: 'electronic-gaming-attendant' }]);
  const printed = () => (house.house.offices.host('cage')?.state as Cage | undefined)?.printed ?? {};
  const closed = { code: 'not-allowed', message: expect.stringContaining('not open to you') };
  const none = { code: 'not-found', message: 'paper: no form belongs to that entry.' };
  // Whoever may not read a form does not have it printed either: each would be a reprint for whoever needs it.
  for (const who of ['pit', 'attendant'])
    expect(await refusalOf(who, 'cage/print-paper', { paper }), who).toMatchObject(closed);
  for (const other of ['1', '999999999999999'])
    expect(await refusalOf('cashier', 'cage/print-paper', { paper: other })).toMatchObject(none);
  for (const odd of [`0${paper}`, '0'])
    expect((await refusalOf('cashier', 'cage/print-paper', { paper: odd })).code).toBe('bad-input');
  expect(printed()).toEqual({});
  expect((await asks('cashier', 'cage/print-paper', { paper })).body.copy).toBe(1);
  const first = await reads('cashier', `/api/papers/${paper}`);
  expect(String(first.body).slice(0, 5)).toBe('%PDF-');
  expect(await refusalOf('pit', 'cage/print-paper', { paper })).toMatchObject(closed);
  expect((await together('cashier', 'other', 'cage/print-paper', { paper })).body.copy).toBe(2);
  expect(printed()).toEqual({ [paper]: 2 });
  const again = await reads('cashier', `/api/papers/${paper}`);
  expect(String(again.body).length).toBeGreaterThan(String(first.body).length);
  expect((await reads('cashier', '/api/papers/1')).status).toBe(404);
  expect((await reads('Pam', `/api/papers/${paper}`)).status).toBe(403);
  // Somebody whose books do not tell of tickets may print forms of their own tables, and reads no other.
  expect((await reads('pit', `/api/papers/${paper}`)).body.refused.message).toContain('not open to you');
  expect((await reads('boss', `/api/papers/${paper}`)).status).toBe(200);
});

test('whoever manages one book sees no account at the cage', async () => {
  expect((await reads('agm', '/api/cage/player/K-1001')).status).toBe(403);
  expect((await reads('boss', '/api/cage/player/K-1001')).status).toBe(200);
});

test('all of it verifies', async () => {
  expect((await verifyOpen(house.house.store)).faults).toEqual([]);
  expect((await house.house.store.checkMoney()).faults).toEqual([]);
});
