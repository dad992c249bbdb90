import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../src/clock.js';
import { Newsroom } from '../src/wire/news.js';
import { type Pipe, Session } from '../src/wire/session.js';
import { Teller } from '../src/wire/teller.js';
import { PROTOCOL_VERSION } from '../src/wire/version.js';
import { comeAsGuest, until } from './support/client.js';
import { openTestHouse, type TestHouse } from './support/house.js';
import { Raw, upgrade } from './wire/raw.js';

const MESSAGES = Number(process.env['FUZZ_MESSAGES'] ?? 100_000);

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
  // Once the crew is on duty nothing moves at an empty table by itself.
  await until(
    () =>
      house.house
        .tables()
        .every(({ host }) => host.table.staff.length === host.table.game.rulebook.roles.length),
    'the crew',
  );
});
afterAll(() => house.remove());

/** The id of the one command that was done before the nonsense came, to be sent again with other bodies. */
const DONE = 'sat-down-once';

/** Text that a database, a screen or a careless program would trip over. */
const foul = fc.oneof(
  fc.constantFrom('\u0000', 'abcdefgh\u0000', 'abcdefgh\ud800', 'abcdefgh\ud801', '\udc00abcdefgh'),
  fc.constantFrom(
    '\u0007\u001b[2J rings',
    '\u202egnp.exe',
    '\u2028\u2029\ufeff',
    'x'.repeat(500),
    '\u0085'.repeat(9),
  ),
  fc
    .tuple(fc.string(), fc.integer({ min: 0, max: 0xffff }), fc.string())
    .map(([before, unit, after]) => `${before}${String.fromCharCode(unit)}${after}`),
);

/** Brackets upon brackets, closed or not. */
const deep = fc
  .tuple(fc.integer({ min: 1, max: 3_000 }), fc.constantFrom(['[', ']'], ['{"a":', '}'], ['[{"a":', '']))
  .map(([levels, [open = '', shut = '']]) => `${open.repeat(levels)}1${shut.repeat(levels)}`)
  .map((nest) => `{"t":"do","id":"deep-deep","at":"table/star","command":{"do":"bet","number":${nest}}}`);

const command = fc.record(
  {
    do: fc.oneof(fc.constantFrom('bet', 'sit', 'roll', 'close', 'tick', 'open', '__proto__'), foul),
    player: fc.oneof(fc.string(), foul),
    seat: fc.constantFrom(0, -1, 99, 1.5, null),
    amount: fc.oneof(fc.integer(), fc.double(), fc.string()),
    wager: fc.oneof(fc.string(), foul),
    command: foul,
    by: fc.jsonValue(),
  },
  { requiredKeys: ['do'] },
);

/** Something like a message, and often nothing like one. */
const message = fc.oneof(
  fc.string(),
  fc.json(),
  foul,
  deep,
  fc
    .record({ t: fc.constant('do'), id: fc.constant(DONE), at: fc.constant('table/crown'), command })
    .map((value) => JSON.stringify(value)),
  fc
    .record({
      t: fc.constant('do'),
      id: fc.oneof(foul, fc.string({ minLength: 8, maxLength: 20 })),
      at: fc.oneof(fc.constantFrom('table/star', 'table/crown', 'cage', 'people', 'tickets', 'house'), foul),
      command,
    })
    .map((value) => JSON.stringify(value)),
  fc
    .record(
      {
        t: fc.oneof(fc.constantFrom('hello', 'watch', 'unwatch', 'do', 'options', 'ping'), fc.string()),
        v: fc.oneof(fc.constant(1), fc.jsonValue()),
        token: fc.oneof(fc.string(), fc.jsonValue(), foul),
        id: fc.oneof(fc.string({ minLength: 8, maxLength: 20 }), fc.jsonValue(), foul),
        at: fc.oneof(
          fc.constantFrom('table/star', 'aruze', '__proto__', 'table/constructor'),
          fc.jsonValue(),
        ),
        player: fc.oneof(fc.jsonValue(), foul),
        after: fc.oneof(fc.integer(), fc.double()),
        command: fc.oneof(fc.jsonValue(), command),
      },
      { requiredKeys: ['t'] },
    )
    .map((value) => JSON.stringify(value)),
);

/** Where no upgrade leads, and what is no address at all. */
const target = fc.oneof(
  fc.constantFrom(
    '//',
    'http://[',
    '/wire%',
    '*',
    'http:/x:y:z/wire',
    '/wire\u0000',
    '/wire/../..',
    '/wire#',
  ),
  fc.string({ minLength: 1, maxLength: 40 }).map((text) => text.replace(/[\s\p{Cc}]/gu, '%')),
  fc.tuple(foul, foul).map(([one, other]) => `http://${one}@${other}/wire`.replace(/[\r\n ]/g, '')),
);

/** Something at the other end that reads all, or nothing. */
const listener = (waits: 'reads' | 'never reads') => {
  const heard: string[] = [];
  const ends: number[] = [];
  let bytes = 0;
  const pipe = {
    send: (data: string) => {
      heard.push(data);
      bytes += data.length;
    },
    together: (act: () => void) => act(),
    waiting: () => (waits === 'reads' ? 0 : bytes),
    close: (code: number) => void ends.push(code),
  };
  return { heard, ends, pipe, bytes: () => bytes };
};

/** A connection whose clock leaps at every message, so that the limit on their number does not hide anything. */
const sessionOn = (pipe: Pipe): Session => {
  let clock = 0;
  const teller = new Teller();
  return new Session({
    house: house.house,
    open: (one) => house.people.openSession(one),
    pipe,
    telegraph: { teller, newsroom: new Newsroom(teller) },
    clock: { ...SYSTEM_CLOCK, elapsed: () => (clock += 10_000) },
  });
};

const TEXTS = fc.sample(message, { numRuns: 3_000, seed: 7 });
const breathe = () => new Promise((resolve) => setImmediate(resolve));

describe('whatever comes over the wire', () => {
  it(
    `survives ${MESSAGES} messages of nonsense, takes nothing, and other players go on`,
    async () => {
      const { token } = await comeAsGuest(house.url);
      const { heard, pipe } = listener('reads');
      const session = sessionOn(pipe);
      session.receive(JSON.stringify({ t: 'hello', v: PROTOCOL_VERSION, token }));
      await until(() => heard.length > 0, 'a welcome');
      const sit = { do: 'sit', seat: 1, bankroll: 100_000 };
      session.receive(JSON.stringify({ t: 'do', id: DONE, at: 'table/crown', command: sit }));
      await until(() => heard.some((answer) => answer.includes('"t":"done"')), 'a seat');
      const before = await tally();
      for (let sent = 0; sent < MESSAGES; sent++) {
        session.receive(TEXTS[(sent * 7) % TEXTS.length] as string);
        if (sent % 250 === 0) await breathe();
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(heard.length).toBeGreaterThan(MESSAGES / 4);
      expect(heard.some((answer) => answer.includes('at Object.') || answer.includes('node:'))).toBe(false);
      // The tricks have been tried, and each was told from the others.
      for (const told of ['same-id-other-body', 'levels deep', 'without control characters', 'not-allowed'])
        expect(
          heard.some((answer) => answer.includes(told)),
          told,
        ).toBe(true);
      expect(heard.filter((answer) => answer.includes('"unavailable"'))).toEqual([]);
      expect(await tally()).toEqual(before);
      expect((await fetch(`${house.url}/health`)).status).toBe(200);
      session.close();
    },
    120_000 + MESSAGES,
  );

  it('lets go of whoever sends nonsense and never reads the answers', async () => {
    const { ends, pipe, bytes } = listener('never reads');
    const session = sessionOn(pipe);
    session.receive(JSON.stringify({ t: 'hello', v: PROTOCOL_VERSION }));
    const watch = JSON.stringify({ t: 'watch', at: 'table/star' });
    for (let sent = 0; sent < 20_000 && ends.length === 0; sent++) {
      session.receive(sent % 2 === 0 ? watch : (TEXTS[sent % TEXTS.length] as string));
      if (sent % 20 === 0) await breathe();
    }
    expect(ends).toEqual([4002]);
    expect(bytes()).toBeLessThan(6 * 1024 * 1024);
  });

  it('turns away upgrades to what is no address, whether they wait for the answer or not', async () => {
    for (const [n, one] of fc.sample(target, { numRuns: 200, seed: 7 }).entries()) {
      const raw = new Raw(house.url).say(upgrade(one));
      if (n % 3 === 0) raw.reset();
      await raw.closed;
      if (n % 3 !== 0) expect(raw.heard, JSON.stringify(one)).toMatch(/^HTTP\/1\.1 4\d\d /);
    }
    expect((await fetch(`${house.url}/health`)).status).toBe(200);
  });

  it('answers nonsense over HTTP with a sentence and no stack', async () => {
    const paths = [
      '/api/guest',
      '/api/sign-in',
      '/api/sign-out',
      '/api/cage/more-play-money',
      '/api/me',
      '/nothing',
      '/api/tables/../..',
      '/%00',
    ];
    const bodies = [
      '',
      '{',
      '[]',
      '{"name":1}',
      '{"card":"x"}',
      '{"login":"a","password":"b","extra":1}',
      '"x"',
      'null',
      '{"__proto__":{}}',
      'x'.repeat(100_000),
    ];
    for (const path of paths) {
      for (const body of bodies) {
        const response = await fetch(house.url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        });
        const text = await response.text();
        expect(response.status, `${path} ${body.slice(0, 20)}`).not.toBe(500);
        expect(text).not.toMatch(/at \w+ \(|node_modules|\.ts:/);
      }
    }
  });

  it('refuses the wire to pages of other sites', async () => {
    const { WebSocket } = await import('ws');
    const socket = new WebSocket(`${house.url.replace('http', 'ws')}/wire`, { origin: 'http://localhost:1' });
    const refused = await new Promise<boolean>((resolve) => {
      socket.on('open', () => resolve(false));
      socket.on('error', () => resolve(true));
    });
    expect(refused).toBe(true);
  });
});

/** What the house has, but for tables that run by themselves and the list of what was refused. */
async function tally(): Promise<unknown> {
  const streams = (await house.house.store.streams()).filter(
    ({ stream }) => !/^audit$|\/(?:aruze|crown)$/.test(stream),
  );
  const wallets = await house.house.store.balances('player/');
  return { streams, wallets, money: await house.house.store.checkMoney() };
}
