import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { inside } from './inside.helper.js';

const folder = mkdtempSync(join(tmpdir(), 'boxperson-serve-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a port that is taken: one sentence with --port, and nothing is left behind', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const data = join(folder, 'data');
  try {
    const { out, err, code, isGone } = await inside(['serve', '--port', String(port), '--data', data]);
    // What a house that failed later has left open would keep the process for ever.
    expect([out, code, isGone]).toEqual(['', 2, true]);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).toContain(`port ${port} is taken already`);
    expect(err).toMatch(/such as --port \d+\n$/);
    expect(existsSync(data)).toBe(false);
  } finally {
    await new Promise((resolve) => other.close(resolve));
  }
});

test.each([
  [['--port', 'eighty'], '--port must be a whole number from 0 to 65535, not "eighty"'],
  [['--port', '0', '--host', '203.0.113.7'], 'has no address 203.0.113.7'],
])('%j: %s', async (args, words) => {
  const { err, code } = await inside(['serve', '--data', join(folder, 'other'), ...args]);
  expect([code, err.trim().split('\n').length]).toEqual([2, 1]);
  expect(err).toContain(words);
  expect(existsSync(join(folder, 'other'))).toBe(false);
});
