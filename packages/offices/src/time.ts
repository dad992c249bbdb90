// Times in words, without a clock: what a moment is called follows from its milliseconds alone.

const DAY_MS = 86_400_000;
/** Days from the first of March of year 0, where leap days come last, to the first of January 1970. */
const SHIFT = 719_468;
const ERA_DAYS = 146_097;

const two = (value: number): string => String(value).padStart(2, '0');

/** The date of a day counted from 1970, as `2026-11-16`. */
function dateOf(day: number): string {
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

/** A moment to the minute, in UTC: `2026-11-16 15:04 UTC`. */
export function tellTime(at: number): string {
  const day = Math.floor(at / DAY_MS);
  const minutes = Math.floor((at - day * DAY_MS) / 60_000);
  return `${dateOf(day)} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)} UTC`;
}
