import { isWorking, nameOf, type Table } from '@boxperson/rules';
import { useEffect, useRef, useState } from 'react';
import { sayList } from '../ui/words.js';

interface Seen {
  readonly hasPoint: boolean;
  /** Own wagers by the name the book gives them, and whether they work. */
  readonly working: ReadonlyMap<string, boolean>;
}

function look({ game }: Table, player: string | null): Seen {
  const wagers = game.players.find(({ name }) => name === player)?.wagers ?? [];
  return {
    hasPoint: game.point !== null,
    working: new Map(wagers.map((wager) => [nameOf(game.rulebook, wager.spot), isWorking(game, wager)])),
  };
}

/** What went on or off by itself between two looks, because the point came or went; empty where nothing did. */
export function sayWorking(before: Seen, after: Seen): string {
  if (before.hasPoint === after.hasPoint) return '';
  const turned = [...after.working].filter(
    ([name, works]) => before.working.has(name) && before.working.get(name) !== works,
  );
  if (turned.length === 0) return '';
  const names = sayList(turned.map(([name]) => name));
  return after.hasPoint ? `On again: ${names}.` : `Off for the come out: ${names}.`;
}

/** Said when the point comes or goes, and until it does again. */
export function useWorkingNote(table: Table, player: string | null): string {
  const [note, setNote] = useState('');
  const seen = useRef<Seen | null>(null);
  useEffect(() => {
    const before = seen.current;
    const now = look(table, player);
    seen.current = now;
    if (before && before.hasPoint !== now.hasPoint) setNote(sayWorking(before, now));
  }, [table, player]);
  return note;
}
