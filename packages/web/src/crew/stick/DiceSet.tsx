import { type DiceState, type DieId, diceOffered, playsChips } from '@boxperson/rules';
import { useState } from 'react';
import { sayDie } from '../../ui/die.js';
import { useCrew } from '../crew.js';
import { seatOf } from '../words.js';
import { DieActs } from './DieActs.js';

type Where = Exclude<keyof DiceState, 'set'>;
const PLACES: readonly (readonly [Where, string])[] = [
  ['hand', 'In play'],
  ['bowl', 'In the bowl'],
  ['off', 'Off the table'],
  ['found', 'Found, to be checked'],
  ['lost', 'Lost'],
  ['old', 'Of the old set'],
];

const isAstray = (place: Where): place is 'off' | 'found' | 'lost' =>
  place === 'off' || place === 'found' || place === 'lost';

/** The set with the place of every die; those that the shooter may choose are chosen here. */
export function DiceSet() {
  const { table, act } = useCrew();
  const { dice, shooter } = table;
  const offered = diceOffered(table);
  const chooses =
    shooter.shooter !== null &&
    playsChips(table, shooter.shooter) &&
    offered.length > 0 &&
    dice.hand.length < 2;
  const [picked, setPicked] = useState<readonly DieId[]>([]);
  const pick = (die: DieId): void => {
    const next = picked.includes(die) ? picked.filter((one) => one !== die) : [...picked, die].slice(-2);
    setPicked(next);
    if (next.length < 2) return;
    void act({ do: 'choose', player: shooter.shooter, dice: next }).then(() => setPicked([]));
  };
  return (
    <section className="panel dice-set" aria-label="The set of dice">
      <h2>The set {dice.set > 1 && <small>no. {dice.set}</small>}</h2>
      {chooses && <p className="dice-ask">Which two does {seatOf(table, shooter.shooter as string)} take?</p>}
      <ul>
        {PLACES.filter(([place]) => dice[place].length > 0).map(([place, says]) => (
          <li key={place} data-where={place}>
            <span>{says}</span>
            <div className="dice-row">
              {dice[place].map((die) =>
                chooses && offered.includes(die) ? (
                  <button
                    type="button"
                    key={die}
                    className="die"
                    aria-pressed={picked.includes(die)}
                    aria-label={`Die ${sayDie(die)}`}
                    onClick={() => pick(die)}
                  >
                    {sayDie(die)}
                  </button>
                ) : (
                  <span key={die} className="die-here">
                    <span className={`die ${place}`}>{sayDie(die)}</span>
                    {isAstray(place) && <DieActs die={die} where={place} />}
                  </span>
                ),
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
