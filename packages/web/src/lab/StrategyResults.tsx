import { useState } from 'react';
import { SHORT } from '../reading/names.js';
import { Choices } from '../ui/Choices.js';
import { Fault } from '../ui/Fault.js';
import type { Asked } from './desk.js';
import type { FiguresAnswer, Play } from './desk-asks.js';
import { LongRunFigures } from './LongRun.js';
import { SessionFiguresView } from './Session.js';
import { Simulator } from './Simulator.js';
import { Sources } from './Sources.js';
import { Steps } from './Steps.js';
import { strategyName } from './say.js';

interface ResultsProps {
  readonly play: Play;
  readonly asked: Asked<FiguresAnswer>;
  readonly seed: number;
  readonly rolls: number;
}

const CLOSER = [
  ['session', 'A session'],
  ['simulate', 'Simulate'],
  ['step', 'Roll by roll'],
] as const;

/** What a strategy comes to at its table, or why it does not play there. */
export function StrategyResults({ play, asked: { answer, busy, fault }, seed, rolls }: ResultsProps) {
  const plan = play.file.session ?? {};
  const [open, setOpen] = useState<(typeof CLOSER)[number][0]>('session');
  if (fault) return <Fault>{fault}</Fault>;
  if (!answer) return <p className="quiet">Working it out…</p>;
  if (!answer.ok)
    return (
      <Fault>
        {strategyName(play.file)}: {answer.message} <Sources book={play.book} source={answer.source} />
      </Fault>
    );
  return (
    <div aria-busy={busy} data-figures={busy ? '' : play.book}>
      <h2>
        {strategyName(play.file)} <small>at {SHORT[play.book]}</small>
      </h2>
      {play.file.about !== '' && <p className="quiet">{play.file.about}</p>}
      <LongRunFigures figures={answer.figures} book={play.book} />
      <Choices legend="Look closer" name="closer" value={open} options={CLOSER} change={setOpen} />
      {open === 'session' && <SessionFiguresView play={play} plan={plan} seed={seed} />}
      {open === 'simulate' && <Simulator play={play} plan={plan} seed={seed} rolls={rolls} pace={100} />}
      {open === 'step' && <Steps play={play} />}
    </div>
  );
}
