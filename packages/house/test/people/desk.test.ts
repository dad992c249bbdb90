import { RULEBOOKS } from '@boxperson/rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { account } from '../../src/index.js';
import type { HeldRole } from '../../src/people/person.js';
import { comeAsGuest } from '../support/client.js';
import { openTestHouse, type TestHouse } from '../support/house.js';
import { type Answered, type Asking, call, Line, settleIn } from '../support/http.js';

let house: TestHouse;
let manager: string;
const secrets: string[] = [];

const ask = (method: string, path: string, asking: Asking = {}): Promise<Answered> =>
  call(house.url, method, path, asking);
/** As the first manager. */
const asManager = (method: string, path: string, body?: unknown) =>
  ask(method, path, { token: manager, ...(body === undefined ? {} : { body }) });

let count = 0;
/** Registers somebody of the staff and signs them in with a password of their own. */
async function hire(...roles: readonly HeldRole[]): Promise<{ id: string; login: string; token: string }> {
  const login = `staff${++count}`;
  const made = await asManager('POST', '/api/staff', { name: `Staff ${count}`, login, roles });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const { person, password } = made.body as { person: { id: string }; password: string };
  secrets.push(password);
  return { id: person.id, login, token: await settleIn(house.url, login, password) };
}
const TOP: HeldRole = { rulebook: 'star', role: 'gaming-manager' };

interface Noted {
  readonly event: string;
  readonly by: string;
  readonly [field: string]: unknown;
}
const noted = async (stream: string): Promise<readonly Noted[]> =>
  (await house.house.store.readStream(stream, 0, 10_000)).map(({ body }) => JSON.parse(body) as Noted);

beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.remove());

describe('the one-time password', () => {
  test('opens nothing but the way to one of your own', async () => {
    const { login, password } = house.firstStaff as { login: string; password: string };
    secrets.push(password);
    const signedIn = await ask('POST', '/api/sign-in', { body: { login, password } });
    expect(signedIn).toMatchObject({ status: 200, body: { setPassword: true } });
    const { token } = signedIn.body as { token: string };
    for (const [method, path] of [
      ['GET', '/api/me'],
      ['GET', '/api/staff'],
      ['POST', '/api/staff'],
      ['POST', '/api/tables'],
      ['POST', '/api/corrections'],
    ] as const) {
      const refused = await ask(method, path, { token });
      expect([path, refused.status], JSON.stringify(refused.body)).toEqual([path, 403]);
      expect(refused.body.error).toContain('/api/password');
    }
    const line = await Line.open(house.url, token);
    expect(await line.hear(({ t }) => t === 'welcome')).toMatchObject({ person: null });
    line.close();

    const change = (old: string, next: string) =>
      ask('POST', '/api/password', { token, body: { old, next } });
    expect(await change('not it at all', 'a brand new secret')).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('old:') },
    });
    expect(await change(password, password)).toMatchObject({ status: 400 });
    expect(await change(password, 'short')).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('password:') },
    });
    expect(await change(password, 'a brand new secret')).toMatchObject({ status: 200 });
    secrets.push('a brand new secret');
    expect(await ask('GET', '/api/me', { token })).toMatchObject({
      status: 200,
      body: { person: { kind: 'staff' }, roles: expect.arrayContaining([TOP]) },
    });
    expect((await ask('POST', '/api/sign-in', { body: { login, password } })).status).toBe(401);
    manager = token;
  });
});

describe('people', () => {
  test('staff come with a one-time password, and roles change at once', async () => {
    const { id, token, login } = await hire({ rulebook: 'star', role: 'dealer' });
    const listed = (await asManager('GET', '/api/staff')).body as { id: string; login: string }[];
    expect(listed.find((one) => one.id === id)).toMatchObject({ login, kind: 'staff' });
    const line = await Line.open(house.url, token);
    const roles = [{ rulebook: 'star', role: 'boxperson' }];
    expect(await asManager('PUT', `/api/staff/${id}/roles`, { roles })).toMatchObject({
      status: 200,
      body: { person: { roles } },
    });
    expect(await line.untilClosed()).toBe(4001);
    expect((await ask('GET', '/api/me', { token })).status).toBe(401);
  });

  test('a reset makes a new one-time password and ends every session', async () => {
    const { id, token, login } = await hire();
    const reset = await asManager('POST', `/api/staff/${id}/password`);
    expect(reset.status).toBe(200);
    secrets.push(reset.body.password);
    expect((await ask('GET', '/api/me', { token })).status).toBe(401);
    const again = await ask('POST', '/api/sign-in', { body: { login, password: reset.body.password } });
    expect(again.body).toMatchObject({ setPassword: true });
  });

  test('the disabled are out at once, connections too, until they are enabled', async () => {
    const { id, token, login } = await hire();
    const line = await Line.open(house.url, token);
    expect((await asManager('POST', `/api/people/${id}/disable`)).status).toBe(200);
    expect(await line.untilClosed()).toBe(4001);
    expect((await ask('GET', '/api/me', { token })).status).toBe(401);
    const signIn = () => ask('POST', '/api/sign-in', { body: { login, password: 'yo-leven at the wharf' } });
    expect((await signIn()).status).toBe(401);
    expect((await asManager('POST', `/api/people/${id}/enable`)).status).toBe(200);
    expect((await signIn()).status).toBe(200);
  });

  test('signed out by a manager: every session, every connection, and back in with the PIN', async () => {
    const made = await asManager('POST', '/api/players', { name: 'Pia', card: 'C-2001', pin: '4711' });
    expect(made.status).toBe(200);
    const { id } = made.body.person as { id: string };
    const signIn = (pin: string) => ask('POST', '/api/sign-in', { body: { card: 'C-2001', pin } });
    const tokens = [(await signIn('4711')).body.token, (await signIn('4711')).body.token] as string[];
    const lines = await Promise.all(tokens.map((token) => Line.open(house.url, token)));
    expect((await asManager('POST', `/api/people/${id}/sign-out`)).status).toBe(200);
    expect(await Promise.all(lines.map((line) => line.untilClosed()))).toEqual([4001, 4001]);
    const { token } = (await signIn('4711')).body as { token: string };
    const own = await ask('POST', '/api/password', { token, body: { old: '4711', next: '582946' } });
    expect(own.status).toBe(200);
    expect((await signIn('4711')).status).toBe(401);
    expect((await asManager('POST', `/api/players/${id}/pin`, { pin: '730164' })).status).toBe(200);
    expect((await ask('GET', '/api/me', { token })).status).toBe(401);
    expect((await signIn('730164')).status).toBe(200);
    secrets.push('582946', '730164');
    expect(await asManager('POST', `/api/players/${id}/pin`, { pin: '1111' })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('pin:') },
    });
  });

  test('devices have a key, shown once, until it is revoked', async () => {
    const made = await asManager('POST', '/api/devices', { name: 'Terminal 7' });
    expect(made.status).toBe(200);
    const { key, person } = made.body as { key: string; person: { id: string } };
    secrets.push(key);
    const signedIn = await ask('POST', '/api/sign-in', { body: { key } });
    expect(signedIn).toMatchObject({ status: 200, body: { person: { kind: 'device' } } });
    const line = await Line.open(house.url, signedIn.body.token);
    expect((await asManager('DELETE', `/api/devices/${person.id}`)).status).toBe(200);
    expect(await line.untilClosed()).toBe(4001);
    expect((await ask('POST', '/api/sign-in', { body: { key } })).status).toBe(401);
    expect(JSON.stringify((await asManager('GET', '/api/devices')).body)).not.toContain(key);
  });

  test('nobody manages themselves, nor what is another manager’s', async () => {
    const { id: own } = (await asManager('GET', '/api/me')).body.person as { id: string };
    expect((await asManager('POST', `/api/people/${own}/disable`)).status).toBe(403);
    expect((await asManager('PUT', `/api/staff/${own}/roles`, { roles: [] })).status).toBe(403);
    expect((await asManager('POST', `/api/staff/${own}/password`)).status).toBe(403);
    const { token } = await hire({ rulebook: 'aruze', role: 'assistant-gaming-manager' });
    const reset = await ask('POST', `/api/staff/${own}/password`, { token });
    expect(reset).toMatchObject({ status: 403, body: { error: expect.stringContaining('manager of') } });
    expect((await ask('POST', `/api/people/${own}/disable`, { token })).status).toBe(403);
    const friend = (roles: readonly HeldRole[]) =>
      ask('POST', '/api/staff', { token, body: { name: 'Friend', login: `friend${++count}`, roles } });
    expect((await friend([TOP])).status).toBe(403);
    expect((await friend([{ rulebook: '*', role: 'assistant-gaming-manager' }])).status).toBe(403);
    expect((await friend([{ rulebook: 'aruze', role: 'electronic-gaming-attendant' }])).status).toBe(200);
  });

  test.each([
    ['POST', '/api/staff', { name: 'A', login: 'aa', roles: [], rank: 9 }, 'rank'],
    ['POST', '/api/staff', { name: 'A', login: 'aa', roles: [], password: 'mine alone 77' }, 'password'],
    ['POST', '/api/staff', { name: 'A', login: 'aa', roles: [{ rulebook: 'star', role: 'pope' }] }, 'roles'],
    [
      'POST',
      '/api/staff',
      { name: 'A', login: 'aa', roles: [{ rulebook: 'x', role: 'y' }] },
      'roles.0.rulebook',
    ],
    ['POST', '/api/staff', { name: '<b>', login: 'aa', roles: [] }, 'name'],
    ['POST', '/api/players', { name: 'P', card: 'C-1', pin: '4711', vip: true }, 'vip'],
    ['POST', '/api/players', { name: 'P', card: 'C-1' }, 'pin'],
    ['POST', '/api/devices', { name: 'D', key: 'k' }, 'key'],
    ['POST', '/api/password', { old: 'x', next: 'y', person: 's-1' }, 'person'],
    ['POST', '/api/corrections', { from: 'a', to: 'b', amount: 1, reason: 'x', by: 'me' }, 'by'],
    ['POST', '/api/sign-in', { login: 'a', password: 'b', role: 'house' }, 'role'],
    ['POST', '/api/tables', { id: 'x', name: 'x', settings: {}, open: true }, 'open'],
  ])('%s %s %j names what is wrong: %s', async (method, path, body, field) => {
    const before = await asManager('GET', '/api/staff');
    const refused = await asManager(method, path, body);
    expect(refused.status).toBe(400);
    expect(refused.body.error).toContain(field);
    expect(await asManager('GET', '/api/staff')).toEqual(before);
  });

  test('nonsense gets a sentence, changes nothing and shows nothing of how we are built', async () => {
    const people = async () => [
      (await asManager('GET', '/api/staff')).body,
      (await asManager('GET', '/api/players')).body,
      (await asManager('GET', '/api/devices')).body,
    ];
    const before = await people();
    const bodies = [
      '',
      '{',
      '[]',
      'null',
      '"x"',
      '{"__proto__":{}}',
      '{"id":1,"name":{},"roles":"all"}',
      'x'.repeat(40_000),
    ];
    const ids = ['nobody', '%00', '__proto__', '..%2f..', 'x'.repeat(300)];
    const paths = house.routes
      .filter(({ method, url }) => method !== 'HEAD' && method !== 'GET' && url !== '/api/sign-out')
      .flatMap(({ method, url }) =>
        url.includes(':id')
          ? ids.map((id) => ({ method, path: url.replace(':id', id) }))
          : [{ method, path: url }],
      );
    for (const { method, path } of paths) {
      for (const body of bodies) {
        const response = await fetch(house.url + path, {
          method,
          headers: { 'content-type': 'application/json', authorization: `Bearer ${manager}` },
          body,
        });
        const text = await response.text();
        expect([path, body.slice(0, 20), response.status, text]).not.toContain(500);
        expect(text).not.toMatch(/at \w+ \(|node_modules|\.ts:/);
      }
    }
    expect(await people()).toEqual(before);
  });

  test('every change is in the log with who did it, and no secret is', async () => {
    const { id } = (await asManager('GET', '/api/me')).body.person as { id: string };
    const events = await noted('people');
    const kinds = new Set(events.filter(({ by }) => by === id).map(({ event }) => event));
    expect([...kinds].sort()).toEqual([
      'device-registered',
      'person-disabled',
      'person-enabled',
      'player-registered',
      'roles-changed',
      'secret-changed',
      'secret-reset',
      'sessions-revoked',
      'staff-registered',
    ]);
    expect(events[0]).toMatchObject({ event: 'staff-registered', by: 'house' });
    const log = JSON.stringify(await house.house.store.readLog(0, 100_000));
    for (const secret of secrets) expect(log.includes(secret), 'a secret in the log').toBe(false);
    expect(secrets.length).toBeGreaterThan(8);
  });
});

const BAZAAR = {
  id: 'bazaar',
  name: 'Bazaar',
  settings: { rulebook: 'adelaide', limits: { default: { min: 500, max: 50_000 } } },
  crew: 'people',
  dice: 'called',
};

describe('tables opened by staff', () => {
  const lobby = async () => (await ask('GET', '/api/tables')).body as { id: string; rulebook: string }[];

  test.each([
    [{ ...BAZAAR, id: 'No Spaces' }, 400, 'id'],
    [{ ...BAZAAR, id: 'star' }, 409, 'id'],
    [{ ...BAZAAR, settings: { rulebook: 'bank' } }, 400, 'rulebook must be one of'],
    [{ ...BAZAAR, settings: { rulebook: 'adelaide' } }, 400, 'limits'],
    [{ ...BAZAAR, settings: { ...BAZAAR.settings, seats: 1_000 } }, 400, 'seats'],
    [{ ...BAZAAR, settings: { ...BAZAAR.settings, colour: 'red' } }, 400, 'colour'],
    [{ ...BAZAAR, dice: 'tumbler:nowhere' }, 400, 'tumbler:nowhere'],
    [{ ...BAZAAR, dice: 'loaded' }, 400, 'dice'],
    [{ ...BAZAAR, settings: { ...BAZAAR.settings, rulebook: 'aruze' } }, 400, 'dice'],
    [{ ...BAZAAR, crew: 'robots' }, 400, 'crew'],
  ])('not %j', async (config, status, word) => {
    const ids = async () => (await lobby()).map(({ id }) => id);
    const before = await ids();
    const refused = await asManager('POST', '/api/tables', config);
    expect([refused.status, refused.body.error]).toEqual([status, expect.stringContaining(word)]);
    expect(await ids()).toEqual(before);
  });

  test('take a manager of that book', async () => {
    const { token } = await hire(TOP);
    expect((await ask('POST', '/api/tables', { token, body: BAZAAR })).status).toBe(403);
  });

  test('open once, and are in the lobby', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => asManager('POST', '/api/tables', BAZAAR)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await lobby()).find(({ id }) => id === 'bazaar')).toMatchObject({ rulebook: 'adelaide' });
    const { id: by } = (await asManager('GET', '/api/me')).body.person as { id: string };
    expect(await noted('house')).toEqual([
      expect.objectContaining({
        event: 'table-opened',
        by,
        table: expect.objectContaining({ id: 'bazaar' }),
      }),
    ]);
  });
});

describe('corrections of the ledger', () => {
  let second: { id: string; token: string };
  let guest: { id: string; token: string };
  const propose = (body: object, token = manager) => ask('POST', '/api/corrections', { token, body });
  const confirm = (id: string, token: string) => ask('POST', `/api/corrections/${id}/confirm`, { token });
  const wallet = () => house.house.wallet(guest.id);
  const good = () => ({
    from: account.wallet(guest.id),
    to: account.corrections,
    amount: 12_300,
    reason: 'paid twice at the cage',
  });

  beforeAll(async () => {
    second = await hire(TOP);
    guest = await comeAsGuest(house.url, 'Gus');
  });

  test('one proposes, another confirms: balanced, once, with both on record', async () => {
    const before = await wallet();
    const { status, body } = await propose(good());
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await wallet()).toBe(before);
    expect((await asManager('GET', '/api/corrections')).body).toHaveLength(1);
    const own = await confirm(body.id, manager);
    expect([own.status, own.body.error]).toEqual([403, 'Another person must confirm it.']);
    expect(await wallet()).toBe(before);
    const answers = await Promise.all([1, 2, 3].map(() => confirm(body.id, second.token)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404, 404]);
    expect(await wallet()).toBe(before - 12_300);
    expect(await house.house.store.balance(account.corrections)).toBe(12_300);
    expect(await house.house.store.checkMoney()).toEqual({ sum: 0, faults: [] });
    const { id: by } = (await asManager('GET', '/api/me')).body.person as { id: string };
    const [event] = await house.house.store.readStream('ledger', 0, 10);
    if (!event) throw new Error('nothing on record');
    expect(JSON.parse(event.body)).toMatchObject({
      event: 'ledger-corrected',
      reason: 'paid twice at the cage',
      amount: 12_300,
      by,
      confirmedBy: second.id,
    });
    // The entry came with the event, in one transaction.
    const entry = (await house.house.store.ledger(0, 100_000)).find(({ seq }) => seq === event.seq);
    expect(entry).toMatchObject({ reason: 'ledger-corrected', postings: { length: 2 } });
    expect(JSON.parse(entry?.note ?? '{}')).toMatchObject({ by, confirmedBy: second.id });
    expect((await asManager('GET', '/api/corrections')).body).toEqual([]);
  });

  test.each([
    [{ amount: 0 }, 400, 'amount'],
    [{ amount: -5 }, 400, 'amount'],
    [{ amount: 0.5 }, 400, 'amount'],
    [{ amount: '5' }, 400, 'amount'],
    [{ reason: ' ' }, 400, 'reason'],
    [{ to: 'player/nobody' }, 400, 'to'],
    [{ to: 'cash/under-the-table' }, 400, 'to'],
    [{ from: 'float/star' }, 400, 'from'],
    [{ from: 'escrow/star' }, 400, 'from'],
    [{ from: 'player/at/star/Gus' }, 400, 'from'],
    [{ amount: 10 ** 12 }, 409, 'from'],
  ])('not with %j', async (change, status, field) => {
    const before = await wallet();
    const refused = await propose({ ...good(), ...change });
    expect([refused.status, refused.body.error]).toEqual([status, expect.stringContaining(`${field}:`)]);
    expect(await wallet()).toBe(before);
    expect((await asManager('GET', '/api/corrections')).body).toEqual([]);
  });

  test('not from an account to itself', async () => {
    const { from } = good();
    expect(await propose({ ...good(), to: from })).toMatchObject({ status: 400 });
  });

  test('never below zero, also when the money left after the proposal', async () => {
    const all = await wallet();
    const one = (await propose({ ...good(), amount: all })).body as { id: string };
    const other = (await propose({ ...good(), amount: all })).body as { id: string };
    expect((await confirm(one.id, second.token)).status).toBe(200);
    expect((await confirm(other.id, second.token)).status).toBe(409);
    expect(await wallet()).toBe(0);
    expect((await ask('DELETE', `/api/corrections/${other.id}`, { token: second.token })).status).toBe(403);
    expect((await asManager('DELETE', `/api/corrections/${other.id}`)).status).toBe(200);
    expect((await confirm(other.id, second.token)).status).toBe(404);
  });

  test('fall with a proposer who is no manager any more', async () => {
    const third = await hire(TOP);
    const back = { from: account.corrections, to: account.wallet(guest.id), amount: 100, reason: 'back' };
    const { id } = (await propose(back, third.token)).body as { id: string };
    await asManager('PUT', `/api/staff/${third.id}/roles`, { roles: [] });
    expect((await confirm(id, second.token)).status).toBe(409);
    expect(await wallet()).toBe(0);
  });
});

describe('after a restart', () => {
  test('tables, people, proposals and sessions are there', async () => {
    const second = await hire(TOP);
    const guest = await comeAsGuest(house.url, 'Ida');
    const waiting = await asManager('POST', '/api/corrections', {
      from: account.corrections,
      to: account.wallet(guest.id),
      amount: 500,
      reason: 'found under the table',
    });
    const { data, firstStaff, remove: _remove, ...first } = house;
    await first.close();
    house = await openTestHouse({ data });
    expect(firstStaff).not.toBeNull();
    expect(house.firstStaff).toBeNull();
    const lobby = (await ask('GET', '/api/tables')).body as { id: string; title: string }[];
    expect(lobby.find(({ id }) => id === 'bazaar')?.title).toBe(RULEBOOKS.adelaide.title);
    const confirmed = await ask('POST', `/api/corrections/${waiting.body.id}/confirm`, {
      token: second.token,
    });
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
    expect(await house.house.wallet(guest.id)).toBe(house.house.config.playMoney + 500);
    expect((await asManager('GET', '/api/me')).status).toBe(200);
  });

  test('a table closed for good leaves the lobby when nobody is left, for good', async () => {
    const { id, token } = await hire({ rulebook: 'adelaide', role: 'house' });
    const line = await Line.open(house.url, token);
    const by = { role: 'house', id };
    const acts = [
      { do: 'staff', person: id, role: 'house' },
      { do: 'announce-closing', by },
      { do: 'close', by },
    ];
    for (const [index, command] of acts.entries()) {
      const key = `closing-${index}-${id}`;
      await line.say({ t: 'do', id: key, table: 'bazaar', command });
      const answer = await line.hear((message) => 'id' in message && message.id === key);
      expect(answer, JSON.stringify(answer)).toMatchObject({ t: 'done' });
    }
    line.close();
    const ids = ((await ask('GET', '/api/tables')).body as { id: string }[]).map((table) => table.id);
    expect(ids).not.toContain('bazaar');
    expect(ids).toContain('adelaide');
    // Its record stays, so its name is not to be had again.
    expect(await asManager('POST', '/api/tables', BAZAAR)).toMatchObject({ status: 409 });
  });
});
