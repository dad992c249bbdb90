import { makeDollars } from '@boxperson/rules';
import type { FanPoint } from '../analyse/session.js';
import { bottomAxis, type Frame, label, leftAxis, linear, logarithmic, type Scale } from './axis.js';
import {
  HOUSE,
  INK,
  PAPER,
  PLAYER,
  type Point,
  QUIET,
  rectangle,
  type Scene,
  SERIES,
  type Shape,
} from './scene.js';

// The pictures of the odds laboratory. Each takes plain figures and gives a scene.

const WIDTH = 900;
const HEIGHT = 520;

/** Title, and what the two sides are. */
export interface Words {
  readonly title: string;
  readonly subtitle?: string;
  readonly across: string;
  readonly up: string;
  /** Pixels; 900 by 520 where nobody says otherwise. */
  readonly size?: { readonly width: number; readonly height: number };
  /** A page that writes its own headings leaves them out. */
  readonly heading?: 'drawn' | 'left out';
}

const widthOf = ({ size }: Words): number => size?.width ?? WIDTH;
const topOf = ({ heading }: Words): number => (heading === 'left out' ? 30 : 84);

function frameOf(words: Words): Frame {
  const height = words.size?.height ?? HEIGHT;
  const width = widthOf(words);
  // A narrow picture has no room to give away.
  const margin = width < 600 ? { left: 64, right: 14 } : { left: 90, right: 30 };
  return { left: margin.left, right: width - margin.right, top: topOf(words), bottom: height - 62 };
}

/** About so many ticks fit below. */
const ticksIn = ({ left, right }: Frame, most: number): number =>
  Math.max(3, Math.min(most, Math.floor((right - left) / 75)));

function page(
  words: Words,
  frame: Frame,
  shapes: readonly Shape[],
  height = words.size?.height ?? HEIGHT,
): Scene {
  const heading: Shape[] = [
    label([frame.left, 32], words.title, 'start', 20, INK),
    label([frame.left, 54], words.subtitle ?? '', 'start', 13),
  ];
  const furniture: Shape[] = [
    rectangle(0, 0, widthOf(words), height, PAPER),
    ...(words.heading === 'left out' ? [] : heading),
    label([frame.left, frame.top - 8], words.up, 'start', 12),
    label([frame.right, height - 14], words.across, 'end', 12),
  ];
  const said = furniture.filter((shape) => shape.kind !== 'text' || shape.text !== '');
  const about = [words.title, words.subtitle].filter(Boolean).join('. ');
  return { width: widthOf(words), height, title: about, shapes: [...said, ...shapes] };
}

/** Whole dollars where they are many, cents where they are few. */
export const sayMoney = (cents: number): string =>
  Math.abs(cents) >= 10_000 ? makeDollars(Math.round(cents / 100) * 100) : makeDollars(Math.round(cents));
const sayCount = (value: number): string => value.toLocaleString('en');

const BAND_OPACITY = 0.22;

/** Bands between quantiles of money as the rolls go by. */
export function fanChart(fan: readonly FanPoint[], words: Words): Scene {
  const frame = frameOf(words);
  const values = fan.flatMap(({ quantiles }) => quantiles);
  const across = linear(0, fan.at(-1)?.roll ?? 1, frame.left, frame.right, ticksIn(frame, 6));
  const up = linear(Math.min(0, ...values), Math.max(0, ...values), frame.bottom, frame.top);
  const edge = (index: number): readonly Point[] =>
    fan.map(({ roll, quantiles }) => [across.at(roll), up.at(quantiles[index] as number)]);
  const band = (low: number, high: number): Shape => ({
    kind: 'area',
    points: [...edge(low), ...[...edge(high)].reverse()],
    fill: HOUSE,
    opacity: BAND_OPACITY,
  });
  return page(words, frame, [
    ...bottomAxis(across, frame, sayCount),
    ...leftAxis(up, frame, sayMoney),
    band(0, 4),
    band(1, 3),
    { kind: 'line', points: edge(2), stroke: HOUSE, width: 2.5 },
    {
      kind: 'line',
      points: [
        [frame.left, up.at(0)],
        [frame.right, up.at(0)],
      ],
      stroke: INK,
      width: 1,
    },
  ]);
}

export interface Bar {
  readonly from: number;
  readonly to: number;
  readonly value: number;
}

/** Bars side by side, those below nothing in another colour; a line over them where something is expected. */
export function histogramChart(bars: readonly Bar[], words: Words, expected: readonly Point[] = []): Scene {
  const frame = frameOf(words);
  const ends = bars.flatMap(({ from, to }) => [from, to]);
  const across = linear(Math.min(...ends), Math.max(...ends), frame.left, frame.right, ticksIn(frame, 8));
  const most = Math.max(...bars.map(({ value }) => value), ...expected.map(([, value]) => value));
  const up = linear(0, most, frame.bottom, frame.top);
  const drawn = bars
    .filter(({ value }) => value > 0)
    .map(({ from, to, value }) => {
      const [x, y] = [across.at(from), up.at(value)];
      const width = Math.max(1, across.at(to) - x - 1);
      return rectangle(x, y, width, frame.bottom - y, (from + to) / 2 < 0 ? PLAYER : HOUSE);
    });
  const over: Shape[] =
    expected.length === 0
      ? []
      : [{ kind: 'line', points: expected.map(([x, y]) => [across.at(x), up.at(y)]), stroke: INK, width: 2 }];
  return page(words, frame, [
    ...bottomAxis(across, frame, sayMoney),
    ...leftAxis(up, frame, sayCount),
    ...drawn,
    ...over,
  ]);
}

export interface NamedValue {
  readonly name: string;
  readonly value: number;
}

const BAR_HEIGHT = 20;

/** Room for the names: as much as the longest needs, where a page says how wide the picture is. */
function nameRoom(values: readonly NamedValue[], words: Words): number {
  if (words.size === undefined) return 230;
  const longest = Math.max(0, ...values.map(({ name }) => name.length));
  return Math.min(words.size.width * 0.46, 24 + 6.6 * longest);
}

/** Lying bars with names, such as the edge of every wager. */
export function barChart(values: readonly NamedValue[], words: Words, say: (value: number) => string): Scene {
  const height = topOf(words) + 46 + values.length * BAR_HEIGHT;
  const left = nameRoom(values, words);
  const frame: Frame = { left, right: widthOf(words) - 90, top: topOf(words), bottom: height - 46 };
  const across = linear(
    Math.min(0, ...values.map(({ value }) => value)),
    Math.max(...values.map(({ value }) => value)),
    frame.left,
    frame.right,
    ticksIn(frame, 6),
  );
  const drawn = values.flatMap(({ name, value }, index) => {
    const y = frame.top + index * BAR_HEIGHT + 3;
    const [from, to] = [across.at(Math.min(0, value)), across.at(Math.max(0, value))];
    return [
      label([frame.left - 8, y + 12], name, 'end', 12, INK),
      rectangle(from, y, Math.max(1, to - from), BAR_HEIGHT - 6, value < 0 ? PLAYER : HOUSE),
      label([Math.max(from, to) + 6, y + 12], say(value), 'start', 12),
    ];
  });
  return page({ ...words, up: '' }, frame, [...bottomAxis(across, frame, say), ...drawn], height);
}

export interface Series {
  readonly name: string;
  readonly points: readonly Point[];
}

/** Curves on a scale of powers of ten, such as the chance of a hand of at least n throws. */
export function curveChart(series: readonly Series[], words: Words, say: (value: number) => string): Scene {
  const frame = frameOf(words);
  const all = series.flatMap(({ points }) => points);
  const xs = all.map(([x]) => x);
  const ys = all.map(([, y]) => y).filter((y) => y > 0);
  const across = linear(Math.min(...xs), Math.max(...xs), frame.left, frame.right, ticksIn(frame, 10));
  const up = logarithmic(Math.min(...ys), Math.max(...ys), frame.bottom, frame.top);
  return page(words, frame, [
    ...bottomAxis(across, frame, sayCount),
    ...leftAxis(up, frame, say),
    ...series.flatMap((each, index) => curve(each, index, across, up, frame)),
  ]);
}

/** Money as the rolls go by, a line for each way to play. */
export function pathChart(series: readonly Series[], words: Words): Scene {
  const frame = frameOf(words);
  const all = series.flatMap(({ points }) => points);
  const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);
  const across = linear(0, most(all.map(([x]) => x)), frame.left, frame.right, ticksIn(frame, 8));
  const ys = all.map(([, y]) => y);
  const up = linear(-most(ys.map((y) => -y)), most(ys), frame.bottom, frame.top);
  const zero: Shape = {
    kind: 'line',
    points: [
      [frame.left, up.at(0)],
      [frame.right, up.at(0)],
    ],
    stroke: INK,
    width: 1,
  };
  return page(words, frame, [
    ...bottomAxis(across, frame, sayCount),
    ...leftAxis(up, frame, sayMoney),
    zero,
    ...series.map(
      ({ points }, index): Shape => ({
        kind: 'line',
        points: points.map(([x, y]) => [across.at(x), up.at(y)]),
        stroke: SERIES[index % SERIES.length] as string,
        width: 2,
      }),
    ),
  ]);
}

function curve(
  { name, points }: Series,
  index: number,
  across: Scale,
  up: Scale,
  frame: Frame,
): readonly Shape[] {
  const stroke = SERIES[index % SERIES.length] as string;
  const y = frame.top + 16 + index * 18;
  return [
    { kind: 'line', points: points.map(([x, value]) => [across.at(x), up.at(value)]), stroke, width: 2 },
    {
      kind: 'line',
      points: [
        [frame.right - 200, y - 4],
        [frame.right - 172, y - 4],
      ],
      stroke,
      width: 3,
    },
    label([frame.right - 164, y], name, 'start', 13, QUIET),
  ];
}
