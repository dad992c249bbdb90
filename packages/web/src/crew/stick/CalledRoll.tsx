import { type Command, type Dice, decide, type Table } from '@boxperson/rules';
import type { DealingSheet } from '@boxperson/rules/dealing';
import { useState } from 'react';
import { useKeys } from '../../felt/keys.js';
import { Pair } from '../../ui/Dice.js';
import { useCrew } from '../crew.js';
import { HoldButton } from './HoldButton.js';
import { Keypad } from './Keypad.js';

const REASONS = ['A wrong key', 'A die misread', 'Heard wrong'] as const;

interface CalledRollProps {
  readonly sheet: DealingSheet;
  /** Whose eyes: each of them watches another end. */
  readonly eyes?: 'stick' | 'box';
  /** Dice that were wrong or doctored come to light after the call. */
  readonly onNoRoll?: () => void;
}

/** The call to say, where to look, and how to take it back if it was keyed wrong. */
export function CalledRoll({ sheet, eyes = 'stick', onNoRoll }: CalledRollProps) {
  const { table, by } = useCrew();
  const [corrects, setCorrects] = useState(false);
  const why = whyNotCorrect(table, { do: 'correct-call', reason: REASONS[0], by });
  if (corrects) return <Correction onDone={() => setCorrects(false)} />;
  return (
    <section className="called" aria-label="The call">
      <Pair dice={sheet.dice} />
      <div className="called-say">
        <q>{sheet.say}</q>
        <p>
          {sheet.puck && <b>{sheet.puck}. </b>}
          {sheet.watch && <>Watch the {sheet.watch[eyes]} end. </>}
          {sheet.diceOn !== null && `${sheet.diceOn} dice to the next on the left.`}
        </p>
      </div>
      <div className="called-acts">
        {onNoRoll && (
          <button type="button" className="stick-no-roll" onClick={onNoRoll}>
            Wrong dice…
          </button>
        )}
        {why === null ? (
          <HoldButton says="Wrong call: hold" heldKey="Backspace" onHeld={() => setCorrects(true)} />
        ) : (
          <p className="called-why">{why}</p>
        )}
      </div>
    </section>
  );
}

/** Is it still this person's to correct? Asked with faces that were not called. */
function whyNotCorrect(table: Table, command: Command): string | null {
  const [one, other] = table.last?.dice ?? [1, 1];
  const decided = decide(table, { ...command, dice: [(one % 6) + 1, other] });
  return decided.ok ? null : decided.refused.message;
}

/** The faces anew and why: the first reason is the usual one, and chosen. */
function Correction({ onDone }: { onDone: () => void }) {
  const { act } = useCrew();
  const [reason, setReason] = useState<string>(REASONS[0]);
  useKeys((key) => {
    if (key !== 'Escape') return false;
    onDone();
    return true;
  });
  const correct = async (dice: Dice): Promise<boolean> => {
    const { ok } = await act({ do: 'correct-call', dice, reason });
    if (ok) onDone();
    return ok;
  };
  return (
    <div className="correction">
      <fieldset className="called-reasons" aria-label="Why is the call taken back?">
        {REASONS.map((one) => (
          <button type="button" key={one} aria-pressed={one === reason} onClick={() => setReason(one)}>
            {one}
          </button>
        ))}
      </fieldset>
      <Keypad title="What do the dice really show?" confirm="Correct the call" onDice={correct}>
        <button type="button" onClick={onDone}>
          It was right
        </button>
      </Keypad>
    </div>
  );
}
