import { type ActOption, decide, type Table } from '@boxperson/rules';
import { useState } from 'react';
import { keep, kept } from '../model.js';
import { useCrew } from './crew.js';
import { type ConsoleName, roleAt } from './stations.js';
import { seatOf } from './words.js';

/** What to do now, and why. */
interface Advice {
  readonly now: string;
  readonly why: string;
}

const KEY = 'boxperson.coach';

/** A card for whoever practises: the next thing to do, as the table stands. It goes when it is sent away. */
export function Coach() {
  const { person, table, by, console } = useCrew();
  const [gone, setGone] = useState(() => kept<boolean>(KEY) === true);
  if (person.kind !== 'trainee') return null;
  const show = (isGone: boolean): void => {
    keep(KEY, isGone || null);
    setGone(isGone);
  };
  if (gone)
    return (
      <button type="button" className="coach-back" onClick={() => show(false)}>
        What do I do now?
      </button>
    );
  const { now, why } = adviceAt(table, { by, console });
  return (
    <aside className="coach" aria-label="What to do now" aria-live="polite">
      <p>
        <b>{now}</b> {why}
      </p>
      <button type="button" onClick={() => show(true)}>
        I know
      </button>
    </aside>
  );
}

interface Standing {
  readonly by: { readonly id: string; readonly role: string };
  readonly console: ConsoleName;
}

const whyNot = (table: Table, command: Parameters<typeof decide>[1]): ActOption['why'] => {
  const decided = decide(table, command);
  return decided.ok ? null : decided.refused;
};

/** Made from the table alone: what the stick does in each phase, for whom, and what comes of it. */
export function adviceAt(table: Table, { by, console }: Standing): Advice {
  if (console !== 'single' && roleAt(table.game.rulebook, console) !== by.role)
    return { now: 'You are only looking here.', why: 'Your own console is the stick: touch Stick above.' };
  switch (table.phase) {
    case 'offering':
      return offering(table, by);
    case 'betting':
      return betting(table);
    case 'thrown':
      return thrown(table);
    case 'settling':
      return settling(table);
    default:
      return { now: 'The table is closed.', why: 'There is nothing more to do here.' };
  }
}

function offering(table: Table, by: Standing['by']): Advice {
  const { offeredTo } = table.shooter;
  if (offeredTo !== null)
    return { now: 'Wait a moment.', why: `${seatOf(table, offeredTo)} says whether they shoot.` };
  if (table.game.players.length === 0)
    return { now: 'Wait for the players.', why: 'The bots are on their way to the table.' };
  const why = whyNot(table, { do: 'offer', by });
  return why === null
    ? { now: 'Touch Offer.', why: 'The set of dice goes to the next player on the left.' }
    : { now: 'Not yet.', why: why.message };
}

function betting(table: Table): Advice {
  const { shooter, stick } = table.shooter;
  if (stick)
    return {
      now: 'You throw: touch Dice are out.',
      why: 'Nobody took the dice, and wagers are undecided.',
    };
  const who = shooter === null ? 'The shooter' : seatOf(table, shooter);
  const roll = table.game.point === null ? 'a come out roll' : `the point ${table.game.point}`;
  if (table.dice.hand.length < 2) return { now: 'Wait a moment.', why: `${who} chooses two of the dice.` };
  return { now: 'Watch the bets come down.', why: `${who} throws soon, for ${roll}.` };
}

function thrown(table: Table): Advice {
  if (table.game.rulebook.conduct.wagers.noMoreBets.value === 'announced' && !table.noMoreBets)
    return { now: 'Touch No more bets.', why: 'From then on nobody touches anything until the result.' };
  return {
    now: 'Read the dice: two keys, then Call it.',
    why: 'Roll two of your own, or choose any throw. The words to say stand beside the total.',
  };
}

function settling(table: Table): Advice {
  const open = table.sheet?.open.length ?? 0;
  return open > 0
    ? { now: 'Take, then pay, line by line.', why: `${open} lines are open. The dice wait for them.` }
    : {
        now: 'Say the call.',
        why: 'The dealers take and pay by their sheets. When they are done, the dice go on.',
      };
}
