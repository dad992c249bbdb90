import { type Settlement, type Spot, spotOf } from '@boxperson/rules';
import { type Selection, selectionOf } from '../strategy/strategy.js';
import type { Played, Put } from '../strategy/table.js';
import type { Effect } from './machine.js';

/** A come wager is one wager from the box to its number: it has one line in the account. */
const lineSpot = (spot: Spot): Spot =>
  spot.wager === 'come' || spot.wager === 'dont-come' ? spotOf(spot.wager) : spot;

/** The account of a strategy: a line for each wager it ever bets, effects in a form that can be counted. */
export interface Account {
  readonly lines: Selection[];
  effectsOf(played: Played): readonly Effect[];
}

type Tally = { -readonly [Field in keyof Effect]: Effect[Field] };

export function openAccount(): Account {
  const lines: Selection[] = [];
  const numbers = new Map<Spot, number>();
  const lineOf = (spot: Spot): number => {
    const at = lineSpot(spot);
    if (!numbers.has(at)) numbers.set(at, lines.push(selectionOf(at)) - 1);
    return numbers.get(at) as number;
  };
  return { lines, effectsOf: (played) => tally(played, lineOf) };
}

function tally({ rolled, placed, taken }: Played, lineOf: (spot: Spot) => number): readonly Effect[] {
  const tallies = new Map<number, Tally>();
  const on = (spot: Spot): Tally => {
    const line = lineOf(spot);
    const found = tallies.get(line) ?? { line, bets: 0, putUp: 0, wins: 0, losses: 0, pushes: 0, net: 0 };
    tallies.set(line, found);
    return found;
  };
  for (const settlement of rolled?.settled ?? []) settleOn(on(settlement.spot), settlement);
  for (const again of rolled?.replaced ?? []) putOn(on(again.spot), again);
  for (const put of placed) putOn(on(put.spot), put);
  for (const { spot, commissionReturned } of taken) on(spot).net += commissionReturned;
  return [...tallies.values()].sort((a, b) => a.line - b.line);
}

function settleOn(to: Tally, { winnings, collected, commissionReturned = 0 }: Settlement): void {
  const net = winnings - collected;
  if (net > 0) to.wins += 1;
  else if (net < 0) to.losses += 1;
  else to.pushes += 1;
  to.net += net + commissionReturned;
}

function putOn(to: Tally, { amount, commission }: Put): void {
  to.bets += 1;
  to.putUp += amount + commission;
  to.net -= commission;
}
