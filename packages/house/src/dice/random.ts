import { randomBytes } from 'node:crypto';
import { type Dice, THROWS } from '@boxperson/rules';

/**
 * 252 is the largest multiple of 36 that a byte can hold: of the 256 values the last four are thrown away, and each of
 * the 36 throws is left with exactly seven.
 */
const FAIR_BYTES = 252;

/** The throw that a byte stands for; null for one of the four that would make some throws likelier than others. */
export const throwFor = (byte: number): Dice | null =>
  byte < FAIR_BYTES ? (THROWS[byte % THROWS.length] as Dice) : null;

/** Two dice from the operating system's generator. */
export function drawDice(bytes: (count: number) => Uint8Array = randomBytes): Dice {
  for (;;) {
    for (const byte of bytes(8)) {
      const dice = throwFor(byte);
      if (dice) return dice;
    }
  }
}
