/** The word that somebody sealed for a draw, kept in this browser until it is opened. */
const keyOf = (promotion: string): string => `boxperson.word/${promotion}`;

export const keepWord = (promotion: string, word: string): void =>
  localStorage.setItem(keyOf(promotion), word);
export const keptWord = (promotion: string): string | null => localStorage.getItem(keyOf(promotion));
