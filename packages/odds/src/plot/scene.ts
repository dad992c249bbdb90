/** A picture as a list of shapes, in pixels from the upper left. What draws it, a page or a file, is all the same. */
export interface Scene {
  readonly width: number;
  readonly height: number;
  /** What the picture shows, for those who cannot see it. */
  readonly title: string;
  readonly shapes: readonly Shape[];
}

export type Point = readonly [x: number, y: number];

export type Shape =
  | {
      readonly kind: 'area';
      readonly points: readonly Point[];
      readonly fill: string;
      readonly opacity?: number;
    }
  | {
      readonly kind: 'line';
      readonly points: readonly Point[];
      readonly stroke: string;
      readonly width: number;
    }
  | {
      readonly kind: 'text';
      readonly at: Point;
      readonly text: string;
      readonly size: number;
      readonly fill: string;
      readonly anchor: 'start' | 'middle' | 'end';
      /** Regular where nothing is said. */
      readonly weight?: Weight;
    };

export type Weight = 'regular' | 'semibold';

export const rectangle = (x: number, y: number, width: number, height: number, fill: string): Shape => ({
  kind: 'area',
  points: [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ],
  fill,
});

/** Colours that people tell apart whatever their eyes, on white. */
export const INK = '#1f2933';
export const FAINT = '#d5dbe1';
export const QUIET = '#52606d';
export const PAPER = '#ffffff';
export const SERIES = ['#0b5fa5', '#c4510a', '#1b7f5c', '#8a3f8f', '#8a6d00', '#3b3b3b'] as const;
export const HOUSE = '#0b5fa5';
export const PLAYER = '#c4510a';
