import { spotFrom } from '../game/save.js';
import type { Cents } from '../money.js';
import type { RollOutcome, SettledWager } from '../table/event.js';
import { PLACES, type Spot, spotOf } from '../wager.js';

// What the table itself must know of a dealing sheet: which lines there are, and what is owed on each. It stands apart
// so that the table does not load the sheet.

/** How the faces of a throw came to be read as they are. */
export interface Reading {
  /** How often the call was corrected (R55). */
  readonly corrections: number;
  /** The faces were in dispute, and decided. */
  readonly isAnew: boolean;
}

/** `12`; `12c1` once its call was corrected, `12r` once its faces were read anew: another sheet than the first. */
export const sheetIdOf = (throwNumber: number, { corrections, isAnew }: Reading): string =>
  `${throwNumber}${corrections > 0 ? `c${corrections}` : ''}${isAnew ? 'r' : ''}`;

/** `12/come-odds-6/ann`: the player last, for a name may be anything. */
export const lineIdOf = (roll: string, player: string, spot: Spot): string =>
  `${roll}/${PLACES[spot.index]}/${player}`;

/** A wager of several parts is paid less what the others lost, and comes down whole. */
export const handsOf = (
  { outcome, winnings, collected, commissionReturned = 0 }: SettledWager,
  commission: Cents,
): Cents => (outcome === 'lost' ? 0 : winnings - collected + commissionReturned - commission);

/** A line that somebody has to do. */
export interface OwedLine {
  readonly id: string;
  readonly player: string;
  /** Where the wager lay. */
  readonly spot: number;
  /** What is handed over besides the stake. */
  readonly owed: Cents;
}

/** The lines of a sheet that need doing: what is taken, paid, handed back or moved. What stands needs nothing. */
export function owedBy(roll: string, { settled, travelled, replaced }: RollOutcome): readonly OwedLine[] {
  const line = (player: string, spot: Spot, owed: Cents): OwedLine => ({
    id: lineIdOf(roll, player, spot),
    player,
    spot: spot.index,
    owed,
  });
  const again = (one: SettledWager, spot: Spot): Cents =>
    replaced.find((other) => other.player === one.player && spotFrom(other) === spot)?.commission ?? 0;
  return [
    ...settled.map((one) => {
      const spot = spotFrom(one);
      return line(one.player, spot, handsOf(one, again(one, spot)));
    }),
    ...travelled.map(({ player, wager }) => line(player, spotOf(wager), 0)),
  ];
}
