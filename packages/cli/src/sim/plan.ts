import type { SessionPlan } from '@boxperson/odds';
import { makeDollars } from '@boxperson/rules';
import { count } from '../odds/page.js';

/** `with $500, until $200 ahead, at most 300 rolls`. */
export function sayPlan({ bankroll, stopWin, stopLoss, rolls, shooters }: SessionPlan): string {
  const parts = [
    bankroll === undefined ? '' : `with ${makeDollars(bankroll)}`,
    stopWin === undefined ? '' : `until ${makeDollars(stopWin)} ahead`,
    stopLoss === undefined ? '' : `until ${makeDollars(stopLoss)} behind`,
    rolls === undefined ? '' : `at most ${count(rolls)} rolls`,
    shooters === undefined ? '' : `at most ${count(shooters)} shooters`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}
