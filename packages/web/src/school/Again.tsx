import { actOf, type GradedRoll, LEARNER_ACTS, type WholeRoll } from '@boxperson/rules/school';
import { useState } from 'react';
import { dollars } from '../ui/money.js';
import { Asked } from './Asked.js';
import { ACT_WORDS } from './console/stacks.js';
import { PayDesk } from './PayDesk.js';
import { Steps } from './Steps.js';
import { useKeys } from './use-clock.js';

interface AgainProps {
  readonly roll: WholeRoll;
  readonly graded: GradedRoll;
  readonly onDone: () => void;
}

/** What went wrong in a roll, line by line, until each was right once. */
export function Again({ roll, graded, onDone }: AgainProps) {
  const [left, setLeft] = useState(() =>
    graded.lines.filter(({ faults }) => faults.length > 0).map(({ line }) => line),
  );
  const [wrong, setWrong] = useState<string | null>(null);
  const [step, setStep] = useState<'act' | 'sum'>('act');
  const line = left[0];
  useKeys(wrong === null ? {} : { Enter: () => setWrong(null) });
  if (!line)
    return (
      <section aria-label="What went wrong" data-again="done">
        <p className="is-right">Each of them was right now.</p>
        <button type="button" className="main" onClick={onDone}>
          On
        </button>
      </section>
    );
  const next = (isRight: boolean) => {
    setStep('act');
    if (!isRight) setWrong(line.words);
    // What is wrong again comes again at the end.
    setLeft(isRight ? left.slice(1) : [...left.slice(1), line]);
  };
  return (
    <section className="school-again" aria-label="What went wrong" data-again={left.length}>
      <p className="quiet">
        {left.length} to go · {roll.sheet.say}
      </p>
      <h2>
        {line.spot}, {dollars(line.stake)} <span className="quiet">seat {line.seat}</span>
      </h2>
      {wrong !== null && (
        <div>
          <p className="is-wrong">{wrong}</p>
          <Steps line={line} kinds={roll.before.game.sign.chips.chips} />
        </div>
      )}
      {step === 'act' ? (
        <Asked
          key={`${line.id}-${left.length}-${wrong}`}
          choices={LEARNER_ACTS.map((act) => ACT_WORDS[act])}
          chosen={null}
          right={null}
          onChoose={(i) => {
            setWrong(null);
            const act = LEARNER_ACTS[i];
            if (act !== actOf(line)) next(false);
            else if (act === 'pay') setStep('sum');
            else next(true);
          }}
        />
      ) : (
        <PayDesk
          kinds={roll.before.game.sign.chips.chips}
          onAnswer={(amount) => next(amount === line.hands)}
        />
      )}
    </section>
  );
}
