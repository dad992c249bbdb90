import type { RollOutcome } from '@boxperson/rules';

/** A roll as the crew called it. */
export interface CalledRoll extends Pick<RollOutcome, 'dice' | 'total' | 'hard' | 'call'> {
  /** Its place in the stream of the table. */
  readonly n: number;
  readonly at: number;
}

/** The rolls of the hand that goes on; after a seven out those of the hand that is over. */
export function handIn(rolls: readonly CalledRoll[]): readonly CalledRoll[] {
  const before = rolls.slice(0, -1).findLastIndex(({ call }) => call === 'seven-out');
  return rolls.slice(before + 1);
}
