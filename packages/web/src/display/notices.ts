import { type Table, type TableSign, wagerName } from '@boxperson/rules';
import { dollars } from '../ui/money.js';
import { sayTime } from '../ui/words.js';

export { sayCountdown } from '../ui/words.js';

import { otherLimits } from './facts.js';

/** Something that the table announces. */
export interface Notice {
  readonly key: 'posted' | 'closing' | 'pays';
  readonly says: string;
  readonly more: string | null;
  readonly clause: string | null;
  /** When it comes to be; null where the notice has no time. */
  readonly at: number | null;
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

/** adelaide 6(b): what the house pays beyond the list, before it does. */
function paysNotice({ pays, game }: Table): readonly Notice[] {
  if (!pays) return [];
  const names = [...new Set(pays.higherPays.map(({ wager }) => wagerName(game.rulebook, wager)))];
  const { clause } = game.rulebook.money.higherPays;
  const more = `${names.join(', ')}, from ${sayTime(pays.from)}`;
  return [{ key: 'pays', says: 'Higher odds', more, clause, at: pays.from }];
}

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
    ...paysNotice(table),
  ];
}
