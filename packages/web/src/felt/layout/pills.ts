import { type Box, overlaps, type Point } from './shape.js';
import { clamp, type FeltSize } from './units.js';

interface Pill {
  readonly at: Point;
  readonly width: number;
  readonly height: number;
}

const GAP = 3;
/** How far a pill rises over the felt before it goes. */
const RISE = 36;

const around = ({ at, width, height }: Pill): Box => ({
  x: at.x - width / 2,
  y: at.y - height / 2,
  width,
  height,
});

/** The nearest height at which a pill lies on no other: above or below, whatever is less far. */
function clear<T extends Pill>(pill: T, placed: readonly Pill[], most: number): T {
  const step = pill.height + GAP;
  for (let steps = 0; steps < 60; steps++) {
    const away = (steps % 2 === 0 ? 1 : -1) * Math.ceil(steps / 2) * step;
    const moved = { ...pill, at: { ...pill.at, y: pill.at.y + away } };
    const box = around(moved);
    const isIn = box.y >= RISE - step && box.y + box.height <= most;
    if (isIn && !placed.some((other) => overlaps(box, around(other)))) return moved;
  }
  return pill;
}

/** Within the box it speaks of, where the box is wide enough: a pill over a line seems to speak of both. */
export function withinBox(
  x: number,
  width: number,
  box: { readonly x: number; readonly width: number },
): number {
  const half = width / 2 + 2;
  return box.width < 2 * half ? x : clamp(x, box.x + half, box.x + box.width - half);
}

/** Pills kept on the felt and apart from each other, each as near to its place as that allows. */
export function pillsApart<T extends Pill>(pills: readonly T[], { width, height }: FeltSize): readonly T[] {
  const placed: T[] = [];
  for (const pill of pills) {
    const half = pill.width / 2;
    const inside = {
      ...pill,
      at: { x: clamp(pill.at.x, half + 2, width - half - 2), y: clamp(pill.at.y, RISE, height - 16) },
    };
    placed.push(clear(inside, placed, height));
  }
  return placed;
}
