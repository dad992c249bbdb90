import { hasHardWay, type Total } from './dice.js';

/** What dice can show, and one besides: a split wager may win one of its parts. */
type Sayable = 1 | Total;

const WORDS: Readonly<Record<Sayable, string>> = {
  1: 'one',
  2: 'two',
  3: 'three',
  4: 'four',
  5: 'five',
  6: 'six',
  7: 'seven',
  8: 'eight',
  9: 'nine',
  10: 'ten',
  11: 'eleven',
  12: 'twelve',
};

export const inWords = (number: Sayable): string => WORDS[number];

/** What the dice show, as the stick says it: `six the hard way`, or `six`. */
export const sayTotal = ({ total, hard }: { readonly total: Total; readonly hard: boolean }): string =>
  hard && hasHardWay(total) ? `${inWords(total)} the hard way` : inWords(total);
