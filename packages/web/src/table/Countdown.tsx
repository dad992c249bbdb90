import { type Next, nextOf, type Table, turnsNow } from '@boxperson/rules';
import { useEffect, useState } from 'react';
import { useNow } from '../felt/hooks.js';
import type { TableModel, TableState } from '../model.js';
import { sound } from '../settings/voice.js';
import { sayLeft, saySpan } from '../ui/words.js';
import { sayWait } from './waits.js';

const LAST_SECONDS = 5;
/** What the crew does quicker than that needs no clock. */
const SHORTEST_MS = 1_500;

interface CountdownProps {
  readonly table: Table;
  readonly state: TableState;
  readonly model: TableModel;
  readonly player: string | null;
}

/** What is waited for, from when and until when: the time to bet comes before the shooter's. */
interface Span {
  readonly next: Next;
  readonly start: number;
  readonly end: number;
  readonly isWindow: boolean;
}

/** One's own turn to bet, where both ends bet at once; else the one that is over first (R110). */
function turnSpan(table: Table, player: string | null): Span | null {
  const turns = turnsNow(table);
  const turn = turns.find((one) => one.player === player) ?? turns[0];
  if (!turn || !table.turns) return null;
  const next = { what: 'turn', at: turn.until, who: turn.player } as const;
  return { next, start: turn.until - table.turns.ms, end: turn.until, isWindow: false };
}

function spanOf(table: Table, pace: TableState['pace'], player: string | null, now: number): Span | null {
  const next = nextOf(table, pace);
  if (!next) return null;
  if (next.what === 'turn') return turnSpan(table, player);
  const { since = table.at, wagersSince = table.at } = table;
  if (next.from !== undefined && now < next.from)
    return { next, start: wagersSince, end: next.from, isWindow: true };
  if (next.at === null) return null;
  if (next.what === 'wagering')
    return { next, start: next.at - table.settings.wageringMs, end: next.at, isWindow: true };
  const start = next.what === 'thrown' || next.what === 'stick' ? Math.min(since, wagersSince) : since;
  return { next, start, end: next.at, isWindow: next.what === 'thrown' };
}

/** Seconds left of whatever the table waits for: by number, colour, thickness and, where bets close, sound. */
export function Countdown({ table, state, model, player }: CountdownProps) {
  const [read] = useState(() => () => model.now());
  const now = useNow(read, 200);
  const span = spanOf(table, state.pace, player, now);
  const left = span ? Math.max(0, Math.ceil((span.end - now) / 1000)) : 0;
  const isLast = span?.isWindow === true && left > 0 && left <= LAST_SECONDS;
  useEffect(() => {
    if (isLast && left > 0) sound('tick');
  }, [isLast, left]);
  if (!span || span.end - span.start < SHORTEST_MS) return null;
  const says = sayWait(span.next, player, span.isWindow ? 'window' : 'time');
  const part = Math.min(1, Math.max(0, (span.end - now) / (span.end - span.start)));
  return (
    <div className="countdown" data-wait={span.isWindow ? 'window' : span.next.what} data-until={span.end}>
      <svg
        className={isLast ? 'ring last-seconds' : 'ring'}
        viewBox="0 0 72 72"
        role="timer"
        aria-label={`${left > 99 ? saySpan(left * 1000) : `${left} seconds`} ${says}`}
      >
        <circle cx="36" cy="36" r="29" className="ring-back" />
        <circle
          cx="36"
          cy="36"
          r="29"
          className="ring-front"
          strokeDasharray={`${part * 182.2} 182.2`}
          transform="rotate(-90 36 36)"
        />
        <text x="36" y="37" className={left > 99 ? 'many' : ''}>
          {sayLeft(left)}
        </text>
      </svg>
      <span className="countdown-says" aria-hidden="true">
        {says}
      </span>
    </div>
  );
}
