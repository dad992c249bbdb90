import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  barChart,
  chanceBars,
  countBars,
  curveChart,
  FAINT,
  fanChart,
  histogramChart,
  makePixels,
  makeSvg,
  type Scene,
  textBars,
  textCurves,
  textFan,
  textHistogram,
} from '../src/index.js';
import { encodePng } from '../src/node/png.js';
import { textWidth, writeText } from '../src/plot/letters.js';

const words = { title: 'A & B <c>', subtitle: 'x', across: 'rolls', up: 'money' };
const fan = [0, 50, 100].map((roll) => ({
  roll,
  quantiles: [-20, -10, 0, 10, 20].map((each) => each * roll),
}));
const bars = [-2, -1, 0, 1].map((at) => ({ from: at * 100, to: at * 100 + 100, value: 5 - at }));
const scenes: readonly (readonly [string, Scene])[] = [
  ['fan', fanChart(fan, words)],
  ['histogram', histogramChart(bars, words)],
  [
    'bars',
    barChart(
      [
        { name: 'Win Line', value: 1.41 },
        { name: 'odds', value: -0.2 },
      ],
      words,
      String,
    ),
  ],
  [
    'curve',
    curveChart(
      [
        {
          name: 'star',
          points: [
            [1, 1],
            [2, 0.1],
            [3, 0.001],
          ],
        },
      ],
      words,
      String,
    ),
  ],
];

describe('pictures', () => {
  test.each(scenes)('%s: SVG that any page can hold', (_, scene) => {
    const svg = makeSvg(scene);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+"/);
    expect(svg).toContain('role="img"');
    expect(svg).toContain('<title>A &amp; B &lt;c&gt;');
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    // Every tag that is opened is closed.
    expect((svg.match(/<text/g) ?? []).length).toBe((svg.match(/<\/text>/g) ?? []).length);
  });

  test.each(scenes)('%s: everything is drawn within the picture', (_, scene) => {
    for (const shape of scene.shapes) {
      const points = shape.kind === 'text' ? [shape.at] : shape.points;
      for (const [x, y] of points) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(scene.width);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(scene.height);
      }
    }
  });

  test('pixels: an area covers what it should, an edge by half', () => {
    const area = {
      kind: 'area',
      points: [
        [1, 1],
        [3.5, 1],
        [3.5, 3],
        [1, 3],
      ],
      fill: '#000000',
    } as const;
    const { bytes, width } = makePixels({ width: 5, height: 4, title: '', shapes: [area] }, 1);
    const grey = (x: number, y: number): number => bytes[(y * width + x) * 4] as number;
    expect([grey(0, 1), grey(1, 1), grey(2, 2), grey(3, 1), grey(4, 1), grey(1, 3)]).toEqual([
      255, 0, 0, 128, 255, 255,
    ]);
  });

  test('pixels: a line is as wide as it says', () => {
    const line = {
      kind: 'line',
      points: [
        [0, 5],
        [10, 5],
      ],
      stroke: '#000000',
      width: 2,
    } as const;
    const { bytes, width } = makePixels({ width: 10, height: 10, title: '', shapes: [line] }, 1);
    const column = Array.from({ length: 10 }, (_, y) => 255 - (bytes[(y * width + 5) * 4] as number));
    expect(column.reduce((sum, each) => sum + each, 0) / 255).toBeCloseTo(2, 1);
  });

  test('a hole in a letter stays white, and what is bold is darker', () => {
    const ink = (text: string, weight: 'regular' | 'semibold') => {
      const shape = {
        kind: 'text',
        at: [2, 40],
        text,
        size: 48,
        fill: '#000000',
        anchor: 'start',
        weight,
      } as const;
      const { bytes, width } = makePixels({ width: 60, height: 50, title: '', shapes: [shape] }, 1);
      const grey = (x: number, y: number): number => bytes[(y * width + x) * 4] as number;
      const middle = Math.round(2 + textWidth(text, 48, weight) / 2);
      return {
        hole: grey(middle, 27),
        dark: bytes.reduce((sum, value, at) => sum + (at % 4 === 0 ? 255 - value : 0), 0),
      };
    };
    expect(ink('o', 'regular').hole).toBe(255);
    expect(ink('l', 'regular').hole).toBeLessThan(100);
    expect(ink('o', 'semibold').dark).toBeGreaterThan(1.2 * ink('o', 'regular').dark);
  });

  test('every letter of every message has an outline of its own, and its width', () => {
    const unknown = writeText('\u2603', 100);
    for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:;-–−+=/%$()\'"!&#*<>×·…’') {
      const drawn = writeText(letter, 100);
      expect(drawn.length, letter).toBeGreaterThan(0);
      expect(drawn, letter).not.toEqual(unknown);
      expect(textWidth(letter, 100)).toBeGreaterThan(15);
      expect(textWidth(letter, 100)).toBeLessThan(120);
    }
    expect(textWidth('a b', 13)).toBeGreaterThan(textWidth('ab', 13));
    expect(textWidth('WW', 26)).toBeCloseTo(2 * textWidth('WW', 13), 9);
  });

  /** The texts of a scene with where they stand. */
  const texts = ({ shapes }: Scene) => shapes.flatMap((shape) => (shape.kind === 'text' ? [shape] : []));
  const linesOf = ({ shapes }: Scene) => shapes.flatMap((shape) => (shape.kind === 'line' ? [shape] : []));

  test('curves that lie on one another are one, with all their names, and no grid runs through the legend', () => {
    const down = [1, 0.1, 0.001].map((y, x) => [x + 1, y] as const);
    const steep = [1, 0.01, 0.0001].map((y, x) => [x + 1, y] as const);
    const scene = curveChart(
      [
        { name: 'Star', points: down },
        { name: 'Crown', points: [...down] },
        { name: 'Aruze', points: steep },
      ],
      words,
      String,
    );
    const names = texts(scene).map(({ text }) => text);
    expect(names).toContain('Star, Crown');
    expect(names).toContain('Aruze');
    expect(linesOf(scene).filter(({ points }) => points.length === 3)).toHaveLength(2);
    // A tick at the lowest value, too.
    expect(names).toContain('1');
    const key = texts(scene).find(({ text }) => text === 'Aruze');
    const grid = linesOf(scene).filter(({ stroke }) => stroke === FAINT);
    expect(grid.length).toBeGreaterThan(3);
    for (const { points } of grid)
      for (const [, y] of points) expect(y).toBeGreaterThan((key?.at[1] ?? 0) + 20);
  });

  test('a fan says what its bands are, and its lowest value lies above a tick', () => {
    const scene = fanChart(fan, words);
    const names = texts(scene).map(({ text }) => text);
    for (const name of ['the middle session', 'half of all sessions', 'nine of ten'])
      expect(names).toContain(name);
    expect(names).toContain('-$20');
    // Heading, legend and the left side's name keep apart.
    const heights = ['x', 'nine of ten', 'money'].map(
      (text) => texts(scene).find((each) => each.text === text)?.at[1] ?? 0,
    );
    expect((heights[1] as number) - (heights[0] as number)).toBeGreaterThanOrEqual(20);
    expect((heights[2] as number) - (heights[1] as number)).toBeGreaterThanOrEqual(20);
  });

  test('bars of chances and counts begin at multiples of their width and lose nothing', () => {
    const results = [-1_000, -1_000, 0, 500, 2_500];
    expect(countBars(results).reduce((sum, { value }) => sum + value, 0)).toBe(5);
    for (const { from, to } of countBars(results)) expect(Number.isInteger(from / (to - from))).toBe(true);
    const chances = chanceBars({ unit: 1_000, from: -2, chances: Float64Array.of(0.25, 0, 0.5, 0.25, 1e-9) });
    expect(chances).toEqual([
      { from: -2_000, to: -1_000, value: 0.25 },
      { from: 0, to: 1_000, value: 0.5 },
      { from: 1_000, to: 2_000, value: 0.25 },
    ]);
  });

  test('PNG: the bytes hold the pixels', () => {
    const [, scene] = scenes[0] as (typeof scenes)[number];
    const pixels = makePixels(scene, 1);
    const png = encodePng(pixels);
    expect(png.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([pixels.width, pixels.height]);
    const at = png.indexOf('IDAT');
    const lines = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
    expect(lines).toHaveLength(pixels.height * (pixels.width * 4 + 1));
    expect(Buffer.from(lines.subarray(1, 5))).toEqual(Buffer.from(pixels.bytes.subarray(0, 4)));
  });
});

describe('pictures as text', () => {
  test('bars, as long as their values', () => {
    const [long, short] = textBars(
      [
        { name: 'a', value: 4 },
        { name: 'bb', value: 1 },
      ],
      String,
      8,
    );
    expect(long).toBe('a    ████████ 4');
    expect(short).toBe('bb   ██ 1');
  });

  test('a histogram, a line for each bar', () => {
    expect(textHistogram(bars, 10)).toHaveLength(bars.length);
  });

  test('curves and fans in dots, with their ends named', () => {
    const curve = textCurves(
      [
        {
          name: 'x',
          points: [
            [0, 0],
            [1, 10],
          ],
        },
      ],
      String,
      { columns: 10, rows: 3 },
    );
    expect(curve).toHaveLength(3);
    expect(curve[0]).toContain('10');
    expect(curve[0]?.endsWith('⠈')).toBe(true);
    expect(curve[2]).toContain('0 ⡀');
    expect(textFan(fan)).toHaveLength(14);
  });
});
