import { makeDollars } from '@boxperson/rules';
import type { Rule } from './terms.js';

const often = (n: number, one: string): string => (n === 1 ? one : `${n} ${one}s`);

const at = ({ tables }: Rule): string =>
  tables.length === 0 ? '' : ` at ${tables.length === 1 ? 'the table' : 'the tables'} ${tables.join(', ')}`;

const of = (wager: string | undefined): string =>
  wager === undefined ? '' : ` on ${wager.replaceAll('-', ' ')}`;

function earns(rule: Rule): string {
  switch (rule.kind) {
    case 'staked':
      return `for every ${makeDollars(rule.every)} of wagers${of(rule.wager)} that were decided`;
    case 'decisions':
      return `for every ${often(rule.every, 'decided wager')}${of(rule.wager)}`;
    case 'wager':
      return `for each decided wager${of(rule.wager)} of ${makeDollars(rule.atLeast)} or more`;
    case 'card':
      return 'for presenting your card';
    case 'present':
      return 'for being at a table at the time of the terms';
  }
}

/** How a rule earns an entry, in a sentence for whoever plays. */
export const tellRule = (rule: Rule): string =>
  `One entry ${earns(rule)}${at(rule)}; ${rule.most === 1 ? 'once' : `${rule.most} times`} at most.`;
