import type { Cited } from '../clause.js';
import type { Result } from '../result.js';
import type { Happened } from './event.js';
import type { DiceState, DieId, Table } from './state.js';
import { bad, type Evolvers, happened, need, refused, under, verb } from './verb.js';

const LETTERS = ['a', 'b', 'c', 'd', 'e'] as const;

/** The dice of a set, each with an identity: `2c` is the third die of the second set. */
export const diceOfSet = (set: number, size: number): readonly DieId[] =>
  LETTERS.slice(0, size).map((letter) => `${set}${letter}`);

export const newDice = (set: number, size: number): DiceState => ({
  set,
  bowl: diceOfSet(set, size),
  hand: [],
  off: [],
  found: [],
  lost: [],
  old: [],
});

const isOfSet = (dice: DiceState, die: DieId): boolean => diceOfSet(dice.set, LETTERS.length).includes(die);
const without = (dice: readonly DieId[], die: DieId): readonly DieId[] =>
  dice.filter((other) => other !== die);

/** Back to the bowl with what belongs to the set; dice of a replaced set go off the table for good. */
export const diceBack = (dice: DiceState, back: readonly DieId[]): readonly DieId[] =>
  [...dice.bowl, ...back.filter((die) => isOfSet(dice, die))].sort();

/** The shooter gives up the dice: all in the bowl, the old set gone (star 3.6, adelaide 9(d)(iv)). */
export const takeAllBack = (dice: DiceState): DiceState => ({
  ...dice,
  bowl: diceBack(dice, dice.hand),
  hand: [],
  old: [],
});

/** What is left of a replaced set goes off the table, from the hand too. */
const withoutOld = (dice: DiceState): DiceState => ({
  ...dice,
  hand: dice.hand.filter((die) => isOfSet(dice, die)),
  old: [],
});

/** What a shooter may choose from: the bowl, what is in hand, and what is left of a replaced set. */
export const choiceOf = (dice: DiceState): readonly DieId[] => [...dice.hand, ...dice.bowl, ...dice.old];

const setOf = (die: DieId): string => die.slice(0, -1);

/** Two of what may be chosen, of one set, those in hand first; none where two are not left. */
export function pairOf(dice: DiceState): readonly DieId[] {
  const from = choiceOf(dice);
  const ofItsSet = (die: DieId) => from.filter((other) => setOf(other) === setOf(die)).slice(0, 2);
  return from.map(ofItsSet).find((pair) => pair.length === 2) ?? [];
}

export function faultInChoice(from: readonly string[], chosen: readonly string[]): string | null {
  if (chosen.length !== 2 || chosen[0] === chosen[1]) return 'dice must name two different dice of the set';
  const stranger = chosen.find((die) => !from.includes(die));
  if (stranger !== undefined)
    return `dice ${JSON.stringify(stranger)} is not among those offered: ${from.join(', ')}`;
  // Whoever goes on with an old set goes on with that set (star 3.6, crown 5.2.1(a)(i), adelaide 9(d)(iv)).
  return setOf(chosen[0] as DieId) === setOf(chosen[1] as DieId) ? null : 'dice must name two of one set';
}

/** Where a book leaves nothing to choose, the two there are are thrown. */
export const notChosen = (choice: Cited<unknown>): Result<never> =>
  refused('not-allowed', choice, 'The dice are not chosen here: the two there are are thrown.');

const chooses = verb({
  help: 'the shooter chooses two of the dice offered',
  fields: { player: 'player', dice: 'names' },
  phases: ['betting'],
  run: (table, asked) => {
    const { player } = asked.fields;
    const { choice, sameDiceBack } = table.game.rulebook.conduct.dice;
    if (table.shooter.shooter !== player)
      return refused('not-eligible', choice, `${player} does not have the dice.`);
    if (choice.value === 'none') return notChosen(choice);
    const chosen = asked.fields.dice;
    const fault = faultInChoice(choiceOf(table.dice), chosen);
    // One in hand: the other went off the table, and the shooter picks anew (star 3.4.2).
    const rule = table.dice.hand.length === 1 ? sameDiceBack : choice;
    return fault === null
      ? happened({ event: 'dice-chosen', player, dice: chosen, ...under(rule) })
      : bad(fault);
  },
});

const finds = verb({
  help: 'a die that went off the table is found',
  fields: { die: 'name' },
  run: (table, asked) => {
    const { die } = asked.fields;
    if (!table.dice.off.includes(die)) return bad(`die ${JSON.stringify(die)} is not off the table`);
    return happened({
      event: 'die-found',
      die,
      ...under(table.game.rulebook.powers['check-found-die']),
    });
  },
});

const checks = verb({
  help: 'check a found die: `sound`, then back to the bowl or, if asked for, to the shooter',
  fields: { die: 'name', sound: 'flag', toShooter: 'flag?' },
  power: 'check-found-die',
  act: 'check a found die',
  run: (table, asked) => {
    const { die, sound, toShooter } = asked.fields;
    if (!table.dice.found.includes(die)) return bad(`die ${JSON.stringify(die)} has not been found`);
    const rule = table.game.rulebook.powers['check-found-die'];
    const { sameDiceBack } = table.game.rulebook.conduct.dice;
    if (toShooter && sameDiceBack.value === 'none')
      return refused('not-allowed', sameDiceBack, 'The same dice do not come back to the shooter here.');
    if (
      toShooter &&
      (table.shooter.shooter === null || table.dice.hand.length >= 2 || table.phase !== 'betting')
    ) {
      return refused('out-of-phase', sameDiceBack, 'No shooter is waiting for that die.');
    }
    const to = sound ? (toShooter ? 'shooter' : 'bowl') : 'removed';
    const checked: Happened = { event: 'die-checked', die, sound, to, ...under(rule) };
    return happened(checked, ...(sound ? [] : replacing(table, die)));
  },
});

const loses = verb({
  help: 'give up looking for a die',
  fields: { die: 'name' },
  power: 'offer-dice',
  act: 'give up a die for lost',
  run: (table, asked) => {
    const { die } = asked.fields;
    if (!table.dice.off.includes(die)) return bad(`die ${JSON.stringify(die)} is not off the table`);
    const { newSetAfter } = table.game.rulebook.conduct.dice;
    return happened({ event: 'die-lost', die, ...under(newSetAfter) }, ...replacing(table, die));
  },
});

/** Dice of a replaced set that are lost are gone and count no more. */
const lostWith = (dice: DiceState, die: DieId): readonly DieId[] =>
  isOfSet(dice, die) ? [...dice.lost, die] : dice.lost;

/** The book's own count of lost dice brings a new set. */
function replacing(table: Table, die: DieId): readonly Happened[] {
  const { newSetAfter, set } = table.game.rulebook.conduct.dice;
  const lost = lostWith(table.dice, die);
  if (lost === table.dice.lost || newSetAfter.value === null || lost.length < newSetAfter.value) return [];
  const next = table.dice.set + 1;
  return [{ event: 'set-replaced', set: next, dice: diceOfSet(next, set.value), ...under(newSetAfter) }];
}

export const diceVerbs = {
  choose: chooses,
  'find-die': finds,
  'check-die': checks,
  'lose-die': loses,
} as const;

export const diceEvents: Evolvers<'dice-chosen' | 'die-found' | 'die-checked' | 'die-lost' | 'set-replaced'> =
  {
    'dice-chosen': (table, { player, dice: chosen }) => {
      const { dice } = table;
      need(table.shooter.shooter === player, `${player} has no dice to choose from`);
      need(faultInChoice(choiceOf(dice), chosen) === null, 'dice chosen that were not offered');
      const rest = choiceOf(dice).filter((die) => !chosen.includes(die));
      return {
        ...table,
        dice: {
          ...dice,
          hand: chosen,
          bowl: rest.filter((die) => isOfSet(dice, die)).sort(),
          old: rest.filter((die) => !isOfSet(dice, die)).sort(),
        },
      };
    },
    'die-found': (table, { die }) => {
      need(table.dice.off.includes(die), `die ${die} found that was not off`);
      const off = without(table.dice.off, die);
      return { ...table, dice: { ...table.dice, off, found: [...table.dice.found, die] } };
    },
    'die-checked': (table, { die, sound, to }) => {
      need(table.dice.found.includes(die), `die ${die} checked that was not found`);
      need(sound === (to !== 'removed'), `die ${die} went elsewhere than the check says`);
      const dice = { ...table.dice, found: without(table.dice.found, die) };
      if (to === 'removed') return { ...table, dice: { ...dice, lost: lostWith(dice, die) } };
      if (to === 'shooter') {
        need(table.shooter.shooter !== null && dice.hand.length < 2, 'a die for no shooter');
        return { ...table, dice: { ...dice, hand: [...dice.hand, die] } };
      }
      // A die of a replaced set stays with the old one while its shooter goes on, and is gone after that.
      const isOld = !isOfSet(dice, die);
      if (isOld)
        return {
          ...table,
          dice: table.shooter.shooter === null ? dice : { ...dice, old: [...dice.old, die].sort() },
        };
      return { ...table, dice: { ...dice, bowl: diceBack(dice, [die]) } };
    },
    'die-lost': (table, { die }) => {
      need(table.dice.off.includes(die), `die ${die} lost that was not off`);
      const off = without(table.dice.off, die);
      return { ...table, dice: { ...table.dice, off, lost: lostWith(table.dice, die) } };
    },
    'set-replaced': (table, { set, dice: fresh }) => {
      need(set === table.dice.set + 1, 'a set of dice that is not the next one');
      need(
        fresh.every((die, index) => die === `${set}${LETTERS[index]}`),
        'dice that are not of the new set',
      );
      const keepsOld = table.shooter.shooter !== null || table.shooter.stick;
      const old = keepsOld ? [...table.dice.old, ...table.dice.bowl].sort() : [];
      const dice = { ...table.dice, set, bowl: fresh, lost: [], old };
      const { oldSet } = table.game.rulebook.conduct.dice;
      return { ...table, dice: oldSet.value === 'none' ? withoutOld(dice) : dice };
    },
  };
