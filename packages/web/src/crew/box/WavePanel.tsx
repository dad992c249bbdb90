import { useState } from 'react';
import { ClauseButton } from '../../felt/Clause.js';
import { dollars } from '../../ui/money.js';
import { useCrew } from '../crew.js';
import { Note } from './ActPanel.js';

const REASONS = ['The float is being filled', 'A payment is in dispute', 'Paid, and not ticked off'] as const;

/** The dice go on though lines are open: for a reason, and the box answers for it. */
export function WavePanel({ onDone }: { onDone: () => void }) {
  const { table, act } = useCrew();
  const [reason, setReason] = useState('');
  const open = table.sheet?.open ?? [];
  const owed = open.reduce((sum, line) => sum + line.owed, 0);
  const wave = async (): Promise<void> => {
    if ((await act({ do: 'wave-through', reason: reason.trim() })).ok) onDone();
  };
  return (
    <section className="panel box-act" aria-label="Wave the dice through" data-act="wave-through">
      <header>
        <h2>Wave the dice through</h2>
        <ClauseButton
          book={table.game.rulebook}
          cited={{ clause: table.game.rulebook.powers['wave-through']?.clause ?? null }}
        />
      </header>
      <p>
        {open.length} {open.length === 1 ? 'line is' : 'lines are'} open, {dollars(owed)} to hand over. The
        roll counts as settled, and these lines stay on record as not dealt.
      </p>
      <Note notes={REASONS} value={reason} onChange={setReason} />
      <div className="no-roll-end">
        <p className="no-roll-effect" role="status">
          {reason.trim() === '' ? 'Say why.' : 'The dice go on.'}
        </p>
        <button type="button" onClick={onDone}>
          Not so
        </button>
        <button type="button" className="main" disabled={reason.trim() === ''} onClick={() => void wave()}>
          Wave through
        </button>
      </div>
    </section>
  );
}
