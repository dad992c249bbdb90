import type {} from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { placeOf } from '../people/address.js';
import { sayNo } from './says-no.js';

/** At most so many calls in so long: of one address, or of the whole house. */
export interface Limit {
  readonly per: 'address' | 'house';
  readonly most: number;
  readonly ms: number;
  /** What there were too many of. */
  readonly of: string;
}

export const MINUTE = 60_000;

const KEYS: Readonly<Record<Limit['per'], (request: FastifyRequest) => string>> = {
  address: ({ ip }) => placeOf(ip),
  house: () => 'house',
};

/** Whose call it is, as far as an address tells. */
export const callerOf = KEYS.address;

/** Refuses what comes too often; everybody has a count of their own for each route that says so. */
export function makeLimits(
  app: FastifyInstance,
  limits: readonly Limit[],
): (request: FastifyRequest) => Promise<void> {
  const checks = limits.map(({ per, most, ms, of }) => ({
    of,
    check: app.createRateLimit({ max: most, timeWindow: ms, keyGenerator: KEYS[per] }),
  }));
  return async (request) => {
    for (const { of, check } of checks) {
      const found = await check(request);
      if (!found.isAllowed && found.isExceeded)
        sayNo('too-fast', `Too many ${of}: wait a little.`, { retryAfter: found.ttlInSeconds });
    }
  };
}
