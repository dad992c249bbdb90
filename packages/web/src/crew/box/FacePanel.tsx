import type { Dice } from '@boxperson/rules';
import { ClauseButton } from '../../felt/Clause.js';
import { useCrew } from '../crew.js';
import { Keypad } from '../stick/Keypad.js';
import { mayRethrow } from './waiting.js';

/** Which faces are up, for good: once decided it is final. */
export function FacePanel({ onDone }: { onDone: () => void }) {
  const { table, act, by } = useCrew();
  const { rulebook } = table.game;
  const { face } = rulebook.conduct;
  const called = table.phase === 'settling' ? table.last?.dice : undefined;
  const decideFaces = async (dice: Dice): Promise<boolean> => {
    const { ok } = await act({ do: 'decide-face', dice });
    if (ok) onDone();
    return ok;
  };
  const rethrow = async (): Promise<void> => {
    if ((await act({ do: 'decide-face', rethrow: true })).ok) onDone();
  };
  return (
    <div className="box-faces">
      <p className="box-faces-note">
        {called
          ? `Called as ${called[0]} and ${called[1]}. What you decide is final; what the call paid goes back. `
          : 'Not called yet: what you decide is the call, and final. '}
        <ClauseButton book={rulebook} cited={{ clause: face.clause }} />
      </p>
      <Keypad title="Which faces are up?" confirm="Decide the faces" onDice={decideFaces}>
        <button type="button" onClick={onDone}>
          No dispute
        </button>
        {mayRethrow(table, by) && (
          <button type="button" className="stick-no-roll" onClick={() => void rethrow()}>
            Throw again
          </button>
        )}
      </Keypad>
    </div>
  );
}
