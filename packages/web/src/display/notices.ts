import type { Table, TableSign } from '@boxperson/rules';
import { dollars } from '../ui/money.js';
import { sayTime } from '../ui/words.js';
import { otherLimits } from './facts.js';

/** Something that the table announces. */
export interface Notice {
  readonly key: 'posted' | 'closing';
  readonly says: string;
  readonly more: string | null;
  readonly clause: string | null;
  /** When it comes to be; null where the notice has no time. */
  readonly at: number | null;
}

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

function sayChanges(table: Table, next: TableSign): string {
  const [now, then] = [table.sign.limits.default, next.limits.default];
  const changes = [
    ...(now.min === then.min ? [] : [`minimum ${dollars(then.min)}`]),
    ...(now.max === then.max ? [] : [`maximum ${dollars(then.max)}`]),
  ];
  const others = otherLimits(table.game.rulebook, next);
  const before = otherLimits(table.game.rulebook, table.sign).map(({ says, names }) => `${names} ${says}`);
  const named = others
    .filter(({ says, names }) => !before.includes(`${names} ${says}`))
    .map(({ says, names }) => `${names.join(', ')} ${says}`);
  const all = [...changes, ...named];
  const said = all.length === 0 ? 'other limits' : all.join(', ');
  return said.charAt(0).toUpperCase() + said.slice(1);
}

const CLOSING = {
  sign: 'This table closes',
  'last-shooter': 'Last shooter',
  'inspector-told': 'This table closes',
  'close-of-play': 'Close of play',
} as const;

export function noticesOf(table: Table): readonly Notice[] {
  const { posted, closing } = table;
  const { notices } = table.game.rulebook.conduct;
  return [
    ...(posted
      ? [
          {
            key: 'posted' as const,
            says: sayChanges(table, posted.sign),
            more: `from ${sayTime(posted.from)}`,
            clause: notices.raiseMinimum.clause,
            at: posted.from,
          },
        ]
      : []),
    ...(closing
      ? [
          {
            key: 'closing' as const,
            says: CLOSING[closing.kind],
            more: closing.at === null ? closing.shooter : `at ${sayTime(closing.at)}`,
            clause: notices.closing.clause,
            at: closing.at,
          },
        ]
      : []),
  ];
}
