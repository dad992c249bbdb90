import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../src/clock.js';
import { Newsroom } from '../src/wire/news.js';
import { Session } from '../src/wire/session.js';
import { Teller } from '../src/wire/teller.js';
import { comeAsGuest, until } from './support/client.js';
import { openTestHouse, type TestHouse } from './support/house.js';

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

/** Something like a message, and often nothing like one. */
const message = fc.oneof(
  fc.string(),
  fc.json(),
  fc
    .record(
      {
        t: fc.oneof(
          fc.constantFrom('hello', 'watch', 'unwatch', 'do', 'confirm', 'options', 'ping'),
          fc.string(),
        ),
        v: fc.oneof(fc.constant(1), fc.jsonValue()),
        token: fc.oneof(fc.string(), fc.jsonValue()),
        id: fc.oneof(fc.string({ minLength: 8, maxLength: 20 }), fc.jsonValue()),
        table: fc.oneof(fc.constantFrom('star', 'aruze', '__proto__', 'constructor'), fc.jsonValue()),
        player: fc.jsonValue(),
        after: fc.oneof(fc.integer(), fc.double()),
        command: fc.oneof(
          fc.jsonValue(),
          fc.record(
            {
              do: fc.constantFrom('bet', 'sit', 'roll', 'close', 'tick', 'open', '__proto__', 'leave'),
              player: fc.string(),
              amount: fc.oneof(fc.integer(), fc.double(), fc.string()),
              wager: fc.string(),
              by: fc.jsonValue(),
            },
            { requiredKeys: ['do'] },
          ),
        ),
      },
      { requiredKeys: ['t'] },
    )
    .map((value) => JSON.stringify(value)),
);

describe('whatever comes over the wire', () => {
  it(
    `survives ${MESSAGES} messages of nonsense, takes nothing, and other players go on`,
    async () => {
      const { token } = await comeAsGuest(house.url);
      const before = await tally();
      let clock = 0;
      const answers: string[] = [];
      const teller = new Teller();
      const pipe = {
        send: (data: string) => void answers.push(data),
        together: (act: () => void) => act(),
        waiting: () => 0,
        close: () => {},
      };
      // The clock leaps a second at every message, so that the limit on their number does not hide anything.
      const session = new Session({
        house: house.house,
        open: (one) => house.people.openSession(one),
        pipe,
        telegraph: { teller, newsroom: new Newsroom(teller) },
        clock: { ...SYSTEM_CLOCK, elapsed: () => (clock += 10_000) },
      });
      session.receive(JSON.stringify({ t: 'hello', v: 2, token }));
      const texts = fc.sample(message, { numRuns: 2_000, seed: 7 });
      for (let sent = 0; sent < MESSAGES; sent++) {
        session.receive(texts[(sent * 7) % texts.length] as string);
        if (sent % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(answers.length).toBeGreaterThan(MESSAGES / 4);
      expect(answers.some((answer) => answer.includes('at Object.') || answer.includes('node:'))).toBe(false);
      expect(await tally()).toEqual(before);
      expect((await fetch(`${house.url}/health`)).status).toBe(200);
      session.close();
    },
    120_000 + MESSAGES,
  );

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

async function tally(): Promise<unknown> {
  const streams = (await house.house.store.streams()).filter(
    ({ stream }) => stream !== 'table/aruze' && stream !== 'dice/aruze',
  );
  return { streams, money: await house.house.store.checkMoney() };
}
