import { type DieId, decide, type Table, type TableEvent } from '@boxperson/rules';
import { useState } from 'react';
import { ClauseButton } from '../../felt/Clause.js';
import { sayDie } from '../../ui/die.js';
import { sayList } from '../../ui/words.js';
import { useCrew } from '../crew.js';
import { seatOf } from '../words.js';

/** No roll, on one of the grounds of this book. What it does is shown before it counts. */
export function NoRoll({ onDone }: { onDone: () => void }) {
  const { table, act, by } = useCrew();
  const { shall, may } = table.game.rulebook.conduct.noRoll;
  const [ground, setGround] = useState<string | null>(null);
  const [off, setOff] = useState<readonly DieId[]>([]);
  const chosen = [...shall, ...may].find(({ id }) => id === ground);
  const command = chosen && {
    do: 'no-roll',
    ground: chosen.id,
    ...(chosen.diceOff ? { dice: off } : {}),
    by,
  };
  const decided = command && (!chosen.diceOff || off.length > 0) ? decide(table, command) : null;
  const call = async (): Promise<void> => {
    if (command && (await act(command)).ok) onDone();
  };
  return (
    <section className="no-roll" aria-label="No roll">
      <h2>No roll: on which ground?</h2>
      {(
        [
          ['It does not count', shall],
          ['It may be called', may],
        ] as const
      ).map(([says, list]) =>
        list.length === 0 ? null : (
          <div key={says} className="no-roll-list">
            <h3>{says}</h3>
            <ul>
              {list.map(({ id, text, clause }) => (
                <li key={id}>
                  <button
                    type="button"
                    aria-pressed={id === ground}
                    data-ground={id}
                    onClick={() => {
                      setGround(id);
                      setOff([]);
                    }}
                  >
                    {text}
                  </button>
                  <ClauseButton book={table.game.rulebook} cited={{ clause }} />
                </li>
              ))}
            </ul>
          </div>
        ),
      )}
      {chosen?.diceOff && (
        <fieldset className="no-roll-dice">
          <legend>Which dice went off?</legend>
          {table.dice.hand.map((die) => (
            <button
              type="button"
              key={die}
              aria-pressed={off.includes(die)}
              onClick={() => setOff(off.includes(die) ? off.filter((one) => one !== die) : [...off, die])}
            >
              Die {sayDie(die)}
            </button>
          ))}
        </fieldset>
      )}
      <div className="no-roll-end">
        <p role="status" className="no-roll-effect">
          {decided === null
            ? chosen?.diceOff
              ? 'Say which dice went off.'
              : 'Choose a ground to see what it does.'
            : decided.ok
              ? sayEffect(table, decided.value)
              : decided.refused.message}
        </p>
        <button type="button" onClick={onDone}>
          Not so
        </button>
        <button type="button" className="main" disabled={!decided?.ok} onClick={() => void call()}>
          Call no roll
        </button>
      </div>
    </section>
  );
}

/** What would be so then. */
function sayEffect(table: Table, events: readonly TableEvent[]): string {
  const { shooter, stick } = table.shooter;
  const whose = stick ? 'the stick' : shooter === null ? 'nobody' : seatOf(table, shooter);
  const says = events.map((event) => {
    switch (event.event) {
      case 'no-roll':
        return [
          'The throw does not count and every wager stays as it is.',
          event.diceOff.length > 0
            ? `Die ${sayList(event.diceOff.map(sayDie))} is looked for; ${whose} throws again with others.`
            : `The dice go back to ${whose}.`,
        ].join(' ');
      case 'throw-voided':
        return `The roll of ${event.was[0] + event.was[1]} is taken back, with all that it paid; the dice go back to ${whose}.`;
      case 'outcome-invalidated':
        return 'The last roll is taken back; wagers stand as before it.';
      default:
        return '';
    }
  });
  return says.filter(Boolean).join(' ');
}
