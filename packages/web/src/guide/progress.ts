import { useSyncExternalStore } from 'react';

/** How far somebody is in the guided first hand: a step, or null when it is not running. */
const KEY = 'boxperson.guide';
export const STEPS = 8;

const storage = (): Storage | null => {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
};

interface Progress {
  /** 0 to 7; 8 when the hand is done. */
  readonly step: number;
  readonly open: boolean;
}

/** What was kept; anything else is taken for a guide that never ran. */
export function readProgress(kept: string | null): Progress {
  try {
    const { step, open } = JSON.parse(kept ?? '{}') as Partial<Progress>;
    const known = Number.isInteger(step) && (step as number) >= 0 && (step as number) <= STEPS;
    return { step: known ? (step as number) : 0, open: known && open === true };
  } catch {
    return { step: 0, open: false };
  }
}

let current = readProgress(storage()?.getItem(KEY) ?? null);
const listeners = new Set<() => void>();

function keep(progress: Progress): void {
  current = progress;
  storage()?.setItem(KEY, JSON.stringify(progress));
  for (const listener of listeners) listener();
}

/** Begins, or goes on where it was left; a finished one begins anew. */
export const startGuide = (): void => keep({ step: current.step >= STEPS ? 0 : current.step, open: true });
/** Puts it away; it can be taken up again at the same step. */
export const pauseGuide = (): void => keep({ ...current, open: false });
export const toStep = (step: number): void =>
  keep({ step: Math.max(0, Math.min(STEPS, step)), open: step < STEPS });

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useProgress = (): Progress => useSyncExternalStore(subscribe, () => current);
