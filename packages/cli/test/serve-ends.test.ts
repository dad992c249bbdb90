// However a house that is served comes to its end, the process ends with it, and says why where it failed.
import type { Started, StartOptions } from '@boxperson/house';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runProgram } from '../src/program.js';

const house = vi.hoisted(() => ({ start: (_options: StartOptions): Promise<Started> => Promise.reject() }));
vi.mock('@boxperson/house', async (original) => ({
  ...(await original<object>()),
  startHouse: (options: StartOptions) => house.start(options),
}));

let err = '';
let exits: unknown[] = [];
let handlers: Map<string | symbol, (what?: unknown) => void>;
const before = process.exitCode;

beforeEach(() => {
  [err, exits, handlers] = ['', [], new Map()];
  const keep = (event: string | symbol, handler: (what?: unknown) => void) => {
    handlers.set(event, handler);
    return process;
  };
  vi.spyOn(process, 'on').mockImplementation(keep as never);
  vi.spyOn(process, 'once').mockImplementation(keep as never);
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stdout, 'on').mockReturnValue(process.stdout);
  vi.spyOn(process.stdout, 'removeAllListeners').mockReturnValue(process.stdout);
  vi.spyOn(process.stderr, 'write').mockImplementation(((text: string, told?: () => void) => {
    err += text;
    told?.();
    return true;
  }) as never);
  vi.spyOn(process, 'exit').mockImplementation(((code?: number) => {
    exits.push(code ?? process.exitCode);
  }) as never);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  process.exitCode = before;
});

const never = () => new Promise<never>(() => {});

const served = (parts: Partial<Started>): void => {
  const open = {
    url: '',
    firstStaff: null,
    house: { lobby: () => [], config: { name: '' } },
    alarm: () => {},
  };
  house.start = async () =>
    ({ ...open, drain: async () => {}, close: async () => {}, ...parts }) as unknown as Started;
};

const serve = () => runProgram(['serve', '--port', '0', '--data', 'not-used']);
const broken = () => Promise.reject(new Error('planted'));

test('a start that fails says why before all is closed, once, and ends with code 2', async () => {
  let close = () => {};
  house.start = async ({ onFailed }) => {
    const why = new Error('planted');
    onFailed?.(why);
    await new Promise<void>((resolve) => {
      close = resolve;
    });
    throw why;
  };
  const serving = serve();
  await expect.poll(() => err).toBe('boxperson serve: planted\n');
  expect(exits).toEqual([]);
  close();
  await serving;
  expect([err, exits]).toEqual(['boxperson serve: planted\n', [2]]);
});

test.each([
  ['SIGTERM', {}, 0, ''],
  ['SIGINT', { drain: broken }, 0, ''],
  ['SIGTERM', { close: broken }, 1, 'boxperson serve: not all of it closed: planted\n'],
  ['uncaughtException', {}, 1, ''],
  ['uncaughtException', { close: broken }, 1, ''],
] as const)('%s of a house with %o ends with code %d', async (event, parts, code, words) => {
  served(parts);
  await serve();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  handlers.get(event)?.(new Error('stray'));
  await vi.advanceTimersByTimeAsync(10);
  expect(exits).toEqual([code]);
  expect(err).toBe(words);
});

test('after an exception what does not close keeps no process', async () => {
  served({ close: never });
  await serve();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  handlers.get('uncaughtException')?.(new Error('stray'));
  await vi.advanceTimersByTimeAsync(19_000);
  expect(exits).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(exits).toEqual([1]);
});
