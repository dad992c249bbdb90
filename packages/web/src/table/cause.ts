import { decide, type Table } from '@boxperson/rules';
import { useEffect, useRef } from 'react';
import type { TableState } from '../model.js';

/** Long enough to be read, even where the cause goes at once. */
const READ_MS = 2_500;

interface Said {
  readonly about: object;
  readonly at: number;
  readonly throws: number;
  readonly online: boolean;
  /** Did the rules say no to it? What somebody else refused they cannot take back. */
  readonly byRules: boolean;
}

/** Would it be taken now? The rules are asked, nobody guesses. */
const isTakenNow = (table: Table, refused: TableState['refused']): boolean =>
  refused !== null && decide(table, { ...refused.command, at: table.at }).ok;

/** Has the table moved on from what was said? */
function isOver(said: Said, table: Table, { online, refused }: TableState): boolean {
  if (table.throws !== said.throws || online !== said.online) return true;
  return said.byRules && isTakenNow(table, refused);
}

/** What was refused or told goes when its cause is gone: a roll later, the connection back, or it would be taken now. */
export function useCause(state: TableState, table: Table, dismiss: () => void): void {
  const about = state.refused ?? state.notice;
  const said = useRef<Said | null>(null);
  const { online } = state;
  useEffect(() => {
    if (!about) {
      said.current = null;
      return;
    }
    if (said.current?.about !== about)
      said.current = {
        about,
        at: Date.now(),
        throws: table.throws,
        online,
        byRules: state.refused !== null && !isTakenNow(table, state.refused),
      };
    if (!isOver(said.current, table, state)) return;
    const timer = setTimeout(dismiss, Math.max(0, said.current.at + READ_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [about, table, online, state, dismiss]);
}
