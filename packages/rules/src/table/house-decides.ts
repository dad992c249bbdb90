import { decisionsOf } from '../game/decisions.js';
import { faultInHigherPays, type HigherPay } from '../higher-pays.js';
import type { Result } from '../result.js';
import { RULEBOOKS } from '../rulebooks/index.js';
import type { Happened } from './event.js';
import { bookOf } from './open.js';
import { isInstant, makeWait, type Table } from './state.js';
import { bad, type Evolvers, happened, need, refused, under, verb } from './verb.js';

// What the house decides for its tables, and no table for itself: higher odds, and a table without a drop box.

/** adelaide 6(b): the odds that the book lists are the least, whatever this house pays now. */
const faultIn = ({ settings }: Table, list: unknown): string | null =>
  faultInHigherPays(RULEBOOKS[settings.rulebook], list);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Are these odds paid already, or announced for then? */
const isKnown = ({ pays, settings }: Table, list: unknown, from: number): boolean =>
  pays ? pays.from === from && isSame(pays.higherPays, list) : isSame(settings.higherPays, list);

/** A table that hears of them late, because it stood still or opened since, pays them at once. */
const notBefore = (from: number, at: number): number => Math.max(from, at);

const postsPays = verb({
  fields: { higherPays: 'pays', from: 'instant' },
  run: (table, { at, fields: { higherPays, from } }): Result<readonly Happened[]> => {
    const rule = table.game.rulebook.money.higherPays;
    if (rule.value === 'no') return refused('not-allowed', rule, 'The odds of this book are fixed.');
    const fault = faultIn(table, higherPays);
    if (fault !== null) return bad(fault);
    if (isKnown(table, higherPays, from)) return refused('nothing-to-do', rule, 'That is known here.');
    return happened({
      event: 'pays-posted',
      higherPays: higherPays as readonly HigherPay[],
      from: notBefore(from, at),
      ...under(rule),
      ruling: 'R60',
    });
  },
});

const raisesPays = verb({
  fields: {},
  phases: ['offering', 'betting', 'wagering'],
  run: (table, { at }): Result<readonly Happened[]> => {
    const rule = table.game.rulebook.money.higherPays;
    const { pays } = table;
    if (!pays) return refused('nothing-to-do', rule, 'No higher odds are announced.');
    if (at < pays.from)
      return refused('too-early', rule, `They are paid in ${makeWait(at, pays.from)}, as was announced.`);
    return happened({ event: 'pays-raised', higherPays: pays.higherPays, ...under(rule), ruling: 'R60' });
  },
});

const runsCashless = verb({
  fields: { on: 'flag' },
  run: (table, { fields: { on } }): Result<readonly Happened[]> => {
    const rule = table.game.rulebook.conduct.wagers.cashless;
    if (rule.value === 'no')
      return refused('not-allowed', rule, 'This book knows no cashless terminal: the drop box stays.');
    if (on === (table.cashless ?? false))
      return refused('nothing-to-do', rule, on ? 'The table runs cashless.' : 'The drop box is there.');
    return happened({ event: 'cashless-set', on, ...under(rule), ruling: 'R61' });
  },
});

export const houseVerbs = {
  'post-pays': postsPays,
  'raise-pays': raisesPays,
  'run-cashless': runsCashless,
} as const;

export const houseEvents: Evolvers<'pays-posted' | 'pays-raised' | 'cashless-set'> = {
  'pays-posted': (table, { higherPays, from, at }) => {
    need(faultIn(table, higherPays) === null, 'odds that no house may pay');
    need(isInstant(from) && from >= at, 'odds for a time that has passed');
    return { ...table, pays: { higherPays, from } };
  },
  'pays-raised': (table, { higherPays, at }) => {
    const { pays, ...rest } = table;
    need(pays !== undefined && isSame(pays.higherPays, higherPays), 'odds that were not announced');
    need(at >= pays.from, 'odds before their time');
    const settings = { ...table.settings, higherPays };
    const rulebook = bookOf(settings);
    return { ...rest, settings, game: { ...table.game, rulebook, decisions: decisionsOf(rulebook) } };
  },
  'cashless-set': (table, { on }) => {
    need(on !== (table.cashless ?? false), 'a table that is so already');
    const { cashless: _before, ...rest } = table;
    return on ? { ...rest, cashless: true } : rest;
  },
};
