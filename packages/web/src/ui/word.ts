import type { Answered } from '@boxperson/house/client';
import type { Refused } from '@boxperson/offices';
import { sha256 } from '@boxperson/rules';

// The word that somebody sealed for a draw, kept in this browser until it is opened. It lies under its own seal: whoever
// comes next finds none but theirs, and writes over nobody's.

const placeOf = (promotion: string, seal: string): string => `boxperson.word/${promotion}/${seal}`;
/** Where earlier versions kept the last word of anybody. */
const olderPlaceOf = (promotion: string): string => `boxperson.word/${promotion}`;

export const keepWord = (promotion: string, word: string): void =>
  localStorage.setItem(placeOf(promotion, sha256(word)), word);

const placesOf = (promotion: string, seal: string): readonly string[] =>
  [placeOf(promotion, seal), olderPlaceOf(promotion)].filter((place) => {
    const word = localStorage.getItem(place);
    return word !== null && sha256(word) === seal;
  });

/** The word of this seal, to whoever has sealed it. */
export function keptWord(promotion: string, seal: string): string | null {
  const [place] = placesOf(promotion, seal);
  return place === undefined ? null : localStorage.getItem(place);
}

/**
 * Seals a word: it is kept before its hash goes out, since an answer may be lost that was yes. Where the house says no,
 * there is no such seal, and the word does not stay for whoever comes next.
 */
export async function sealWord<T>(
  promotion: string,
  word: string,
  say: (seal: string) => Promise<Answered<T>>,
): Promise<Answered<T>> {
  const seal = sha256(word);
  const wasKept = keptWord(promotion, seal) !== null;
  keepWord(promotion, word);
  const answered = await say(seal);
  if (!answered.ok && !wasKept && !saysNothing(answered.refused)) dropWord(promotion, seal);
  return answered;
}

/** Nobody knows whether it was done. */
const saysNothing = ({ code }: Refused): boolean => code === 'unavailable';

/** It is open: everybody knows it. */
export function dropWord(promotion: string, seal: string): void {
  for (const place of placesOf(promotion, seal)) localStorage.removeItem(place);
}
