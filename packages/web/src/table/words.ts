import {
  type EventOf,
  nameOf,
  type RollOutcome,
  type Rulebook,
  type Spot,
  type Table,
  type TableEvent,
} from '@boxperson/rules';
import { dollars } from '../money.js';

const TOTALS: Readonly<Record<number, string>> = {
  2: 'two',
  3: 'three',
  4: 'four',
  5: 'five',
  6: 'six',
  7: 'seven',
  8: 'eight',
  9: 'nine',
  10: 'ten',
  11: 'eleven',
  12: 'twelve',
};

/** The stick's call in words. */
export function sayRoll({ total, hard, call }: RollOutcome): string {
  const way =
    hard && [4, 6, 8, 10].includes(total) ? `${TOTALS[total]} the hard way` : (TOTALS[total] as string);
  switch (call) {
    case 'natural':
      return `${way}, front line winner`;
    case 'craps':
      return `${way}, craps`;
    case 'point-set':
      return `${way}, the point is ${TOTALS[total]}`;
    case 'point-made':
      return `${way}, the point is made`;
    case 'seven-out':
      return 'seven out';
    default:
      return way;
  }
}

export interface Line {
  readonly key: string;
  readonly kind: 'won' | 'lost' | 'back' | 'moved';
  readonly text: string;
  readonly amount: string;
  readonly clause: string | null;
}

/** What a roll did to one's own wagers, line by line; the sum is the change of one's money. */
export function sayOwn(book: Rulebook, event: EventOf<'rolled'>, player: string): readonly Line[] {
  const settled = event.settled
    .filter((wager) => wager.player === player)
    .map((wager): Line => {
      const name = nameOf(book, { index: 0, ...wager } as Spot);
      const key = `${name}-${wager.stake}-${wager.outcome}`;
      if (wager.outcome === 'won')
        return {
          key,
          kind: 'won',
          text: `${name} ${dollars(wager.stake)}`,
          amount: `+${dollars(wager.winnings)}`,
          clause: wager.clause,
        };
      if (wager.outcome === 'lost')
        return {
          key,
          kind: 'lost',
          text: `${name} ${dollars(wager.stake)}`,
          amount: `−${dollars(wager.collected)}`,
          clause: wager.clause,
        };
      return {
        key,
        kind: 'back',
        text: `${name} ${dollars(wager.stake)}`,
        amount: 'returned',
        clause: wager.clause,
      };
    });
  const moved = event.travelled
    .filter((wager) => wager.player === player)
    .map(
      (wager): Line => ({
        key: `moved-${wager.wager}-${wager.number}`,
        kind: 'moved',
        text: `${book.wagers[wager.wager]?.name} ${dollars(wager.amount)}`,
        amount: `to the ${wager.number}`,
        clause: null,
      }),
    );
  return [...settled, ...moved];
}

/** What the table is waiting for, for this player. */
export function sayPhase(table: Table, player: string | null): string {
  const { point } = table.game;
  const { shooter, offeredTo, stick } = table.shooter;
  const stage = point === null ? 'Come out' : `Point is ${point}`;
  switch (table.phase) {
    case 'offering':
      if (offeredTo !== null)
        return offeredTo === player ? 'The dice are offered to you' : `The dice are offered to ${offeredTo}`;
      return player === null ? 'Waiting for a shooter' : 'Bet on either line to be offered the dice';
    case 'betting':
      if (stick) return `${stage} · the stickperson throws`;
      return shooter === player ? `${stage} · you have the dice` : `${stage} · ${shooter} has the dice`;
    case 'wagering':
      return `${stage} · place your bets`;
    case 'shooting':
      return shooter === player ? 'Your shot' : `${shooter} shoots`;
    case 'thrown':
    case 'rolling':
      return 'Dice are out';
    case 'settling':
      return 'Paying';
    case 'stopped':
      return 'The game is stopped: call an attendant';
    case 'closed':
      return 'This table is closed';
  }
}

export const isRolled = (event: TableEvent): event is EventOf<'rolled'> => event.event === 'rolled';
