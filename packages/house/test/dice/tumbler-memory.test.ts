import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  fileMemory,
  type LastRoll,
  makeTumblerKey,
  parseTumblerKey,
  SimulatedTumbler,
  tumbleWith,
} from '../../src/dice/tumbler/index.js';
import { seeded } from './tumbler.helper.js';

const folder = mkdtempSync(join(tmpdir(), 'boxperson-tumbler-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a device's memory", () => {
  test.each<LastRoll>([
    { roll: 'r1', reported: null, acknowledged: false },
    { roll: 'a/1', reported: { kind: 'result', dice: [3, 4] }, acknowledged: false },
    { roll: 'a/2', reported: { kind: 'cocked' }, acknowledged: true },
    { roll: 'a/3', reported: { kind: 'fault', code: 'jam', text: 'stuck "fast"' }, acknowledged: false },
  ])('keeps %o', (last) => {
    const path = join(folder, 'kept.json');
    fileMemory(path).save(last);
    expect(fileMemory(path).load()).toEqual(last);
    expect(readdirSync(folder).filter((name) => name.startsWith('kept'))).toEqual(['kept.json']);
  });

  test('is empty at first', () => {
    expect(fileMemory(join(folder, 'new.json')).load()).toBeNull();
  });

  test.each([
    '',
    '{',
    'null',
    '[]',
    '{"roll":"r1"}',
    '{"roll":"r 1","report":null,"acknowledged":false}',
    '{"roll":"r1","report":null,"acknowledged":"no"}',
    '{"roll":"r1","report":"RESULT r2 1 2","acknowledged":false}',
    '{"roll":"r1","report":"RESULT r1 1 7","acknowledged":false}',
    '{"roll":"r1","report":"PONG","acknowledged":false}',
    '{"roll":"r1","report":5,"acknowledged":false}',
  ])('that is spoilt is not guessed at: %s', (text) => {
    const path = join(folder, 'spoilt.json');
    writeFileSync(path, text);
    expect(() => fileMemory(path).load()).toThrow('does not hold the last roll');
    expect(
      () => new SimulatedTumbler({ port: 1, id: 't1', key: Buffer.alloc(32), memory: fileMemory(path) }),
    ).toThrow();
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test('that cannot be reached is an error, not an empty one', () => {
    expect(() => fileMemory(folder).load()).toThrow();
    expect(() =>
      fileMemory(join(folder, 'no', 'where')).save({ roll: 'r', reported: null, acknowledged: false }),
    ).toThrow();
  });
});

test('a key is 64 hexadecimal digits on a line', () => {
  const text = makeTumblerKey();
  expect(parseTumblerKey(`${text}\n`)?.toString('hex')).toBe(text);
  expect(parseTumblerKey(text)).not.toEqual(parseTumblerKey(makeTumblerKey()));
  for (const wrong of ['', text.slice(1), `${text}0`, text.replace(/.$/, 'g'), `${text} ${text}`]) {
    expect(parseTumblerKey(wrong)).toBeNull();
  }
});

test('mishaps come as often as asked for', () => {
  const tumble = tumbleWith({ cocked: 0.01, fault: 0.001 }, seeded(3));
  const counts = { result: 0, cocked: 0, fault: 0 };
  for (let roll = 0; roll < 200_000; roll += 1) counts[tumble().kind] += 1;
  // Five standard deviations on either side of 2,000 and 200.
  expect(Math.abs(counts.cocked - 2_000)).toBeLessThan(223);
  expect(Math.abs(counts.fault - 200)).toBeLessThan(71);
  expect(() => tumbleWith({ cocked: 0.6, fault: 0.6 })).toThrow(RangeError);
  expect(() => tumbleWith({ cocked: -0.1, fault: 0 })).toThrow(RangeError);
});
