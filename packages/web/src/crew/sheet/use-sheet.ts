import type { Table, TableEvent } from '@boxperson/rules';
import {
  beforeRoll,
  DEALING_PROFILES,
  type DealingProfile,
  type DealingSheet,
  type DealtEvent,
  dealingSheet,
  USUAL,
} from '@boxperson/rules/dealing';
import { useMemo, useSyncExternalStore } from 'react';
import type { Told } from '../../model.js';
import { useCrew } from '../crew.js';

/** What makes a sheet: a call, or faces that were read anew. */
const DEALT: readonly string[] = ['rolled', 'face-decided', 'call-corrected'];
export const isDealt = (event: TableEvent): event is DealtEvent => DEALT.includes(event.event);

/** The sheet of the roll that is being settled; null when none is. It is made once a roll: ticks do not change it. */
export function useSheet(): DealingSheet | null {
  const { table, state, id } = useCrew();
  const profile = useProfile(id);
  const dealt = state.told.findLast(({ event }) => isDealt(event)) ?? null;
  const key = table.phase === 'settling' && table.last ? dealt : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table as it was when the roll was called
  return useMemo(() => (key ? made(table, key, profile) : null), [key?.n, profile]);
}

function made(table: Table, { event }: Told, profile: DealingProfile): DealingSheet | null {
  const before = beforeRoll(table);
  return before && dealingSheet(before, event as DealtEvent, table, profile);
}

// How a house deals is its own; a console keeps what was chosen at it.
const keyOf = (table: string): string => `boxperson.dealing.${table}`;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useProfile(table: string): DealingProfile {
  const chosen = useSyncExternalStore(subscribe, () => localStorage.getItem(keyOf(table)));
  return DEALING_PROFILES.find(({ id }) => id === chosen) ?? USUAL;
}

export function chooseProfile(table: string, profile: string): void {
  localStorage.setItem(keyOf(table), profile);
  for (const listener of listeners) listener();
}
