import { EM, REGULAR, SEMIBOLD } from './inter.js';
import type { Point, Weight } from './scene.js';

// Letters as outlines, for pictures made of pixels: no font need be installed, and the bytes are the same everywhere.

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Whole numbers in groups of five bits, the sign first. */
function numbersIn(code: string): readonly number[] {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (const letter of code) {
    const digit = DIGITS.indexOf(letter);
    value |= (digit & 31) << shift;
    shift += 5;
    if (digit >= 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
}

interface Knot {
  readonly x: number;
  readonly y: number;
  /** Off the curve, a point only pulls it. */
  readonly isOff: boolean;
}

function knotsIn(code: string): readonly Knot[] {
  const steps = numbersIn(code);
  let [x, y] = [0, 0];
  return Array.from({ length: steps.length / 2 }, (_, at) => {
    const across = steps[2 * at] as number;
    x += across >> 1;
    y += steps[2 * at + 1] as number;
    return { x, y, isOff: (across & 1) === 1 };
  });
}

/** Straight pieces to each curve: at the sizes of pictures nobody sees the corners. */
const PIECES = 6;

const between = (a: Knot, b: Knot): Knot => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, isOff: false });

/** A contour as a polygon. Between two points off the curve lies one on it. */
function polygonOf(knots: readonly Knot[]): readonly Point[] {
  const last = knots.at(-1) as Knot;
  const first = knots[0] as Knot;
  let from = !first.isOff ? first : last.isOff ? between(first, last) : last;
  const polygon: Point[] = [[from.x, from.y]];
  for (const [at, knot] of knots.entries()) {
    if (!knot.isOff) {
      polygon.push([knot.x, knot.y]);
      from = knot;
      continue;
    }
    const next = knots[(at + 1) % knots.length] as Knot;
    const to = next.isOff ? between(knot, next) : next;
    for (let piece = 1; piece <= PIECES; piece++) {
      const t = piece / PIECES;
      const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
      polygon.push([a * from.x + b * knot.x + c * to.x, a * from.y + b * knot.y + c * to.y]);
    }
    from = to;
  }
  return polygon;
}

interface Glyph {
  readonly advance: number;
  readonly polygons: readonly (readonly Point[])[];
}

const FACES: Readonly<Record<Weight, Readonly<Record<string, string>>>> = {
  regular: REGULAR,
  semibold: SEMIBOLD,
};

const drawn = new Map<string, Glyph>();

/** What the typeface lacks is a question mark. */
function glyphOf(letter: string, weight: Weight): Glyph {
  const key = `${weight} ${letter}`;
  const known = drawn.get(key);
  if (known) return known;
  const face = FACES[weight];
  const [advance = '', ...contours] = (
    (Object.hasOwn(face, letter) && face[letter]) ||
    face['?'] ||
    ''
  ).split(' ');
  const glyph = {
    advance: numbersIn(advance)[0] ?? 0,
    polygons: contours.map((code) => polygonOf(knotsIn(code))),
  };
  drawn.set(key, glyph);
  return glyph;
}

/** How far a line of text reaches, in the units of its size. */
export function textWidth(text: string, size: number, weight: Weight = 'regular'): number {
  let width = 0;
  for (const letter of text) width += glyphOf(letter, weight).advance;
  return (width * size) / EM;
}

/** A line of text as polygons, from 0 to the right and up from its base line; those that turn the other way are holes. */
export function writeText(
  text: string,
  size: number,
  weight: Weight = 'regular',
): readonly (readonly Point[])[] {
  const unit = size / EM;
  let from = 0;
  return [...text].flatMap((letter) => {
    const { advance, polygons } = glyphOf(letter, weight);
    const moved = polygons.map((polygon) => polygon.map(([x, y]): Point => [(x + from) * unit, y * unit]));
    from += advance;
    return moved;
  });
}
