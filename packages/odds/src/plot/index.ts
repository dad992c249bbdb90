export { chanceBars, countBars } from './bars.js';
export * from './charts.js';
export { makePixels, type Pixels } from './raster.js';
export {
  FAINT,
  HOUSE,
  INK,
  PAPER,
  PLAYER,
  type Point,
  QUIET,
  type Scene,
  SERIES,
  type Shape,
  type Weight,
} from './scene.js';
export { makeSvg } from './svg.js';
export * from './text.js';
