import type { Spot } from '@boxperson/rules';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The felt as it is on the screen now; null where none is. */
export function feltNow(): DOMRect | null {
  return document.querySelector('.felt-at, .phone-felt-at')?.getBoundingClientRect() ?? null;
}

/** Where chips stand in a place of the felt: it says so itself, in its own pixels. */
function standing(region: SVGGraphicsElement): Point {
  const [x, y] = (region.dataset['at'] ?? '').split(',').map(Number);
  const onScreen = region.ownerSVGElement?.getScreenCTM();
  if (x === undefined || y === undefined || Number.isNaN(x + y) || !onScreen) {
    const box = region.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }
  return { x: onScreen.a * x + onScreen.e, y: onScreen.d * y + onScreen.f };
}

/** Where a wager stood: its place, or the box of its number for one that had travelled there. */
export function placeOnScreen(spot: Spot | null): Point | null {
  if (!spot) return null;
  const find = (selector: string) => document.querySelector<SVGGraphicsElement>(`.felt ${selector}`);
  const region =
    find(`[data-spot="${spot.index}"]`) ??
    (spot.number === undefined ? null : find(`[data-wager="place"][data-number="${spot.number}"]`));
  return region ? standing(region) : null;
}

/** Plates of this size that would cover each other are moved apart, downwards. */
export function apart(points: readonly Point[], width: number, height: number): readonly Point[] {
  const set: Point[] = [];
  for (const point of points) {
    let { y } = point;
    while (set.some((one) => Math.abs(one.x - point.x) < width && Math.abs(one.y - y) < height)) y += height;
    set.push({ x: point.x, y });
  }
  return set;
}
