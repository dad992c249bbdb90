import type { TableEvent } from '@boxperson/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { houseConfig, makeTumblerKey, parseTumblerKey, SimulatedTumbler, tumbleWith } from '../src/index.js';
import { until } from './support/client.js';
import { openTestHouse, type TestHouse } from './support/house.js';
import { freePort } from './support/process.js';

let house: TestHouse;
let device: SimulatedTumbler;

/** Every third tumble is cocked, so that six throws never pass without one. */
const everyThirdCocked = () => {
  let tumbles = 0;
  return () => {
    tumbles += 1;
    return tumbles % 3 === 0 ? 0 : 0.9;
  };
};

beforeAll(async () => {
  const key = makeTumblerKey();
  const port = await freePort();
  const config = houseConfig.parse({
    tumblers: { port, devices: [{ id: 't1', key }] },
    tables: [
      {
        id: 'glass',
        name: 'Glass',
        settings: { rulebook: 'aruze', limits: { default: { min: 100, max: 10_000 } }, wageringMs: 1_000 },
        dice: 'tumbler:t1',
      },
    ],
  });
  house = await openTestHouse({ config });
  device = new SimulatedTumbler({
    port,
    id: 't1',
    key: parseTumblerKey(key) as Buffer,
    delayMs: 5,
    tumble: tumbleWith({ cocked: 0.4, fault: 0 }, everyThirdCocked()),
  });
  device.start();
});
afterAll(async () => {
  await device.stop();
  await house.remove();
});

const events = async (): Promise<readonly TableEvent[]> =>
  (await house.house.store.readStream('table/glass', 0, 10_000)).map(
    ({ body }) => JSON.parse(body) as TableEvent,
  );

describe('a table with a tumbler', () => {
  it('rolls what the device shows, and voids the round when dice are cocked (aruze 6.4.1)', async () => {
    const host = house.house.host('glass');
    await until(() => (host?.table.throws ?? 0) >= 6, 'six throws', 60_000);
    const record = await events();
    expect(record.some(({ event }) => event === 'rolled')).toBe(true);
    expect(record.some((event) => event.event === 'round-voided' && event.ground === 'cocked')).toBe(true);
    const draws = (await house.house.store.readStream('dice/glass', 0, 1_000)).map(({ body }) =>
      JSON.parse(body),
    );
    expect(draws.every(({ source }) => source === 'tumbler')).toBe(true);
    expect(draws.length).toBeGreaterThanOrEqual(record.filter(({ event }) => event === 'rolled').length);
  }, 90_000);
});
