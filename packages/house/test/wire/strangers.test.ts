// Nothing that a stranger sends ends the house, holds it up, or takes what is for everybody.
import type { Person } from '@boxperson/offices';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { Allowance, Allowances } from '../../src/wire/allowance.js';
import { Newsroom } from '../../src/wire/news.js';
import { Session } from '../../src/wire/session.js';
import { Teller } from '../../src/wire/teller.js';
import { PROTOCOL_VERSION } from '../../src/wire/version.js';
import { watchedAt } from '../../src/wire/watching.js';
import { openTestHouse, SIX, type TestHouse } from '../support/house.js';
import { call } from '../support/http.js';
import { openWire, pause, Raw, upgrade, wireEnd } from './raw.js';

const HELLO = JSON.stringify({ t: 'hello', v: PROTOCOL_VERSION });
/** A page of somebody else's. */
const ELSEWHERE = `Origin: ${['https:', '', 'evil.example'].join('/')}`;
const LIMITS = { sockets: 5, requests: 300 };

let house: TestHouse;
const alarms: string[] = [];
beforeAll(async () => {
  const config = { ...SIX, proxies: ['127.0.0.1'], hosts: ['127.0.0.1', 'play.example'] };
  const strangers = {
    sockets: { greeting: 300, silence: 600, goodbye: 200 },
    head: 400,
    request: 800,
    look: 100,
  };
  const onAlarm = (text: string) => void alarms.push(text);
  house = await openTestHouse({ config, strangers, onAlarm }, LIMITS);
}, 180_000);
afterAll(() => house.remove());

/** Everybody has an address of their own here: the tests do not use up each other's limits. */
let last = 0;
const from = (): { 'x-forwarded-for': string } => ({ 'x-forwarded-for': `192.0.2.${++last}` });
const isWell = async () => (await call(house.url, 'GET', '/health')).status === 200;
const get = (path: string, headers: Record<string, string> = from()) => fetch(house.url + path, { headers });
const post = (path: string, body: string, headers: Record<string, string> = from()) =>
  fetch(house.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });

describe('an upgrade', () => {
  test.each(['//', 'http://[', '/wire%', '*', 'http:/x:y:z/wire', '/wire\u0000'])(
    'to %j, which is no address, ends nothing',
    async (target) => {
      const raw = new Raw(house.url).say(upgrade(target));
      await raw.closed;
      expect(raw.heard).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(await isWell()).toBe(true);
    },
  );

  test.each([
    ['to the wrong place', upgrade('/nowhere')],
    ['by a page of another site', upgrade('/wire', [ELSEWHERE])],
    ['by a page of no site', upgrade('/wire', ['Origin: null'])],
  ])('%s, followed by a reset, ends nothing', async (_, head) => {
    for (let times = 0; times < 20; times++) {
      const raw = new Raw(house.url);
      raw.say(head);
      await pause(times % 4);
      raw.reset();
    }
    await pause(50);
    expect(await isWell()).toBe(true);
  });

  test('that is turned away is told why', async () => {
    const raw = new Raw(house.url).say(upgrade('/wire', [ELSEWHERE]));
    await raw.closed;
    expect(raw.heard).toMatch(/^HTTP\/1\.1 403 /);
  });
});

describe('sockets', () => {
  test('of one address are so many and no more, and those of another are not fewer for it', async () => {
    const mine = from();
    const open = await Promise.all(Array.from({ length: 8 }, () => openWire(house.url, mine)));
    const letIn = open.filter((ws): ws is WebSocket => ws !== null);
    expect(letIn).toHaveLength(LIMITS.sockets);
    const other = await openWire(house.url, from());
    expect(other).not.toBeNull();
    for (const ws of [...letIn, other]) ws?.terminate();
    await pause(50);
    const again = await openWire(house.url, mine);
    expect(again).not.toBeNull();
    again?.terminate();
  });

  test('what a stranger claims to be in front of them does not count: the nearest address does', async () => {
    const claims = Array.from({ length: 8 }, (_, n) => ({
      'x-forwarded-for': `198.51.100.${n}, 192.0.2.250`,
    }));
    const open = await Promise.all(claims.map((claim) => openWire(house.url, claim)));
    expect(open.filter((ws) => ws !== null)).toHaveLength(LIMITS.sockets);
    for (const ws of open) ws?.terminate();
  });

  test('that never greet are let go', async () => {
    expect(await wireEnd(house.url, () => {}, from())).toBe(4003);
  });

  test('that greet stay, as long as they answer', async () => {
    const ws = (await openWire(house.url, from())) as WebSocket;
    ws.send(HELLO);
    await pause(1_500);
    expect(ws.readyState).toBe(ws.OPEN);
    ws.terminate();
  });

  test('that greeted, say nothing more and do not answer are let go', async () => {
    const ws = (await openWire(house.url, from())) as WebSocket;
    ws.send(HELLO);
    ws.pong = () => {};
    (ws as unknown as { _autoPong: boolean })._autoPong = false;
    const closed = new Promise<number>((resolve) => ws.once('close', resolve));
    const end = await Promise.race([closed, pause(5_000).then(() => 0)]);
    expect(end).toBe(1006);
  });

  test('that ask and never read are let go before much waits for them', async () => {
    const unread: string[] = [];
    const closed: number[] = [];
    let now = 0;
    const teller = new Teller();
    const session = new Session({
      house: house.house,
      open: async () => null,
      telegraph: { teller, newsroom: new Newsroom(teller) },
      clock: { ...SYSTEM_CLOCK, elapsed: () => now },
      pipe: {
        send: (data) => void unread.push(data),
        together: (act) => act(),
        waiting: () => unread.reduce((sum, text) => sum + text.length, 0),
        close: (code) => void closed.push(code),
      },
    });
    session.receive(HELLO);
    for (let times = 0; times < 20_000 && closed.length === 0; times++) {
      now += 1_000;
      session.receive(JSON.stringify({ t: 'watch', at: 'table/star' }));
      if (times % 20 === 0) await pause(0);
    }
    expect(closed).toEqual([4002]);
    const bytes = unread.join('').length;
    expect(bytes).toBeLessThan(6 * 1024 * 1024);
    session.receive(JSON.stringify({ t: 'ping' }));
    await pause(50);
    expect(unread.join('').length).toBe(bytes);
  }, 30_000);
});

describe('a flood', () => {
  // So much that hearing it takes longer than silence may last: whoever waits for their turn is not taken for gone.
  test('over one socket is answered in order, to the last', async () => {
    const FLOOD = 10_000;
    const ends: number[] = [];
    const ws = (await openWire(house.url, from())) as WebSocket;
    const said: { readonly t: string; readonly n?: number }[] = [];
    const all = new Promise<void>((resolve) => {
      ws.on('message', (data) => {
        said.push(JSON.parse(String(data)));
        if (said.length === FLOOD + 1) resolve();
      });
    });
    ws.on('close', (code) => ends.push(code));
    const welcome = new Promise((resolve) => ws.once('message', resolve));
    ws.send(HELLO);
    await welcome;
    const begun = performance.now();
    for (let n = 0; n < FLOOD; n++) ws.send(JSON.stringify({ t: 'ping', n }));
    await Promise.race([all, new Promise((resolve) => ws.once('close', resolve))]);
    expect(ends).toEqual([]);
    expect(performance.now() - begun).toBeGreaterThan(600);
    const pongs = said.filter(({ t }) => t === 'pong').map(({ n }) => n ?? -1);
    expect(pongs.length).toBeGreaterThan(100);
    expect(pongs).toEqual([...pongs].sort((one, other) => one - other));
    expect(said.filter(({ t }) => t === 'error').length).toBe(FLOOD - pongs.length);
    ws.terminate();
  });

  // Only Linux has more than one address of its own without being asked.
  test.skipIf(process.platform !== 'linux')(
    'of connections is cut off before anything is read, and others are let in',
    async () => {
      const opened = async (localAddress: string): Promise<string> => {
        const raw = new Raw(house.url, localAddress);
        raw.say('GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
        await raw.closed;
        return raw.heard.slice(0, 12);
      };
      const heard: string[] = [];
      for (let times = 0; times < 40; times++) heard.push(await opened('127.0.0.7'));
      expect(heard.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'HTTP/1.1 200'));
      expect(heard).toContain('');
      expect(await opened('127.0.0.8')).toBe('HTTP/1.1 200');
    },
  );
});

/** A line of somebody's own to a house, with what they were told. */
function lineOf(person: Person | null, more: Partial<ConstructorParameters<typeof Session>[0]> = {}) {
  const told: { readonly t: string; readonly code?: string }[] = [];
  const teller = new Teller();
  const newsroom = new Newsroom(teller);
  const session = new Session({
    house: house.house,
    open: async () => person && { id: 's', person, expiresAt: Number.MAX_SAFE_INTEGER },
    telegraph: { teller, newsroom },
    clock: { ...SYSTEM_CLOCK, elapsed: () => 0 },
    pipe: {
      send: (data) => void told.push(JSON.parse(data)),
      together: (act) => act(),
      waiting: () => 0,
      close: () => {},
    },
    ...more,
  });
  session.receive(
    JSON.stringify({ t: 'hello', v: PROTOCOL_VERSION, ...(person ? { token: 'x'.repeat(20) } : {}) }),
  );
  return { session, told, newsroom };
}

describe('what somebody missed', () => {
  const guest: Person = { id: 'g-missed', kind: 'guest', name: 'Missed', createdAt: 0 };
  const watch = (after: number) => JSON.stringify({ t: 'watch', at: 'table/star', after });
  const kinds = (told: readonly { readonly t: string }[]) => told.map(({ t }) => t);

  /** From here on the table is so many events further. The answer ends it. */
  function missing(many: number): () => void {
    const host = house.house.host('star') as NonNullable<ReturnType<typeof house.house.host>>;
    const { state, n } = host.told;
    const events = Array.from({ length: many }, (_, index) => ({
      event: { event: 'window-ended', at: 0 } as never,
      n: n + index + 1,
    }));
    const spies = [
      vi.spyOn(host, 'told', 'get').mockReturnValue({ state, n: n + many }),
      vi.spyOn(host, 'read').mockResolvedValue(events),
    ];
    return () => {
      for (const spy of spies) spy.mockRestore();
    };
  }
  const shownTo = (lines: readonly { readonly told: readonly { readonly t: string }[] }[]) =>
    lines
      .flatMap(({ told }) => kinds(told))
      .filter((t) => t === 'events' || t === 'table')
      .toSorted();

  test('is told to a stranger as far as it is little: of more than that they are shown the whole', async () => {
    const host = house.house.host('star') as NonNullable<ReturnType<typeof house.house.host>>;
    const { state, n } = host.told;
    for (const [missed, first] of [
      [100, 'events'],
      [101, 'table'],
    ] as const) {
      const ahead = vi.spyOn(host, 'told', 'get').mockReturnValue({ state, n: n + missed });
      const { session, told } = lineOf(null);
      session.receive(watch(n));
      await expect.poll(() => kinds(told)[1]).toBe(first);
      ahead.mockRestore();
      session.close();
    }
  });

  test.each([
    ['', true],
    [', asked before their greeting is answered too', false],
  ])('counts by its length, for a guest over all of their lines together%s', async (_when, areGreeted) => {
    const host = house.house.host('star') as NonNullable<ReturnType<typeof house.house.host>>;
    const { n } = host.told;
    const allowances = new Allowances({ elapsed: () => 0 });
    const lines = [lineOf(guest, { allowances }), lineOf(guest, { allowances })];
    if (areGreeted)
      await expect.poll(() => lines.every(({ told }) => kinds(told).includes('welcome'))).toBe(true);
    const ended = missing(2_000);
    for (const { session } of lines) for (let times = 0; times < 3; times++) session.receive(watch(n));
    // What is too much is shown as a whole.
    await expect
      .poll(() => shownTo(lines))
      .toEqual(['events', 'events', 'events', 'table', 'table', 'table']);
    ended();
    for (const { session } of lines) session.close();
  });
});

describe('what a guest asks for', () => {
  const guest: Person = { id: 'g-often', kind: 'guest', name: 'Often', createdAt: 0 };
  const player: Person = { id: 'p-often', kind: 'player', name: 'Patron', createdAt: 0 };
  const bet = (id: string) => JSON.stringify({ t: 'do', id, at: 'table/star', command: { do: 'bet' } });
  let nr = 0;
  const ours = () => `${house.house.admission.epoch}-often-${++nr}`;
  const theirs = () => `of-their-own-${++nr}`;

  /** How many of so many commands over each of two lines come to be decided, and how the others are refused. */
  async function decided(person: Person, many: number, idOf: () => string, done = async () => ({})) {
    const submit = vi.spyOn(house.house.admission, 'submit');
    submit.mockImplementation(async () => ({ ok: true, n: 1, ...(await done()) }));
    const allowances = new Allowances({ elapsed: () => 0 });
    const lines = [lineOf(person, { allowances }), lineOf(person, { allowances })];
    const refused = () =>
      lines.flatMap(({ told }) =>
        told.flatMap((one) => ('refused' in one ? [(one.refused as { code: string }).code] : [])),
      );
    // Some before the greeting is answered, some after it.
    for (const half of [many, 2 * many]) {
      for (const { session } of lines)
        for (let times = 0; times < many / 2; times++) session.receive(bet(idOf()));
      await expect.poll(() => submit.mock.calls.length + refused().length).toBe(half);
    }
    const times = submit.mock.calls.length;
    submit.mockRestore();
    const codes = refused();
    for (const { session } of lines) session.close();
    return { times, codes: [...new Set(codes)] };
  }

  test('counts over all of their lines, commands too; not so for whoever has a card', async () => {
    expect(await decided(guest, 150, ours)).toEqual({ times: 200, codes: ['too-fast'] });
    expect(await decided(player, 150, ours)).toEqual({ times: 300, codes: [] });
  });

  test('counts for more under an id that must be looked up; not so for whoever has a card', async () => {
    expect(await decided(guest, 100, theirs)).toEqual({ times: 40, codes: ['too-fast'] });
    expect(await decided(player, 100, theirs)).toEqual({ times: 200, codes: [] });
  });

  test('is not done beside more than a hundred other things of theirs', async () => {
    const never = () => new Promise<object>(() => {});
    expect(await decided(guest, 80, ours, never)).toEqual({ times: 100, codes: ['too-fast'] });
    expect(await decided(player, 80, ours, never)).toEqual({ times: 160, codes: [] });
  });

  test('is heard at once while it is plain and not too often; what is dear waits with strangers', async () => {
    const allowances = new Allowances({ elapsed: () => 0 });
    const hall = new Allowance({ elapsed: () => 0 });
    const watch = JSON.stringify({ t: 'watch', at: 'table/star' });
    const heardAtOnce = async (person: Person | null) => {
      const { session, told } = lineOf(person, { allowances, hall });
      await expect.poll(() => session.greeted && told.length).toBeTruthy();
      const found = [bet(ours()), bet(theirs()), watch, '{', 'x'.repeat(5_000)].map((one) =>
        session.isAtOnce(one),
      );
      session.close();
      return found;
    };
    expect(await heardAtOnce(null)).toEqual([false, false, false, false, false]);
    expect(await heardAtOnce(player)).toEqual([true, true, true, true, true]);
    expect(await heardAtOnce(guest)).toEqual([true, false, false, true, false]);
    while (allowances.of(guest.id).take(1));
    expect(await heardAtOnce(guest)).toEqual([false, false, false, false, false]);
    // Many guests of one place together play no faster than as many people would.
    expect(await heardAtOnce({ ...guest, id: 'g-neighbour' })).toEqual([true, false, false, true, false]);
    while (hall.take(1));
    expect(await heardAtOnce({ ...guest, id: 'g-next' })).toEqual([false, false, false, false, false]);
    expect(await heardAtOnce(player)).toEqual([true, true, true, true, true]);
  });
});

test('the door hears of a greeting when it is known whose it is', async () => {
  let open: (session: null) => void = () => {};
  const looking = new Promise<null>((resolve) => {
    open = resolve;
  });
  const { session } = lineOf(null, { open: () => looking });
  const hello = { t: 'hello', v: PROTOCOL_VERSION, token: 'x'.repeat(20) };
  let isOver = false;
  const heard = session.receive(JSON.stringify(hello))?.then(() => {
    isOver = true;
  });
  await pause(20);
  expect([heard !== undefined, isOver]).toEqual([true, false]);
  open(null);
  await heard;
  expect(session.receive(JSON.stringify({ t: 'ping' }))).toBeUndefined();
  session.close();
});

test('whoever hangs up while something is read for them watches nothing afterwards', async () => {
  const host = house.house.host('star') as NonNullable<ReturnType<typeof house.house.host>>;
  const { session, newsroom } = lineOf(null);
  await pause(20);
  let answer: (events: never[]) => void = () => {};
  const held = new Promise<never[]>((resolve) => {
    answer = resolve;
  });
  const reading = vi.spyOn(host, 'read').mockReturnValue(held);
  const asked = vi.spyOn(newsroom, 'of');
  session.receive(JSON.stringify({ t: 'watch', at: 'table/star', after: host.told.n - 1 }));
  session.receive(JSON.stringify({ t: 'watch', at: 'table/crown' }));
  await pause(20);
  expect(reading).toHaveBeenCalled();
  session.close();
  answer([]);
  await pause(20);
  reading.mockRestore();
  expect(asked).toHaveBeenCalledTimes(1);
});

test('whoever stumbles over what is committed, or over the clock, ends nothing: it is an alarm, and others are told', async () => {
  const host = house.house.offices.host('bots');
  const told: number[] = [];
  const before = alarms.length;
  const unlisten = [
    host?.listen(() => {
      throw new Error('planted in a listener');
    }),
    host?.listen(({ first }) => void told.push(first)),
  ];
  const [table] = house.house.tables();
  await host?.submit({ do: 'send', body: { person: 'g-stumbled', table: table?.id }, by: null });
  house.house.clock.setTimeout(() => {
    throw new Error('planted in a timer');
  }, 1);
  await pause(100);
  for (const stop of unlisten) stop?.();
  const said = alarms.slice(before).join('\n');
  expect(said).toContain('planted in a listener');
  expect(said).toContain('planted in a timer');
  expect(told).toHaveLength(1);
});

test('a connection at which we ourselves fail ends alone, and whoever watches over the house hears of it', async () => {
  const ends: number[] = [];
  const faults: unknown[] = [];
  const teller = new Teller();
  const said: string[] = [];
  const sessionWith = (send: (data: string) => void) =>
    new Session({
      house: house.house,
      open: async () => null,
      telegraph: { teller, newsroom: new Newsroom(teller) },
      onError: (error) => faults.push(error),
      pipe: { send, together: (act) => act(), waiting: () => 0, close: (code) => void ends.push(code) },
    });
  const failing = sessionWith(() => {
    throw new Error('planted');
  });
  const other = sessionWith((data) => void said.push(data));
  for (const session of [failing, other]) session.receive(JSON.stringify({ t: 'ping' }));
  await pause(100);
  expect(ends).toEqual([1011]);
  expect(faults).toMatchObject([{ message: 'planted' }]);
  expect(said).toHaveLength(1);
});

test('a table is put into words once for all strangers, anew after each event, and for everybody else by itself', async () => {
  const host = house.house.host('aruze');
  if (!host) throw new Error('no table');
  const made = await house.people.createGuest();
  if (made.kind !== 'ok') throw new Error(made.kind);
  const words = vi.spyOn(JSON, 'stringify');
  const look = (person: Person | null) => {
    const watched = watchedAt(house.house, 'table/aruze', () => person);
    words.mockClear();
    const whole = JSON.parse(watched?.whole(host.told.state, host.told.n) ?? '');
    return { n: whole.view.n, own: whole.own, made: words.mock.calls.length };
  };
  const stranger = look(null);
  expect(stranger).toMatchObject({ n: host.told.n, own: [] });
  expect(look(null)).toEqual({ ...stranger, made: 0 });
  await house.house.grantPlayMoney(made.person.id, 10_000);
  const command = { do: 'sit', seat: 1, bankroll: 10_000 };
  await house.house.admission.submit(made.person, { id: 'sits-down-12345', at: 'table/aruze', command });
  expect(look(made.person)).toMatchObject({ n: host.told.n, own: [{ balance: 10_000 }], made: 1 });
  expect(look(null)).toEqual({ n: host.told.n, own: [], made: 1 });
  expect(look(null)).toEqual({ n: host.told.n, own: [], made: 0 });
  words.mockRestore();
});

describe('a session that ended at another node, and nobody told us', () => {
  const signedIn = async () => {
    const made = await house.people.createGuest();
    if (made.kind !== 'ok') throw new Error(made.kind);
    const session = { id: 's-1', person: made.person, expiresAt: Date.now() + 3_600_000 };
    const [said, ends]: [string[], number[]] = [[], []];
    const world = { now: 0, open: async () => session as typeof session | null, looked: 0 };
    const teller = new Teller();
    const line = new Session({
      house: house.house,
      open: () => {
        world.looked += 1;
        return world.open();
      },
      telegraph: { teller, newsroom: new Newsroom(teller) },
      clock: { ...SYSTEM_CLOCK, elapsed: () => world.now },
      lookAgainMs: 30_000,
      pipe: {
        send: (data) => void said.push(data),
        together: (act) => act(),
        waiting: () => 0,
        close: (code) => void ends.push(code),
      },
    });
    line.receive(JSON.stringify({ t: 'hello', v: PROTOCOL_VERSION, token: 'theirs' }));
    await pause(50);
    world.looked = 0;
    const says = async (message: object) => {
      line.receive(JSON.stringify(message));
      await pause(50);
    };
    return { world, said, ends, says };
  };
  const MORE = { t: 'do', id: 'more-money-1', at: 'cage', command: { do: 'more-play-money' } };

  test('ends its line when it is used a while later, and what is asked on it is not done', async () => {
    const { world, said, ends, says } = await signedIn();
    world.open = async () => null;
    world.now = 29_000;
    await says({ t: 'ping' });
    expect([world.looked, ends]).toEqual([0, []]);
    world.now = 31_000;
    await says(MORE);
    expect([world.looked, ends]).toEqual([1, [4001]]);
    expect(said.map((text) => JSON.parse(text)).slice(-2)).toMatchObject([
      { t: 'error', code: 'signed-out' },
      { t: 'refused', id: MORE.id, refused: { code: 'not-signed-in' } },
    ]);
  });

  test('ends its line when it is told something a while later', async () => {
    const { world, ends, says } = await signedIn();
    world.open = async () => null;
    world.now = 31_000;
    await says({ t: 'ping' });
    expect(ends).toEqual([4001]);
  });

  test('is not taken for ended when nobody can be asked; one that holds goes on and is looked up once', async () => {
    const { world, said, ends, says } = await signedIn();
    const { open } = world;
    world.open = () => Promise.reject(new Error('the store is away'));
    world.now = 31_000;
    await says({ t: 'ping' });
    world.open = open;
    world.now = 62_000;
    await says({ t: 'ping' });
    await says(MORE);
    await expect.poll(() => said.join()).toContain(MORE.id);
    expect([world.looked, ends]).toEqual([2, []]);
  });
});

describe('slow ones', () => {
  test('whose head never ends are not waited for', async () => {
    const raw = new Raw(house.url).say('GET /api/house HTTP/1.1\r\nHost: 127.0.0.1\r\n');
    const end = await Promise.race([raw.closed.then(() => 'closed'), pause(5_000)]);
    expect(end).toBe('closed');
  });

  test('whose body never ends are not waited for', async () => {
    const head = 'POST /api/guest HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json';
    const raw = new Raw(house.url).say(`${head}\r\nContent-Length: 100\r\n\r\n{`);
    const end = await Promise.race([raw.closed.then(() => 'closed'), pause(5_000)]);
    expect(end).toBe('closed');
    expect(raw.heard).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('a call', () => {
  test('to another name is refused, and /health is for whoever asks', async () => {
    const raw = (host: string, path: string) =>
      new Raw(house.url).say(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    const [foreign, ours, health] = [
      raw('evil.example', '/api/house'),
      raw('play.example:8080', '/api/house'),
      raw('10.1.2.3', '/health'),
    ];
    await Promise.all([foreign.closed, ours.closed, health.closed]);
    expect(foreign.heard).toMatch(/^HTTP\/1\.1 403 [\s\S]*"not-allowed"/);
    expect(ours.heard).toMatch(/^HTTP\/1\.1 200 /);
    expect(health.heard).toMatch(/^HTTP\/1\.1 200 /);
    expect(await wireEnd(house.url, () => {}, { ...from(), host: 'evil.example' })).toBe(403);
  });

  test('to what is no address is answered in our words', async () => {
    const raw = new Raw(house.url).say('GET /%zz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
    await raw.closed;
    expect(raw.heard).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"bad-input"/);
  });

  test('nested deep is refused plainly, over HTTP and over the wire', async () => {
    const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    const message = 'message: nested more than 32 levels deep';
    const answer = await post('/api/guest', `{"name":${deep(3_000)}}`);
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { refused: { code: 'bad-input', message } },
    ]);
    const ws = (await openWire(house.url, from())) as WebSocket;
    const said = new Promise<string>((resolve) => ws.once('message', (data) => resolve(String(data))));
    ws.send(`{"t":"do","id":"12345678","at":"table/star","command":{"do":${deep(3_000)}}}`);
    expect(JSON.parse(await said)).toEqual({ t: 'error', code: 'bad-message', message });
    ws.terminate();
    // Brackets in a text are no levels.
    const odd = { login: `"\\"${'['.repeat(60)}`, password: `{"${'{'.repeat(150)}` };
    expect((await post('/api/sign-in', JSON.stringify(odd))).status).toBe(401);
  });

  test('is answered with headers that keep it private and the pages safe', async () => {
    for (const path of ['/api/house', '/api/me', '/health', '/docs/json', '/nowhere']) {
      const { headers } = await get(path);
      expect(headers.get('cache-control'), path).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      const policy = headers.get('content-security-policy') ?? '';
      for (const part of [
        "default-src 'self'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ])
        expect(policy).toContain(part);
      expect(policy).not.toMatch(/script-src[^;]*unsafe-inline|https?:/);
    }
  });

  test('that comes too often is told to wait, and others are not', async () => {
    const mine = from();
    const statuses: number[] = [];
    for (let times = 0; times < 61; times++) statuses.push((await post('/api/guest', '{}', mine)).status);
    expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 200));
    expect(statuses.at(-1)).toBe(429);
    const refused = await post('/api/guest', '{}', mine);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('connection')).toBe('close');
    expect(await refused.json()).toMatchObject({ refused: { code: 'too-fast' } });
    expect((await post('/api/guest', '{}')).status).toBe(200);
  });

  test('of any kind counts for its address, also where there is nothing', async () => {
    const mine = from();
    const paths = ['/api/house', '/nowhere'];
    for (const path of paths) {
      const statuses = [];
      for (let times = 0; times <= LIMITS.requests; times++) statuses.push((await get(path, mine)).status);
      expect(statuses.at(-1), path).toBe(429);
    }
    expect((await get('/api/house')).status).toBe(200);
  });
});
