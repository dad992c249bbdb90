import { CAPITAL, writeText } from './letters.js';
import type { Point, Scene, Shape } from './scene.js';

/** Pixels, four bytes each: red, green, blue, and how opaque. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8ClampedArray;
}

type Colour = readonly [red: number, green: number, blue: number];

const colourOf = (hex: string): Colour =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Colour;

/** How much of each pixel a shape covers, within the box that holds it. */
interface Cover {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

function coverFor(points: readonly Point[], margin: number, { width, height }: Pixels): Cover {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const x = Math.max(0, Math.floor(Math.min(...xs) - margin));
  const y = Math.max(0, Math.floor(Math.min(...ys) - margin));
  const right = Math.min(width, Math.ceil(Math.max(...xs) + margin));
  const bottom = Math.min(height, Math.ceil(Math.max(...ys) + margin));
  const size = { width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
  return { x, y, ...size, values: new Float32Array(size.width * size.height) };
}

/** Paints a colour where a shape covers. */
function paint({ width, bytes }: Pixels, cover: Cover, [red, green, blue]: Colour, opacity: number): void {
  for (let row = 0; row < cover.height; row++)
    for (let column = 0; column < cover.width; column++) {
      const share = (cover.values[row * cover.width + column] as number) * opacity;
      if (share <= 0) continue;
      const at = ((cover.y + row) * width + cover.x + column) * 4;
      for (const [part, value] of [red, green, blue].entries())
        bytes[at + part] = (bytes[at + part] as number) * (1 - share) + value * share;
    }
}

/** A line covers a pixel by how near its middle comes to it. */
function coverLine(points: readonly Point[], lineWidth: number, pixels: Pixels): Cover {
  const cover = coverFor(points, lineWidth, pixels);
  const half = lineWidth / 2;
  for (const [index, from] of points.entries()) {
    const to = points[index + 1] ?? (points.length === 1 ? from : undefined);
    if (to) coverSegment(cover, from, to, half);
  }
  return cover;
}

function coverSegment(cover: Cover, [x0, y0]: Point, [x1, y1]: Point, half: number): void {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const length = dx * dx + dy * dy;
  const reach = half + 1;
  const top = Math.max(0, Math.floor(Math.min(y0, y1) - reach) - cover.y);
  const bottom = Math.min(cover.height - 1, Math.ceil(Math.max(y0, y1) + reach) - cover.y);
  const left = Math.max(0, Math.floor(Math.min(x0, x1) - reach) - cover.x);
  const right = Math.min(cover.width - 1, Math.ceil(Math.max(x0, x1) + reach) - cover.x);
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++) {
      const [px, py] = [cover.x + column + 0.5 - x0, cover.y + row + 0.5 - y0];
      const along = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length));
      const distance = Math.hypot(px - along * dx, py - along * dy);
      const share = Math.min(1, Math.max(0, half + 0.5 - distance));
      const at = row * cover.width + column;
      if (share > (cover.values[at] as number)) cover.values[at] = share;
    }
}

/** Lines through a pixel at which the inside of an area is measured. */
const SCANS = 4;

function coverArea(points: readonly Point[], pixels: Pixels): Cover {
  const cover = coverFor(points, 0, pixels);
  for (let row = 0; row < cover.height; row++)
    for (let scan = 0; scan < SCANS; scan++) {
      const crossed = crossings(points, cover.y + row + (scan + 0.5) / SCANS);
      for (let pair = 0; pair + 1 < crossed.length; pair += 2)
        coverSpan(cover, row, crossed[pair] as number, crossed[pair + 1] as number);
    }
  return cover;
}

function crossings(points: readonly Point[], y: number): readonly number[] {
  const found: number[] = [];
  for (const [index, [x0, y0]] of points.entries()) {
    const [x1, y1] = points[(index + 1) % points.length] as Point;
    if (y0 <= y !== y1 <= y) found.push(x0 + ((y - y0) / (y1 - y0)) * (x1 - x0));
  }
  return found.sort((a, b) => a - b);
}

function coverSpan(cover: Cover, row: number, from: number, to: number): void {
  const first = Math.max(0, Math.floor(from - cover.x));
  const last = Math.min(cover.width - 1, Math.ceil(to - cover.x) - 1);
  for (let column = first; column <= last; column++) {
    const left = cover.x + column;
    const share = Math.min(to, left + 1) - Math.max(from, left);
    const at = row * cover.width + column;
    cover.values[at] = Math.min(1, (cover.values[at] as number) + Math.max(0, share) / SCANS);
  }
}

const TEXT_WEIGHT = 0.11;
/** Capitals of a usual font are about so high. */
const CAPITAL_SHARE = 0.72;

function drawText(pixels: Pixels, shape: Extract<Shape, { kind: 'text' }>, scale: number): void {
  const { strokes, width } = writeText(shape.text);
  const unit = (shape.size * CAPITAL_SHARE * scale) / CAPITAL;
  const shift = shape.anchor === 'start' ? 0 : shape.anchor === 'middle' ? width / 2 : width;
  const [x, y] = [shape.at[0] * scale, shape.at[1] * scale];
  for (const stroke of strokes) {
    const points = stroke.map(([dx, dy]): Point => [x + (dx - shift) * unit, y + (dy - CAPITAL) * unit]);
    paint(pixels, coverLine(points, shape.size * scale * TEXT_WEIGHT, pixels), colourOf(shape.fill), 1);
  }
}

function drawShape(pixels: Pixels, shape: Shape, scale: number): void {
  if (shape.kind === 'text') {
    drawText(pixels, shape, scale);
    return;
  }
  const points = shape.points.map(([x, y]): Point => [x * scale, y * scale]);
  const isLine = shape.kind === 'line';
  const cover = isLine ? coverLine(points, shape.width * scale, pixels) : coverArea(points, pixels);
  paint(pixels, cover, colourOf(isLine ? shape.stroke : shape.fill), isLine ? 1 : (shape.opacity ?? 1));
}

/** The picture as pixels, so many to each unit of the scene. No font is needed: the letters are drawn. */
export function makePixels(scene: Scene, scale = 2): Pixels {
  const [width, height] = [Math.round(scene.width * scale), Math.round(scene.height * scale)];
  const pixels: Pixels = { width, height, bytes: new Uint8ClampedArray(width * height * 4).fill(255) };
  for (const shape of scene.shapes) drawShape(pixels, shape, scale);
  return pixels;
}
