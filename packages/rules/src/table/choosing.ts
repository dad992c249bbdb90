import { show } from '../game/input.js';
import type { DiceState, DieId, Table } from './state.js';
import type { Authority } from './verb.js';

/** The set that a die belongs to: 2 for `2c`. */
export const setNumber = (die: DieId): number => Number.parseInt(die, 10);

const DIE = /^[1-9]\d*[a-e]$/;
/** A name that some die of this table has or had. */
export const isDieName = ({ dice, game }: Table, die: string): boolean => {
  const letters = 'abcde'.slice(0, game.rulebook.conduct.dice.set.value);
  return DIE.test(die) && setNumber(die) <= dice.set && letters.includes(die.slice(-1));
};

/** The set that this shooter threw last; the one in use where none of the dice is about. */
const setInPlay = ({ hand, off, found, set }: DiceState): number =>
  Math.max(0, ...[...hand, ...off, ...found].map(setNumber)) || set;

/**
 * What is left of a replaced set, for the shooter who goes on with it (star 3.6, crown 5.2.1(a)(i), adelaide 9(d)(iv)):
 * none once a die of the new set has been taken (R45).
 */
function oldDiceOffered(dice: DiceState, size: number): readonly DieId[] {
  if (dice.bowl.length < size) return [];
  const inPlay = setInPlay(dice);
  return inPlay === dice.set ? dice.old : dice.old.filter((die) => setNumber(die) === inPlay);
}

/** R45: a choice is open while two dice are not in hand; who throws an old set may change to the new one. */
export const isChoiceOpen = ({ hand, set }: DiceState): boolean =>
  hand.length < 2 || hand.some((die) => setNumber(die) < set);

/** What the shooter may choose from now; nothing where the choice has been made. */
export function diceOffered({ dice, game }: Table): readonly DieId[] {
  if (!isChoiceOpen(dice)) return [];
  if (dice.hand.length === 2) return dice.bowl;
  return [...dice.hand, ...dice.bowl, ...oldDiceOffered(dice, game.rulebook.conduct.dice.set.value)];
}

/** The first two of these that are of one set; none where two are not left. */
export function pairFrom(dice: readonly DieId[]): readonly DieId[] {
  const ofItsSet = (die: DieId) => dice.filter((other) => setNumber(other) === setNumber(die)).slice(0, 2);
  return dice.map(ofItsSet).find((pair) => pair.length === 2) ?? [];
}

/** Two of what is offered, those in hand first. */
export const pairOffered = (table: Table): readonly DieId[] => pairFrom(diceOffered(table));

/** Why these two may not be chosen: what is wrong with the names, or what the book says. */
export type ChoiceFault = { readonly fault: string } | { readonly rule: Authority; readonly message: string };

/** What keeps a die from being chosen: it is missing (star 3.4.2), of a set that went (3.6), or not one of these (3.3). */
function ruleAgainst({ dice, game }: Table, die: DieId): Authority {
  const { choice, sameDiceBack, oldSet } = game.rulebook.conduct.dice;
  if ([...dice.off, ...dice.found].includes(die)) return sameDiceBack;
  return setNumber(die) < dice.set ? oldSet : choice;
}

export function faultInChosen(
  table: Table,
  from: readonly DieId[],
  chosen: readonly string[],
): ChoiceFault | null {
  const { oldSet } = table.game.rulebook.conduct.dice;
  if (chosen.length !== 2 || chosen[0] === chosen[1])
    return { fault: 'dice must name two different dice of the set' };
  const stranger = chosen.find((die) => !isDieName(table, die));
  if (stranger !== undefined) return { fault: `dice ${show(stranger)} is no die of this table` };
  const other = chosen.find((die) => !from.includes(die));
  if (other !== undefined)
    return {
      rule: ruleAgainst(table, other),
      message: `Die ${other} is not among those offered: ${from.join(', ')}.`,
    };
  const [one, two] = chosen as readonly [DieId, DieId];
  return setNumber(one) === setNumber(two)
    ? null
    : { rule: oldSet, message: 'The two dice are of one set: whoever goes on with an old set keeps to it.' };
}
