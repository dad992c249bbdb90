/** `a`, `a and b`, `a, b and c`. */
export const sayList = (items: readonly string[], last = 'and'): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`;

/** The hour on the wall where the player is. */
export const sayTime = (at: number): string =>
  new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });

/** `19:05`, `1:02:40`; `now` when it is due. */
export function sayCountdown(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  if (seconds <= 0) return 'now';
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = `${two(minutes)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** Seconds left as a ring has room for them: `45`, `12:30`, `2 h`. */
export function sayLeft(seconds: number): string {
  if (seconds < 100) return String(seconds);
  if (seconds >= 3_600) return `${Math.ceil(seconds / 3_600)} h`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long something is away, as one says it: `2 days 4 h`, `5 h 10 min`, `12 min`, `less than a minute`. */
export function saySpan(ms: number): string {
  const away = Math.abs(ms);
  const [days, hours, minutes] = [
    Math.floor(away / DAY_MS),
    Math.floor(away / HOUR_MS) % 24,
    Math.floor(away / MINUTE_MS) % 60,
  ];
  if (days > 0) return `${days} day${days === 1 ? '' : 's'}${hours > 0 ? ` ${hours} h` : ''}`;
  if (hours > 0) return `${hours} h${minutes > 0 ? ` ${minutes} min` : ''}`;
  return minutes > 0 ? `${minutes} min` : 'less than a minute';
}

/** `in 5 h 10 min`, or `5 h 10 min ago`. */
export const sayAway = (at: number, now: number): string =>
  at >= now ? `in ${saySpan(at - now)}` : `${saySpan(at - now)} ago`;
