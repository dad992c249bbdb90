import { FAINT, type Point, QUIET, type Shape } from './scene.js';

/** From values to pixels along one side of a picture. */
export interface Scale {
  readonly from: number;
  readonly to: number;
  at(value: number): number;
  readonly ticks: readonly number[];
}

/** Round numbers, about so many, from low to high. */
export function niceTicks(low: number, high: number, about: number): readonly number[] {
  const rough = (high - low) / Math.max(1, about);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((times) => times * power >= rough - 1e-12) ?? 10) * power;
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
): Shape => ({
  kind: 'text',
  at,
  text,
  size,
  fill,
  anchor,
});

/** Lines and numbers along the bottom. */
export const bottomAxis = (
  scale: Scale,
  { top, bottom }: Frame,
  say: (value: number) => string,
): readonly Shape[] =>
  scale.ticks.flatMap((tick) => [
    line([scale.at(tick), top], [scale.at(tick), bottom]),
    label([scale.at(tick), bottom + 18], say(tick), 'middle'),
  ]);

/** Lines and numbers along the left side. */
export const leftAxis = (
  scale: Scale,
  { left, right }: Frame,
  say: (value: number) => string,
): readonly Shape[] =>
  scale.ticks.flatMap((tick) => [
    line([left, scale.at(tick)], [right, scale.at(tick)]),
    label([left - 8, scale.at(tick) + 4], say(tick), 'end'),
  ]);
