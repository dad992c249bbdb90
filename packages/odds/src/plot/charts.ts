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
}

const FRAME: Frame = { left: 90, right: WIDTH - 30, top: 84, bottom: HEIGHT - 62 };

function page(words: Words, frame: Frame, shapes: readonly Shape[], height = HEIGHT): Scene {
  const furniture: Shape[] = [
    rectangle(0, 0, WIDTH, height, PAPER),
    label([frame.left, 32], words.title, 'start', 20, INK),
    label([frame.left, 54], words.subtitle ?? '', 'start', 13),
    label([frame.left, 76], words.up, 'start', 12),
    label([frame.right, height - 14], words.across, 'end', 12),
  ];
  const said = furniture.filter((shape) => shape.kind !== 'text' || shape.text !== '');
  const about = [words.title, words.subtitle].filter(Boolean).join('. ');
  return { width: WIDTH, height, title: about, shapes: [...said, ...shapes] };
}

/** Whole dollars where they are many, cents where they are few. */
export const sayMoney = (cents: number): string =>
  Math.abs(cents) >= 10_000 ? makeDollars(Math.round(cents / 100) * 100) : makeDollars(Math.round(cents));
const sayCount = (value: number): string => value.toLocaleString('en');

const BAND_OPACITY = 0.22;

/** Bands between quantiles of money as the rolls go by. */
export function fanChart(fan: readonly FanPoint[], words: Words): Scene {
  const values = fan.flatMap(({ quantiles }) => quantiles);
  const across = linear(0, fan.at(-1)?.roll ?? 1, FRAME.left, FRAME.right);
  const up = linear(Math.min(0, ...values), Math.max(0, ...values), FRAME.bottom, FRAME.top);
  const edge = (index: number): readonly Point[] =>
    fan.map(({ roll, quantiles }) => [across.at(roll), up.at(quantiles[index] as number)]);
  const band = (low: number, high: number): Shape => ({
    kind: 'area',
    points: [...edge(low), ...[...edge(high)].reverse()],
    fill: HOUSE,
    opacity: BAND_OPACITY,
  });
  return page(words, FRAME, [
    ...bottomAxis(across, FRAME, sayCount),
    ...leftAxis(up, FRAME, sayMoney),
    band(0, 4),
    band(1, 3),
    { kind: 'line', points: edge(2), stroke: HOUSE, width: 2.5 },
    {
      kind: 'line',
      points: [
        [FRAME.left, up.at(0)],
        [FRAME.right, up.at(0)],
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
  const ends = bars.flatMap(({ from, to }) => [from, to]);
  const across = linear(Math.min(...ends), Math.max(...ends), FRAME.left, FRAME.right, 8);
  const most = Math.max(...bars.map(({ value }) => value), ...expected.map(([, value]) => value));
  const up = linear(0, most, FRAME.bottom, FRAME.top);
  const drawn = bars
    .filter(({ value }) => value > 0)
    .map(({ from, to, value }) => {
      const [x, y] = [across.at(from), up.at(value)];
      const width = Math.max(1, across.at(to) - x - 1);
      return rectangle(x, y, width, FRAME.bottom - y, (from + to) / 2 < 0 ? PLAYER : HOUSE);
    });
  const over: Shape[] =
    expected.length === 0
      ? []
      : [{ kind: 'line', points: expected.map(([x, y]) => [across.at(x), up.at(y)]), stroke: INK, width: 2 }];
  return page(words, FRAME, [
    ...bottomAxis(across, FRAME, sayMoney),
    ...leftAxis(up, FRAME, sayCount),
    ...drawn,
    ...over,
  ]);
}

export interface NamedValue {
  readonly name: string;
  readonly value: number;
}

const BAR_HEIGHT = 20;

/** Lying bars with names, such as the edge of every wager. */
export function barChart(values: readonly NamedValue[], words: Words, say: (value: number) => string): Scene {
  const height = 130 + values.length * BAR_HEIGHT;
  const frame: Frame = { left: 230, right: WIDTH - 90, top: 84, bottom: height - 46 };
  const across = linear(
    Math.min(0, ...values.map(({ value }) => value)),
    Math.max(...values.map(({ value }) => value)),
    frame.left,
    frame.right,
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
  const all = series.flatMap(({ points }) => points);
  const xs = all.map(([x]) => x);
  const ys = all.map(([, y]) => y).filter((y) => y > 0);
  const across = linear(Math.min(...xs), Math.max(...xs), FRAME.left, FRAME.right, 10);
  const up = logarithmic(Math.min(...ys), Math.max(...ys), FRAME.bottom, FRAME.top);
  return page(words, FRAME, [
    ...bottomAxis(across, FRAME, sayCount),
    ...leftAxis(up, FRAME, say),
    ...series.flatMap((each, index) => curve(each, index, across, up)),
  ]);
}

function curve({ name, points }: Series, index: number, across: Scale, up: Scale): readonly Shape[] {
  const stroke = SERIES[index % SERIES.length] as string;
  const y = FRAME.top + 16 + index * 18;
  return [
    { kind: 'line', points: points.map(([x, value]) => [across.at(x), up.at(value)]), stroke, width: 2 },
    {
      kind: 'line',
      points: [
        [FRAME.right - 200, y - 4],
        [FRAME.right - 172, y - 4],
      ],
      stroke,
      width: 3,
    },
    label([FRAME.right - 164, y], name, 'start', 13, QUIET),
  ];
}
