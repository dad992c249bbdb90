import { LIBRARY, pageWords, type Selection, type StrategyFile } from '@boxperson/odds';
import { RULEBOOK_IDS, type RulebookId, rulebook, type WagerId } from '@boxperson/rules';
import { GENERAL, SHORT } from '../reading/names.js';
import { wordsOf } from '../ui/form/shape.js';
import type { Play } from './desk-asks.js';

// Figures as people read them; the digits are those of the command line.

export const { count, dollars, percent } = pageWords;

/** `1 in 5,590,264,072`. */
export const oneIn = (chance: number): string =>
  chance <= 0
    ? 'never'
    : `1 in ${(1 / chance).toLocaleString('en', { maximumFractionDigits: chance > 0.01 ? 2 : 0 })}`;

export const isBook = (text: string | null): text is RulebookId =>
  text !== null && (RULEBOOK_IDS as readonly string[]).includes(text);

/** `three-point-molly`, a name of the library, as one says it; what somebody named themselves stays as it is. */
export const strategyName = ({ name }: Pick<StrategyFile, 'name'>): string =>
  LIBRARY.some((file) => file.name === name) ? wordsOf(name) : name;

/** Which strategy, and by which book. */
export const playName = ({ file, book }: Play): string => `${strategyName(file)} at ${SHORT[book]}`;

/** `hardway 8`, a row of no book in particular, as wagers are called in general. */
export function sayKey(key: string): string {
  const [wager = '', ...more] = key.split(' ');
  return [GENERAL[wager as WagerId] ?? wager, ...more].join(' ');
}

/** The name of a spot as a book has it. */
export const nameIn = (book: RulebookId, selection: Selection): string => {
  const name = rulebook(book).wagers[selection.wager]?.name ?? selection.wager;
  return [name, selection.number ?? selection.high ?? selection.dice?.join('-') ?? ''].join(' ').trim();
};

/** A whole number as people type it: 1000, 1e9, 10_000, 10,000; null when it is none or out of bounds. */
export function readCount(text: string, least: number, most: number): number | null {
  if (!/^\s*[\d_,]*\.?\d+(?:e\+?\d+)?\s*$/i.test(text)) return null;
  const value = Number(text.replace(/[_,\s]/g, ''));
  return Number.isInteger(value) && value >= least && value <= most ? value : null;
}

/** What a fraction comes to. */
export const fractionValue = (text: string): number => {
  const [n = 0, d = 1] = text.split('/').map(Number);
  return n / d;
};
