import type { Spot } from '@boxperson/rules';
import { centre, type Region } from './shape.js';

const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The place that an arrow key leads to: the nearest in that direction, straight ahead before aside. */
export function neighbour(regions: readonly Region[], from: Spot, key: string): Spot | null {
  const way = WAYS[key];
  const start = regions.find(({ spot }) => spot === from);
  if (!way || !start) return null;
  const [dx, dy] = way;
  const here = centre(start.box);
  const reached = regions
    .filter(({ spot }) => spot !== from)
    .map((region) => {
      const there = centre(region.box);
      const [x, y] = [there.x - here.x, there.y - here.y];
      const ahead = x * dx + y * dy;
      // What overlaps on the other axis lies straight ahead.
      const gap =
        dx === 0
          ? overlap(start.box.x, start.box.width, region.box.x, region.box.width)
          : overlap(start.box.y, start.box.height, region.box.y, region.box.height);
      const aside = Math.abs(dx === 0 ? x : y);
      return { spot: region.spot, ahead, cost: ahead + gap * 4 + aside * 0.3 };
    })
    .filter(({ ahead }) => ahead > 1)
    .sort((a, b) => a.cost - b.cost);
  return reached[0]?.spot ?? from;
}

/** How far two stretches lie apart; 0 when they overlap. */
const overlap = (a: number, aLength: number, b: number, bLength: number): number =>
  Math.max(0, b - (a + aLength), a - (b + bLength));
