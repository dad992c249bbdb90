import { nameOf, type Table, type TableEvent } from '@boxperson/rules';
import { useState } from 'react';
import { spotOfCommand } from '../felt/actions.js';
import { ClauseButton } from '../felt/Clause.js';
import { useNow } from '../felt/hooks.js';
import type { TableState } from '../model.js';
import { dollars } from '../ui/money.js';
import { sayCountdown, sayTime } from '../ui/words.js';
import { NOT_CONNECTED } from './held.js';

interface BannersProps {
  readonly table: Table;
  readonly state: TableState;
  readonly player: string | null;
  /** A phone has room for one above the felt: the others stand below it. */
  readonly which?: 'all' | 'first' | 'others';
  /** Has there been a roll since the notices were put up? */
  readonly rolled?: boolean;
  readonly onMoney: () => void;
  /** The clock of the house. */
  readonly now: () => number;
  /** Shows the card that the house lends; null where none is wanting. */
  readonly onCard: (() => void) | null;
}

interface Banner {
  readonly key: string;
  readonly kind: 'alarm' | 'notice' | 'quiet';
  readonly text: string;
  readonly clause?: string | null | undefined;
  /** When it comes to be, where it has a time: it counts down. */
  readonly until?: number | undefined;
  readonly act?: { readonly says: string; readonly go: () => void };
}

/** What everybody at the table should know now, most urgent first. */
export function Banners(props: BannersProps) {
  const { table, state, player, which = 'all', rolled = false, now, onMoney, onCard } = props;
  const all: readonly Banner[] = [
    ...(state.online ? [] : [offline(player)]),
    ...stageBanners(table),
    ...cardBanners(table, onCard),
    ...eventBanners(table, state, player),
    ...(player === null ? [] : ownBanners(table, player, onMoney)),
    ...noticeBanners(table),
  ];
  // Over the last roll lies what is urgent; a notice that counts down for minutes makes way for the next one.
  const first = all.find(({ until }) => until === undefined || !rolled);
  const banners = which === 'all' ? all : all.filter((one) => (one === first) === (which === 'first'));
  return (
    <div className={`banners ${which}`}>
      {banners.map(({ key, kind, text, clause, until, act }) => (
        <p
          key={key}
          className={`state-banner ${kind}`}
          role={kind === 'alarm' ? 'alert' : 'status'}
          data-banner={key}
        >
          <span>
            {text}
            {until !== undefined && <Left until={until} now={now} />}
          </span>
          {clause && <ClauseButton book={table.game.rulebook} cited={{ clause }} />}
          {act && (
            <button type="button" onClick={act.go}>
              {act.says}
            </button>
          )}
        </p>
      ))}
    </div>
  );
}

/** The time is said already; this is for the eye. */
function Left({ until, now }: { until: number; now: () => number }) {
  const [read] = useState(() => now);
  const at = useNow(read, 1_000);
  return (
    <b className="banner-left" aria-hidden="true">
      {' · in '}
      {sayCountdown(until - at)}
    </b>
  );
}

const offline = (player: string | null): Banner => ({
  key: 'offline',
  kind: 'alarm',
  text: `${NOT_CONNECTED}, trying again…${player === null ? '' : ' Your credit and wagers are safe with the house.'}`,
});

function stageBanners(table: Table): readonly Banner[] {
  if (table.phase === 'stopped')
    return [
      {
        key: 'stopped',
        kind: 'alarm',
        text: 'The game system is stopped. All plays are void and their stakes are back. An attendant is on the way.',
        clause: '6.6',
      },
    ];
  if (table.phase === 'closed')
    return [{ key: 'closed', kind: 'notice', text: 'This table is closed. Thank you for playing.' }];
  return [];
}

/** star-2024 10.1: one plays on one's own card, and shows it before the first wager. */
const cardBanners = ({ game }: Table, onCard: (() => void) | null): readonly Banner[] =>
  onCard === null
    ? []
    : [
        {
          key: 'card',
          kind: 'notice',
          text: 'You need a Player Card here.',
          clause: game.rulebook.conduct.wagers.card.clause,
          act: { says: 'Show a demonstration card', go: onCard },
        },
      ];

const DECIDING: readonly TableEvent['event'][] = [
  'shot',
  'dice-thrown',
  'system-malfunctioned',
  'rolled',
  'round-voided',
  'no-roll',
  'game-voided',
  'outcome-invalidated',
  'throw-voided',
];

/** A throw that did not count stays on the screen until the next one does. */
function eventBanners(table: Table, { told }: TableState, player: string | null): readonly Banner[] {
  const last = [...told].reverse().find(({ event }) => DECIDING.includes(event.event))?.event;
  if (last?.event === 'round-voided') {
    const ground = table.game.rulebook.conduct.round?.voids.find(({ id }) => id === last.ground);
    const back = last.returned.filter((one) => one.player === player);
    const sum = back.reduce((all, { amount, commission }) => all + amount + commission, 0);
    const yours = sum > 0 ? ` ${dollars(sum)} came back to you.` : '';
    return [
      {
        key: 'void',
        kind: 'alarm',
        text: `Round void: ${(ground?.text ?? 'no result').toLowerCase()}. What was bet on it goes back.${yours}`,
        clause: last.clause,
      },
    ];
  }
  if (last?.event === 'no-roll')
    return [
      { key: 'no-roll', kind: 'notice', text: `No roll: ${last.text.toLowerCase()}`, clause: last.clause },
    ];
  if (last?.event === 'throw-voided')
    return [
      {
        key: 'throw-void',
        kind: 'notice',
        text: 'The throw does not count: the dice are thrown again.',
        clause: last.clause,
      },
    ];
  if (last?.event === 'game-voided')
    return [
      {
        key: 'game-void',
        kind: 'notice',
        text: 'The game is void: the point is cancelled, wagers may be taken down.',
        clause: last.clause,
      },
    ];
  if (last?.event === 'outcome-invalidated')
    return [
      { key: 'invalid', kind: 'alarm', text: 'The last outcome was declared invalid.', clause: last.clause },
    ];
  return [];
}

function ownBanners(table: Table, player: string, onMoney: () => void): readonly Banner[] {
  const me = table.game.players.find(({ name }) => name === player);
  const guest = table.guests.find((one) => one.player === player);
  const banners: Banner[] = [];
  if (me && me.balance === 0 && !guest?.malfunction)
    banners.push({
      key: 'no-credit',
      kind: 'notice',
      text: me.wagers.length > 0 ? 'No credit left: your wagers play on.' : 'No credit left.',
      act: { says: 'Add money', go: onMoney },
    });
  if (table.shooter.asked && table.shooter.shooter === player)
    banners.push({
      key: 'asked',
      kind: 'notice',
      text: 'To go on throwing, place a line wager of the table minimum.',
      clause: table.game.rulebook.conduct.shooter.withoutLine.clause,
    });
  return banners;
}

function noticeBanners({ posted, closing, pays, game }: Table): readonly Banner[] {
  const banners: Banner[] = [];
  if (posted)
    banners.push({
      key: 'posted',
      kind: 'quiet',
      text: `New limits from ${sayTime(posted.from)}: ${dollars(posted.sign.limits.default.min)} to ${dollars(posted.sign.limits.default.max)}`,
      clause: game.rulebook.conduct.notices.raiseMinimum.clause,
      until: posted.from,
    });
  if (pays)
    banners.push({
      key: 'pays',
      kind: 'quiet',
      text: `Higher odds from ${sayTime(pays.from)}`,
      clause: game.rulebook.money.higherPays.clause,
      until: pays.from,
    });
  const kinds = {
    sign: 'This table is closing',
    'last-shooter': 'Last shooter',
    'inspector-told': 'This table is closing',
    'close-of-play': 'Close of play: this round and no more',
  };
  if (closing)
    banners.push({
      key: 'close-of-play',
      kind: 'notice',
      text: [
        `${kinds[closing.kind]}${closing.at === null ? '' : ` at ${sayTime(closing.at)}`}`,
        ...(closing.shooter ? [`shooter: ${closing.shooter}`] : []),
      ].join(' · '),
      clause: game.rulebook.conduct.notices.closing.clause,
      until: closing.at ?? undefined,
    });
  return banners;
}

/** One word across the felt while nothing can be bet, and why. It hides nothing and takes no touch. */
export function Stamp({ table, state }: { table: Table; state: TableState }) {
  const words: Partial<Record<Table['phase'], string>> = {
    thrown: 'No more bets',
    rolling: 'No more bets',
    shooting: 'Bets are closed',
    stopped: 'Stopped',
    closed: 'Closed',
  };
  const text = state.online ? words[table.phase] : NOT_CONNECTED;
  return text ? (
    <p className="stamp" aria-hidden="true">
      {text}
    </p>
  ) : null;
}

/** Commands on their way, said in words for those who do not see the pale chip. */
export function Underway({ table, state }: { table: Table; state: TableState }) {
  const first = state.pending[0];
  if (!first) return null;
  const spot = spotOfCommand(first.command);
  return (
    <span className="underway" data-pending={state.pending.length}>
      {spot ? `${nameOf(table.game.rulebook, spot)}…` : 'One moment…'}
    </span>
  );
}
