import { rmSync } from 'node:fs';
import { makeStoreFolder } from '../../../../test/support/empty-store.mjs';
import {
  BRISK,
  type HouseConfig,
  houseConfig,
  type Started,
  type StartOptions,
  startHouse,
} from '../../src/index.js';

/** Scrypt as cheap as it gets: what is tested here is not how hard a password is to guess. */
const CHEAP = { secrets: { cost: { logN: 10, r: 8, p: 1 } } };

const CHIPS = [100, 500, 2_500, 10_000];
const LIMITS = { default: { min: 500, max: 100_000 } };
const BOOKS = ['star', 'star-2024', 'crown', 'crown-mini', 'adelaide'] as const;

/** A table of each game, quick enough for tests. */
export const SIX: HouseConfig = houseConfig.parse({
  tables: [
    ...BOOKS.map((rulebook) => ({
      id: rulebook,
      name: rulebook,
      settings: { rulebook, seats: 16, chips: CHIPS, limits: LIMITS },
    })),
    {
      id: 'aruze',
      name: 'aruze',
      settings: { rulebook: 'aruze', seats: 10, limits: LIMITS, wageringMs: 1_000 },
    },
  ],
});

export interface TestHouse extends Started {
  readonly data: string;
  remove(): Promise<void>;
}

/** A whole test comes from one address: only tests of the limits themselves feel them. */
const ROOMY: HouseConfig['limits'] = { requests: 1_000_000, sockets: 10_000, connections: 20_000 };

export async function openTestHouse(
  options: Partial<StartOptions> = {},
  limits: Partial<HouseConfig['limits']> = {},
): Promise<TestHouse> {
  const data = options.data ?? makeStoreFolder('house-');
  const config = { ...(options.config ?? SIX), limits: { ...ROOMY, ...limits } };
  const started = await startHouse({ port: 0, pace: BRISK, people: CHEAP, ...options, data, config });
  const remove = async () => {
    await started.close();
    rmSync(data, { recursive: true, force: true });
  };
  return { ...started, data, remove };
}
