import { moneySign, shortDollars } from './money.js';

/** Colours of denominations, as houses have them. */
const COLOURS: readonly (readonly [least: number, colour: string])[] = [
  [100_000, 'yellow'],
  [50_000, 'purple'],
  [10_000, 'black'],
  [2_500, 'green'],
  [500, 'red'],
];

export interface ChipLook {
  readonly face: string;
  readonly edge: string;
  readonly ink: string;
}
export const chipLook = (value: number): ChipLook => {
  const colour = COLOURS.find(([least]) => value >= least)?.[1] ?? 'white';
  return {
    face: `var(--chip-${colour})`,
    edge: `var(--chip-${colour}-edge)`,
    ink: `var(--chip-${colour}-ink)`,
  };
};

/** `$25`, `$1.25k`: what fits on a chip, and always exactly what it is. */
export const chipText = (amount: number): string =>
  amount >= 1_000_00 && amount % 10_00 === 0
    ? `${moneySign()}${amount / 100_000}k`
    : shortDollars(amount).replace(/^\$?0\./, '.');

const STACK_MOST = 6;
/** The chips of an amount, largest at the bottom: colour-up as a dealer would. */
export function chipsIn(amount: number, denominations: readonly number[]): readonly number[] {
  const found: number[] = [];
  let rest = amount;
  for (const value of [...denominations].sort((a, b) => b - a)) {
    while (rest >= value && found.length < 40) {
      found.push(value);
      rest -= value;
    }
  }
  if (found.length === 0) return [amount];
  // A tall stack shows its largest and its smallest chips.
  return found.length <= STACK_MOST ? found : [...found.slice(0, 3), ...found.slice(-3)];
}

/** Colours of seats repeat after so many; their numbers do not. */
const SEAT_COLOURS = 8;
export const seatColour = (seat: number): string => `var(--seat-${((seat - 1) % SEAT_COLOURS) + 1})`;
