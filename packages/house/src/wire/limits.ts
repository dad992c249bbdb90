import type {} from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { placeOf } from '../people/address.js';
import { sayNo } from './says-no.js';

/**
 * At most so many calls in so long: of one address, of one person who is known, or of the whole house. What the whole
 * house has, anybody can use up: it is for what is everybody's, and never for what only some may ask.
 */
export interface Limit {
  readonly per: 'address' | 'person' | 'house';
  readonly most: number;
  readonly ms: number;
  /** What there were too many of. */
  readonly of: string;
}

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** Whose call it is, as far as an address tells. */
export const callerOf = ({ ip }: FastifyRequest): string => placeOf(ip);

/** Refuses what comes too often; everybody has a count of their own for each route that says so. */
export function makeLimits(
  app: FastifyInstance,
  limits: readonly Limit[],
  personOf: (request: FastifyRequest) => string = () => '',
): (request: FastifyRequest) => Promise<void> {
  const keys = { address: callerOf, person: personOf, house: () => 'house' } as const;
  const checks = limits.map(({ per, most, ms, of }) => ({
    of,
    check: app.createRateLimit({ max: most, timeWindow: ms, keyGenerator: keys[per] }),
  }));
  return async (request) => {
    for (const { of, check } of checks) {
      const found = await check(request);
      if (!found.isAllowed && found.isExceeded)
        sayNo('too-fast', `Too many ${of}: wait a little.`, { retryAfter: found.ttlInSeconds });
    }
  };
}
