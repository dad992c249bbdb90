import { type PointerEvent, useRef, useState } from 'react';
import { spotUnder } from '../../felt/press.js';
import { ChipFace, chipText } from '../../ui/Chip.js';
import { shortDollars } from '../../ui/money.js';

interface TrayProps {
  readonly values: readonly number[];
  readonly chosen: number;
  /** Why nothing can be played from here now: then no chip is taken in hand. */
  readonly held: string | null;
  readonly onChoose: (value: number) => void;
  /** A chip was dropped on the felt. */
  readonly onDrop: (value: number, x: number, y: number) => void;
}

interface Dragged {
  readonly value: number;
  readonly x: number;
  readonly y: number;
}

/** The chips in front of the player: choose one, or drag it to the felt. */
export function Tray({ values, chosen, held, onChoose, onDrop }: TrayProps) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const start = useRef<Dragged | null>(null);
  const down = (value: number) => (event: PointerEvent) => {
    if (held !== null) return;
    start.current = { value, x: event.clientX, y: event.clientY };
    (event.target as Element).setPointerCapture?.(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    const from = start.current;
    if (!from) return;
    if (!dragged && Math.hypot(event.clientX - from.x, event.clientY - from.y) < 12) return;
    setDragged({ value: from.value, x: event.clientX, y: event.clientY });
  };
  const up = (event: PointerEvent) => {
    const was = dragged;
    start.current = null;
    setDragged(null);
    if (was) onDrop(was.value, event.clientX, event.clientY);
  };
  const over = dragged && spotUnder(dragged.x, dragged.y);
  return (
    <div className="chips" role="radiogroup" aria-label="Chip" data-guide="chips">
      {values.map((value, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a chip is drawn, and a radio input cannot be
        <button
          type="button"
          role="radio"
          key={value}
          aria-checked={chosen === value}
          aria-label={`${shortDollars(value)} chip`}
          aria-keyshortcuts={String(index + 1)}
          aria-disabled={held !== null || undefined}
          title={held ?? undefined}
          tabIndex={chosen === value ? 0 : -1}
          className={chosen === value ? 'chip selected' : 'chip'}
          data-chip={value}
          onClick={() => held === null && onChoose(value)}
          onKeyDown={(event) => {
            const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
            if (way === undefined || held !== null) return;
            event.preventDefault();
            const next = values[(index + way + values.length) % values.length] as number;
            onChoose(next);
            event.currentTarget.parentElement?.querySelector<HTMLElement>(`[data-chip="${next}"]`)?.focus();
          }}
          onPointerDown={down(value)}
          onPointerMove={move}
          onPointerUp={up}
          onPointerCancel={() => {
            start.current = null;
            setDragged(null);
          }}
        >
          <ChipFace value={value} text={chipText(value)} />
        </button>
      ))}
      {dragged && (
        <div
          className={over ? 'dragged over' : 'dragged'}
          style={{ left: dragged.x, top: dragged.y }}
          aria-hidden="true"
        >
          <ChipFace value={dragged.value} text={chipText(dragged.value)} />
        </div>
      )}
    </div>
  );
}
