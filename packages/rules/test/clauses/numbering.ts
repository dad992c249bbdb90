/** Where a list of letters and romans stands: `(a)(ii)` is letter `a`, roman `ii`; an empty string is none. */
export interface ListPlace {
  readonly letter: string;
  readonly roman: string;
}

export const LIST_START: ListPlace = { letter: '', roman: '' };

const ROMANS = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'];

const letterAfter = (letter: string): string =>
  letter === '' ? 'a' : String.fromCharCode(letter.charCodeAt(0) + 1);

const romanAfter = (roman: string): string | undefined => ROMANS[ROMANS.indexOf(roman) + 1];

/**
 * The place of the next mark. `(i)`, `(v)` and `(x)` may be letters or romans: an open roman list has the
 * first claim, then the letters, and only a letter can open a roman list. Anything else is a gap.
 */
export const nextInList = (place: ListPlace, mark: string): ListPlace => {
  if (place.roman !== '' && mark === romanAfter(place.roman)) return { ...place, roman: mark };
  if (mark === letterAfter(place.letter)) return { letter: mark, roman: '' };
  if (place.letter !== '' && mark === 'i') return { ...place, roman: mark };
  throw new Error(`(${mark}) does not follow (${place.letter})(${place.roman})`);
};

export const makeMarks = ({ letter, roman }: ListPlace): string =>
  [letter, roman]
    .filter((mark) => mark !== '')
    .map((mark) => `(${mark})`)
    .join('');

/** `3.6.5` may be followed by `3.6.5.1`, `3.6.6`, `3.7` or `4`; a text starts with `1`. */
const numbersAfter = (number: string): readonly string[] => {
  if (number === '') return ['1'];
  const parts = number.split('.');
  const next = parts.map((part, depth) => [...parts.slice(0, depth), Number(part) + 1].join('.'));
  return [`${number}.1`, ...next];
};

/** A number out of turn means that a clause was lost or a figure taken for a clause. */
export const assertFollows = (before: string, number: string): void => {
  if (numbersAfter(before).includes(number)) return;
  throw new Error(`${number} does not follow ${before}`);
};
