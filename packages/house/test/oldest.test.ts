import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { takeOldest } from '../src/oldest.js';
import { Bounded } from '../src/people/bounded.js';

test('goes in the order in which it came, whatever went out or came anew meanwhile', () => {
  const map = new Map([1, 2, 3, 4, 5].map((key) => [key, `${key}`]));
  expect(takeOldest(map, 5)).toEqual([]);
  expect(takeOldest(map, 4)).toEqual([[1, '1']]);
  map.delete(2);
  map.delete(3);
  map.set(3, 'again');
  expect(takeOldest(map, 1)).toEqual([
    [4, '4'],
    [5, '5'],
  ]);
  expect([...map]).toEqual([[3, 'again']]);
  expect(takeOldest(map, 0)).toEqual([[3, 'again']]);
});

test('is looked for from the beginning, past all that was taken out before, once for many', () => {
  const MOST = 50_000;
  const map = new Map(Array.from({ length: MOST }, (_, nr) => [nr, nr]));
  const looks = vi.spyOn(map, Symbol.iterator);
  const taken: number[] = [];
  for (let nr = MOST; nr < 2 * MOST; nr++) {
    map.set(nr, nr);
    taken.push(...takeOldest(map, MOST).map(([key]) => key));
    expect(map.size).toBeLessThanOrEqual(MOST);
  }
  expect(looks.mock.calls.length).toBeLessThan(1_000);
  expect(map.size).toBeGreaterThan(MOST - 100);
  expect(taken).toEqual(taken.map((_, nr) => nr));
});

test('a few that are used again and again cost no memory', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const bounded = new Bounded<string, number>(100);
  for (const key of ['ann', 'bob', 'cem']) bounded.set(key, 1);
  const before = used();
  // A table of the map is made anew at every second or third of them: that is 100 MB, if any of it stays.
  for (let nr = 0; nr < 300_000; nr++) for (const key of ['ann', 'bob', 'cem']) bounded.get(key);
  expect(used() - before).toBeLessThan(5_000_000);
  expect(bounded.size).toBe(3);
});
