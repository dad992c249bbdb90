import { readInstant, tellTime } from '@boxperson/offices';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test('a moment is told as the calendar has it', () => {
  expect(tellTime(0)).toBe('1970-01-01 00:00 UTC');
  expect(tellTime(Date.UTC(2028, 1, 29, 23, 59, 59))).toBe('2028-02-29 23:59 UTC');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 8_000_000_000_000 }), (at) => {
      const iso = new Date(at).toISOString();
      expect(tellTime(at)).toBe(`${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`);
      expect(readInstant(iso)).toBe(at);
    }),
  );
});

test('what is no moment is none', () => {
  const faults = [
    '',
    '2026-11-16',
    '2026-02-30T00:00:00.000Z',
    '2026-13-01T00:00:00Z',
    '2026-11-16T24:00:00Z',
    'x',
  ];
  for (const text of faults) expect(readInstant(text), text).toBeNull();
  expect(readInstant('2028-02-29T23:59:59Z')).toBe(Date.UTC(2028, 1, 29, 23, 59, 59));
});
