import { expect, test, vi } from 'vitest';
import { Oldest } from '../src/oldest.js';

test('comes out in the order in which it went in, whatever went out or in anew meanwhile', () => {
  const map = new Map([1, 2, 3, 4, 5].map((key) => [key, `${key}`]));
  const oldest = new Oldest(map);
  expect(oldest.take()).toEqual([1, '1']);
  map.delete(2);
  map.delete(3);
  map.set(3, 'again');
  map.set(1, 'again');
  const rest = Array.from({ length: 5 }, () => oldest.take());
  expect(rest).toEqual([[4, '4'], [5, '5'], [3, 'again'], [1, 'again'], undefined]);
  // The end of it is not the end of everything.
  map.set(6, '6');
  expect(oldest.take()).toEqual([6, '6']);
  expect(map.size).toBe(0);
});

test('is not looked for from the beginning, past all that was taken out before', () => {
  const map = new Map([[0, 0]]);
  const looks = vi.spyOn(map, 'entries');
  const oldest = new Oldest(map);
  for (let nr = 1; nr <= 1_000; nr++) {
    map.set(nr, nr);
    expect(oldest.take()).toEqual([nr - 1, nr - 1]);
  }
  expect(looks).toHaveBeenCalledTimes(1);
});
