import { type RulebookId, rulebook } from '@boxperson/rules';
import { type Drill, makeDrill, PAYMENT_MS, SPRINT_MS, topicsOf } from '@boxperson/rules/school';
import { useEffect, useState } from 'react';
import { dollars } from '../ui/money.js';
import { faultIn, sayWrong } from './Keys.js';
import { keepAnswer } from './memory.js';
import { newSeed } from './next.js';
import { PayDesk } from './PayDesk.js';
import { Scene } from './Scene.js';
import { SchoolFrame } from './SchoolFrame.js';
import { Steps } from './Steps.js';
import { countFaults, tellHouse } from './telling.js';
import { sayClock, saySeconds, useClock } from './use-clock.js';

interface Run {
  readonly drill: Drill;
  readonly amount: number;
  readonly ms: number;
}

function anyDrill(book: RulebookId): Drill {
  const topics = topicsOf(rulebook(book));
  const topic = topics[newSeed() % topics.length] as (typeof topics)[number];
  return makeDrill(book, topic.id, newSeed(), 'units');
}

const isRight = ({ drill, amount }: Run): boolean => amount === drill.owed;

/** Two minutes, as many payments as one can. */
export function Sprint({ book }: { book: RulebookId }) {
  const [phase, setPhase] = useState<'before' | 'running' | 'over'>('before');
  const [runs, setRuns] = useState<readonly Run[]>([]);
  const [queue, setQueue] = useState<readonly Drill[]>([]);
  const clock = useClock(phase === 'running');
  const [began, setBegan] = useState(0);
  const drill = queue[0];
  const begin = (missed: readonly Drill[] = []) => {
    setRuns([]);
    setQueue(missed.length > 0 ? missed : [anyDrill(book)]);
    setBegan(0);
    clock.restart();
    setPhase('running');
  };
  useEffect(() => {
    if (phase === 'running' && clock.ms >= SPRINT_MS) setPhase('over');
  }, [phase, clock.ms]);
  const answer = (amount: number) => {
    if (!drill) return;
    const ms = clock.ms - began;
    keepAnswer(book, drill.topic, drill.card, amount === drill.owed, ms);
    void tellHouse({
      work: null,
      book,
      topic: drill.topic,
      asked: 1,
      right: amount === drill.owed ? 1 : 0,
      ms,
      ...countFaults([faultIn(drill, amount) ?? []].flat()),
    });
    setRuns([...runs, { drill, amount, ms }]);
    setBegan(clock.ms);
    setQueue(queue.length > 1 ? queue.slice(1) : [anyDrill(book)]);
  };
  return (
    <SchoolFrame
      work="desk"
      book={book}
      title="Two-minute sprint"
      lead="Every payment within six seconds, all of them right."
    >
      {phase === 'before' && (
        <button type="button" className="main" onClick={() => begin()}>
          Begin the sprint
        </button>
      )}
      {phase === 'running' && drill && (
        <>
          <p className="school-clock" role="timer">
            {sayClock(SPRINT_MS - clock.ms)} <span className="quiet">left</span>{' '}
            <span className="quiet">
              {runs.filter(isRight).length} of {runs.length} right
            </span>{' '}
            <button type="button" onClick={() => setPhase('over')}>
              Stop
            </button>
          </p>
          <LastRun run={runs.at(-1)} />
          <div className="school-drill" data-sprint={runs.length}>
            <Scene drill={drill} />
            <PayDesk key={runs.length} kinds={drill.chips} onAnswer={answer} />
          </div>
        </>
      )}
      {phase === 'over' && <SprintOver runs={runs} onAgain={begin} />}
    </SchoolFrame>
  );
}

const LastRun = ({ run }: { run: Run | undefined }) => (
  <p className={run && !isRight(run) ? 'is-wrong' : 'is-right'} aria-live="polite">
    {run && (isRight(run) ? `Right, ${saySeconds(run.ms)}` : sayWrong(run.drill, run.amount))}
  </p>
);

interface SprintOverProps {
  readonly runs: readonly Run[];
  readonly onAgain: (missed?: readonly Drill[]) => void;
}

function SprintOver({ runs, onAgain }: SprintOverProps) {
  const right = runs.filter(isRight);
  const missed = runs.filter((run) => !isRight(run));
  const quick = right.filter(({ ms }) => ms <= PAYMENT_MS).length;
  const mean = runs.length === 0 ? 0 : runs.reduce((sum, { ms }) => sum + ms, 0) / runs.length;
  return (
    <section aria-label="The sprint">
      <h2>
        {right.length} of {runs.length} right
      </h2>
      <p>
        {quick} within six seconds · {saySeconds(mean)} each
      </p>
      <div className="pay-acts">
        <button type="button" className="main" onClick={() => onAgain()}>
          Again
        </button>
        {missed.length > 0 && (
          <button type="button" onClick={() => onAgain(missed.map(({ drill }) => drill))}>
            Redo the {missed.length} missed
          </button>
        )}
      </div>
      {missed.map(({ drill, amount }) => (
        <article key={drill.seed} className="school-missed">
          <h3>
            {drill.name}, {dollars(drill.stake)} on {drill.dice[0] + drill.dice[1]}
          </h3>
          <p className="is-wrong">{sayWrong(drill, amount)}</p>
          <Steps line={drill.line} kinds={drill.chips} />
        </article>
      ))}
    </section>
  );
}
