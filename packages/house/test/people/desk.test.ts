import { account, type HeldRole } from '@boxperson/offices';
import { RULEBOOKS } from '@boxperson/rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessionIdOf } from '../../src/people/sessions.js';
import { comeAsGuest } from '../support/client.js';
import { openTestHouse, type TestHouse } from '../support/house.js';
import { type Answered, type Asking, call, command, Line, OWN_PASSWORD, settleIn } from '../support/http.js';
import { deskOf } from '../support/people.js';

let house: TestHouse;
let manager: string;
const secrets: string[] = [];

const ask = (method: string, path: string, asking: Asking = {}): Promise<Answered> =>
  call(house.url, method, path, asking);
const tell = (token: string, verb: string, body: object = {}) => command(house.url, token, verb, body);
/** As the first manager. */
const asManager = (verb: string, body: object = {}) => tell(manager, verb, body);
const listed = (kind: string) => ask('GET', `/api/people?kind=${kind}`, { token: manager });
const me = async (token = manager) => (await ask('GET', '/api/me', { token })).body.person as { id: string };
const whyNot = ({ body }: Answered): string => (body as { refused: { message: string } }).refused.message;

let count = 0;
interface Hired {
  readonly id: string;
  readonly login: string;
  readonly token: string;
}

/** The first manager registers somebody, who signs in and sets a password of their own. */
async function hire(...roles: readonly HeldRole[]): Promise<Hired> {
  const login = `staff${++count}`;
  const made = await asManager('people/register-staff', { name: `Staff ${count}`, login, roles });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const { person, password } = made.body as { person: { id: string }; password: string };
  secrets.push(password);
  return { id: person.id, login, token: await settleIn(house.url, login, password) };
}

/** Somebody whom the house itself let in: nobody's friend. */
async function appoint(...roles: readonly HeldRole[]): Promise<Hired> {
  const login = `appointed${++count}`;
  const asked = { name: `Appointed ${count}`, login, password: OWN_PASSWORD, roles };
  const made = await deskOf(house).registerStaff(asked);
  if (made.kind !== 'ok') throw new Error(JSON.stringify(made));
  const { body } = await ask('POST', '/api/sign-in', { body: { login, password: OWN_PASSWORD } });
  return { id: made.person.id, login, token: body.token };
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
}, 240_000);
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
      ['GET', '/api/people?kind=staff'],
      ['POST', '/api/people/register-staff'],
      ['POST', '/api/people/sign-out'],
      ['POST', '/api/house/open-table'],
      ['POST', '/api/ledger/correct'],
    ] as const) {
      const body = method === 'POST' ? { body: { id: `first-${path}` } } : {};
      const refused = await ask(method, path, { token, ...body });
      expect([path, refused.status], JSON.stringify(refused.body)).toEqual([path, 403]);
      expect(refused.body.refused.code).toBe('set-password-first');
    }
    const line = await Line.open(house.url, token);
    expect(await line.hear(({ t }) => t === 'welcome')).toMatchObject({ person: null });
    line.close();

    const change = (old: string, next: string) => tell(token, 'people/set-password', { old, next });
    const wrong = await change('not it at all', 'a brand new secret');
    expect([wrong.status, whyNot(wrong)]).toEqual([400, 'old: that does not match']);
    expect(await change(password, password)).toMatchObject({ status: 400 });
    const short = await change(password, 'short');
    expect([short.status, whyNot(short)]).toEqual([400, expect.stringContaining('next: A password')]);
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
    const all = (await listed('staff')).body as { id: string; login: string }[];
    expect(all.find((one) => one.id === id)).toMatchObject({ login, kind: 'staff' });
    const line = await Line.open(house.url, token);
    const roles = [{ rulebook: 'star', role: 'boxperson' }];
    expect(await asManager('people/set-roles', { person: id, roles })).toMatchObject({
      status: 200,
      body: { person: { roles } },
    });
    expect(await line.untilClosed()).toBe(4001);
    expect((await ask('GET', '/api/me', { token })).status).toBe(401);
  });

  test('posts are given by a manager of the whole house', async () => {
    const { id, login } = await hire();
    const posts = [{ post: 'cashier', tables: '*' }];
    expect(await asManager('people/set-posts', { person: id, posts })).toMatchObject({ status: 200 });
    const { body } = await ask('POST', '/api/sign-in', { body: { login, password: OWN_PASSWORD } });
    expect((await ask('GET', '/api/me', { token: body.token })).body.posts).toEqual(['cashier']);
  });

  test('a reset makes a new one-time password and ends every session', async () => {
    const { id, token, login } = await hire();
    const reset = await asManager('people/new-password', { person: id });
    expect(reset.status).toBe(200);
    secrets.push(reset.body.password);
    expect((await ask('GET', '/api/me', { token })).status).toBe(401);
    const again = await ask('POST', '/api/sign-in', { body: { login, password: reset.body.password } });
    expect(again.body).toMatchObject({ setPassword: true });
  });

  test('the disabled are out at once, connections too, until they are enabled', async () => {
    const { id, token, login } = await hire();
    const line = await Line.open(house.url, token);
    expect((await asManager('people/disable', { person: id })).status).toBe(200);
    expect(await line.untilClosed()).toBe(4001);
    expect((await ask('GET', '/api/me', { token })).status).toBe(401);
    const signIn = () => ask('POST', '/api/sign-in', { body: { login, password: OWN_PASSWORD } });
    expect((await signIn()).status).toBe(401);
    expect((await asManager('people/enable', { person: id })).status).toBe(200);
    expect((await signIn()).status).toBe(200);
  });

  test('signed out by a manager: every session, every connection, and back in with the PIN', async () => {
    const player = { name: 'Pia', card: 'C-2001', pin: '4711' };
    const made = await asManager('people/register-player', player);
    expect(made.status).toBe(200);
    const { id } = made.body.person as { id: string };
    const signIn = (pin: string) => ask('POST', '/api/sign-in', { body: { card: 'C-2001', pin } });
    const tokens = [(await signIn('4711')).body.token, (await signIn('4711')).body.token] as string[];
    const lines = await Promise.all(tokens.map((token) => Line.open(house.url, token)));
    expect((await asManager('people/sign-out', { person: id })).status).toBe(200);
    expect(await Promise.all(lines.map((line) => line.untilClosed()))).toEqual([4001, 4001]);
    const { token } = (await signIn('4711')).body as { token: string };
    expect((await tell(token, 'people/set-password', { old: '4711', next: '582946' })).status).toBe(200);
    const poor = await tell(token, 'people/set-password', { old: '582946', next: '1111' });
    expect([poor.status, whyNot(poor)]).toEqual([400, expect.stringContaining('next: ')]);
    expect((await signIn('4711')).status).toBe(401);
    const { body } = await asManager('people/new-pin', { person: id });
    expect((await ask('GET', '/api/me', { token })).status).toBe(401);
    expect((await signIn(body.pin)).status).toBe(200);
    secrets.push('582946', `"${body.pin}"`);
  });

  test('somebody ends all sessions of their own, and nobody else’s', async () => {
    const { token, login } = await hire();
    const other = await hire();
    const line = await Line.open(house.url, token);
    expect((await tell(token, 'people/sign-out', { person: other.id })).status).toBe(403);
    expect((await tell(token, 'people/sign-out')).status).toBe(200);
    expect(await line.untilClosed()).toBe(4001);
    expect((await ask('GET', '/api/me', { token })).status).toBe(401);
    expect((await ask('GET', '/api/me', { token: other.token })).status).toBe(200);
    expect((await ask('POST', '/api/sign-in', { body: { login, password: OWN_PASSWORD } })).status).toBe(200);
  });

  test('devices have a key, shown once, until it is revoked', async () => {
    const made = await asManager('people/register-device', { name: 'Terminal 7' });
    expect(made.status).toBe(200);
    const { key, person } = made.body as { key: string; person: { id: string } };
    expect(person).toMatchObject({ limits: { tables: '*', most: 1_000_000 } });
    secrets.push(key);
    const signedIn = await ask('POST', '/api/sign-in', { body: { key } });
    expect(signedIn).toMatchObject({ status: 200, body: { person: { kind: 'device' } } });
    const line = await Line.open(house.url, signedIn.body.token);
    expect((await asManager('people/revoke-device', { person: person.id })).status).toBe(200);
    expect(await line.untilClosed()).toBe(4001);
    expect((await ask('POST', '/api/sign-in', { body: { key } })).status).toBe(401);
    expect(JSON.stringify((await listed('device')).body)).not.toContain(key);
  });

  test('nobody manages themselves, nor what is another manager’s', async () => {
    const { id: person } = await me();
    expect((await asManager('people/disable', { person })).status).toBe(403);
    expect((await asManager('people/set-roles', { person, roles: [] })).status).toBe(403);
    expect((await asManager('people/new-password', { person })).status).toBe(403);
    const { token } = await appoint({ rulebook: 'aruze', role: 'assistant-gaming-manager' });
    const reset = await tell(token, 'people/new-password', { person });
    expect([reset.status, whyNot(reset)]).toEqual([403, expect.stringContaining('manager of')]);
    expect((await tell(token, 'people/disable', { person })).status).toBe(403);
    const friend = (roles: readonly HeldRole[], more = {}) =>
      tell(token, 'people/register-staff', { name: 'Friend', login: `friend${++count}`, roles, ...more });
    expect((await friend([TOP])).status).toBe(403);
    expect((await friend([{ rulebook: '*', role: 'assistant-gaming-manager' }])).status).toBe(403);
    expect((await friend([], { posts: [{ post: 'cashier', tables: '*' }] })).status).toBe(403);
    expect((await friend([{ rulebook: 'aruze', role: 'electronic-gaming-attendant' }])).status).toBe(200);
  });

  test.each([
    ['people/register-staff', { name: 'A', login: 'aa', roles: [], rank: 9 }, 'rank'],
    ['people/register-staff', { name: 'A', login: 'aa', roles: [], password: 'mine alone 77' }, 'password'],
    [
      'people/register-staff',
      { name: 'A', login: 'aa', roles: [{ rulebook: 'star', role: 'pope' }] },
      'roles',
    ],
    [
      'people/register-staff',
      { name: 'A', login: 'aa', roles: [{ rulebook: 'x', role: 'y' }] },
      'roles.0.rulebook',
    ],
    ['people/register-staff', { name: '<b>', login: 'aa', roles: [] }, 'name'],
    ['people/register-staff', { name: 'A', login: 'x', roles: [] }, 'login'],
    ['people/register-player', { name: 'P', card: 'C-10', pin: '4711', vip: true }, 'vip'],
    ['people/register-player', { name: 'P', card: 'C-10' }, 'pin'],
    ['people/register-player', { name: 'P', card: 'C-10', pin: '1111' }, 'pin:'],
    ['people/register-player', { name: 'P', card: '!', pin: '4711' }, 'card:'],
    ['people/register-device', { name: 'D', key: 'k' }, 'key'],
    ['people/register-device', { name: 'D', limits: { tables: '*', most: 1_000_001 } }, 'limits.most'],
    ['people/set-password', { old: 'x', next: 'y', person: 's-1' }, 'person'],
    ['people/disable', { person: 'a b' }, 'person'],
    ['ledger/correct', { from: 'a', to: 'b', amount: 1, reason: 'x', by: 'me' }, 'by'],
    ['house/open-table', { table: { id: 'x', name: 'x', settings: {}, open: true } }, 'open'],
  ])('%s %j names what is wrong: %s', async (verb, body, field) => {
    const before = await listed('staff');
    const refused = await asManager(verb, body);
    expect([refused.status, whyNot(refused)]).toEqual([400, expect.stringContaining(field)]);
    expect(await listed('staff')).toEqual(before);
  });

  test('a sign-in with a field too many names it', async () => {
    const refused = await ask('POST', '/api/sign-in', { body: { login: 'a', password: 'b', role: 'house' } });
    expect([refused.status, whyNot(refused)]).toEqual([400, expect.stringContaining('role')]);
  });

  test('nonsense gets a sentence, changes nothing and shows nothing of how we are built', async () => {
    const people = async () => [
      (await listed('staff')).body,
      (await listed('player')).body,
      (await listed('device')).body,
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
    const persons = ['nobody', '__proto__', 'constructor', '../..', 'x'.repeat(300)];
    const urls = house.routes
      .filter(({ method, url }) => method === 'POST' && url.startsWith('/api/people/'))
      .map(({ url }) => url);
    expect(urls.length).toBeGreaterThan(10);
    for (const url of urls) {
      const about = persons.map((person, n) => JSON.stringify({ id: `nonsense-${url}-${n}`, person }));
      for (const body of [...bodies, ...about]) {
        const response = await fetch(house.url + url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${manager}` },
          body,
        });
        const text = await response.text();
        expect([400, 404, 413], `${url} ${body.slice(0, 60)} ${text}`).toContain(response.status);
        expect(text).not.toMatch(/at \w+ \(|node_modules|\.ts:/);
      }
    }
    expect(await people()).toEqual(before);
  });

  test('every change is in the log with who did it, and no secret is', async () => {
    const { id } = await me();
    const events = await noted('people');
    const kinds = new Set(events.filter(({ by }) => by === id).map(({ event }) => event));
    expect([...kinds].sort()).toEqual([
      'device-registered',
      'person-disabled',
      'person-enabled',
      'player-registered',
      'posts-changed',
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

  test('one sees one’s own sessions, and ends each; nobody else’s', async () => {
    const [one, other] = [await hire(), await hire()];
    const again = (await ask('POST', '/api/sign-in', { body: { login: one.login, password: OWN_PASSWORD } }))
      .body.token as string;
    const sessionsOf = async (token: string) =>
      (await ask('GET', '/api/sessions', { token })).body.sessions as { id: string; here?: true }[];
    const end = (token: string, session: string) =>
      ask('POST', '/api/sessions/end', { token, body: { session } });
    const seen = await sessionsOf(again);
    expect(seen).toEqual([
      {
        id: expect.any(String),
        startedAt: expect.any(Number),
        expiresAt: expect.any(Number),
        from: '127.0.0.1',
        here: true,
      },
      {
        id: expect.any(String),
        startedAt: expect.any(Number),
        expiresAt: expect.any(Number),
        from: '127.0.0.1',
      },
    ]);
    expect(JSON.stringify(seen)).not.toContain(one.token);
    const first = seen[1] as { id: string };
    expect((await end(other.token, first.id)).status).toBe(404);
    expect((await end(again, 'x')).status).toBe(400);
    expect((await me(one.token)).id).toBe(one.id);
    expect((await end(again, first.id)).status).toBe(200);
    expect((await ask('GET', '/api/me', { token: one.token })).status).toBe(401);
    expect((await end(again, first.id)).status).toBe(404);
    expect(await sessionsOf(again)).toEqual([seen[0]]);
    expect((await ask('GET', '/api/sessions')).status).toBe(401);
  });

  test('whoever signs in with an earlier session in hand has that one no longer, unless it is a device’s', async () => {
    const { token: earlier, login } = await hire();
    const { token: guest } = (await ask('POST', '/api/guest', { body: {} })).body as { token: string };
    const made = await deskOf(house).registerDevice({ name: 'Terminal 9' });
    if (made.kind !== 'ok') throw new Error(JSON.stringify(made));
    const { token: device } = (await ask('POST', '/api/sign-in', { body: { key: made.key } })).body as {
      token: string;
    };
    const signIn = async (token: string, password: string) =>
      (await ask('POST', '/api/sign-in', { token, body: { login, password } })).body.token as string;
    const isIn = async (token: string) => (await ask('GET', '/api/me', { token })).status === 200;
    await signIn(earlier, 'not it, I fear');
    expect(await isIn(earlier)).toBe(true);
    const second = await signIn(earlier, OWN_PASSWORD);
    const third = await signIn(guest, OWN_PASSWORD);
    const fourth = await signIn(device, OWN_PASSWORD);
    expect(await Promise.all([earlier, guest, device, second, third, fourth].map(isIn))).toEqual([
      ...[false, false, true],
      ...[true, true, true],
    ]);
  });

  test('sessions that are over leave the store, however many they are, and those that hold stay', async () => {
    const { store } = house.house;
    const { id: person, token } = await hire();
    const over = { person, kind: 'staff', generation: 0, expiresAt: house.house.clock.now() - 1 };
    const names = Array.from({ length: 250 }, (_, n) => `over-${n}`);
    await Promise.all(names.map((name) => store.putDocument('session', name, JSON.stringify(over))));
    await house.sweep.round();
    const left = (await store.listDocuments('session')).map(({ id }) => id);
    expect(left.filter((id) => id.startsWith('over-'))).toEqual([]);
    expect(left).toContain(sessionIdOf(token));
    // The house itself comes by, too, soon after it opened; where there is much to do it takes its time.
    await expect.poll(() => house.sweep.steps, { timeout: 20_000 }).toBeGreaterThan(0);
  });

  test('who came in, went, or tried in vain is on record, and guesses are counted', async () => {
    const { id, token, login } = await hire();
    await ask('POST', '/api/sign-out', { token });
    for (let tries = 0; tries < 3; tries++)
      await ask('POST', '/api/sign-in', { body: { login, password: 'not it, I fear' } });
    await ask('POST', '/api/sign-in', { body: { login: 'my own password', password: 'x' } });
    house.people.comings.flush();
    const on = (record: object) =>
      expect.poll(() => noted('audit')).toContainEqual(expect.objectContaining(record));
    await on({ event: 'sign-in', person: id });
    await on({ event: 'sign-out', person: id });
    await on({ event: 'sign-in-failed', account: `staff:${login}`, times: 3 });
    await on({ event: 'sign-in-failed', account: 'unknown', times: expect.any(Number) });
    expect(JSON.stringify(await noted('audit'))).not.toContain('my own password');
  });

  test('a device that comes in, goes, or is refused is on record like anybody, and strange keys are one line', async () => {
    const made = await deskOf(house).registerDevice({ name: 'Terminal 8' });
    if (made.kind !== 'ok') throw new Error(JSON.stringify(made));
    const { key, person } = made;
    house.people.comings.flush();
    const comes = (said: string) => ask('POST', '/api/sign-in', { body: { key: said } });
    const { token } = (await comes(key)).body as { token: string };
    const { sessions } = (await ask('GET', '/api/sessions', { token })).body;
    expect(sessions).toMatchObject([{ from: '127.0.0.1', here: true }]);
    expect((await ask('POST', '/api/sign-out', { token })).status).toBe(200);

    for (let tries = 0; tries < 7; tries++) expect((await comes(`no such key ${tries}`)).status).toBe(401);
    expect((await asManager('people/revoke-device', { person: person.id })).status).toBe(200);
    for (let tries = 0; tries < 2; tries++) expect((await comes(key)).status).toBe(401);
    house.people.comings.flush();
    const failures = async () =>
      (await noted('audit')).filter(({ event }) => event === 'sign-in-failed').slice(-2);
    await expect.poll(failures).toMatchObject([
      { account: 'unknown', times: 7 },
      { account: `device:${person.id}`, times: 2 },
    ]);
    const own = (await noted('audit')).filter((one) => one['person'] === person.id);
    expect(own.map(({ event }) => event)).toEqual(['sign-in', 'sign-out']);
    expect(JSON.stringify(await noted('audit'))).not.toMatch(/no such key/);
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
    const refused = await asManager('house/open-table', { table: config });
    expect([refused.status, whyNot(refused)]).toEqual([status, expect.stringContaining(word)]);
    expect(await ids()).toEqual(before);
  });

  test('take a manager of that book', async () => {
    const { token } = await appoint(TOP);
    expect((await tell(token, 'house/open-table', { table: BAZAAR })).status).toBe(403);
  });

  test('open once, and are in the lobby', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => asManager('house/open-table', { table: BAZAAR })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await lobby()).find(({ id }) => id === 'bazaar')).toMatchObject({ rulebook: 'adelaide' });
    const { id: by } = await me();
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
  const propose = (body: object, token = manager) => tell(token, 'ledger/correct', body);
  const confirm = (proposal: string, token: string) => tell(token, 'proposals/confirm', { proposal });
  const waiting = async () =>
    (await ask('GET', '/api/proposals?to=ledger', { token: manager })).body as object[];
  const wallet = () => house.house.wallet(guest.id);
  const good = () => ({
    from: account.wallet(guest.id),
    to: account.play,
    amount: 12_300,
    reason: 'paid twice at the cage',
  });

  beforeAll(async () => {
    second = await appoint(TOP);
    guest = await comeAsGuest(house.url, 'Gus');
  });

  test('one proposes, another confirms: balanced, once, with both on record', async () => {
    const before = await wallet();
    const granted = await house.house.store.balance(account.play);
    const { status, body } = await propose(good());
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await wallet()).toBe(before);
    expect(await waiting()).toHaveLength(1);
    const own = await confirm(body.proposal, manager);
    expect([own.status, whyNot(own)]).toEqual([403, 'Another person must confirm it.']);
    expect(await wallet()).toBe(before);
    const answers = await Promise.all([1, 2, 3].map(() => confirm(body.proposal, second.token)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404, 404]);
    expect(await wallet()).toBe(before - 12_300);
    expect(await house.house.store.balance(account.play)).toBe(granted + 12_300);
    expect(await house.house.store.checkMoney()).toEqual({ sum: 0, faults: [] });
    const { id: by } = await me();
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
    expect(await waiting()).toEqual([]);
  });

  test.each([
    [{ amount: 0 }, 400, 'amount'],
    [{ amount: -5 }, 400, 'amount'],
    [{ amount: 0.5 }, 400, 'amount'],
    [{ amount: '5' }, 400, 'amount'],
    [{ reason: ' ' }, 400, 'reason'],
    [{ to: 'player/nobody' }, 400, 'to'],
    [{ to: 'cash/under-the-table' }, 400, 'to'],
    // A guest's money is play money, and the house's is not.
    [{ to: account.corrections }, 409, 'to'],
    [{ to: account.cashOut }, 409, 'to'],
    [{ from: 'float/star' }, 400, 'from'],
    [{ from: 'escrow/star' }, 400, 'from'],
    [{ from: 'player/at/star/Gus' }, 400, 'from'],
    [{ amount: 10 ** 12 }, 409, 'from'],
  ])('not with %j', async (change, status, field) => {
    const before = await wallet();
    const refused = await propose({ ...good(), ...change });
    expect([refused.status, whyNot(refused)]).toEqual([status, expect.stringContaining(`${field}:`)]);
    expect(await wallet()).toBe(before);
    expect(await waiting()).toEqual([]);
  });

  test('not from an account to itself', async () => {
    const { from } = good();
    expect(await propose({ ...good(), to: from })).toMatchObject({ status: 400 });
  });

  test('never below zero, also when the money left after the proposal', async () => {
    const all = await wallet();
    const one = (await propose({ ...good(), amount: all })).body as { proposal: string };
    const other = (await propose({ ...good(), amount: all })).body as { proposal: string };
    expect((await confirm(one.proposal, second.token)).status).toBe(200);
    expect((await confirm(other.proposal, second.token)).status).toBe(409);
    expect(await wallet()).toBe(0);
    expect((await confirm(other.proposal, second.token)).status).toBe(404);
  });

  test('are taken back by whoever proposed them, and by nobody else', async () => {
    const back = { from: account.play, to: account.wallet(guest.id), amount: 100, reason: 'back' };
    const { proposal } = (await propose(back)).body as { proposal: string };
    expect((await tell(second.token, 'proposals/withdraw', { proposal })).status).toBe(403);
    expect((await asManager('proposals/withdraw', { proposal })).status).toBe(200);
    expect((await confirm(proposal, second.token)).status).toBe(404);
  });

  test('fall with a proposer who is no manager any more', async () => {
    const third = await appoint(TOP);
    const back = { from: account.play, to: account.wallet(guest.id), amount: 100, reason: 'back' };
    const { proposal } = (await propose(back, third.token)).body as { proposal: string };
    await asManager('people/set-roles', { person: third.id, roles: [] });
    expect((await confirm(proposal, second.token)).status).toBe(403);
    expect(await wallet()).toBe(0);
  });
});

describe('after a restart', () => {
  test('tables, people, proposals and sessions are there', async () => {
    const second = await appoint(TOP);
    const guest = await comeAsGuest(house.url, 'Ida');
    const waiting = await asManager('ledger/correct', {
      from: account.play,
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
    const confirmed = await tell(second.token, 'proposals/confirm', { proposal: waiting.body.proposal });
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
    expect(await house.house.wallet(guest.id)).toBe(house.house.config.playMoney + 500);
    expect((await ask('GET', '/api/me', { token: manager })).status).toBe(200);
  });

  test('a table closed for good leaves the lobby when nobody is left, for good', async () => {
    const { id, token } = await appoint({ rulebook: 'adelaide', role: 'house' });
    const line = await Line.open(house.url, token);
    const by = { role: 'house', id };
    const acts = [
      { do: 'staff', person: id, role: 'house' },
      { do: 'announce-closing', by },
      { do: 'close', by },
    ];
    for (const [index, command] of acts.entries()) {
      const key = `closing-${index}-${id}`;
      await line.say({ t: 'do', id: key, at: 'table/bazaar', command });
      const answer = await line.hear((message) => 'id' in message && message.id === key);
      expect(answer, JSON.stringify(answer)).toMatchObject({ t: 'done' });
    }
    line.close();
    const ids = ((await ask('GET', '/api/tables')).body as { id: string }[]).map((table) => table.id);
    expect(ids).not.toContain('bazaar');
    expect(ids).toContain('adelaide');
    // Its record stays, so its name is not to be had again.
    expect(await asManager('house/open-table', { table: BAZAAR })).toMatchObject({ status: 409 });
  });
});
