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

/** What is carried, and where it is. */
type Ghost = Point & { readonly amount: number };

/** Where a pointer is on the felt, in its own units: for large text it is drawn larger. */
function pointIn(svg: SVGSVGElement | null, event: PointerEvent): Point {
  const box = svg?.getBoundingClientRect();
  const scale = svg && box && box.width > 0 ? svg.viewBox.baseVal.width / box.width : 1;
  return { x: (event.clientX - (box?.left ?? 0)) * scale, y: (event.clientY - (box?.top ?? 0)) * scale };
}

const REACH_PX = 40;

/** Is it one's own chips that were taken hold of? A finger scrolls instead. */
function takesChips(spot: Spot, start: Point, event: PointerEvent, { regions, standsOn }: Holding): boolean {
  const chip = regions.find((one) => one.spot === spot)?.chip;
  const near = chip !== undefined && Math.hypot(chip.x - start.x, chip.y - start.y) < REACH_PX;
  return near && standsOn(spot) > 0 && event.pointerType !== 'touch';
}

interface Holding extends Pick<FeltPress, 'onHold' | 'standsOn'> {
  readonly regions: readonly Region[];
}

/** What is pressed down and not let go yet. */
function useHeld(svg: RefObject<SVGSVGElement | null>, holding: Holding) {
  const down = useRef<Down | null>(null);
  const [ghost, setGhost] = useState<Ghost | null>(null);
  useEffect(() => () => clearTimeout(down.current?.timer), []);
  const hold = (spot: Spot): void => {
    if (!down.current || down.current.done) return;
    down.current.done = true;
    setGhost(null);
    holding.onHold(spot);
  };
  const begin = (spot: Spot, event: PointerEvent): void => {
    const start = pointIn(svg.current, event);
    const timer = setTimeout(() => hold(spot), HOLD_MS);
    const carries = takesChips(spot, start, event, holding);
    down.current = { spot, start, pointer: event.pointerId, carries, timer, done: false };
  };
  const drag = (held: Down, event: PointerEvent): void => {
    const at = pointIn(svg.current, event);
    if (!ghost && Math.hypot(at.x - held.start.x, at.y - held.start.y) < DRAG_PX) return;
    clearTimeout(held.timer);
    if (held.carries) setGhost({ ...at, amount: holding.standsOn(held.spot) });
    else held.done = true;
  };
  /** Lets go; answers what was held, and whether it was carried. */
  const drop = (): { readonly held: Down | null; readonly carried: boolean } => {
    const held = down.current;
    if (held) clearTimeout(held.timer);
    down.current = null;
    setGhost(null);
    return { held, carried: ghost !== null };
  };
  return { down, ghost, begin, drag, drop };
}

/** Tap, hold and drag told apart on one surface. */
export function usePress(
  svg: RefObject<SVGSVGElement | null>,
  { onSpot, onHold, onMove, standsOn }: FeltPress,
  regions: readonly Region[],
): { readonly handlers: Record<string, unknown>; readonly ghost: ReactNode } {
  const { down, ghost, begin, drag, drop } = useHeld(svg, { onHold, standsOn, regions });
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      const spot = spotAround(event.target as Element);
      if (spot && event.button <= 0) begin(spot, event);
    },
    onPointerMove: (event: PointerEvent) => {
      const held = down.current;
      if (held && !held.done && held.pointer === event.pointerId) drag(held, event);
    },
    onPointerUp: (event: PointerEvent) => {
      const { held, carried } = drop();
      if (!held || held.done || held.pointer !== event.pointerId) return;
      if (!carried) return onSpot(held.spot);
      const to = spotUnder(event.clientX, event.clientY);
      if (to !== held.spot) onMove(held.spot, to);
    },
    onPointerCancel: () => void drop(),
    onPointerLeave: (event: PointerEvent) => {
      const { held, carried } = drop();
      if (held && carried && !held.done && event.pointerType === 'mouse') onMove(held.spot, null);
    },
    onContextMenu: (event: PointerEvent) => {
      const spot = spotAround(event.target as Element);
      if (!spot) return;
      event.preventDefault();
      if (drop().held?.done !== true) onHold(spot);
    },
    // A screen reader's press comes as a click without a pointer.
    onClick: (event: PointerEvent) => {
      if (event.detail !== 0) return;
      const spot = spotAround(event.target as Element);
      if (spot) onSpot(spot);
    },
  };
  return { handlers, ghost: ghost && <Carried {...ghost} /> };
}

const Carried = ({ x, y, amount }: Ghost) => (
  <g className="ghost" transform={`translate(${x + 18} ${y - 30})`}>
    <circle r="24" />
    <text fontSize="15">{`$${amount / 100}`}</text>
  </g>
);
