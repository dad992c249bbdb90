import type { DealingSheet } from '@boxperson/rules/dealing';
import { useRef, useState } from 'react';
import { Pair } from '../../ui/Dice.js';
import { useCrew } from '../crew.js';
import { Keypad } from './Keypad.js';

const HOLD_MS = 600;
const REASONS = ['A wrong key', 'A die misread', 'Heard wrong'] as const;

/** The call to say, where to look, and how to take it back if it was keyed wrong. */
export function CalledRoll({ sheet }: { sheet: DealingSheet }) {
  const [reason, setReason] = useState<string | null>(null);
  const [asks, setAsks] = useState(false);
  const { act } = useCrew();
  if (reason !== null)
    return (
      <Keypad
        title={`${reason}: what do the dice show?`}
        confirm="Correct the call"
        onDice={async (dice) => {
          const { ok } = await act({ do: 'correct-call', dice, reason });
          setReason(null);
          setAsks(false);
          return ok;
        }}
      >
        <button type="button" onClick={() => setReason(null)}>
          It was right
        </button>
      </Keypad>
    );
  return (
    <section className="called" aria-label="The call">
      <Pair dice={sheet.dice} />
      <div className="called-say">
        <q>{sheet.say}</q>
        <p>
          {sheet.puck && <b>{sheet.puck}. </b>}
          {sheet.watch && `You watch the ${sheet.watch.stick} end, the box the ${sheet.watch.box}.`}
          {sheet.diceOn !== null && ` ${sheet.diceOn} dice to the next on the left.`}
        </p>
      </div>
      {asks ? (
        <fieldset className="called-why" aria-label="Why is the call taken back?">
          {REASONS.map((one) => (
            <button type="button" key={one} onClick={() => setReason(one)}>
              {one}
            </button>
          ))}
          <button type="button" onClick={() => setAsks(false)}>
            It was right
          </button>
        </fieldset>
      ) : (
        <HoldButton says="Wrong call: hold" onHeld={() => setAsks(true)} />
      )}
    </section>
  );
}

/** Nothing happens by a touch in passing: it is held. With keys, Enter is enough. */
export function HoldButton({ says, onHeld }: { says: string; onHeld: () => void }) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const [held, setHeld] = useState(false);
  const begin = (): void => {
    setHeld(true);
    timer.current = setTimeout(() => {
      setHeld(false);
      onHeld();
    }, HOLD_MS);
  };
  const end = (): void => {
    setHeld(false);
    clearTimeout(timer.current);
  };
  return (
    <button
      type="button"
      className={`hold${held ? ' held' : ''}`}
      onPointerDown={begin}
      onPointerUp={end}
      onPointerLeave={end}
      onPointerCancel={end}
      onKeyDown={({ key }) => key === 'Enter' && onHeld()}
    >
      {says}
    </button>
  );
}
