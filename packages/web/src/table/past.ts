import { useEffect, useMemo, useState } from 'react';
import type { CalledRoll, TableRolls } from '../house.js';
import { isRolled, type TableState } from '../model.js';

/** What is known here of the rolls before now: as the house tells them, and as this browser saw them. */
export interface Past {
  readonly tells: TableRolls['tells'];
  /** The latest last. */
  readonly rolls: readonly CalledRoll[];
}

const NOTHING: Past = { tells: 'last-call', rolls: [] };

const rollsIn = (told: TableState['told']): readonly CalledRoll[] =>
  told.flatMap(({ n, event }) => {
    if (!isRolled(event)) return [];
    const { at, dice, total, hard, call } = event;
    return [{ n, at, dice, total, hard, call }];
  });

/** Each roll once; one whose dice still tumble is nobody's business yet, whoever told it. */
export function together(
  past: readonly CalledRoll[],
  shown: TableState['told'],
  flight: TableState['flight'],
): readonly CalledRoll[] {
  const seen = new Set([...shown, ...(flight ? [flight] : [])].map(({ n }) => n));
  return [...past.filter(({ n }) => !seen.has(n)), ...rollsIn(shown)].sort((a, b) => a.n - b.n);
}

/** Asked once, on coming to the table; from then on the table tells. */
export function usePast(
  ask: () => Promise<TableRolls>,
  shown: TableState['told'],
  flight: TableState['flight'],
): Past {
  const [past, setPast] = useState<Past>(NOTHING);
  useEffect(() => {
    let gone = false;
    ask().then(
      (told) => !gone && setPast(told),
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [ask]);
  return useMemo(() => ({ ...past, rolls: together(past.rolls, shown, flight) }), [past, shown, flight]);
}
