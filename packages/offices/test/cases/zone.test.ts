// The clocks on the wall in Sydney, Melbourne and Adelaide, kept as data: the machine's own tables must agree.
import {
  DAY_MS,
  dayOf,
  endOfDay,
  endOfMonth,
  localOf,
  monthOf,
  nextMonth,
  tellLocal,
  ZONE_NAMES,
  type ZoneName,
} from '@boxperson/offices';
import { expect, test } from 'vitest';

const HOUR = 3_600_000;

const FORMATS = new Map(
  ZONE_NAMES.map((zone) => [
    zone,
    new Intl.DateTimeFormat('en-CA', {
      timeZone: `Australia/${zone}`,
      dateStyle: 'short',
      timeStyle: 'short',
      hourCycle: 'h23',
    }),
  ]),
);

/** What the machine says the clock shows, as `2026-10-04 03:00`. */
const onTheWall = (zone: ZoneName, at: number): string =>
  (FORMATS.get(zone)?.format(at) ?? '').replace(', ', ' ');

test.each(ZONE_NAMES)('%s: every half hour around every change of the clocks, for twelve years', (zone) => {
  for (let year = 2024; year < 2036; year++)
    for (const month of [4, 10])
      for (let step = -24; step < 24 * 9; step++) {
        const at = dayOf(year, month, 1) * DAY_MS + step * HOUR + (step % 2) * (HOUR / 2);
        expect(tellLocal(zone, at)).toBe(`${onTheWall(zone, at)} ${zone}`);
      }
});

test.each(ZONE_NAMES)('%s: months and days end at midnight on the wall', (zone) => {
  for (let month = '2026-01'; month < '2029-01'; month = nextMonth(month)) {
    const end = endOfMonth(zone, month);
    expect(onTheWall(zone, end)).toBe(`${nextMonth(month)}-01 00:00`);
    expect([monthOf(zone, end - 1), monthOf(zone, end)]).toEqual([month, nextMonth(month)]);
  }
  for (let day = 0; day < 400; day++) {
    const at = dayOf(2026, 3, 1) * DAY_MS + day * DAY_MS + day * 61_000;
    const end = endOfDay(zone, at, 2);
    expect(onTheWall(zone, end).slice(11)).toBe('00:00');
    // Two days later and the rest of this one, whatever the clocks do meanwhile.
    const days = Math.floor(localOf(zone, end) / DAY_MS) - Math.floor(localOf(zone, at) / DAY_MS);
    expect(days).toBe(3);
  }
});

test('clocks go back on the first Sunday of April and on on the first of October', () => {
  const change = Date.UTC(2026, 9, 3, 16);
  expect([change - 60_000, change].map((at) => tellLocal('Sydney', at))).toEqual([
    '2026-10-04 01:59 Sydney',
    '2026-10-04 03:00 Sydney',
  ]);
  expect(tellLocal('Adelaide', change + HOUR / 2)).toBe('2026-10-04 03:00 Adelaide');
  const back = Date.UTC(2026, 3, 4, 16);
  expect([back - 60_000, back].map((at) => tellLocal('Melbourne', at))).toEqual([
    '2026-04-05 02:59 Melbourne',
    '2026-04-05 02:00 Melbourne',
  ]);
});
