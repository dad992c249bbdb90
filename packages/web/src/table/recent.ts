import type { EventOf, Spot } from '@boxperson/rules';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Tell } from '../felt/Felt.js';
import { isRolled, type TableState, type Told } from '../model.js';
import { wantsStill } from '../settings/settings.js';
import { speak } from '../settings/voice.js';
import { type Settled, settledFor, signed } from './words.js';

export interface Recent {
  readonly last: Told | null;
  readonly event: EventOf<'rolled'> | null;
  /** The same with its number. */
  readonly roll: { readonly n: number; readonly event: EventOf<'rolled'> } | null;
  readonly settled: Settled | null;
  readonly tells: readonly Tell[];
  readonly moved: readonly Spot[];
}

const NONE: readonly Spot[] = [];

/** The last roll and what it did to one's own wagers. */
export function useRecent(state: TableState, player: string | null): Recent {
  const { told, table } = state;
  const book = table?.game.rulebook;
  const last = useMemo(() => told.findLast(({ event }) => isRolled(event)) ?? null, [told]);
  const event = last && isRolled(last.event) ? last.event : null;
  const roll = useMemo(() => (last && event ? { n: last.n, event } : null), [last, event]);
  const settled = useMemo(
    () => (event && book && player !== null ? settledFor(book, event, player) : null),
    [event, player, book],
  );
  const tells = useTells(settled, last?.n ?? 0);
  const moved = useMemo(
    () => settled?.lines.flatMap(({ kind, spot }) => (kind === 'moved' && spot ? [spot] : [])) ?? NONE,
    [settled],
  );
  return { last, event, roll, settled, tells, moved };
}

const TELL_MS = 2_600;

const tellsOf = (settled: Settled, n: number): readonly Tell[] =>
  settled.lines.flatMap(({ key, kind, spot, net }): readonly Tell[] => {
    if (!spot || kind === 'moved' || kind === 'again') return [];
    const text = kind === 'back' ? '= back' : `${kind === 'won' ? '▲' : '▼'} ${signed(net)}`;
    return [{ key: `${n}-${key}`, spot, kind, text }];
  });

/** Each call is read aloud once, to whoever asked for that; not the one that was there when the page was opened. */
export function useSpoken(n: number, text: string): void {
  const heard = useRef(n);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each roll
  useEffect(() => {
    if (n > heard.current) speak(text);
    heard.current = n;
  }, [n]);
}

/** Wins and losses shown for a moment where the chips stood, to those who want no movement. */
function useTells(settled: Settled | null, n: number): readonly Tell[] {
  const [tells, setTells] = useState<readonly Tell[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each roll
  useEffect(() => {
    if (!settled || n === 0 || !wantsStill()) return;
    setTells(tellsOf(settled, n));
    const timer = setTimeout(() => setTells([]), TELL_MS);
    return () => clearTimeout(timer);
  }, [n, settled === null]);
  return tells;
}
