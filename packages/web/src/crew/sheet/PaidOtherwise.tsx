import type { SheetLine } from '@boxperson/rules/dealing';
import { useState } from 'react';
import { dollars, readDollars } from '../../ui/money.js';
import { Line } from '../../ui/Pick.js';
import { useCrew } from '../crew.js';

const REASONS = ['Paid too much', 'Paid too little', 'Not taken', 'Paid to the wrong seat'] as const;

/** What was really paid where it is not what the sheet says: the money that moved, and why. */
export function PaidOtherwise({ line }: { line: SheetLine }) {
  const { act } = useCrew();
  const [amount, setAmount] = useState('');
  const [note, setNote] = useState('');
  const paid = readDollars(amount);
  const isWrong = amount !== '' && paid === null;
  const send = (): void => {
    if (paid !== null && note.trim() !== '')
      void act({ do: 'deal-differently', line: line.id, paid, note: note.trim() });
  };
  return (
    <form
      className="crew-otherwise"
      aria-label={`Paid otherwise: ${line.spot} of ${line.player}`}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <p>Something else was handed over than {dollars(line.hands)}?</p>
      <Line label="Really paid" value={amount} mode="decimal" wrong={isWrong} change={setAmount} />
      <Line label="What happened" value={note} change={setNote} />
      <div className="crew-reasons">
        {REASONS.map((reason) => (
          <button type="button" key={reason} aria-pressed={note === reason} onClick={() => setNote(reason)}>
            {reason}
          </button>
        ))}
      </div>
      <button type="submit" className="main" disabled={paid === null || note.trim() === ''}>
        Put on record
      </button>
    </form>
  );
}
