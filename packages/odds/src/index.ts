export { bookFigures, makeFigures, type WagerFigures } from './exact/book.js';
export * from './rational.js';
