import { type DieId, diceOffered, type Table } from '@boxperson/rules';
import { useEffect, useState } from 'react';
import type { TableActions } from '../felt/actions.js';
import { sayDie } from '../ui/die.js';

/** A crew that hands over two dice by itself has done so by then. */
const SHOWN_AFTER_MS = 1_500;

/** Has the shooter to choose, and does nobody do it for them? */
export function useChoice(table: Table, player: string): readonly DieId[] {
  const isAsked = table.phase === 'betting' && table.shooter.shooter === player && table.dice.hand.length < 2;
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!isAsked) return;
    const timer = setTimeout(() => setLate(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isAsked]);
  return isAsked && late ? diceOffered(table) : [];
}

interface ChooseDiceProps {
  readonly offered: readonly DieId[];
  readonly actions: TableActions;
}

/** The stick pushes the set over: two of them are chosen, and kept. */
export function ChooseDice({ offered, actions }: ChooseDiceProps) {
  const [picked, setPicked] = useState<readonly DieId[]>([]);
  const pick = (die: DieId): void => {
    const next = picked.includes(die) ? picked.filter((one) => one !== die) : [...picked, die];
    setPicked(next);
    if (next.length === 2) void actions.chooseDice(next).then(() => setPicked([]));
  };
  return (
    <fieldset className="choose-dice">
      <legend>Choose two dice</legend>
      {offered.map((die) => (
        <button type="button" key={die} aria-pressed={picked.includes(die)} onClick={() => pick(die)}>
          <span className="unseen">Die </span>
          {sayDie(die)}
        </button>
      ))}
    </fieldset>
  );
}
