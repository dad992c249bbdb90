import type { TableCommand } from './decide.js';
import { nextGone } from './presence.js';
import { isElectronic } from './round.js';
import type { Instant, Table } from './state.js';
import { turnsNow } from './turns.js';

/** Something that the clock must do: the command, and when it is due. */
export interface Due {
  readonly at: Instant;
  readonly command: TableCommand;
  /** Whose hand it needs: nobody's for the machine, staff for a notice that has run its time. */
  readonly needs: 'clock' | 'staff';
}

/**
 * What must be done next at this table, and when. The clock is outside, what it does is decided inside: nothing counts
 * but the table and the time asked about, so a restart in the middle changes nothing. What waits for a hand since
 * before `now` does not hold up the clock; it is named when nothing else is due.
 */
export function due(table: Table, now: Instant): Due | null {
  const all = dues(table);
  return all.find(({ at, needs }) => needs === 'clock' || at > now) ?? all[0] ?? null;
}

/** All that is due, soonest first. */
export const dues = (table: Table): readonly Due[] =>
  [dueGone(table), dueTurn(table), dueRound(table), duePays(table), dueSign(table), dueClosing(table)]
    .filter((one): one is Due => one !== null)
    .sort((one, other) => one.at - other.at);

/** A table that was not looked after at its deadline (a restart) does at once what is overdue. */
function dueRound(table: Table): Due | null {
  if (!isElectronic(table) || table.deadline === null) return null;
  const command = { do: table.phase === 'wagering' ? 'close-wagering' : 'shoot' } as const;
  return { at: Math.max(table.deadline, table.at), command, needs: 'clock' };
}

/** R59: what came back to somebody who has left goes to their account. */
function dueGone(table: Table): Due | null {
  const gone = nextGone(table);
  return gone === null
    ? null
    : { at: table.at, command: { do: 'release', player: gone.name }, needs: 'clock' };
}

/** R110: a turn that nobody ended; of two the one that is over first. */
function dueTurn(table: Table): Due | null {
  const [first] = turnsNow(table);
  if (!first) return null;
  const { player, until } = first;
  return { at: Math.max(until, table.at), command: { do: 'pass-turn', player }, needs: 'clock' };
}

/** R60: at their time, or when the dice that are out have been settled. */
function duePays({ pays, phase, at }: Table): Due | null {
  const isBetweenRolls = phase === 'offering' || phase === 'betting' || phase === 'wagering';
  return pays && isBetweenRolls
    ? { at: Math.max(pays.from, at), command: { do: 'raise-pays' }, needs: 'clock' }
    : null;
}

const dueSign = (table: Table): Due | null =>
  table.posted === null
    ? null
    : { at: table.posted.from, command: { do: 'change-limits', ...table.posted.sign }, needs: 'staff' };

const dueClosing = (table: Table): Due | null =>
  table.closing?.at == null || table.phase === 'closed'
    ? null
    : { at: table.closing.at, command: { do: 'close' }, needs: 'staff' };
