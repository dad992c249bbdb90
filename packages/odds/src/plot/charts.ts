import { makeDollars } from '@boxperson/rules';
import type { FanPoint } from '../analyse/session.js';
import {
  bottomAxis,
  bottomGrid,
  type Frame,
  label,
  leftAxis,
  linear,
  logarithmic,
  numberRoom,
  rounded,
  type Scale,
  withEnds,
} from './axis.js';
import { type Key, legend } from './legend.js';
import { textWidth } from './letters.js';
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
const EDGE = 28;
const SUBTITLE = { size: 14, line: 20 };

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
const heightOf = ({ size }: Words): number => size?.height ?? HEIGHT;
/** A narrow picture has no room to give away. */
const edgeOf = (words: Words): number => (widthOf(words) < 600 ? 14 : EDGE);

/** As many words to a line as fit. */
function wrapped(text: string, size: number, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter((each) => each !== '')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && textWidth(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

interface Head {
  readonly shapes: readonly Shape[];
  /** Where the plot may begin. */
  readonly bottom: number;
}

function headingOf(words: Words): Head {
  if (words.heading === 'left out') return { shapes: [], bottom: 6 };
  const edge = edgeOf(words);
  const lines = wrapped(words.subtitle ?? '', SUBTITLE.size, widthOf(words) - 2 * edge);
  const shapes = [
    label([edge, 38], words.title, 'start', 21, INK, 'semibold'),
    ...lines.map((line, at) => label([edge, 62 + at * SUBTITLE.line], line, 'start', SUBTITLE.size)),
  ];
  return { shapes, bottom: 54 + lines.length * SUBTITLE.line };
}

/** Title, subtitle, what the colours mean, and what the left side is. */
function headOf(words: Words, keys: readonly Key[]): Head {
  const edge = edgeOf(words);
  const heading = headingOf(words);
  const { shapes, height } = legend(keys, [edge, heading.bottom], widthOf(words) - 2 * edge);
  const below = heading.bottom + height + (height === 0 ? 0 : 8);
  const up = words.up === '' ? [] : [label([edge, below + 18], words.up, 'start', 12)];
  return {
    shapes: [...heading.shapes, ...shapes, ...up],
    bottom: below + (words.up === '' ? 8 : 32),
  };
}

/** Above the numbers that stand at the left side, about so many. */
const NUMBERS_UP = 6;

function frameOf(words: Words, { bottom: top }: Head, room: number): Frame {
  const edge = edgeOf(words);
  return { left: edge + room, right: widthOf(words) - edge, top, bottom: heightOf(words) - 58 };
}

/** About so many ticks fit below. */
const ticksIn = ({ left, right }: Frame, most: number): number =>
  Math.max(3, Math.min(most, Math.floor((right - left) / 75)));

function page(words: Words, head: Head, shapes: readonly Shape[], height = heightOf(words)): Scene {
  const furniture: Shape[] = [
    rectangle(0, 0, widthOf(words), height, PAPER),
    ...head.shapes,
    label([widthOf(words) - edgeOf(words), height - 12], words.across, 'end', 12),
  ];
  const said = furniture.filter((shape) => shape.kind !== 'text' || shape.text !== '');
  const about = [words.title, words.subtitle].filter(Boolean).join('. ');
  return { width: widthOf(words), height, title: about, shapes: [...said, ...shapes] };
}

/** Whole dollars where they are many, cents where they are few. */
export const sayMoney = (cents: number): string =>
  Math.abs(cents) >= 10_000 ? makeDollars(Math.round(cents / 100) * 100) : makeDollars(Math.round(cents));
const sayCount = (value: number): string => value.toLocaleString('en');

const across = (y: number, { left, right }: Frame, stroke = INK): Shape => ({
  kind: 'line',
  points: [
    [left, y],
    [right, y],
  ],
  stroke,
  width: 1,
});

interface Sides {
  readonly frame: Frame;
  readonly up: Scale;
}

/** The left side: its numbers say how much room they need, and the frame how far they reach. */
function sidesOf(
  words: Words,
  head: Head,
  scale: (bottom: number, top: number) => Scale,
  say: (value: number) => string,
): Sides {
  const room = numberRoom(scale(1, 0).ticks, say);
  const frame = frameOf(words, head, room);
  return { frame, up: scale(frame.bottom, frame.top) };
}

const BAND_OPACITY = 0.22;
/** Two bands, one over the other, are as dark as this. */
const BOTH_BANDS = 1 - (1 - BAND_OPACITY) ** 2;

const FAN_KEYS: readonly Key[] = [
  { name: 'the middle session', mark: 'line', colour: HOUSE },
  { name: 'half of all sessions', mark: 'band', colour: HOUSE, opacity: BOTH_BANDS },
  { name: 'nine of ten', mark: 'band', colour: HOUSE, opacity: BAND_OPACITY },
];

/** Bands between quantiles of money as the rolls go by. */
export function fanChart(fan: readonly FanPoint[], words: Words): Scene {
  const head = headOf(words, FAN_KEYS);
  const values = fan.flatMap(({ quantiles }) => quantiles);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const { frame, up } = sidesOf(
    words,
    head,
    (from, to) => rounded(low, high, from, to, NUMBERS_UP),
    sayMoney,
  );
  const along = withEnds(linear(0, fan.at(-1)?.roll ?? 1, frame.left, frame.right, ticksIn(frame, 6)));
  const edge = (index: number): readonly Point[] =>
    fan.map(({ roll, quantiles }) => [along.at(roll), up.at(quantiles[index] as number)]);
  const band = (from: number, to: number): Shape => ({
    kind: 'area',
    points: [...edge(from), ...[...edge(to)].reverse()],
    fill: HOUSE,
    opacity: BAND_OPACITY,
  });
  return page(words, head, [
    ...bottomAxis(along, frame, sayCount),
    ...leftAxis(up, frame, sayMoney),
    band(0, 4),
    band(1, 3),
    across(up.at(0), frame),
    { kind: 'line', points: edge(2), stroke: HOUSE, width: 2.5 },
  ]);
}

export interface Bar {
  readonly from: number;
  readonly to: number;
  readonly value: number;
}

const isLost = ({ from, to }: Bar): boolean => (from + to) / 2 < 0;

function histogramKeys(bars: readonly Bar[], expected: readonly Point[]): readonly Key[] {
  const lost: Key = { name: 'lost', mark: 'band', colour: PLAYER };
  const won: Key = { name: 'even or won', mark: 'band', colour: HOUSE };
  return [
    ...(bars.some(isLost) ? [lost] : []),
    ...(bars.every(isLost) ? [] : [won]),
    ...(expected.length === 0 ? [] : [{ name: 'expected', mark: 'line', colour: INK } as const]),
  ];
}

/** Bars side by side, those below nothing in another colour; a line over them where something is expected. */
export function histogramChart(bars: readonly Bar[], words: Words, expected: readonly Point[] = []): Scene {
  const head = headOf(words, histogramKeys(bars, expected));
  const ends = bars.flatMap(({ from, to }) => [from, to]);
  const most = Math.max(...bars.map(({ value }) => value), ...expected.map(([, value]) => value));
  const { frame, up } = sidesOf(words, head, (from, to) => rounded(0, most, from, to, NUMBERS_UP), sayCount);
  const along = rounded(Math.min(...ends), Math.max(...ends), frame.left, frame.right, ticksIn(frame, 8));
  const drawn = bars
    .filter(({ value }) => value > 0)
    .map((bar) => {
      const [x, y] = [along.at(bar.from), up.at(bar.value)];
      const width = Math.max(1, along.at(bar.to) - x - 1);
      return rectangle(x, y, width, frame.bottom - y, isLost(bar) ? PLAYER : HOUSE);
    });
  const over: Shape[] =
    expected.length === 0
      ? []
      : [{ kind: 'line', points: expected.map(([x, y]) => [along.at(x), up.at(y)]), stroke: INK, width: 2 }];
  return page(words, head, [
    ...bottomAxis(along, frame, sayMoney),
    ...leftAxis(up, frame, sayCount),
    ...drawn,
    across(frame.bottom, frame),
    ...over,
  ]);
}

export interface NamedValue {
  readonly name: string;
  readonly value: number;
}

const BAR_HEIGHT = 22;
const BAR_SIZE = 13;

/** Lying bars with names, such as the edge of every wager. */
export function barChart(values: readonly NamedValue[], words: Words, say: (value: number) => string): Scene {
  const isForPlayer = values.some(({ value }) => value < 0);
  const keys: readonly Key[] = [
    { name: 'for the house', mark: 'band', colour: HOUSE },
    { name: 'for the player', mark: 'band', colour: PLAYER },
  ];
  const head = headOf({ ...words, up: '' }, isForPlayer ? keys : []);
  const height = head.bottom + 52 + values.length * BAR_HEIGHT;
  const edge = edgeOf(words);
  const widest = (texts: readonly string[]): number =>
    Math.max(0, ...texts.map((text) => textWidth(text, BAR_SIZE)));
  const names = Math.min(widthOf(words) * 0.5, widest(values.map(({ name }) => name)));
  const figures = widest(values.map(({ value }) => say(value)));
  const frame: Frame = {
    left: edge + names + 10,
    right: widthOf(words) - edge - figures - 8,
    top: head.bottom,
    bottom: height - 52,
  };
  const along = linear(
    Math.min(0, ...values.map(({ value }) => value)),
    Math.max(...values.map(({ value }) => value)),
    frame.left,
    frame.right,
    ticksIn(frame, 6),
  );
  const drawn = values.flatMap(({ name, value }, index) => {
    const y = frame.top + index * BAR_HEIGHT + 3;
    const [from, to] = [along.at(Math.min(0, value)), along.at(Math.max(0, value))];
    const figure = Math.max(from, to) + 6;
    return [
      label([frame.left - 10, y + 12.5], name, 'end', BAR_SIZE, INK),
      // No line of the grid runs through a figure.
      rectangle(figure - 3, y, textWidth(say(value), BAR_SIZE) + 6, BAR_HEIGHT - 6, PAPER),
      rectangle(from, y, Math.max(1, to - from), BAR_HEIGHT - 6, value < 0 ? PLAYER : HOUSE),
      label([figure, y + 12.5], say(value), 'start', BAR_SIZE),
    ];
  });
  return page(words, head, [...bottomGrid(along, frame, say), ...drawn], height);
}

export interface Series {
  readonly name: string;
  readonly points: readonly Point[];
}

/** Lines that lie on one another are one line with all their names. */
function merged(series: readonly Series[]): readonly Series[] {
  const found = new Map<string, Series>();
  for (const { name, points } of series) {
    const key = points.map(([x, y]) => `${x} ${y.toPrecision(9)}`).join();
    const same = found.get(key);
    found.set(key, { name: same ? `${same.name}, ${name}` : name, points });
  }
  return [...found.values()];
}

const colourOf = (index: number): string => SERIES[index % SERIES.length] as string;
const keysOf = (series: readonly Series[]): readonly Key[] =>
  series.map(({ name }, index) => ({ name, mark: 'line', colour: colourOf(index) }));

const curves = (series: readonly Series[], along: Scale, up: Scale): readonly Shape[] =>
  series.map(
    ({ points }, index): Shape => ({
      kind: 'line',
      points: points.map(([x, y]) => [along.at(x), up.at(y)]),
      stroke: colourOf(index),
      width: 2.5,
    }),
  );

const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);

/** Curves on a scale of powers of ten, such as the chance of a hand of at least n throws. */
export function curveChart(series: readonly Series[], words: Words, say: (value: number) => string): Scene {
  const shown = merged(series);
  const head = headOf(words, keysOf(shown));
  const all = shown.flatMap(({ points }) => points);
  const xs = all.map(([x]) => x);
  const ys = all.map(([, y]) => y).filter((y) => y > 0);
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  const { frame, up } = sidesOf(words, head, (from, to) => logarithmic(low, high, from, to), say);
  const along = withEnds(
    linear(Math.min(...xs), Math.max(...xs), frame.left, frame.right, ticksIn(frame, 10)),
  );
  return page(words, head, [
    ...bottomAxis(along, frame, sayCount),
    ...leftAxis(up, frame, say),
    across(frame.bottom, frame, QUIET),
    ...curves(shown, along, up),
  ]);
}

/** Money as the rolls go by, a line for each way to play. */
export function pathChart(series: readonly Series[], words: Words): Scene {
  const head = headOf(words, keysOf(series));
  const all = series.flatMap(({ points }) => points);
  const ys = all.map(([, y]) => y);
  const [low, high] = [-most(ys.map((y) => -y)), most(ys)];
  const { frame, up } = sidesOf(
    words,
    head,
    (from, to) => rounded(low, high, from, to, NUMBERS_UP),
    sayMoney,
  );
  const along = withEnds(linear(0, most(all.map(([x]) => x)), frame.left, frame.right, ticksIn(frame, 8)));
  return page(words, head, [
    ...bottomAxis(along, frame, sayCount),
    ...leftAxis(up, frame, sayMoney),
    across(up.at(0), frame),
    ...curves(series, along, up),
  ]);
}
