import type { Dice, PointNumber, Spot } from '@boxperson/rules';
import type { Type } from './measure.js';

/** Everything on the felt is measured in pixels of the screen: nothing is stretched and nothing gets too small. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Printed on the felt. */
export interface Print {
  readonly text: string;
  readonly at: Point;
  readonly size: number;
  readonly type?: Type;
  readonly quiet?: true;
  readonly turned?: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  /** How wide it may be. */
  readonly width?: number;
}
/** A pair of dice printed on the felt: what is barred, what a hardway or hop wager is about. */
export interface PrintedDice {
  readonly dice: Dice;
  readonly at: Point;
  readonly size: number;
  /** Are they printed where chips stand? Then they are seen while none do. */
  readonly givesWay?: true;
}

/** A place where chips can be put. */
export interface Region {
  readonly spot: Spot;
  readonly d: string;
  readonly box: Box;
  readonly prints: readonly Print[];
  readonly dice?: PrintedDice;
  /** Where the line with the pay, or with the state, is printed. */
  readonly sub: Print;
  /** Is there no room for that line while chips stand here? Then it gives way, and the name bears the state's mark. */
  readonly subGivesWay?: true;
  /** The part of the place that is kept free of print: chips stand here and nowhere else. */
  readonly room: Box;
  /** Where one's own chips stand. */
  readonly chip: Point;
  readonly tone: 'cloth' | 'number' | 'prop' | 'hop' | 'hard' | 'travelled';
}

export interface FeltLayout {
  readonly width: number;
  readonly height: number;
  readonly regions: readonly Region[];
  readonly prints: readonly Print[];
  readonly puckRadius: number;
  readonly puckOff: Point;
  readonly puckOn: (number: PointNumber) => Point;
  /** The room of wagers that the dice brought to this number; null where a felt has none. */
  readonly travelled: (wager: 'come' | 'dont-come', number: PointNumber) => Box | null;
}

/** A path that can be turned round for a left-handed table: text never is. */
export type Stroke =
  | readonly ['M' | 'L', number, number]
  | readonly ['H' | 'V', number]
  | readonly ['A', number, 0 | 1, number, number]
  | readonly ['Z'];

const turnX = (x: number, mirror: number | null): number => (mirror === null ? x : mirror - x);

/** A point and a box at a table turned for a left hand. `mirror` is the sum of its edges; null leaves it as it is. */
export const turned = (point: Point, mirror: number | null): Point => ({
  ...point,
  x: turnX(point.x, mirror),
});
export const turnedBox = (box: Box, mirror: number | null): Box =>
  mirror === null ? box : { ...box, x: mirror - box.x - box.width };

const round = (value: number): number => Math.round(value * 10) / 10;

export const makePath = (strokes: readonly Stroke[], mirror: number | null = null): string =>
  strokes
    .map((stroke) => {
      switch (stroke[0]) {
        case 'M':
        case 'L':
          return `${stroke[0]}${round(turnX(stroke[1], mirror))} ${round(stroke[2])}`;
        case 'H':
          return `H${round(turnX(stroke[1], mirror))}`;
        case 'V':
          return `V${round(stroke[1])}`;
        case 'A': {
          const sweep = mirror === null ? stroke[2] : 1 - stroke[2];
          return `A${round(stroke[1])} ${round(stroke[1])} 0 0 ${sweep} ${round(turnX(stroke[3], mirror))} ${round(stroke[4])}`;
        }
        default:
          return 'Z';
      }
    })
    .join('');

export const boxPath = ({ x, y, width, height }: Box): string =>
  `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}Z`;

export const circlePath = ({ x, y }: Point, r: number): string =>
  `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

export const centre = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

/** A box without so much of its edge. */
export const within = ({ x, y, width, height }: Box, edge: number): Box => ({
  x: x + edge,
  y: y + edge,
  width: Math.max(0, width - 2 * edge),
  height: Math.max(0, height - 2 * edge),
});

/** Do two boxes share more than an edge? */
export const overlaps = (a: Box, b: Box, hair = 0.01): boolean =>
  a.x + a.width > b.x + hair &&
  b.x + b.width > a.x + hair &&
  a.y + a.height > b.y + hair &&
  b.y + b.height > a.y + hair;

/** A column or row cut into parts with the same gap. */
export function cut(from: number, length: number, parts: number, index: number): readonly [number, number] {
  const part = length / parts;
  return [from + part * index, part];
}
