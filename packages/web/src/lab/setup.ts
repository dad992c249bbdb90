import { useMemo } from 'react';
import type { Play } from './desk-asks.js';
import { type Comparison, readEntry, type Setup } from './link.js';
import { readCount } from './say.js';
import { readSignText, readText } from './strategy-text.js';

/** What was typed, as far as it can be read. */
export function useReadSetup({ text, sign, book, seed, rolls }: Setup) {
  const strategy = useMemo(() => readText(text), [text]);
  const table = useMemo(() => readSignText(sign, book), [sign, book]);
  const file = strategy.ok ? strategy.file : null;
  const play = useMemo<Play | null>(
    () => (file && table.ok ? { file, table: table.table, book } : null),
    [file, table, book],
  );
  return {
    faults: strategy.ok ? [] : strategy.faults,
    file,
    table,
    play,
    seed: readCount(seed, 0, Number.MAX_SAFE_INTEGER),
    rolls: readCount(rolls, 1, 1e12),
  };
}
export type ReadSetup = ReturnType<typeof useReadSetup>;

/** The strategies of a comparison that can be played. */
export const usePlays = ({ entries }: Comparison): readonly Play[] =>
  useMemo(
    () =>
      entries.flatMap((entry) => {
        const found = readEntry(entry);
        return found.ok ? [found.play] : [];
      }),
    [entries],
  );
