import type { Pit, PitTable } from '@boxperson/house';
import { type Alerts, seesBooks } from '@boxperson/offices';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { api } from '../session.js';
import { useShelf } from '../staff.js';
import type { Workplace } from '../workplace.js';
import type { Waiting } from './glance.js';

export const PIT = 'pit';
export const pitAddress = ({ id }: Workplace, ...more: readonly string[]): string =>
  ['/staff', id, PIT, ...more.map(encodeURIComponent)].join('/');

/** The glance is for posts that see tables as their crew does and have their floats open. */
export const hasPit = ({ as, book }: Workplace): boolean =>
  book === null && seesBooks(as, 'float') && seesBooks(as, 'alerts') && seesBooks(as, 'house');

const LOOK_MS = 2_000;

export interface Glance {
  /** Null until the house has answered. */
  readonly pit: Pit | null;
  /** The clock of the house. */
  readonly now: () => number;
  readonly nameOf: (id: string) => string;
}

const NO_PIT = { pit: null, ahead: 0 };

/** Every table of the pit, looked at again and again. */
export function usePit(): Glance {
  const [{ pit, ahead }, setPit] = useState<{ readonly pit: Pit | null; readonly ahead: number }>(NO_PIT);
  useEffect(() => {
    const look = (): void =>
      void api.get<Pit>('/api/pit').then(
        (next) => setPit({ pit: next, ahead: Date.now() - next.at }),
        () => {},
      );
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const now = useCallback(() => Date.now() - ahead, [ahead]);
  const nameOf = useCallback((id: string) => pit?.names[id] ?? nameIn(pit?.tables ?? [], id) ?? id, [pit]);
  return { pit, now, nameOf };
}

const nameIn = (tables: readonly PitTable[], id: string): string | undefined =>
  tables.flatMap(({ crew }) => crew).find(({ person }) => person === id)?.name;

/** What waits to be seen to, the newest first: at the tables of this workplace, and what concerns the whole house. */
export function useAlerts({ tables }: Workplace): readonly Waiting[] {
  const shelf = useShelf('alerts');
  const books = shelf.kind === 'open' ? (shelf.books as Alerts | null) : null;
  return useMemo(
    () =>
      Object.entries(books?.waiting ?? {})
        .map(([alert, one]) => ({ alert, ...one }))
        .filter(({ table }) => tables === '*' || table === null || tables.includes(table))
        .sort((one, other) => other.since - one.since),
    [books, tables],
  );
}

/** Read again every second while something counts down. */
export function useSeconds(now: () => number): number {
  const [at, setAt] = useState(now);
  useEffect(() => {
    setAt(now());
    const timer = setInterval(() => setAt(now()), 1_000);
    return () => clearInterval(timer);
  }, [now]);
  return at;
}

/** `just now`, `4 min`, `2 h`. */
export function sayAge(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'just now';
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}
