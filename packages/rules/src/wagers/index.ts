import { type Dice, type HardNumber, type PointNumber, totalOf } from '../dice.js';
import type { Rulebook, WagerRules } from '../rulebook.js';
import type { Spot, WagerId } from '../wager.js';
import { decideCome, decideDontCome } from './come.js';
import type { Decision } from './decision.js';
import { decideHardway } from './hardway.js';
import { decideDontPass, decidePass } from './line.js';
import { decideBig } from './number.js';
import { decideAgainstNumber, decideDontLineOdds, decideForNumber, decideLineOdds } from './odds.js';
import { decideHop, decideOneRoll, decideSplit } from './one-roll.js';

export type { Decision } from './decision.js';

type Decider<Rule> = (
  book: Rulebook,
  rule: Rule,
  spot: Spot,
  dice: Dice,
  point: PointNumber | null,
) => Decision;
type OneRollId =
  | 'field'
  | 'any-seven'
  | 'any-craps'
  | 'craps-2'
  | 'craps-3'
  | 'craps-12'
  | 'eleven'
  | 'craps';

const numberOf = (spot: Spot): PointNumber => spot.number as PointNumber;
const oneRoll: Decider<WagerRules[OneRollId]> = (_book, rule, _spot, dice) =>
  decideOneRoll(rule, totalOf(dice));
const split: Decider<WagerRules['horn']> = (_book, rule, spot, dice) =>
  decideSplit(rule, spot.high, totalOf(dice));
const forNumber: Decider<WagerRules['place']> = (_book, rule, spot, dice) =>
  decideForNumber(rule, numberOf(spot), totalOf(dice));
const againstNumber: Decider<WagerRules['lay']> = (_book, rule, spot, dice) =>
  decideAgainstNumber(rule, numberOf(spot), totalOf(dice));

const DECIDERS: { readonly [Id in WagerId]: Decider<WagerRules[Id]> } = {
  pass: (_book, rule, _spot, dice, point) => decidePass(rule, point, totalOf(dice)),
  'dont-pass': (book, rule, _spot, dice, point) => decideDontPass(book, rule, point, totalOf(dice)),
  come: (_book, rule, spot, dice) => decideCome(rule, spot.number, totalOf(dice)),
  'dont-come': (book, rule, spot, dice) => decideDontCome(book, rule, spot.number, totalOf(dice)),
  'pass-odds': (_book, rule, _spot, dice, point) => decideLineOdds(rule, point, totalOf(dice)),
  'dont-pass-odds': (_book, rule, _spot, dice, point) => decideDontLineOdds(rule, point, totalOf(dice)),
  'come-odds': forNumber,
  'dont-come-odds': againstNumber,
  place: forNumber,
  'place-lose': againstNumber,
  buy: forNumber,
  lay: againstNumber,
  hardway: (_book, rule, spot, dice) => decideHardway(rule, spot.number as HardNumber, dice),
  'big-6': (_book, rule, _spot, dice) => decideBig(rule, 6, totalOf(dice)),
  'big-8': (_book, rule, _spot, dice) => decideBig(rule, 8, totalOf(dice)),
  field: oneRoll,
  'any-seven': oneRoll,
  'any-craps': oneRoll,
  'craps-2': oneRoll,
  'craps-3': oneRoll,
  'craps-12': oneRoll,
  eleven: oneRoll,
  craps: oneRoll,
  'craps-eleven': split,
  horn: split,
  'horn-high': split,
  world: split,
  hop: (_book, rule, spot, dice) => decideHop(rule, spot.dice as Dice, dice),
};

/** What a throw does to a working wager of this rulebook; null where the rulebook does not have the wager. */
export function decide(book: Rulebook, spot: Spot, dice: Dice, point: PointNumber | null): Decision | null {
  const rule = book.wagers[spot.wager];
  // The map pairs every id with its own rule type; the compiler cannot follow that through a union of ids.
  return rule && (DECIDERS[spot.wager] as Decider<unknown>)(book, rule, spot, dice, point);
}
