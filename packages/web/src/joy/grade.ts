import { type EventOf, findSpot, type Spot, type TableEvent } from '@boxperson/rules';
import { selectionOf } from '../felt/actions.js';

/**
 * How good a win is: any, on the line, a point made, long odds, and a win late in a long hand. It grades what was;
 * of what is to come nobody knows anything.
 */
export type Grade = 'win' | 'line' | 'point' | 'long' | 'hand';

/** What became of one of one's own wagers. */
export interface Outcome {
  readonly key: string;
  readonly spot: Spot | null;
  readonly kind: 'won' | 'lost' | 'back';
  readonly stake: number;
  readonly winnings: number;
  /** What it did to what the player has. */
  readonly net: number;
}

export function outcomesOf(event: EventOf<'rolled'>, player: string): readonly Outcome[] {
  return event.settled
    .filter((wager) => wager.player === player)
    .map((wager, index) => ({
      key: `${index}-${wager.wager}`,
      spot: findSpot(selectionOf(wager)) ?? null,
      kind: wager.outcome === 'won' ? 'won' : wager.outcome === 'lost' ? 'lost' : 'back',
      stake: wager.stake,
      winnings: wager.winnings,
      net: wager.winnings - wager.collected + (wager.commissionReturned ?? 0),
    }));
}

/** Ten to one and better. */
export const LONG_ODDS = 10;
/** So many rolls make a hand a long one. */
export const LONG_HAND = 20;

/** The rolls of the hand so far, as far as they were seen from here: since the last that ended one. */
export function rollsInHand(told: readonly { readonly event: TableEvent }[]): number {
  let rolls = 0;
  for (const { event } of [...told].reverse()) {
    if (event.event === 'dice-passed' || (rolls > 0 && isSevenOut(event))) break;
    if (event.event === 'rolled') rolls += 1;
  }
  return rolls;
}
const isSevenOut = (event: TableEvent): boolean => event.event === 'rolled' && event.call === 'seven-out';

const isLine = ({ spot }: Outcome): boolean => spot?.wager === 'pass' || spot?.wager === 'dont-pass';
export const isLong = ({ winnings, stake }: Outcome): boolean => winnings >= LONG_ODDS * stake;

/** Null where nothing was won: losing has no grade and no sound. */
export function gradeOf(
  outcomes: readonly Outcome[],
  call: EventOf<'rolled'>['call'],
  rolls: number,
): Grade | null {
  const won = outcomes.filter(({ kind, winnings }) => kind === 'won' && winnings > 0);
  if (won.length === 0) return null;
  const onLine = won.some(isLine);
  if (rolls >= LONG_HAND && (onLine || rolls % 10 === 0)) return 'hand';
  if (won.some(isLong)) return 'long';
  if (!onLine) return 'win';
  return call === 'point-made' ? 'point' : 'line';
}
