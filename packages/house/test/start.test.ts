// A start that fails leaves nothing open: no door, no store, nobody who still works.
import { createServer } from 'node:net';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { houseConfig, type StartOptions, startHouse } from '../src/index.js';
import { PracticeFloor } from '../src/tables/practice.js';
import { keyFor } from './dice/tumbler.helper.js';
import { removeFolders, storeFolder } from './store/folders.js';
import { freePort } from './support/process.js';

afterAll(removeFolders);
afterEach(() => vi.restoreAllMocks());

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

test('a start that fails says so before anything is closed, and waits no longer than it must for what hangs', async () => {
  const { options, doors } = await optionsFor(storeFolder());
  const told: string[] = [];
  let goOn = () => {};
  vi.spyOn(PracticeFloor.prototype, 'close').mockImplementation(async () => {
    told.push('closes');
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
  });
  const onFailed = (error: unknown) => void told.push(String(error));
  const onError = (error: unknown, where: string) => void told.push(`${where}: ${String(error)}`);
  const failing = { ...options, closesWithinMs: 300, onFailed, onError };
  Object.defineProperty(failing, 'patrol', { get: planted });
  await expect(startHouse(failing)).rejects.toThrow('planted');
  expect(told).toEqual(['Error: planted', 'closes', 'start: Error: not all of it closed within 300 ms']);
  goOn();
  await expect.poll(() => Promise.all(doors.map(isFree)), { timeout: 20_000 }).toEqual([true, true]);
});

test('a start for which there is no door says so, too', async () => {
  const { options } = await optionsFor(storeFolder());
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(options.port, '127.0.0.1', resolve));
  const told: unknown[] = [];
  const onFailed = (error: unknown) => void told.push(error);
  await expect(startHouse({ ...options, onFailed })).rejects.toThrow('EADDRINUSE');
  expect(told).toEqual([expect.objectContaining({ code: 'EADDRINUSE' })]);
  await new Promise((resolve) => other.close(resolve));
});
