import rateLimit from '@fastify/rate-limit';
import fastify from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { countsBy } from '../../src/wire/counts.js';
import { DAY, MINUTE, makeLimits } from '../../src/wire/limits.js';

afterEach(() => vi.useRealTimers());

const HOUR = 3_600_000;

test.each([-HOUR, HOUR])(
  'whoever must wait waits as long as they were told, the clock set by %i ms',
  async (set) => {
    let passed = 0;
    const app = fastify();
    await app.register(rateLimit, {
      global: false,
      store: countsBy({ ...SYSTEM_CLOCK, elapsed: () => passed }),
    });
    const check = makeLimits(app, [{ per: 'address', most: 2, ms: 60_000, of: 'guests' }]);
    app.get('/', { preParsing: async (request) => check(request) }, async () => 'in');
    const ask = async () => (await app.inject('/')).statusCode;
    expect([await ask(), await ask()]).toEqual([200, 200]);
    expect(await ask()).not.toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + set });
    passed += 59_000;
    expect(await ask()).not.toBe(200);
    passed += 1_001;
    expect([await ask(), await ask()]).toEqual([200, 200]);
    expect(await ask()).not.toBe(200);
    await app.close();
  },
);

test('of two limits each is kept, and it is the day that is waited for in the end', async () => {
  let passed = 0;
  const app = fastify();
  const store = countsBy({ ...SYSTEM_CLOCK, elapsed: () => passed });
  await app.register(rateLimit, { global: false, store });
  const check = makeLimits(app, [
    { per: 'address', most: 2, ms: MINUTE, of: 'guests' },
    { per: 'address', most: 3, ms: DAY, of: 'guests today' },
  ]);
  app.setErrorHandler(async (error: Error) => error.message);
  app.get('/', { preParsing: async (request) => check(request) }, async () => 'in');
  const ask = async () => (await app.inject('/')).body;
  expect([await ask(), await ask(), await ask()]).toEqual(['in', 'in', 'Too many guests: wait a little.']);
  passed += MINUTE;
  expect([await ask(), await ask()]).toEqual(['in', 'Too many guests today: wait a little.']);
  passed += DAY - MINUTE - 1;
  expect(await ask()).toContain('today');
  passed += 1;
  expect(await ask()).toBe('in');
  await app.close();
});
