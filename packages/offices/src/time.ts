// Times in words, without a clock: what a moment is called follows from its milliseconds alone.

export const DAY_MS = 86_400_000;
/** Days from the first of March of year 0, where leap days come last, to the first of January 1970. */
const SHIFT = 719_468;
const ERA_DAYS = 146_097;

const two = (value: number): string => String(value).padStart(2, '0');

/** The date of a day counted from 1970, as `2026-11-16`. */
export function dateOf(day: number): string {
  const shifted = day + SHIFT;
  const era = Math.floor(shifted / ERA_DAYS);
  const inEra = shifted - era * ERA_DAYS;
  const year = Math.floor(
    (inEra - Math.floor(inEra / 1_460) + Math.floor(inEra / 36_524) - Math.floor(inEra / 146_096)) / 365,
  );
  const inYear = inEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const march = Math.floor((5 * inYear + 2) / 153);
  const date = inYear - Math.floor((153 * march + 2) / 5) + 1;
  const month = march < 10 ? march + 3 : march - 9;
  return `${year + era * 400 + (month <= 2 ? 1 : 0)}-${two(month)}-${two(date)}`;
}

/** The day, counted from 1970, of a date: the other way round. */
export function dayOf(year: number, month: number, date: number): number {
  const shiftedYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(shiftedYear / 400);
  const inEra = shiftedYear - era * 400;
  const march = month > 2 ? month - 3 : month + 9;
  const inYear = Math.floor((153 * march + 2) / 5) + date - 1;
  const days = inEra * 365 + Math.floor(inEra / 4) - Math.floor(inEra / 100) + inYear;
  return era * ERA_DAYS + days - SHIFT;
}

/** A moment to the minute, in UTC: `2026-11-16 15:04 UTC`. */
export function tellTime(at: number): string {
  const day = Math.floor(at / DAY_MS);
  const minutes = Math.floor((at - day * DAY_MS) / 60_000);
  return `${dateOf(day)} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)} UTC`;
}

const WRITTEN = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{3}))?Z$/;

/** A moment as records write it, `2026-11-16T15:04:05.120Z`, in milliseconds; null for anything else. */
export function readInstant(text: string): number | null {
  const found = WRITTEN.exec(text);
  if (!found) return null;
  const [year = 0, month = 0, date = 0, hours = 0, minutes = 0, seconds = 0, ms = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
  const day = dayOf(year, month, date);
  const isReal = month >= 1 && month <= 12 && hours < 24 && minutes < 60 && seconds < 60;
  if (!isReal || dateOf(day) !== text.slice(0, 'YYYY-MM-DD'.length)) return null;
  return day * DAY_MS + ((hours * 60 + minutes) * 60 + seconds) * 1_000 + ms;
}
