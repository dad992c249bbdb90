// A start that fails leaves nothing open: no door, no store, nobody who still works.
import { createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { houseConfig, type StartOptions, startHouse } from '../src/index.js';
import { keyFor } from './dice/tumbler.helper.js';
import { removeFolders, storeFolder } from './store/folders.js';
import { freePort } from './support/process.js';

afterAll(removeFolders);

const settings = { rulebook: 'star', limits: { default: { min: 500, max: 50_000 } } };

const optionsFor = async (data: string) => {
  const tumblers = { port: await freePort(), devices: [{ id: 't1', key: keyFor('t1').toString('hex') }] };
  const config = houseConfig.parse({ tumblers, tables: [{ id: 'quay', name: 'Quay', settings }] });
  const options: StartOptions = { data, port: await freePort(), config };
  return { options, doors: [options.port, tumblers.port] };
};

/** Is nobody at an address any more? */
const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const door = createServer().once('error', () => resolve(false));
    door.listen(port, '127.0.0.1', () => door.close(() => resolve(true)));
  });

/** What is asked for when all before it is open. */
const planted = (): never => {
  throw new Error('planted');
};

test.each([
  ['before the tables are open', 'pace'],
  ['when the doors are open', 'patrol'],
] as const)('a start that fails %s closes what it opened', async (_when, asked) => {
  const data = storeFolder();
  const { options, doors } = await optionsFor(data);
  const failing = Object.defineProperty({ ...options }, asked, { get: planted });
  await expect(startHouse(failing)).rejects.toThrow('planted');
  expect(await Promise.all(doors.map(isFree))).toEqual([true, true]);
  const house = await startHouse(options);
  expect(await Promise.all(doors.map(isFree))).toEqual([false, false]);
  await house.close();
  expect(await Promise.all(doors.map(isFree))).toEqual([true, true]);
});
