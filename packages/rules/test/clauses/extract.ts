import { extractAdelaide } from './extract-adelaide.js';
import { extractCrown } from './extract-crown.js';
import { extractStar } from './extract-star.js';

/** The texts; a text may hold more than one game, as crown's holds Mini Craps. */
export const TEXTS = ['star', 'star-2024', 'crown', 'adelaide', 'aruze'] as const;
export type TextName = (typeof TEXTS)[number];

/** Reads the text of a rulebook and gives the ids of its clauses, in the order of the text. */
export type Extract = (text: string) => string[];

/** One extractor per text, by the style in which it numbers its clauses. */
export const EXTRACTORS: Readonly<Record<TextName, Extract>> = {
  star: extractStar,
  'star-2024': extractStar,
  crown: extractCrown,
  adelaide: extractAdelaide,
  aruze: extractStar,
};
