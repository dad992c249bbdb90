export * from './charts.js';
export { makePixels, type Pixels } from './raster.js';
export type { Point, Scene, Shape } from './scene.js';
export { makeSvg } from './svg.js';
export * from './text.js';
