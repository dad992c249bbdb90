import { isWorking, type Rulebook, type Spot, type Table, type WagerId } from '@boxperson/rules';
import { useEffect, useRef, useState } from 'react';
import { feltName } from '../felt/layout/names.js';
import { sayList } from '../ui/words.js';

/** A kind of wagers as shortly as a felt has it. */
export function familyName(book: Rulebook, wager: WagerId): string {
  const name = wager === 'hardway' ? 'hardways' : feltName(book, wager).toLowerCase();
  return name.charAt(0).toUpperCase() + name.slice(1);
}

interface Seen {
  readonly hasPoint: boolean;
  /** Own wagers by their places, and whether they work. */
  readonly working: ReadonlyMap<Spot, boolean>;
}

function look({ game }: Table, player: string | null): Seen {
  const wagers = game.players.find(({ name }) => name === player)?.wagers ?? [];
  return {
    hasPoint: game.point !== null,
    working: new Map(wagers.map((wager) => [wager.spot, isWorking(game, wager)])),
  };
}

/** What went on or off by itself between two looks, because the point came or went; empty where nothing did. */
export function sayWorking(book: Rulebook, before: Seen, after: Seen): string {
  if (before.hasPoint === after.hasPoint) return '';
  const turned = [...after.working].filter(
    ([spot, works]) => before.working.has(spot) && before.working.get(spot) !== works,
  );
  if (turned.length === 0) return '';
  const names = sayList([...new Set(turned.map(([{ wager }]) => familyName(book, wager)))]);
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
    if (before && before.hasPoint !== now.hasPoint) setNote(sayWorking(table.game.rulebook, before, now));
  }, [table, player]);
  return note;
}
