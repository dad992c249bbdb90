import type { PointNumber } from '../dice.js';
import { makeDollars } from '../money.js';
import type { Rulebook } from '../rulebook.js';
import type { RollOutcome } from '../table/event.js';
import { sayTotal } from '../totals.js';
import type { DealingAction, DealtWager } from './line.js';
import { type Place, sayPlace } from './places.js';
import { type DealtResult, resultOf } from './sections.js';

const dollars = makeDollars;

const sayPaid = ({ hands }: DealtWager): string => (hands === 0 ? 'nothing to pay' : `pay ${dollars(hands)}`);

const sayMove = ({ stake, to, oddsUpTo }: DealtWager): string => {
  const odds = oddsUpTo === null || oddsUpTo === 0 ? '' : `; odds, up to ${dollars(oddsUpTo)}?`;
  return `move ${dollars(stake)} to the ${to}${odds}`;
};

const SAY: Readonly<Record<DealingAction, (dealt: DealtWager) => string>> = {
  take: ({ taken, back }) => `take ${dollars(taken)}${back === 0 ? '' : `, ${dollars(back)} back`}`,
  pay: sayPaid,
  'pay-and-leave-up': (dealt) => {
    const commission = dealt.commission === 0 ? '' : `, ${dollars(dealt.commission)} commission taken again`;
    return `${sayPaid(dealt)}, ${dollars(dealt.up)} stays up${commission}`;
  },
  down: (dealt) => `${sayPaid(dealt)} and ${dollars(dealt.stake)} down`,
  return: ({ back, commissionBack }) => {
    const commission = commissionBack === 0 ? '' : ` with ${dollars(commissionBack)} commission`;
    return `${dollars(back)} back${commission}`;
  },
  move: sayMove,
  stand: ({ stake, because }) => `${dollars(stake)} stands, ${because}`,
};

/** `my second: Place Bet to Win 6, pay $14 and $12 down`. */
export const sayLine = (dealt: DealtWager, place: Place, by: 'stick' | 'dealer'): string =>
  `${sayPlace(place, by)}: ${dealt.spot}, ${SAY[dealt.action](dealt)}`;

const CONSEQUENCES: Readonly<Record<DealtResult, (book: Rulebook, outcome: RollOutcome) => string>> = {
  'come-out-7': (book) => `${book.wagers.pass?.name} wins`,
  'come-out-11': (book) => `${book.wagers.pass?.name} wins`,
  'come-out-craps': (book, { total }) =>
    total === book.bar.total.value
      ? `${book.wagers.pass?.name} loses, ${book.wagers['dont-pass']?.name} barred`
      : `${book.wagers.pass?.name} loses`,
  'point-set': (_book, { total }) => `the point is ${total}`,
  'point-made': (book) => `point made, ${book.wagers.pass?.name} wins`,
  number: (_book, { point }) => `the point stays ${point}`,
  'craps-or-eleven': (_book, { point }) => `the point stays ${point}`,
  'seven-out': (book) => `seven out, ${book.wagers.pass?.name} loses`,
};

const capital = (said: string): string => said.charAt(0).toUpperCase() + said.slice(1);

/** What the stick calls: the total and what follows from it. */
export const sayCall = (book: Rulebook, outcome: RollOutcome): string =>
  `${capital(sayTotal(outcome))}: ${CONSEQUENCES[resultOf(outcome)](book, outcome)}.`;

/** Where the puck goes; null where it stays. */
export function sayPuck(was: PointNumber | null, is: PointNumber | null): string | null {
  if (was === is) return null;
  return is === null ? 'puck OFF' : `puck ON the ${is}`;
}
