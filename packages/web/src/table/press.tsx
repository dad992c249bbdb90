import { SPOTS, type Spot } from '@boxperson/rules';
import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { Point, Region } from './layout/shape.js';

/** What a finger or a mouse does on the felt. */
export interface FeltPress {
  /** A tap. */
  readonly onSpot: (spot: Spot) => void;
  /** Press and hold, or the other mouse button. */
  readonly onHold: (spot: Spot) => void;
  /** One's own chips were dragged from one place to another, or off the felt. */
  readonly onMove: (from: Spot, to: Spot | null) => void;
  readonly standsOn: (spot: Spot) => number;
}

const HOLD_MS = 450;
const DRAG_PX = 10;

interface Down {
  readonly spot: Spot;
  readonly start: Point;
  readonly pointer: number;
  readonly carries: boolean;
  timer: ReturnType<typeof setTimeout>;
  done: boolean;
}

/** The place on the felt that something drawn belongs to. */
const spotAround = (drawn: Element | null): Spot | null => {
  const region = drawn?.closest<SVGElement>('[data-spot]');
  return region ? (SPOTS[Number(region.dataset['spot'])] ?? null) : null;
};

export const spotUnder = (x: number, y: number): Spot | null => spotAround(document.elementFromPoint(x, y));

/** Tap, hold and drag told apart on one surface. */
export function usePress(
  svg: RefObject<SVGSVGElement | null>,
  { onSpot, onHold, onMove, standsOn }: FeltPress,
  regions: readonly Region[],
): { readonly handlers: Record<string, unknown>; readonly ghost: ReactNode } {
  const down = useRef<Down | null>(null);
  const [ghost, setGhost] = useState<(Point & { readonly amount: number }) | null>(null);
  useEffect(() => () => clearTimeout(down.current?.timer), []);

  const local = (event: PointerEvent): Point => {
    const box = svg.current?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  };
  const drop = (): void => {
    if (down.current) clearTimeout(down.current.timer);
    down.current = null;
    setGhost(null);
  };

  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      const spot = spotAround(event.target as Element);
      if (!spot || event.button > 0) return;
      const region = regions.find((one) => one.spot === spot);
      const start = local(event);
      const near = region ? Math.hypot(region.chip.x - start.x, region.chip.y - start.y) < 40 : false;
      const timer = setTimeout(() => {
        if (!down.current || down.current.done) return;
        down.current.done = true;
        setGhost(null);
        onHold(spot);
      }, HOLD_MS);
      const carries = near && standsOn(spot) > 0 && event.pointerType !== 'touch';
      down.current = { spot, start, pointer: event.pointerId, carries, timer, done: false };
    },
    onPointerMove: (event: PointerEvent) => {
      const held = down.current;
      if (!held || held.done || held.pointer !== event.pointerId) return;
      const at = local(event);
      if (!ghost && Math.hypot(at.x - held.start.x, at.y - held.start.y) < DRAG_PX) return;
      clearTimeout(held.timer);
      if (held.carries) setGhost({ ...at, amount: standsOn(held.spot) });
      else held.done = true;
    },
    onPointerUp: (event: PointerEvent) => {
      const held = down.current;
      const carried = ghost !== null;
      drop();
      if (!held || held.done || held.pointer !== event.pointerId) return;
      if (!carried) return onSpot(held.spot);
      const to = spotUnder(event.clientX, event.clientY);
      if (to !== held.spot) onMove(held.spot, to);
    },
    onPointerCancel: drop,
    onPointerLeave: (event: PointerEvent) => {
      const held = down.current;
      const carried = ghost !== null;
      drop();
      if (held && carried && !held.done && event.pointerType === 'mouse') onMove(held.spot, null);
    },
    onContextMenu: (event: PointerEvent) => {
      const spot = spotAround(event.target as Element);
      if (!spot) return;
      event.preventDefault();
      const wasHeld = down.current?.done === true;
      drop();
      if (!wasHeld) onHold(spot);
    },
    // A screen reader's press comes as a click without a pointer.
    onClick: (event: PointerEvent) => {
      if (event.detail !== 0) return;
      const spot = spotAround(event.target as Element);
      if (spot) onSpot(spot);
    },
  };
  return {
    handlers,
    ghost: ghost && (
      <g className="ghost" transform={`translate(${ghost.x + 18} ${ghost.y - 30})`}>
        <circle r="24" />
        <text fontSize="15">{`$${ghost.amount / 100}`}</text>
      </g>
    ),
  };
}
