import rateLimit from '@fastify/rate-limit';
import fastify from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { countsBy } from '../../src/wire/counts.js';
import { makeLimits } from '../../src/wire/limits.js';

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
