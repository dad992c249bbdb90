import { FAULT_WORDS, type GradedRoll, type WholeRoll } from '@boxperson/rules/school';
import { useState } from 'react';
import { Cite } from '../reading/Cite.js';
import { dollars } from '../ui/money.js';
import { Steps } from './Steps.js';
import { saySeconds } from './use-clock.js';

interface GradedProps {
  readonly roll: WholeRoll;
  readonly graded: GradedRoll;
  readonly ms: number;
}

/** A roll line by line, in the order of the sheet, with what was wrong by its name. */
export function Graded({ roll, graded, ms }: GradedProps) {
  const { right, of, lines, needless } = graded;
  return (
    <section className="graded" aria-label="Graded" data-right={right} data-of={of}>
      <h2>
        {right} of {of} lines right, {saySeconds(ms)}
      </h2>
      <ol>
        {lines.map((one) => (
          <GradedRow key={one.line.id} one={one} roll={roll} />
        ))}
      </ol>
      {needless.map(({ done, faults }) => (
        <p key={`${done.spot}/${done.player}`} className="is-wrong">
          {done.player}: {faults.map((fault) => FAULT_WORDS[fault]).join('; ')}
        </p>
      ))}
    </section>
  );
}

function GradedRow({
  one: { line, done, faults },
  roll,
}: {
  one: GradedRoll['lines'][number];
  roll: WholeRoll;
}) {
  const [open, setOpen] = useState(false);
  const isRight = faults.length === 0;
  return (
    <li data-faults={faults.join(' ')}>
      <button type="button" className="graded-line" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span aria-hidden="true">{isRight ? '✓' : '✕'}</span>
        <span>
          {line.words}
          {done?.act === 'pay' && done.amount !== line.hands && (
            <span className="quiet"> You paid {dollars(done.amount)}.</span>
          )}
          <span className={isRight ? 'is-right' : 'is-wrong'}>
            {isRight ? ' Right.' : ` ${faults.map((fault) => FAULT_WORDS[fault]).join('; ')}.`}
          </span>
        </span>
      </button>
      {open && (
        <div className="graded-why">
          {line.hands > 0 && <Steps line={line} kinds={roll.before.game.sign.chips.chips} />}
          <Cite book={roll.book} clause={line.clause} />
        </div>
      )}
    </li>
  );
}
