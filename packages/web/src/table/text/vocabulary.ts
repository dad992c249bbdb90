import { type Rulebook, WAGER_IDS, type WagerId } from '@boxperson/rules';

/** How people say wagers, whatever the book calls them; the book's own names are understood as well. */
const SAID: Readonly<Record<WagerId, readonly string[]>> = {
  pass: ['pass', 'pass line', 'win', 'win line', 'line', 'front line'],
  'dont-pass': ['dont pass', 'dont pass line', 'dont win', 'dont win line', 'dp'],
  come: ['come'],
  'dont-come': ['dont come', 'dc'],
  'pass-odds': ['pass odds', 'win odds', 'line odds', 'behind', 'behind line'],
  'dont-pass-odds': ['dont pass odds', 'dont win odds', 'dont odds', 'behind dont'],
  'come-odds': ['come odds', 'odds come', 'behind come'],
  'dont-come-odds': ['dont come odds', 'odds dont come', 'behind dont come'],
  place: ['place', 'place to win'],
  'place-lose': ['place to lose', 'place lose', 'dont place'],
  buy: ['buy', 'buy to win'],
  lay: ['lay', 'buy to lose'],
  hardway: ['hard', 'hardway', 'hardways', 'hard way'],
  'big-6': ['big 6'],
  'big-8': ['big 8'],
  field: ['field'],
  'any-seven': ['any 7', 'big red'],
  'any-craps': ['any craps', 'any crap'],
  'craps-2': ['craps 2', 'crap 2', '2 crap', 'aces', 'snake eyes'],
  'craps-3': ['craps 3', 'crap 3', '3 crap', 'ace deuce'],
  'craps-12': ['craps 12', 'crap 12', '12 crap', 'boxcars', 'midnight'],
  eleven: ['11', 'yo', 'e', '11 in 1 roll'],
  craps: ['c', 'craps'],
  'craps-eleven': ['c and e', 'c e', 'ce', 'crap 11', 'craps 11', 'craps and 11'],
  horn: ['horn'],
  'horn-high': ['horn high', 'high horn'],
  world: ['world', 'whirl'],
  hop: ['hop', 'hops', 'hopping'],
};

/** A map and not an object: people type `constructor` too. */
const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'].map(
    (word, at) => [word, String(at + 1)],
  ),
);

/** Words that say nothing. */
const FILLERS: ReadonlySet<string> = new Set([
  'the',
  'a',
  'an',
  'bet',
  'bets',
  'wager',
  'please',
  'my',
  'dice',
]);

/** A text as the words that count: lower case, digits for numbers, no apostrophes, no fillers. */
export function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/&/g, ' and ')
    .replace(/(?<=[a-z])-(?=[a-z])/g, ' ')
    .split(/[\s,;:()/]+/)
    .filter((word) => word !== '' && !FILLERS.has(word))
    .map((word) => NUMBER_WORDS.get(word) ?? word);
}

export interface Phrase {
  readonly words: readonly string[];
  readonly wager: WagerId;
}

const cached = new WeakMap<Rulebook, readonly Phrase[]>();

/** Every way to name a wager at this table, longest first, so that `dont come odds` is not taken for `dont come`. */
export function phrasesOf(book: Rulebook): readonly Phrase[] {
  const known = cached.get(book);
  if (known) return known;
  const phrases = WAGER_IDS.flatMap((wager) => {
    const own = book.wagers[wager]?.name;
    const said = own === undefined ? SAID[wager] : [own, ...SAID[wager]];
    return said.map((phrase) => ({ words: wordsOf(phrase), wager }));
  });
  // A book's own name for one wager comes before what people elsewhere call another.
  const sorted = [...phrases].sort((a, b) => b.words.length - a.words.length);
  cached.set(book, sorted);
  return sorted;
}

/** How many letters must change to make one word of another. */
export function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++) {
      const change = (row[j] as number) + (letter === to[j] ? 0 : 1);
      next.push(Math.min(change, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    row = next;
  }
  return row[to.length] as number;
}

/** The known word that is nearest; the first of equals. */
export function nearestWord(word: string, known: readonly string[]): string {
  const scored = known.map((candidate) => ({ candidate, far: distance(word, candidate) }));
  return scored.reduce((best, next) => (next.far < best.far ? next : best)).candidate;
}
