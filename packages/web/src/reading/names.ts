import type { RulebookId, WagerId } from '@boxperson/rules';

// What books, wagers and clauses are called. Apart from what is told of them, which is much and seldom wanted.

/** A short name for narrow columns; the rulebook's title is told beside it. */
export const SHORT: Readonly<Record<RulebookId, string>> = {
  star: 'Star',
  'star-2024': 'Star 2024',
  crown: 'Crown',
  'crown-mini': 'Crown Mini',
  adelaide: 'Adelaide',
  aruze: 'Aruze',
};

/** `star-2024 10.1`, a clause with its book, is `Star 2024 § 10.1`; one whose book is known is `§ 10.1`. */
export function sayClause(cited: string): string {
  const [book = '', ...clause] = cited.split(' ');
  return isShort(book) ? `${SHORT[book]} § ${clause.join(' ')}` : `§ ${cited}`;
}
const isShort = (text: string): text is RulebookId => Object.hasOwn(SHORT, text);

/** What wagers are called here when no book is meant. */
export const GENERAL: Readonly<Record<WagerId, string>> = {
  pass: 'Pass',
  'dont-pass': 'Don’t pass',
  come: 'Come',
  'dont-come': 'Don’t come',
  'pass-odds': 'Odds behind pass',
  'dont-pass-odds': 'Odds behind don’t pass',
  'come-odds': 'Odds behind come',
  'dont-come-odds': 'Odds behind don’t come',
  place: 'Place',
  'place-lose': 'Place to lose',
  buy: 'Buy',
  lay: 'Lay',
  hardway: 'Hardway',
  'big-6': 'Big 6',
  'big-8': 'Big 8',
  field: 'Field',
  'any-seven': 'Any seven',
  'any-craps': 'Any craps',
  'craps-2': 'Two',
  'craps-3': 'Three',
  'craps-12': 'Twelve',
  eleven: 'Eleven',
  craps: 'Craps',
  'craps-eleven': 'Craps-eleven',
  horn: 'Horn',
  'horn-high': 'Horn high',
  world: 'World',
  hop: 'Hop',
};
