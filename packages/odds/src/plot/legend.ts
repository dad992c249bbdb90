import { label } from './axis.js';
import { textWidth } from './letters.js';
import { INK, type Point, rectangle, type Shape } from './scene.js';

/** What a colour of the picture stands for. */
export interface Key {
  readonly name: string;
  readonly mark: 'band' | 'line';
  readonly colour: string;
  readonly opacity?: number;
}

const SIZE = 13;
const SWATCH = 22;
const GAP = 8;
const APART = 22;
export const LEGEND_LINE = 22;

const widthOf = ({ name }: Key): number => SWATCH + GAP + textWidth(name, SIZE);

/** In lines of so much width, in the order given. */
function linesOf(keys: readonly Key[], width: number): readonly (readonly Key[])[] {
  const lines: Key[][] = [];
  let left = 0;
  for (const key of keys) {
    const wide = widthOf(key);
    if (lines.length === 0 || wide > left) {
      lines.push([]);
      left = width;
    }
    lines.at(-1)?.push(key);
    left -= wide + APART;
  }
  return lines;
}

function swatch({ mark, colour, opacity }: Key, [x, y]: Point): Shape {
  if (mark === 'band')
    return { ...rectangle(x, y - 10, SWATCH, 12, colour), ...(opacity ? { opacity } : {}) };
  const middle = y - 4;
  return {
    kind: 'line',
    points: [
      [x, middle],
      [x + SWATCH, middle],
    ],
    stroke: colour,
    width: 3,
  };
}

/** The keys below one another and side by side from a corner on, and how high they are together. */
export function legend(
  keys: readonly Key[],
  [left, top]: Point,
  width: number,
): { readonly shapes: readonly Shape[]; readonly height: number } {
  const lines = linesOf(keys, width);
  const shapes = lines.flatMap((line, at) => {
    const y = top + 14 + at * LEGEND_LINE;
    let x = left;
    return line.flatMap((key) => {
      const here = x;
      x += widthOf(key) + APART;
      return [swatch(key, [here, y]), label([here + SWATCH + GAP, y], key.name, 'start', SIZE, INK)];
    });
  });
  return { shapes, height: lines.length * LEGEND_LINE };
}
