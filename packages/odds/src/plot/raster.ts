import { textWidth, writeText } from './letters.js';
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
const SCANS = 8;

type Polygon = readonly Point[];

/** Inside is what is gone round more often one way than the other: a polygon the other way round is a hole. */
function coverArea(polygons: readonly Polygon[], pixels: Pixels): Cover {
  const cover = coverFor(polygons.flat(), 0, pixels);
  for (let row = 0; row < cover.height; row++)
    for (let scan = 0; scan < SCANS; scan++) {
      const y = cover.y + row + (scan + 0.5) / SCANS;
      let turns = 0;
      let from = 0;
      for (const { x, turn } of crossings(polygons, y)) {
        if (turns !== 0 && turns + turn === 0) coverSpan(cover, row, from, x);
        if (turns === 0) from = x;
        turns += turn;
      }
    }
  return cover;
}

/** Where a line across meets the edges, and whether they go down or up there. */
function crossings(polygons: readonly Polygon[], y: number) {
  const found: { readonly x: number; readonly turn: 1 | -1 }[] = [];
  for (const points of polygons)
    for (const [index, [x0, y0]] of points.entries()) {
      const [x1, y1] = points[(index + 1) % points.length] as Point;
      if (y0 <= y !== y1 <= y)
        found.push({ x: x0 + ((y - y0) / (y1 - y0)) * (x1 - x0), turn: y0 < y1 ? 1 : -1 });
    }
  return found.sort((a, b) => a.x - b.x);
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

/** Where a line of text begins, so that it stands as its anchor says. */
const STARTS = { start: 0, middle: 0.5, end: 1 } as const;

function drawText(pixels: Pixels, shape: Extract<Shape, { kind: 'text' }>, scale: number): void {
  const { text, size, weight, anchor, fill } = shape;
  const x = shape.at[0] - STARTS[anchor] * textWidth(text, size, weight);
  const polygons = writeText(text, size, weight).map((polygon) =>
    polygon.map(([dx, dy]): Point => [(x + dx) * scale, (shape.at[1] + dy) * scale]),
  );
  if (polygons.length > 0) paint(pixels, coverArea(polygons, pixels), colourOf(fill), 1);
}

function drawShape(pixels: Pixels, shape: Shape, scale: number): void {
  if (shape.kind === 'text') {
    drawText(pixels, shape, scale);
    return;
  }
  const points = shape.points.map(([x, y]): Point => [x * scale, y * scale]);
  const isLine = shape.kind === 'line';
  const cover = isLine ? coverLine(points, shape.width * scale, pixels) : coverArea([points], pixels);
  paint(pixels, cover, colourOf(isLine ? shape.stroke : shape.fill), isLine ? 1 : (shape.opacity ?? 1));
}

/** The picture as pixels, so many to each unit of the scene. No font is needed: the letters are outlines. */
export function makePixels(scene: Scene, scale = 2): Pixels {
  const [width, height] = [Math.round(scene.width * scale), Math.round(scene.height * scale)];
  const pixels: Pixels = { width, height, bytes: new Uint8ClampedArray(width * height * 4).fill(255) };
  for (const shape of scene.shapes) drawShape(pixels, shape, scale);
  return pixels;
}
