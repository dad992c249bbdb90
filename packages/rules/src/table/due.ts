import type { Command } from './decide.js';
import { isElectronic } from './round.js';
import type { Instant, Table } from './state.js';

/** Something that the clock must do: the command, and when it is due. */
export interface Due {
  readonly at: Instant;
  readonly command: Command;
  /** Whose hand it needs: nobody's for the machine, staff for a notice that has run its time. */
  readonly needs: 'clock' | 'staff';
}

/**
 * What the clock must do next, at or after `now`. The clock is outside, what it does is decided inside: the answer
 * depends on nothing but the table, so a restart in the middle changes nothing.
 */
export function due(table: Table, now: Instant): Due | null {
  const candidates = [dueRound(table), dueSign(table), dueClosing(table)].filter(
    (one): one is Due => one !== null,
  );
  const next = candidates.reduce<Due | null>(
    (first, one) => (first === null || one.at < first.at ? one : first),
    null,
  );
  return next && { ...next, at: Math.max(next.at, Math.min(next.at, now)) };
}

function dueRound(table: Table): Due | null {
  if (!isElectronic(table) || table.deadline === null) return null;
  if (table.phase === 'wagering')
    return { at: table.deadline, command: { do: 'close-wagering' }, needs: 'clock' };
  if (table.phase === 'shooting') return { at: table.deadline, command: { do: 'shoot' }, needs: 'clock' };
  return null;
}

const dueSign = (table: Table): Due | null =>
  table.posted === null || table.phase === 'closed'
    ? null
    : { at: table.posted.from, command: { do: 'change-limits', ...table.posted.sign }, needs: 'staff' };

const dueClosing = (table: Table): Due | null =>
  table.closing?.at == null || table.phase === 'closed'
    ? null
    : { at: table.closing.at, command: { do: 'close' }, needs: 'staff' };
