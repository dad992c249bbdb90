import type { Cited } from '../clause.js';
import type { Result } from '../result.js';
import { diceOffered, faultInChosen, isChoiceOpen, isDieName, pairFrom, setNumber } from './choosing.js';
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

/** Two of what may be chosen, of one set, those in hand first; none where two are not left. */
export const pairOf = (dice: DiceState): readonly DieId[] => pairFrom(choiceOf(dice));

/** Two different dice of those, and of one set: whoever goes on with an old set keeps to it (star 3.6). */
const isChoice = (from: readonly DieId[], chosen: readonly DieId[]): boolean =>
  chosen.length === 2 &&
  new Set(chosen).size === 2 &&
  chosen.every((die) => from.includes(die)) &&
  new Set(chosen.map(setNumber)).size === 1;

/** Where a book leaves nothing to choose, the two there are are thrown. */
export const notChosen = (choice: Cited<unknown>): Result<never> =>
  refused('not-allowed', choice, 'The dice are not chosen here: the two there are are thrown.');

const chooses = verb({
  fields: { player: 'player', dice: 'names' },
  phases: ['betting'],
  run: (table, asked) => {
    const { player } = asked.fields;
    const { choice, sameDiceBack } = table.game.rulebook.conduct.dice;
    if (table.shooter.shooter !== player)
      return refused('not-eligible', choice, `${player} does not have the dice.`);
    if (choice.value === 'none') return notChosen(choice);
    const chosen = asked.fields.dice;
    // One in hand: the other went off the table, and the shooter picks anew (star 3.4.2).
    const rule = table.dice.hand.length === 1 ? sameDiceBack : choice;
    return (
      whyNotChosen(table, diceOffered(table), chosen) ??
      happened({ event: 'dice-chosen', player, dice: chosen, ...under(rule) })
    );
  },
});

/** R45: two are chosen with the dice, and others only after one went off the table (star 3.3, 3.4.2). */
export function whyNotChosen(
  table: Table,
  from: readonly DieId[],
  chosen: readonly string[],
): Result<never> | null {
  const { choice } = table.game.rulebook.conduct.dice;
  if (table.shooter.shooter !== null && !isChoiceOpen(table.dice)) {
    return refused(
      'out-of-phase',
      { ...choice, ruling: 'R45' },
      `The shooter keeps ${table.dice.hand.join(' and ')}: dice are chosen anew when one goes off the table.`,
    );
  }
  const why = faultInChosen(table, from, chosen);
  if (why === null) return null;
  return 'fault' in why ? bad(why.fault) : refused('not-eligible', why.rule, why.message);
}

const finds = verb({
  fields: { die: 'name' },
  run: (table, asked) => {
    const die = asked.fields.die;
    const rule = table.game.rulebook.powers['check-found-die'];
    return (
      whyNoDie(table, die, canBeFound(table.dice, die), 'is not missing') ??
      happened({ event: 'die-found', die, ...under(rule) })
    );
  },
});

/** Looked for, given up for lost, or gone with a set that was replaced (R46). */
const canBeFound = (dice: DiceState, die: DieId): boolean =>
  dice.off.includes(die) ||
  dice.lost.includes(die) ||
  (setNumber(die) >= 1 &&
    setNumber(die) < dice.set &&
    ![...dice.hand, ...dice.found, ...dice.old].includes(die));

/** A die that is not where the act needs it; a name that no die has is a slip of the pen. */
function whyNoDie(table: Table, die: string, isThere: boolean, otherwise: string): Result<never> | null {
  const rule = table.game.rulebook.powers['check-found-die'];
  if (rule === null)
    return refused(
      'not-allowed',
      table.game.rulebook.conduct.dice.choice,
      'The dice here never leave the tumbler.',
    );
  if (!isDieName(table, die)) return bad(`die ${JSON.stringify(die)} is no die of this table`);
  return isThere ? null : refused('not-eligible', { clause: rule.clause }, `Die ${die} ${otherwise}.`);
}

const checks = verb({
  fields: { die: 'name', sound: 'flag', toShooter: 'flag?', instead: 'name?' },
  power: 'check-found-die',
  act: 'check a found die',
  run: (table, asked) => {
    const { die, sound, toShooter, instead } = asked.fields;
    const why = whyNoDie(table, die, table.dice.found.includes(die), 'has not been found');
    if (why) return why;
    const rule = table.game.rulebook.powers['check-found-die'];
    const asksBack = sound && toShooter === true;
    const kept = asksBack ? whyNotToShooter(table, die, instead) : faultInInstead(instead);
    if (kept) return kept;
    const isSwap = asksBack && table.dice.hand.length === 2;
    const to = sound ? (asksBack && !isSwap ? 'shooter' : 'bowl') : 'removed';
    const checked: Happened = { event: 'die-checked', die, sound, to, ...under(rule) };
    const swapped = isSwap ? [swapping(table, die, instead)] : [];
    return happened(checked, ...swapped, ...(sound ? [] : replacing(table, die)));
  },
});

const faultInInstead = (instead: DieId | undefined): Result<never> | null =>
  instead === undefined ? null : bad('instead goes with toShooter, for a shooter who has two dice');

/** star 3.5.1: back to the player who asks, though others were chosen meanwhile; one of those goes to the bowl. */
function swapping({ dice, shooter, game }: Table, die: DieId, instead = dice.hand[1]): Happened {
  const kept = dice.hand.filter((other) => other !== instead);
  const player = shooter.shooter as string;
  const rule = game.rulebook.conduct.dice.sameDiceBack;
  return { event: 'dice-chosen', player, dice: [...kept, die], ...under(rule) };
}

/** A found die goes back to a shooter before the throw, and to no other set than is in the hand (R45). */
function whyNotToShooter(table: Table, die: DieId, instead: DieId | undefined): Result<never> | null {
  const { dice, shooter, phase, game } = table;
  const { sameDiceBack, oldSet } = game.rulebook.conduct.dice;
  if (sameDiceBack.value === 'none')
    return refused('not-allowed', sameDiceBack, 'The same dice do not come back to the shooter here.');
  const atOnce = sameDiceBack.value === 'if-recovered-at-once';
  if (shooter.shooter === null || phase !== 'betting' || (atOnce && dice.hand.length === 2)) {
    return refused(
      'out-of-phase',
      sameDiceBack,
      `A die goes back to a shooter before the next throw${atOnce ? ', and before two others are chosen' : ''}.`,
    );
  }
  if (dice.hand.some((other) => setNumber(other) !== setNumber(die)))
    return refused('not-eligible', oldSet, `Die ${die} is of another set than the one in hand.`);
  if (dice.hand.length < 2) return faultInInstead(instead);
  return instead === undefined || dice.hand.includes(instead)
    ? null
    : bad(`instead must be one of ${dice.hand.join(', ')}`);
}

const loses = verb({
  fields: { die: 'name' },
  power: 'offer-dice',
  act: 'give up a die for lost',
  run: (table, asked) => {
    const { die } = asked.fields;
    const why = whyNoDie(table, die, table.dice.off.includes(die), 'is not looked for');
    if (why) return why;
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
  if (lost.length < (newSetAfter.value ?? Number.POSITIVE_INFINITY)) return [];
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
      need(isChoice(choiceOf(dice), chosen), 'dice chosen that were not offered');
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
      need(canBeFound(table.dice, die), `die ${die} found that was not off`);
      const off = without(table.dice.off, die);
      const lost = without(table.dice.lost, die);
      return { ...table, dice: { ...table.dice, off, lost, found: [...table.dice.found, die] } };
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
