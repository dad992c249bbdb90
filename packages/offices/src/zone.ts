import type { RulebookId } from '@boxperson/rules';
import { DAY_MS, dateOf, dayOf } from './time.js';

// What the clocks on the wall say where the books come from: kept as data, for nothing here may ask the machine.

export const ZONE_NAMES = ['Sydney', 'Melbourne', 'Adelaide'] as const;
export type ZoneName = (typeof ZONE_NAMES)[number];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Minutes ahead of UTC in winter. All three put their clocks on by an hour from October to April. */
const STANDARD: Readonly<Record<ZoneName, number>> = { Sydney: 600, Melbourne: 600, Adelaide: 570 };

/** Since 2008: from the first Sunday of October to the first Sunday of April, at two o'clock standard time. */
const DAYLIGHT = { month: 10, untilMonth: 4, hour: 2 } as const;

export const ZONE_OF: Readonly<Record<RulebookId, ZoneName>> = {
  star: 'Sydney',
  'star-2024': 'Sydney',
  aruze: 'Sydney',
  crown: 'Melbourne',
  'crown-mini': 'Melbourne',
  adelaide: 'Adelaide',
};

/** The first of January 1970 was a Thursday. */
const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

function firstSunday(year: number, month: number): number {
  const first = dayOf(year, month, 1);
  return first + ((7 - weekdayOf(first)) % 7);
}

const changeAt = (zone: ZoneName, year: number, month: number): number =>
  firstSunday(year, month) * DAY_MS + DAYLIGHT.hour * HOUR_MS - STANDARD[zone] * MINUTE_MS;

const standardOf = (zone: ZoneName, at: number): number => at + STANDARD[zone] * MINUTE_MS;

function isDaylight(zone: ZoneName, at: number): boolean {
  const year = Number(dateOf(Math.floor(standardOf(zone, at) / DAY_MS)).slice(0, 4));
  return at < changeAt(zone, year, DAYLIGHT.untilMonth) || at >= changeAt(zone, year, DAYLIGHT.month);
}

/** The moment as the clock on the wall counts it, in milliseconds from 1970. */
export const localOf = (zone: ZoneName, at: number): number =>
  standardOf(zone, at) + (isDaylight(zone, at) ? HOUR_MS : 0);

/** When a day begins there. Clocks change at two, so there is one midnight a day. */
function startOfDay(zone: ZoneName, day: number): number {
  const standard = day * DAY_MS - STANDARD[zone] * MINUTE_MS;
  return isDaylight(zone, standard) ? standard - HOUR_MS : standard;
}

/** When the day is over that comes so many days after this one. */
export const endOfDay = (zone: ZoneName, at: number, days = 0): number =>
  startOfDay(zone, Math.floor(localOf(zone, at) / DAY_MS) + days + 1);

/** `2026-11`. */
export const monthOf = (zone: ZoneName, at: number): string =>
  dateOf(Math.floor(localOf(zone, at) / DAY_MS)).slice(0, 7);

/** The month after this one. */
export function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

/** When a month is over there. */
export function endOfMonth(zone: ZoneName, month: string): number {
  const [year = 0, number = 0] = nextMonth(month).split('-').map(Number);
  return startOfDay(zone, dayOf(year, number, 1));
}

/** A moment to the minute on the wall there: `2026-11-16 15:04 Sydney`. */
export function tellLocal(zone: ZoneName, at: number): string {
  const local = localOf(zone, at);
  const day = Math.floor(local / DAY_MS);
  const minutes = Math.floor((local - day * DAY_MS) / MINUTE_MS);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${dateOf(day)} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)} ${zone}`;
}
