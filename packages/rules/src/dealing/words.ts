import type { PointNumber } from '../dice.js';
import { makeAmount, type Unit } from '../money.js';
import type { Rulebook } from '../rulebook.js';
import type { RollOutcome } from '../table/event.js';
import { sayTotal } from '../totals.js';
import type { DealingAction, DealtWager } from './line.js';
import { type Place, sayPlace } from './places.js';
import { type DealtResult, resultOf } from './sections.js';

/** What is done with one wager, in the unit of the table. */
type Say = (dealt: DealtWager, unit: Unit) => string;

/** `$5 in tokens`: never in the same breath as money. */
const inTokens = (amount: number, unit: Unit): string => `${makeAmount(amount, unit)} in tokens`;

/** What is done with the tokens of a wager; what stands is told with the wager. */
const sayTokens: Say = ({ tokens }, unit) => {
  if (tokens === undefined) return '';
  const taken = tokens.taken === 0 ? '' : `, take ${inTokens(tokens.taken, unit)}`;
  return `${taken}${tokens.back === 0 ? '' : `, ${inTokens(tokens.back, unit)} back`}`;
};

/** A stake that stays, and how much of it is tokens. */
const sayUp = (amount: number, { tokens }: DealtWager, unit: Unit): string =>
  tokens === undefined || tokens.up === 0
    ? makeAmount(amount, unit)
    : `${makeAmount(amount, unit)} (${inTokens(tokens.up, unit)})`;

/** The chips among a stake. */
const chipsOf = ({ stake, tokens }: DealtWager): number => stake - (tokens?.lay ?? 0);

const sayPaid: Say = ({ hands }, unit) => (hands === 0 ? 'nothing to pay' : `pay ${makeAmount(hands, unit)}`);

const sayMove: Say = (dealt, unit) => {
  const { stake, to, oddsUpTo } = dealt;
  const odds = oddsUpTo === null || oddsUpTo === 0 ? '' : `; odds, up to ${makeAmount(oddsUpTo, unit)}?`;
  return `move ${sayUp(stake, dealt, unit)} to the ${to}${odds}`;
};

/** `$12 stays up`, `12 chips stay up`. */
const does = (verb: 'stay' | 'stand', unit: Unit): string => (unit === 'chips' ? verb : `${verb}s`);

const SAY: Readonly<Record<DealingAction, Say>> = {
  take: (dealt, unit) => {
    const { taken, back } = dealt;
    if (taken === 0 && dealt.tokens && dealt.tokens.taken > 0) return sayTokens(dealt, unit).slice(2);
    const rest = back === 0 ? '' : `, ${makeAmount(back, unit)} back`;
    return `take ${makeAmount(taken, unit)}${rest}${sayTokens(dealt, unit)}`;
  },
  pay: (dealt, unit) => `${sayPaid(dealt, unit)}${sayTokens(dealt, unit)}`,
  'pay-and-leave-up': (dealt, unit) => {
    const again = `, ${makeAmount(dealt.commission, unit)} commission taken again`;
    const up = `${sayUp(dealt.up, dealt, unit)} ${does('stay', unit)} up`;
    return `${sayPaid(dealt, unit)}, ${up}${dealt.commission === 0 ? '' : again}`;
  },
  down: (dealt, unit) => {
    const chips = chipsOf(dealt);
    const down = chips === 0 ? '' : ` and ${makeAmount(chips, unit)} down`;
    return `${sayPaid(dealt, unit)}${down}${sayTokens(dealt, unit)}`;
  },
  return: (dealt, unit) => {
    const { back, commissionBack } = dealt;
    const commission = commissionBack === 0 ? '' : ` with ${makeAmount(commissionBack, unit)} commission`;
    return back === 0 && dealt.tokens
      ? `${sayTokens(dealt, unit).slice(2)}${commission}`
      : `${makeAmount(back, unit)} back${commission}${sayTokens(dealt, unit)}`;
  },
  move: sayMove,
  stand: (dealt, unit) => `${sayUp(dealt.stake, dealt, unit)} ${does('stand', unit)}, ${dealt.because}`,
};

/** `my second: Place Bet to Win 6, pay $14 and $12 down`. */
export const sayLine = (
  dealt: DealtWager,
  place: Place,
  by: 'stick' | 'dealer',
  unit: Unit = 'money',
): string => `${sayPlace(place, by)}: ${dealt.spot}, ${SAY[dealt.action](dealt, unit)}`;

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
