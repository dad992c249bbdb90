import type { DieId } from '@boxperson/rules';

/** `1a`: the letter is what is engraved; the set counts only when there was another. */
export const sayDie = (die: DieId): string =>
  die.startsWith('1') ? die.slice(1).toUpperCase() : `${die.slice(0, -1)}${die.slice(-1).toUpperCase()}`;
