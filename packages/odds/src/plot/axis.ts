import { textWidth } from './letters.js';
import { FAINT, type Point, QUIET, type Shape, type Weight } from './scene.js';

/** From values to pixels along one side of a picture. */
export interface Scale {
  readonly from: number;
  readonly to: number;
  at(value: number): number;
  readonly ticks: readonly number[];
}

/** A round number, about one of so many from low to high. */
function niceStep(low: number, high: number, about: number): number {
  const rough = (high - low) / Math.max(1, about);
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 2.5, 5, 10].find((times) => times * power >= rough - 1e-12) ?? 10) * power;
}

/** Round numbers, about so many, from low to high. */
export function niceTicks(low: number, high: number, about: number): readonly number[] {
  const step = niceStep(low, high, about);
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  // Adding up steps would add up their rounding too.
  return Array.from({ length: Math.max(0, count) }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

export function linear(low: number, high: number, from: number, to: number, about = 6): Scale {
  const [a, b] = low === high ? [low - 1, high + 1] : [low, high];
  return {
    from: a,
    to: b,
    at: (value) => from + ((value - a) / (b - a)) * (to - from),
    ticks: niceTicks(a, b, about),
  };
}

/** From a round number to a round number: the lowest value and the highest lie between two ticks. */
export function rounded(low: number, high: number, from: number, to: number, about = 6): Scale {
  if (low === high) return linear(low, high, from, to, about);
  const step = niceStep(low, high, about);
  return linear(Math.floor(low / step + 1e-9) * step, Math.ceil(high / step - 1e-9) * step, from, to, about);
}

/** The same scale with a tick at both of its ends, unless one stands there already. */
export function withEnds(scale: Scale): Scale {
  const { from, to, ticks } = scale;
  const room = ((ticks[1] ?? to) - (ticks[0] ?? from)) / 2;
  const inner = ticks.filter(
    (tick) => tick === from || tick === to || (tick - from >= room && to - tick >= room),
  );
  return { ...scale, ticks: [...new Set([from, ...inner, to])] };
}

/** Powers of ten; values at or below nothing are drawn at the low end. */
export function logarithmic(low: number, high: number, from: number, to: number): Scale {
  const [a, b] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const step = Math.max(1, Math.ceil((b - a) / 8));
  const ticks = Array.from({ length: Math.floor((b - a) / step) + 1 }, (_, i) => 10 ** (a + i * step));
  const at = (value: number): number =>
    from + ((Math.max(a, Math.log10(Math.max(value, 10 ** a))) - a) / (b - a)) * (to - from);
  return { from: 10 ** a, to: 10 ** b, at, ticks };
}

export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const SIZE = 13;
const line = (from: Point, to: Point): Shape => ({
  kind: 'line',
  points: [from, to],
  stroke: FAINT,
  width: 1,
});
export const label = (
  at: Point,
  text: string,
  anchor: 'start' | 'middle' | 'end',
  size = SIZE,
  fill = QUIET,
  weight: Weight = 'regular',
): Shape => ({ kind: 'text', at, text, size, fill, anchor, weight });

type Say = (value: number) => string;

const numbers = (scale: Scale, bottom: number, say: Say): readonly Shape[] =>
  scale.ticks.map((tick) => label([scale.at(tick), bottom + 22], say(tick), 'middle'));

/** Marks and numbers along the bottom. */
export const bottomAxis = (scale: Scale, { bottom }: Frame, say: Say): readonly Shape[] => [
  ...scale.ticks.map((tick) => line([scale.at(tick), bottom], [scale.at(tick), bottom + 6])),
  ...numbers(scale, bottom, say),
];

/** Lines from top to bottom, with numbers: for bars that lie. */
export const bottomGrid = (scale: Scale, { top, bottom }: Frame, say: Say): readonly Shape[] => [
  ...scale.ticks.map((tick) => line([scale.at(tick), top], [scale.at(tick), bottom])),
  ...numbers(scale, bottom - 4, say),
];

/** Lines and numbers along the left side. */
export const leftAxis = (scale: Scale, { left, right }: Frame, say: Say): readonly Shape[] =>
  scale.ticks.flatMap((tick) => [
    line([left, scale.at(tick)], [right, scale.at(tick)]),
    label([left - 10, scale.at(tick) + 4.5], say(tick), 'end'),
  ]);

/** Room for the widest of the numbers at the left side. */
export const numberRoom = (ticks: readonly number[], say: Say): number =>
  Math.ceil(Math.max(0, ...ticks.map((tick) => textWidth(say(tick), SIZE)))) + 10;
