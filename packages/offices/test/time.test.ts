import { tellTime } from '@boxperson/offices';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test('a moment is told as the calendar has it', () => {
  expect(tellTime(0)).toBe('1970-01-01 00:00 UTC');
  expect(tellTime(Date.UTC(2028, 1, 29, 23, 59, 59))).toBe('2028-02-29 23:59 UTC');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 8_000_000_000_000 }), (at) => {
      const iso = new Date(at).toISOString();
      expect(tellTime(at)).toBe(`${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`);
    }),
  );
});
