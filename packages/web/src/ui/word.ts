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

/** It is open: everybody knows it. */
export function dropWord(promotion: string, seal: string): void {
  for (const place of placesOf(promotion, seal)) localStorage.removeItem(place);
}
