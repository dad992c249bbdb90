import { useEffect, useRef, useState } from 'react';

const TICK_MS = 250;

/** How long something has run, in milliseconds; it stops where `isRunning` is false. */
export function useClock(isRunning: boolean): { readonly ms: number; readonly restart: () => void } {
  const start = useRef(performance.now());
  const [ms, setMs] = useState(0);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setMs(performance.now() - start.current), TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  const restart = () => {
    start.current = performance.now();
    setMs(0);
  };
  return { ms, restart };
}

/** `1:05`. */
export const sayClock = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

export const saySeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** A key anywhere on the page, unless somebody types. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const now = useRef(keys);
  now.current = keys;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, select, textarea');
      if (isTyping || event.metaKey || event.ctrlKey || event.altKey) return;
      const act = Object.hasOwn(now.current, event.key) ? now.current[event.key] : undefined;
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}
